// Package config reads the settings of the service: defaults, then the file,
// then the environment, then flags. It turns bytes into values and says what
// is wrong with them; it opens no file and starts nothing.
package config

import (
	_ "embed" // the commented file
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Commented is the file with all keys at their defaults, explained.
//
//go:embed config.yaml
var Commented []byte

// Config are the settings of the service.
type Config struct {
	Listen   string // address of the service
	Data     string // folder; "" to be chosen
	TLS      TLS
	Access   Access
	Backups  Backups
	Log      Log
	Profile  string   // folder; "": below Data
	Camera   string   // kind:place; "": none
	Displays []string // kind:place
}

// TLS is how https is served.
type TLS struct {
	Mode        string // Off, SelfMade or Own
	Certificate string // PEM file
	Key         string // PEM file
	HTTP        string // address for plain http beside it; "": none
}

// Modes of TLS.
const (
	Off      = "off"
	SelfMade = "self-made"
	Own      = "own"
)

// Access is who may come in.
type Access struct {
	Open  bool // everybody may read scores
	Local bool // the machine itself may pair without a PIN
	Hosts []string
}

// Backups are the nightly ones.
type Backups struct {
	Keep int // how many
	Hour int // 0 to 23, local time
}

// Log is how much is logged.
type Log struct {
	Level string // debug, info, warn, error
}

// Default returns the settings of somebody who set nothing.
func Default() Config {
	return Config{
		Listen: ":8080", TLS: TLS{Mode: Off}, Access: Access{Open: true, Local: true},
		Backups: Backups{Keep: 14, Hour: 4}, Log: Log{Level: "info"},
	}
}

// Mistake is one wrong key or value.
type Mistake struct {
	Line int // in the file; 0: not from a file
	Text string
}

// Error returns what is wrong and where.
func (m Mistake) Error() string {
	if m.Line > 0 {
		return fmt.Sprintf("line %d: %s", m.Line, m.Text)
	}
	return m.Text
}

// Mistakes are all that is wrong with some settings, so that they can be
// mended in one go.
type Mistakes []Mistake

// Error returns all mistakes in one line.
func (m Mistakes) Error() string {
	var texts []string
	for _, one := range m {
		texts = append(texts, one.Error())
	}
	return strings.Join(texts, "; ")
}

// Check returns what can't be right about settings as a whole.
func (c Config) Check() error {
	var m Mistakes
	if c.TLS.Mode == Own && (c.TLS.Certificate == "" || c.TLS.Key == "") {
		m = append(m, Mistake{Text: "tls.mode own needs tls.certificate and tls.key"})
	}
	if c.TLS.Mode != Own && (c.TLS.Certificate != "" || c.TLS.Key != "") {
		m = append(m, Mistake{Text: `tls.certificate and tls.key are only used with tls.mode own`})
	}
	if c.TLS.Mode == Off && c.TLS.HTTP != "" {
		m = append(m, Mistake{Text: "tls.http is only used with https: set tls.mode, or only listen"})
	}
	if c.TLS.HTTP != "" && c.TLS.HTTP == c.Listen {
		m = append(m, Mistake{Text: "listen and tls.http must not be the same address"})
	}
	if len(m) > 0 {
		return m
	}
	return nil
}

// Changed compares two settings: the keys that can change while the service
// runs, and those that wait for a restart.
func Changed(old, now Config) (live, restart []string) {
	for _, k := range keys {
		if reflect.DeepEqual(deref(k.of(&old)), deref(k.of(&now))) {
			continue
		}
		if k.live {
			live = append(live, k.name)
		} else {
			restart = append(restart, k.name)
		}
	}
	slices.Sort(live)
	slices.Sort(restart)
	return live, restart
}

func deref(pointer any) any { return reflect.ValueOf(pointer).Elem().Interface() }
