package vision

import (
	"fmt"
	"image"
	"image/color"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// fieldPaint are the colors that the five groups are outlined in: far apart from
// each other, and not meant to be like the print.
var fieldPaint = [...]color.RGBA{
	{255, 255, 255, 0}, {255, 64, 64, 0}, {64, 160, 255, 0}, {80, 255, 80, 0}, {255, 208, 32, 0}, {255, 80, 255, 0},
}

// DrawLattice returns a PNG of the frame with each hex outlined in its field's
// color and named, and the harbor track and agents areas marked.
func DrawLattice(f *Frame, p *calibration.Profile) ([]byte, error) {
	places := make([]Placement, len(p.Mats))
	for i := range places {
		places[i] = Placement{Found: true, ToPicture: p.Mats[i].ToPicture, Table: calibration.Identity()}
	}
	return DrawPlaces(f, p, places)
}

// DrawPlaces is DrawLattice for the mats where they were found in a later picture.
func DrawPlaces(f *Frame, p *calibration.Profile, places []Placement) ([]byte, error) {
	out := f.Img.Clone()
	defer out.Close()
	for i := range p.Mats {
		if places[i].Found {
			if err := drawMat(&out, &p.Mats[i], places[i]); err != nil {
				return nil, fmt.Errorf("draw the lattice: %w", err)
			}
		}
	}
	buf, err := gocv.IMEncode(gocv.PNGFileExt, out)
	if err != nil {
		return nil, fmt.Errorf("draw the lattice: %w", err)
	}
	defer buf.Close()
	return append([]byte(nil), buf.GetBytes()...), nil
}

func drawMat(img *gocv.Mat, m *calibration.Mat, pl Placement) error {
	l := m.Layout()
	radius := pl.ToPicture.Scale(mat.Point{})
	thick := max(1, int(radius/20))
	for i := range m.Template.Len() {
		s := m.Template.Space(i)
		paint := fieldPaint[0]
		if s.Field >= mat.Field1 {
			paint = fieldPaint[1+int(s.Field-mat.Field1)]
		}
		// A little inside the border, so that neighbors of two fields show both.
		mid := l.Middle(s.At)
		var corners [6]mat.Point
		for k, c := range l.Corners(s.At) {
			corners[k] = pl.ToPicture.Apply(mat.Point{X: mid.X + .93*(c.X-mid.X), Y: mid.Y + .93*(c.Y-mid.Y)})
		}
		if err := drawPolygon(img, corners[:], paint, thick); err != nil {
			return err
		}
		at := pl.ToPicture.Apply(mid)
		size := radius / 60
		if err := gocv.PutText(img, s.ID, image.Pt(int(at.X-.35*radius), int(at.Y+.15*radius)), gocv.FontHersheySimplex, size, color.RGBA{}, thick+2); err != nil {
			return err
		}
		if err := gocv.PutText(img, s.ID, image.Pt(int(at.X-.35*radius), int(at.Y+.15*radius)), gocv.FontHersheySimplex, size, color.RGBA{255, 255, 255, 0}, thick); err != nil {
			return err
		}
	}
	if h := m.Harbor; h != nil {
		for n := range h.Steps + 1 {
			q := pl.ToPicture.Apply(h.Place(n))
			if err := gocv.Circle(img, dot(q), max(2, int(radius/6)), fieldPaint[5], thick); err != nil {
				return err
			}
		}
	}
	if len(m.AgentsArea) > 0 {
		return drawPolygon(img, pl.Table.ApplyAll(m.AgentsArea), fieldPaint[5], thick)
	}
	return nil
}

func drawPolygon(img *gocv.Mat, corners []mat.Point, paint color.RGBA, thick int) error {
	for k, c := range corners {
		if err := gocv.Line(img, dot(c), dot(corners[(k+1)%len(corners)]), paint, thick); err != nil {
			return err
		}
	}
	return nil
}

func dot(p mat.Point) image.Point { return image.Pt(int(p.X+.5), int(p.Y+.5)) }
