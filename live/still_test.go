package live_test

import (
	"testing"
	"time"

	"harbormaster/live"
)

// glimpse is what one picture, half a second after the one before, shows.
type glimpse struct {
	moved, changed float64
	wanted         bool
	read           bool // what is expected
}

func TestStill(t *testing.T) {
	still := glimpse{0.0001, 0.0001, false, false}
	hand := glimpse{0.15, 0.15, false, false}
	many := func(g glimpse, n int) (out []glimpse) {
		for range n {
			out = append(out, g)
		}
		return out
	}
	join := func(parts ...[]glimpse) (out []glimpse) {
		for _, p := range parts {
			out = append(out, p...)
		}
		return out
	}
	first := []glimpse{{1, 1, false, false}, {0.0001, 1, false, false}, {0.0001, 1, false, false}, {0.0001, 1, false, true}}
	for _, test := range []struct {
		name string
		see  []glimpse
	}{
		{"a still table is read once", join(first, many(still, 10))},
		{"a piece that turns up without a hand is read at once", join(first, many(still, 3), []glimpse{{0.001, 0.001, false, true}}, many(still, 3))},
		{"a hand freezes the mat, and a second after it is gone it is read", join(first,
			many(hand, 5), []glimpse{{0.001, 0.002, false, false}, {0.0001, 0.002, false, false}, {0.0001, 0.002, false, true}}, many(still, 3))},
		{"what flutters at the edge of a hand goes on being the hand", join(first, []glimpse{hand, {0.01, 0.05, false, false}, {0.01, 0.05, false, false}, {0.005, 0.05, false, false}})},
		{"small movements are no hand, but wait while something changed", join(first, []glimpse{{0.01, 0.01, false, false}, {0.01, 0.01, false, false}, {0.0001, 0.01, false, true}})},
		{"votes are wanted, but not without end", join(first, many(glimpse{0.0001, 0.0001, true, true}, 6), many(glimpse{0.0001, 0.0001, true, false}, 5))},
		{"a table on which nothing happens is read once a minute", join(first, many(still, 119), []glimpse{{0.0001, 0.0001, false, true}}, many(still, 119), []glimpse{{0.0001, 0.0001, false, true}})},
		{"what never stops is read anyway, now and then", join(first, many(hand, 40), []glimpse{{0.15, 0.15, false, true}}, many(hand, 39), []glimpse{{0.15, 0.15, false, true}})},
	} {
		t.Run(test.name, func(t *testing.T) {
			at := time.Date(2026, 11, 28, 20, 0, 0, 0, time.UTC)
			var s live.Still
			for n, g := range test.see {
				var read bool
				s, read = s.Look(live.Motion{Moved: g.moved, Changed: g.changed}, at, g.wanted)
				if read != g.read {
					t.Fatalf("picture %d: read %v, want %v", n, read, g.read)
				}
				if read {
					s = s.Read(true, at)
				}
				at = at.Add(500 * time.Millisecond)
			}
		})
	}
}

func TestDisturbed(t *testing.T) {
	at := time.Date(2026, 11, 28, 20, 0, 0, 0, time.UTC)
	var s live.Still
	look := func(moved float64) {
		s, _ = s.Look(live.Motion{Moved: moved, Changed: moved}, at, false)
		at = at.Add(500 * time.Millisecond)
	}
	wants := func(want bool, why string) {
		t.Helper()
		if s.Disturbed() != want {
			t.Error(why)
		}
	}
	look(1)
	look(0)
	wants(true, "the first picture has nothing to be compared with")
	s = s.Read(false, at)
	wants(true, "what the hand did isn't settled yet")
	s = s.Read(true, at)
	look(0.001)
	wants(false, "a lamp is taken for a hand")
	s = s.Read(true, at)
	look(0.2)
	look(0)
	wants(true, "the hand isn't noticed")
	for range 7 {
		s = s.Read(false, at)
	}
	wants(false, "a hand is remembered for ever where something can't be settled")
}
