// Package doctor says what is wrong with a machine for this job, and the
// command that mends it. It looks at files below a root folder, which tests
// make up, and asks a few probes; it changes nothing, and knows no pictures and
// no database.
package doctor

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"harbormaster/hardware/display"
)

// State is how a check ended.
type State string

// The states.
const (
	OK    State = "ok"
	Note  State = "note"  // worth knowing; nothing that was asked for is missing
	Wrong State = "wrong" // something that is needed doesn't work
)

// Line is what one check says.
type Line struct {
	Key    string         `json:"key"`   // stable, such as "spi.off"
	Check  string         `json:"check"` // the name of the check
	State  State          `json:"state"`
	Text   string         `json:"text"`
	Mend   string         `json:"mend,omitempty"` // a command, or what to do by hand
	Params map[string]any `json:"params,omitempty"`
}

// Report is what all checks say, in the order in which people meet troubles.
type Report struct {
	Healthy bool      `json:"healthy"` // nothing is wrong
	At      time.Time `json:"at"`
	Lines   []Line    `json:"checks"`
}

// Wants is what the config asks for.
type Wants struct {
	Camera   string // "rpicam:", "v4l2:/dev/v4l/by-id/...", a folder's address; "": none
	Displays []display.Settings
	Data     string // folder
	Listen   string // address of the service, "host:port"
	TLS      bool   // it speaks https there
}

// drives reports whether a display of that driver is asked for.
func (w Wants) drives(driver string) bool {
	return slices.ContainsFunc(w.Displays, func(s display.Settings) bool { return s.Driver == driver })
}

// User is who runs the service.
type User struct {
	Name   string
	ID     int
	Groups []int // in force for this process
}

// Figures are what the eye says of a picture of the table.
type Figures struct {
	Sharpness  float64 // variance of the Laplacian of the gray picture (0..255), about 1300 px wide
	Brightness float64 // mean of the gray picture, 0..1
	Glare      float64 // share of pixels that are clipped in all colors, 0..1
}

// Machine is what is looked at. Root, User, Now and Free must be set; a probe
// that is nil isn't made, and its line says so or is left out.
type Machine struct {
	Root     string // stands for /
	Wants    Wants
	User     User
	Hostname string
	Now      func() time.Time
	// Free returns how many bytes are free and how many there are on the file
	// system of a path, which is given as below Root.
	Free      func(path string) (free, total uint64, err error)
	Addresses func() []netip.Addr // by which others reach the machine
	// Display shows a moment of light on a display; an error says why it can't.
	Display  func(context.Context, display.Settings) error
	Picture  func(context.Context) (Figures, error)
	Database func(context.Context) error

	open func(path string, flag int) error // in tests, which root runs as well; nil: the file system
}

// Examine runs all checks.
func (m Machine) Examine(ctx context.Context) Report {
	r := Report{Healthy: true, At: m.Now().UTC().Truncate(time.Second)}
	for _, check := range []func(context.Context) []Line{
		m.model, m.camera, m.picture, m.groups, m.spi, m.i2c, m.displays, m.power, m.temperature,
		m.disk, m.card, m.database, m.clock, m.network,
	} {
		r.Lines = append(r.Lines, check(ctx)...)
	}
	for _, l := range r.Lines {
		r.Healthy = r.Healthy && l.State != Wrong
	}
	return r
}

// Problem returns the report's faults in one sentence; "" if it is healthy.
func (r Report) Problem() string {
	var faults []string
	for _, l := range r.Lines {
		if l.State == Wrong {
			faults = append(faults, l.Check+": "+l.Text)
		}
	}
	return strings.Join(faults, "; ")
}

// say makes a line. Pairs are parameter names and values in turn.
func say(check string, state State, key, text, mend string, pairs ...any) Line {
	l := Line{Key: key, Check: check, State: state, Text: text, Mend: mend}
	for i := 0; i+1 < len(pairs); i += 2 {
		if l.Params == nil {
			l.Params = map[string]any{}
		}
		l.Params[pairs[i].(string)] = pairs[i+1]
	}
	return l
}

// asked is the state of something that is missing: wrong only if it is needed.
func asked(needed bool) State {
	if needed {
		return Wrong
	}
	return Note
}

// at returns where a path of the machine is below the root.
func (m Machine) at(path string) string { return filepath.Join(m.Root, path) }

// exists reports whether there is something at a path. A link by whose target
// nothing is doesn't count.
func (m Machine) exists(path string) bool {
	_, err := os.Stat(m.at(path))
	return err == nil
}

// text returns the first line of a small file, without blanks and zeros around
// it; "" if there is none.
func (m Machine) text(path string) string {
	data, err := m.read(path)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(data), "\n")
	return strings.Trim(line, " \t\r\x00")
}

// mostRead bounds what is read of a file: all of those looked at are small.
const mostRead = 1 << 20

func (m Machine) read(path string) ([]byte, error) {
	f, err := os.Open(m.at(path))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("it is a folder")}
	}
	data, err := io.ReadAll(io.LimitReader(f, mostRead))
	if err != nil && len(data) == 0 {
		return nil, err
	}
	return data, nil
}

// glob returns the paths of the machine that match, in order.
func (m Machine) glob(pattern string) []string {
	found, err := filepath.Glob(m.at(pattern))
	if err != nil {
		return nil // only for a malformed pattern, and all are ours
	}
	for i, f := range found {
		rel, err := filepath.Rel(m.Root, f)
		if err != nil {
			return nil
		}
		found[i] = "/" + rel
	}
	return found
}

// may reports whether the device at a path can be opened by this process.
func (m Machine) may(path string, flag int) error {
	if m.open != nil {
		return m.open(path, flag)
	}
	f, err := os.OpenFile(m.at(path), flag, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// isPi reports whether the machine is a Raspberry Pi.
func (m Machine) isPi() bool {
	return strings.HasPrefix(m.text("/proc/device-tree/model"), "Raspberry Pi")
}

func (m Machine) model(context.Context) []Line {
	const check = "machine"
	model := m.text("/proc/device-tree/model")
	switch {
	case m.isPi():
		return []Line{say(check, OK, "machine.pi", model, "", "model", model)}
	case model != "":
		return []Line{say(check, Note, "machine.other", "this is a "+model+", not a Raspberry Pi: cameras and displays are looked for all the same", "", "model", model)}
	}
	return []Line{say(check, Note, "machine.none", "this machine isn't a Raspberry Pi: it has no camera port and no pins for displays; demo, reading pictures and scoring work here as well", "")}
}
