package vision

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"math"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// printsFile is the role of the prints among a profile's files.
const printsFile = "prints"

// prints are the empty mats and the boards beside them, in the profile's order.
type prints struct {
	Mats []*print
	// Boards are what is round each mat's agents area, on the plane of the empty
	// picture's own pixels; nil where none is marked.
	Boards []*print
}

// newPrints keeps the prints of all mats and boards of a profile.
func newPrints(img gocv.Mat, p *calibration.Profile) (*prints, error) {
	out := &prints{}
	for i := range p.Mats {
		m := &p.Mats[i]
		sheet := SheetOf(m, printScale)
		pr, err := newPrint(img, sheet, m.ToPicture, finePatches, func(q mat.Point) bool { return bareOnMat(m, q) })
		if err != nil {
			return nil, err
		}
		out.Mats = append(out.Mats, pr)
		board, err := newBoard(img, p, m)
		if err != nil {
			return nil, err
		}
		out.Boards = append(out.Boards, board)
	}
	return out, nil
}

// bareOnMat reports whether the place q of the mat plane is on the mat and stays
// bare in play: tiles lie a little beyond their hexes, and the harbor master
// walks along its track.
func bareOnMat(m *calibration.Mat, q mat.Point) bool {
	// Off the edge by what corners may be tapped wrong: a patch with table in it
	// says where the table is, not the mat.
	const edge = 0.3
	for _, d := range [4]mat.Point{{X: edge}, {X: -edge}, {Y: edge}, {Y: -edge}} {
		if !insideQuad(m.Corners, mat.Point{X: q.X + d.X, Y: q.Y + d.Y}) {
			return false
		}
	}
	l := m.Layout()
	a := l.At(q)
	for _, d := range append([]mat.Axial{{}}, mat.Directions[:]...) {
		if i, ok := m.Template.IndexAt(a.Add(d)); ok {
			if distance(m.Middle(i), q) < 1.1 {
				return false
			}
		}
	}
	if h := m.Harbor; h != nil {
		vx, vy := h.Last.X-h.First.X, h.Last.Y-h.First.Y
		t := ((q.X-h.First.X)*vx + (q.Y-h.First.Y)*vy) / (vx*vx + vy*vy)
		t = math.Max(0, math.Min(1, t))
		if distance(q, mat.Point{X: h.First.X + t*vx, Y: h.First.Y + t*vy}) < 0.5 {
			return false
		}
	}
	return true
}

// newBoard keeps what is round the agents area of mat m.
func newBoard(img gocv.Mat, p *calibration.Profile, m *calibration.Mat) (*print, error) {
	if len(m.AgentsArea) == 0 {
		return nil, nil
	}
	low, high := box(m.AgentsArea)
	// As much again on every side: the board's edge and its other print.
	w, h := high.X-low.X, high.Y-low.Y
	low = mat.Point{X: max(0, low.X-w), Y: max(0, low.Y-h)}
	high = mat.Point{X: min(float64(p.Picture.Width), high.X+w), Y: min(float64(p.Picture.Height), high.Y+h)}
	if high.X-low.X < 8*fineHalf || high.Y-low.Y < 8*fineHalf {
		return nil, nil
	}
	free := func(q mat.Point) bool {
		for i := range p.Mats {
			o := &p.Mats[i]
			if insidePolygon(o.AgentsArea, q) {
				return false // agents lie there
			}
			if insideQuad(o.Corners, o.ToPicture.Inverse().Apply(q)) {
				return false // mats move by themselves
			}
		}
		return true
	}
	scale := math.Min(1, printScale/m.ToPicture.Scale(mat.Point{}))
	return newPrint(img, Sheet{Low: low, High: high, Scale: scale}, calibration.Identity(), boardOnes, free)
}

func box(points []mat.Point) (low, high mat.Point) {
	low, high = points[0], points[0]
	for _, q := range points {
		low = mat.Point{X: min(low.X, q.X), Y: min(low.Y, q.Y)}
		high = mat.Point{X: max(high.X, q.X), Y: max(high.Y, q.Y)}
	}
	return low, high
}

func insidePolygon(poly []mat.Point, p mat.Point) bool {
	in := false
	for i, a := range poly {
		b := poly[(i+1)%len(poly)]
		if (a.Y > p.Y) != (b.Y > p.Y) && p.X < (b.X-a.X)*(p.Y-a.Y)/(b.Y-a.Y)+a.X {
			in = !in
		}
	}
	return in
}

// encode and decodePrints are how prints lie in the profile's folder.
func (p *prints) encode() ([]byte, error) {
	var b bytes.Buffer
	// gob can't write nil among pointers: a board that isn't there is an empty one.
	q := prints{Mats: p.Mats}
	for _, o := range p.Boards {
		if o == nil {
			o = &print{}
		}
		q.Boards = append(q.Boards, o)
	}
	if err := gob.NewEncoder(&b).Encode(q); err != nil {
		return nil, fmt.Errorf("keep the prints: %w", err)
	}
	return b.Bytes(), nil
}

func decodePrints(data []byte) (*prints, error) {
	var p prints
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&p); err != nil {
		return nil, fmt.Errorf("read the profile's prints: %w: calibrate again", err)
	}
	for _, o := range append(append([]*print{}, p.Mats...), p.Boards...) {
		if len(o.Gray) != o.Width*o.Height {
			return nil, fmt.Errorf("read the profile's prints: a sheet has %d pixels instead of %dx%d: calibrate again", len(o.Gray), o.Width, o.Height)
		}
	}
	for i, o := range p.Boards {
		if o.Width == 0 {
			p.Boards[i] = nil
		}
	}
	return &p, nil
}
