package lattice

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// Lattice is what was found on one picture of a mat.
type Lattice struct {
	Orientation mat.Orientation
	// ToImage takes the mat plane (hex radii, the first hex's middle at its
	// origin) to pixels of the picture.
	ToImage calibration.Homography
	// Hexes are the places that exist, row by row (column by column on a
	// flat-top mat), the first at (0, 0).
	Hexes []mat.Axial
	// Sides is how much the hexes' sides stand out, their median: 1 is a clean
	// print, below SidesDoubtful a person should look.
	Sides float64
	// Share is the hex radius as a share of the square root of the picture's
	// area, as in Range.
	Share float64
	score float64

	places *places                // what speaks for and against each place
	free   calibration.Homography // ToImage before the first hex was put at the origin
	first  mat.Axial              // that hex among the places
}

// SidesDoubtful is the support of sides below which a lattice may be made up.
const SidesDoubtful = 0.25

// ErrNone says that a picture shows no hex lattice.
var ErrNone = errors.New("no hexes were found")

// What a lattice must have at least to be one: art alone reaches less.
const (
	fewestHexes = 5
	leastSides  = 0.15
)

// starts is how many guesses are followed to the end. The best of the coarse
// search was right on every picture it was made with; the rest is for others.
const starts = 3

// Find returns the lattice in img, 8-bit BGR, which shows a mat upright up to
// some degrees, with its proportions off by up to r.Aspect.
func Find(img gocv.Mat, r Range) (*Lattice, error) {
	guesses, err := search(img, r, starts)
	if err != nil {
		return nil, err
	}
	var best *Lattice
	for _, g := range guesses {
		l, err := follow(img, g)
		if err != nil {
			return nil, err
		}
		if l != nil && (best == nil || l.score > best.score) {
			best = l
		}
	}
	if best == nil {
		return nil, ErrNone
	}
	return best, nil
}

// follow fits the lattice that s guesses and decides on its hexes; nil where
// there is none.
func follow(img gocv.Mat, s start) (*Lattice, error) {
	// Make hexes regular, so that their sides have the directions looked for.
	even := gocv.NewMat()
	defer even.Close()
	height := max(1, int(float64(img.Rows())/s.aspect+.5))
	if err := gocv.Resize(img, &even, image.Pt(img.Cols(), height), 0, 0, gocv.InterpolationArea); err != nil {
		return nil, fmt.Errorf("fit the lattice: %w", err)
	}
	sy := float64(height) / float64(img.Rows())
	toImg := calibration.Homography{s.radius, 0, s.middle.X, 0, s.radius, (s.middle.Y+.5)*sy - .5, 0, 0, 1}
	f, err := newFitter(even, s.orientation, s.radius, toImg)
	if err != nil {
		return nil, err
	}
	fitted := f.grow()
	lab := gocv.NewMat()
	defer lab.Close()
	if err := gocv.CvtColor(even, &lab, gocv.ColorBGRToLab); err != nil {
		return nil, fmt.Errorf("fit the lattice: %w", err)
	}
	p, err := newPlaces(f, lab, fitted)
	if err != nil {
		return nil, err
	}
	hexes := p.decide(fitted)
	if len(hexes) < fewestHexes {
		return nil, nil
	}
	// Places that turned out to be none pulled at the fit until now.
	f.refine(hexes, 4)
	l := &Lattice{Orientation: s.orientation, Sides: f.usual(hexes)}
	if l.Sides < leastSides {
		return nil, nil
	}
	for a := range hexes {
		l.Hexes = append(l.Hexes, a)
		l.score += mean6(f.support(a)) * s.radius * s.radius * s.aspect // the area it explains
	}
	back := calibration.Homography{1, 0, 0, 0, 1 / sy, .5/sy - .5, 0, 0, 1}
	l.free = back.Mul(f.toImg)
	p.f = nil // its planes are large
	l.places = p
	l.originate()
	l.Share = s.radius * math.Sqrt(s.aspect) / math.Sqrt(float64(img.Cols()*img.Rows()))
	return l, nil
}

// originate sorts the hexes and puts the first at the origin.
func (l *Lattice) originate() {
	slices.SortFunc(l.Hexes, func(a, b mat.Axial) int {
		if l.Orientation == mat.Flat {
			return cmp.Or(cmp.Compare(a.Q, b.Q), cmp.Compare(a.R, b.R))
		}
		return cmp.Or(cmp.Compare(a.R, b.R), cmp.Compare(a.Q, b.Q))
	})
	first := l.Hexes[0]
	m := mat.Layout{Orientation: l.Orientation, Radius: 1}.Middle(first)
	l.ToImage = l.free.Mul(calibration.Translation(m.X, m.Y))
	l.first = first
	for i := range l.Hexes {
		l.Hexes[i].Q -= first.Q
		l.Hexes[i].R -= first.R
	}
}
