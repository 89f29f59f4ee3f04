package pieces

import (
	"math"
	"math/rand/v2"
	"slices"

	"harbormaster/mat"
)

// composer makes many examples from few: taught pieces pasted on every print
// and crop, moved, turned over, lit anew.
type composer struct {
	rnd    *rand.Rand
	o      mat.Orientation
	pixels []int
	prints []*patch                     // all hexes as printed
	bases  [numBases][]*example         // taught tiles with what lay on them painted over
	pieces [inShade + 1][]piece         // cut-outs: wells, workers, surveyors
	noise  [8192]float32                // normally distributed
	top    [patchSide * patchSide]uint8 // the pasted piece on each pixel, plus one
}

// piece is a cut-out: its pixels relative to its own middle.
type piece struct {
	dots []dot
	long float64 // its longer side, px; not of its shade
}

// dot is a pixel of a piece, or (shade > 0) of the shade it casts: a factor
// on the light there.
type dot struct {
	dx, dy int8
	color  [3]uint8
	shade  float32
}

func newComposer(k *Knowledge, p *palette, prints []*patch, o mat.Orientation) *composer {
	c := &composer{rnd: rand.New(rand.NewPCG(1, 7)), o: o, pixels: insidePixels(o), prints: prints}
	for i := range c.noise {
		c.noise[i] = float32(c.rnd.NormFloat64())
	}
	for _, e := range k.examples {
		c.dissect(e, p)
	}
	return c
}

// fork returns a composer with the same pieces and its own chance.
func (c *composer) fork(seed uint64) *composer {
	f := *c
	f.rnd = rand.New(rand.NewPCG(seed, 8))
	return &f
}

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
	if base != basePrint {
		c.bases[base] = append(c.bases[base], paintOver(e, c.pixels, &owner, basePart[base], c.rnd))
	}
	for _, part := range []int{inWell, inWhite, inGreen} {
		if !allowed(e.on)[part] {
			continue
		}
		if q, ok := cutOut(e, c.pixels, &owner, part); ok {
			c.pieces[part] = append(c.pieces[part], q)
		}
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

// paintOver replaces pixels that other parts own by ones of the base itself.
func paintOver(e *example, pixels []int, owner *[patchSide * patchSide]int8, part int, rnd *rand.Rand) *example {
	q := *e
	var own []int
	for _, at := range pixels {
		if o := int(owner[at/3]) - 1; o == part || o == inOther {
			own = append(own, at)
		}
	}
	if len(own) == 0 {
		return &q
	}
	for _, at := range pixels {
		if o := int(owner[at/3]) - 1; o != part && o != inOther {
			from := own[rnd.IntN(len(own))]
			copy(q.seen[at:at+3], e.seen[from:from+3])
			q.clipped[at/3] = e.clipped[from/3]
		}
	}
	return &q
}

// cutOut takes the pixels of a part, and the shade about a meeple, out of an
// example. It is false where too little of it shows to be one.
func cutOut(e *example, pixels []int, owner *[patchSide * patchSide]int8, part int) (piece, bool) {
	var q piece
	var sx, sy, n int
	light, lights := 0, 0
	for _, at := range pixels {
		o := int(owner[at/3]) - 1
		x, y := at/3%patchSide, at/3/patchSide
		switch {
		case o == part:
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
	q.long = longest(q.dots)
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

// make composes a patch with the given contents under light that is off by
// severity (0 to 1). False: the pieces for it weren't taught.
func (c *composer) make(on mat.Contents, severity float64, out *patch) bool {
	*out = *c.prints[c.rnd.IntN(len(c.prints))]
	base := baseOf(on)
	if base != basePrint {
		if len(c.bases[base]) == 0 {
			return false
		}
		c.lay(c.bases[base][c.rnd.IntN(len(c.bases[base]))], base != baseBarn, out)
	}
	if c.rnd.IntN(4) == 0 {
		c.castShade(out)
	}
	clear(c.top[:])
	if on.Well && !c.paste(inWell, 0.25, out) {
		return false
	}
	meeple := -1
	if on.Worker {
		meeple = inWhite
	} else if on.Surveyor {
		meeple = inGreen
	}
	if meeple >= 0 && !c.pasteBeside(meeple, out) {
		return false
	}
	if c.rnd.IntN(5) == 0 {
		c.intrude(out)
	}
	c.relight(severity, out)
	return true
}

// lay puts a tile on the patch: turned over, moved by a pixel or two, its
// symbols thinned out or repeated, as other tiles of the crop have more or fewer.
func (c *composer) lay(tile *example, symbols bool, out *patch) {
	up := float32(1 + (clippedUp-1)*c.rnd.Float64())
	flipX := c.rnd.IntN(2) == 1
	flipY := symbols && c.rnd.IntN(2) == 1
	dx, dy := c.rnd.IntN(5)-2, c.rnd.IntN(5)-2
	for y := range patchSide {
		for x := range patchSide {
			fx, fy := x, y
			if flipX {
				fx = patchSide - 1 - x
			}
			if flipY {
				fy = patchSide - 1 - y
			}
			fx = min(max(fx+dx, 0), patchSide-1)
			fy = min(max(fy+dy, 0), patchSide-1)
			at := out.seen[3*(y*patchSide+x):][:3]
			copy(at, tile.seen[3*(fy*patchSide+fx):][:3])
			if tile.clipped[fy*patchSide+fx] {
				for k := range at {
					at[k] = encode(albedoOf[at[k]] * up)
				}
			}
		}
	}
	if !symbols {
		return
	}
	marks := symbolsOf(out, c.pixels)
	for range c.rnd.IntN(7) {
		r := 2 + c.rnd.IntN(7)
		at := func() int { return hexPixels - 14 + c.rnd.IntN(29) }
		fx, fy, tx, ty := at(), at(), at(), at()
		if len(marks) > 0 && c.rnd.IntN(4) > 0 { // more symbols rather than fewer
			m := marks[c.rnd.IntN(len(marks))] / 3
			fx, fy = m%patchSide, m/patchSide
		}
		src := out.seen
		for y := -r; y <= r; y++ {
			for x := -r; x <= r; x++ {
				if x*x+y*y > r*r {
					continue
				}
				from, to := (fy+y)*patchSide+fx+x, (ty+y)*patchSide+tx+x
				if from >= 0 && to >= 0 && from < patchSide*patchSide && to < patchSide*patchSide {
					copy(out.seen[3*to:3*to+3], src[3*from:3*from+3])
				}
			}
		}
	}
}

// symbolsOf lists the pixels that stand out from most of a tile.
func symbolsOf(p *patch, pixels []int) (out []int) {
	var middle [3]int
	for c := range 3 {
		var hist [256]int
		for _, at := range pixels {
			hist[p.seen[at+c]]++
		}
		for sum := 0; sum*2 < len(pixels); middle[c]++ {
			sum += hist[middle[c]]
		}
	}
	for _, at := range pixels {
		d := 0
		for c := range 3 {
			d = max(d, abs(int(p.seen[at+c])-middle[c]))
		}
		if d > 45 {
			out = append(out, at)
		}
	}
	return out
}

// leastOfWell is how much of a well must show beside a meeple: nobody puts one
// right on the other, and what can't be seen can't be learnt.
const leastOfWell = 0.4

// pasteBeside puts a meeple on the hex so that a well there still shows.
func (c *composer) pasteBeside(part int, out *patch) bool {
	wells := c.showing(inWell)
	bare, top := *out, c.top
	for range 8 {
		if !c.paste(part, 0.36, out) {
			return false
		}
		if float64(c.showing(inWell)) >= leastOfWell*float64(wells) {
			break
		}
		*out, c.top = bare, top
	}
	return true
}

// showing counts the inside pixels on which a pasted piece lies on top.
func (c *composer) showing(part int) int {
	n := 0
	for _, at := range c.pixels {
		if c.top[at/3] == uint8(part+1) {
			n++
		}
	}
	return n
}

// paste puts a taught piece somewhere within reach (radii) of the middle.
func (c *composer) paste(part int, reach float64, out *patch) bool {
	if len(c.pieces[part]) == 0 {
		return false
	}
	angle, d := 2*math.Pi*c.rnd.Float64(), reach*hexPixels*math.Sqrt(c.rnd.Float64())
	c.put(part, hexPixels+d*math.Cos(angle), hexPixels+d*math.Sin(angle), out)
	return true
}

// intrude lets a neighbor's meeple reach over the border.
func (c *composer) intrude(out *patch) {
	part := inWhite
	if c.rnd.IntN(4) == 0 {
		part = inGreen
	}
	if len(c.pieces[part]) == 0 {
		return
	}
	angle, d := 2*math.Pi*c.rnd.Float64(), (1.1+0.4*c.rnd.Float64())*hexPixels
	c.put(part, hexPixels+d*math.Cos(angle), hexPixels+d*math.Sin(angle), out)
}

// put draws a cut-out about (x, y), turned by any angle, sometimes as if it had fallen.
func (c *composer) put(part int, x, y float64, out *patch) {
	q := c.pieces[part][c.rnd.IntN(len(c.pieces[part]))]
	angle := (c.rnd.Float64() - 0.5) * 0.8
	if part == inWell {
		angle = 2 * math.Pi * c.rnd.Float64()
	}
	if c.rnd.IntN(2) == 1 {
		angle += math.Pi
	}
	size := 0.9 + 0.25*c.rnd.Float64()
	sin, cos := math.Sincos(angle)
	sin, cos = sin/size, cos/size
	wood := c.woodLight(part)
	var grid [2*patchSide + 1][2*patchSide + 1]int16 // dot at each place, plus one
	for i, d := range q.dots {
		grid[int(d.dy)+patchSide][int(d.dx)+patchSide] = int16(i + 1)
	}
	fallen := (part == inWhite || part == inGreen) && c.rnd.IntN(5) == 0
	for py := range patchSide {
		for px := range patchSide {
			ux, uy := float64(px)-x, float64(py)-y
			sx, sy := cos*ux+sin*uy, -sin*ux+cos*uy
			at := out.seen[3*(py*patchSide+px):][:3]
			if fallen {
				if c.fallen(&q, sx, sy, at) {
					c.top[py*patchSide+px] = uint8(part + 1)
					wood.shine(ux, uy, at)
				}
				continue
			}
			ix, iy := int(math.Round(sx)), int(math.Round(sy))
			if ix < -patchSide || ix > patchSide || iy < -patchSide || iy > patchSide {
				continue
			}
			if i := grid[iy+patchSide][ix+patchSide]; i > 0 {
				d := &q.dots[i-1]
				if d.shade == 0 {
					copy(at, d.color[:])
					c.top[py*patchSide+px] = uint8(part + 1)
					wood.shine(ux, uy, at)
				} else {
					for k := range at {
						at[k] = uint8(float32(at[k]) * d.shade)
					}
				}
			}
		}
	}
}

// fallen draws one pixel of a meeple that lies on its back: head, arms and legs
// instead of the three bands of one that stands, in the same wood, with a
// little shade beside. What a lying meeple looks like is general knowledge: as wide
// as one that stands, and a little longer.
func (c *composer) fallen(q *piece, sx, sy float64, at []uint8) (wood bool) {
	r := min(max(q.long, 0.6*hexPixels), 1.1*hexPixels)
	in := func(x, y float64) bool {
		x = math.Abs(x)
		head := math.Hypot(x, y+0.36*r) < 0.18*r
		arms := x < 0.5*r && math.Abs(y+0.08*r) < 0.125*r
		trunk := x < 0.24*r && y > -0.21*r && y < 0.25*r
		legs := y > 0.07*r && y < 0.5*r && x < 0.14*r+0.55*y && x > 0.35*(y-0.17*r)
		return head || arms || trunk || legs
	}
	switch {
	case in(sx, sy):
		// Flat wood faces up like the top of one that stands: take its brighter dots.
		d := &q.dots[c.rnd.IntN(len(q.dots))]
		for range 3 {
			if o := &q.dots[c.rnd.IntN(len(q.dots))]; d.shade > 0 || o.shade == 0 && o.color[1] > d.color[1] {
				d = o
			}
		}
		if d.shade == 0 {
			copy(at, d.color[:])
			return true
		}
	case in(sx-0.1*r, sy-0.1*r):
		for k := range at {
			at[k] = uint8(float32(at[k]) * 0.6)
		}
	}
	return false
}

// woodLight is how a pasted meeple is lit differently from the taught one:
// overall, and on a side away from the lamp.
type woodLight struct {
	gain   float32
	side   [3]float32 // a color: the dark side is lit by the room, not by the lamp
	nx, ny float64
	edge   float64
}

func (c *composer) woodLight(part int) woodLight {
	w := woodLight{gain: 1, side: [3]float32{1, 1, 1}}
	if part == inWell {
		return w
	}
	w.gain = float32(math.Exp(c.rnd.NormFloat64() * 0.2))
	if c.rnd.IntN(2) == 0 {
		dark := 0.4 + 0.5*c.rnd.Float64()
		for k := range w.side {
			w.side[k] = float32(dark * math.Exp(c.rnd.NormFloat64()*0.07))
		}
	}
	w.ny, w.nx = math.Sincos(2 * math.Pi * c.rnd.Float64())
	w.edge = (c.rnd.Float64() - 0.3) * 0.25 * hexPixels
	return w
}

// shine lights a pixel of wood that is (ux, uy) from the meeple's middle.
func (w *woodLight) shine(ux, uy float64, at []uint8) {
	dark := ux*w.nx+uy*w.ny > w.edge
	if !dark && w.gain == 1 {
		return
	}
	for k := range at {
		f := w.gain
		if dark {
			f *= w.side[k]
		}
		at[k] = encode(albedoOf[at[k]] * f)
	}
}

// castShade darkens one side of the hex softly, as a tile's edge, a meeple next
// door or a sleeve does.
func (c *composer) castShade(out *patch) {
	angle := 2 * math.Pi * c.rnd.Float64()
	sin, cos := math.Sincos(angle)
	from := (c.rnd.Float64()*1.6 - 0.6) * hexPixels
	depth := 0.1 + 0.3*c.rnd.Float64()
	soft := 2 + 8*c.rnd.Float64()
	for y := range patchSide {
		for x := range patchSide {
			d := (cos*float64(x-hexPixels)+sin*float64(y-hexPixels)-from)/soft + 0.5
			f := float32(1 - depth*math.Min(math.Max(d, 0), 1))
			at := out.seen[3*(y*patchSide+x):][:3]
			for k := range at {
				at[k] = uint8(float32(at[k]) * f)
			}
		}
	}
}

// relight changes the patch as imperfectly corrected light, focus, a shifted
// lattice and a camera's noise do. Most of it is mild, some severe.
func (c *composer) relight(severity float64, out *patch) {
	common := math.Exp(c.rnd.NormFloat64() * 0.13 * severity)
	var gain, haze [3]float32
	veil := c.rnd.NormFloat64() * 0.03 * severity
	for k := range gain {
		gain[k] = float32(common * math.Exp(c.rnd.NormFloat64()*0.045*severity))
		haze[k] = float32(veil + c.rnd.NormFloat64()*0.008*severity)
	}
	top := float32(albedoTop)
	if c.rnd.IntN(4) == 0 { // glare clips at white
		top = 0.6 + 0.6*c.rnd.Float32()
	}
	sx := float32(c.rnd.NormFloat64() * 0.05 * severity / hexPixels)
	sy := float32(c.rnd.NormFloat64() * 0.05 * severity / hexPixels)
	if c.rnd.IntN(2) == 0 {
		c.shift(out)
	}
	soften(out, float32(c.rnd.Float64()*c.rnd.Float64()*severity))
	noise := float32(1.5 + 9*c.rnd.Float64()*c.rnd.Float64()*severity)
	// Numbers from a table, in another order each time: noise need not be better.
	roll, step := c.rnd.IntN(len(c.noise)), 2*c.rnd.IntN(len(c.noise)/2)+1
	for y := range patchSide {
		for x := range patchSide {
			tilt := 1 + sx*float32(x-hexPixels) + sy*float32(y-hexPixels)
			at := out.seen[3*(y*patchSide+x):][:3]
			for k := range at {
				v := min(albedoOf[at[k]]*gain[k]*tilt+haze[k], top)
				code := float32(encode(v)) + c.noise[roll&(len(c.noise)-1)]*noise
				roll += step
				at[k] = uint8(min(max(code, 0), 255))
			}
		}
	}
}

// shift moves what is seen by a pixel against the print.
func (c *composer) shift(out *patch) {
	dx, dy := c.rnd.IntN(3)-1, c.rnd.IntN(3)-1
	src := out.seen
	for y := range patchSide {
		for x := range patchSide {
			fx, fy := min(max(x+dx, 0), patchSide-1), min(max(y+dy, 0), patchSide-1)
			copy(out.seen[3*(y*patchSide+x):][:3], src[3*(fy*patchSide+fx):][:3])
		}
	}
}

// soften mixes each pixel with its neighbors' mean by amount (0 to 1).
func soften(out *patch, amount float32) {
	src := out.seen
	for y := 1; y < patchSide-1; y++ {
		for x := 1; x < patchSide-1; x++ {
			for k := range 3 {
				at := 3*(y*patchSide+x) + k
				sum := 0
				for _, d := range [8]int{-3, 3, -3 * patchSide, 3 * patchSide, -3*patchSide - 3, -3*patchSide + 3, 3*patchSide - 3, 3*patchSide + 3} {
					sum += int(src[at+d])
				}
				out.seen[at] = uint8(float32(src[at])*(1-amount) + float32(sum)/8*amount + 0.5)
			}
		}
	}
}
