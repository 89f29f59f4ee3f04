package pieces

import "testing"

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
		pairs = append(pairs, pair{under(q), q, false})
	}
	for name, list := range map[string][]pair{"all right": pairs, "one misread": append(pairs[:len(pairs):len(pairs)], pair{under(tone{0.1, 0.3, 0.1}), tone{0.5, 0.4, 0.6}, false})} {
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
		same = append(same, pair{q, q, false})
	}
	if _, ok := fitTint(same); ok {
		t.Error("tiles that look as taught need no second look")
	}
}
