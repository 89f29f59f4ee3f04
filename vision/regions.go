package vision

import (
	"fmt"
	"image"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// Regions says where the hexes are in a picture, so that a page can light those
// that a line of the score names.
type Regions struct {
	Width  int          `json:"width"`  // px
	Height int          `json:"height"` // px
	Mats   []MatRegions `json:"mats"`
}

// MatRegions are the hexes of one mat, by name, each by its six corners in px.
type MatRegions struct {
	Mat   string                   `json:"mat"`
	Hexes map[string][6][2]float64 `json:"hexes"`
}

// proofMargin is how much of the table around the mats a cut-out keeps, in hex radii.
const proofMargin = 2

// CutOut returns a JPEG of the part of a frame that shows the mats, at most most
// px wide, and where the hexes are in it: the rest of the room is nobody's
// business. reading is what Read gave for the frame.
func (r *Reader) CutOut(f *Frame, reading *Reading, most int) ([]byte, Regions, error) {
	var out Regions
	if len(reading.places) != len(r.profile.Mats) {
		return nil, out, fmt.Errorf("cut the mats out: %d mats of %d", len(reading.places), len(r.profile.Mats))
	}
	whole := image.Rect(0, 0, f.Img.Cols(), f.Img.Rows())
	var box image.Rectangle
	for i := range r.profile.Mats {
		if !reading.places[i].Found {
			continue
		}
		m, to := &r.profile.Mats[i], reading.places[i].ToPicture
		one := MatRegions{Mat: m.Name, Hexes: map[string][6][2]float64{}}
		for k := range m.Template.Len() {
			var corners [6][2]float64
			for n, c := range m.Layout().Corners(m.Template.Space(k).At) {
				p := to.Apply(c)
				corners[n] = [2]float64{p.X, p.Y}
			}
			one.Hexes[m.Template.Space(k).ID] = corners
		}
		out.Mats = append(out.Mats, one)
		box = box.Union(around(m, to))
	}
	box = box.Intersect(whole)
	if box.Empty() {
		return nil, out, fmt.Errorf("cut the mats out: none was found in the picture")
	}
	region := f.Img.Region(box)
	defer region.Close()
	cut := gocv.NewMat()
	defer cut.Close()
	if err := region.CopyTo(&cut); err != nil {
		return nil, out, fmt.Errorf("cut the mats out: %w", err)
	}
	scale := 1.0
	if most > 0 && box.Dx() > most {
		scale = float64(most) / float64(box.Dx())
	}
	out.Width, out.Height = int(float64(box.Dx())*scale), int(float64(box.Dy())*scale)
	for _, m := range out.Mats {
		for id, corners := range m.Hexes {
			for n, c := range corners {
				corners[n] = [2]float64{round1((c[0] - float64(box.Min.X)) * scale), round1((c[1] - float64(box.Min.Y)) * scale)}
			}
			m.Hexes[id] = corners
		}
	}
	data, err := encodeJPEG(cut, most)
	return data, out, err
}

// around is the upright box of a mat with its harbor track and a margin.
func around(m *calibration.Mat, to calibration.Homography) image.Rectangle {
	low, high := m.Bounds()
	points := []mat.Point{low, high}
	if m.Harbor != nil {
		points = append(points, m.Harbor.First, m.Harbor.Last)
	}
	for _, p := range points {
		low = mat.Point{X: min(low.X, p.X), Y: min(low.Y, p.Y)}
		high = mat.Point{X: max(high.X, p.X), Y: max(high.Y, p.Y)}
	}
	var box image.Rectangle
	for _, c := range []mat.Point{
		{X: low.X - proofMargin, Y: low.Y - proofMargin}, {X: high.X + proofMargin, Y: low.Y - proofMargin},
		{X: low.X - proofMargin, Y: high.Y + proofMargin}, {X: high.X + proofMargin, Y: high.Y + proofMargin},
	} {
		p := to.Apply(c)
		box = box.Union(image.Rect(int(p.X), int(p.Y), int(p.X)+1, int(p.Y)+1))
	}
	return box
}
