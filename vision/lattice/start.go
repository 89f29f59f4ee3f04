package lattice

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"harbormaster/mat"
)

// start is a first guess of the lattice, in pixels of the picture searched.
type start struct {
	orientation mat.Orientation
	radius      float64   // across x
	aspect      float64   // radius down y by radius across x
	middle      mat.Point // of the hex in the flower's middle
	score       float64
}

// startRadius is the hex radius, px, that the picture is made to have for
// each pitch tried: then a blur of 1 px is a tenth of it at every pitch, as
// much as a neighbor may be off before the flower's edges miss.
const startRadius = 9

// Range says what pitches and aspects to try.
type Range struct {
	// Least and Most are the hex radius as a share of the square root of the picture's area.
	Least, Most float64
	// Aspect is how far, as a factor, the picture's height may be off.
	Aspect float64
}

// Steps of the search. Half a step, four percent, is a tenth of a radius off at a
// flower's rim of 2.6 radii: what the blur forgives.
const (
	pitchStep  = 1.08
	aspectStep = 1.08
)

// search tries every pitch, aspect and orientation in r and returns the best
// starts, best first, at most keep and different from each other.
func search(img gocv.Mat, r Range, keep int) ([]start, error) {
	size := math.Sqrt(float64(img.Cols() * img.Rows()))
	var all []start
	half := int(math.Ceil(math.Log(r.Aspect)/math.Log(aspectStep) - 0.5))
	for k := -half; k <= half; k++ {
		aspect := math.Pow(aspectStep, float64(k))
		for share := r.Least; share <= r.Most; share *= pitchStep {
			// The area of the hex is what share fixes, so that pitch and
			// aspect are searched independently.
			rx := share * size / math.Sqrt(aspect)
			ry := rx * aspect
			w, h := int(float64(img.Cols())*startRadius/rx), int(float64(img.Rows())*startRadius/ry)
			found, err := flowers(img, w, h)
			if err != nil {
				return nil, err
			}
			for _, s := range found {
				s.radius, s.aspect = rx, aspect
				s.middle = mat.Point{X: (s.middle.X+.5)*rx/startRadius - .5, Y: (s.middle.Y+.5)*ry/startRadius - .5}
				all = append(all, s)
			}
		}
	}
	slices.SortFunc(all, func(a, b start) int { return cmp.Compare(b.score, a.score) })
	var best []start
	for _, s := range all {
		same := slices.ContainsFunc(best, func(b start) bool {
			return b.orientation == s.orientation && math.Abs(math.Log(b.radius/s.radius)) < .12 && math.Abs(math.Log(b.aspect/s.aspect)) < .12
		})
		if !same {
			best = append(best, s)
		}
		if len(best) == keep {
			break
		}
	}
	return best, nil
}

// flowers makes img w x h pixels, so that the hexes sought have startRadius,
// and returns the best flower of either orientation.
func flowers(img gocv.Mat, w, h int) ([]start, error) {
	if w < 6*startRadius || h < 6*startRadius || w*h > 1<<20 {
		return nil, nil // a flower doesn't fit, or hexes would be smaller than can be seen
	}
	small := gocv.NewMat()
	defer small.Close()
	if err := gocv.Resize(img, &small, image.Pt(w, h), 0, 0, gocv.InterpolationArea); err != nil {
		return nil, fmt.Errorf("search the lattice: %w", err)
	}
	g, err := gradientOf(small, 1, 6*startRadius)
	if err != nil {
		return nil, err
	}
	var out []start
	for _, o := range [2]mat.Orientation{mat.Pointy, mat.Flat} {
		s := flower(g, o)
		s.orientation = o
		out = append(out, s)
	}
	return out, nil
}

// insideShare is where, in radii from the middle, a copy of the sides is
// held against the real ones: what is there is art, not a side.
const insideShare = 0.55

// flower returns the place at which the sides of seven hexes stand out most
// from what is inside them.
func flower(g *gradient, o mat.Orientation) start {
	hex := newPlane(g.w, g.h)
	for _, n := range normals(o) {
		e := lines(g.along(n, false), n)
		for _, way := range [2]float64{1, -1} {
			dx, dy := way*math.Cos(n)*startRadius, way*math.Sin(n)*startRadius
			apothem := math.Sqrt(3) / 2
			add(hex, e, dx*apothem, dy*apothem, 1./6)
			add(hex, e, dx*apothem*insideShare, dy*apothem*insideShare, -1./6)
		}
	}
	sum := newPlane(g.w, g.h)
	layout := mat.Layout{Orientation: o, Radius: startRadius}
	add(sum, hex, 0, 0, 1./7)
	for _, d := range mat.Directions {
		m := layout.Middle(d)
		add(sum, hex, m.X, m.Y, 1./7)
	}
	var best start
	for _, peak := range peaks(sum, 2*startRadius, 3) {
		area, middle := growth(hex, layout, peak.at, float64(peak.score))
		if area > best.score {
			best = start{middle: middle, score: area}
		}
	}
	best.score *= startRadius * startRadius / float64(g.w*g.h)
	return best
}

// peak is a place with what was found there.
type peak struct {
	at    image.Point
	score float32
}

// peaks returns the most highest places of p, each apart px or more from the
// others and from the rim.
func peaks(p plane, apart, most int) []peak {
	var out []peak
	for len(out) < most {
		best := peak{score: 0}
		for y := apart; y < p.h-apart; y++ {
		row:
			for x := apart; x < p.w-apart; x++ {
				if s := p.v[y*p.w+x]; s > best.score {
					for _, o := range out {
						if abs(x-o.at.X) < apart && abs(y-o.at.Y) < apart {
							continue row
						}
					}
					best = peak{image.Pt(x, y), s}
				}
			}
		}
		if best.score <= 0 {
			break
		}
		out = append(out, best)
	}
	return out
}

// growth walks from hex to neighboring hex as long as they answer at least
// half as well as the flower did, and returns the sum of their squares: one
// flower can be met by chance in art, a whole board of hexes can't; and few
// hexes that answer well say more than many that answer badly.
func growth(hex plane, layout mat.Layout, from image.Point, flower float64) (sum float64, middle mat.Point) {
	type seen struct {
		at mat.Point
		ok bool
	}
	least := max(0.5*flower, 0.2)
	places := map[mat.Axial]seen{}
	queue := []mat.Axial{{}}
	first, score := bestNear(hex, mat.Point{X: float64(from.X), Y: float64(from.Y)}, 1)
	places[mat.Axial{}] = seen{first, true}
	sum = score * score
	for len(queue) > 0 {
		a := queue[0]
		queue = queue[1:]
		for _, d := range mat.Directions {
			b := a.Add(d)
			if _, done := places[b]; done {
				continue
			}
			step := layout.Middle(d)
			at, score := bestNear(hex, mat.Point{X: places[a].at.X + step.X, Y: places[a].at.Y + step.Y}, 1)
			places[b] = seen{at, score >= least}
			if score >= least {
				sum += score * score
				queue = append(queue, b)
			}
		}
	}
	return sum, first
}

// bestNear returns the highest place of p within reach px of at.
func bestNear(p plane, at mat.Point, reach int) (mat.Point, float64) {
	x0, y0 := int(math.Round(at.X)), int(math.Round(at.Y))
	best, score := at, math.Inf(-1)
	for y := max(0, y0-reach); y <= min(p.h-1, y0+reach); y++ {
		for x := max(0, x0-reach); x <= min(p.w-1, x0+reach); x++ {
			if s := float64(p.v[y*p.w+x]); s > score {
				best, score = mat.Point{X: float64(x), Y: float64(y)}, s
			}
		}
	}
	return best, score
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// lines averages e along the side of a hex, at right angles to its normal.
func lines(e plane, normal float64) plane {
	const reach = 3 // px on either side of its middle: two thirds of a side of 9
	out := newPlane(e.w, e.h)
	for k := -reach; k <= reach; k++ {
		add(out, e, -math.Sin(normal)*float64(k), math.Cos(normal)*float64(k), 1./(2*reach+1))
	}
	return out
}

// add adds weight times the pixel of src at (dx, dy) away to every pixel of dst.
func add(dst, src plane, dx, dy float64, weight float32) {
	ix, iy := int(math.Round(dx)), int(math.Round(dy))
	x0, x1 := max(0, -ix), min(dst.w, dst.w-ix)
	if x0 >= x1 {
		return
	}
	for y := max(0, -iy); y < min(dst.h, dst.h-iy); y++ {
		d := dst.v[y*dst.w+x0 : y*dst.w+x1]
		s := src.v[(y+iy)*dst.w+x0+ix : (y+iy)*dst.w+x1+ix]
		for i := range d {
			d[i] += weight * s[i]
		}
	}
}
