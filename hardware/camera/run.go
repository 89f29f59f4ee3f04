package camera

import (
	"context"
	"errors"
	"time"
)

// How a lost camera is gone about.
const (
	firstPause   = time.Second      // before it is opened again
	longestPause = 30 * time.Second // after which the pauses don't grow
	// devicePause is the longest for a device file: looking for it costs nothing,
	// and whoever plugs a camera in looks at the page.
	devicePause = 4 * time.Second
	// steady is how long pictures must have come for the pauses to begin anew.
	steady = 10 * time.Second
	// silence is how long no picture may come from a camera that streams, beyond
	// the time between two pictures that was asked for.
	silence = 12 * time.Second
)

// Fault is why a camera is lost.
type Fault struct {
	Key  string // stable, such as "camera.missing"
	Text string // what is wrong
	Mend string // how to mend it: a command, or what to do by hand
}

// Error returns what is wrong and how to mend it.
func (f *Fault) Error() string {
	if f.Mend == "" {
		return f.Text
	}
	return f.Text + " (" + f.Mend + ")"
}

func (c *Camera) run(ctx context.Context) {
	defer close(c.done)
	longest := longestPause
	if c.settings.Kind == "v4l2" {
		longest = devicePause
	}
	var pause time.Duration
	for ctx.Err() == nil {
		began := c.clock.Now()
		err := c.once(ctx)
		if ctx.Err() != nil {
			return
		}
		if c.lastSince(began) >= steady {
			pause = 0
		}
		pause = min(max(2*pause, firstPause), longest)
		c.lost(err, pause)
		select {
		case <-ctx.Done():
		case <-c.clock.After(pause):
		}
	}
}

// lastSince returns how long after a time the newest picture came.
func (c *Camera) lastSince(began time.Time) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state.Last.Sub(began)
}

// once runs the source until it is lost. A source that streams and falls silent
// is stopped.
func (c *Camera) once(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r := running{Camera: c, beat: make(chan struct{}, 1)}
	if c.settings.streams() {
		watched := make(chan struct{})
		go func() {
			defer close(watched)
			r.watch(ctx, cancel)
		}()
		defer func() {
			cancel(nil)
			<-watched
		}()
	}
	err := c.source.run(ctx, r)
	var fault *Fault
	if errors.As(context.Cause(ctx), &fault) {
		return fault
	}
	return err
}

// running is a camera while its source runs.
type running struct {
	*Camera
	beat chan struct{} // holds one if a picture came
}

// watch stops the source when no picture comes.
func (r running) watch(ctx context.Context, cancel context.CancelCauseFunc) {
	longest := silence + r.settings.Every
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.beat:
		case <-r.clock.After(longest):
			select {
			case <-r.beat: // at the last moment
			default:
				cancel(&Fault{"camera.silent", "no picture came for " + longest.String(), "look whether it has power and network; switch it off and on"})
				return
			}
		}
	}
}

// give makes a picture the newest.
func (r running) give(p Picture, size Size) {
	if _, err := r.take(p, size, true); err != nil {
		return // closed meanwhile
	}
	select {
	case r.beat <- struct{}{}:
	default:
	}
}

func (c *Camera) note(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if text != "" && text != c.state.Note {
		c.log.Warn("the camera isn't quite as asked for", "camera", c.settings.Address, "note", text)
	}
	c.state.Note = text
}

func (c *Camera) want() <-chan struct{} { return c.wanted }

func (c *Camera) now() time.Time { return c.clock.Now() }

func (c *Camera) after(d time.Duration) <-chan time.Time { return c.clock.After(d) }

// wait waits for a while, or until ctx ends, which it returns the error of.
func wait(ctx context.Context, to sink, d time.Duration) error {
	select {
	case <-ctx.Done():
	case <-to.after(d):
	}
	return ctx.Err()
}

// take makes a picture the newest one. One that the source gave shows that the
// camera works.
func (c *Camera) take(p Picture, size Size, bySource bool) (Picture, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state.Status == Ended {
		return Picture{}, ErrClosed
	}
	if p.At.IsZero() {
		p.At = c.clock.Now()
	}
	if c.newest.Number > c.taken {
		c.state.Dropped++
	}
	p.Number = c.newest.Number + 1
	c.newest = p
	c.state.Pictures, c.state.Last = p.Number, p.At
	c.state.Width, c.state.Height = size.Width, size.Height
	if bySource && c.state.Status != OK {
		if c.state.Status == Lost {
			c.log.Info("the camera is found again", "camera", c.settings.Address)
		}
		c.become(OK, nil)
	}
	close(c.news)
	c.news = make(chan struct{})
	return p, nil
}

// lost notes why the source ended.
func (c *Camera) lost(err error, pause time.Duration) {
	if err == nil {
		err = errors.New("it ended by itself")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state.Status == Ended {
		return
	}
	if c.state.Status != Lost {
		c.log.Warn("the camera is lost", "camera", c.settings.Address, "error", err, "pause", pause)
	}
	c.become(Lost, err)
}

// become changes the status; the mutex is held.
func (c *Camera) become(s Status, err error) {
	was := c.state
	c.state.Error, c.state.Mend, c.state.Key = "", "", ""
	if err != nil {
		c.state.Error, c.state.Key = err.Error(), "camera.failed"
		var f *Fault
		if errors.As(err, &f) {
			c.state.Error, c.state.Mend, c.state.Key = f.Text, f.Mend, f.Key
		}
	}
	if was.Status != s {
		c.state.Status, c.state.Since = s, c.clock.Now()
	}
	if was.Status != s || was.Error != c.state.Error {
		close(c.changed)
		c.changed = make(chan struct{})
	}
}
