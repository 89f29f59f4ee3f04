package pieces

import (
	"math"

	"harbormaster/mat"
)

// features are what the trees see of a hex: numbers of about 0 to 1.
type features []float32

// featureCount is how many measure gives: parts, bases, shaded print and their
// share, three overlays and their colors, the well's picture, comparison, colors.
const featureCount = parts + numBases + 2 + 3*13 + overlays*ownColors + shapeNumbers + 7 + 9

// bases are what may lie flat on a hex: the print, one of the crops, a barn.
const (
	basePrint = 0 // then the crops in their order
	baseBarn  = 1 + mat.NumCrops
	numBases  = 2 + mat.NumCrops
)

// measurer measures features; one serves one goroutine.
type measurer struct {
	palette *palette
	shape   *wellShape        // nil: no well was taught
	tones   map[mat.Crop]tone // of the taught tiles; for reading
	pixels  []int             // inside, index of the first color in a patch
	place   []int16           // of each inside pixel in the mask
	deep    []bool            // per inside pixel: well inside, where neighbors' pieces don't reach
	// room for one hex, to spare the collector:
	dens   []float32 // parts per pixel
	cell   []int32   // per pixel: its color's place in the palette's tables
	near   []int16   // per pixel: its color's place in the print's tables
	share  []float32 // of the four overlays per pixel: well, white, green, shade
	weight mixture
	x      features // of the last hex, reused
	box    *boxMeans
	maps   [overlays][patchSide * patchSide]float32
	local  [overlays][patchSide * patchSide]float32
}

func newMeasurer(p *palette, shape *wellShape, o mat.Orientation) *measurer {
	m := &measurer{palette: p, shape: shape, pixels: insidePixels(o)}
	for _, at := range m.pixels {
		x, y := at/3%patchSide, at/3/patchSide
		m.place = append(m.place, int16(at/3))
		m.deep = append(m.deep, hexNorm(o, float64(x-hexPixels), float64(y-hexPixels)) < 0.66*hexPixels)
	}
	m.dens = make([]float32, parts*len(m.pixels))
	m.cell, m.near = make([]int32, len(m.pixels)), make([]int16, len(m.pixels))
	m.share = make([]float32, 4*len(m.pixels))
	m.box = newBoxMeans(m.pixels)
	return m
}

// measure returns the features of a patch.
func (m *measurer) measure(p *patch, out features) features {
	m.mix(p)
	out = append(out[:0], m.weight[:]...)
	out = m.baseEvidence(p, out)
	out = m.blobs(out)
	out = m.ownColors(p, out)
	out = m.wellShape(p, out)
	out = m.compare(p, out)
	return m.colors(p, out)
}

// asPrinted reports whether a hex shows its print and nothing else, pixel by pixel:
// many do, and need no closer look.
func (m *measurer) asPrinted(p *patch) bool {
	const alike = 14 // codes
	other := 0
	for _, at := range m.pixels {
		if farthest(p.seen[at:at+3:at+3], p.print[at:at+3:at+3]) > alike {
			if other++; other*150 > len(m.pixels) {
				return false
			}
		}
	}
	return true
}

// mixture holds a number for each part: densities, weights or shares. Its sums are
// written out: they are made for every pixel, several times.
type mixture [parts]float32

// setTimes makes d the products of both, and returns a little more than their sum, never 0.
func (d *mixture) setTimes(v, w *mixture) float32 {
	a0, a1, a2, a3, a4, a5 := v[0]*w[0], v[1]*w[1], v[2]*w[2], v[3]*w[3], v[4]*w[4], v[5]*w[5]
	b0, b1, b2, b3, b4, b5 := v[6]*w[6], v[7]*w[7], v[8]*w[8], v[9]*w[9], v[10]*w[10], v[11]*w[11]
	d[0], d[1], d[2], d[3], d[4], d[5] = a0, a1, a2, a3, a4, a5
	d[6], d[7], d[8], d[9], d[10], d[11] = b0, b1, b2, b3, b4, b5
	return 1e-9 + a0 + a1 + a2 + a3 + a4 + a5 + b0 + b1 + b2 + b3 + b4 + b5
}

// add adds another times f.
func (d *mixture) add(o *mixture, f float32) {
	d[0] += o[0] * f
	d[1] += o[1] * f
	d[2] += o[2] * f
	d[3] += o[3] * f
	d[4] += o[4] * f
	d[5] += o[5] * f
	d[6] += o[6] * f
	d[7] += o[7] * f
	d[8] += o[8] * f
	d[9] += o[9] * f
	d[10] += o[10] * f
	d[11] += o[11] * f
}

// mix finds how much of the hex each part covers, by expectation maximization:
// some rounds on every fourth pixel, two on all.
func (m *measurer) mix(p *patch) {
	for i, at := range m.pixels {
		seen, print := p.seen[at:at+3:at+3], p.print[at:at+3:at+3]
		cell, near := cellOf(seen[0], seen[1], seen[2])*stuffs, printDistance(seen, print)
		m.cell[i], m.near[i] = int32(cell), int16(near)
		d := (*[parts]float32)(m.dens[i*parts:])
		*(*[stuffs]float32)(d[:]) = *(*[stuffs]float32)(m.palette.mix[cell:])
		d[inPrint], d[inOther] = printDensity[near], otherDensity
	}
	for s := range m.weight {
		m.weight[s] = 1.0 / parts
	}
	const rounds, stride = 4, 4
	for range rounds {
		var share, sums mixture
		for i := 0; i < len(m.pixels); i += stride {
			total := share.setTimes((*mixture)(m.dens[i*parts:]), &m.weight)
			sums.add(&share, 1/total)
		}
		n := float32((len(m.pixels) + stride - 1) / stride)
		for s := range m.weight {
			m.weight[s] = sums[s] / n
		}
		m.weight[inShade] = min(m.weight[inShade], mostShade)
	}
	m.mixAll()
}

// overlays are the parts that lie on top and are compact: well, white, green.
const overlays = inShade - inWell

// mostShade is how much of a hex the shade of a meeple can cover: without a
// limit it would explain all dark crops.
const mostShade = 0.12

// mixAll is the last round: on all pixels, first by the whole hex's weights,
// then by those of the pixels around, keeping the overlays' shares.
func (m *measurer) mixAll() {
	w := m.weight
	var share mixture
	for i, at := range m.place {
		total := share.setTimes((*mixture)(m.dens[i*parts:]), &w)
		for k := range overlays {
			m.maps[k][at] = share[inWell+k] / total
		}
	}
	for k := range m.maps {
		m.box.means(&m.maps[k], &m.local[k])
	}
	flat := float32(1e-9)
	for s, v := range w {
		if s < inWell || s >= inShade {
			flat += v
		}
	}
	var sums mixture
	for i, at := range m.place {
		d := (*mixture)(m.dens[i*parts:])
		on := float32(0)
		total := float32(1e-9)
		for k := range overlays {
			prior := (1-localShare)*w[inWell+k] + localShare*m.local[k][at]
			on += prior
			share[inWell+k] = prior * d[inWell+k]
			total += share[inWell+k]
		}
		under := max(1-on, 0) / flat
		for s := range inWell {
			share[s] = under * w[s] * d[s]
			total += share[s]
		}
		for s := inShade; s < parts; s++ {
			share[s] = under * w[s] * d[s]
			total += share[s]
		}
		inv := 1 / total
		sums.add(&share, inv)
		o := m.share[4*i : 4*i+4 : 4*i+4]
		for k := range o {
			o[k] = share[inWell+k] * inv
		}
	}
	for s := range m.weight {
		m.weight[s] = sums[s] / float32(len(m.pixels))
	}
}

// baseEvidence compares the bases on those pixels that no piece on top takes:
// mean logarithm of how much less likely each base is than the best, capped, since a
// pixel that no base explains says nothing about which.
func (m *measurer) baseEvidence(p *patch, out features) features {
	const least = -4
	capped := func(v float32) float32 { // the builtin max minds NaN
		if v < least {
			return least
		}
		return v
	}
	const faint = -3.9 // the logarithm of a density that explains nothing
	var sums [numBases]float32
	total, shaded := float32(1e-6), float32(0)
	for i, at := range m.pixels {
		o := m.share[4*i : 4*i+4 : 4*i+4]
		free := 1 - o[0] - o[1] - o[2] - 0.5*o[3]
		if free < 0.3 {
			continue
		}
		logs := (*[inBarn + 1]float32)(m.palette.logs[m.cell[i]:])
		print := printLogs[m.near[i]]
		best := max(print, faint, m.palette.best[int(m.cell[i])/stuffs])
		sums[basePrint] += free * capped(print-best)
		if print < best {
			print = max(print, printLogs[shadedDistance(p.seen[at:at+3:at+3], p.print[at:at+3:at+3])]-shadeCost)
		}
		shaded += free * capped(print-best)
		for b, l := range logs { // crops and barn follow the print in their order
			sums[1+b] += free * capped(l-best)
		}
		total += free
	}
	for _, s := range sums {
		out = append(out, 1+s/total/-least)
	}
	return append(out, 1+shaded/total/-least, total/float32(len(m.pixels)))
}

// shadeCost is the logarithm of how much rarer print in a shadow is than print.
const shadeCost = 1

// shadedDistance is printDistance to the print in the depth of shadow that fits
// best: a meeple's shadow takes the same share of each color and leaves the print's
// grain.
func shadedDistance(seen, print []uint8) int {
	const unit = 256
	sb, sg, sr := int32(seen[0]), int32(seen[1]), int32(seen[2])
	pb, pg, pr := int32(print[0]), int32(print[1]), int32(print[2])
	f := unit * (sb*pb + sg*pg + sr*pr) / max(pb*pb+pg*pg+pr*pr, 1)
	f = min(max(f, unit*11/20), unit) // codes: a fourth of the light is left
	db, dg, dr := sb-pb*f/unit, sg-pg*f/unit, sr-pr*f/unit
	return min(int(db*db+dg*dg+dr*dr)/4, len(printDensity)-1)
}

// blobs describes the overlays' shapes: a meeple is one compact blob, a barn's
// lines and a turnip's tops are not. Each overlay is looked at three ways: the
// pixels that are rather its than another's, those whose color nothing else has,
// and those that may be its (white wood on white tops).
func (m *measurer) blobs(out features) features {
	n := float32(len(m.pixels))
	var seen [overlays]struct {
		sum, deep, chroma, light float32
		own                      int
		rather, only, maybe      bitMask
	}
	for i, at := range m.place {
		y, bit := at/patchSide, uint64(1)<<(at%patchSide)
		cell := int(m.cell[i]) / stuffs
		print := printDensity[m.near[i]]
		shares := m.share[4*i : 4*i+overlays : 4*i+overlays]
		limits := m.palette.limits[cell*overlays*2:][: overlays*2 : overlays*2]
		for k := range seen {
			o := &seen[k]
			if s := shares[k]; s >= 0.02 {
				c, l := chromaOf(cell)
				o.sum += s
				o.chroma += s * c
				o.light += s * l
				if m.deep[i] {
					o.deep += s
				}
				if s > 0.5 {
					o.rather[y] |= bit
				}
			}
			if print < limits[2*k] {
				o.only[y] |= bit
				o.own++
			}
			if print < limits[2*k+1] {
				o.maybe[y] |= bit
			}
		}
	}
	for k := range seen {
		o := &seen[k]
		size, core, reach := o.rather.largest()
		out = append(out, o.sum/n, o.deep/n, float32(size)/n, float32(core)/n, reach, o.chroma/n, o.light/(o.sum+0.01*n))
		size, core, _ = o.only.largest()
		out = append(out, float32(o.own)/n, float32(size)/n, float32(core)/n)
		size, core, reach = o.maybe.largest()
		out = append(out, float32(size)/n, float32(core)/n, reach)
	}
	return out
}

// ownColors is how many numbers a piece measurer.ownColors gives.
const ownColors = 6

// ownColors says how many-colored what looks like a piece is: a well has stone and
// water, a meeple's dark side is of one color. Mean and spread of light and of hue, and
// how much of the taught piece's colors is there in their proportion.
func (m *measurer) ownColors(p *patch, out features) features {
	for k := range overlays {
		var n, light, light2, hue, hue2 float32
		seen := [coarseCells]float32{}
		for i, at := range m.pixels {
			s := m.share[4*i+k]
			if s < 0.02 {
				continue
			}
			b, g, r := float32(p.seen[at]), float32(p.seen[at+1]), float32(p.seen[at+2])
			l, h := (b+g+r)/3, b-r
			n += s
			light, light2 = light+s*l, light2+s*l*l
			hue, hue2 = hue+s*h, hue2+s*h*h
			seen[coarseOf(int(m.cell[i])/stuffs)] += s
		}
		if n < 1 {
			out = append(out, 0, 0, 0, 0, 0, 0)
			continue
		}
		light, hue = light/n, hue/n
		alike, different := float32(0), float32(0)
		for c, v := range seen {
			alike += min(v/n, m.palette.coarse[k][c])
			if v > 0.04*n {
				different++
			}
		}
		out = append(out, sqrt(light2/n-light*light)/64, light/255, hue/128, sqrt(hue2/n-hue*hue)/64, alike, different/16)
	}
	return out
}

func sqrt(v float32) float32 { return float32(math.Sqrt(float64(max(v, 0)))) }

// Coarse cells of color are four fine ones a side.
const (
	coarseShift = 2
	coarseBits  = cellBits - coarseShift
	coarseCells = 1 << (3 * coarseBits)
)

func coarseOf(cell int) int {
	const side = 1<<coarseBits - 1
	return cell>>(2*cellBits+coarseShift)&side<<(2*coarseBits) | cell>>(cellBits+coarseShift)&side<<coarseBits | cell>>coarseShift&side
}

// chromaOf returns how colorful and how light a color cell is, 0 to 1: a well's
// water is, a meeple's dark side isn't.
func chromaOf(cell int) (chroma, light float32) {
	b, g, r := cell>>(2*cellBits), cell>>cellBits&(cellSide-1), cell&(cellSide-1)
	return float32(max(b, g, r)-min(b, g, r)) / (cellSide - 1), float32(b+g+r) / (3 * (cellSide - 1))
}

// compare is the expert for presence: does the hex look as printed? Normalized
// correlation doesn't mind the light, differences see flat colors.
func (m *measurer) compare(p *patch, out features) features {
	var sa, sb, saa, sbb, sab, diff float64
	var free moments
	same, n := 0, 0
	shaded := 0
	for i, at := range m.pixels {
		a := int(p.seen[at]) + int(p.seen[at+1])*2 + int(p.seen[at+2])
		b := int(p.print[at]) + int(p.print[at+1])*2 + int(p.print[at+2])
		if m.deep[i] {
			fa, fb := float64(a), float64(b)
			sa, sb, saa, sbb, sab = sa+fa, sb+fb, saa+fa*fa, sbb+fb*fb, sab+fa*fb
			n++
		}
		d := abs(int(p.seen[at])-int(p.print[at])) + abs(int(p.seen[at+1])-int(p.print[at+1])) + abs(int(p.seen[at+2])-int(p.print[at+2]))
		diff += float64(d)
		if d < 36 { // 12 codes a color
			same++
		}
		if o := m.share[4*i : 4*i+3 : 4*i+3]; o[0]+o[1]+o[2] < 0.4 {
			free.add(float32(a), float32(b))
			if d < 36 || shadedDistance(p.seen[at:at+3:at+3], p.print[at:at+3:at+3]) < 3*10*10/4 {
				shaded++
			}
		}
	}
	fn := float64(n)
	va, vb := saa/fn-sa*sa/fn/fn, sbb/fn-sb*sb/fn/fn
	// The floor is noise of some codes: on plain print nothing correlates.
	ncc := (sab/fn - sa*sb/fn/fn) / math.Sqrt((va+200)*(vb+200))
	inside := float32(len(m.pixels))
	return append(out, float32(ncc), float32(diff)/inside/200, float32(same)/inside,
		free.correlation(), float32(shaded)/max(free.n, 1),
		float32(math.Min(math.Sqrt(va)/200, 1.5)), float32(math.Min(math.Sqrt(va/(vb+50)), 8)/8))
}

// moments are the sums that a correlation needs.
type moments struct{ n, a, b, aa, bb, ab float32 }

func (m *moments) add(a, b float32) {
	m.n++
	m.a += a
	m.b += b
	m.aa += a * a
	m.bb += b * b
	m.ab += a * b
}

func (m *moments) correlation() float32 {
	if m.n < 1 {
		return 0
	}
	va, vb := m.aa/m.n-m.a*m.a/m.n/m.n, m.bb/m.n-m.b*m.b/m.n/m.n
	return (m.ab/m.n - m.a*m.b/m.n/m.n) / float32(math.Sqrt(float64((max(va, 0)+200)*(max(vb, 0)+200))))
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// colors are plain statistics: mean, spread and middle of each color.
func (m *measurer) colors(p *patch, out features) features {
	var hist [3][32]int
	var sum, sum2 [3]float64
	for _, at := range m.pixels {
		for c := range 3 {
			v := p.seen[at+c]
			hist[c][v>>3]++
			sum[c] += float64(v)
			sum2[c] += float64(v) * float64(v)
		}
	}
	n := float64(len(m.pixels))
	for c := range 3 {
		mean := sum[c] / n
		middle, seen := 0, 0
		for seen+hist[c][middle] < len(m.pixels)/2 {
			seen += hist[c][middle]
			middle++
		}
		// Within the cell, as if its pixels were spread evenly.
		part := float64(len(m.pixels)/2-seen) / float64(max(hist[c][middle], 1))
		out = append(out, float32(mean/255), float32(math.Sqrt(math.Max(sum2[c]/n-mean*mean, 0))/128), float32((float64(middle)+part)/32))
	}
	return out
}
