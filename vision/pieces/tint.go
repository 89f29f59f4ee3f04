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
	hex          int
	seen, taught tone
	haze         tone // of the print there, which was taken off, as albedo
	covered      bool
}

// tint is what makes the tiles of a mat look like the taught ones: albedo times gain plus
// offset, for each color, plus a share of the haze that was taken off.
type tint struct {
	gain, offset [3]float64
	shine        float64 // 0: tiles have the print's haze; 1: they have none
}

const (
	// How certain a crop must be to tell of the light, and how many are needed.
	tellingBase = 0.8
	leastPairs  = 3
	// coveredTells is how much a tile with pieces on it tells, beside one without.
	coveredTells = 0.2
	// Usual sizes: of tints, and of how far tiles of one crop are apart.
	usualGain, usualOffset, usualTone = 0.12, 0.03, 0.02
	usualDull                         = 0.3 // of tiles' haze against the print's
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
	t.gain = [3]float64{1, 1, 1}
	for round := range 6 {
		// Misread tiles are far off: they count less from the first round on, and
		// ever less.
		t = t.fit(pairs, usualTone*max(2, 6-float64(round)))
	}
	for c := range 3 {
		if math.Abs(t.gain[c]-1) > mostTint*usualGain || math.Abs(t.offset[c]) > mostTint*usualOffset {
			return tint{}, false
		}
	}
	if math.Abs(t.shine) > mostTint*usualDull {
		return tint{}, false
	}
	return t, slices.ContainsFunc(pairs, t.matters)
}

// of returns what the tint makes of color c.
func (t *tint) of(p *pair, c int) float64 {
	return t.gain[c]*float64(p.seen[c]) + t.offset[c] + t.shine*float64(p.haze[c])
}

// matters reports whether the tint changes a tile by as much as is worth a second look.
func (t *tint) matters(p pair) bool {
	for c := range 3 {
		if abs(int(encode(max(float32(t.of(&p, c)), 0)))-int(encode(p.seen[c]))) >= leastTint {
			return true
		}
	}
	return false
}

// fit is one round of least squares with weights by how far each pair is off by t, beyond
// scale. What is usual is one measurement more of each unknown.
func (t *tint) fit(pairs []pair, scale float64) tint {
	// Gains, offsets, the share of the haze; and what they shall make.
	const shine, n = 6, 7
	m := make([]float64, n*(n+1))
	at := func(r, k int) *float64 { return &m[r*(n+1)+k] }
	const w = usualTone * usualTone
	for c := range 3 {
		*at(c, c), *at(c, n) = w/(usualGain*usualGain), w/(usualGain*usualGain)
		*at(3+c, 3+c) = w / (usualOffset * usualOffset)
	}
	*at(shine, shine) = w / (usualDull * usualDull)
	for i := range pairs {
		p := &pairs[i]
		for c := range 3 {
			d := (t.of(p, c) - float64(p.taught[c])) / scale
			weight := 1 / (1 + d*d)
			if p.covered {
				weight *= coveredTells
			}
			row := [3]float64{float64(p.seen[c]), 1, float64(p.haze[c])}
			for a, r := range [3]int{c, 3 + c, shine} {
				for b, k := range [3]int{c, 3 + c, shine} {
					*at(r, k) += weight * row[a] * row[b]
				}
				*at(r, n) += weight * row[a] * float64(p.taught[c])
			}
		}
	}
	var x [n]float64
	gauss(m, n, x[:])
	return tint{[3]float64(x[:3]), [3]float64(x[3:6]), x[shine]}
}

// hazeOn returns how much haze was taken off hex i.
func (s *sheet) hazeOn(i int, now *Light) (out tone) {
	bw, _ := s.canvas.blocks()
	b := int(s.mids[i][1])/block*bw + int(s.mids[i][0])/block
	gain, haze := s.empty.at(s.shape, b)
	g, h := now.at(s.shape, b)
	for c := range out {
		out[c] = float32((haze[c]*g[c] + h[c]) / (gain[c] * g[c]))
	}
	return out
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
func (s *sheet) lookAgain(m *measurer, j *judge, seen *sight, pairs []pair, hexes []Hex) {
	t, ok := fitTint(pairs)
	if !ok {
		return
	}
	bare := seen.bare
	if dull := (tint{gain: [3]float64{1, 1, 1}, shine: t.shine}); slices.ContainsFunc(pairs, dull.matters) {
		// What was taken too much off dark tiles is lost: take off what tiles have.
		bare = s.bare(seen.raw, s.empty.hazier(1-t.shine), seen.light.hazier(1-t.shine))
		if t, ok = fitTint(s.tonesIn(bare, m, pairs)); !ok {
			t = tint{gain: [3]float64{1, 1, 1}}
		}
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

// hazier returns the light with so many times its haze.
func (l *Light) hazier(share float64) *Light {
	out := *l
	out.Bumps = make([]float64, len(l.Bumps))
	for i, b := range l.Bumps {
		out.Bumps[i] = share * b
	}
	return &out
}

// tonesIn measures the pairs' tiles again in a picture that has their haze.
func (s *sheet) tonesIn(bare Pixels, m *measurer, pairs []pair) []pair {
	var out []pair
	var q patch
	for _, p := range pairs {
		s.cut(p.hex, bare, s.print, &q)
		if p.covered {
			m.mix(&q)
		}
		if seen, ok := m.toneOf(&q, !p.covered); ok {
			out = append(out, pair{hex: p.hex, seen: seen, taught: p.taught, covered: p.covered})
		}
	}
	return out
}
