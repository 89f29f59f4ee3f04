package pieces

import (
	"math"
	"math/rand/v2"

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
	bare   [numBases]*example           // a taught tile that nothing lay on, or nil
	pieces [inShade + 1][]piece         // cut-outs: wells, workers, surveyors
	noise  [8192]float32                // normally distributed
	top    [patchSide * patchSide]uint8 // the pasted piece on each pixel, plus one
	// room for one piece:
	drawn  [patchSide * patchSide]*dot
	shadow [patchSide * patchSide]float32
	soft   *boxMeans
}

// piece is a cut-out: its pixels relative to its own middle.
type piece struct {
	dots []dot
	size int      // pixels without its shade
	long float64  // its longer side, px; not of its shade
	top  [3]uint8 // the color of its sides towards the light
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
	every := make([]int, patchSide*patchSide)
	for i := range every {
		every[i] = 3 * i
	}
	c.soft = newBoxMeans(every)
	for i := range c.noise {
		c.noise[i] = float32(c.rnd.NormFloat64())
	}
	for _, e := range k.examples {
		if base := baseOf(e.on); base != basePrint && !e.on.Worker && !e.on.Well && !e.on.Surveyor {
			// Taken twice: what is painted over looks less like a tile.
			c.bare[base] = e
			c.bases[base] = append(c.bases[base], e)
		}
	}
	for _, e := range k.examples {
		c.dissect(e, p)
	}
	for part := range c.pieces {
		c.pieces[part] = wholePieces(c.pieces[part])
	}
	return c
}

// fork returns a composer with the same pieces and its own chance.
func (c *composer) fork(seed uint64) *composer {
	f := *c
	f.rnd = rand.New(rand.NewPCG(seed, 8))
	soft := *c.soft
	f.soft = &soft
	return &f
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
	if on.Well && !c.paste(inWell, 0.45, out) {
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
const leastOfWell = 0.5

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
	q := &c.pieces[part][c.rnd.IntN(len(c.pieces[part]))]
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
	var grid [2*patchSide + 1][2*patchSide + 1]*dot
	for i := range q.dots {
		d := &q.dots[i]
		grid[int(d.dy)+patchSide][int(d.dx)+patchSide] = d
	}
	meeple := part == inWhite || part == inGreen
	fallen := meeple && c.rnd.IntN(5) == 0
	lies := dot{color: q.top}
	for py := range patchSide {
		for px := range patchSide {
			ux, uy := float64(px)-x, float64(py)-y
			sx, sy := cos*ux+sin*uy, -sin*ux+cos*uy
			d := &c.drawn[py*patchSide+px]
			*d = nil
			if fallen {
				if lying(q, sx, sy) {
					*d = &lies
				}
				continue
			}
			ix, iy := int(math.Round(sx)), int(math.Round(sy))
			if ix >= -patchSide && ix <= patchSide && iy >= -patchSide && iy <= patchSide {
				*d = grid[iy+patchSide][ix+patchSide]
			}
		}
	}
	cast := meeple && c.rnd.IntN(4) > 0
	if cast {
		c.castShadow(fallen, out)
	}
	wood := c.woodLight(part)
	for i, d := range c.drawn {
		at := out.seen[3*i:][:3]
		switch {
		case d == nil:
		case d.shade == 0:
			copy(at, d.color[:])
			c.top[i] = uint8(part + 1)
			wood.shine(float64(i%patchSide)-x, float64(i/patchSide)-y, at)
		case !cast:
			for k := range at {
				at[k] = uint8(float32(at[k]) * d.shade)
			}
		}
	}
}

// castShadow darkens what lies beside the drawn meeple as a lamp somewhere does: a
// fallen one's shadow is short. Where glare was taken off, what is left in a shadow has
// lost more than its light: dark and of another color.
func (c *composer) castShadow(fallen bool, out *patch) {
	angle := 2 * math.Pi * c.rnd.Float64()
	far := (0.1 + 0.9*c.rnd.Float64()) * hexPixels
	if fallen {
		far *= 0.3
	}
	sin, cos := math.Sincos(angle)
	c.shadow = [patchSide * patchSide]float32{}
	for step := 1.0; step <= far; step++ {
		dx, dy := int(math.Round(cos*step)), int(math.Round(sin*step))
		for i, d := range c.drawn {
			x, y := i%patchSide+dx, i/patchSide+dy
			if d != nil && d.shade == 0 && x >= 0 && y >= 0 && x < patchSide && y < patchSide {
				c.shadow[y*patchSide+x] = 1
			}
		}
	}
	c.soft.means(&c.shadow, &c.shadow)
	depth := 0.15 + 0.8*c.rnd.Float64()
	var less [3]float32
	if c.rnd.IntN(2) == 0 {
		haze := 0.15 * c.rnd.Float64() * depth
		for k := range less {
			less[k] = float32(haze * c.rnd.Float64())
		}
	}
	for i, s := range c.shadow {
		if s == 0 {
			continue
		}
		at := out.seen[3*i:][:3]
		for k := range at {
			at[k] = encode(max(albedoOf[at[k]]*(1-float32(depth)*s)-less[k]*s, 0))
		}
	}
}

// lying reports whether a meeple that lies on its back covers (sx, sy): head, arms and
// legs instead of the three bands of one that stands. What a lying meeple looks like is
// general knowledge: as wide as one that stands, and a little longer.
func lying(q *piece, sx, sy float64) bool {
	r := min(max(q.long, 0.6*hexPixels), 1.1*hexPixels)
	x, y := math.Abs(sx), sy
	head := math.Hypot(x, y+0.36*r) < 0.18*r
	arms := x < 0.5*r && math.Abs(y+0.08*r) < 0.125*r
	trunk := x < 0.24*r && y > -0.21*r && y < 0.25*r
	legs := y > 0.07*r && y < 0.5*r && x < 0.14*r+0.55*y && x > 0.35*(y-0.17*r)
	return head || arms || trunk || legs
}

// woodLight is how a pasted meeple is lit differently from the taught one:
// overall, and on a side away from the lamp.
type woodLight struct {
	gain   float32
	side   [3]float32 // a color: the dark side is lit by the room, not by the lamp
	less   [3]float32 // albedo: glare of the print taken off wood that stands and has none
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
		if c.rnd.IntN(3) == 0 { // nothing but the lamp lights it
			dark = 0.02 + 0.4*c.rnd.Float64()
		}
		for k := range w.side {
			w.side[k] = float32(dark * math.Exp(c.rnd.NormFloat64()*0.07))
		}
	}
	if c.rnd.IntN(2) == 0 {
		glare := 0.25 * c.rnd.Float64()
		if c.rnd.IntN(3) == 0 { // the taught one was in glare
			glare *= -0.5
		}
		for k := range w.less {
			w.less[k] = float32(glare * math.Exp(c.rnd.NormFloat64()*0.25)) // lamps have a color
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
		at[k] = encode(max(albedoOf[at[k]]*f-w.less[k], 0))
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
