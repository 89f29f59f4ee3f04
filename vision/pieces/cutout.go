package pieces

import (
	"slices"

	"harbormaster/mat"
)

// area marks pixels of a patch.
type area [patchSide * patchSide]bool

// dissect takes a taught hex apart into its base and the pieces on it.
func (c *composer) dissect(e *example, p *palette) {
	base := baseOf(e.on)
	var owner [patchSide * patchSide]int8 // part that has most of each pixel, plus one
	p.explain(e, c.pixels, func(at, _ int, share *[parts]float32) {
		best := 0
		for s := range share {
			if share[s] > share[best] {
				best = s
			}
		}
		owner[at/3] = int8(best + 1)
	})
	overlaid := [...]int{inWell, inWhite, inGreen}
	var bodies [inShade + 1]area
	for _, part := range overlaid {
		if allowed(e.on)[part] {
			bodies[part] = c.body(&owner, part)
		}
	}
	// Grooves and lines of other colors belong to what they are in; what is another
	// piece doesn't.
	var covered area
	for _, part := range overlaid {
		if !allowed(e.on)[part] {
			continue
		}
		whole := c.close(&bodies[part])
		for i := range whole {
			for _, other := range overlaid {
				whole[i] = whole[i] && (other == part || !bodies[other][i])
			}
			covered[i] = covered[i] || whole[i]
		}
		if q, ok := cutOut(e, c.pixels, &owner, &whole, part); ok {
			c.pieces[part] = append(c.pieces[part], q)
		}
	}
	if base != basePrint {
		for i, o := range owner {
			covered[i] = covered[i] || o > inWell && o <= inShade+1
		}
		c.bases[base] = append(c.bases[base], paintOver(e, c.pixels, &covered, c.bare[base]))
	}
}

func baseOf(on mat.Contents) int {
	switch {
	case on.Barn:
		return baseBarn
	case on.Crop != mat.NoCrop:
		return int(on.Crop)
	}
	return basePrint
}

var (
	around4 = [...][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}
	around8 = [...][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}}
)

// grown returns the area and the pixels beside it.
func (a *area) grown(beside [][2]int) (out area) {
	for i, in := range a {
		if !in {
			continue
		}
		out[i] = true
		for _, d := range beside {
			x, y := i%patchSide+d[0], i/patchSide+d[1]
			if x >= 0 && y >= 0 && x < patchSide && y < patchSide {
				out[y*patchSide+x] = true
			}
		}
	}
	return out
}

// shrunk returns the pixels of the area that have all those beside them in it.
func (a *area) shrunk(beside [][2]int) area {
	var rest area
	for i := range a {
		rest[i] = !a[i]
	}
	rest = rest.grown(beside)
	for i := range rest {
		rest[i] = !rest[i]
	}
	return rest
}

// largest returns the largest connected part of the area.
func (a *area) largest() (best area) {
	var seen area
	most := 0
	for start := range a {
		if !a[start] || seen[start] {
			continue
		}
		seen[start] = true
		queue := []int{start}
		for k := 0; k < len(queue); k++ {
			for _, d := range around4 {
				x, y := queue[k]%patchSide+d[0], queue[k]/patchSide+d[1]
				if to := y*patchSide + x; x >= 0 && y >= 0 && x < patchSide && y < patchSide && a[to] && !seen[to] {
					seen[to] = true
					queue = append(queue, to)
				}
			}
		}
		if len(queue) > most {
			most, best = len(queue), area{}
			for _, i := range queue {
				best[i] = true
			}
		}
	}
	return best
}

// body returns where a part lies in one piece, without what has its color only:
// the line round a meeple's feet, a highlight.
func (c *composer) body(owner *[patchSide * patchSide]int8, part int) area {
	var own area
	for _, at := range c.pixels {
		own[at/3] = int(owner[at/3])-1 == part
	}
	closed := own.grown(around4[:])
	closed = closed.shrunk(around4[:])
	thick := closed.shrunk(around8[:])
	core := thick.largest()
	out := core.grown(around8[:])
	for i := range out {
		out[i] = out[i] && closed[i]
	}
	return out
}

// close fills an area's holes and narrow notches.
func (c *composer) close(a *area) area {
	out := a.grown(around8[:])
	out = out.grown(around4[:])
	// What can't be reached from the border is within.
	var outside area
	for i := range out {
		outside[i] = !out[i]
	}
	outside = outside.largest()
	for i := range out {
		out[i] = !outside[i]
	}
	out = out.shrunk(around4[:])
	out = out.shrunk(around8[:])
	var inside area
	for _, at := range c.pixels {
		inside[at/3] = out[at/3] || a[at/3]
	}
	return inside
}

// paintOver replaces what is covered by what the tile shows elsewhere, turned over or
// moved, or by what a tile of the same crop shows there that nothing lies on.
func paintOver(e *example, pixels []int, covered *area, bare *example) *example {
	q := *e
	wide := covered.grown(around8[:])
	var free area
	var left []int
	for _, at := range pixels {
		free[at/3] = !wide[at/3]
		if wide[at/3] {
			left = append(left, at/3)
		}
	}
	if bare != nil {
		for _, i := range left {
			copy(q.seen[3*i:3*i+3], bare.seen[3*i:3*i+3])
			q.clipped[i] = bare.clipped[i]
		}
		return &q
	}
	for _, w := range elsewhere() {
		rest := left[:0]
		for _, i := range left {
			f := w.from(i)
			if f < 0 || !free[f] {
				rest = append(rest, i)
				continue
			}
			copy(q.seen[3*i:3*i+3], e.seen[3*f:3*f+3])
			q.clipped[i] = e.clipped[f]
		}
		left = rest
	}
	return &q
}

// way is from where on a tile a pixel is taken: turned over, then moved.
type way struct{ sx, sy, dx, dy int }

// elsewhere lists the ways, the nearest to the same place first.
func elsewhere() (list []way) {
	for _, far := range [...]int{0, 6, 12, 18} {
		for _, s := range [...][2]int{{-1, 1}, {1, -1}, {-1, -1}, {1, 1}} {
			for _, d := range around8 {
				list = append(list, way{s[0], s[1], far * d[0], far * d[1]})
			}
		}
	}
	return list
}

// from returns the pixel, or -1 outside of the patch.
func (w way) from(i int) int {
	x := w.sx*(i%patchSide-hexPixels) + w.dx + hexPixels
	y := w.sy*(i/patchSide-hexPixels) + w.dy + hexPixels
	if x < 0 || y < 0 || x >= patchSide || y >= patchSide {
		return -1
	}
	return y*patchSide + x
}

// cutOut takes the pixels of a part, and the shade about a meeple, out of an
// example. It is false where too little of it shows to be one.
func cutOut(e *example, pixels []int, owner *[patchSide * patchSide]int8, whole *area, part int) (piece, bool) {
	var q piece
	var sx, sy, n int
	light, lights := 0, 0
	for _, at := range pixels {
		o := int(owner[at/3]) - 1
		x, y := at/3%patchSide, at/3/patchSide
		switch {
		case whole[at/3]:
			q.dots = append(q.dots, dot{dx: int8(x), dy: int8(y), color: [3]uint8(e.seen[at : at+3])})
			sx, sy, n = sx+x, sy+y, n+1
		case o == inShade && part != inWell:
			q.dots = append(q.dots, dot{dx: int8(x), dy: int8(y), shade: float32(int(e.seen[at]) + int(e.seen[at+1]) + int(e.seen[at+2]))})
		case o < inWell || o == inPrint:
			light += int(e.seen[at]) + int(e.seen[at+1]) + int(e.seen[at+2])
			lights++
		}
	}
	// A fiftieth of the hex: less is no piece but a highlight.
	if n < len(pixels)/50 {
		return q, false
	}
	q.size = n
	q.long = longest(q.dots)
	q.top = topOf(q.dots)
	level := float32(light) / float32(max(lights, 1))
	for i := range q.dots {
		d := &q.dots[i]
		d.dx -= int8(sx / n)
		d.dy -= int8(sy / n)
		if d.shade > 0 {
			d.shade = min(max(d.shade/level, 0.45), 0.95)
		}
	}
	return q, true
}

// topOf returns the mean of a piece's brighter half: its sides towards the light.
func topOf(dots []dot) (out [3]uint8) {
	var wood []dot
	for _, d := range dots {
		if d.shade == 0 {
			wood = append(wood, d)
		}
	}
	slices.SortFunc(wood, func(a, b dot) int { return int(b.color[1]) - int(a.color[1]) })
	wood = wood[:(len(wood)+1)/2]
	var sum [3]int
	for _, d := range wood {
		for k, v := range d.color {
			sum[k] += int(v)
		}
	}
	for k := range out {
		out[k] = uint8(sum[k] / max(len(wood), 1))
	}
	return out
}

// longest returns the longer side of the upright box round a piece's wood, without
// the outermost twentieth: stray pixels.
func longest(dots []dot) float64 {
	var xs, ys []int8
	for _, d := range dots {
		if d.shade == 0 {
			xs, ys = append(xs, d.dx), append(ys, d.dy)
		}
	}
	slices.Sort(xs)
	slices.Sort(ys)
	cut := len(xs) / 20
	return float64(max(int(xs[len(xs)-1-cut])-int(xs[cut]), int(ys[len(ys)-1-cut])-int(ys[cut])) + 1)
}

// wholePieces leaves out what another piece or the hex's border cut a good part off,
// and what something beside grew together with.
func wholePieces(list []piece) []piece {
	if len(list) < 3 {
		return list
	}
	sizes := make([]int, len(list))
	for i, q := range list {
		sizes[i] = q.size
	}
	slices.Sort(sizes)
	middle := sizes[len(sizes)/2]
	return slices.DeleteFunc(list, func(q piece) bool { return 3*q.size < 2*middle || 2*q.size > 3*middle })
}
