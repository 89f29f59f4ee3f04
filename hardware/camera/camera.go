// Package camera gives the newest picture of the table, from whatever an
// address names: a USB camera, the Pi's camera port, an IP camera or a phone, a
// folder of recorded pictures, or pictures that somebody uploads. Pictures go on
// as the encoded bytes that the camera gave; what is on them is none of its
// business. Nobody waits for a slow reader: the newest picture wins. A camera
// that is lost is opened again, with growing pauses.
package camera

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Picture is one picture as the camera gave it.
type Picture struct {
	Data   []byte    // an encoded JPEG, or a PNG; whoever gets it doesn't change it
	Name   string    // of the file, from a folder or an upload; else ""
	At     time.Time // when it was taken, as far as is known
	Number int64     // counts up from 1 in one Camera
	Loop   int       // how often a folder with ?loop has begun anew
}

// Clock is the time as a camera sees it.
type Clock struct {
	Now   func() time.Time
	After func(time.Duration) <-chan time.Time
}

// Options are what a camera needs besides its address. The zero value is right
// for this machine.
type Options struct {
	Clock Clock        // zero: the machine's
	Log   *slog.Logger // told when the camera is lost and found; nil: nobody
	Root  string       // folder that stands for /, for devices and programs; "": /
}

// Status is how a camera is doing.
type Status string

// The statuses.
const (
	Starting Status = "starting" // there was no picture yet, and no error
	OK       Status = "ok"       // pictures come, or wait to be uploaded
	Lost     Status = "lost"     // it is tried again and again
	Ended    Status = "ended"    // it was closed
)

// State is how a camera is doing, for people and pages.
type State struct {
	Address string    `json:"address"` // without password or query of an IP camera
	Kind    string    `json:"kind"`    // as in the address: v4l2, rpicam, http, https, rtsp, dir, upload
	Status  Status    `json:"status"`
	Since   time.Time `json:"since"` // when it came to this status
	// Error says why it is lost; Mend how to mend it; Key names the fault for
	// pages that speak other languages. Empty unless it is lost.
	Error string `json:"error,omitempty"`
	Mend  string `json:"mend,omitempty"`
	Key   string `json:"key,omitempty"`
	// Note says what the camera wouldn't be set to, though it works.
	Note string `json:"note,omitempty"`
	// Pictures counts those that came; Dropped those of them that a newer one
	// replaced before anybody asked for one.
	Pictures int64     `json:"pictures"`
	Dropped  int64     `json:"dropped"`
	Last     time.Time `json:"last,omitzero"` // when the newest picture was taken
	// Width and Height of the newest picture in px, as it is stored (before any
	// turn that EXIF asks for); 0: not known.
	Width  int `json:"width,omitempty"`
	Height int `json:"height,omitempty"`
}

// Errors that callers may look for.
var (
	// ErrClosed is what Next returns of a closed camera.
	ErrClosed = errors.New("the camera is closed")
	// ErrNoLock is what Lock returns where nothing can be locked from here.
	ErrNoLock = errors.New("exposure, white balance and focus of this camera can't be locked from here: lock them in its own settings")
)

// Camera runs a source of pictures and keeps its newest one only. Its methods
// may be called from several goroutines.
type Camera struct {
	settings Settings
	clock    Clock
	log      *slog.Logger
	source   source
	stop     context.CancelFunc
	done     chan struct{} // closed when the source has ended
	wanted   chan struct{} // holds one if somebody waits for a picture

	mu      sync.Mutex
	state   State
	newest  Picture
	taken   int64         // the highest number that Next has returned
	news    chan struct{} // closed at the next picture, and at the end
	changed chan struct{} // closed at the next change of the status
}

// source is one kind of camera.
type source interface {
	// run opens the camera and gives its pictures until it is lost, which it
	// returns the reason of, or until ctx ends. It leaves nothing open. It is
	// called again after a pause.
	run(ctx context.Context, to sink) error
}

// locker is a source whose exposure, white balance and focus can be locked as
// they are, and left to the camera again.
type locker interface {
	lock(ctx context.Context) error
	unlock(ctx context.Context) error
}

// sink takes a source's pictures.
type sink interface {
	// give hands on a picture that Check takes, with its size. The source doesn't
	// touch it any more.
	give(Picture, Size)
	// note says what the camera wouldn't be set to; "": all is as asked.
	note(string)
	// want tells that somebody waits for a newer picture.
	want() <-chan struct{}
	// after is the clock's.
	after(time.Duration) <-chan time.Time
	// now is the time.
	now() time.Time
}

// Open starts the camera at an address; see Parse. An error says what is wrong
// with the address. The camera itself may be away: that is in its State, and it
// is looked for until the Camera is closed.
func Open(address string, o Options) (*Camera, error) {
	settings, err := Parse(address)
	if err != nil {
		return nil, err
	}
	return start(settings, settings.source(o.Root), o), nil
}

// start runs a source.
func start(settings Settings, s source, o Options) *Camera {
	ctx, stop := context.WithCancel(context.Background())
	c := &Camera{settings: settings, clock: o.Clock, log: o.Log, source: s, stop: stop,
		done: make(chan struct{}), wanted: make(chan struct{}, 1), news: make(chan struct{}), changed: make(chan struct{})}
	if c.clock.Now == nil {
		c.clock = Clock{Now: time.Now, After: time.After}
	}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	c.state = State{Address: settings.Address, Kind: settings.Kind, Status: Starting, Since: c.clock.Now()}
	if settings.Kind == "upload" { // there is nothing to find
		c.state.Status = OK
	}
	go c.run(ctx)
	return c
}

// Next waits for a picture with a number above after, and returns the newest.
// It returns the error of ctx, or ErrClosed.
func (c *Camera) Next(ctx context.Context, after int64) (Picture, error) {
	for {
		c.mu.Lock()
		p, news, ended := c.newest, c.news, c.state.Status == Ended
		if p.Number > after && !ended {
			c.taken = max(c.taken, p.Number)
			c.mu.Unlock()
			return p, nil
		}
		c.mu.Unlock()
		if ended {
			return Picture{}, ErrClosed
		}
		select {
		case c.wanted <- struct{}{}:
		default:
		}
		select {
		case <-ctx.Done():
			return Picture{}, ctx.Err()
		case <-news:
		}
	}
}

// Newest returns the newest picture without waiting; ok is false if there is none yet.
func (c *Camera) Newest() (p Picture, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.taken = max(c.taken, c.newest.Number)
	return c.newest, c.newest.Number > 0
}

// State returns how the camera is doing.
func (c *Camera) State() State {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state
}

// Changed returns a channel that is closed at the next change of the state's
// status or error. Ask for it before the State that it is compared with.
func (c *Camera) Changed() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.changed
}

// Put makes a picture that somebody uploaded the newest one, whatever kind of
// camera this is, and returns it with its number. Its time is now unless given.
// What is no whole JPEG or PNG is refused.
func (c *Camera) Put(p Picture) (Picture, error) {
	size, err := Check(p.Data)
	if err != nil {
		return Picture{}, err
	}
	p.Loop = 0
	return c.take(p, size, false)
}

// Lock locks exposure, white balance and focus as they are now, and keeps them
// so when the camera is lost and found. Of a folder and of uploads there is
// nothing to lock. It returns ErrNoLock where that can't be done from here, and
// else what the camera refused.
func (c *Camera) Lock(ctx context.Context) error { return c.locked(ctx, locker.lock) }

// Unlock leaves exposure, white balance and focus to the camera again, as
// before a new calibration. Its errors are those of Lock.
func (c *Camera) Unlock(ctx context.Context) error { return c.locked(ctx, locker.unlock) }

func (c *Camera) locked(ctx context.Context, do func(locker, context.Context) error) error {
	switch s := c.source.(type) {
	case locker:
		return do(s, ctx)
	case *folder, *upload:
		return nil
	}
	return ErrNoLock
}

// patience is how long Close waits for a device that hangs. Its goroutine ends
// when the device answers.
const patience = 2500 * time.Millisecond

// Close ends the camera with all that belongs to it: process, connection,
// goroutines. It returns an error if a device doesn't let go of it in time.
func (c *Camera) Close() error {
	c.stop()
	c.mu.Lock()
	if c.state.Status != Ended {
		c.become(Ended, nil)
		close(c.news)
	}
	c.mu.Unlock()
	select {
	case <-c.done:
		return nil
	default:
	}
	select {
	case <-c.done:
		return nil
	case <-c.clock.After(patience):
		return fmt.Errorf("close the camera %s: it still hasn't answered after %v", c.settings.Address, patience)
	}
}
