package camera

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"sync"

	"gocv.io/x/gocv"
)

// device is a USB camera, or another one that the kernel shows as a video
// device. It is known by its lasting name, since numbers change.
type device struct {
	settings Settings
	root     string
	open     func(file string) (video, error)

	id string // its name below /dev/v4l/by-id, once that is known; the running goroutine's

	mu      sync.Mutex
	running *session  // nil: it isn't open
	fixed   []control // what is locked
}

// session is a device that is open. Only its goroutine may touch the device.
type session struct {
	requests chan request
	ended    chan struct{}
}

// request is something to be done between two pictures.
type request struct {
	do   func(video) error
	done chan error // holds one
}

// video is an open video device or stream. One goroutine uses it.
type video interface {
	// set asks for a value, and get says what it is then; -1: there is no such
	// property. Only get tells whether it was set.
	set(gocv.VideoCaptureProperties, float64)
	get(gocv.VideoCaptureProperties) float64
	// grab waits for the next picture; false: it has gone.
	grab() bool
	// picture returns the one grabbed, as a JPEG.
	picture() ([]byte, error)
	close() error
}

func newDevice(s Settings, root string) *device {
	return &device{settings: s, root: root, open: func(file string) (video, error) { return openVideo(file, gocv.VideoCaptureV4L2) }}
}

// mostSpoiled is how many pictures in a row may be none: the first ones of many
// a webcam are cut off.
const mostSpoiled = 30

func (d *device) run(ctx context.Context, to sink) error {
	file, err := d.find()
	if err != nil {
		return err
	}
	v, err := d.open(file)
	if err != nil {
		return &Fault{"camera.busy", fmt.Sprintf("the camera %s can't be opened: it is in use, or gives no pictures that are understood", d.settings.Device), "end what else uses it: sudo fuser -v " + d.settings.Device + "; or set camera to another device of it, see: harbormaster cameras"}
	}
	s := &session{make(chan request), make(chan struct{})}
	notes := d.begin(s, v)
	defer func() {
		d.mu.Lock()
		d.running = nil
		d.mu.Unlock()
		close(s.ended)
		_ = v.close() // its pictures are over
	}()
	to.note(strings.Join(notes, "; "))
	for spoiled := 0; ; {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case r := <-s.requests:
			r.done <- r.do(v)
		default:
		}
		if !v.grab() {
			return &Fault{"camera.gone", "the camera " + d.settings.Device + " gives no more pictures: it was unplugged, or lacks power", "plug it in again, on a Pi without a hub; look at the end of: sudo dmesg"}
		}
		data, err := v.picture()
		var size Size
		if err == nil {
			size, err = Check(data)
		}
		if err == nil {
			spoiled = 0
			to.give(Picture{Data: data}, size)
			continue
		}
		if spoiled++; spoiled > mostSpoiled {
			return &Fault{"camera.no-jpegs", fmt.Sprintf("the camera %s gives no whole pictures: %v", d.settings.Device, err), "use a shorter cable, another port, or a smaller size, as in camera: v4l2:" + d.settings.Device + "?size=1280x720"}
		}
	}
}

// find returns the device file to open.
func (d *device) find() (string, error) {
	name := d.settings.Device
	if d.id != "" { // under its number may be another camera by now
		name = d.id
	}
	if err := mayOpen(d.root, name); err != nil {
		return "", err
	}
	if d.id == "" {
		if lasting := LastingName(d.root, name); lasting != name {
			d.id = lasting
		}
	}
	return filepath.Join(d.root, name), nil
}

// begin sets an opened device up, with what was locked before it was lost. It
// returns what the device wouldn't take, for people.
func (d *device) begin(s *session, v video) (notes []string) {
	const mjpg = 'M' | 'J'<<8 | 'P'<<16 | 'G'<<24
	v.set(gocv.VideoCaptureFOURCC, mjpg)
	jpegs := v.get(gocv.VideoCaptureFOURCC) == mjpg
	if d.settings.Width > 0 {
		v.set(gocv.VideoCaptureFrameWidth, float64(d.settings.Width))
		v.set(gocv.VideoCaptureFrameHeight, float64(d.settings.Height))
		if w, h := v.get(gocv.VideoCaptureFrameWidth), v.get(gocv.VideoCaptureFrameHeight); w != float64(d.settings.Width) || h != float64(d.settings.Height) {
			notes = append(notes, fmt.Sprintf("the camera gives %.0fx%.0f pixels instead of %dx%d", w, h, d.settings.Width, d.settings.Height))
		}
	}
	if d.settings.Rate > 0 {
		v.set(gocv.VideoCaptureFPS, math.Max(1, math.Round(d.settings.Rate)))
		if rate := v.get(gocv.VideoCaptureFPS); math.Abs(rate-d.settings.Rate) > 0.5 {
			notes = append(notes, fmt.Sprintf("the camera gives %g pictures a second instead of %g", rate, d.settings.Rate))
		}
	}
	// Some drivers insist on more than one buffer. That is as well, since here
	// they are emptied as fast as they fill.
	v.set(gocv.VideoCaptureBufferSize, 1)
	if jpegs { // last, since all before sets the device up anew
		v.set(gocv.VideoCaptureConvertRGB, 0)
		jpegs = v.get(gocv.VideoCaptureConvertRGB) == 0
	}
	if !jpegs {
		notes = append(notes, "the camera gives no JPEGs; they are made here, which takes more of the processor")
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.running = s
	for _, c := range d.fixed {
		if err := c.apply(v); err != nil {
			notes = append(notes, err.Error())
		}
	}
	return notes
}

// control is something that a camera sets by itself unless it is told not to.
type control struct {
	name        string
	auto, value gocv.VideoCaptureProperties // auto is -1 where there is no switch
	manual      float64                     // what auto is set to for locking
	automatic   float64                     // what it was before
	now         float64                     // the value
}

// controls are those that change what pictures look like.
func controls() []control {
	const none = -1
	return []control{
		{name: "exposure", auto: gocv.VideoCaptureAutoExposure, value: gocv.VideoCaptureExposure, manual: 1, automatic: 3}, // V4L2's numbers
		{name: "gain", auto: none, value: gocv.VideoCaptureGain},
		{name: "white balance", auto: gocv.VideoCaptureAutoWB, value: gocv.VideoCaptureWBTemperature, manual: 0, automatic: 1},
		{name: "focus", auto: gocv.VideoCaptureAutoFocus, value: gocv.VideoCaptureFocus, manual: 0, automatic: 1},
	}
}

// read takes in what the camera uses; false: it has no such control.
func (c *control) read(v video) bool {
	c.now = v.get(c.value)
	if c.auto < 0 {
		return c.now >= 0
	}
	was := v.get(c.auto)
	if was >= 0 && was != c.manual {
		c.automatic = was
	}
	return was >= 0
}

// apply locks it at the value.
func (c *control) apply(v video) error {
	if c.auto >= 0 {
		v.set(c.auto, c.manual)
		if v.get(c.auto) != c.manual {
			return fmt.Errorf("the camera doesn't let its %s be locked", c.name)
		}
	}
	if c.now < 0 { // it has the switch alone
		return nil
	}
	v.set(c.value, c.now)
	if got := v.get(c.value); math.Abs(got-c.now) > 1 {
		return fmt.Errorf("the camera sets its %s to %g instead of %g", c.name, got, c.now)
	}
	return nil
}

func (d *device) lock(ctx context.Context) error {
	return d.ask(ctx, func(v video) error {
		var fixed []control
		for _, c := range controls() {
			if c.read(v) {
				fixed = append(fixed, c)
			}
		}
		var wrong []error
		for _, c := range fixed {
			if err := c.apply(v); err != nil {
				wrong = append(wrong, err)
			}
		}
		d.mu.Lock()
		d.fixed = fixed
		d.mu.Unlock()
		return errors.Join(wrong...)
	})
}

func (d *device) unlock(ctx context.Context) error {
	return d.ask(ctx, func(v video) error {
		d.mu.Lock()
		fixed := d.fixed
		d.fixed = nil
		d.mu.Unlock()
		var wrong []error
		for _, c := range fixed {
			if c.auto < 0 {
				continue
			}
			v.set(c.auto, c.automatic)
			if v.get(c.auto) != c.automatic {
				wrong = append(wrong, fmt.Errorf("the camera doesn't set its %s by itself again", c.name))
			}
		}
		return errors.Join(wrong...)
	})
}

// ask has the device's own goroutine do something between two pictures.
func (d *device) ask(ctx context.Context, do func(video) error) error {
	d.mu.Lock()
	s := d.running
	d.mu.Unlock()
	if s == nil {
		return errAway
	}
	r := request{do, make(chan error, 1)}
	select {
	case s.requests <- r:
		return <-r.done // it is done at once
	case <-s.ended:
		return errAway
	case <-ctx.Done():
		return fmt.Errorf("wait for the camera: %w", ctx.Err())
	}
}
