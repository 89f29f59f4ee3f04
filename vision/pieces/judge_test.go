package pieces

import "testing"

// What the trees see of a well isn't talked away by its rarity.
func TestLeaveWell(t *testing.T) {
	for _, c := range []struct{ before, least, want float32 }{{0.1, 0.21, 0.21}, {0.4, 0.21, 0.4}, {0, 0.21, 0}} {
		out := make([]float32, len(states))
		wells := 0
		for _, on := range states {
			if on.Well {
				wells++
			}
		}
		for s, on := range states {
			if on.Well {
				out[s] = c.before / float32(wells)
			} else {
				out[s] = (1 - c.before) / float32(len(states)-wells)
			}
		}
		leaveWell(out, c.least)
		got, total := float32(0), float32(0)
		for s, on := range states {
			total += out[s]
			if on.Well {
				got += out[s]
			}
		}
		if abs32(got-c.want) > 1e-4 || abs32(total-1) > 1e-4 {
			t.Errorf("%.2f of wells became %.3f, want %.2f; all together %.3f", c.before, got, c.want, total)
		}
	}
}

func abs32(v float32) float32 { return max(v, -v) }

// A boat's picture that shows in parts, over a river of its own color, is grown over the
// gaps, and not down to the harbor track.
func TestGrowOver(t *testing.T) {
	const w, h = 100, 80
	marked := make([]bool, w*h)
	row := func(y, n int) {
		for x := range n {
			marked[y*w+x] = true
		}
	}
	for y := 10; y < 25; y++ {
		row(y, 90) // over the table
	}
	row(32, 30) // a hull
	row(44, 25) // pictograms
	row(60, 5)  // a harbor master's top
	row(79, 80) // the track: too far
	if first, last := growOver(marked, w, 0, w, 10, 25, 50); first != 10 || last != 45 {
		t.Errorf("rows %d to %d, want 10 to 45", first, last)
	}
}
