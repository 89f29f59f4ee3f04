package pieces

import (
	"math"
	"slices"
	"sync"
)

// boatPrint is one boat cut out and aligned: three colors a pixel.
type boatPrint struct {
	Type string
	Pix  []float32 // linear light, as the mean boat is lit
}

// boatReader tells boats apart.
type boatReader struct {
	Board  boatBoard
	W, H   int // px of a boat's window
	Prints []boatPrint
	fitted boatBoard // the board as the boats found themselves say
	mean   []float32 // of the types, colors
	codes  [][]uint8 // of each print
	// telling lists the pixels (index of the first color) where types differ,
	// inside of the outermost ones; total is their weight.
	telling []int
	total   float64
	all     versus    // the same as what tells all types apart
	duels   sync.Map  // what tells two types apart, by their names
	gray    []float32 // of mean, brightness
	coarse  looks     // of gray, for aligning
	fine    looks
	weight  []float32 // a pixel: how much the types differ there
	common  []float32 // a pixel: how much they don't
	present float64   // likeness to the mean from which something is a boat
}

// boatPlaces is how many boats are looked for along a mat.
const boatPlaces = 9

// boatPose is how a boat lies against its place: px and radians.
type boatPose struct{ dx, dy, turn float64 }

// learnBoats cuts the boats out of the strip of a teaching picture. Where boats
// were learnt before, theirs are added.
func learnBoats(old *boatReader, board boatBoard, p Pixels, types []string) *boatReader {
	r := &boatReader{Board: board, W: int(board.Pitch * boatPixels * 0.98), H: int((board.Bottom - board.Top) * boatPixels)}
	if old != nil {
		r = &boatReader{Board: old.Board, W: old.W, H: old.H, Prints: slices.Clone(old.Prints)}
	}
	poses := make([]boatPose, len(types))
	if old == nil {
		r.mean = r.cutAt(p, 0, boatPose{})
	} else {
		r.prepare()
	}
	// Align to the mean and take the mean again: three rounds settle it.
	for range 3 {
		sum := make([]float32, 3*r.W*r.H)
		r.setGray()
		g := grays(p)
		for i := range types {
			poses[i], _ = r.align(g, i)
			for k, v := range r.cutAt(p, i, poses[i]) {
				sum[k] += v / float32(len(types))
			}
		}
		if old == nil {
			r.mean = sum
		}
	}
	if old == nil {
		r.fitPitch(poses)
	}
	for i, t := range types {
		q := r.cutAt(p, i, poses[i])
		r.normalize(q, nil)
		if old == nil || !r.have(t, q) {
			r.Prints = append(r.Prints, boatPrint{t, q})
		}
	}
	r.prepare()
	return r
}

// nothingNew is how near a print must be to one of its type to teach nothing,
// codes: noise and another fit of its light. The same picture taught twice must not tip a doubtful boat.
const nothingNew = 12

// have reports whether a print of that type is there already.
func (r *boatReader) have(name string, q []float32) bool {
	codes := make([]uint8, len(q))
	for i, v := range q {
		codes[i] = codeOfLight(v)
	}
	for i, c := range r.codes { // those of earlier lessons
		if r.Prints[i].Type == name && r.apart(codes, c, 1e3) < nothingNew {
			return true
		}
	}
	return false
}

// fitPitch takes the pitch from where the boats were found: better than from the
// row's ends, which glare or a table of the boats' color may hide. The row's middle
// stays. What was cut is where it was found, so only later strips move.
func (r *boatReader) fitPitch(poses []boatPose) {
	n := float64(len(poses))
	if n < 3 {
		return
	}
	var sx, sxx, sxy float64
	for i, p := range poses {
		x := float64(i) - (n-1)/2
		sx += p.dx
		sxx += x * x
		sxy += x * p.dx
	}
	r.fitted = r.Board
	r.fitted.Pitch += sxy / sxx / boatPixels
	r.fitted.Left -= (r.fitted.Pitch - r.Board.Pitch) * (n - 1) / 2
}

// boatSide is how much of a window's left and right tells nothing of the type, px: the
// table between boats shows there, and their shadows.
const boatSide = boatPixels / 9

// prepare works out what follows from the prints.
func (r *boatReader) prepare() {
	// The first print of each type sets the mean and what tells types apart: later
	// lessons add prints to compare with and change nothing for earlier ones.
	n := 3 * r.W * r.H
	var firsts [][]float32
	var types []string
	r.mean = make([]float32, n)
	for _, b := range r.Prints {
		if !slices.Contains(types, b.Type) {
			types, firsts = append(types, b.Type), append(firsts, b.Pix)
		}
	}
	for _, q := range firsts {
		for i, v := range q {
			r.mean[i] += v / float32(len(firsts))
		}
	}
	r.codes = nil
	for _, b := range r.Prints {
		codes := make([]uint8, n)
		for i, v := range b.Pix {
			codes[i] = codeOfLight(v)
		}
		r.codes = append(r.codes, codes)
	}
	r.weight, r.common = make([]float32, r.W*r.H), make([]float32, r.W*r.H)
	for i := range r.weight {
		differ := float32(0)
		for _, q := range firsts {
			for c := range 3 {
				d := srgb(q[3*i+c]) - srgb(r.mean[3*i+c])
				differ += d * d / float32(3*len(firsts))
			}
		}
		// Noise and a third of a pixel's misfit make some 10 codes.
		const noise = 100
		r.weight[i] = tells(differ)
		r.common[i] = noise / (differ + noise)
	}
	// Half a pixel of misalignment moves a pictogram's edge into its neighbors.
	r.weight = boxBlur(r.weight, r.W, r.H)
	r.telling, r.total = nil, 1e-9
	for y := 1; y < r.H-1; y++ {
		for x := boatSide; x < r.W-boatSide; x++ {
			if w := r.weight[y*r.W+x]; w >= 0.05 {
				r.telling = append(r.telling, 3*(y*r.W+x))
				r.total += 3 * float64(w)
			}
		}
	}
	r.all = versus{at: r.telling, weight: make([]float32, len(r.telling))}
	for k, p := range r.telling {
		r.all.weight[k] = r.weight[p/3]
	}
	r.duels.Clear()
	r.setGray()
	r.present = r.likeEnough()
}

func (r *boatReader) setGray() {
	r.gray = make([]float32, r.W*r.H)
	for i := range r.gray {
		r.gray[i] = (srgb(r.mean[3*i]) + 2*srgb(r.mean[3*i+1]) + srgb(r.mean[3*i+2])) / 4
	}
	r.coarse, r.fine = r.looksAt(4), r.looksAt(3)
}

func boxBlur(v []float32, w, h int) []float32 {
	out := make([]float32, len(v))
	for y := range h {
		for x := range w {
			sum, n := float32(0), float32(0)
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					if x+dx >= 0 && x+dx < w && y+dy >= 0 && y+dy < h {
						sum += v[(y+dy)*w+x+dx]
						n++
					}
				}
			}
			out[y*w+x] = sum / n
		}
	}
	return out
}

// middle returns the middle of place i in the strip, px.
func (r *boatReader) middle(i int) (x, y float64) {
	return (boatReach + r.Board.Pitch*(float64(i)+0.5)) * boatPixels, (boatReach + (r.Board.Bottom-r.Board.Top)/2) * boatPixels
}

// cutAt samples the boat at place i in that pose, in linear light.
func (r *boatReader) cutAt(p Pixels, i int, pose boatPose) []float32 {
	out := make([]float32, 3*r.W*r.H)
	cx, cy := r.middle(i)
	sin, cos := math.Sincos(pose.turn)
	for y := range r.H {
		uy := float64(y) - float64(r.H-1)/2
		for x := range r.W {
			ux := float64(x) - float64(r.W-1)/2
			fx, fy := cx+pose.dx+cos*ux-sin*uy, cy+pose.dy+sin*ux+cos*uy
			x0, y0 := int(math.Floor(fx)), int(math.Floor(fy))
			if x0 < 0 || y0 < 0 || x0+1 >= p.W || y0+1 >= p.H {
				continue
			}
			ax, ay := float32(fx-float64(x0)), float32(fy-float64(y0))
			at := 3 * (y0*p.W + x0)
			upper, lower := p.Pix[at:at+6:at+6], p.Pix[at+3*p.W:at+3*p.W+6:at+3*p.W+6]
			to := out[3*(y*r.W+x):][:3]
			for c := range 3 {
				a, b := linearOf[upper[c]], linearOf[upper[3+c]]
				d, e := linearOf[lower[c]], linearOf[lower[3+c]]
				to[c] = (a*(1-ax)+b*ax)*(1-ay) + (d*(1-ax)+e*ax)*ay
			}
		}
	}
	return out
}

// looks are the pixels of the mean boat that aligning compares: brightness
// less its mean, on a grid of every stride-th pixel.
type looks struct {
	x, y          []int
	right, bottom int // the greatest of each
	value         []float32
	norm          float64 // root of the values' squares
}

// looksAt takes what all boats have in common, once that is known: not their pictograms,
// nor the table that shows between them.
func (r *boatReader) looksAt(stride int) looks {
	l := r.looksWhere(stride, leastCommon)
	if all := r.looksWhere(stride, 0); 2*len(l.value) < len(all.value) {
		l = all
	}
	sum := float32(0)
	for _, v := range l.value {
		sum += v
	}
	squares := 0.0
	for i := range l.value {
		l.value[i] -= sum / float32(len(l.value))
		squares += float64(l.value[i]) * float64(l.value[i])
	}
	l.norm = math.Sqrt(squares)
	return l
}

// leastCommon is what of a pixel the boats must have in common to be aligned by: they
// differ there by a dozen codes.
const leastCommon = 0.4

func (r *boatReader) looksWhere(stride int, least float32) (l looks) {
	for y := stride / 2; y < r.H; y += stride {
		for x := stride / 2; x < r.W; x += stride {
			i := y*r.W + x
			if r.common != nil && r.common[i] < least {
				continue
			}
			l.x, l.y, l.value = append(l.x, x), append(l.y, y), append(l.value, r.gray[i])
			l.right, l.bottom = max(l.right, x), max(l.bottom, y)
		}
	}
	return l
}

// match is the normalized correlation of what was sampled with the looks. The
// floor is noise of two codes, on plain table nothing correlates.
func (l *looks) match(sum, squares, product float32) float64 {
	n := float64(len(l.value))
	spread := float64(squares) - float64(sum)*float64(sum)/n
	return float64(product) / (math.Sqrt(max(spread, 0)+4*n) * (l.norm + 1e-6))
}

// coarseReach is how far boats are looked for, px: boatReach, even.
const coarseReach = 10

// align finds how the boat at place i lies, by correlation with the mean
// boat: coarse steps of two pixels first, then finer ones, turns between.
func (r *boatReader) align(g grayPicture, i int) (boatPose, float64) {
	cx, cy := r.middle(i)
	left, top := int(cx-float64(r.W-1)/2+0.5), int(cy-float64(r.H-1)/2+0.5)
	best, score := boatPose{}, -1.0
	grid := r.coarse.offsets(g.w)
	for dy := -coarseReach; dy <= coarseReach; dy += 2 {
		for dx := -coarseReach; dx <= coarseReach; dx += 2 {
			if s := r.coarse.at(g, grid, left+dx, top+dy); s > score {
				score = s
				best = boatPose{dx: float64(left+dx) + float64(r.W-1)/2 - cx, dy: float64(top+dy) + float64(r.H-1)/2 - cy}
			}
		}
	}
	if score < presentLikeness/2 {
		return best, score
	}
	score = r.likeness(g, i, best)
	try := func(q boatPose) {
		if s := r.likeness(g, i, q); s > score {
			best, score = q, s
		}
	}
	for _, step := range [...]struct{ move, turn float64 }{{1, 0.03}, {0.5, 0.012}, {0.25, 0.005}} {
		for _, m := range [8][2]float64{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
			center := best
			try(boatPose{center.dx + m[0]*step.move, center.dy + m[1]*step.move, center.turn})
		}
		center := best
		try(boatPose{center.dx, center.dy, center.turn + step.turn})
		try(boatPose{center.dx, center.dy, center.turn - step.turn})
	}
	return best, score
}

// offsets returns where the looks are in a picture of width w, from their corner.
func (l *looks) offsets(w int) []int {
	out := make([]int, len(l.value))
	for k := range out {
		out[k] = l.y[k]*w + l.x[k]
	}
	return out
}

// at matches the looks, with their offsets, at a whole pixel; what lies outside is no boat.
func (l *looks) at(g grayPicture, offsets []int, left, top int) float64 {
	if left < 0 || top < 0 || left+l.right >= g.w || top+l.bottom >= g.h {
		return -1
	}
	pix, offsets := g.pix[top*g.w+left:], offsets[:len(l.value)]
	var sum, squares, product float32
	for k, v := range l.value {
		a := pix[offsets[k]]
		sum += a
		squares += a * a
		product += a * v
	}
	return l.match(sum, squares, product)
}

// likeness is the correlation with the mean boat in a pose.
func (r *boatReader) likeness(g grayPicture, i int, pose boatPose) float64 {
	cx, cy := r.middle(i)
	s64, c64 := math.Sincos(pose.turn)
	sin, cos := float32(s64), float32(c64)
	mx, my := float32(cx+pose.dx), float32(cy+pose.dy)
	hw, hh := float32(r.W-1)/2, float32(r.H-1)/2
	var sum, squares, product float32
	l := &r.fine
	xs, ys := l.x[:len(l.value)], l.y[:len(l.value)]
	for k, v := range l.value {
		ux, uy := float32(xs[k])-hw, float32(ys[k])-hh
		fx, fy := mx+cos*ux-sin*uy, my+sin*ux+cos*uy
		x0, y0 := int(fx), int(fy)
		if fx < 0 || fy < 0 || x0+1 >= g.w || y0+1 >= g.h {
			continue
		}
		ax, ay := fx-float32(x0), fy-float32(y0)
		at := y0*g.w + x0
		upper, lower := g.pix[at:at+2:at+2], g.pix[at+g.w:at+g.w+2:at+g.w+2]
		p := upper[0] + (upper[1]-upper[0])*ax
		q := lower[0] + (lower[1]-lower[0])*ax
		a := p + (q-p)*ay
		sum += a
		squares += a * a
		product += a * v
	}
	return l.match(sum, squares, product)
}

// normalize fits the window's light to the mean boat's, gain, haze and a tilt a
// color, on pixels where types don't differ, and applies it.
func (r *boatReader) normalize(q []float32, common []float32) {
	across, down := make([]float64, r.W), make([]float64, r.H) // -0.5 to 0.5
	for x := range across {
		across[x] = float64(x)/float64(r.W) - 0.5
	}
	for y := range down {
		down[y] = float64(y)/float64(r.H) - 0.5
	}
	for c := range 3 {
		var sums lightSums
		for y := 0; y < r.H; y += 2 {
			for x := y / 2 % 2; x < r.W; x += 2 {
				i := y*r.W + x
				w := 1.0
				if common != nil {
					w = float64(common[i])
				}
				v, want := q[3*i+c], r.mean[3*i+c]
				if v > 0.95 || want > 0.92 {
					continue // cut off at white: says nothing about the light
				}
				sums.add(w, float64(v), across[x], down[y], float64(want))
			}
		}
		m := sums.equations()
		// Towards unchanged light, lest a window that is nearly all white runs away.
		m[0][0] += 0.5
		m[0][4] += 0.5
		m[2][2] += 1
		m[3][3] += 1
		k := solve4(&m)
		for y := range r.H {
			for x := range r.W {
				i := 3*(y*r.W+x) + c
				q[i] = float32(k[0]*float64(q[i]) + k[1] + k[2]*across[x] + k[3]*down[y])
			}
		}
	}
}

func solve4(m *[4][5]float64) (x [4]float64) {
	for c := range 4 {
		m[c][c] += 1e-6
	}
	for c := range 4 {
		for r := c + 1; r < 4; r++ {
			f := m[r][c] / m[c][c]
			for k := c; k < 5; k++ {
				m[r][k] -= f * m[c][k]
			}
		}
	}
	for r := 3; r >= 0; r-- {
		x[r] = m[r][4]
		for c := r + 1; c < 4; c++ {
			x[r] -= m[r][c] * x[c]
		}
		x[r] /= m[r][r]
	}
	return x
}

// Boat is one boat as read: its best two types.
type Boat struct {
	Type, Second     string
	Chance, Fallback float64
}

// presentLikeness is the least likeness to the mean boat that something must have to
// be one: a boat correlates by 0.8 and more, bare table and river by chance only.
const presentLikeness = 0.5

// likeEnough is that likeness for these boats: two thirds of what the taught
// ones have, since a patterned cloth may look a little like a boat.
func (r *boatReader) likeEnough() float64 {
	least := 1.0
	for i := range r.Prints {
		q := r.Prints[i].Pix
		g := grayPicture{r.W, r.H, make([]float32, r.W*r.H)}
		for k := range g.pix {
			g.pix[k] = (srgb(q[3*k]) + 2*srgb(q[3*k+1]) + srgb(q[3*k+2])) / 4
		}
		least = min(least, r.fine.at(g, r.fine.offsets(g.w), 0, 0))
	}
	return max(presentLikeness, 0.67*least)
}

// read reads the boats in a strip, from the left until a place is free.
func (r *boatReader) read(p Pixels) []Boat {
	g := grays(p)
	var out []Boat
	for i := range boatPlaces {
		pose, like := r.align(g, i)
		if like < r.present {
			break
		}
		q := r.cutAt(p, i, pose)
		r.normalize(q, r.common)
		out = append(out, r.name(q))
	}
	return out
}

// srgb gives linear light as 0 to 255, cut off as a camera does: what was
// clipped in the teaching picture is compared clipped.
func srgb(v float32) float32 { return float32(codeOfLight(v)) }

func codeOfLight(v float32) uint8 { return srgbOf[min(max(int(v*codeSteps), 0), codeSteps)] }
