package lattice

import (
	"fmt"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// fitter holds a lattice against the edges of a picture in which it is
// nearly regular.
type fitter struct {
	layout  mat.Layout // the mat plane: radius 1
	normals [3]float64
	energy  [3]plane // of edges along each normal, blurred by pullBlur
	crisp   [3]plane // the same, blurred by lookBlur
	radius  float64  // px of the picture, about
	toImg   calibration.Homography
}

// Shares of the radius. Borders are often printed as thick bands with two
// edges; blurred by a sixth they are one ridge with its top in the middle,
// which is what the fit climbs. Whether a side is there shows better with less.
const (
	softShare = 0.04 // before the gradient, against noise and print screens
	pullBlur  = 0.16
	lookBlur  = 0.10
	reach     = 0.26 // how far to either side of a line its edge is looked for
	besides   = 0.32 // where a line's surroundings are looked at
)

func newFitter(img gocv.Mat, o mat.Orientation, radius float64, toImg calibration.Homography) (*fitter, error) {
	g, err := gradientOf(img, math.Max(0.7, softShare*radius), int(5*radius))
	if err != nil {
		return nil, err
	}
	f := &fitter{layout: mat.Layout{Orientation: o, Radius: 1}, normals: normals(o), radius: radius, toImg: toImg}
	for i, n := range f.normals {
		raw := g.along(n, true)
		if f.energy[i], err = raw.blurred(pullBlur * radius); err != nil {
			return nil, err
		}
		if f.crisp[i], err = raw.blurred(lookBlur * radius); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func (p plane) blurred(sigma float64) (plane, error) {
	m := gocv.NewMatWithSize(p.h, p.w, gocv.MatTypeCV32F)
	defer m.Close()
	data, err := m.DataPtrFloat32()
	if err != nil {
		return plane{}, fmt.Errorf("blur edges: %w", err)
	}
	copy(data, p.v)
	if err := gocv.GaussianBlur(m, &m, image.Point{}, sigma, sigma, gocv.BorderConstant); err != nil {
		return plane{}, fmt.Errorf("blur edges: %w", err)
	}
	out := newPlane(p.w, p.h)
	copy(out.v, data)
	return out, nil
}

// side is one side of a hex on the mat plane, from corner to corner.
type side struct {
	from, to mat.Point
	normal   int // index into fitter.normals
}

// sides returns the six sides of hex a. Side k lies towards neighbor
// mat.Directions[k].
func (f *fitter) sides(a mat.Axial) [6]side {
	var out [6]side
	m := f.layout.Middle(a)
	for k, d := range mat.Directions {
		v := f.layout.Middle(d)
		// The side stands on the middle of the way to the neighbor, at right
		// angles to it, and is as long as the radius: the way is root three.
		cx, cy := m.X+v.X/2, m.Y+v.Y/2
		tx, ty := -v.Y/(2*math.Sqrt(3)), v.X/(2*math.Sqrt(3))
		angle := math.Mod(math.Atan2(v.Y, v.X)+2*math.Pi, math.Pi)
		s := side{from: mat.Point{X: cx - tx, Y: cy - ty}, to: mat.Point{X: cx + tx, Y: cy + ty}}
		for i, n := range f.normals {
			if diff := math.Abs(math.Mod(angle-n+math.Pi+math.Pi/2, math.Pi) - math.Pi/2); diff < 0.1 {
				s.normal = i
			}
		}
		out[k] = s
	}
	return out
}

// profile averages the energy along the part of side s from share t0 to t1 of
// its length, moved sideways by each of the offsets (radii).
func (f *fitter) profile(s side, t0, t1 float64, offsets []float64, out []float64) (middle, normal mat.Point) {
	const samples = 5
	a, b := f.toImg.Apply(s.from), f.toImg.Apply(s.to)
	length := math.Hypot(b.X-a.X, b.Y-a.Y)
	normal = mat.Point{X: (b.Y - a.Y) / length, Y: (a.X - b.X) / length}
	e := &f.energy[s.normal]
	for i, o := range offsets {
		sum := float32(0)
		for k := range samples {
			t := t0 + (t1-t0)*(float64(k)+.5)/samples
			sum += e.at(a.X+t*(b.X-a.X)+o*f.radius*normal.X, a.Y+t*(b.Y-a.Y)+o*f.radius*normal.Y)
		}
		out[i] = float64(sum) / samples
	}
	t := (t0 + t1) / 2
	return mat.Point{X: s.from.X + t*(s.to.X-s.from.X), Y: s.from.Y + t*(s.to.Y-s.from.Y)}, normal
}

// steps are the offsets from -reach to reach.
var steps = func() []float64 {
	var out []float64
	for i := -9; i <= 9; i++ {
		out = append(out, reach*float64(i)/9)
	}
	return out
}()

// pull says that the point at of the mat plane should come to lie offset px
// further along normal, and how much that counts.
type pull struct {
	at, normal     mat.Point
	offset, weight float64
}

// pulls looks for the edge near both halves of every side of the hexes.
func (f *fitter) pulls(hexes map[mat.Axial]bool) []pull {
	var out []pull
	var values [19]float64
	for a := range hexes {
		for k, s := range f.sides(a) {
			if b := a.Add(mat.Directions[k]); hexes[b] && k >= 3 {
				continue // a side of two hexes counts once
			}
			for _, half := range [2][2]float64{{.08, .5}, {.5, .92}} {
				at, normal := f.profile(s, half[0], half[1], steps, values[:])
				best, mean := 0, 0.0
				for i, v := range values {
					mean += v / float64(len(values))
					if v > values[best] {
						best = i
					}
				}
				if best == 0 || best == len(values)-1 {
					continue // the top is somewhere else: another line's
				}
				l, c, r := values[best-1], values[best], values[best+1]
				sub := 0.0
				if d := l - 2*c + r; d < 0 {
					sub = (l - r) / (2 * d)
				}
				step := reach / 9
				out = append(out, pull{at, normal, (steps[best] + sub*step) * f.radius, c - mean})
			}
		}
	}
	return out
}

// refine moves the lattice so that the edges of the hexes lie on its lines.
// Few hexes fix an affine map, many a homography.
func (f *fitter) refine(hexes map[mat.Axial]bool, rounds int) {
	for range rounds {
		params := 6
		if len(hexes) >= 12 {
			params = 8
		}
		if moved, ok := f.step(f.pulls(hexes), params); !ok || moved < 0.02 {
			return
		}
	}
}

// outlier is the pull, in radii, beyond which it counts nothing: a line that
// far off is another line.
const outlier = 0.2

// step is one Gauss-Newton step; it returns by how many pixels the pulled
// points moved at most.
func (f *fitter) step(pulls []pull, params int) (moved float64, ok bool) {
	if len(pulls) < params {
		return 0, false
	}
	var m [8][9]float64
	h := f.toImg
	for _, p := range pulls {
		r := p.offset / (outlier * f.radius)
		if math.Abs(r) >= 1 {
			continue
		}
		weight := p.weight * (1 - r*r) * (1 - r*r)
		x, y := p.at.X, p.at.Y
		q := h.Apply(p.at)
		w := h[6]*x + h[7]*y + h[8]
		nx, ny := p.normal.X/w, p.normal.Y/w
		d := -(nx*q.X + ny*q.Y)
		row := [9]float64{nx * x, nx * y, nx, ny * x, ny * y, ny, d * x, d * y, p.offset}
		for i := range params {
			for k := range params {
				m[i][k] += weight * row[i] * row[k]
			}
			m[i][8] += weight * row[i] * row[8]
		}
	}
	for i := range 8 { // a touch of damping; it also fills the rows left out
		m[i][i] = m[i][i]*1.0001 + 1e-9
	}
	delta, ok := calibration.Solve8(&m)
	if !ok {
		return 0, false
	}
	for i := range params {
		h[i] += delta[i]
	}
	for _, p := range pulls {
		moved = math.Max(moved, distance(h.Apply(p.at), f.toImg.Apply(p.at)))
	}
	if moved > f.radius { // a leap means that the pulls fix nothing
		return 0, false
	}
	f.toImg = h
	return moved, true
}

// support returns how much each side of hex a stands out from what is beside
// it, from -1 to 1. It takes the lower quartile along the side: a real side
// is there all along, a line of something else only crosses it.
func (f *fitter) support(a mat.Axial) [6]float64 {
	var out [6]float64
	const doubt = 0.15 // of a mean edge: what is nothing against this is noise
	const samples = 8
	for k, s := range f.sides(a) {
		p, q := f.toImg.Apply(s.from), f.toImg.Apply(s.to)
		length := distance(p, q)
		nx, ny := (q.Y-p.Y)/length*f.radius, (p.X-q.X)/length*f.radius
		e := &f.crisp[s.normal]
		var on [samples]float64
		off := 0.0
		for i := range on {
			t := .1 + .8*(float64(i)+.5)/samples
			x, y := p.X+t*(q.X-p.X), p.Y+t*(q.Y-p.Y)
			on[i] = float64(max(e.at(x, y), e.at(x+.06*nx, y+.06*ny), e.at(x-.06*nx, y-.06*ny)))
			off += float64(e.at(x+besides*nx, y+besides*ny)+e.at(x-besides*nx, y-besides*ny)) / (2 * samples)
		}
		slices.Sort(on[:])
		low := (on[1] + on[2]) / 2
		out[k] = (low - off) / (low + off + doubt)
	}
	return out
}

func mean6(v [6]float64) float64 { return (v[0] + v[1] + v[2] + v[3] + v[4] + v[5]) / 6 }

func distance(a, b mat.Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }

// inside reports whether hex a lies in the picture as a whole.
func (f *fitter) inside(a mat.Axial) bool {
	for _, c := range f.layout.Corners(a) {
		p := f.toImg.Apply(c)
		if p.X < 0 || p.Y < 0 || p.X > float64(f.energy[0].w-1) || p.Y > float64(f.energy[0].h-1) {
			return false
		}
	}
	return true
}

// grow starts with the flower at the origin and adds neighbors whose own sides
// answer, refining as it goes, until nothing is added.
func (f *fitter) grow() map[mat.Axial]bool {
	hexes := map[mat.Axial]bool{{}: true}
	for _, d := range mat.Directions {
		hexes[d] = true
	}
	f.refine(hexes, 6)
	for range 20 { // rings: more than any mat has
		usual := f.usual(hexes)
		added := false
		for _, a := range rim(hexes) {
			if f.inside(a) && f.own(a, hexes) >= growShare*usual {
				hexes[a] = true
				added = true
			}
		}
		f.refine(hexes, 4)
		if !added {
			break
		}
	}
	return hexes
}

// growShare is what a hex's own sides must answer, of what sides usually
// answer, to take part in the fit. Whether it exists is decided later.
const growShare = 0.5

// usual returns the median support of the hexes' sides.
func (f *fitter) usual(hexes map[mat.Axial]bool) float64 {
	var all []float64
	for a := range hexes {
		s := f.support(a)
		all = append(all, s[:]...)
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// own returns the mean support of the sides of a that no hex of the set
// shares; of a place with none such it is 1.
func (f *fitter) own(a mat.Axial, hexes map[mat.Axial]bool) float64 {
	sum, n := 0.0, 0
	for k, s := range f.support(a) {
		if !hexes[a.Add(mat.Directions[k])] {
			sum += s
			n++
		}
	}
	if n == 0 {
		return 1
	}
	return sum / float64(n)
}

// rim returns the places that touch the hexes and aren't among them.
func rim(hexes map[mat.Axial]bool) []mat.Axial {
	seen := map[mat.Axial]bool{}
	var out []mat.Axial
	for a := range hexes {
		for _, d := range mat.Directions {
			if b := a.Add(d); !hexes[b] && !seen[b] {
				seen[b] = true
				out = append(out, b)
			}
		}
	}
	return out
}
