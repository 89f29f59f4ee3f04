package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	_ "image/png" // pictures may be PNGs
	"io"
	"os"
	"os/user"
	"strconv"
	"strings"
	"syscall"
	"time"

	"harbormaster/config"
	"harbormaster/doctor"
	"harbormaster/hardware/camera"
	"harbormaster/hardware/display"
	"harbormaster/hardware/host"
	"harbormaster/store"
)

type doctorCommand struct {
	settingsFlags
	Picture string `placeholder:"FILE" help:"A picture of the table from the camera: judge its sharpness, light and glare."`
	Bundle  string `placeholder:"FILE.zip" help:"Write a file for whoever helps: this report, the machine, the config and the log, without passwords."`
	JSON    bool   `name:"json" help:"Print one JSON document."`
	Root    string `hidden:"" default:"/" help:"Folder that stands for the machine's root, for tests."`
}

// Run examines the machine. It is an error if something that is needed doesn't work.
func (c *doctorCommand) Run(p *program) error {
	settings, doubts, configErr := c.read(nil)
	if configErr != nil {
		settings = config.Default()
		settings.Data = dataFolder(os.Getenv, mayWrite)
	}
	if settings.Camera == "" {
		// Whether the database can be read at all is a line of the report.
		if kept, err := store.SettingsIn(context.Background(), settings.Data); err == nil {
			settings.Camera = chosenCamera(kept)
		}
	}
	displays, displaysErr := parseDisplays(settings.Displays)
	m := c.machine(settings, displays)
	report := m.Examine(context.Background())
	report.Lines = append(configLines(configErr, displaysErr, doubts), report.Lines...)
	report.Healthy = report.Healthy && configErr == nil && displaysErr == nil
	if c.Bundle != "" {
		if err := c.bundle(m, report, settings); err != nil {
			return fmt.Errorf("write the bundle: %w", err)
		}
	}
	if c.JSON {
		if err := p.printJSON(report); err != nil {
			return err
		}
	} else if err := report.Write(p.out); err != nil {
		return err
	}
	if c.Bundle != "" && !c.JSON {
		fmt.Fprintf(p.out, "\nwritten to %s; look through it before you give it away\n", c.Bundle)
	}
	if !report.Healthy {
		return fmt.Errorf("%s (how to mend it is in the report)", report.Problem())
	}
	return nil
}

// configLines say what is wrong with the config.
func configLines(configErr, displaysErr error, doubts []string) []doctor.Line {
	const check = "config"
	const mend = "mend the file, then: sudo systemctl restart harbormaster; harbormaster serve --print-config shows a right one"
	var lines []doctor.Line
	for _, err := range []error{configErr, displaysErr} {
		if err != nil {
			lines = append(lines, doctor.Line{Key: "config.wrong", Check: check, State: doctor.Wrong, Text: strings.ReplaceAll(err.Error(), "\n", "; "), Mend: mend})
		}
	}
	for _, d := range doubts {
		lines = append(lines, doctor.Line{Key: "config.doubt", Check: check, State: doctor.Note, Text: d})
	}
	if len(lines) == 0 {
		lines = append(lines, doctor.Line{Key: "config.good", Check: check, State: doctor.OK, Text: "the config has no mistakes"})
	}
	return lines
}

// machine is this one, or what a test made up.
func (c *doctorCommand) machine(settings config.Config, displays []display.Settings) doctor.Machine {
	m := thisMachine(settings, displays)
	m.Root = c.Root
	if c.Picture != "" {
		m.Picture = func(context.Context) (doctor.Figures, error) {
			img, err := openPicture(c.Picture)
			if err != nil {
				return doctor.Figures{}, err
			}
			return doctor.Judge(img), nil
		}
	} else if _, err := camera.Parse(settings.Camera); err == nil && settings.Camera != "upload:" { // of uploads none comes by itself
		m.Picture = func(ctx context.Context) (doctor.Figures, error) {
			p, err := takePicture(ctx, settings.Camera, c.Root)
			if err != nil {
				return doctor.Figures{}, err
			}
			return judge(p.Data)
		}
	}
	if c.Root == "/" {
		m.Display = tryDisplay
		m.Database = func(ctx context.Context) error { return store.Inspect(ctx, settings.Data) }
	}
	return m
}

// thisMachine is the one the program runs on, with what the config asks for.
func thisMachine(settings config.Config, displays []display.Settings) doctor.Machine {
	m := doctor.Machine{Root: "/", Now: time.Now, Free: freeBytes, Addresses: machineAddresses, User: whoAmI(),
		Wants: doctor.Wants{Camera: settings.Camera, Displays: displays, Data: settings.Data, Listen: settings.Listen, TLS: settings.TLS.Mode != config.Off}}
	if name, err := os.Hostname(); err == nil {
		m.Hostname = name
	}
	return m
}

// judged is how wide the newest picture is when it is judged, in pixels.
const judged = 1300

func judge(picture []byte) (doctor.Figures, error) {
	img, _, err := image.Decode(bytes.NewReader(picture))
	if err != nil {
		return doctor.Figures{}, fmt.Errorf("read the picture: %w", err)
	}
	return doctor.Judge(img), nil
}

// judgeLines says whether a picture is sharp and lit well enough.
func judgeLines(picture []byte) (any, error) {
	f, err := judge(picture)
	if err != nil {
		return nil, err
	}
	return f.Lines(), nil
}

// examine is the doctor's report from within the service, which drives the
// displays already and knows how they are doing.
func (s *service) examine(ctx context.Context) any {
	_, r := s.examined(ctx)
	return r
}

func (s *service) examined(ctx context.Context) (doctor.Machine, doctor.Report) {
	settings := s.settings()
	displays, err := parseDisplays(settings.Displays)
	settings.Camera = s.wantedCamera()
	m := thisMachine(settings, displays)
	m.Database = s.store.Check
	if fault := s.lostCamera(); fault != nil { // whatever picture there is, it is an old one
		m.Picture = func(context.Context) (doctor.Figures, error) { return doctor.Figures{}, fault }
	} else if data, _, err := s.eye.Picture(judged); err == nil { // else there is none yet
		m.Picture = func(context.Context) (doctor.Figures, error) { return judge(data) }
	}
	m.Display = func(_ context.Context, wanted display.Settings) error {
		for _, d := range s.displays.Status() {
			if d.Address == wanted.Address && d.Error != "" {
				return errors.New(d.Error)
			}
		}
		return nil
	}
	r := m.Examine(ctx)
	r.Lines = append(configLines(nil, err, nil), r.Lines...)
	return m, r
}

// lostCamera says why the service's camera is lost; nil: it isn't, or there is none.
func (s *service) lostCamera() error {
	c := s.watched()
	if c == nil {
		return nil
	}
	is := c.State()
	if is.Status != camera.Lost {
		return nil
	}
	return &camera.Fault{Key: is.Key, Text: is.Error, Mend: is.Mend}
}

// tryDisplay lights all of a display for a moment. Where the service drives it
// as well, that puts its own picture back within some seconds.
func tryDisplay(ctx context.Context, s display.Settings) error {
	const moment = 400 * time.Millisecond
	d, err := display.Open(s, host.Ports{}, io.Discard)
	if err != nil {
		return err
	}
	err = d.Show(s.Face.Lit(), s.Brightness)
	select {
	case <-ctx.Done():
	case <-time.After(moment):
	}
	return errors.Join(err, d.Close())
}

// freeBytes asks the file system of a path.
func freeBytes(path string) (free, total uint64, err error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(path, &s); err != nil {
		return 0, 0, &os.PathError{Op: "statfs", Path: path, Err: err}
	}
	size := uint64(s.Bsize) // its type differs between processors
	return s.Bavail * size, s.Blocks * size, nil
}

// whoAmI returns the user of this process, with the groups in force.
func whoAmI() doctor.User {
	u := doctor.User{Name: strconv.Itoa(os.Getuid()), ID: os.Getuid()}
	if me, err := user.Current(); err == nil {
		u.Name = me.Username
	}
	if groups, err := os.Getgroups(); err == nil {
		u.Groups = groups
	}
	u.Groups = append(u.Groups, os.Getgid())
	return u
}

// openPicture decodes a picture file.
func openPicture(file string) (image.Image, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("read the picture: %w", err)
	}
	defer f.Close()
	img, _, err := image.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("read the picture %s: %w", file, err)
	}
	return img, nil
}
