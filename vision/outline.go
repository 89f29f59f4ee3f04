package vision

import (
	"fmt"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// outlineScale is the scale, px per hex radius, at which a mat's edges are looked for.
const outlineScale = 12

// outline returns the corners of mat m, on the mat plane, where only the cards
// beside it are known. Mats are cut along their lattice, so an edge is a long
// straight step in color, level or upright on the mat plane, somewhere between
// the hexes and two cards' sides beyond the cards' middles. Of several (the river's
// bank, a printed frame) the outermost counts that is at least half as strong as
// the strongest. Where there is none the cards' middles do.
func outline(img gocv.Mat, m *calibration.Mat) ([4]mat.Point, error) {
	quadLow, quadHigh := box(m.Corners[:])
	hexLow, hexHigh := m.Bounds()
	side := 3.0 // radii, where no card was seen to measure
	if len(m.Cards) > 0 {
		c := m.ToPicture.Inverse().ApplyAll(m.Cards[0].Corners[:])
		side = 2 * distance(c[0], c[1])
	}
	s := Sheet{
		Low:   mat.Point{X: min(quadLow.X, hexLow.X) - side, Y: min(quadLow.Y, hexLow.Y) - side},
		High:  mat.Point{X: max(quadHigh.X, hexHigh.X) + side, Y: max(quadHigh.Y, hexHigh.Y) + side},
		Scale: outlineScale,
	}
	flat, err := s.Rectify(img, m.ToPicture)
	if err != nil {
		return m.Corners, err
	}
	defer flat.Close()
	across, down, err := steps(flat, s, hexLow, hexHigh)
	if err != nil {
		return m.Corners, err
	}
	// Hexes' own borders end a little outside them.
	const clear = 0.25
	px := func(v, low float64) int { return int((v - low) * s.Scale) }
	place := func(at int, low float64) float64 { return low + (float64(at)+.5)/s.Scale }
	left, right, top, bottom := quadLow.X, quadHigh.X, quadLow.Y, quadHigh.Y
	if at, ok := outermost(across, px(hexLow.X-clear, s.Low.X), 0); ok {
		left = place(at, s.Low.X)
	}
	if at, ok := outermost(across, px(hexHigh.X+clear, s.Low.X), len(across)-1); ok {
		right = place(at, s.Low.X)
	}
	if at, ok := outermost(down, px(hexLow.Y-clear, s.Low.Y), 0); ok {
		top = place(at, s.Low.Y)
	}
	if at, ok := outermost(down, px(hexHigh.Y+clear, s.Low.Y), len(down)-1); ok {
		bottom = place(at, s.Low.Y)
	}
	return [4]mat.Point{{X: left, Y: top}, {X: right, Y: top}, {X: right, Y: bottom}, {X: left, Y: bottom}}, nil
}

// steps returns how much the color differs on both sides of each column of the
// sheet, along the rows of the hexes, and of each row along their columns. A thin
// line (a seam of the table, a printed slot) has the same on both sides.
func steps(flat gocv.Mat, s Sheet, hexLow, hexHigh mat.Point) (across, down []float64, err error) {
	data, err := flat.DataPtrUint8()
	if err != nil {
		return nil, nil, fmt.Errorf("look for the mat's edges: %w", err)
	}
	w, h := flat.Cols(), flat.Rows()
	x0, x1 := max(0, int((hexLow.X-s.Low.X)*s.Scale)), min(w, int((hexHigh.X-s.Low.X)*s.Scale))
	y0, y1 := max(0, int((hexLow.Y-s.Low.Y)*s.Scale)), min(h, int((hexHigh.Y-s.Low.Y)*s.Scale))
	columns, rows := make([][3]float64, w), make([][3]float64, h)
	for y := range h {
		for x := range w {
			i := 3 * (y*w + x)
			for c := range 3 {
				v := float64(data[i+c])
				if y >= y0 && y < y1 {
					columns[x][c] += v / float64(y1-y0)
				}
				if x >= x0 && x < x1 {
					rows[y][c] += v / float64(x1-x0)
				}
			}
		}
	}
	return stepsOf(columns), stepsOf(rows), nil
}

// stepsOf compares what is 1 to reach px to either side of each place. The sum's
// peak is where the step is, to a pixel.
func stepsOf(v [][3]float64) []float64 {
	const reach = 5 // px: 0.4 radii
	out := make([]float64, len(v))
	for i := reach; i < len(v)-reach; i++ {
		for c := range 3 {
			d := 0.0
			for k := 1; k <= reach; k++ {
				d += (v[i+k][c] - v[i-k][c]) / reach
			}
			out[i] += math.Abs(d)
		}
	}
	return out
}

// outermost returns the last peak on the way from one place to another that is
// at least half of the highest there; false where none stands out.
func outermost(v []float64, from, to int) (int, bool) {
	from = max(1, min(len(v)-2, from))
	step := 1
	if to < from {
		step = -1
	}
	var all []float64
	highest := 0.0
	for i := from; i > 0 && i < len(v)-1; i += step {
		all = append(all, v[i])
		highest = max(highest, v[i])
	}
	if len(all) == 0 {
		return 0, false
	}
	slices.Sort(all)
	const grain = 12 // levels, of all channels: wood alone steps as much
	if highest < 3*all[len(all)/2]+grain {
		return 0, false
	}
	last, ok := 0, false
	for i := from; i > 0 && i < len(v)-1; i += step {
		if v[i] >= highest/2 && v[i] >= v[i-1] && v[i] >= v[i+1] {
			last, ok = i, true
		}
	}
	return last, ok
}

// agreeOutlines makes the outlines of mats with the same hexes the same: they are
// of one printing, and an edge that was missed on one was seen on the others.
// Each edge becomes the median, of an even number the inner one.
func agreeOutlines(mats []calibration.Mat) {
	type edges [4]float64 // left, top, right, bottom
	all := make([]edges, len(mats))
	for i, m := range mats {
		all[i] = edges{m.Corners[0].X, m.Corners[0].Y, m.Corners[2].X, m.Corners[2].Y}
	}
	for i := range mats {
		if len(mats[i].Tags) == 0 {
			continue // tapped
		}
		var e edges
		for side := range e {
			var same []float64
			for k := range mats {
				if len(mats[k].Tags) > 0 && sameHexes(&mats[i], &mats[k]) {
					same = append(same, all[k][side])
				}
			}
			slices.Sort(same)
			if n := len(same); side < 2 {
				e[side] = same[n/2] // left, top: the inner one is larger
			} else {
				e[side] = same[(n-1)/2]
			}
		}
		mats[i].Corners = [4]mat.Point{{X: e[0], Y: e[1]}, {X: e[2], Y: e[1]}, {X: e[2], Y: e[3]}, {X: e[0], Y: e[3]}}
	}
}

func sameHexes(a, b *calibration.Mat) bool {
	if a.Template.Orientation() != b.Template.Orientation() || a.Template.Len() != b.Template.Len() {
		return false
	}
	for i := range a.Template.Len() {
		if a.Template.Space(i).At != b.Template.Space(i).At {
			return false
		}
	}
	return true
}
