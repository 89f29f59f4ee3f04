package mat

import (
	"fmt"
	"math"
)

// Axial is a place on a hex lattice in axial coordinates. The six neighbors
// are the same for both orientations; only the way to millimeters differs.
// Source: redblobgames' write-up of hexagonal grids, in common use.
type Axial struct{ Q, R int }

// Directions lists the steps to the six neighbors, in turn around the hex.
var Directions = [6]Axial{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}

// Add returns the place one step d away from a.
func (a Axial) Add(d Axial) Axial { return Axial{a.Q + d.Q, a.R + d.R} }

// Distance returns the number of steps from a to b.
func (a Axial) Distance(b Axial) int {
	dq, dr := a.Q-b.Q, a.R-b.R
	return (abs(dq) + abs(dr) + abs(dq+dr)) / 2
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// Orientation says which way the hexes of a mat point. The zero value is unknown.
type Orientation uint8

// The two orientations of a hex lattice.
const (
	NoOrientation Orientation = iota
	Pointy                    // a corner on top, rows run straight across
	Flat                      // a side on top, columns run straight down
)

var orientationNames = [...]string{"", "pointy", "flat"}

// String returns "pointy", "flat" or "".
func (o Orientation) String() string { return orientationNames[o] }

// MarshalText writes the orientation's name; an unknown one is an error.
func (o Orientation) MarshalText() ([]byte, error) {
	if o != Pointy && o != Flat {
		return nil, fmt.Errorf("write an orientation: it is neither pointy nor flat")
	}
	return []byte(o.String()), nil
}

// UnmarshalText reads "pointy" or "flat".
func (o *Orientation) UnmarshalText(text []byte) error {
	switch string(text) {
	case "pointy":
		*o = Pointy
	case "flat":
		*o = Flat
	default:
		return fmt.Errorf("orientation %q is neither pointy nor flat", text)
	}
	return nil
}

// Point is a place on a plane: millimeters on a mat, or units of the hex
// radius, as the user of it says; x right, y down.
type Point struct{ X, Y float64 }

// Layout says where a lattice lies on a plane: the middle of hex (0,0) is at
// Origin and a corner is Radius away from its hex's middle, both in the same
// unit (mm as a rule).
type Layout struct {
	Orientation Orientation
	Radius      float64
	Origin      Point
}

var sqrt3 = math.Sqrt(3)

// Middle returns the middle of hex a, in the layout's unit.
func (l Layout) Middle(a Axial) Point {
	q, r := float64(a.Q), float64(a.R)
	x, y := sqrt3*(q+r/2), 1.5*r
	if l.Orientation == Flat {
		x, y = 1.5*q, sqrt3*(r+q/2)
	}
	return Point{l.Origin.X + l.Radius*x, l.Origin.Y + l.Radius*y}
}

// At returns the hex that holds the point p, given in the layout's unit.
func (l Layout) At(p Point) Axial {
	x, y := (p.X-l.Origin.X)/l.Radius, (p.Y-l.Origin.Y)/l.Radius
	if l.Orientation == Flat {
		return round(2.0/3*x, y/sqrt3-x/3)
	}
	return round(x/sqrt3-y/3, 2.0/3*y)
}

// round finds the hex nearest to fractional axial coordinates: round all
// three cube coordinates and mend the one that moved most.
func round(q, r float64) Axial {
	s := -q - r
	rq, rr, rs := math.Round(q), math.Round(r), math.Round(s)
	dq, dr, ds := math.Abs(rq-q), math.Abs(rr-r), math.Abs(rs-s)
	switch {
	case dq > dr && dq > ds:
		rq = -rr - rs
	case dr > ds:
		rr = -rq - rs
	}
	return Axial{int(rq), int(rr)}
}

// Corners returns the six corners of hex a in the layout's unit, clockwise as
// seen on a picture (y down).
func (l Layout) Corners(a Axial) [6]Point {
	m := l.Middle(a)
	start := -math.Pi / 2
	if l.Orientation == Flat {
		start = 0
	}
	var out [6]Point
	for i := range out {
		angle := start + float64(i)*math.Pi/3
		out[i] = Point{m.X + l.Radius*math.Cos(angle), m.Y + l.Radius*math.Sin(angle)}
	}
	return out
}
