package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"

	"harbormaster/config"
)

type serveCommand struct {
	settingsFlags
	Listen      string   `placeholder:"ADDR" help:"Address to listen on; :8080 unless the config says otherwise."`
	Display     []string `sep:"none" placeholder:"ADDR" help:"Score display, such as terminal: or max7219:SPI0.0?modules=4, instead of those in the config; may be given several times."`
	PrintConfig bool     `help:"Print a config file with all keys at their defaults, explained, and end."`
}

// Run serves until a signal ends it.
func (c *serveCommand) Run(p *program) error {
	if c.PrintConfig {
		_, err := p.out.Write(config.Commented)
		return err
	}
	ctx, stop := untilSignal()
	defer stop()
	read := func() (config.Config, []string, error) {
		settings, doubts, err := c.read(map[string]string{"listen": c.Listen})
		if len(c.Display) > 0 {
			settings.Displays = c.Display
		}
		return settings, doubts, err
	}
	settings, doubts, err := read()
	if err != nil {
		return err
	}
	for _, d := range doubts {
		fmt.Fprintln(p.err, "harbormaster: "+d)
	}
	return p.serve(ctx, settings, read, func(ctx context.Context, s *service) error { return s.letChoose(ctx) })
}

// untilSignal is done when somebody ends the program. Commands that serve ask
// for it first of all, so that a signal while they start ends them well too.
func untilSignal() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
}

// serve listens and runs the service until ctx ends. Read gives the
// config anew when SIGHUP asks for it; nil where there is none. Once it
// listens, begin is run beside it, if given; an error there ends the service.
func (p *program) serve(ctx context.Context, c config.Config, read func() (config.Config, []string, error), begin func(context.Context, *service) error) error {
	s, err := p.newService(ctx, c)
	if err != nil {
		return err
	}
	doors, err := listen(c)
	if err != nil {
		return errors.Join(err, s.eye.Close(), s.store.Close())
	}
	s.doors = doors
	for _, d := range doors {
		fmt.Fprintf(p.out, "listening on %s\n", d.url())
	}
	forget, err := tellAddress(c.Data, doors)
	if err != nil {
		s.log.Warn("harbormaster pin won't find the service without --url", "error", err)
	}
	defer forget()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if read != nil {
		go s.reloadOnSignal(ctx, read)
	}
	go p.tellSecrets(ctx, s)
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
	err = s.run(ctx, doors, begun)
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
		err = errors.Join(cause, err)
	}
	return err
}

// door is an address that the service listens on.
type door struct {
	net.Listener
	tls bool
}

// listen opens the doors that the config names: all of them, or none.
func listen(c config.Config) ([]door, error) {
	var doors []door
	open := func(address, key string, tls bool) error {
		l, err := net.Listen("tcp", address)
		if err != nil {
			for _, d := range doors {
				d.Close()
			}
			return fmt.Errorf("listen on %s: %w (is the service running already? choose another address with %s)", address, err, key)
		}
		doors = append(doors, door{l, tls})
		return nil
	}
	if err := open(c.Listen, "--listen, or listen in the config", c.TLS.Mode != config.Off); err != nil {
		return nil, err
	}
	if c.TLS.HTTP != "" {
		if err := open(c.TLS.HTTP, "tls.http in the config", false); err != nil {
			return nil, err
		}
	}
	return doors, nil
}

func (d door) url() string {
	if d.tls {
		return "https://" + d.Addr().String()
	}
	return "http://" + d.Addr().String()
}

func (d door) serve(h *http.Server) error {
	serve := h.Serve
	if d.tls {
		serve = func(l net.Listener) error { return h.ServeTLS(l, "", "") }
	}
	return fmt.Errorf("serve on %s: %w", d.Addr(), serve(d.Listener))
}

// reloadOnSignal rereads the config at each SIGHUP.
func (s *service) reloadOnSignal(ctx context.Context, read func() (config.Config, []string, error)) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGHUP)
	defer signal.Stop(signals)
	for {
		select {
		case <-ctx.Done():
			return
		case <-signals:
			s.reload(read())
		}
	}
}

// reload puts what can change into force, and says what waits for a restart. A
// config with mistakes changes nothing.
func (s *service) reload(c config.Config, doubts []string, err error) {
	for _, d := range doubts {
		s.log.Warn(d)
	}
	if err != nil {
		s.log.Error("the config has mistakes: everything stays as it was", "error", err)
		return
	}
	s.mu.Lock()
	before := s.config
	s.config.Access, s.config.Backups, s.config.Log = c.Access, c.Backups, c.Log
	s.mu.Unlock()
	changed, restart := config.Changed(before, c)
	s.guard.Change(accessSettings(c))
	s.level.Set(logLevel(c))
	if s.shown != nil {
		if err := s.shown.Reload(); err != nil {
			s.log.Error("the old certificate is shown on", "error", err)
		}
	}
	s.log.Info("the config was read again", "changed", changed)
	if len(restart) > 0 {
		s.log.Warn("some changes wait for a restart", "keys", restart)
	}
}
