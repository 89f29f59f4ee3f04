package follow_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"harbormaster/live/follow"
	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/scoring/catalog"
	"harbormaster/scoring/riverboat"
	"harbormaster/session"
	"harbormaster/store"
	"harbormaster/tracking"
)

const (
	mat36    = "pointy / 1,0 s. *. *. h. c. d. / 0,1 s. *. *. *. h. c. d. / -1,2 s. s. *. *. h. c. c. d. / -1,3 s. s. s. h. c. c. d. d. / -1,4 h. h. h. h. c. d. d."
	settings = `{"harbor_track":{"steps":20,"notches":[2,4,6,8,10,12,14,16,18]},"mats":["` + mat36 + `"]}`
)

// table is a play on a database of its own, with a camera that sees what a test
// lays out.
type table struct {
	t       *testing.T
	dir     string
	store   *store.Store
	plays   *session.Plays
	keeper  *follow.Keeper
	play    string
	ended   string // the play before
	unknown error  // why that can't be said now
	sights  []tracking.SideSight
	asks    follow.Settings
	reading int
	at      time.Time
	before  func() // runs before the next command
}

// interrupted are plays in which something happens just before the camera enters.
type interrupted struct {
	*session.Plays
	b *table
}

func (p interrupted) Do(ctx context.Context, play string, c session.Command) (*session.View, error) {
	if before := p.b.before; before != nil {
		before()
	}
	return p.Plays.Do(ctx, play, c)
}

func begin(t *testing.T) *table {
	t.Helper()
	b := &table{t: t, dir: t.TempDir(), at: time.Date(2026, 11, 28, 20, 0, 0, 0, time.UTC)}
	b.open()
	v, err := b.plays.Begin(t.Context(), session.Start{Game: "riverboat", Seats: []session.Seat{{Name: "Ann"}, {Name: "Bo"}}, Settings: []byte(settings)}, "tablet", "")
	if err != nil {
		t.Fatal(err)
	}
	b.play = v.Play
	m, err := mat.Parse(mat36)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"player-1", "player-2"} {
		zero, none := 0, 0
		s := tracking.SideSight{Player: name, Found: true, Harbor: &zero, HarborConfidence: 0.99, Agents: &none, AgentsConfidence: 0.99}
		for range m.Len() {
			s.Hexes = append(s.Hexes, tracking.HexSight{Confidence: 0.95})
		}
		b.sights = append(b.sights, s)
	}
	t.Cleanup(b.close)
	return b
}

func (b *table) open() {
	b.t.Helper()
	var err error
	if b.store, err = store.Open(b.t.Context(), b.dir); err != nil {
		b.t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	if b.plays, err = session.New(b.t.Context(), b.store, catalog.Game, func() time.Time { return b.at }, log); err != nil {
		b.t.Fatal(err)
	}
	b.keeper = follow.New(follow.Options{Plays: interrupted{b.plays, b}, Now: func() time.Time { return b.at }, Log: log,
		Current:  func(context.Context) (string, error) { return b.play, nil },
		Before:   func(context.Context) (string, error) { return b.ended, b.unknown },
		Settings: func(context.Context, string) follow.Settings { return b.asks }})
}

func (b *table) close() {
	b.plays.Close()
	if err := b.store.Close(); err != nil {
		b.t.Error(err)
	}
}

// index returns where a hex is on the mats.
func (b *table) index(hex string) int {
	b.t.Helper()
	m, err := mat.Parse(mat36)
	if err != nil {
		b.t.Fatal(err)
	}
	i, ok := m.Index(hex)
	if !ok {
		b.t.Fatalf("there is no hex %s", hex)
	}
	return i
}

// lay puts something on a hex of a mat, counted from 0.
func (b *table) lay(seat int, hex string, on mat.Contents) {
	b.t.Helper()
	b.sights[seat].Hexes[b.index(hex)].On = on
}

// see reads the table once and wants so many actions entered.
func (b *table) see(entered int) follow.Outcome {
	b.t.Helper()
	return b.look(follow.Sighting{}, entered)
}

func (b *table) look(s follow.Sighting, entered int) follow.Outcome {
	b.t.Helper()
	b.reading++
	b.at = b.at.Add(500 * time.Millisecond)
	s.Picture, s.At = fmt.Sprint(b.reading), b.at
	for _, side := range b.sights {
		side.Hexes = slices.Clone(side.Hexes)
		s.Sights = append(s.Sights, side)
	}
	out, err := b.keeper.See(b.t.Context(), s)
	if err != nil {
		b.t.Fatal(err)
	}
	if entered >= 0 && out.Entered != entered {
		b.t.Fatalf("reading %d entered %d actions, want %d", b.reading, out.Entered, entered)
	}
	return out
}

// steady reads the table until a change has settled, and wants so many actions
// entered in all.
func (b *table) steady(entered int) {
	b.t.Helper()
	b.see(0)
	b.see(0)
	b.see(entered)
	b.see(0)
}

func (b *table) view() *session.View {
	b.t.Helper()
	v, err := b.plays.View(b.t.Context(), b.play)
	if err != nil {
		b.t.Fatal(err)
	}
	return v
}

func (b *table) state() *riverboat.State {
	b.t.Helper()
	s, err := riverboat.Game{}.ReadState(b.view().State)
	if err != nil {
		b.t.Fatal(err)
	}
	return s.(*riverboat.State)
}

// on is what the play has on a hex.
func (b *table) on(seat int, hex string) mat.Contents {
	b.t.Helper()
	return b.state().Players[seat].Mat.On[b.index(hex)]
}

// do enters something by hand.
func (b *table) do(kind session.Kind, a *scoring.Action) {
	b.t.Helper()
	if _, err := b.plays.Do(b.t.Context(), b.play, session.Command{Kind: kind, Based: b.view().Number, Who: "tablet", Action: a}); err != nil {
		b.t.Fatal(err)
	}
}

// tiles has the players take the phase tiles in turn, by hand.
func (b *table) tiles() {
	b.t.Helper()
	for i, phase := range []string{"cultivation", "harvesting", "planting", "opportunity", "scoring"} {
		b.do(session.Did, &scoring.Action{Player: []string{"Ann", "Bo"}[i%2], Do: "tile", Kind: phase})
	}
}

// origins lists what was done and where it came from, oldest first.
func (b *table) origins() []string {
	b.t.Helper()
	log, err := b.plays.Log(b.t.Context(), b.play)
	if err != nil {
		b.t.Fatal(err)
	}
	var out []string
	for _, e := range log[1:] {
		text := string(e.Kind)
		if e.Action != nil {
			text = e.Action.Do
			for _, h := range e.Action.Hexes {
				text += " " + h
			}
		}
		if e.Origin == session.ByCamera {
			text += " (seen)"
		}
		out = append(out, text)
	}
	return out
}

var worker = mat.Contents{Worker: true}

func planted(c mat.Crop) mat.Contents { return mat.Contents{Worker: true, Crop: c} }

// From a bare table to a planted crop: each settles after three readings and is in
// the log once.
func TestWorkersAndACropAreEntered(t *testing.T) {
	b := begin(t)
	b.tiles()
	b.see(0)
	b.lay(0, "A1", worker) // the bonus of the cultivation tile
	b.steady(1)
	if got := b.on(0, "A1"); got != worker {
		t.Fatalf("A1 has %+v", got)
	}
	b.lay(0, "A2", worker)
	b.lay(1, "A2", worker)
	b.steady(3) // the card, and both players' workers
	want := []string{"tile", "tile", "tile", "tile", "tile", "bonus-worker A1 (seen)", "card (seen)", "work A2 (seen)", "work A2 (seen)"}
	if got := b.origins(); !slices.Equal(got, want) {
		t.Errorf("the log has %q, want %q", got, want)
	}
}

// Noise, a hand, and readings that are hardly sure change nothing; the order of
// places doesn't matter.
func TestWhatChangesNothing(t *testing.T) {
	for _, test := range []struct {
		name string
		do   func(b *table)
	}{
		{"a still table", func(b *table) {}},
		{"one reading", func(b *table) {
			b.lay(0, "B2", worker)
			b.see(0)
			b.lay(0, "B2", mat.Contents{})
		}},
		{"flicker", func(b *table) {
			for range 6 {
				b.lay(0, "B2", worker)
				b.see(0)
				b.lay(0, "B2", mat.Contents{})
				b.see(0)
			}
		}},
		{"unsure readings", func(b *table) {
			b.lay(0, "B2", worker)
			b.sights[0].Hexes[b.index("B2")].Confidence = 0.45
		}},
		{"under a hand", func(b *table) {
			b.lay(0, "B2", worker)
			b.sights[0].Hexes[b.index("B2")].Hidden = true
		}},
		{"a mat that isn't found", func(b *table) {
			b.lay(0, "B2", worker)
			b.sights[0].Found = false
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := begin(t)
			b.tiles()
			b.see(0)
			test.do(b)
			for range 10 {
				b.see(0)
			}
			if q := b.keeper.Questions(b.play); len(q) > 0 {
				t.Errorf("it asks %v", q)
			}
		})
	}
}

// What is entered on the tablet before the piece lies there is waited for, and
// never entered twice.
func TestEnteredByHandFirst(t *testing.T) {
	b := begin(t)
	b.tiles()
	b.see(0)
	b.do(session.Did, &scoring.Action{Player: "Ann", Do: "bonus-worker", Hexes: []string{"A1"}})
	for range 8 { // the table is behind
		b.see(0)
	}
	b.lay(0, "A1", worker)
	b.steady(0)
	if got := b.on(0, "A1"); got != worker {
		t.Errorf("A1 has %+v", got)
	}
	b.lay(0, "A2", worker)
	b.steady(2)
	if q := b.keeper.Questions(b.play); len(q) > 0 {
		t.Errorf("it asks %v", q)
	}
}

// What somebody took back isn't entered again until the camera has seen it
// change, and what is redone isn't entered twice.
func TestUndoneStaysUndone(t *testing.T) {
	b := begin(t)
	b.tiles()
	b.see(0)
	b.lay(0, "A1", worker)
	b.steady(1)
	b.do(session.Undone, nil)
	for range 8 {
		b.see(0)
	}
	b.do(session.Redone, nil)
	b.steady(0)
	b.do(session.Undone, nil)
	b.steady(0)
	b.lay(0, "A1", mat.Contents{}) // it is taken away,
	b.steady(0)
	b.lay(0, "A1", worker) // and comes again
	b.steady(1)
	if got := b.on(0, "A1"); got != worker {
		t.Errorf("A1 has %+v", got)
	}
}

// A hex that is hard to read makes a score unsure until it was once seen surely, or
// people said what lies there; what looks otherwise than the play has it is a doubt.
func TestUnsureUntilSeenSurely(t *testing.T) {
	for _, c := range []struct {
		name  string
		first float64 // confidence as the worker comes
		then  mat.Contents
		said  string
		want  string
	}{
		{"seen surely before", 0.95, worker, "", ""},
		{"never seen surely", 0.79, worker, "", "Ann"},
		{"looks otherwise now", 0.95, planted(mat.Corn), "", "Ann"},
		{"people said so", 0.79, worker, `{"hexes":{"A1":{"worker":true}}}`, ""},
		{"people said otherwise", 0.95, worker, `{"hexes":{"A1":{"worker":false}}}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := begin(t)
			b.tiles()
			b.see(0)
			b.lay(0, "A1", worker)
			a1 := &b.sights[0].Hexes[b.index("A1")]
			a1.Confidence = c.first
			for range 5 {
				b.look(follow.Sighting{}, -1)
			}
			if got := b.on(0, "A1"); got != worker {
				t.Fatalf("A1 has %+v", got)
			}
			if c.said != "" {
				if _, err := b.plays.Do(t.Context(), b.play, session.Command{Kind: session.Corrected, Based: b.view().Number, Who: "Ann", Why: "I see it",
					Correction: &session.Correction{Player: "Ann", Set: []byte(c.said)}}); err != nil {
					t.Fatal(err)
				}
			}
			a1.On, a1.Confidence = c.then, 0.7
			b.see(0)
			if got := strings.Join(b.keeper.Unsure(b.play), " "); got != c.want {
				t.Errorf("unsure: %q, want %q", got, c.want)
			}
		})
	}
}

// A crop that somebody put right stays so when its worker is shipped.
func TestCorrectedCropStays(t *testing.T) {
	b := begin(t)
	b.tiles()
	b.see(0)
	b.lay(0, "A1", planted(mat.Potato))
	b.look(follow.Sighting{Single: true}, -1)
	if _, err := b.plays.Do(t.Context(), b.play, session.Command{Kind: session.Corrected, Based: b.view().Number, Who: "Ann", Why: "misread",
		Correction: &session.Correction{Player: "Ann", Set: []byte(`{"hexes":{"A1":{"crop":"corn"}}}`)}}); err != nil {
		t.Fatal(err)
	}
	for range 6 {
		b.see(0)
	}
	b.lay(0, "A1", mat.Contents{Crop: mat.Potato})
	b.sights[0].Boats = []tracking.BoatSight{{Type: "1", Confidence: 0.99}}
	for range 4 {
		b.look(follow.Sighting{}, -1)
	}
	if got, want := b.on(0, "A1"), (mat.Contents{Crop: mat.Corn}); got != want {
		t.Errorf("A1 has %+v, want %+v", got, want)
	}
	if got := b.state().Players[0].Boats; len(got) != 1 {
		t.Errorf("the boats are %v", got)
	}
}
