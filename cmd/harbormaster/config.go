package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"

	"harbormaster/access"
	"harbormaster/config"
)

// Places where the program looks unless told otherwise.
const (
	usualConfig = "/etc/harbormaster/config.yaml"
	usualData   = "/var/lib/harbormaster"
)

// settingsFlags are what every command takes that works on the service's settings.
type settingsFlags struct {
	Config string `placeholder:"FILE" help:"Config file; /etc/harbormaster/config.yaml unless told otherwise, if it is there. See serve --print-config."`
	Data   string `placeholder:"DIR" help:"Folder for the database and the admin password; /var/lib/harbormaster where that may be written, else below ~/.local/state."`
}

// read returns the settings: defaults, file, environment, flags. Doubts are
// about what may be meant for somebody else.
func (f settingsFlags) read(flags map[string]string) (c config.Config, doubts []string, err error) {
	c = config.Default()
	file := f.Config
	if file == "" {
		file = usualConfig
	}
	data, err := os.ReadFile(file)
	switch {
	case f.Config == "" && errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return c, nil, fmt.Errorf("read the config: %w", err)
	default:
		if c, err = c.Read(data); err != nil {
			return c, nil, fmt.Errorf("read the config %s: %w", file, err)
		}
	}
	if c, doubts, err = c.Environment(os.Environ()); err != nil {
		return c, nil, err
	}
	for name, text := range flags {
		if text == "" {
			continue
		}
		if c, err = c.Set(name, text); err != nil {
			return c, nil, usageError("--" + name + ": " + err.Error())
		}
	}
	if f.Data != "" {
		c.Data = f.Data
	}
	if c.Data == "" {
		c.Data = dataFolder(os.Getenv, mayWrite)
	}
	if err := c.Check(); err != nil {
		return c, nil, fmt.Errorf("read the config: %w", err)
	}
	return c, doubts, nil
}

// dataFolder is where data goes that nobody gave a folder for.
func dataFolder(getenv func(string) string, mayWrite func(string) bool) string {
	if mayWrite(usualData) {
		return usualData
	}
	state := getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(state) { // as the XDG rules have it
		home := getenv("HOME")
		if home == "" {
			return usualData // its error says what to do
		}
		state = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(state, "harbormaster")
}

func mayWrite(dir string) bool {
	const write = 2 // W_OK
	info, err := os.Stat(dir)
	return err == nil && info.IsDir() && syscall.Access(dir, write) == nil
}

func profileFolder(c config.Config) string {
	if c.Profile != "" {
		return c.Profile
	}
	return filepath.Join(c.Data, "profile")
}

func accessSettings(c config.Config) access.Settings {
	host, err := os.Hostname()
	if err != nil {
		host = "" // then by address, and by the names of the config
	}
	return access.Settings{Open: c.Access.Open, Local: c.Access.Local, Names: access.MachineNames(host, c.Access.Hosts)}
}

func logLevel(c config.Config) slog.Level {
	var l slog.Level
	if err := l.UnmarshalText([]byte(c.Log.Level)); err != nil {
		return slog.LevelInfo // the config lets no other words through
	}
	return l
}
