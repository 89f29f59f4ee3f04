package lattice

import (
	"slices"
	"testing"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// foundIn is a lattice with those of the hexes that keep leaves, in which each place's sides
// stand out as support says.
func foundIn(hexes []mat.Axial, keep func(i int) bool, support func(a mat.Axial) float64) *Lattice {
	l := &Lattice{Orientation: mat.Pointy, free: calibration.Identity()}
	p := &places{usual: 1, sides: map[mat.Axial][6]float64{}}
	for q := -3; q < 10; q++ {
		for r := -3; r < 8; r++ {
			a := mat.Axial{Q: q, R: r}
			var sides [6]float64
			for k := range sides {
				sides[k] = support(a)
			}
			p.sides[a] = sides
		}
	}
	l.places = p
	for i, a := range hexes {
		if keep(i) {
			l.Hexes = append(l.Hexes, a)
		}
	}
	l.originate()
	return l
}

// fifteen are three rows of five hexes.
func fifteen() (out []mat.Axial) {
	for r := range 3 {
		for k := range 5 {
			out = append(out, mat.Axial{Q: k - r/2, R: r})
		}
	}
	return out
}

func TestAdopt(t *testing.T) {
	hexes := fifteen()
	faint := func(of ...mat.Axial) func(mat.Axial) float64 {
		return func(a mat.Axial) float64 {
			if slices.Contains(of, a) {
				return 0.3 // not enough to be seen, not so little as bare print has
			}
			if slices.Contains(hexes, a) {
				return 1
			}
			return 0
		}
	}
	for _, c := range []struct {
		name    string
		keep    func(i int) bool
		support func(mat.Axial) float64
		want    bool
		hexes   int
	}{
		{"a faint first hex", func(i int) bool { return i != 0 }, faint(hexes[0]), true, 15},
		{"two faint ones", func(i int) bool { return i != 4 && i != 14 }, faint(hexes[4], hexes[14]), true, 15},
		{"bare print there", func(i int) bool { return i != 0 }, func(a mat.Axial) float64 {
			if a == hexes[0] {
				return -0.2
			}
			return faint()(a)
		}, false, 14},
		{"another printing", func(i int) bool { return i < 10 }, faint(hexes[10:]...), false, 10},
		{"nothing to adopt", func(int) bool { return true }, faint(), false, 15},
	} {
		l := foundIn(hexes, c.keep, c.support)
		if got := l.Adopt(hexes); got != c.want || len(l.Hexes) != c.hexes || l.Hexes[0] != (mat.Axial{}) {
			t.Errorf("%s: %v, %d hexes from %v", c.name, got, len(l.Hexes), l.Hexes[0])
		}
		if c.want && !slices.Equal(l.Hexes, hexes) {
			t.Errorf("%s: %v", c.name, l.Hexes)
		}
	}
	// One that all others lack and that hardly stands out goes.
	extra := append(fifteen(), mat.Axial{Q: 5, R: 0})
	l := foundIn(extra, func(int) bool { return true }, faint(mat.Axial{Q: 5, R: 0}))
	if !l.Adopt(hexes) || len(l.Hexes) != 15 {
		t.Errorf("a made-up hex stays: %v", l.Hexes)
	}
	// One that stands out stays: then it is another printing.
	l = foundIn(extra, func(int) bool { return true }, func(mat.Axial) float64 { return 1 })
	if l.Adopt(hexes) || len(l.Hexes) != 16 {
		t.Errorf("a clear hex is dropped: %v", l.Hexes)
	}
}
