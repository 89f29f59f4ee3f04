package pieces

import "fmt"

// Glare and overexposure cut colors off at white. Some of that is usual (white wood, pale
// tiles under a strong lamp); where much of a mat is cut off that wasn't when it was
// empty, neither the light nor the colors can be trusted.

// dazzledMat is the share of a mat newly cut off at white from which nothing on it is
// sure: in usual pictures under strong lamps it stays below 0.08.
const dazzledMat = 0.12

// dazzledHex is the share of a hex's pixels newly cut off from which nothing can be
// seen there, on a dazzled mat.
const dazzledHex = 0.9

// dazzle returns the share of the mat that is cut off at white and wasn't in the picture
// of the empty table.
func (s *sheet) dazzle(means []float32) float64 {
	all, over := 1, 0
	for b, o := range s.owner {
		if o == between || bright(s.lit[3*b:]) {
			continue
		}
		all++
		if bright(means[3*b:]) {
			over++
		}
	}
	return float64(over) / float64(all)
}

// doubtDazzled lowers the confidence of a mat of which share is newly cut off at white,
// hides the hexes that are white all over, and says what to do.
func (s *sheet) doubtDazzled(share float64, raw Pixels, pixels []int, m *Mat) {
	if share < dazzledMat {
		return
	}
	// The more is cut off, the less is known of the light on the rest.
	most := max(sureFrom-0.01-0.9*(share-dazzledMat), 0.35)
	for i := range m.Hexes {
		h := &m.Hexes[i]
		if h.Hidden {
			continue
		}
		if s.cutOffShare(i, raw, pixels) > dazzledHex {
			*h = Hex{Hidden: true}
			continue
		}
		h.Best[0].Chance = min(h.Best[0].Chance, most)
		h.Best[1].Chance = min(h.Best[1].Chance, h.Best[0].Chance)
	}
	m.Problems = append(m.Problems, fmt.Sprintf("%.0f %% of %s's mat is too bright to see colors: turn the lamp away or lower the camera's exposure.", 100*share, s.mat.Name))
}

// cutOffShare is the share of hex i's inside that is cut off at white and wasn't when
// empty.
func (s *sheet) cutOffShare(i int, raw Pixels, pixels []int) float64 {
	var e example
	s.markClipped(i, raw, &e)
	x0, y0 := int(s.mids[i][0]+0.5)-hexPixels, int(s.mids[i][1]+0.5)-hexPixels
	bw, _ := s.canvas.blocks()
	n := 0
	for _, at := range pixels {
		b := (y0+at/3/patchSide)/block*bw + (x0+at/3%patchSide)/block
		if e.clipped[at/3] && !bright(s.lit[3*b:]) {
			n++
		}
	}
	return float64(n) / float64(len(pixels))
}
