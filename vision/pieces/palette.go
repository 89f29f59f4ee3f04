package pieces

import (
	"math"
	"slices"
)

// Stuffs that a palette knows by their colors. Print isn't among them: each
// pixel of a mat has a color of its own there.
const (
	inTurnip = iota
	inWheat
	inCorn
	inPotato
	inPumpkin
	inBarn
	inWell
	inWhite // workers
	inGreen // surveyors
	inShade // cast by meeples on whatever lies there
	stuffs
	inPrint = stuffs     // as printed, pixel by pixel
	inOther = stuffs + 1 // nothing known: a hand, a card, a sleeve
	parts   = stuffs + 2
)

// Colors are counted in cells of 8 codes a side.
const (
	cellBits  = 5
	cellShift = 8 - cellBits
	cellSide  = 1 << cellBits
	cells     = cellSide * cellSide * cellSide
)

func cellOf(b, g, r uint8) int {
	return int(b>>cellShift)<<(2*cellBits) | int(g>>cellShift)<<cellBits | int(r>>cellShift)
}

// palette is how likely each stuff shows each color: density a cell, times
// cells, so that 1 is "any color alike".
type palette struct {
	density [stuffs]histogram
	// mix holds the same numbers cell by cell, for reading; logs their logarithms.
	mix, logs []float32
	// best is the largest logarithm of what lies flat, cell by cell.
	best []float32
	// limits holds for each of the three overlays, cell by cell, below which
	// density of the print a color is its own, and below which it may be its.
	limits []float32
	// coarse holds the shares of each overlay's colors, in coarse cells.
	coarse [overlays][coarseCells]float32
}

// histogram counts colors, softly.
type histogram []float32

func newHistogram() histogram { return make(histogram, cells) }

// blur spreads counts over neighboring cells by a Gauss of sigma cells, the
// spread that leftover light and noise give a color.
func (h histogram) blur(sigma float64) {
	var k [7]float32 // 3 cells to each side are enough for sigma up to 1.5
	sum := float32(0)
	for i := range k {
		d := float64(i - 3)
		k[i] = float32(math.Exp(-d * d / (2 * sigma * sigma)))
		sum += k[i]
	}
	for i := range k {
		k[i] /= sum
	}
	var line [cellSide]float32
	for _, stride := range [3]int{1, cellSide, cellSide * cellSide} {
		for start := range cells {
			if start/stride%cellSide != 0 {
				continue
			}
			empty := true
			for i := range line {
				line[i] = h[start+i*stride]
				empty = empty && line[i] == 0
			}
			if empty {
				continue
			}
			for i := range line {
				v := float32(0)
				for j := range k {
					// Colors at the edge stay there, as clipping makes them.
					v += k[j] * line[min(max(i+j-3, 0), cellSide-1)]
				}
				h[start+i*stride] = v
			}
		}
	}
}

// scale makes the counts a density whose mean over all cells is 1.
func (h histogram) scale() {
	sum := float32(0)
	for _, v := range h {
		sum += v
	}
	if sum == 0 {
		return
	}
	f := cells / sum
	for i := range h {
		h[i] *= f
	}
}

// pack lays the densities out cell by cell.
func (p *palette) pack() {
	p.mix = make([]float32, cells*stuffs)
	p.logs = make([]float32, cells*stuffs)
	p.limits = make([]float32, cells*2*overlays)
	for i := range p.logs {
		p.logs[i] = leastLog
	}
	for s, d := range p.density {
		for c, v := range d {
			p.mix[c*stuffs+s] = v
			if v > 0 {
				p.logs[c*stuffs+s] = max(float32(math.Log(float64(v))), leastLog)
			}
		}
	}
	p.best = make([]float32, cells)
	for c := range p.best {
		p.best[c] = slices.Max(p.logs[c*stuffs:][:inBarn+1])
	}
	p.setLimits()
	p.coarse = [overlays][coarseCells]float32{}
	for k := range p.coarse {
		sum := float32(1e-9)
		for c, v := range p.density[inWell+k] {
			p.coarse[k][coarseOf(c)] += v
			sum += v
		}
		for c := range p.coarse[k] {
			p.coarse[k][c] /= sum
		}
	}
}

// setLimits works out, once densities are packed, what makes a color an
// overlay's own: no other stuff has it by a quarter. And what makes it maybe
// the overlay's: no base has it three times as often. (Which overlay it is then,
// their shares say.)
func (p *palette) setLimits() {
	for c := range cells {
		d := p.mix[c*stuffs : (c+1)*stuffs]
		under := float32(0)
		for _, v := range d[:inWell] {
			under = max(under, v)
		}
		for k := range overlays {
			mine, other := d[inWell+k], under
			for s := inWell; s < stuffs; s++ {
				if s != inWell+k {
					other = max(other, d[s])
				}
			}
			if mine > 4*max(other, otherDensity) {
				p.limits[(c*overlays+k)*2] = mine / 4
			}
			if mine > 0.3*under && mine > otherDensity {
				p.limits[(c*overlays+k)*2+1] = mine / 0.3
			}
		}
	}
}

// printSpread is how far, in codes a color, print in another picture is from
// the print in the empty one: noise, blur, half a pixel's shift at symbols.
const printSpread = 9.0

// printDensity returns the density of a color d² codes (squared, all three
// colors) from the print's, on the same scale as a palette's.
var printDensity = func() (t [2048]float32) {
	// A Gauss in three dimensions over cells of 8 codes, peak = cells * (8/(s*sqrt(2 pi)))^3.
	peak := cells * math.Pow(1/(printSpread/8*math.Sqrt(2*math.Pi)), 3)
	for i := range t {
		d2 := float64(i) * 4
		// A heavier tail than Gauss: symbols' edges.
		t[i] = float32(peak * (0.9*math.Exp(-d2/(2*printSpread*printSpread)) + 0.1/8*math.Exp(-d2/(8*printSpread*printSpread))))
	}
	return t
}()

// leastLog is the logarithm of a density that never is.
const leastLog = -20

var printLogs = func() (t [len(printDensity)]float32) {
	for i, v := range printDensity {
		t[i] = max(float32(math.Log(float64(v)+1e-12)), leastLog)
	}
	return t
}()

// printDistance is the index of a color's density in the tables above.
func printDistance(seen, print []uint8) int {
	db, dg, dr := int(seen[0])-int(print[0]), int(seen[1])-int(print[1]), int(seen[2])-int(print[2])
	return min((db*db+dg*dg+dr*dr)/4, len(printDensity)-1)
}

func printLikeness(b, g, r, pb, pg, pr uint8) float32 {
	db, dg, dr := int(b)-int(pb), int(g)-int(pg), int(r)-int(pr)
	d2 := (db*db + dg*dg + dr*dr) / 4
	if d2 >= len(printDensity) {
		return 0
	}
	return printDensity[d2]
}
