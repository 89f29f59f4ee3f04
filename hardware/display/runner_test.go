package display

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/i2c/i2ctest"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spitest"
)

// hands is a clock that tests move. Whoever waits is woken when its time has
// come; asleep says how long the runner's goroutines want to wait.
type hands struct {
	mu      sync.Mutex
	now     time.Time
	sleeper map[chan time.Time]time.Time
	asleep  chan time.Duration
}

func newHands() *hands {
	return &hands{now: time.Date(2026, 11, 30, 20, 0, 0, 0, time.UTC), sleeper: map[chan time.Time]time.Time{}, asleep: make(chan time.Duration, 100)}
}

func (h *hands) clock() Clock { return Clock{Now: h.Now, After: h.After} }

func (h *hands) Now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

func (h *hands) After(d time.Duration) <-chan time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := make(chan time.Time, 1)
	h.sleeper[c] = h.now.Add(d)
	h.asleep <- d
	return c
}

func (h *hands) pass(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = h.now.Add(d)
	for c, at := range h.sleeper {
		if !at.After(h.now) {
			c <- h.now
			delete(h.sleeper, c)
		}
	}
}

// settled waits until the one goroutine of a runner sleeps, and returns for how long.
func (h *hands) settled(t *testing.T) time.Duration {
	t.Helper()
	select {
	case d := <-h.asleep:
		return d
	case <-time.After(5 * time.Second):
		t.Fatal("the runner didn't come to rest")
		return 0
	}
}

// cable is an I2C bus that can be pulled out. It counts who opened and closed it.
type cable struct {
	mu           sync.Mutex
	record       i2ctest.Record
	out          bool
	opened, shut int
}

type plug struct {
	i2c.Bus
	c *cable
}

func (c *cable) I2C(string) (i2c.BusCloser, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.opened++
	return &plug{&c.record, c}, nil
}

func (c *cable) SPI(string) (spi.PortCloser, error) { return &spitest.Record{}, nil }

func (p *plug) Tx(addr uint16, w, r []byte) error {
	p.c.mu.Lock()
	defer p.c.mu.Unlock()
	if p.c.out {
		return errBus
	}
	return p.Bus.Tx(addr, w, r)
}

func (p *plug) Close() error {
	p.c.mu.Lock()
	defer p.c.mu.Unlock()
	p.c.shut++
	return nil
}

func (c *cable) pull(out bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.out = out
}

func (c *cable) holds() chipI2C {
	c.mu.Lock()
	defer c.mu.Unlock()
	return *replayI2C(c.record.Ops)[0x70]
}

func settings(t *testing.T, addresses ...string) []Settings {
	t.Helper()
	var list []Settings
	for _, a := range addresses {
		s, err := Parse(a)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

func start(r *Runner) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.Run(ctx)
	}()
	return func() {
		cancel()
		<-done
	}
}

func points(n int) Content {
	return Content{Mode: Scores, Players: []Player{{Points: n}}}
}

// TestRunnerFollows: the newest content is on the display, with the brightness
// of the hour, and it is dark at the end with its port closed.
func TestRunnerFollows(t *testing.T) {
	h, c := newHands(), &cable{}
	r := NewRunner(settings(t, "ht16k33:I2C1?night=22:00-07:00&dim=2&brightness=9"), c, nil, h.clock())
	stop := start(r)
	h.settled(t)
	if got := c.holds(); !darkI2C(map[uint16]*chipI2C{1: &got}) || got.Brightness != 9 {
		t.Errorf("before anything is to be shown: %+v", got)
	}
	for _, n := range []int{7, 42, 1234} {
		r.Show(points(n))
		h.settled(t)
		var want [htBytes]byte
		p, _ := Layout(r.lamps[0].settings.Face, points(n), nil, 0)
		for x, lamps := range p.Lamps {
			want[places[Seven][x]] = byte(lamps)
		}
		if got := c.holds(); got.RAM != want || !got.On {
			t.Errorf("%d: % x, want % x", n, got.RAM, want)
		}
		if s := r.Status()[0]; !s.Picture.Equal(p) || s.Error != "" {
			t.Errorf("status: %+v", s)
		}
	}
	for _, set := range []struct {
		level int
		want  byte
	}{{13, 13}, {99, 15}, {-1, 9}} {
		r.Brighten(set.level)
		h.settled(t)
		if got := c.holds(); got.Brightness != set.want {
			t.Errorf("set to %d it is %d bright, want %d", set.level, got.Brightness, set.want)
		}
	}
	h.pass(3 * time.Hour)
	h.settled(t)
	if got := c.holds(); got.Brightness != 2 {
		t.Errorf("at 23:00 it is %d bright", got.Brightness)
	}
	r.Brighten(13)
	h.settled(t)
	if got := c.holds(); got.Brightness != 2 {
		t.Errorf("at 23:00 and set to 13 it is %d bright", got.Brightness)
	}
	stop()
	if got := c.holds(); got.On || c.opened != 1 || c.shut != 1 {
		t.Errorf("at the end: %+v, opened %d, closed %d", got, c.opened, c.shut)
	}
}

// TestRunnerRetries: a display that fails is reported and tried again after
// pauses that grow up to a minute; when it is back, the newest content is on it
// and the pauses begin anew. Show never waits for it.
func TestRunnerRetries(t *testing.T) {
	h, c := newHands(), &cable{}
	r := NewRunner(settings(t, "ht16k33:I2C1"), c, nil, h.clock())
	var told []bool // whether it failed
	r.Changed = func(s Status) { told = append(told, s.Error != "") }
	stop := start(r)
	h.settled(t)
	failedAt := h.Now()
	c.pull(true)
	r.Show(points(1))
	var pauses []time.Duration
	for range 8 {
		pause := h.settled(t)
		pauses = append(pauses, pause)
		r.Show(points(2)) // news don't hasten it
		if s := r.Status()[0]; !strings.Contains(s.Error, errBus.Error()) || s.Errors != int64(len(pauses)) || !s.Failing.Equal(failedAt) {
			t.Errorf("status: %+v", s)
		}
		if len(pauses) == 8 {
			c.pull(false)
			r.Show(points(55))
		}
		h.pass(pause)
	}
	second := time.Second
	if diff := cmp.Diff([]time.Duration{second, 2 * second, 4 * second, 8 * second, 16 * second, 32 * second, 60 * second, 60 * second}, pauses); diff != "" {
		t.Errorf("pauses (-want +got):\n%s", diff)
	}
	h.settled(t)
	if s := r.Status()[0]; s.Error != "" || !s.Failing.IsZero() || s.Errors != 8 {
		t.Errorf("status after it came back: %+v", s)
	}
	got := c.holds()
	if five := byte(fonts()[Seven].set("5")[0]); got.RAM[6] != five || got.RAM[8] != five || !got.On {
		t.Errorf("after it came back it holds % x", got.RAM)
	}
	for len(h.asleep) > 0 {
		<-h.asleep
	}
	c.pull(true)
	r.Show(points(3))
	if pause := h.settled(t); pause != second && h.settled(t) != second {
		t.Errorf("the first pause of a new failure is %s", pause)
	}
	c.pull(false)
	stop()
	if diff := cmp.Diff([]bool{true, false, true}, told[:3]); diff != "" {
		t.Errorf("told of (-want +got):\n%s", diff)
	}
	if c.opened != c.shut {
		t.Errorf("opened %d times, closed %d times", c.opened, c.shut)
	}
}

// TestRunnerRefreshes: lamps that lost their power without an error are set up
// again by and by.
func TestRunnerRefreshes(t *testing.T) {
	h, c := newHands(), &cable{}
	r := NewRunner(settings(t, "ht16k33:I2C1"), c, nil, h.clock())
	stop := start(r)
	defer stop()
	h.settled(t)
	r.Show(points(8))
	h.settled(t)
	c.mu.Lock()
	c.record.Ops = nil // as if the chip had never heard of us
	c.mu.Unlock()
	h.pass(refreshEvery)
	h.settled(t)
	if got := c.holds(); !got.On || got.RAM[8] != byte(fonts()[Seven].set("8")[0]) {
		t.Errorf("after the power came back: %+v", got)
	}
}

// stuck is a terminal on which writing never ends.
type stuck struct{ release chan struct{} }

func (s stuck) Write([]byte) (int, error) {
	<-s.release
	return 0, errors.New("too late")
}

// TestStuckDisplay: a display that hangs holds up neither the game, nor the
// others, nor the end of the program.
func TestStuckDisplay(t *testing.T) {
	h, c, s := newHands(), &cable{}, stuck{make(chan struct{})}
	r := NewRunner(settings(t, "terminal:", "ht16k33:I2C1"), c, s, h.clock())
	r.Show(points(1))
	stop := start(r)
	for n := range 1000 {
		r.Show(points(n))
	}
	deadline := time.Now().Add(5 * time.Second)
	for c.isDark() && time.Now().Before(deadline) {
		time.Sleep(time.Millisecond)
		for len(h.asleep) > 0 {
			<-h.asleep
		}
	}
	if c.isDark() {
		t.Error("the other display shows nothing")
	}
	ended := make(chan struct{})
	go func() {
		stop()
		close(ended)
	}()
	for {
		select {
		case <-ended:
			close(s.release)
			return
		case <-h.asleep:
		case <-time.After(time.Millisecond):
			h.pass(darkPatience)
		}
		if time.Now().After(deadline) {
			t.Fatal("a display that hangs holds up the end")
		}
	}
}

func (c *cable) isDark() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	chip := replayI2C(c.record.Ops)[0x70]
	return chip == nil || !chip.On || chip.RAM == [htBytes]byte{}
}

// TestTerminal: pictures as text, one below the other or over each other, and
// only when they are new.
func TestTerminal(t *testing.T) {
	for redraw, want := range map[bool]string{
		false: "-- score display --\n\n|_|\n  |\n-- score display --\n\n  |\n  |\n-- score display --\n(the display is dark)\n",
		true:  "\n|_|\n  |\n\x1b[3A\x1b[J\n  |\n  |\n\x1b[3A\x1b[J(the display is dark)\n",
	} {
		var b bytes.Buffer
		face := Face{Kind: Seven, Modules: 3, Cells: 8, Still: true}
		d := NewTerminal(&b, face, redraw)
		for _, p := range []Picture{face.Blank(), text(face, 0, "4"), text(face, 0, "4"), text(face, 0, "1")} {
			if err := d.Show(p, 3); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(d.Refresh(), d.Halt(), d.Halt()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, b.String()); diff != "" {
			t.Errorf("redraw %t (-want +got):\n%s", redraw, diff)
		}
	}
	d := NewTerminal(full{}, sevenTwo, false)
	if err := d.Show(text(sevenTwo, 0, "4"), 3); !errors.Is(err, errBus) {
		t.Errorf("a writer that fails: %v", err)
	}
}

// TestTerminalFails: whichever write fails, that error comes back, and the last
// that is drawn is the dark.
func TestTerminalFails(t *testing.T) {
	for n := 1; n <= 3; n++ {
		w := &tearing{at: n}
		d := NewTerminal(w, sevenTwo, false)
		err := d.Show(text(sevenTwo, 0, "4"), 3)
		if err == nil {
			err = d.Show(text(sevenTwo, 0, "5"), 3)
		}
		if halted := d.Halt(); err == nil {
			err = halted
		}
		if !errors.Is(err, errBus) {
			t.Errorf("write %d failed, but the error is %v", n, err)
		}
		if !strings.HasSuffix(w.text.String(), "(the display is dark)\n") {
			t.Errorf("write %d failed, and at the end it isn't dark:\n%s", n, w.text.String())
		}
	}
}

// tearing is a writer of which one write, counted from 1, breaks off in the middle.
type tearing struct {
	text       bytes.Buffer
	at, writes int
}

func (w *tearing) Write(data []byte) (int, error) {
	if w.writes++; w.writes == w.at {
		n, _ := w.text.Write(data[:len(data)/2]) // a buffer takes everything
		return n, errBus
	}
	return w.text.Write(data)
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errBus }

// TestLampsAreTested: all lamps are lit for a moment, and then what was shown
// before is shown again.
func TestLampsAreTested(t *testing.T) {
	s, err := Parse("mirror:?modules=1")
	if err != nil {
		t.Fatal(err)
	}
	h := newHands()
	r := NewRunner([]Settings{s}, nil, &bytes.Buffer{}, h.clock())
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	r.Show(Content{Mode: Scores, Players: []Player{{Name: "Ann", Points: 12}}})
	go func() { defer close(ended); r.Run(ctx) }()
	h.settled(t)
	h.settled(t) // it was told before it began, and looks once more
	before := r.Status()[0].Picture
	r.Test()
	if wait := h.settled(t); wait != testFor {
		t.Errorf("it looks again after %v, want %v", wait, testFor)
	}
	if got := r.Status()[0].Picture; !got.Equal(s.Face.Lit()) || got.Equal(before) {
		t.Errorf("while tested it shows %v", got)
	}
	h.pass(testFor)
	h.settled(t)
	if got := r.Status()[0].Picture; !got.Equal(before) {
		t.Errorf("afterwards it shows %v, before %v", got, before)
	}
	cancel()
	<-ended
}
