package follow_test

import (
	"errors"
	"testing"

	"harbormaster/live/follow"
	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
	"harbormaster/session"
	"harbormaster/tracking"
)

// The table of a game that was finished isn't the beginning of the next: that waits
// for each mat to be cleared. A game that was left is gone on with.
func TestTheNextGameWaitsForAClearTable(t *testing.T) {
	for _, kind := range []session.Kind{session.Finished, session.Abandoned} {
		t.Run(string(kind), func(t *testing.T) {
			b := begin(t)
			b.tiles()
			b.see(0)
			for seat, hex := range []string{"A1", "B1"} {
				b.lay(seat, hex, mat.Contents{Barn: true})
				b.do(session.Did, &scoring.Action{Player: []string{"Ann", "Bo"}[seat], Do: scoring.Bulk, Set: []byte(`{"hexes":{"` + hex + `":{"barn":true}}}`)})
			}
			b.do(session.Did, &scoring.Action{Do: scoring.Bulk, Set: []byte(`{"round":4,"phase":"` + riverboat.End.String() + `"}`)})
			b.see(0)
			b.do(kind, nil)
			if b.keeper.Unseen(t.Context()) {
				t.Error("a play that is over wants to be seen")
			}
			b.see(0)
			v, err := b.plays.Begin(t.Context(), session.Start{Game: "riverboat", Seats: []session.Seat{{Name: "Cy"}, {Name: "Di"}}, Settings: []byte(settings)}, "tablet", "")
			if err != nil {
				t.Fatal(err)
			}
			b.play = v.Play
			if !b.keeper.Unseen(t.Context()) {
				t.Error("the new play needn't be seen")
			}
			for range 4 {
				b.look(follow.Sighting{Single: true}, -1)
			}
			if b.keeper.Unseen(t.Context()) {
				t.Error("the new play is still to be seen")
			}
			if kind == session.Abandoned {
				if len(b.origins()) == 0 || b.on(0, "A1") != (mat.Contents{Barn: true}) {
					t.Errorf("the table isn't gone on with: %v", b.origins())
				}
				return
			}
			if got := b.origins(); len(got) > 0 || b.keeper.Status().Problem.Key != "follow.not-cleared" {
				t.Errorf("entered %v; the problem is %q", got, b.keeper.Status().Problem.Key)
			}
			// One mat is cleared while an arm is over the other.
			b.lay(0, "A1", mat.Contents{})
			other := b.sights[1]
			b.sights[1] = tracking.SideSight{Player: other.Player}
			b.see(0)
			b.sights[1] = other
			b.see(0)
			if got := b.keeper.Status().Problem.Key; got != "follow.not-cleared" {
				t.Errorf("with one mat cleared the problem is %q", got)
			}
			b.lay(1, "B1", mat.Contents{})
			b.see(0)
			if got := b.keeper.Status().Problem.Key; got != "" {
				t.Errorf("the table is clear and the problem is %q", got)
			}
			b.lay(0, "A2", worker)
			for range 4 {
				b.look(follow.Sighting{Single: true}, -1)
			}
			if b.on(0, "A2") != worker || b.on(0, "A1") != (mat.Contents{}) || b.on(1, "B1") != (mat.Contents{}) {
				t.Errorf("the new game: %v", b.origins())
			}
		})
	}
}

// The program was started anew between two games: it still knows what lay there.
func TestTheNextGameWaitsAfterARestart(t *testing.T) {
	b := begin(t)
	b.tiles()
	b.lay(0, "A1", mat.Contents{Barn: true})
	b.do(session.Did, &scoring.Action{Player: "Ann", Do: scoring.Bulk, Set: []byte(`{"hexes":{"A1":{"barn":true}}}`)})
	b.do(session.Did, &scoring.Action{Do: scoring.Bulk, Set: []byte(`{"round":4,"phase":"` + riverboat.End.String() + `"}`)})
	b.do(session.Finished, nil)
	b.ended = b.play
	b.close()
	b.open()
	v, err := b.plays.Begin(t.Context(), session.Start{Game: "riverboat", Seats: []session.Seat{{Name: "Cy"}, {Name: "Di"}}, Settings: []byte(settings)}, "tablet", "")
	if err != nil {
		t.Fatal(err)
	}
	b.play = v.Play
	b.unknown = errors.New("the disk hangs")
	if _, err := b.keeper.See(t.Context(), follow.Sighting{Single: true, Sights: b.sights}); err == nil {
		t.Error("it begins without knowing what lay there")
	}
	b.unknown = nil // and it still wants to know
	for range 4 {
		b.look(follow.Sighting{Single: true}, 0)
	}
	if got := b.keeper.Status().Problem.Key; got != "follow.not-cleared" {
		t.Errorf("the problem is %q", got)
	}
	b.lay(0, "A1", worker)
	for range 3 {
		b.look(follow.Sighting{Single: true}, -1)
	}
	if got := b.on(0, "A1"); got != worker {
		t.Errorf("A1 has %+v in the new game", got)
	}
}

// A hex that may be empty has that answer once.
func TestCountedHexIsOfferedEmptyOnce(t *testing.T) {
	for second, want := range map[mat.Contents]int{{}: 1, worker: 1} {
		b := begin(t)
		b.tiles()
		b.lay(0, "A1", mat.Contents{Barn: true})
		b.sights[0].Hexes[b.index("A1")].Confidence = 0.7
		_, err := b.keeper.Count(t.Context(), b.play, follow.Sighting{Sights: b.sights, Second: func(string, string) (mat.Contents, bool) { return second, true }}, "Ann")
		if err != nil {
			t.Fatal(err)
		}
		empty := 0
		for _, a := range b.one("tracking.unsure").Answers {
			if a.Message.Key == "follow.empty" {
				empty++
			}
		}
		if empty != want {
			t.Errorf("with %+v as next likely it offers empty %d times", second, empty)
		}
	}
}
