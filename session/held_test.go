package session_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"harbormaster/scoring"
	"harbormaster/session"
)

// seen is what the camera enters: Ann's coins, as a bulk action.
func seen(n string) session.Command {
	return session.Command{Kind: session.Did, Origin: session.ByCamera,
		Action: &scoring.Action{Player: "Ann", Do: scoring.Bulk, Set: json.RawMessage(`{"coins":` + n + `}`)}}
}

func TestCorrectionHoldsAgainstTheCamera(t *testing.T) {
	look := func(b *table, saw string) {
		t.Helper()
		v, err := b.plays.Look(t.Context(), b.Play, "Ann", map[string]string{"coins": saw})
		if err != nil {
			t.Fatal(err)
		}
		b.View = v
	}
	for _, test := range []struct {
		name  string
		saw   string   // what the camera saw when it was corrected
		looks []string // what it saw afterwards
		holds bool
	}{
		{"never looked again", "2", nil, true},
		{"the same sight", "2", []string{"2", "2"}, true},
		{"nothing to be seen", "2", []string{"", ""}, true},
		{"the place changes", "2", []string{"2", "4"}, false},
		{"the first look after a start counts as the old one", "", []string{"9", "9"}, true},
		{"it changes after the first look", "", []string{"9", "4"}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			j := &memory{}
			b := begin(t, open(t, j), twoAtOrleans)
			b.do(seen("2"))
			c := coins("Ann", 3)
			c.Correction.Saw = map[string]string{"coins": test.saw}
			b.do(c)
			if diff := cmp.Diff([]session.Place{{Player: "Ann", Space: "coins"}}, b.Held); diff != "" {
				t.Errorf("held (-want +got):\n%s", diff)
			}
			for _, saw := range test.looks {
				look(b, saw)
			}
			err := b.try(seen("2"))
			if test.holds {
				wants(t, err, session.Held)
				b.do(session.Command{Kind: session.Did, Origin: session.ByCamera, Action: &scoring.Action{Player: "Bo", Do: scoring.Bulk, Set: json.RawMessage(`{"coins":1}`)}})
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if len(b.Held) != 0 {
				t.Errorf("still held: %v", b.Held)
			}
			// The log alone gives the same, though looks aren't in it.
			b.plays.Close()
			again, err := open(t, j).View(t.Context(), b.Play)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(b.View, again); diff != "" {
				t.Errorf("after a restart:\n%s", diff)
			}
		})
	}
}

func TestOriginOfPoints(t *testing.T) {
	b := begin(t, open(t, &memory{}), twoAtOrleans)
	b.do(seen("2"))
	b.do(coins("Ann", 5))
	for i, want := range []session.Origin{session.ByHand, session.ByCamera} {
		if got := b.Recent[i].Credits; len(got) == 0 || got[0].Origin != want {
			t.Errorf("credits of change %d: %+v, want origin %s", i, got, want)
		}
	}
}
