package follow_test

import (
	"fmt"
	"strings"
	"testing"

	"harbormaster/live/follow"
	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
	"harbormaster/session"
)

// A step of the harbor master that the rules gave and nobody made is asked about at
// the end, once, whatever people entered meanwhile and whoever entered what brought
// it; before the end it isn't.
func TestAStepThatNobodyMadeIsAskedAtTheEnd(t *testing.T) {
	for _, test := range []struct {
		answer string
		want   int
		tapped bool // what is seen is proposed, and tapped
	}{{"seen", 0, false}, {"keep", 1, false}, {"seen", 0, true}} {
		answer, want := test.answer, test.want
		t.Run(fmt.Sprint(answer, test.tapped), func(t *testing.T) {
			b := begin(t)
			b.toPlanting()
			for seat, name := range []string{"Ann", "Bo"} {
				set := []string{}
				for _, hex := range []string{"A1", "A2", "A3", "C1", "C2", "E1", "E2", "E4", "D1"} {
					if b.on(seat, hex) == worker && hex != "A1" {
						b.lay(seat, hex, mat.Contents{})
						set = append(set, `"`+hex+`":{"worker":false}`)
					}
				}
				b.do(session.Did, &scoring.Action{Player: name, Do: scoring.Bulk, Set: []byte(`{"hexes":{` + strings.Join(set, ",") + `}}`)})
			}
			b.see(0)
			b.lay(0, "A1", planted(mat.Corn))
			if b.asks.Propose = test.tapped; test.tapped {
				b.steady(0)
				b.answer(b.one("follow.proposed"), "enter")
			} else {
				b.steady(1) // the last crop: harvesting begins, with a step for Bo
			}
			if v := b.view(); v.Phase != "harvesting" || b.state().Players[1].HarborMaster != 1 {
				t.Fatalf("%s, Bo's harbor master on %d", v.Phase, b.state().Players[1].HarborMaster)
			}
			b.do(session.Did, &scoring.Action{Player: "Bo", Do: scoring.Bulk, Set: []byte(`{"coins":4}`)})
			for range 8 {
				b.see(0)
			}
			if q := b.asked("follow.harbor"); len(q) > 0 {
				t.Errorf("in the middle it asks %+v", q)
			}
			b.do(session.Did, &scoring.Action{Do: scoring.Bulk, Set: []byte(`{"round":4,"phase":"` + riverboat.End.String() + `"}`)})
			for range 8 {
				b.see(0)
			}
			q := b.one("follow.harbor")
			if q.Player != "Bo" {
				t.Errorf("it asks %+v", q)
			}
			b.answer(q, answer)
			for range 8 {
				b.look(follow.Sighting{}, 0)
			}
			if got := b.state().Players[1].HarborMaster; got != want || len(b.asked("follow.harbor")) > 0 {
				t.Errorf("on %d, want %d; asked: %+v", got, want, b.asked("follow.harbor"))
			}
		})
	}
}
