package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"harbormaster/access"
	"harbormaster/api"
	"harbormaster/live"
	"harbormaster/scoring/catalog"
	"harbormaster/session"
	"harbormaster/store"
)

// service is everything that serve and demo run, wired by hand in one list.
type service struct {
	store *store.Store
	plays *session.Plays
	eye   *live.Eye
	http  *http.Server
	log   *slog.Logger
}

// newService opens the data folder and wires the service.
func (p *program) newService(ctx context.Context, dir string, log *slog.Logger) (*service, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	db, err := store.Open(ctx, dir)
	if err != nil {
		return nil, err
	}
	plays, err := session.New(ctx, db, catalog.Game, time.Now, log)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	password, _, err := access.OpenPassword(dir)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	guard := access.New(&access.Memory{}, password, access.Settings{Open: true, Local: true, Names: access.MachineNames("", nil)}, time.Now, log)
	eye := live.Open(filepath.Join(dir, "profile"), time.Now)
	server := api.New(api.Options{Plays: plays, Library: db, Eye: eye, Games: catalog.Games(), Say: p.say, Log: log, Version: version, Door: api.Door{Guard: guard}})
	return &service{store: db, plays: plays, eye: eye, log: log, http: &http.Server{
		Handler: server, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 1 << 16,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}}, nil
}

// patience is how long the service waits at its end for what is under way.
const patience = 1500 * time.Millisecond

// run serves on the listener until ctx ends, then ends cleanly: what runs
// beside it (begun) gets a moment to notice.
func (s *service) run(ctx context.Context, l net.Listener, begun <-chan struct{}) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	failed := make(chan error, 1)
	go func() { failed <- s.http.Serve(l) }()
	nightly := make(chan struct{})
	go func() {
		defer close(nightly)
		s.store.BackUpNightly(ctx, store.Clock{Now: time.Now, After: time.After}, func(err error) { s.log.Error("a backup failed and is tried again later", "error", err) })
	}()
	var err error
	select {
	case err = <-failed:
		err = fmt.Errorf("serve on %s: %w", l.Addr(), err)
	case <-ctx.Done():
	}
	s.plays.Close() // ends the streams, so that the server can end
	end, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if s.http.Shutdown(end) != nil {
		s.http.Close() // whoever is still talking is cut off
	}
	stop() // where serving failed
	<-nightly
	select {
	case <-begun:
	case <-end.Done(): // reading a picture can't be broken off
		return errors.Join(err, s.store.Close())
	}
	return errors.Join(err, s.eye.Close(), s.store.Close())
}

// serve listens and runs the service until a signal ends it. Once it listens,
// begin is run beside it, if given; an error there ends the service.
func (p *program) serve(listen, dir string, begin func(context.Context, *service) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	log := slog.New(slog.NewTextHandler(p.err, nil))
	s, err := p.newService(ctx, dir, log)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return errors.Join(fmt.Errorf("listen on %s: %w (is the service running already? choose another address with --listen)", listen, err), s.eye.Close(), s.store.Close())
	}
	fmt.Fprintf(p.out, "listening on http://%s\n", l.Addr())
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	begun := make(chan struct{})
	go func() {
		defer close(begun)
		if begin == nil {
			return
		}
		if err := begin(ctx, s); err != nil {
			cancel(err)
		}
	}()
	err = s.run(ctx, l, begun)
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
		err = errors.Join(cause, err)
	}
	return err
}

type serveCommand struct {
	Listen string `default:":8080" placeholder:"ADDR" help:"Address to listen on."`
	Data   string `default:"/var/lib/harbormaster" placeholder:"DIR" help:"Folder for the database."`
}

// Run serves until a signal ends it.
func (c *serveCommand) Run(p *program) error { return p.serve(c.Listen, c.Data, nil) }
