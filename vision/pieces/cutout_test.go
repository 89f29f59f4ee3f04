package pieces

import (
	"math"
	"testing"

	"harbormaster/mat"
)

// A cut-out is one compact thing: a line of its color beside it is none of it, a groove of
// another color is.
func TestBody(t *testing.T) {
	c := &composer{pixels: insidePixels(mat.Pointy)}
	var owner [patchSide * patchSide]int8
	at := func(x, y int) int { return (hexPixels+y)*patchSide + hexPixels + x }
	for y := -7; y <= 7; y++ {
		for x := -6; x <= 6; x++ {
			if x != 2 { // the groove, open at its ends
				owner[at(x, y)] = inWhite + 1
			}
		}
	}
	for x := 7; x < 18; x++ { // a line beside, and a spot
		owner[at(x, -3)] = inWhite + 1
	}
	for y := range 3 {
		for x := range 3 {
			owner[at(-12+x, y)] = inWhite + 1
		}
	}
	body := c.body(&owner, inWhite)
	whole := c.close(&body)
	for _, q := range []struct {
		name string
		at   int
		in   bool
	}{{"middle", at(0, 0), true}, {"corner", at(-6, 7), true}, {"groove", at(2, 0), true}, {"groove's end", at(2, 7), true}, {"line", at(14, -3), false}, {"spot", at(-11, 1), false}, {"beside", at(0, 11), false}} {
		if whole[q.at] != q.in {
			t.Errorf("%s: in the piece: %v", q.name, whole[q.at])
		}
	}
}

// A tile is painted over with what a tile looks like: with a bare one's own pixels where
// one was taught, else with what it shows elsewhere, and never with the piece.
func TestPaintOver(t *testing.T) {
	pixels := insidePixels(mat.Pointy)
	e, bare := &example{}, &example{}
	var covered area
	for i := range covered {
		x, y := i%patchSide-hexPixels, i/patchSide-hexPixels
		covered[i] = math.Hypot(float64(x)+6, float64(y)) < 7
		v := uint8(60 + x) // brighter to the right
		if covered[i] {
			v = 250
		}
		for k := range 3 {
			e.seen[3*i+k], bare.seen[3*i+k] = v, 33
		}
	}
	for name, from := range map[string]*example{"itself": nil, "a bare tile": bare} {
		q := paintOver(e, pixels, &covered, from)
		for _, at := range pixels {
			switch v := q.seen[at]; {
			case v == 250:
				t.Fatalf("painted from %s: the piece is still seen at %d, %d", name, at/3%patchSide, at/3/patchSide)
			case covered[at/3] && from != nil && v != 33:
				t.Fatalf("painted from %s: %d instead of its 33", name, v)
			}
		}
	}
}
