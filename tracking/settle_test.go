package tracking

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"harbormaster/mat"
)

// scene is a table of one mat of six hexes.
func scene(t *testing.T, line string) (Table, []SideSight) {
	t.Helper()
	m, err := mat.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	sights := sight(m, 0.95)
	table, err := NewTable([]*mat.Template{m.Template}, sights)
	if err != nil {
		t.Fatal(err)
	}
	return table, sights
}

func sight(m mat.Mat, confidence float64) []SideSight {
	s := SideSight{Player: "red", Found: true}
	for _, c := range m.On {
		s.Hexes = append(s.Hexes, HexSight{On: c, Confidence: confidence})
	}
	return []SideSight{s}
}

// read returns a reading of the mat in one-line notation.
func read(t *testing.T, line string, confidence float64) []SideSight {
	t.Helper()
	m, err := mat.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return sight(m, confidence)
}

const (
	bare    = "pointy / 0,0 h. s. c. / 0,1 d. h. s."
	placed  = "pointy / 0,0 h! s. c. / 0,1 d. h. s."
	planted = "pointy / 0,0 hC! s. c. / 0,1 d. h. s."
	barn    = "pointy / 0,0 h. s# c. / 0,1 d. h. s."
	barns   = "pointy / 0,0 h. s# c# / 0,1 d. h. s."
)

// steps feeds readings and returns how many changes settled, were doubtful and
// were contrary.
func steps(table Table, p Pace, readings ...[]SideSight) (after Table, settled, doubtful, contrary int) {
	for _, r := range readings {
		var c Changes
		table, c = Settle(table, r, p)
		settled += len(c.Settled)
		doubtful += len(c.Doubtful)
		contrary += len(c.Contrary)
	}
	return table, settled, doubtful, contrary
}

func TestSettle(t *testing.T) {
	many := func(n int, r []SideSight) (out [][]SideSight) {
		for range n {
			out = append(out, r)
		}
		return out
	}
	hidden := read(t, placed, 0.95)
	hidden[0].Hexes[0].Hidden = true
	lost := read(t, placed, 0.95)
	lost[0].Found = false
	underHand := read(t, placed, 0.7)
	underHand[0].Hexes[5].Hidden = true
	for _, test := range []struct {
		name     string
		pace     Pace
		from     string
		readings [][]SideSight
		settled  int
		contrary bool
		want     string
	}{
		{"nothing happens", Steady(), bare, many(20, read(t, bare, 0.9)), 0, false, bare},
		{"a steady piece settles once", Steady(), bare, many(20, read(t, placed, 0.9)), 1, false, placed},
		{"two readings aren't steady", Steady(), bare, many(2, read(t, placed, 0.99)), 0, false, bare},
		{"one confident reading, single", Single(), bare, many(1, read(t, placed, 0.85)), 1, false, placed},
		{"noise under the margin", Steady(), bare, many(50, read(t, placed, 0.3)), 0, false, bare},
		{"noise under the margin, single", Single(), bare, many(50, read(t, placed, 0.3)), 0, false, bare},
		{"flicker", Steady(), bare, slices.Concat(many(1, read(t, placed, 0.9)), many(1, read(t, bare, 0.9)), many(1, read(t, placed, 0.9)), many(1, read(t, bare, 0.9)), many(1, read(t, placed, 0.9))), 0, false, bare},
		{"wrong but unsure readings are outvoted", Steady(), bare, slices.Concat(many(1, read(t, planted, 0.5)), many(3, read(t, placed, 0.9)), many(1, read(t, planted, 0.5)), many(3, read(t, placed, 0.9))), 1, false, placed},
		{"a hand hides it", Steady(), bare, many(9, hidden), 0, false, bare},
		{"a mat that isn't found", Steady(), bare, many(9, lost), 0, false, bare},
		{"unsure beside a hand", Steady(), bare, many(9, underHand), 0, false, bare},
		{"a barn that goes away is asked about first", Steady(), barn, many(6, read(t, bare, 0.95)), 0, true, barn},
		{"a barn read wrong at first is mended", Single(), barn, many(2, read(t, bare, 0.95)), 1, false, bare},
	} {
		t.Run(test.name, func(t *testing.T) {
			table, first := scene(t, test.from)
			if test.pace == Steady() { // a while of the same before anything happens
				table, _, _, _ = steps(table, test.pace, many(9, first)...)
			}
			table, settled, _, contrary := steps(table, test.pace, test.readings...)
			if settled != test.settled || (contrary > 0) != test.contrary {
				t.Errorf("%d changes settled and %d contrary, want %d and %v", settled, contrary, test.settled, test.contrary)
			}
			want, err := mat.Parse(test.want)
			if err != nil {
				t.Fatal(err)
			}
			if got := table.View()[0].Mat; got.String() != want.String() {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// A reading that is doubtful by itself can be taken where something else
// speaks for it.
func TestTake(t *testing.T) {
	table, _ := scene(t, bare)
	table, changes := Settle(table, read(t, placed, 0.6), Single())
	if len(changes.Doubtful) != 1 || len(changes.Settled) != 0 {
		t.Fatalf("got %+v", changes)
	}
	if got := table.Take(changes.Doubtful).View()[0].Mat.String(); got != mustRead(t, placed) {
		t.Errorf("taken: %s", got)
	}
	if got := table.View()[0].Mat.String(); got != mustRead(t, bare) {
		t.Errorf("the table it was taken from changed: %s", got)
	}
}

func mustRead(t *testing.T, line string) string {
	t.Helper()
	m, err := mat.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return m.String()
}

// Boats are gained from the left and never change; a type read wrong now and
// then is outvoted.
func TestBoatsNeverChange(t *testing.T) {
	table, first := scene(t, bare)
	with := func(names ...string) []SideSight {
		r := slices.Clone(first)
		r[0].Boats = nil
		for _, n := range names {
			r[0].Boats = append(r[0].Boats, BoatSight{Type: n, Confidence: 0.95})
		}
		return r
	}
	table, settled, _, _ := steps(table, Single(), with("3b"), with("3b"), with("3b"), with("3a"), with("3b", "4"), with("3a", "4"), with(), with("3b", "4"))
	if got, want := table.View()[0].Boats, []string{"3b", "4"}; !slices.Equal(got, want) || settled != 2 {
		t.Errorf("got %v in %d changes, want %v in 2", got, settled, want)
	}
}

// The order in which changes show up doesn't matter for what settles.
func TestOrderOfPlacesDoesNotMatter(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	lines := []string{barn, "pointy / 0,0 hC! s. c. / 0,1 d. h! s.", "pointy / 0,0 h. s. c! / 0,1 d# h. s."}
	var first string
	for range 20 {
		table, _ := scene(t, bare)
		rng.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		merged := read(t, bare, 0.95)
		for _, line := range lines {
			for k, h := range read(t, line, 0.95)[0].Hexes {
				if !h.On.Empty() {
					merged[0].Hexes[k] = h
				}
			}
			table, _ = Settle(table, merged, Single())
		}
		if got := fmt.Sprint(table.View()); first == "" {
			first = got
		} else if got != first {
			t.Errorf("got %s, want %s", got, first)
		}
	}
}

func TestForward(t *testing.T) {
	names := []string{".", "!", "C!", "C", "Co", "Co!", "Co^", "#", "#^", "T!"}
	on := make([]mat.Contents, len(names))
	for i, n := range names {
		m, err := mat.Parse("pointy / 0,0 h" + n)
		if err != nil {
			t.Fatal(err)
		}
		on[i] = m.On[0]
	}
	may := map[string]string{
		".": ". ! C! C Co Co! Co^ # #^ T!", "!": "! C! C Co Co! Co^ T!", "C!": "C! C Co Co! Co^", "C": "C Co Co^",
		"Co": "Co Co^", "Co!": "Co Co! Co^", "Co^": "Co^", "#": "# #^", "#^": "#^", "T!": "T!",
	}
	for i, from := range names {
		var got []string
		for j, to := range names {
			if Forward(on[i], on[j]) {
				got = append(got, to)
			}
		}
		if s := fmt.Sprint(got); s != "["+may[from]+"]" {
			t.Errorf("from %s: %s, want %s", from, s, may[from])
		}
	}
}

// What the first reading couldn't see, the next may show.
func TestHiddenAtFirst(t *testing.T) {
	m, err := mat.Parse(barns)
	if err != nil {
		t.Fatal(err)
	}
	first := sight(m, 0.95)
	first[0].Hexes[1].Hidden = true
	table, err := NewTable([]*mat.Template{m.Template}, first)
	if err != nil {
		t.Fatal(err)
	}
	table, _ = Settle(table, sight(m, 0.95), Single())
	if got := table.View()[0].Mat.String(); got != m.String() {
		t.Errorf("got %s", got)
	}
	if _, err := NewTable(nil, first); err == nil {
		t.Error("a table without mats is begun")
	}
}
