package pieces

import (
	"math"
	"slices"
)

// sharpRuler is what a teaching picture says of how much of an area becomes crisp by
// an agent: its outline, the edges between its lit and its dark sides, and the near edge
// of its shadow. That is about the same for one that stands and one that lies, on
// any paper, and hardly changes where shadows are long, double or fall on each
// other, since what is far from an agent is soft.
type sharpRuler struct {
	// Crisp and About are how many cells an agent are sharper than each of
	// sharpSteps, in themselves and with the eight about them; nil: not known.
	Crisp, About []float32
	// Room is how many cells an agent are sharper than each, or near one that is.
	Room []float32
}

// sharpCell is the side of a cell in px: sharpness is measured on a grid of a tenth of
// a hex radius.
const sharpCell = 2

// sharpSteps are degrees of sharpness: by how much the logarithm of light changes
// over two px.
var sharpSteps = func() (out [16]float32) {
	for i := range out {
		out[i] = 0.04 * float32(math.Pow(1.2, float64(i)))
	}
	return out
}()

// logOf is the logarithm of the light of a code; black isn't minus infinity, or
// noise in dark colors would be the sharpest of edges.
var logOf = func() (t [256]float32) {
	for i := range t {
		t[i] = float32(math.Log(float64(linearOf[i]) + 0.02))
	}
	return t
}()

// sharpGrid is how sharp the difference to the empty area is, cell by cell, in the
// color that shows it best.
type sharpGrid struct {
	w, h   int
	inside []bool
	crisp  []float32
}

// sharpness measures an area in the light of the empty one.
func (a *agentArea) sharpness(even Pixels, diff []uint8) *sharpGrid {
	g := a.crispness(even, diff)
	for i := range g.crisp {
		if !g.inside[i] {
			g.crisp[i] = 0
		}
	}
	return g
}

// crispness is sharpness, also of what lies around the area.
func (a *agentArea) crispness(even Pixels, diff []uint8) *sharpGrid {
	w, h := a.w, a.h
	out := &sharpGrid{w: w / sharpCell, h: h / sharpCell}
	out.inside, out.crisp = make([]bool, out.w*out.h), make([]float32, out.w*out.h)
	off := make([]float32, 3*w*h)
	first, last := h, -1 // rows with differences
	for i, d := range diff {
		if d < sameEnough/2 {
			continue
		}
		first, last = min(first, i/w), i/w
		now, was := even.Pix[3*i:3*i+3:3*i+3], a.empty.Pix[3*i:3*i+3:3*i+3]
		// What a shift of the print explains is no difference.
		real := min(float32(d)/float32(max(farthest(now, was), 1)), 1)
		for c := range 3 {
			off[3*i+c] = real * min(max(logOf[now[c]]-logOf[was[c]], -2), 2)
		}
	}
	// Beyond a row for smoothing and another for the slope nothing is crisp.
	first, last = max(first-2, 0), min(last+2, h-1)
	smooth(off, w, h, first, last)
	for y := 1; y < min(out.h*sharpCell, h-1); y++ {
		for x := 1; x < min(out.w*sharpCell, w-1); x++ {
			i := y*w + x
			at := y/sharpCell*out.w + x/sharpCell
			sharp := float32(0)
			if y >= first && y <= last {
				for c := 3 * i; c < 3*i+3; c++ {
					dx, dy := off[c+3]-off[c-3], off[c+3*w]-off[c-3*w]
					if s := dx*dx + dy*dy; s > sharp {
						sharp = s
					}
				}
			}
			if sharp == 0 && (out.inside[at] || !a.inside[i]) || a.printed(i) {
				continue
			}
			out.inside[at] = out.inside[at] || a.inside[i]
			if sharp > 0 {
				out.crisp[at] += float32(math.Sqrt(float64(sharp))) / (sharpCell * sharpCell)
			}
		}
	}
	return out
}

// printed reports whether a printed line passes pixel i: where it doesn't quite lie on
// itself, or under a shadow, it is as crisp as an agent.
func (a *agentArea) printed(i int) bool {
	const line = 40 // codes over two px
	p := a.empty.Pix
	for c := 3 * i; c < 3*i+3; c++ {
		if abs(int(p[c+3])-int(p[c-3])) > line || abs(int(p[c+3*a.w])-int(p[c-3*a.w])) > line {
			return true
		}
	}
	return false
}

// smooth makes each pixel of three colors the mean of itself and its eight neighbors, in
// rows first to last, beyond which all is 0: noise goes down to a third, an edge to two
// thirds.
func smooth(v []float32, w, h, first, last int) {
	rows := make([]float32, len(v))
	for i := max(3*w*first, 3); i < min(3*w*(last+1), len(v)-3); i++ {
		rows[i] = (v[i-3] + v[i] + v[i+3]) / 3
	}
	for i := 3 * w * max(first, 1); i < 3*w*min(last+1, h-1); i++ {
		v[i] = (rows[i-3*w] + rows[i] + rows[i+3*w]) / 3
	}
}

// about returns the mean sharpness of each cell and those around.
func (g *sharpGrid) about() []float32 {
	out := make([]float32, len(g.crisp))
	for y := 1; y < g.h-1; y++ {
		for at := y*g.w + 1; at < y*g.w+g.w-1; at++ {
			sum := float32(0)
			for _, row := range [3]int{at - g.w, at, at + g.w} {
				sum += g.crisp[row-1] + g.crisp[row] + g.crisp[row+1]
			}
			out[at] = sum / 9
		}
	}
	return out
}

// beyond counts the cells that are sharper than each of sharpSteps.
func (g *sharpGrid) beyond(values []float32) []float32 {
	out := make([]float32, len(sharpSteps))
	for i, v := range values {
		if !g.inside[i] {
			continue
		}
		for k := 0; k < len(sharpSteps) && v > sharpSteps[k]; k++ {
			out[k]++
		}
	}
	return out
}

// quiet is the usual sharpness where nothing is, noise, by the fifth of the cells
// that is least sharp: agents may cover most of the rest.
func (g *sharpGrid) quiet() float32 {
	var all []float32
	for i, in := range g.inside {
		if in {
			all = append(all, g.crisp[i])
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	const toUsual = 1.6
	return toUsual * all[len(all)/5]
}

// learn takes the ruler from an area (in the empty one's light) with known agents.
func (r *sharpRuler) learn(a *agentArea, even Pixels, diff []uint8, known int) {
	g := a.sharpness(even, diff)
	crisp, about := g.beyond(g.crisp), g.beyond(g.about())
	if crisp[0] < leastCells*float32(known) {
		return
	}
	for k := range crisp {
		crisp[k] /= float32(known)
		about[k] /= float32(known)
	}
	r.Crisp, r.About = crisp, about
	r.Room = make([]float32, len(sharpSteps))
	for k, step := range sharpSteps {
		r.Room[k] = g.room(step) / float32(known)
	}
}

// room counts the cells that are crisp beyond step, or near (a fifth of a hex radius)
// one that is.
func (g *sharpGrid) room(step float32) float32 {
	const near = 2
	n := 0
	for y := near; y < g.h-near; y++ {
		for x := near; x < g.w-near; x++ {
			if !g.inside[y*g.w+x] {
				continue
			}
		cell:
			for dy := -near; dy <= near; dy++ {
				for _, v := range g.crisp[(y+dy)*g.w+x-near : (y+dy)*g.w+x+near+1] {
					if v > step {
						n++
						break cell
					}
				}
			}
		}
	}
	return float32(n)
}

// leastCells is how many cells an agent must make crisp to be counted by them.
const leastCells = 12

// count returns the number of agents (a fraction, as measured) by what is crisp, and
// whether agents touch or stand in each other's light, so that some may be missing. Low
// degrees see all edges there are, but noise as well.
func (r *sharpRuler) count(a *agentArea, even Pixels, diff []uint8) (x float64, crowded, ok bool) {
	if len(r.Crisp) != len(sharpSteps) || len(r.About) != len(sharpSteps) {
		return 0, false, false
	}
	g := a.sharpness(even, diff)
	crisp, about := g.beyond(g.crisp), g.beyond(g.about())
	const aboveNoise, leastSharp, span = 2, 0.08, 1.6
	low := max(aboveNoise*g.quiet(), leastSharp)
	var counts []float64
	add := func(now, taught []float32, from, to float32) {
		for k, s := range sharpSteps {
			if s >= from && s <= to && taught[k] >= leastCells {
				counts = append(counts, float64(now[k]/taught[k]))
			}
		}
	}
	add(crisp, r.Crisp, low, span*low)
	add(about, r.About, 0.7*low, 0.7*span*low)
	if len(counts) < 3 {
		return 0, false, false
	}
	for _, c := range counts {
		x += c / float64(len(counts))
	}
	// Crowded, many share some of the room that each alone would take.
	const usual, fewest = 0.91, 4.5
	for k, step := range sharpSteps {
		if step >= 1.2*low {
			crowded = x > fewest && k < len(r.Room) && float64(g.room(step)) < usual*float64(r.Room[k])*x
			break
		}
	}
	return x, crowded, true
}
