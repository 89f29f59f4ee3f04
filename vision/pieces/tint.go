package pieces

import (
	"math"
	"slices"

	"harbormaster/mat"
)

// The light is measured on the print, and tiles throw another share of a lamp's mirror
// image to the camera than print does: on a mat that lies otherwise under the lamp than
// the taught one all tiles look a little darker or lighter than the taught ones. What is
// certain on a mat tells by how much, and what is doubtful there is looked at again so.

// tone is the middle color of a tile where nothing lies on it, as albedo; of blue, green, red.
type tone [3]float32

// pair is a tile's tone as seen beside the taught one. Of a covered one only what shows
// beside the pieces was measured, which is less certain.
type pair struct {
	seen, taught tone
	covered      bool
}

// tint is what makes the tiles of a mat look like the taught ones: albedo times gain plus
// offset, for each color.
type tint struct{ gain, offset [3]float64 }

const (
	// How certain a crop must be to tell of the light, and how many are needed.
	tellingBase = 0.8
	leastPairs  = 3
	// coveredTells is how much a tile with pieces on it tells, beside one without.
	coveredTells = 0.2
	// Usual sizes: of tints, and of how far tiles of one crop are apart.
	usualGain, usualOffset, usualTone = 0.12, 0.03, 0.02
	// mostTint is how many times as large as usual a tint may be: beyond, it isn't the light.
	mostTint = 3
	// leastTint is how many codes a tint must change some tile to be worth a second look.
	leastTint = 3
	// lookAgain is below which chance a hex is looked at again.
	lookAgain = 0.95
)

// toneOf returns the middle color of the measured patch's tile; false where too little of
// it shows. Bare says that nothing lies on it: then all of it counts, since under another
// light the parts of a drawing may look like pieces.
func (m *measurer) toneOf(p *patch, bare bool) (tone, bool) {
	var hist [3][256]int
	n := 0
	for i, at := range m.pixels {
		o := m.share[4*i : 4*i+4 : 4*i+4]
		if !bare && o[0]+o[1]+o[2]+o[3] > 0.3 {
			continue
		}
		n++
		for c := range hist {
			hist[c][p.seen[at+c]]++
		}
	}
	if n < len(m.pixels)/4 {
		return tone{}, false
	}
	var out tone
	for c := range out {
		code, sum := 0, hist[c][0]
		for 2*sum < n {
			code++
			sum += hist[c][code]
		}
		out[c] = albedoOf[code]
	}
	return out, true
}

// taughtTones returns each crop's tone on the taught tiles; those with nothing on them
// count alone where there are such.
func (m *measurer) taughtTones(examples []*example) map[mat.Crop]tone {
	out := map[mat.Crop]tone{}
	for _, bare := range [...]bool{true, false} {
		sums, counts := map[mat.Crop]tone{}, map[mat.Crop]float32{}
		for _, e := range examples {
			on := e.on
			if on.Crop == mat.NoCrop || bare && (on.Worker || on.Well || on.Surveyor) {
				continue
			}
			m.mix(&e.patch)
			if t, ok := m.toneOf(&e.patch, bare); ok {
				s := sums[on.Crop]
				for c := range s {
					s[c] += t[c]
				}
				sums[on.Crop], counts[on.Crop] = s, counts[on.Crop]+1
			}
		}
		for crop, s := range sums {
			if _, known := out[crop]; known {
				continue
			}
			for c := range s {
				s[c] /= counts[crop]
			}
			out[crop] = s
		}
	}
	return out
}

// fitTint fits a tint to what is certain on a mat; false where that is too little, or
// makes no difference.
func fitTint(pairs []pair) (t tint, ok bool) {
	if len(pairs) < leastPairs {
		return t, false
	}
	for c := range 3 {
		g, h := 1.0, 0.0
		for round := range 6 {
			// Misread tiles are far off: they count less from the first round on, and
			// ever less.
			scale := usualTone * max(2, 6-float64(round))
			// Least squares with what is usual as one measurement more each.
			w := usualTone * usualTone
			a11, a12, a22 := w/(usualGain*usualGain), 0.0, w/(usualOffset*usualOffset)
			b1, b2 := a11, 0.0
			for _, p := range pairs {
				s, r := float64(p.seen[c]), float64(p.taught[c])
				d := (g*s + h - r) / scale
				weight := 1 / (1 + d*d)
				if p.covered {
					weight *= coveredTells
				}
				a11, a12, a22 = a11+weight*s*s, a12+weight*s, a22+weight
				b1, b2 = b1+weight*s*r, b2+weight*r
			}
			det := a11*a22 - a12*a12
			g, h = (b1*a22-b2*a12)/det, (a11*b2-a12*b1)/det
		}
		if math.Abs(g-1) > mostTint*usualGain || math.Abs(h) > mostTint*usualOffset {
			return tint{}, false
		}
		t.gain[c], t.offset[c] = g, h
	}
	table := t.codes()
	ok = slices.ContainsFunc(pairs, func(p pair) bool {
		for c := range 3 {
			code := encode(p.seen[c])
			if abs(int(table[c][code])-int(code)) >= leastTint {
				return true
			}
		}
		return false
	})
	return t, ok
}

// codes returns what each code becomes, for each color.
func (t *tint) codes() (table [3][256]uint8) {
	for c := range table {
		for code := range table[c] {
			table[c][code] = encode(max(float32(t.gain[c])*albedoOf[code]+float32(t.offset[c]), 0))
		}
	}
	return table
}

// certainCrop returns the crop that is told by chances (one a state) nearly for
// sure, whatever lies on it.
func certainCrop(chances []float32) mat.Crop {
	var sums [numBases]float32
	for s, on := range states {
		sums[baseOf(on)] += chances[s]
	}
	for _, crop := range mat.Crops() {
		if sums[int(crop)] >= tellingBase {
			return crop
		}
	}
	return mat.NoCrop
}

// lookAgain reads the doubtful hexes of a mat in the light that the certain ones tell of.
func (s *sheet) lookAgain(m *measurer, j *judge, bare Pixels, pairs []pair, hexes []Hex) {
	t, ok := fitTint(pairs)
	if !ok {
		return
	}
	table := t.codes()
	var q patch
	chances := make([]float32, len(states))
	for i := range hexes {
		h := &hexes[i]
		// What is print is compared with this mat's own.
		if h.Hidden || h.Best[0].Chance >= lookAgain || baseOf(h.Best[0].On) == basePrint {
			continue
		}
		s.cut(i, bare, s.print, &q)
		// Dark wood that stands up has no part in it.
		m.mix(&q)
		var standing [patchSide * patchSide]bool
		for k, at := range m.place {
			standing[at] = m.share[4*k+inGreen-inWell] > 0.5
		}
		for k := range q.seen {
			if !standing[k/3] {
				q.seen[k] = table[k%3][q.seen[k]]
			}
		}
		m.x = m.measure(&q, m.x)
		j.chances(m.x, chances)
		h.Best = bestTwo(chances)
	}
}
