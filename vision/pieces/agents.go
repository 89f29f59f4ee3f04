package pieces

import (
	"math"
	"slices"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// agentPixels is the hex radius in pixels where agents are counted.
const agentPixels = 20

// agentArea is one player's part of New Orleans, as rectified.
type agentArea struct {
	w, h    int
	toEmpty calibration.Homography // px of the area to px of the empty picture
	inside  []bool
	empty   Pixels
}

// newAgentArea cuts a player's area out of the empty picture with a meeple's
// length around it, since agents may stand on its border, and those of the
// next player must be seen whole to be told apart. The mats of its table say how large
// pieces are there.
func newAgentArea(m *calibration.Mat, mats []*calibration.Mat, empty gocv.Mat) (*agentArea, error) {
	low, high := m.AgentsArea[0], m.AgentsArea[0]
	for _, p := range m.AgentsArea {
		low = mat.Point{X: math.Min(low.X, p.X), Y: math.Min(low.Y, p.Y)}
		high = mat.Point{X: math.Max(high.X, p.X), Y: math.Max(high.Y, p.Y)}
	}
	radius := radiusAt(m, mats, mat.Point{X: (low.X + high.X) / 2, Y: (low.Y + high.Y) / 2})
	s := radius / agentPixels
	const around = 1.2
	x0, y0 := low.X-around*radius, low.Y-around*radius
	out := &agentArea{
		w:       int((high.X-low.X)/s + 2*around*agentPixels),
		h:       int((high.Y-low.Y)/s + 2*around*agentPixels),
		toEmpty: calibration.Homography{s, 0, x0, 0, s, y0, 0, 0, 1},
	}
	out.inside = make([]bool, out.w*out.h)
	for y := range out.h {
		for x := range out.w {
			p := out.toEmpty.Apply(mat.Point{X: float64(x), Y: float64(y)})
			out.inside[y*out.w+x] = inPolygon(m.AgentsArea, p) || nearPolygon(m.AgentsArea, p) < overBorder*radius
		}
	}
	var err error
	out.empty, err = out.see(empty, calibration.Identity())
	return out, err
}

// radiusAt returns how large a hex of mat m would be at p of the empty picture, px: what is
// farther from the camera is smaller. Every mat tells, as they lie on one table; those
// far off tell less exactly, so the middle one counts.
func radiusAt(m *calibration.Mat, mats []*calibration.Mat, p mat.Point) float64 {
	a, b := m.Bounds()
	own := m.ToPicture.Scale(mat.Point{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2})
	var radii []float64
	for _, o := range mats {
		// Near the horizon of its plane a mat tells nothing.
		if r := o.ToPicture.Scale(o.ToPicture.Inverse().Apply(p)); r > own/1.6 && r < own*1.6 {
			radii = append(radii, r)
		}
	}
	if len(radii) == 0 {
		return own
	}
	slices.Sort(radii)
	return (radii[(len(radii)-1)/2] + radii[len(radii)/2]) / 2
}

// areaSeen is the area in a picture.
type areaSeen struct {
	raw, even Pixels  // as it is, and in the light of the empty one
	diff      []uint8 // how far even is from the empty one
}

// look evens the light of the area as rectified.
func (a *agentArea) look(p Pixels) areaSeen {
	even := evenLight(a.empty, p)
	return areaSeen{p, even, differences(a.empty, even)}
}

// seeBoth shows the area where the table is said to lie, or where it lay when
// empty if that fits better: a mat that was pushed doesn't take the boards along.
func (a *agentArea) seeBoth(img gocv.Mat, table calibration.Homography) (areaSeen, error) {
	p, err := a.see(img, table)
	if err != nil {
		return areaSeen{}, err
	}
	there := a.look(p)
	if !a.elsewhere(table) {
		return there, nil
	}
	p, err = a.see(img, calibration.Identity())
	if err != nil {
		return areaSeen{}, err
	}
	if here := a.look(p); a.sum(here.diff) < a.sum(there.diff) {
		return here, nil
	}
	return there, nil
}

// elsewhere reports whether the area lies a tenth of a pixel or more from where it
// lay: half a pixel already doubles printed lines.
func (a *agentArea) elsewhere(table calibration.Homography) bool {
	for _, c := range [3]mat.Point{{}, {X: float64(a.w)}, {Y: float64(a.h)}} {
		p := a.toEmpty.Apply(c)
		if q := table.Apply(p); math.Hypot(p.X-q.X, p.Y-q.Y) >= 0.1 {
			return true
		}
	}
	return false
}

func (a *agentArea) see(img gocv.Mat, table calibration.Homography) (Pixels, error) {
	small, err := warp(img, table.Mul(a.toEmpty), a.w, a.h)
	if err != nil {
		return Pixels{}, err
	}
	defer small.Close()
	return copyPixels(small)
}

func inPolygon(poly []mat.Point, p mat.Point) bool {
	in := false
	for i, a := range poly {
		b := poly[(i+1)%len(poly)]
		if (a.Y > p.Y) != (b.Y > p.Y) && p.X < (b.X-a.X)*(p.Y-a.Y)/(b.Y-a.Y)+a.X {
			in = !in
		}
	}
	return in
}

// overBorder is how far beyond the area's border the middle of an agent and its
// shadow may be, hex radii; the next player's area begins not far off.
const overBorder = 0.2

// nearPolygon returns the distance from p to the polygon's border.
func nearPolygon(poly []mat.Point, p mat.Point) float64 {
	best := math.Inf(1)
	for i, a := range poly {
		b := poly[(i+1)%len(poly)]
		dx, dy := b.X-a.X, b.Y-a.Y
		t := ((p.X-a.X)*dx + (p.Y-a.Y)*dy) / (dx*dx + dy*dy + 1e-9)
		t = math.Min(math.Max(t, 0), 1)
		best = math.Min(best, math.Hypot(p.X-a.X-t*dx, p.Y-a.Y-t*dy))
	}
	return best
}

// trust is how far what is seen of the area can be trusted: where it is cut off at
// white now and wasn't when empty, white meeples don't show, or half where only
// one color is.
func (a *agentArea) trust(p Pixels) float64 {
	n, one, all := 1, 0, 0
	for i, in := range a.inside {
		if !in {
			continue
		}
		n++
		now, was := p.Pix[3*i:3*i+3], a.empty.Pix[3*i:3*i+3]
		if max(now[0], now[1], now[2]) >= clippedValue && max(was[0], was[1], was[2]) < clippedValue {
			one++
		}
		if min(now[0], now[1], now[2]) >= clippedValue && min(was[0], was[1], was[2]) < clippedValue {
			all++
		}
	}
	return 1 - 0.3*float64(one+all)/float64(n)
}

// sharpest returns the differences to the empty area, which is softened as
// far as fits best: in a picture out of focus all printed lines differ.
func (a *agentArea) sharpest(seen areaSeen) []uint8 {
	best := seen.diff
	misfit := a.sum(best)
	if misfit < 2*float64(len(best)) || a.thresholds(best) == nil { // two codes a pixel: it fits; or nobody is there
		return best
	}
	soft := softer(a.empty)
	for step, trial := range [5]Pixels{between2(a.empty, soft), soft} {
		if step > 1 {
			soft = softer(soft)
			trial = soft
		}
		diff := differences(trial, seen.even)
		// A clear gain, or else meeples would be fitted away.
		if m := a.sum(diff); m < 0.92*misfit {
			best, misfit = diff, m
		} else if step > 0 {
			break
		}
	}
	return best
}

// between2 returns the mean of two pictures.
func between2(a, b Pixels) Pixels {
	out := Pixels{a.W, a.H, make([]uint8, len(a.Pix))}
	for i := range out.Pix {
		out.Pix[i] = uint8((int(a.Pix[i]) + int(b.Pix[i])) / 2)
	}
	return out
}

// sum adds up differences, those of pieces capped.
func (a *agentArea) sum(diff []uint8) float64 {
	sum := 0
	for _, d := range diff {
		sum += min(int(d), 40)
	}
	return float64(sum)
}

// softer returns the mean of each pixel with its eight neighbors.
func softer(p Pixels) Pixels {
	out := Pixels{p.W, p.H, append([]uint8(nil), p.Pix...)}
	columns := make([]uint16, 3*p.W) // sums of three rows
	for y := 1; y < p.H-1; y++ {
		above, here, below := p.Pix[3*(y-1)*p.W:][:len(columns)], p.Pix[3*y*p.W:][:len(columns)], p.Pix[3*(y+1)*p.W:][:len(columns)]
		for i := range columns {
			columns[i] = uint16(above[i]) + uint16(here[i]) + uint16(below[i])
		}
		to := out.Pix[3*y*p.W:][:len(columns)]
		for i := 3; i < len(columns)-3; i++ {
			to[i] = uint8((columns[i-3] + columns[i] + columns[i+3]) / 9)
		}
	}
	return out
}

// noise is the median difference inside the area, or what the quarter that differs least
// says of it where agents and their shadows cover most of it.
func (a *agentArea) noise(diff []uint8) float64 {
	var hist [256]int
	n := 0
	for i, d := range diff {
		if a.inside[i] {
			hist[d]++
			n++
		}
	}
	const toMedian = 1.8 // noise has its quarter at half of its median and more
	sum, quarter := 0, -1
	for d, c := range hist {
		sum += c
		if quarter < 0 && sum*4 >= n {
			quarter = d
		}
		if sum*2 >= n {
			return math.Min(float64(d), toMedian*float64(quarter+1))
		}
	}
	return 0
}

// peak is a difference that a meeple's worth of pixels reaches.
func (a *agentArea) peak(diff []uint8) int {
	var hist [256]int
	for i, d := range diff {
		if a.inside[i] {
			hist[d]++
		}
	}
	sum := 0
	for d := 255; d > 0; d-- {
		// A tenth of a hex radius squared: the dark side of one meeple.
		if sum += hist[d]; sum >= agentPixels*agentPixels/10 {
			return d
		}
	}
	return 0
}

// thinnest is the least mean width of a meeple's shadow, hex radii; printed
// lines are half as wide.
const thinnest = 0.13

// agentBlob is a patch of differences: one agent, or some that touch.
type agentBlob struct {
	long float64 // hex radii
	area float64 // square hex radii
}

// blobs returns the blobs of differences of t and more whose middle is in the
// area; bits within a tenth of a radius of each other are one.
func (a *agentArea) blobs(diff []uint8, t uint8) (blobs []agentBlob) {
	const join = agentPixels / 10
	mask := make([]uint8, len(diff))
	low, high := len(diff), 0 // what of the mask is used
	for y := join; y < a.h-join; y++ {
		for x, d := range diff[y*a.w+join : y*a.w+a.w-join] {
			if d < t {
				continue
			}
			x += join
			low, high = min(low, (y-join)*a.w), max(high, (y+join+1)*a.w)
			mask[y*a.w+x] |= 2
			for dy := -join; dy <= join; dy++ {
				for dx := -join; dx <= join; dx++ {
					mask[(y+dy)*a.w+x+dx] |= 1
				}
			}
		}
	}
	var queue []int
	for start := low; start < high; start++ {
		if v := mask[start]; v == 0 || v&4 != 0 {
			continue
		}
		queue = append(queue[:0], start)
		mask[start] |= 4
		area, sx, sy := 0, 0, 0
		var xs, ys []int
		for len(queue) > 0 {
			at := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			x, y := at%a.w, at/a.w
			if mask[at]&2 != 0 {
				area, sx, sy = area+1, sx+x, sy+y
				xs, ys = append(xs, x), append(ys, y)
			}
			for _, q := range [4]int{at - 1, at + 1, at - a.w, at + a.w} {
				if q >= 0 && q < len(mask) && mask[q] != 0 && mask[q]&4 == 0 {
					mask[q] |= 4
					queue = append(queue, q)
				}
			}
		}
		// An eighth of a hex radius squared: a fifth of a meeple.
		if area < agentPixels*agentPixels/8 || !a.inside[sy/area*a.w+sx/area] {
			continue
		}
		slices.Sort(xs)
		slices.Sort(ys)
		// Without the outermost twentieth, where shadows fray.
		cut := len(xs) / 20
		long := math.Max(float64(xs[len(xs)-1-cut]-xs[cut]), float64(ys[len(ys)-1-cut]-ys[cut])) / agentPixels
		// A printed line that doesn't quite lie on itself is long and thin.
		if float64(area) < thinnest*long*agentPixels*agentPixels {
			continue
		}
		blobs = append(blobs, agentBlob{long, float64(area) / (agentPixels * agentPixels)})
	}
	return blobs
}
