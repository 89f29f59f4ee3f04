package follow_test

import (
	"slices"
	"testing"

	"harbormaster/live/follow"
	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/session"
)

// By setting every change waits for a tap.
func TestProposed(t *testing.T) {
	for _, test := range []struct {
		answer string
		on     mat.Contents // on A1 afterwards
	}{{"enter", worker}, {"keep", mat.Contents{}}, {follow.Other, mat.Contents{}}} {
		t.Run(test.answer, func(t *testing.T) {
			b := begin(t)
			b.tiles()
			b.asks.Propose = true
			b.see(0)
			b.lay(0, "A1", worker)
			for range 8 {
				b.see(0)
			}
			q := b.one("follow.proposed")
			if len(q.Answers[0].Actions) != 1 || q.Answers[0].Actions[0].Do != "bonus-worker" || !slices.Equal(q.Spaces, []string{"A1"}) {
				t.Errorf("proposed: %+v", q)
			}
			b.answer(q, test.answer)
			for range 8 {
				b.see(0)
			}
			if got := b.on(0, "A1"); got != test.on {
				t.Errorf("A1 has %+v, want %+v", got, test.on)
			}
			if q := b.keeper.Questions(b.play); len(q) > 0 {
				t.Errorf("it asks %+v", q)
			}
		})
	}
	// Of a camera that shows each state once, as of one that goes on showing it.
	for answer, on := range map[string]mat.Contents{"enter": worker, "keep": {}, follow.Other: {}} {
		t.Run(answer+" of a single picture", func(t *testing.T) {
			b := begin(t)
			b.tiles()
			b.asks.Propose = true
			b.lay(0, "A1", worker)
			b.look(follow.Sighting{Single: true}, 0)
			b.answer(b.one("follow.proposed"), answer)
			b.look(follow.Sighting{Single: true}, 0)
			if got := b.on(0, "A1"); got != on {
				t.Errorf("A1 has %+v, want %+v", got, on)
			}
			if q := b.keeper.Questions(b.play); len(q) > 0 {
				t.Errorf("it asks %+v", q)
			}
		})
	}
	t.Run("a harbor master that was tapped is no news", func(t *testing.T) {
		b := begin(t)
		b.asks.Propose = true
		three := 3
		b.sights[0].Harbor = &three
		b.look(follow.Sighting{Single: true}, 0)
		b.answer(b.one("follow.proposed"), "enter")
		b.lay(1, "A1", worker)
		b.look(follow.Sighting{Single: true}, 0)
		if q := b.one("follow.proposed"); q.Player != "Bo" || !slices.Equal(q.Spaces, []string{"A1"}) {
			t.Errorf("proposed: %+v", q)
		}
	})
	for name, settles := range map[string]func(b *table){
		"entered by hand": func(b *table) {
			b.do(session.Did, &scoring.Action{Player: "Ann", Do: "bonus-worker", Hexes: []string{"A1"}})
		},
		"taken away": func(b *table) { b.lay(0, "A1", mat.Contents{}) },
	} {
		t.Run(name, func(t *testing.T) {
			b := begin(t)
			b.tiles()
			b.asks.Propose = true
			b.see(0)
			b.lay(0, "A1", worker)
			b.steady(0)
			b.one("follow.proposed")
			settles(b)
			b.steady(0)
			if q := b.keeper.Questions(b.play); len(q) > 0 {
				t.Errorf("it is still asked: %+v", q)
			}
		})
	}
}

// What no rule explains and nothing moved for is no play: it waits for an answer.
func TestUnexplainedWhileNothingMoved(t *testing.T) {
	barn := mat.Contents{Barn: true}
	for answer, on := range map[string]mat.Contents{"enter": barn, "keep": {}} {
		t.Run(answer, func(t *testing.T) {
			b := begin(t)
			b.toPlanting()
			b.lay(1, "B2", barn)
			for range 8 {
				b.look(follow.Sighting{Undisturbed: true}, 0)
			}
			q := b.one("tracking.unmoved")
			if q.Player != "Bo" || !slices.Equal(q.Spaces, []string{"B2"}) {
				t.Errorf("asked: %+v", q)
			}
			b.answer(q, answer)
			for range 4 {
				b.look(follow.Sighting{Undisturbed: true}, 0)
			}
			if got := b.on(1, "B2"); got != on {
				t.Errorf("B2 has %+v, want %+v", got, on)
			}
			if q := b.keeper.Questions(b.play); len(q) > 0 {
				t.Errorf("it asks %+v", q)
			}
		})
	}
}

// What was to be checked is past once the camera has mended it itself.
func TestMendedIsNotAskedAnyMore(t *testing.T) {
	b := begin(t)
	b.toPlanting()
	b.lay(1, "B2", mat.Contents{Barn: true})
	for range 4 {
		b.look(follow.Sighting{}, -1)
	}
	b.one("tracking.unexplained")
	b.lay(1, "B2", mat.Contents{})
	for range 12 {
		b.look(follow.Sighting{}, -1)
	}
	if q := b.asked("tracking.unexplained"); len(q) > 0 || b.on(1, "B2") != (mat.Contents{}) {
		t.Errorf("B2 has %+v, and it asks %+v", b.on(1, "B2"), q)
	}
}

// Much that changes while nothing moved is a lamp or a bump: asked, not entered.
func TestSudden(t *testing.T) {
	b := begin(t)
	b.toPlanting()
	for _, hex := range []string{"A1", "A2", "A3", "C1", "C2"} {
		b.lay(0, hex, planted(mat.Pumpkin))
	}
	for range 6 {
		b.look(follow.Sighting{Undisturbed: true}, 0)
	}
	q := b.one("follow.sudden")
	if b.on(0, "A1") != worker {
		t.Error("it was entered all the same")
	}
	b.answer(q, "keep")
	for range 6 {
		b.look(follow.Sighting{Undisturbed: true}, 0)
	}
	for _, hex := range []string{"A1", "A2", "A3", "C1", "C2"} {
		b.lay(0, hex, worker) // the lamp is as it was
	}
	for range 6 {
		b.look(follow.Sighting{Undisturbed: true}, 0)
	}
	b.lay(0, "A1", planted(mat.Corn)) // and play goes on
	b.steady(1)
	if got := b.on(0, "A1"); got != planted(mat.Corn) {
		t.Errorf("A1 has %+v", got)
	}
}
