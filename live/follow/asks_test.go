package follow_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"harbormaster/live/follow"
	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/session"
)

// asked returns the open questions with that key.
func (b *table) asked(key string) []follow.Question {
	b.t.Helper()
	var out []follow.Question
	for _, q := range b.keeper.Questions(b.play) {
		if q.Key == key {
			out = append(out, q)
		}
	}
	return out
}

// one returns the only question with that key.
func (b *table) one(key string) follow.Question {
	b.t.Helper()
	list := b.asked(key)
	if len(list) != 1 {
		b.t.Fatalf("%d questions %s are open: %+v", len(list), key, b.keeper.Questions(b.play))
	}
	return list[0]
}

func (b *table) answer(q follow.Question, answer string) *session.View {
	b.t.Helper()
	v, _, err := b.keeper.Answer(b.t.Context(), b.play, q.ID, follow.Reply{Answer: answer, Who: "Ann"})
	if err != nil {
		b.t.Fatal(err)
	}
	return v
}

// toPlanting plays by hand to the beginning of planting, with workers on
// Ann's A1 to A3 and elsewhere, all of which the camera sees.
func (b *table) toPlanting() {
	b.t.Helper()
	b.tiles()
	place := func(seat int, do, hex, card string) {
		b.do(session.Did, &scoring.Action{Player: []string{"Ann", "Bo"}[seat], Do: do, Hexes: []string{hex}, Card: card})
		b.lay(seat, hex, worker)
	}
	place(0, "bonus-worker", "A1", "")
	for n, hex := range []string{"A2", "A3", "C1", "C2", "E1", "E2", "E4", "D1"} {
		card := ""
		if n < 5 {
			card = "wild"
		} else {
			card = b.state().Players[0].Mat.Space(b.index(hex)).Field.String()
		}
		b.do(session.Did, &scoring.Action{Do: "card", Card: card})
		place(0, "work", hex, "")
		place(1, "work", hex, "")
	}
	if v := b.view(); v.Phase != "planting" {
		b.t.Fatalf("the phase is %s", v.Phase)
	}
	for range 4 {
		b.see(0)
	}
	if q := b.keeper.Questions(b.play); len(q) > 0 {
		b.t.Fatalf("it asks %+v", q)
	}
}

// Two hexes covered at once may be one tile or two: what is likelier is entered,
// and asked about; the other answer moves the points.
func TestOneTileOrTwoIsAsked(t *testing.T) {
	for answer, points := range map[string]int{"way-1": 1, "way-2": 0, follow.Other: 1} {
		t.Run(answer, func(t *testing.T) {
			b := begin(t)
			b.toPlanting()
			// Bo has nothing left to plant, so that Ann may have had two turns.
			set := []string{}
			for _, hex := range []string{"A2", "A3", "C1", "C2", "E1", "E2", "E4", "D1"} {
				b.lay(1, hex, mat.Contents{})
				set = append(set, `"`+hex+`":{"worker":false}`)
			}
			b.do(session.Did, &scoring.Action{Player: "Bo", Do: scoring.Bulk, Set: []byte(`{"hexes":{` + strings.Join(set, ",") + `}}`)})
			b.steady(0)
			b.lay(0, "A1", planted(mat.Corn))
			b.lay(0, "A2", planted(mat.Wheat))
			b.look(follow.Sighting{Single: true, CloseUp: func(name, hex string) []byte { return []byte(name + " " + hex) }}, 1)
			q := b.one("tracking.several")
			if q.Player != "Ann" || len(q.Answers) != 3 || q.Points != 1 || !slices.Equal(b.keeper.Unsure(b.play), []string{"Ann"}) {
				t.Errorf("asked: %+v; unsure %v", q, b.keeper.Unsure(b.play))
			}
			if got := string(b.keeper.CloseUp(b.play, q.ID)); got != "player-1 A1" && got != "player-1 A2" {
				t.Errorf("the close-up is of %q", got)
			}
			before := b.state().Players[0].Points
			v := b.answer(q, answer)
			if got := b.state().Players[0].Points - before + 1; got != points {
				t.Errorf("%d points, want %d", got, points)
			}
			if v.Number != b.view().Number || len(b.asked("tracking.several")) > 0 || len(b.keeper.Unsure(b.play)) > 0 {
				t.Errorf("after the answer: %+v", b.keeper.Questions(b.play))
			}
			b.steady(0)
			_, _, err := b.keeper.Answer(t.Context(), b.play, q.ID, follow.Reply{Answer: answer})
			var failed *session.Failure
			if !errors.As(err, &failed) || failed.Reason != session.NotFound {
				t.Errorf("answered twice: %v", err)
			}
		})
	}
}

// The parts of one tile are rarely read equally well: it is entered once, whole.
func TestPartsSettleTogether(t *testing.T) {
	b := begin(t)
	b.toPlanting()
	for n, hex := range []string{"A1", "A2", "A3"} {
		b.lay(0, hex, planted(mat.Corn))
		b.sights[0].Hexes[b.index(hex)].Confidence = []float64{0.99, 0.62, 0.81}[n]
	}
	for range 8 {
		b.look(follow.Sighting{}, -1)
	}
	want := "plant A1 A2 A3 (seen)"
	if got := b.origins(); got[len(got)-1] != want {
		t.Errorf("the log ends with %q, want %q", got[len(got)-3:], want)
	}
	if q := b.keeper.Questions(b.play); len(q) > 0 {
		t.Errorf("it asks %+v", q)
	}
}

// A counter that somebody set right is never set by the camera again, and keeps
// nothing else from being entered.
func TestCorrectedCounterStays(t *testing.T) {
	b := begin(t)
	b.see(0)
	for _, seat := range []int{0, 1} { // a phase goes by unseen
		for _, hex := range []string{"A1", "A2", "A3", "B1", "B2", "C1", "C2", "D1"} {
			b.lay(seat, hex, worker)
		}
	}
	b.steady(1)
	if _, err := b.plays.Do(t.Context(), b.play, session.Command{Kind: session.Corrected, Based: b.view().Number, Who: "Ann", Why: "forgotten",
		Correction: &session.Correction{Player: "Ann", Set: []byte(`{"coins":9}`)}}); err != nil {
		t.Fatal(err)
	}
	for n, hex := range []string{"A1", "A2", "A3", "B1", "B2"} {
		b.lay(n%2, hex, planted(mat.Corn))
		for range 4 {
			b.look(follow.Sighting{}, -1)
		}
		if got := b.on(n%2, hex); got != planted(mat.Corn) {
			t.Errorf("%s has %+v", hex, got)
		}
	}
	if p := b.state().Players[0]; p.Coins < 9 {
		t.Errorf("%d coins", p.Coins)
	}
}

// What flickers beside a change doesn't keep it waiting for ever.
func TestFlickerDoesNotHoldUp(t *testing.T) {
	b := begin(t)
	b.toPlanting()
	b.lay(0, "A1", planted(mat.Corn))
	for n := range 14 {
		on := mat.Contents{}
		if n%2 == 0 {
			on = mat.Contents{Barn: true}
		}
		b.lay(0, "B1", on)
		b.look(follow.Sighting{}, -1)
	}
	if got := b.on(0, "A1"); got != planted(mat.Corn) || !b.on(0, "B1").Empty() {
		t.Errorf("A1 has %+v and B1 %+v", got, b.on(0, "B1"))
	}
}

// A table that is cleared is asked about, though the camera itself entered all of
// it: the play keeps what lay there.
func TestClearedTable(t *testing.T) {
	b := begin(t)
	b.see(0)
	hexes := []string{"A1", "A2", "A3", "B1", "B2", "C1", "C2", "D1"}
	for seat := range 2 {
		for _, hex := range hexes {
			b.lay(seat, hex, worker)
		}
	}
	b.steady(1)
	number := b.view().Number
	for seat := range 2 {
		for _, hex := range hexes {
			b.lay(seat, hex, mat.Contents{})
		}
	}
	for range 14 {
		b.see(0)
	}
	q := b.one("follow.cleared")
	if got := b.on(0, "A1"); got != worker || b.view().Number != number {
		t.Errorf("A1 has %+v", got)
	}
	b.answer(q, "keep")
	for range 10 {
		b.see(0)
	}
	if len(b.asked("follow.cleared")) > 0 || b.view().Number != number {
		t.Errorf("asked again, or entered: %+v", b.keeper.Questions(b.play))
	}
}

// Pieces that were seen for longer or shorter are taken away together: none of them
// is taken for a misreading before the others are missed too.
func TestClearedInTheMiddle(t *testing.T) {
	b := begin(t)
	b.tiles()
	b.see(0)
	for i, hex := range []string{"A1", "A2", "A3", "A4"} {
		b.lay(0, hex, worker)
		for range 3 + 2*(3-i)/3 {
			b.see(-1)
		}
	}
	for _, hex := range []string{"A1", "A2", "A3", "A4"} {
		if b.on(0, hex) != worker {
			t.Fatalf("%s has no worker", hex)
		}
		b.lay(0, hex, mat.Contents{})
	}
	number := b.view().Number
	for range 14 {
		b.see(0)
	}
	b.one("follow.cleared")
	if b.view().Number != number {
		t.Errorf("entered: %v", b.origins())
	}
}

// What play can't bring about is asked and not taken where people entered what
// was there; what the camera itself got wrong it mends.
func TestContrary(t *testing.T) {
	for _, answer := range []string{"keep", "seen", "gone"} {
		t.Run(answer, func(t *testing.T) {
			b := begin(t)
			b.toPlanting() // by hand
			b.lay(0, "A1", mat.Contents{})
			for range 12 {
				b.see(0)
			}
			q := b.one("tracking.contrary")
			if b.on(0, "A1") != worker || !slices.Equal(q.Spaces, []string{"A1"}) {
				t.Errorf("asked %+v with %+v on A1", q, b.on(0, "A1"))
			}
			want := worker
			switch answer {
			case "gone": // it comes back by itself
				b.lay(0, "A1", worker)
			case "seen":
				want = mat.Contents{}
				b.answer(q, answer)
			default:
				b.answer(q, answer)
			}
			for range 12 {
				b.see(0)
			}
			if got := b.on(0, "A1"); got != want {
				t.Errorf("A1 has %+v, want %+v", got, want)
			}
			if q := b.keeper.Questions(b.play); len(q) > 0 {
				t.Errorf("it asks %+v", q)
			}
		})
	}
	t.Run("misread", func(t *testing.T) {
		b := begin(t)
		b.toPlanting()
		b.lay(0, "A1", planted(mat.Corn))
		b.steady(1)
		b.lay(0, "A1", planted(mat.Wheat)) // it was wheat all along
		for range 12 {
			b.look(follow.Sighting{}, -1)
		}
		if got := b.on(0, "A1"); got != planted(mat.Wheat) {
			t.Errorf("A1 has %+v", got)
		}
	})
}

// A table that plays two phases unseen is taken over as it lies, and asked for the
// counters once.
func TestMissedPhases(t *testing.T) {
	b := begin(t)
	b.see(0)
	for _, seat := range []int{0, 1} {
		for n, hex := range []string{"A1", "A2", "A3", "B1", "B2", "C1", "C2", "D1"} {
			b.lay(seat, hex, planted([]mat.Crop{mat.Corn, mat.Wheat}[n%2]))
		}
	}
	for range 5 {
		b.look(follow.Sighting{}, -1)
	}
	for seat := range 2 {
		if got := b.on(seat, "B2"); got != planted(mat.Corn) && got != planted(mat.Wheat) {
			t.Errorf("B2 has %+v", got)
		}
	}
	if v := b.view(); v.Phase != "harvesting" {
		t.Errorf("the phase is %s", v.Phase)
	}
	q := b.one("follow.counters")
	if !strings.Contains(string(q.Form), `"Ann":{"coins":3`) {
		t.Errorf("the form is %s", q.Form)
	}
	if _, _, err := b.keeper.Answer(t.Context(), b.play, q.ID, follow.Reply{Answer: "set", Who: "Ann", Set: []byte(`{"players":{"Ann":{"coins":5,"track_vp":7}}}`)}); err != nil {
		t.Fatal(err)
	}
	if p := b.state().Players[0]; p.Coins != 5 || p.Points != 7 {
		t.Errorf("%d coins, %d points", p.Coins, p.Points)
	}
	b.steady(0)
	if q := b.keeper.Questions(b.play); len(q) > 0 {
		t.Errorf("it asks %+v", q)
	}
}

// The service is killed between any two readings and started again: what was
// entered stays, and nothing is entered twice.
func TestRestarted(t *testing.T) {
	b := begin(t)
	b.tiles()
	again := func() {
		b.close()
		b.open()
	}
	again()
	b.see(0)
	b.lay(0, "A1", worker)
	b.see(0)
	b.see(0)
	again() // just before it settles
	b.steady(1)
	again()
	b.steady(0)
	b.do(session.Undone, nil)
	again() // what was taken back stays so over a start
	b.steady(0)
	b.steady(0)
	b.lay(0, "A1", mat.Contents{})
	b.steady(0)
	again()
	b.steady(0)
	b.lay(0, "A1", worker)
	b.steady(1)
	b.lay(0, "A2", worker) // while it was down more was done
	b.lay(1, "A2", worker)
	again()
	b.steady(3)
	again()
	if v, err := b.plays.Do(t.Context(), b.play, session.Command{Kind: session.Corrected, Based: b.view().Number, Who: "Bo", Why: "it is mine",
		Correction: &session.Correction{Player: "Bo", Set: []byte(`{"hexes":{"A2":{"worker":false}}}`)}}); err != nil {
		t.Fatal(err, v)
	}
	again() // a correction holds over a start
	for range 8 {
		b.see(0)
	}
	want := "bonus-worker A1 (seen) undone bonus-worker A1 (seen) card (seen) work A2 (seen) work A2 (seen) corrected"
	if got := strings.Join(b.origins()[5:], " "); got != want {
		t.Errorf("the log has\n%s, want\n%s", got, want)
	}
}

// Mats belong to players by name, as people said, or in order of play; and mats
// that don't fit are said, not followed.
func TestWhoseMat(t *testing.T) {
	for _, test := range []struct {
		name  string
		mats  []string
		seats map[string]string
		seat  int // of the first mat
	}{
		{"in order", []string{"player-1", "player-2"}, nil, 0},
		{"by name", []string{"Bo", "Ann"}, nil, 1},
		{"as people said", []string{"player-1", "player-2"}, map[string]string{"player-1": "Bo", "player-2": "Ann"}, 1},
		{"said twice the same", []string{"player-1", "player-2"}, map[string]string{"player-1": "Bo", "player-2": "Bo"}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := begin(t)
			b.tiles()
			for i := range b.sights {
				b.sights[i].Player = test.mats[i]
			}
			b.asks.Seats = test.seats
			b.see(0)
			b.lay(0, "B1", worker)
			for range 3 {
				b.look(follow.Sighting{}, -1)
			}
			if got := b.on(test.seat, "B1"); got != worker {
				t.Errorf("B1 of seat %d has %+v", test.seat, got)
			}
		})
	}
	t.Run("other mats", func(t *testing.T) {
		b := begin(t)
		b.sights[0].Hexes = b.sights[0].Hexes[1:]
		b.see(0)
		if s := b.keeper.Status(); s.Play != "" || s.Problem.Key != "follow.other-mat" {
			t.Errorf("the status is %+v", s)
		}
	})
	t.Run("three mats for two", func(t *testing.T) {
		b := begin(t)
		b.sights = append(b.sights, b.sights[0])
		b.see(0)
		if s := b.keeper.Status(); s.Play != "" || s.Problem.Key != "follow.other-players" {
			t.Errorf("the status is %+v", s)
		}
	})
}

// A play that is paused or over isn't followed; a new one is.
func TestOnlyWhatIsPlayed(t *testing.T) {
	b := begin(t)
	b.tiles()
	b.see(0)
	b.do(session.Paused, nil)
	b.lay(0, "A1", worker)
	b.steady(0)
	b.do(session.Resumed, nil)
	b.see(0)
	b.see(0)
	if out := b.look(follow.Sighting{}, 1); out.Play != b.play {
		t.Errorf("it goes to play %q", out.Play)
	}
	b.play = ""
	if out := b.see(0); out.Play != "" {
		t.Errorf("it goes to play %q", out.Play)
	}
}

// Others may enter at the same moment: the reading is explained anew.
func TestEnteredMeanwhile(t *testing.T) {
	b := begin(t)
	b.tiles()
	b.see(0)
	b.lay(0, "A1", worker)
	b.see(0)
	b.see(0)
	b.before = func() { // between looking at the play and entering
		b.before = nil
		b.do(session.Did, &scoring.Action{Player: "Bo", Do: scoring.Bulk, Set: []byte(`{"coins":9}`)})
	}
	b.see(1)
	if s := b.state(); s.Players[1].Coins != 9 || b.on(0, "A1") != worker {
		t.Errorf("%d coins, %+v on A1", s.Players[1].Coins, b.on(0, "A1"))
	}
	b.lay(0, "A2", worker)
	b.see(0)
	b.see(0)
	b.before = func() { // the very same, by hand
		b.before = nil
		b.do(session.Did, &scoring.Action{Do: "card", Card: "wild"})
		b.do(session.Did, &scoring.Action{Player: "Ann", Do: "work", Hexes: []string{"A2"}})
	}
	b.look(follow.Sighting{}, 0)
	b.steady(0)
	if got := strings.Count(fmt.Sprint(b.origins()), "work A2"); got != 1 {
		t.Errorf("A2 was entered %d times", got)
	}
}
