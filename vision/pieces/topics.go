package pieces

import (
	"harbormaster/mat"
)

// allowed lists what may show on a hex with these contents.
func allowed(on mat.Contents) (may [parts]bool) {
	may[inOther] = true
	switch {
	case on.Barn:
		may[inBarn] = true
	case on.Crop != mat.NoCrop:
		may[cropPart(on.Crop)] = true
	default:
		may[inPrint] = true
	}
	may[inWell] = on.Well
	may[inWhite] = on.Worker
	may[inGreen] = on.Surveyor
	may[inShade] = on.Worker || on.Surveyor
	return may
}

func cropPart(c mat.Crop) int { return inTurnip + int(c-mat.Turnip) }

// otherDensity is how likely an unknown thing shows any one color: low, so that
// it explains only what nothing else does.
const otherDensity = 0.15

// paletteSpread is the spread of a taught color in cells of 8 codes.
const paletteSpread = 0.9

// learnPalette tells the colors of the stuffs apart by which taught hexes show
// them: what all hexes with a worker share beyond their crops is white wood.
// It is expectation maximization, each hex allowing only what its label names;
// start is the general knowledge that meeples are white and green.
func learnPalette(examples []*example, pixels []int) *palette {
	p := &palette{}
	start := startColors(examples, pixels)
	for s := range stuffs {
		p.density[s] = start[s]
		p.density[s].smooth()
	}
	const rounds = 12
	for range rounds {
		var next [stuffs]histogram
		for s := range next {
			next[s] = newHistogram()
		}
		for _, e := range examples {
			p.explain(e, pixels, func(at, cell int, share *[parts]float32) {
				if e.clipped[at/3] {
					countClipped(&next, e.seen[at:at+3], share)
					return
				}
				for s := range stuffs {
					next[s][cell] += share[s]
				}
			})
		}
		for s := range stuffs {
			next[s].smooth()
			p.density[s] = next[s]
		}
	}
	for _, s := range [...]int{inWhite, inGreen} {
		p.density[s] = p.density[s].woodenSides()
	}
	p.pack()
	return p
}

// woodenSides adds to a wood's taught colors the same wood in more and in less
// light: a meeple has sides towards the lamp and away from it, and the taught one
// may have stood in glare where its white was cut off.
func (h histogram) woodenSides() histogram {
	out := newHistogram()
	half := uint8(1 << (cellShift - 1))
	for _, side := range [...]struct{ light, weight float32 }{{0.4, 0.6}, {0.5, 0.7}, {0.65, 0.8}, {0.8, 0.9}, {1, 1}, {1.2, 0.7}, {1.45, 0.5}} {
		for cell, v := range h {
			if v < 0.01 {
				continue
			}
			b := uint8(cell>>(2*cellBits))<<cellShift + half
			g := uint8(cell>>cellBits&(cellSide-1))<<cellShift + half
			r := uint8(cell&(cellSide-1))<<cellShift + half
			out[cellOf(encode(albedoOf[b]*side.light), encode(albedoOf[g]*side.light), encode(albedoOf[r]*side.light))] += v * side.weight
		}
	}
	out.blur(1)
	out.scale()
	return out
}

// clippedUp is how many times brighter than it looks a clipped pixel may be.
const clippedUp = 1.7

// countClipped counts a clipped pixel at all the brightnesses it may have.
func countClipped(next *[stuffs]histogram, seen []uint8, share *[parts]float32) {
	const steps = 5
	for i := range steps {
		up := float32(1 + (clippedUp-1)*float64(i)/(steps-1))
		cell := cellOf(encode(albedoOf[seen[0]]*up), encode(albedoOf[seen[1]]*up), encode(albedoOf[seen[2]]*up))
		for s := range stuffs {
			next[s][cell] += share[s] / steps
		}
	}
}

func (h histogram) smooth() {
	h.blur(paletteSpread)
	h.scale()
}

// explain calls each for every inside pixel of an example with the share of
// each part in it.
func (p *palette) explain(e *example, pixels []int, each func(pixel, cell int, share *[parts]float32)) {
	may := allowed(e.on)
	var weight [parts]float32
	for s := range weight {
		if may[s] {
			weight[s] = 1
		}
	}
	weight[inOther] = 0.05
	box := newBoxMeans(pixels)
	var local, values [parts][patchSide * patchSide]float32
	const passes = 6
	for pass := range passes {
		var sums [parts]float32
		for _, at := range pixels {
			b, g, r := e.seen[at], e.seen[at+1], e.seen[at+2]
			cell := cellOf(b, g, r)
			var share [parts]float32
			total := float32(1e-9)
			for s := range parts {
				if !may[s] {
					continue
				}
				switch s {
				case inPrint:
					share[s] = printLikeness(b, g, r, e.print[at], e.print[at+1], e.print[at+2])
				case inOther:
					share[s] = otherDensity
				default:
					share[s] = p.density[s][cell]
				}
				prior := weight[s]
				if pass >= 2 && s != inShade { // the whole first, then who lies where
					prior = (1-localShare)*prior + localShare*local[s][at/3]
				}
				share[s] *= prior
				total += share[s]
			}
			for s := range share {
				share[s] /= total
				sums[s] += share[s]
				values[s][at/3] = share[s]
			}
			if pass == passes-1 {
				each(at, cell, &share)
			}
		}
		for s := range parts {
			weight[s] = sums[s] / float32(len(pixels))
			if may[s] {
				box.means(&values[s], &local[s])
			}
		}
	}
}

// startColors are the first guess: hexes with a crop or barn alone show what those
// look like; in the others, pixels are given to whatever piece their color fits.
func startColors(examples []*example, pixels []int) (h [stuffs]histogram) {
	for s := range h {
		h[s] = newHistogram()
	}
	plain := map[int]bool{}
	for _, e := range examples {
		if part, ok := plainPart(e.on); ok {
			plain[part] = true
		}
	}
	for _, e := range examples {
		may := allowed(e.on)
		part, alone := plainPart(e.on)
		level := medianLight(e, pixels)
		for _, at := range pixels {
			b, g, r := int(e.seen[at]), int(e.seen[at+1]), int(e.seen[at+2])
			cell := cellOf(e.seen[at], e.seen[at+1], e.seen[at+2])
			light := (b + g + r) / 3
			chroma := max(b, g, r) - min(b, g, r)
			for s := range stuffs {
				if !may[s] {
					continue
				}
				switch {
				case s <= inBarn:
					if alone && part == s || !plain[s] {
						h[s][cell]++
					}
				case s == inWhite && light > max(level, 100)+10 && chroma < 80,
					s == inGreen && g > b+15 && g > r+15 && light < 150,
					s == inShade && light < level-10:
					h[s][cell]++
				case s == inWell:
					h[s][cell] += 0.3
				}
			}
		}
	}
	return h
}

// plainPart returns the one stuff on a hex with a crop or barn alone.
func plainPart(on mat.Contents) (int, bool) {
	switch {
	case on == mat.Contents{Barn: true}:
		return inBarn, true
	case on.Crop != mat.NoCrop && on == mat.Contents{Crop: on.Crop}:
		return cropPart(on.Crop), true
	}
	return 0, false
}

func medianLight(e *example, pixels []int) int {
	var hist [256]int
	for _, at := range pixels {
		hist[(int(e.seen[at])+int(e.seen[at+1])+int(e.seen[at+2]))/3]++
	}
	sum := 0
	for v, n := range hist {
		if sum += n; sum >= len(pixels)/2 {
			return v
		}
	}
	return 255
}
