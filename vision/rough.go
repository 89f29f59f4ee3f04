package vision

import (
	"fmt"
	"image"
	"math"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/calibration/apriltag"
	"harbormaster/mat"
)

// rough is a mat as four marks tell it: nearly upright, its proportions and
// its last pixels unknown.
type rough struct {
	size      image.Point
	toPicture calibration.Homography // px of the rough sheet to px of the picture
	quad      [4]mat.Point           // the four marks in px of the rough sheet
	aspect    float64                // factor by which the sheet's height may be off, 1 or more
}

// What a rough sheet measures. More pixels than the first don't make the
// lattice any surer; with less than the second hexes become smaller than blur.
const (
	roughSide      = 1000 // px, the longer side at most
	roughLeastSide = 60   // px, the shorter side at least
)

// roughFromCorners is for a mat tapped at its own corners, in any perspective:
// how high it is for its width can only be guessed from the sides' lengths.
func roughFromCorners(corners []mat.Point) (rough, error) {
	width := (distance(corners[0], corners[1]) + distance(corners[3], corners[2])) / 2
	height := (distance(corners[1], corners[2]) + distance(corners[0], corners[3])) / 2
	// Foreshortening and pictures scaled unevenly change the ratio by up to a half.
	return newRough(corners, width, height, 0.05, 1.5)
}

// roughFromCards is for a mat with four cards beside it. The cards are
// square, which tells the proportions.
func roughFromCards(cards [4]apriltag.Tag) (rough, error) {
	var middles []mat.Point
	for _, c := range cards {
		middles = append(middles, middleOf(c.Corners))
	}
	unit := []mat.Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}}
	h, err := calibration.FromPoints(middles, unit)
	if err != nil {
		return rough{}, err
	}
	// In the unit square an edge (u, v) of a card is u^2 + x v^2 long, with x the
	// squared ratio sought; the card's edges are equally long and at right angles.
	var num, den float64
	for _, c := range cards {
		var p [4]mat.Point
		for i, q := range c.Corners {
			p[i] = h.Apply(q)
		}
		u1, v1 := p[1].X-p[0].X, p[1].Y-p[0].Y
		u2, v2 := p[3].X-p[0].X, p[3].Y-p[0].Y
		for _, eq := range [2][2]float64{{v2*v2 - v1*v1, u1*u1 - u2*u2}, {v1 * v2, -u1 * u2}} {
			num += eq[0] * eq[1]
			den += eq[0] * eq[0]
		}
	}
	if !(num > 0 && den > 0) {
		return rough{}, fmt.Errorf("the cards don't lie like squares on one plane: lay them flat")
	}
	ratio := math.Sqrt(num / den)
	width := (distance(middles[0], middles[1]) + distance(middles[3], middles[2])) / 2
	// The hexes may reach beyond the cards' middles, so look some way past them.
	return newRough(middles, width, width*ratio, 0.15, 1.07)
}

// newRough lays a sheet of width x height px over the four marks, with margin
// (a share of its sides) around, made smaller where it is large.
func newRough(marks []mat.Point, width, height, margin, aspect float64) (rough, error) {
	grow := 1 + 2*margin
	shrink := math.Min(1, roughSide/(grow*math.Max(width, height)))
	width, height = width*shrink, height*shrink
	if !(math.Min(width, height) >= roughLeastSide) {
		return rough{}, fmt.Errorf("the mat is only %.0f pixels high or wide in the picture: bring the camera nearer or use a larger picture", math.Min(width, height))
	}
	r := rough{size: image.Pt(int(grow*width), int(grow*height)), aspect: aspect}
	x0, y0 := margin*width, margin*height
	r.quad = [4]mat.Point{{X: x0, Y: y0}, {X: x0 + width, Y: y0}, {X: x0 + width, Y: y0 + height}, {X: x0, Y: y0 + height}}
	h, err := calibration.FromPoints(r.quad[:], marks)
	r.toPicture = h
	return r, err
}

// draw returns the rough sheet's pixels; the caller closes them.
func (r rough) draw(img gocv.Mat) (gocv.Mat, error) { return warp(img, r.toPicture.Inverse(), r.size) }

func distance(a, b mat.Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }

func middleOf(corners [4]mat.Point) mat.Point {
	// Where the diagonals meet: perspective keeps that, not the mean.
	a, b, c, d := corners[0], corners[1], corners[2], corners[3]
	ux, uy, vx, vy := c.X-a.X, c.Y-a.Y, d.X-b.X, d.Y-b.Y
	t := ((b.X-a.X)*vy - (b.Y-a.Y)*vx) / (ux*vy - uy*vx)
	return mat.Point{X: a.X + t*ux, Y: a.Y + t*uy}
}
