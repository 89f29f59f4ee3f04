// Package calibration is what is known of a table before a game: where each
// mat lies in the picture of the empty table, which hexes are printed on it,
// and what a person marked once (Marks). A Profile is all of that, kept in a
// folder. It knows nothing of pixels' colors, of pieces and of rules.
package calibration

import (
	"errors"
	"fmt"
	"math"

	"harbormaster/mat"
)

// Homography maps one plane to another, row by row: it takes (x, y) to
// ((h0 x + h1 y + h2) / w, (h3 x + h4 y + h5) / w) with w = h6 x + h7 y + h8.
// The zero value maps nothing.
type Homography [9]float64

// Identity returns the homography that leaves every point where it is.
func Identity() Homography { return Homography{1, 0, 0, 0, 1, 0, 0, 0, 1} }

// Translation returns the homography that moves every point by (dx, dy).
func Translation(dx, dy float64) Homography { return Homography{1, 0, dx, 0, 1, dy, 0, 0, 1} }

// Scaling returns the homography that stretches x by sx and y by sy about the origin.
func Scaling(sx, sy float64) Homography { return Homography{sx, 0, 0, 0, sy, 0, 0, 0, 1} }

// Apply returns where p goes. A point on the plane's horizon goes to infinity.
func (h Homography) Apply(p mat.Point) mat.Point {
	w := h[6]*p.X + h[7]*p.Y + h[8]
	return mat.Point{X: (h[0]*p.X + h[1]*p.Y + h[2]) / w, Y: (h[3]*p.X + h[4]*p.Y + h[5]) / w}
}

// ApplyAll returns where each of the points goes.
func (h Homography) ApplyAll(points []mat.Point) []mat.Point {
	out := make([]mat.Point, len(points))
	for i, p := range points {
		out[i] = h.Apply(p)
	}
	return out
}

// Mul returns the homography that applies o first and then h.
func (h Homography) Mul(o Homography) Homography {
	var out Homography
	for r := range 3 {
		for c := range 3 {
			for k := range 3 {
				out[3*r+c] += h[3*r+k] * o[3*k+c]
			}
		}
	}
	return out.normalized()
}

// Det returns the determinant: zero means that h has no way back.
func (h Homography) Det() float64 {
	return h[0]*(h[4]*h[8]-h[5]*h[7]) - h[1]*(h[3]*h[8]-h[5]*h[6]) + h[2]*(h[3]*h[7]-h[4]*h[6])
}

// Inverse returns the way back, by the adjugate: homographies have no scale,
// so the division by the determinant can be left out. Of a singular h it is
// singular too; FromPoints and Load never give such a one.
func (h Homography) Inverse() Homography {
	return Homography{
		h[4]*h[8] - h[5]*h[7], h[2]*h[7] - h[1]*h[8], h[1]*h[5] - h[2]*h[4],
		h[5]*h[6] - h[3]*h[8], h[0]*h[8] - h[2]*h[6], h[2]*h[3] - h[0]*h[5],
		h[3]*h[7] - h[4]*h[6], h[1]*h[6] - h[0]*h[7], h[0]*h[4] - h[1]*h[3],
	}.normalized()
}

// Scale returns how many units of the target one unit of the source takes at
// p, as the square root of the change in area there.
func (h Homography) Scale(p mat.Point) float64 {
	w := h[6]*p.X + h[7]*p.Y + h[8]
	return math.Sqrt(math.Abs(h.Det() / (w * w * w)))
}

// normalized keeps the numbers near 1, so that long products neither grow nor vanish.
func (h Homography) normalized() Homography {
	s := h[8]
	if math.Abs(s) < 1e-12 {
		s = 0
		for _, v := range h {
			s = math.Max(s, math.Abs(v))
		}
	}
	if s == 0 {
		return h
	}
	for i := range h {
		h[i] /= s
	}
	return h
}

// ErrDegenerate says that the points given fix no homography.
var ErrDegenerate = errors.New("the points lie on a line or on top of each other: take four that span the mat")

// FromPoints returns the homography that takes each of from to its partner in
// to: exactly for four pairs, with least algebraic error for more. Both sides are
// moved and scaled first, without which pixels in the thousands lose half of
// the digits (Hartley 1997).
func FromPoints(from, to []mat.Point) (Homography, error) {
	if len(from) != len(to) || len(from) < 4 {
		return Homography{}, fmt.Errorf("find a homography: %d points on one side and %d on the other, want four pairs or more", len(from), len(to))
	}
	a, okA := conditioning(from)
	b, okB := conditioning(to)
	if !okA || !okB {
		return Homography{}, fmt.Errorf("find a homography: %w", ErrDegenerate)
	}
	// Two rows a pair with h8 = 1; in conditioned coordinates the origin is the
	// points' own middle and never lies on the horizon.
	var ata [8][9]float64
	for i := range from {
		p, q := a.Apply(from[i]), b.Apply(to[i])
		for _, row := range [2][9]float64{
			{p.X, p.Y, 1, 0, 0, 0, -q.X * p.X, -q.X * p.Y, q.X},
			{0, 0, 0, p.X, p.Y, 1, -q.Y * p.X, -q.Y * p.Y, q.Y},
		} {
			for r := range 8 {
				for c := range 9 {
					ata[r][c] += row[r] * row[c]
				}
			}
		}
	}
	x, ok := Solve8(&ata)
	h := Homography{x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], 1}
	if !ok || math.Abs(h.Det()) < 1e-9 {
		return Homography{}, fmt.Errorf("find a homography: %w", ErrDegenerate)
	}
	out := b.Inverse().Mul(h).Mul(a)
	side := 0.0
	for _, p := range from { // a point behind the horizon means crossed corners
		w := out[6]*p.X + out[7]*p.Y + out[8]
		if w*side < 0 || math.IsNaN(w) {
			return Homography{}, fmt.Errorf("find a homography: the corners are crossed: give them clockwise")
		}
		side = w
	}
	return out, nil
}

// conditioning moves the points' middle to the origin and their mean distance
// from it to the square root of two. It is false where they have no extent.
func conditioning(points []mat.Point) (Homography, bool) {
	var mx, my, d float64
	n := float64(len(points))
	for _, p := range points {
		mx, my = mx+p.X/n, my+p.Y/n
	}
	for _, p := range points {
		d += math.Hypot(p.X-mx, p.Y-my) / n
	}
	if !(d > 1e-9) || math.IsInf(d, 0) {
		return Homography{}, false
	}
	s := math.Sqrt2 / d
	return Homography{s, 0, -s * mx, 0, s, -s * my, 0, 0, 1}, true
}

// Solve8 solves eight linear equations, right side in the last column, by Gauss
// elimination with pivots; it is false where a pivot vanishes, which is where
// points are degenerate. The equations are used up.
func Solve8(m *[8][9]float64) (x [8]float64, ok bool) {
	for c := range 8 {
		best := c
		for r := c + 1; r < 8; r++ {
			if math.Abs(m[r][c]) > math.Abs(m[best][c]) {
				best = r
			}
		}
		if !(math.Abs(m[best][c]) > 1e-10) {
			return x, false
		}
		m[c], m[best] = m[best], m[c]
		for r := c + 1; r < 8; r++ {
			f := m[r][c] / m[c][c]
			for k := c; k < 9; k++ {
				m[r][k] -= f * m[c][k]
			}
		}
	}
	for r := 7; r >= 0; r-- {
		x[r] = m[r][8]
		for c := r + 1; c < 8; c++ {
			x[r] -= m[r][c] * x[c]
		}
		x[r] /= m[r][r]
	}
	return x, true
}
