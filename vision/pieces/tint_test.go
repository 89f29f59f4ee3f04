package pieces

import (
	"math"
	"testing"
)

// What is certain on a mat tells how its tiles differ from the taught ones, whatever one
// misread tile says.
func TestFitTint(t *testing.T) {
	taught := []tone{{0.1, 0.3, 0.1}, {0.05, 0.2, 0.6}, {0.5, 0.4, 0.6}, {0.15, 0.12, 0.1}, {0.1, 0.3, 0.1}, {0.4, 0.4, 0.7}}
	under := func(t tone) tone { // a tenth darker, and glare taken off that wasn't there
		for c := range t {
			t[c] = (t[c] - 0.03) / 1.1
		}
		return t
	}
	var pairs []pair
	for _, q := range taught {
		pairs = append(pairs, pair{seen: under(q), taught: q})
	}
	for name, list := range map[string][]pair{"all right": pairs, "one misread": append(pairs[:len(pairs):len(pairs)], pair{seen: under(tone{0.1, 0.3, 0.1}), taught: tone{0.5, 0.4, 0.6}})} {
		fit, ok := fitTint(list)
		if !ok {
			t.Fatalf("%s: nothing fitted", name)
		}
		table := fit.codes()
		for _, p := range pairs {
			for c := range 3 {
				if got, want := table[c][encode(p.seen[c])], encode(p.taught[c]); abs(int(got)-int(want)) > 6 {
					t.Errorf("%s: albedo %.2f becomes code %d, want %d", name, p.seen[c], got, want)
				}
			}
		}
	}
	if _, ok := fitTint(pairs[:leastPairs-1]); ok {
		t.Errorf("%d tiles are too few to tell of the light", leastPairs-1)
	}
	var same []pair
	for _, q := range taught {
		same = append(same, pair{seen: q, taught: q})
	}
	if _, ok := fitTint(same); ok {
		t.Error("tiles that look as taught need no second look")
	}
}

// Tiles that are duller than print: where a lamp's mirror image lies on the print, too
// much of it was taken off them, and the certain ones tell how much too much.
func TestFitTintOfDullTiles(t *testing.T) {
	taught := []tone{{0.12, 0.3, 0.14}, {0.15, 0.2, 0.6}, {0.5, 0.4, 0.6}, {0.15, 0.17, 0.2}, {0.2, 0.3, 0.22}, {0.4, 0.4, 0.7}}
	const dull = 0.5
	var pairs []pair
	for i, q := range taught {
		p := pair{hex: i, taught: q}
		for c := range 3 { // glare on one side of the mat
			p.haze[c] = 0.2 * float32(i%3)
			p.seen[c] = q[c] - dull*p.haze[c]
		}
		pairs = append(pairs, p)
	}
	// One was misread.
	fit, ok := fitTint(append(pairs[:len(pairs):len(pairs)], pair{seen: tone{0.1, 0.1, 0.1}, taught: tone{0.5, 0.4, 0.6}, haze: tone{0.1, 0.1, 0.1}}))
	if !ok || math.Abs(fit.shine-dull) > 0.1 {
		t.Fatalf("a share of %.2f of the haze too much (%v), it is %.2f", fit.shine, ok, dull)
	}
	for _, p := range pairs {
		for c := range 3 {
			if got := fit.of(&p, c); math.Abs(got-float64(p.taught[c])) > 0.025 {
				t.Errorf("tile %d: albedo %.2f becomes %.2f, taught is %.2f", p.hex, p.seen[c], got, p.taught[c])
			}
		}
	}
}
