package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"harbormaster/access"
	"harbormaster/config"
)

type passwordCommand struct {
	Reset passwordResetCommand `cmd:"" help:"Make a new admin password for a data folder. A running service takes it at once, and ends all admin logins."`
}

type passwordResetCommand struct {
	settingsFlags
}

// Run makes a new password. It is only printed to a terminal: elsewhere it
// might end in a log.
func (c *passwordResetCommand) Run(p *program) error {
	settings, _, err := c.read(nil)
	if err != nil {
		return err
	}
	password, err := access.ResetPassword(settings.Data)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w (name the service's data folder with --data, or its config with --config)", err)
	}
	if err != nil {
		return err
	}
	file := filepath.Join(settings.Data, access.PasswordFile)
	if isTerminal(p.out) {
		_, err = fmt.Fprintf(p.out, "the new admin password: %s\nit is kept in %s\n", password, file)
	} else {
		_, err = fmt.Fprintf(p.out, "the new admin password is in %s\n", file)
	}
	return err
}

// isTerminal reports whether somebody sits at the other end.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// tellSecrets tells whoever sits at the terminal the admin password, if it was
// just made, and the PIN each time it changes. Without a terminal the output
// is a log, where they don't belong.
func (p *program) tellSecrets(ctx context.Context, s *service) {
	file := filepath.Join(s.settings().Data, access.PasswordFile)
	if !isTerminal(p.out) {
		if s.made != "" {
			s.log.Info("an admin password was made", "file", file)
		}
		return
	}
	if s.made != "" {
		fmt.Fprintf(p.out, "the admin password is %s (kept in %s)\n", s.made, file)
	}
	for {
		code := s.guard.Code()
		if list := s.addresses(); len(list) > 0 { // others can reach it
			fmt.Fprintf(p.out, "to pair a phone or tablet open %s/pair and type the PIN %s (good until %s)\n", list[0], code.Spaced(), code.Expires.Local().Format("15:04"))
		}
		select {
		case <-ctx.Done():
			return
		case <-code.Changed:
		case <-time.After(time.Until(code.Expires)):
		}
	}
}

type pinCommand struct {
	settingsFlags
	URL  string `placeholder:"URL" help:"Address of the service on this machine; by default the one in the config."`
	JSON bool   `name:"json" help:"Print one JSON document."`
}

// Run asks the service on this machine for the PIN.
func (c *pinCommand) Run(p *program) error {
	base := c.URL
	if base == "" {
		settings, _, err := c.read(nil)
		if err != nil {
			return err
		}
		if told, err := os.ReadFile(filepath.Join(settings.Data, addressFile)); err == nil {
			base = strings.TrimSpace(string(told))
		} else if base, err = localURL(settings); err != nil {
			return err
		}
	}
	// To this very machine: its certificate may be self-made.
	client := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	response, err := client.Get(base + "/api/v1/pairing")
	if err != nil {
		return fmt.Errorf("ask the service for the PIN: %w (is it running? systemctl status harbormaster; --url names another address)", err)
	}
	defer response.Body.Close()
	var said struct {
		PIN, URL string
		Expires  time.Time
		Error    struct{ Message, Hint string }
	}
	if err := json.NewDecoder(io.LimitReader(response.Body, 1<<16)).Decode(&said); err != nil {
		return fmt.Errorf("ask the service for the PIN: %s doesn't answer like ours: %w", base, err)
	}
	if response.StatusCode != http.StatusOK || len(said.PIN) != 6 {
		return fmt.Errorf("ask the service for the PIN: %s (%s; where access.local is false only paired devices see it)", said.Error.Message, said.Error.Hint)
	}
	if c.JSON {
		return p.printJSON(map[string]string{"pin": said.PIN, "url": said.URL, "expires": said.Expires.Format(time.RFC3339)})
	}
	_, err = fmt.Fprintf(p.out, "%s %s\n", said.PIN[:3], said.PIN[3:])
	if err == nil && said.URL != "" {
		_, err = fmt.Fprintf(p.out, "or open %s\n", said.URL)
	}
	return err
}

// addressFile is where a running service writes in its data folder how it is
// reached from this machine.
const addressFile = "address"

// tellAddress writes the address file; forget takes it away again.
func tellAddress(dir string, doors []door) (forget func(), err error) {
	file := filepath.Join(dir, addressFile)
	address := doors[0].url()
	if host, port, err := net.SplitHostPort(doors[0].Addr().String()); err == nil {
		if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
			address = strings.TrimSuffix(address, doors[0].Addr().String()) + net.JoinHostPort("127.0.0.1", port)
		}
	}
	if err := os.WriteFile(file, []byte(address+"\n"), 0o600); err != nil {
		return func() {}, fmt.Errorf("write the service's address: %w", err)
	}
	return func() { os.Remove(file) }, nil
}

// localURL is where the service of a config is reached from this machine by loopback.
func localURL(c config.Config) (string, error) {
	host, port, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return "", fmt.Errorf("find the service: %w", err)
	}
	scheme := "http://"
	if c.TLS.Mode != config.Off {
		scheme = "https://"
	}
	switch ip := net.ParseIP(host); {
	case host == "" || host == "localhost" || ip != nil && (ip.IsUnspecified() && ip.To4() != nil || ip.IsLoopback() && ip.To4() != nil):
		return scheme + "127.0.0.1:" + port, nil
	case ip != nil && (ip.IsUnspecified() || ip.IsLoopback()):
		return scheme + "[::1]:" + port, nil
	}
	return "", fmt.Errorf("find the service: it listens on %s alone, where it can't tell this machine from others; look at the score display or a paired page", c.Listen)
}
