package pieces

import (
	"cmp"
	"math"
	"slices"
)

// woodRuler is what a teaching picture says of the agents' wood: only wood makes the
// area brighter in some color, shadows never do. Where the paper is as white as the
// wood that says nothing.
type woodRuler struct {
	Color [3]float64 // codes in the light of the empty picture
	Area  float64    // square hex radii an agent; 0: not known
	// Patch is the least that one lit side measures, square hex radii; 0: not known. An
	// agent shows one lit side, or lies and is one: dark sides part even those that touch.
	Patch float64
}

// Contrasts, codes: that from which wood is told from paper, and that from which a
// pixel counts as brighter when wood's color isn't known yet.
const (
	leastContrast = 20
	brighter      = 15
)

// learn takes the ruler from an area (in the empty one's light) with known agents.
func (w *woodRuler) learn(a *agentArea, even Pixels, known int) {
	var values [3][]uint8
	for i, in := range a.inside {
		if !in {
			continue
		}
		now, was := even.Pix[3*i:3*i+3], a.empty.Pix[3*i:3*i+3]
		if int(now[0])-int(was[0]) >= brighter || int(now[1])-int(was[1]) >= brighter || int(now[2])-int(was[2]) >= brighter {
			for c := range 3 {
				values[c] = append(values[c], now[c])
			}
		}
	}
	// A seventh of a square radius an agent: less is a glint.
	if len(values[0])*7 < known*agentPixels*agentPixels {
		return
	}
	found := woodRuler{}
	for c := range 3 {
		found.Color[c] = medianOf(values[c])
	}
	if lit, ok := found.lit(a, even); ok {
		found.Area = areaOf(lit) / float64(known)
		found.Patch = leastOf(a.patches(lit), known)
		*w = found
	}
}

// leastOf returns a size between the patches that are agents and the splinters beside
// them; 0 where nothing lies between.
func leastOf(patches []float64, agents int) float64 {
	if len(patches) < agents {
		return 0
	}
	least, splinter := patches[agents-1], 0.0
	if len(patches) > agents {
		splinter = patches[agents]
	}
	const apart = 0.7
	if splinter > apart*least {
		return 0
	}
	return math.Max(least/2, math.Sqrt(least*splinter))
}

// areaOf returns how many square hex radii are lit.
func areaOf(lit []bool) float64 {
	n := 0
	for _, is := range lit {
		if is {
			n++
		}
	}
	return float64(n) / (agentPixels * agentPixels)
}

// lit marks the pixels of the area that show wood in the light; false where the paper is
// too white to tell.
func (w *woodRuler) lit(a *agentArea, even Pixels) ([]bool, bool) {
	channel, contrast := 0, 0.0
	for c := range 3 {
		var paper []uint8
		for i := c; i < len(a.empty.Pix); i += 3 {
			if a.inside[i/3] {
				paper = append(paper, a.empty.Pix[i])
			}
		}
		if d := w.Color[c] - medianOf(paper); d > contrast {
			channel, contrast = c, d
		}
	}
	if contrast < leastContrast {
		return nil, false
	}
	lit := make([]bool, len(a.inside))
	for i, in := range a.inside {
		lit[i] = in && float64(int(even.Pix[3*i+channel])-int(a.empty.Pix[3*i+channel])) >= contrast/2
	}
	return lit, true
}

// patches returns the sizes of the patches of what is lit, without their rims, square hex
// radii, largest first.
func (a *agentArea) patches(lit []bool) (sizes []float64) {
	core := make([]bool, len(lit))
	for y := 1; y < a.h-1; y++ {
		for i := y*a.w + 1; i < y*a.w+a.w-1; i++ {
			core[i] = lit[i] && lit[i-1] && lit[i+1] && lit[i-a.w] && lit[i+a.w]
		}
	}
	var queue []int
	for start := range core {
		if !core[start] {
			continue
		}
		n := 0
		core[start] = false
		for queue = append(queue[:0], start); len(queue) > 0; n++ {
			at := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			for _, q := range [4]int{at - 1, at + 1, at - a.w, at + a.w} { // the rim isn't lit
				if core[q] {
					core[q] = false
					queue = append(queue, q)
				}
			}
		}
		sizes = append(sizes, float64(n)/(agentPixels*agentPixels))
	}
	slices.SortFunc(sizes, func(x, y float64) int { return cmp.Compare(y, x) })
	return sizes
}

// woodCount is what the agents' wood says of how many they are.
type woodCount struct {
	byArea float64 // a fraction, as measured
	sides  int     // lit ones; -1: not known
}

// count returns the number of agents by their wood; false where it says nothing.
func (w *woodRuler) count(a *agentArea, even Pixels) (woodCount, bool) {
	if w.Area == 0 {
		return woodCount{}, false
	}
	lit, ok := w.lit(a, even)
	if !ok {
		return woodCount{}, false
	}
	out := woodCount{areaOf(lit) / w.Area, -1}
	if w.Patch > 0 {
		out.sides = 0
		for _, size := range a.patches(lit) {
			if size >= w.Patch {
				out.sides++
			}
		}
	}
	return out, true
}
