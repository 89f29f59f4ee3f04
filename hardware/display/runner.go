package display

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// Clock is the time as the runner sees it.
type Clock struct {
	Now   func() time.Time
	After func(time.Duration) <-chan time.Time
}

// How the runner goes about it.
const (
	firstPause   = time.Second      // before a failing display is tried again
	longestPause = time.Minute      // after which the pauses don't grow
	refreshEvery = 10 * time.Second // everything is sent again, for lamps that lost their power
	darkPatience = time.Second      // for displays to go dark at the end
	testFor      = 3 * time.Second  // all lamps are lit for eyes to see
)

// Runner keeps displays showing the newest content. Nobody waits for a display:
// each has a goroutine of its own, and what it is too slow for is left out.
type Runner struct {
	// Changed is told of a display that begins to fail, or works again; nil:
	// nobody. Set it before Run. Several goroutines call it.
	Changed func(Status)

	clock    Clock
	lamps    []*lamp
	newest   atomic.Pointer[shown]
	bright   atomic.Int32              // of all displays; below 0: as their settings say
	testing  atomic.Pointer[time.Time] // until when all lamps are lit; nil: they aren't
	terminal io.Writer
	ports    Ports
}

// shown is the content of the moment and since when its mode is shown.
type shown struct {
	content Content
	since   time.Time
}

// Status is how a display is doing.
type Status struct {
	Address string `json:"address"`
	Driver  string `json:"driver"`
	// Error says why it fails; empty: it works, or hasn't been tried yet.
	Error string `json:"error,omitempty"`
	// Failing is since when it does; zero: it works.
	Failing time.Time `json:"failing,omitzero"`
	// Errors counts all errors since the start.
	Errors int64 `json:"errors"`
	// Picture is what it shows, or would show if it worked; but for a PIN, since
	// the status is for everybody to see and the lamps for those at the table.
	Picture Picture `json:"picture"`
	// Brightness is how bright that is, 0 to 15.
	Brightness int `json:"brightness"`
}

// lamp is one display with its goroutine.
type lamp struct {
	settings Settings
	news     chan struct{}

	opened    *Opened // the goroutine's own
	refreshed time.Time
	pause     time.Duration

	mu     sync.Mutex
	status Status
}

// NewRunner returns a runner of the displays that the settings ask for. They
// are opened by Run. Terminals draw on w.
func NewRunner(displays []Settings, ports Ports, w io.Writer, clock Clock) *Runner {
	r := &Runner{clock: clock, ports: ports, terminal: &shared{to: w}}
	for _, s := range displays {
		r.lamps = append(r.lamps, &lamp{settings: s, news: make(chan struct{}, 1), status: Status{Address: s.Address, Driver: s.Driver, Picture: s.Face.Blank()}})
	}
	r.newest.Store(&shown{since: clock.Now()})
	r.bright.Store(-1)
	return r
}

// Show has all displays show a content from now on. It doesn't wait for them.
// One goroutine at a time calls it. The runner keeps the players: don't change
// them afterwards.
func (r *Runner) Show(c Content) {
	next := &shown{c, r.clock.Now()}
	if was := r.newest.Load(); was.content.Mode == c.Mode && (c.Mode == Scores || was.content.Text == c.Text && was.content.PIN == c.PIN) {
		next.since = was.since // a page or a scroll goes on where it is
	}
	r.newest.Store(next)
	r.tell()
}

// tell says to all displays that there is something to look at.
func (r *Runner) tell() {
	for _, l := range r.lamps {
		select {
		case l.news <- struct{}{}:
		default: // it has news to look at already
		}
	}
}

// Brighten sets how bright all displays are, 0 to 15, instead of their settings;
// below 0 is as those say. By night they are dimmed all the same. It may be
// called from several goroutines.
func (r *Runner) Brighten(level int) {
	if next := int32(max(-1, min(level, brightest))); r.bright.Swap(next) != next {
		r.tell()
	}
}

// Test lights all lamps of all displays for a moment, so that people see which
// don't work. It doesn't wait for that, and may be called from several goroutines.
func (r *Runner) Test() {
	until := r.clock.Now().Add(testFor)
	r.testing.Store(&until)
	r.tell()
}

// Status returns how the displays are doing, in the order of the settings. It
// may be called from several goroutines.
func (r *Runner) Status() []Status {
	list := make([]Status, 0, len(r.lamps))
	for _, l := range r.lamps {
		l.mu.Lock()
		list = append(list, l.status)
		l.mu.Unlock()
	}
	return list
}

// Run drives the displays until ctx ends, then leaves them dark. It waits a
// moment for that, not for a bus that hangs.
func (r *Runner) Run(ctx context.Context) {
	var running sync.WaitGroup
	for _, l := range r.lamps {
		running.Go(func() { l.run(ctx, r) })
	}
	dark := make(chan struct{})
	go func() {
		running.Wait()
		close(dark)
	}()
	select {
	case <-dark:
		return
	case <-ctx.Done():
	}
	select {
	case <-dark:
	case <-r.clock.After(darkPatience):
	}
}

func (l *lamp) run(ctx context.Context, r *Runner) {
	for ctx.Err() == nil {
		wait, err := l.show(r)
		news := l.news
		if err != nil {
			if l.failed(err, r.clock.Now()) {
				r.changed(l)
			}
			wait, news = l.pause, nil // whatever is new, it isn't tried before the pause is over
		}
		select {
		case <-ctx.Done():
		case <-news:
		case <-r.clock.After(wait):
		}
	}
	if l.opened == nil {
		return
	}
	if err := l.opened.Close(); err != nil {
		l.noted(err, r.clock.Now())
	}
}

// show brings the display to the newest content, opening it if need be, and
// returns after how long something is to be done again.
func (l *lamp) show(r *Runner) (wait time.Duration, err error) {
	now, newest := r.clock.Now(), r.newest.Load()
	picture, wait := Layout(l.settings.Face, newest.content, l.settings.Seats, now.Sub(newest.since))
	if wait == forever || wait > refreshEvery {
		wait = refreshEvery
	}
	public := picture
	if until := r.testing.Load(); until != nil && now.Before(*until) {
		picture = l.settings.Face.Lit()
		public, wait = picture, until.Sub(now)
	} else if newest.content.PIN != "" {
		without := newest.content
		without.PIN = ""
		public, _ = Layout(l.settings.Face, without, l.settings.Seats, now.Sub(newest.since))
	}
	lit := l.settings
	if level := r.bright.Load(); level >= 0 {
		lit.Brightness = int(level)
	}
	l.mu.Lock()
	l.status.Picture, l.status.Brightness = public, lit.At(now)
	l.mu.Unlock()
	if l.settings.UpsideDown {
		picture = picture.UpsideDown()
	}
	if l.opened == nil {
		if l.opened, err = Open(l.settings, r.ports, r.terminal); err != nil {
			l.opened = nil
			return 0, err
		}
		l.refreshed = now
	}
	if now.Sub(l.refreshed) >= refreshEvery {
		if err := l.opened.Refresh(); err != nil {
			return 0, err
		}
		l.refreshed = now
	}
	if err := l.opened.Show(picture, lit.At(now)); err != nil {
		return 0, err
	}
	l.pause = 0
	l.mu.Lock()
	failing := !l.status.Failing.IsZero()
	l.status.Error, l.status.Failing = "", time.Time{}
	l.mu.Unlock()
	if failing {
		r.changed(l)
	}
	return wait, nil
}

func (r *Runner) changed(l *lamp) {
	if r.Changed == nil {
		return
	}
	l.mu.Lock()
	s := l.status
	l.mu.Unlock()
	r.Changed(s)
}

// failed gives the display up until the next try, as dark as it can be made. It
// reports whether the display worked until now.
func (l *lamp) failed(err error, now time.Time) (first bool) {
	if l.opened != nil {
		err = errors.Join(err, l.opened.Close())
		l.opened = nil
	}
	l.pause = min(max(2*l.pause, firstPause), longestPause)
	return l.noted(err, now)
}

// noted puts an error into the status. It reports whether that had none.
func (l *lamp) noted(err error, now time.Time) (first bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.status.Errors++
	l.status.Error = err.Error()
	if first = l.status.Failing.IsZero(); first {
		l.status.Failing = now
	}
	return first
}

// shared lets several terminals draw on one writer without mixing their lines.
type shared struct {
	mu sync.Mutex
	to io.Writer
}

// Write writes one picture.
func (s *shared) Write(data []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.to.Write(data)
}
