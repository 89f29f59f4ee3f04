package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"time"

	"harbormaster/access"
	"harbormaster/api"
	"harbormaster/config"
	"harbormaster/doctor"
	"harbormaster/hardware/camera"
	"harbormaster/hardware/display"
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
	table *live.Table // the eye with all that follows from it
	guard *access.Guard
	shown *access.Certificate // nil without TLS
	http  *http.Server
	level *slog.LevelVar
	log   *slog.Logger
	made  string // the admin password, if this start made it
	doors []door // where it listens

	displays *display.Runner
	lit      func(context.Context) // runs the displays until the context ends

	mu     sync.Mutex
	config config.Config  // in force
	camera *camera.Camera // nil: none is set
	steady *steady        // has the camera keep exposure, white balance and focus
	chosen *eyepiece      // where a camera can be chosen; nil where the config names one
}

// settings returns the config in force.
func (s *service) settings() config.Config {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.config
}

// newService opens the data folder, which the config names, and wires the service.
func (p *program) newService(ctx context.Context, c config.Config) (*service, error) {
	s := &service{config: c, level: new(slog.LevelVar)}
	s.level.Set(logLevel(c))
	s.log = slog.New(slog.NewTextHandler(p.err, &slog.HandlerOptions{Level: s.level}))
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return nil, fmt.Errorf("make the data folder: %w (choose another with --data, or data in the config)", err)
	}
	var err error
	if s.displays, err = newDisplays(c.Displays, p.err); err != nil {
		return nil, err
	}
	s.lit = func(ctx context.Context) { s.light(ctx, p) }
	if s.store, err = store.Open(ctx, c.Data); err != nil {
		return nil, err
	}
	if s.plays, err = session.New(ctx, s.store, catalog.Game, time.Now, s.log); err != nil {
		return nil, errors.Join(err, s.store.Close())
	}
	password, made, err := access.OpenPassword(c.Data)
	if err != nil {
		return nil, errors.Join(err, s.store.Close())
	}
	s.made = made
	s.guard = access.New(s.store, password, accessSettings(c), time.Now, s.log)
	if s.shown, err = s.certificate(); err != nil {
		return nil, errors.Join(err, s.store.Close())
	}
	s.eye = live.Open(profileFolder(c), time.Now)
	s.table = live.NewTable(s.eye, s.plays, s.store, s.underWay, s.endedLast, time.Now, s.log)
	s.table.Watch.Anew = s.beginAgain
	if c.Camera != "" {
		if err := s.point(c.Camera); err != nil {
			return nil, errors.Join(err, s.eye.Close(), s.store.Close())
		}
	}
	s.steady = &steady{camera: s.steadyCamera, calibrated: s.calibrated, log: s.log}
	server, err := api.New(api.Options{Plays: s.plays, Library: s.store, Eye: steadyEye{s.table, s.steady}, Setup: steadySetup{s.eye, s.steady, ctx}, Follow: following{s.table}, Games: catalog.Games(), Say: p.say, Messages: []fs.FS{doctor.Messages()}, Log: s.log, Version: version,
		Machine: api.Machine{Displays: s.displayStatus, Doctor: s.examine, Bundle: s.bundle, Judge: judgeLines, Cards: drawCards, TestDisplays: s.displays.Test, Cameras: s.cameras, ChooseCamera: s.chooseCamera},
		Door:    api.Door{Guard: s.guard, Addresses: s.addresses}})
	if err != nil {
		return nil, errors.Join(err, s.closeCamera(), s.eye.Close(), s.store.Close())
	}
	s.http = &http.Server{
		Handler: server, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 1 << 16,
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	if s.shown != nil {
		// With h2 named here the server is set up for it even if its plain door
		// opens first; else it would offer h2 and not speak it.
		s.http.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: s.shown.Get, NextProtos: []string{"h2", "http/1.1"}}
	}
	return s, nil
}

// patience is how long the service waits at its end for what is under way.
const patience = time.Second

// run serves at the doors until ctx ends, then ends cleanly: what runs
// beside it (begun) gets a moment to notice.
func (s *service) run(ctx context.Context, doors []door, begun <-chan struct{}) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	failed := make(chan error, len(doors))
	for _, d := range doors {
		go func() { failed <- d.serve(s.http) }()
	}
	nightly := make(chan struct{})
	go func() {
		defer close(nightly)
		plan := func() store.Plan { return store.Plan(s.settings().Backups) }
		s.store.BackUpNightly(ctx, store.Clock{Now: time.Now, After: time.After, Plan: plan}, func(err error) { s.log.Error("a backup failed and is tried again later", "error", err) })
	}()
	dark := make(chan struct{})
	go func() {
		defer close(dark)
		s.lit(ctx)
	}()
	held := make(chan struct{})
	go func() {
		defer close(held)
		ticks := time.NewTicker(adjusts)
		defer ticks.Stop()
		s.steady.run(ctx, ticks.C)
	}()
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		s.table.Run(ctx)
	}()
	var err error
	select {
	case err = <-failed:
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
	<-dark
	<-held
	// Reading or teaching can't be broken off: whoever is at it when the time is
	// up is left alone, and ends with the program.
	closed := make(chan error, 1)
	go func() {
		<-begun
		<-watched
		closed <- s.eye.Close()
	}()
	select {
	case failed := <-closed:
		err = errors.Join(err, failed)
	case <-end.Done():
	}
	return errors.Join(err, s.closeCamera(), s.store.Close())
}
