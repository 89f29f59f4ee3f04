package pieces

import (
	"math"
	"slices"
)

// A well's colors are those of other things too: stone is as gray as the dark side of a
// meeple, water as blue as a river. What nothing else has is its picture, a tile of one
// size with rings or stripes, so the taught one is looked for as a picture, in any turn.
// A meeple may stand on a part of it.

const (
	shapeTurns   = 16
	shapeSectors = 8
	// shapeShown is how many neighboring sectors show at least beside a meeple.
	shapeShown = 5
	shapeDots  = 64 // compared, about
	shapeReach = 13 // px from the hex's middle that a well is looked for
	shapeTries = 3  // best places that are looked at in each turn
	// shapeNoise is the variance of a color, codes squared, that noise alone has.
	shapeNoise = 80
	// shapeNumbers is how many numbers measurer.wellShape gives.
	shapeNumbers = 7
)

// wellShape is the taught well: once with its rings only, then in each turn.
type wellShape struct {
	rings  wellView
	turned [shapeTurns]wellView
	radius int // px
	from   *piece
}

// wellView is what a well looks like in one turn, by sectors about its middle.
type wellView struct {
	dots [shapeSectors][]shapeDot
	all  shapeWant
	part [shapeSectors]shapeWant // of shapeShown sectors, from each on
}

type shapeDot struct {
	at    int32 // in a patch, from the well's middle
	color [3]uint8
}

// shapeWant are what a correlation over three colors, each about its own mean, needs of
// the taught colors.
type shapeWant struct {
	n, squares int32
	sum        [3]int32
	spread     float32 // squares about the means, and noise
}

// shapeSeen are the sums that it needs of what is seen; product is with the taught.
type shapeSeen struct {
	sum              [3]int32
	squares, product int32
}

// add adds (or with -1 takes away) what another sector has.
func (s *shapeSeen) add(o *shapeSeen, sign int32) {
	for c := range s.sum {
		s.sum[c] += sign * o.sum[c]
	}
	s.squares += sign * o.squares
	s.product += sign * o.product
}

// prepare works out what all sectors and parts of them want.
func (v *wellView) prepare() {
	add := func(w *shapeWant, sector int) {
		for _, d := range v.dots[sector%shapeSectors] {
			w.n++
			for c, k := range d.color {
				w.sum[c] += int32(k)
				w.squares += int32(k) * int32(k)
			}
		}
	}
	finish := func(w *shapeWant) {
		w.spread = float32(w.squares)
		for c := range w.sum {
			w.spread -= float32(w.sum[c]) * float32(w.sum[c]) * (1 / float32(w.n))
		}
		w.spread = max(w.spread, 0) + w.noise()
	}
	for first := range v.part {
		add(&v.all, first)
		for k := range shapeShown {
			add(&v.part[first], first+k)
		}
		finish(&v.part[first])
	}
	finish(&v.all)
}

// noise is how far noise alone spreads the colors.
func (w *shapeWant) noise() float32 { return 3 * shapeNoise * float32(w.n) }

func (w *shapeWant) match(s *shapeSeen) shapeMatch {
	if w.n < 4 {
		return shapeMatch{apart: 1}
	}
	inv := 1 / float32(w.n)
	a, x, apart := float32(s.squares), float32(s.product), float32(0)
	for c := range s.sum {
		seen, want := float32(s.sum[c]), float32(w.sum[c])
		a -= seen * seen * inv
		x -= seen * want * inv
		apart += float32(abs(int(s.sum[c]-w.sum[c]))) * inv
	}
	return shapeMatch{x / float32(math.Sqrt(float64((max(a, 0)+w.noise())*w.spread))), x / w.spread, apart / (3 * 128)}
}

// learnWellShape makes it of the taught well that tells hexes with a well best from those
// without; nil where none was taught.
func learnWellShape(wells []piece, examples []*example) *wellShape {
	var best *wellShape
	most := float32(0)
	for i := range wells {
		w := wellShapeOf(&wells[i])
		with, n, without := float32(0), float32(0), float32(-2)
		for _, e := range examples {
			if e.on.Empty() {
				continue
			}
			_, m := w.find(&e.patch, nil)
			if e.on.Well {
				with, n = with+m.likeness, n+1
			} else {
				without = max(without, m.likeness)
			}
		}
		if apart := with/max(n, 1) - without; best == nil || apart > most {
			best, most = w, apart
		}
	}
	return best
}

func wellShapeOf(q *piece) *wellShape {
	var colors dotGrid
	var far []float64
	for i := range q.dots {
		d := &q.dots[i]
		colors[int(d.dy)+patchSide][int(d.dx)+patchSide] = d
		far = append(far, math.Hypot(float64(d.dx), float64(d.dy)))
	}
	slices.Sort(far)
	// Without the outermost few: stray pixels.
	radius := min(int(far[len(far)*19/20]+0.5), hexPixels*2/3)
	w := &wellShape{radius: radius, from: q}
	step := max(int(math.Sqrt(float64(len(q.dots))/shapeDots)+0.5), 1)
	colors = softened(&colors)
	rings := ringsOf(q.dots, radius)
	for y := -radius; y <= radius; y += step {
		for x := -radius; x <= radius; x += step {
			r := math.Hypot(float64(x), float64(y))
			if int(r) > radius {
				continue
			}
			at := int32(3 * (y*patchSide + x))
			sector := int((math.Atan2(float64(y), float64(x))+math.Pi)/(2*math.Pi)*shapeSectors) % shapeSectors
			if ring := rings[int(r)]; ring != nil {
				w.rings.put(sector, shapeDot{at, *ring})
			}
			for t := range w.turned {
				sin, cos := math.Sincos(2 * math.Pi * float64(t) / shapeTurns)
				fx := int(math.Round(cos*float64(x) + sin*float64(y)))
				fy := int(math.Round(cos*float64(y) - sin*float64(x)))
				if d := colors[fy+patchSide][fx+patchSide]; d != nil {
					w.turned[t].put(sector, shapeDot{at, d.color})
				}
			}
		}
	}
	w.rings.prepare()
	for t := range w.turned {
		w.turned[t].prepare()
	}
	return w
}

// dotGrid holds dots by place, the piece's middle in the middle; nil between them.
type dotGrid [2*patchSide + 1][2*patchSide + 1]*dot

// softened mixes each dot with those about it: a picture's noise isn't the well's, and a
// place that is off by half a pixel still looks alike.
func softened(g *dotGrid) (out dotGrid) {
	for y := 1; y < len(g)-1; y++ {
		for x := 1; x < len(g)-1; x++ {
			if g[y][x] == nil {
				continue
			}
			var sum [3]int
			n := 0
			for _, row := range g[y-1 : y+2] {
				for _, d := range row[x-1 : x+2] {
					if d != nil {
						n++
						for c, v := range d.color {
							sum[c] += int(v)
						}
					}
				}
			}
			d := *g[y][x]
			for c := range d.color {
				d.color[c] = uint8(sum[c] / n)
			}
			out[y][x] = &d
		}
	}
	return out
}

// ringsOf returns the mean color at each distance from the middle; nil where little of
// the ring shows.
func ringsOf(dots []dot, radius int) []*[3]uint8 {
	sums := make([][4]int, radius+1)
	shown := make([]int, radius+1)
	for _, d := range dots {
		r := int(math.Hypot(float64(d.dx), float64(d.dy)))
		if r <= radius {
			shown[r]++
		}
		for at := max(r-1, 0); at <= min(r+1, radius); at++ {
			weight := 2 - abs(at-r) // rings beside count half
			for c := range 3 {
				sums[at][c] += weight * int(d.color[c])
			}
			sums[at][3] += weight
		}
	}
	out := make([]*[3]uint8, radius+1)
	for r, s := range sums {
		if n := s[3]; float64(shown[r]) > 0.4*2*math.Pi*(float64(r)+0.5) {
			out[r] = &[3]uint8{uint8(s[0] / n), uint8(s[1] / n), uint8(s[2] / n)}
		}
	}
	return out
}

func (v *wellView) put(sector int, d shapeDot) { v.dots[sector] = append(v.dots[sector], d) }

// wellMatch is how well one place of a hex looks like a well.
type wellMatch struct {
	at       int // its middle in the patch
	all      shapeMatch
	part     shapeMatch // of the neighboring sectors that look most like it
	likeness float32    // of the better one: what places are compared by
}

// shapeMatch compares what is seen with the taught well.
type shapeMatch struct {
	alike, strength float32 // correlation, contrast
	apart           float32 // difference of the mean color, 0 to 1
}

// likeness is a correlation less what the color is off: the light was taken off already.
func (m shapeMatch) likeness() float32 { return m.alike - 1.5*m.apart }

// Part of a well alone is a little less telling than all of it.
const shapePart = 0.05

// noMatch is less than any.
func noMatch() wellMatch { return wellMatch{at: -1, likeness: -2} }

// look compares a view with the patch about the pixel at.
func (v *wellView) look(seen *[3 * patchSide * patchSide]uint8, at int) wellMatch {
	var sums [shapeSectors]shapeSeen
	var all, part shapeSeen
	for k := range sums {
		var b, g, r, squares, product int32
		for i := range v.dots[k] {
			d := &v.dots[k][i]
			from := at + int(d.at)
			p := seen[from : from+3 : from+3]
			sb, sg, sr := int32(p[0]), int32(p[1]), int32(p[2])
			b, g, r = b+sb, g+sg, r+sr
			squares += sb*sb + sg*sg + sr*sr
			product += sb*int32(d.color[0]) + sg*int32(d.color[1]) + sr*int32(d.color[2])
		}
		sums[k] = shapeSeen{[3]int32{b, g, r}, squares, product}
		all.add(&sums[k], 1)
		if k < shapeShown {
			part.add(&sums[k], 1)
		}
	}
	m := wellMatch{at: at, all: v.all.match(&all), part: v.part[0].match(&part)}
	for first := 1; first < shapeSectors; first++ {
		// The sectors move on round the middle: one out, one in.
		part.add(&sums[first-1], -1)
		part.add(&sums[(first+shapeShown-1)%shapeSectors], 1)
		if q := v.part[first].match(&part); q.likeness() > m.part.likeness() {
			m.part = q
		}
	}
	m.likeness = max(m.all.likeness(), m.part.likeness()-shapePart)
	return m
}

// wellShape says how much the best place of the hex looks like the taught well.
func (m *measurer) wellShape(p *patch, out features) features {
	if m.shape == nil {
		return append(out, make(features, shapeNumbers)...)
	}
	// Only where some piece seems to lie.
	var tried area
	for i := range tried {
		tried[i] = m.local[0][i]+m.local[1][i]+m.local[2][i] > leastPiece
	}
	coarse, top := m.shape.find(p, &tried)
	if top.at < 0 {
		return append(out, -1, -1, 0, 0, 0, 1, 1)
	}
	x, y := float64(top.at/3%patchSide-hexPixels), float64(top.at/3/patchSide-hexPixels)
	return append(out, coarse, top.likeness, top.all.alike, top.part.alike, top.part.strength, top.part.apart, float32(math.Hypot(x, y))/hexPixels)
}

// leastPiece is the share of pieces about a place from which a well is looked for there.
const leastPiece = 0.1

// find returns the best place of the patch, and how like a well it is by its rings
// alone. tried are the places looked at first, nil: all; none of them leaves the place
// at -1.
func (w *wellShape) find(p *patch, tried *area) (coarse float32, top wellMatch) {
	reach := min(shapeReach, hexPixels-w.radius-1)
	var best [shapeTries]wellMatch
	for k := range best {
		best[k] = noMatch()
	}
	coarse = -2
	for y := -reach; y <= reach; y++ {
		for x := -reach; x <= reach; x++ {
			if x&1 != 0 || y&1 != 0 || x*x+y*y > reach*reach { // one pixel off at most, each way
				continue
			}
			at := (hexPixels+y)*patchSide + hexPixels + x
			if tried != nil && !tried[at] {
				continue
			}
			q := w.rings.look(&p.seen, 3*at)
			coarse = max(coarse, q.likeness)
			keepBest(&best, q)
		}
	}
	top = noMatch()
	for _, b := range best {
		if b.at < 0 {
			continue
		}
		for _, d := range shapeBeside {
			if w.outside(b.at + d) {
				continue
			}
			if q := w.rings.look(&p.seen, b.at+d); q.likeness > b.likeness {
				b = q
			}
		}
		here, turn := noMatch(), 0
		for t := range w.turned {
			if q := w.turned[t].look(&p.seen, b.at); q.likeness > here.likeness {
				here, turn = q, t
			}
		}
		for _, d := range shapeBeside {
			if w.outside(b.at + d) {
				continue
			}
			if q := w.turned[turn].look(&p.seen, b.at+d); q.likeness > here.likeness {
				here = q
			}
		}
		if here.likeness > top.likeness {
			top = here
		}
	}
	return coarse, top
}

// shapeBeside are the neighbors of a pixel in a patch.
var shapeBeside = [...]int{-3, 3, -3 * patchSide, 3 * patchSide}

// keepBest puts a match among the best ones, of those that overlap the better.
func keepBest(best *[shapeTries]wellMatch, q wellMatch) {
	for k := range best {
		b := &best[k]
		near := b.at >= 0 && abs(b.at/3%patchSide-q.at/3%patchSide)+abs(b.at/3/patchSide-q.at/3/patchSide) <= 3
		if q.likeness > b.likeness {
			if !near {
				copy(best[k+1:], best[k:])
			}
			*b = q
			return
		}
		if near {
			return
		}
	}
}

// outside reports whether a well about the pixel at would leave the patch.
func (w *wellShape) outside(at int) bool {
	x, y := at/3%patchSide, at/3/patchSide
	return x < w.radius || y < w.radius || x+w.radius >= patchSide || y+w.radius >= patchSide
}
