package scoreboard

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/spi"

	"harbormaster/hardware/display"
	"harbormaster/scoring"
	"harbormaster/scoring/catalog"
	"harbormaster/scoring/say"
	"harbormaster/session"
	"harbormaster/store"
)

func speaker(t *testing.T) *say.Speaker {
	t.Helper()
	s, err := say.New("en", append(catalog.Messages(), session.Messages(), Messages())...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestContent: what is shown of a play in each of its states.
func TestContent(t *testing.T) {
	v := &session.View{Status: session.Playing, Start: session.Start{Game: "riverboat"}, Round: 2, Phase: "harvesting", Prompt: &scoring.Prompt{Player: "Bo"},
		Result: scoring.Result{Players: []scoring.PlayerResult{{Name: "Ann", Total: 12}, {Name: "Bo", Total: 9}}, Winners: []string{"Ann"}}}
	words := speaker(t)
	for _, c := range []struct {
		status session.Status
		unsure []string
		want   display.Content
	}{
		{session.Playing, nil, display.Content{Mode: display.Scores, Round: 2, Phase: "harvesting and shipping", Players: []display.Player{{Name: "Ann", Points: 12}, {Name: "Bo", Points: 9, Turn: true}}}},
		{session.Playing, []string{"Ann"}, display.Content{Mode: display.Scores, Round: 2, Phase: "harvesting and shipping", Players: []display.Player{{Name: "Ann", Points: 12, Unsure: true}, {Name: "Bo", Points: 9, Turn: true}}}},
		{session.Resting, nil, display.Content{Mode: display.Scores, Round: 2, Phase: "harvesting and shipping", Players: []display.Player{{Name: "Ann", Points: 12}, {Name: "Bo", Points: 9}}}},
		{session.Complete, []string{"Ann"}, display.Content{Mode: display.Finale, Text: "Ann wins", Round: 2, Phase: "harvesting and shipping", Players: []display.Player{{Name: "Ann", Points: 12}, {Name: "Bo", Points: 9}}}},
		{session.Left, nil, display.Content{}},
	} {
		v.Status = c.status
		if diff := cmp.Diff(c.want, Content(v, words, c.unsure)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.status, diff)
		}
	}
	v.Status, v.Result.Winners = session.Complete, []string{"Ann", "Bo"}
	if got := Content(v, words, nil).Text; got != "Ann, Bo win" {
		t.Errorf("two winners: %q", got)
	}
}

// lamps is a writer that a terminal display draws on. It can break, and tells
// whoever waits what was drawn.
type lamps struct {
	mu     sync.Mutex
	broken bool
	text   bytes.Buffer
}

var errLamps = errors.New("the lamps are gone")

func (l *lamps) Write(data []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.broken {
		return 0, errLamps
	}
	return l.text.Write(data)
}

func (l *lamps) breaks(broken bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.broken = broken
	l.text.Reset()
}

func (l *lamps) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// noPorts is a machine without buses.
type noPorts struct{}

func (noPorts) SPI(string) (spi.PortCloser, error) { return nil, errLamps }
func (noPorts) I2C(string) (i2c.BusCloser, error)  { return nil, errLamps }

// table is a service's plays with displays that follow them.
type table struct {
	t      *testing.T
	unsure atomic.Pointer[[]string]
	plays  *session.Plays
	runner *display.Runner
	lamps  *lamps
	stop   func()
}

func sit(t *testing.T, addresses ...string) *table {
	db, err := store.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	plays, err := session.New(t.Context(), db, catalog.Game, time.Now, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	var list []display.Settings
	for _, a := range addresses {
		s, err := display.Parse(a)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	// Pauses are cut short, so that the test needn't wait for them.
	clock := display.Clock{Now: time.Now, After: func(d time.Duration) <-chan time.Time { return time.After(min(d, 20*time.Millisecond)) }}
	l := &lamps{}
	runner := display.NewRunner(list, noPorts{}, l, clock)
	words := speaker(t)
	tb := &table{t: t, plays: plays, runner: runner, lamps: l}
	tb.unsure.Store(new([]string))
	b := &Board{Plays: plays, Unsure: func(string) []string { return *tb.unsure.Load() }, Current: func(context.Context) (string, error) { return "", nil }, Words: func(context.Context) *say.Speaker { return words }, Show: runner.Show, Clock: clock, Log: slog.New(slog.DiscardHandler),
		Greeting: func() Greeting { return Greeting{Address: "http://10.0.0.7", PIN: "123 456"} }}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { b.Follow(ctx) })
	running.Go(func() { runner.Run(ctx) })
	tb.stop = sync.OnceFunc(func() {
		plays.Close()
		cancel()
		running.Wait()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(tb.stop)
	return tb
}

// until waits until the mirror, the last of the displays, shows the content.
func (tb *table) until(c display.Content) {
	tb.t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for {
		all := tb.runner.Status()
		got := all[len(all)-1].Picture
		still := got.Face
		for at := range 40 { // at some moment of what moves there
			if want, _ := display.Layout(still, c, nil, time.Duration(at)*100*time.Millisecond); want.Equal(got) {
				return
			}
		}
		if time.Now().After(deadline) {
			want, _ := display.Layout(still, c, nil, 0)
			tb.t.Fatalf("the mirror shows\n%swant\n%s", got.Text(), want.Text())
		}
		time.Sleep(2 * time.Millisecond)
	}
}

func (tb *table) do(v *session.View, c session.Command) *session.View {
	tb.t.Helper()
	c.Based = v.Number
	v, err := tb.plays.Do(tb.t.Context(), v.Play, c)
	if err != nil {
		tb.t.Fatal(err)
	}
	return v
}

func coins(player string, n int) session.Command {
	set, _ := json.Marshal(map[string]int{"coins": n})
	return session.Command{Kind: session.Corrected, Who: "tablet", Why: "counted", Correction: &session.Correction{Player: player, Set: set}}
}

// TestFollowsAGame: greeting, scores, undo, the winner; the terminal fails in
// the middle of it, the game and the mirror go on, and when it is back it shows
// the newest score; at the end it is dark.
func TestFollowsAGame(t *testing.T) {
	tb := sit(t, "terminal:?modules=3", "mirror:?modules=3")
	tb.until(display.Content{Mode: display.Greeting, Text: "http://10.0.0.7"}) // the mirror keeps the PIN to itself
	v, err := tb.plays.Begin(t.Context(), session.Start{Game: "orleans", Seats: []session.Seat{{Name: "Ann"}, {Name: "Bo"}}}, "tablet", "")
	if err != nil {
		t.Fatal(err)
	}
	words := speaker(t)
	follow := func() {
		t.Helper()
		tb.until(Content(v, words, nil))
	}
	follow()
	v = tb.do(v, coins("Ann", 7))
	follow()
	v = tb.do(v, coins("Bo", 31))
	follow()
	tb.unsure.Store(&[]string{"Ann"}) // without any event
	tb.until(Content(v, words, []string{"Ann"}))
	tb.unsure.Store(new([]string))
	follow()

	tb.lamps.breaks(true)
	v = tb.do(v, session.Command{Kind: session.Undone})
	follow()
	v = tb.do(v, coins("Bo", 54))
	follow()
	wait(t, "the failure to be reported", func() bool {
		s := tb.runner.Status()
		return strings.Contains(s[0].Error, errLamps.Error()) && !s[0].Failing.IsZero() && s[0].Errors > 0 && s[1].Error == ""
	})
	tb.lamps.breaks(false)
	still := display.Face{Kind: display.Seven, Modules: 3, Cells: 8, Still: true}
	newest, _ := display.Layout(still, Content(v, words, nil), nil, 0)
	wait(t, "the terminal to come back with the newest score", func() bool { return strings.HasSuffix(tb.lamps.String(), newest.Text()) })
	if s := tb.runner.Status()[0]; s.Error != "" || !s.Failing.IsZero() {
		t.Errorf("status after it came back: %+v", s)
	}

	v = tb.do(v, session.Command{Kind: session.Finished, Why: "enough"})
	if c := Content(v, words, nil); c.Mode != display.Finale || c.Text != "Bo wins" {
		t.Errorf("at the end: %+v", c)
	}
	won, _ := display.Layout(still, Content(v, words, nil), nil, 0)
	wait(t, "the winner", func() bool { return strings.HasSuffix(tb.lamps.String(), won.Text()) })
	tb.stop()
	if !strings.HasSuffix(tb.lamps.String(), "(the display is dark)\n") {
		t.Errorf("at the end it isn't dark:\n%s", tb.lamps)
	}
	if strings.Contains(tb.lamps.String(), "PIN") {
		t.Error("a PIN got into a log")
	}
}

func wait(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !done(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// TestOldPlays: notes and imported results of other evenings don't take the
// display away from the game; a play that goes on does, and one left makes room.
func TestOldPlays(t *testing.T) {
	tb := sit(t, "mirror:?modules=3")
	begin := func() *session.View {
		v, err := tb.plays.Begin(t.Context(), session.Start{Game: "orleans", Seats: []session.Seat{{Name: "Ann"}, {Name: "Bo"}}}, "tablet", "")
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	words := speaker(t)
	old := begin()
	old = tb.do(old, coins("Ann", 3))
	now := begin()
	now = tb.do(now, coins("Bo", 5))
	tb.until(Content(now, words, nil))
	old = tb.do(old, session.Command{Kind: session.Noted, Why: "a good evening"})
	time.Sleep(20 * time.Millisecond)
	tb.until(Content(now, words, nil))
	old = tb.do(old, coins("Ann", 4))
	tb.until(Content(old, words, nil))
	tb.do(old, session.Command{Kind: session.Abandoned})
	tb.until(display.Content{Mode: display.Greeting, Text: "http://10.0.0.7"}) // the mirror keeps the PIN to itself
}
