package vision

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// Paint says what an outline on a proof stands for.
type Paint uint8

// What is outlined on a proof. Each has a color and a line of its own, so that
// they can be told apart where they meet and by color-blind eyes.
const (
	PaintField Paint = iota + 1 // a color whose every field is covered
	PaintGroup                  // the group a well counts
	PaintRing                   // the hexes a barn counts
	PaintDoubt                  // what the reader isn't sure of
)

// Outline is a set of hexes with one line drawn around it.
type Outline struct {
	Hexes []string
	Paint Paint
	Label string // written on the hex At
	At    string
}

// ProofMat is what is drawn on and beside one mat. It says nothing of rules:
// whoever counted the points says what to outline.
type ProofMat struct {
	Title    string
	Outlines []Outline
	Boats    int // so many boats from the left are outlined as reached
	Lines    []ProofLine
	Total    string
}

// ProofLine is one line of the score beside a mat.
type ProofLine struct{ Name, Points, Note string }

// proofPixels is the hex radius on a proof: names stay legible on a phone.
const proofPixels = 40

// Proof returns a PNG of each mat as seen from straight above, with outlines and
// points, in the order of the profile's mats. reading is what Reader.Read gave
// for this frame; a mat that wasn't found has its points only.
func (r *Reader) Proof(f *Frame, reading *Reading, mats []ProofMat) ([]byte, error) {
	if len(mats) != len(r.profile.Mats) || len(reading.places) != len(mats) {
		return nil, fmt.Errorf("draw the proof: %d mats of %d", len(mats), len(r.profile.Mats))
	}
	letters, err := newLettering()
	if err != nil {
		return nil, fmt.Errorf("draw the proof: %w", err)
	}
	var panels []*image.RGBA
	for i := range mats {
		var above *image.RGBA
		if reading.places[i].Found {
			if above, err = r.fromAbove(f, reading, i, mats[i], letters); err != nil {
				return nil, fmt.Errorf("draw the proof of %s: %w", mats[i].Title, err)
			}
		}
		panels = append(panels, letters.panel(above, mats[i]))
	}
	var out bytes.Buffer
	if err := png.Encode(&out, tile(panels)); err != nil {
		return nil, fmt.Errorf("draw the proof: %w", err)
	}
	return out.Bytes(), nil
}

// fromAbove draws one mat flat with its outlines and names.
func (r *Reader) fromAbove(f *Frame, reading *Reading, which int, p ProofMat, letters *lettering) (*image.RGBA, error) {
	m := &r.profile.Mats[which]
	boats := r.known.BoatOutlines(m, len(reading.Players[which].Riverboats))
	sheet := SheetOf(m, proofPixels)
	sheet.Scale = proofPixels // however small the picture, the letters need their room
	for _, b := range boats { // boats lie beyond the mat's edge
		for _, c := range b {
			sheet.Low.Y = min(sheet.Low.Y, c.Y-0.3)
			sheet.High.X = max(sheet.High.X, c.X+0.3)
		}
	}
	flat, err := sheet.Rectify(f.Img, reading.places[which].ToPicture)
	if err != nil {
		return nil, err
	}
	defer flat.Close()
	pen := pen{&flat, sheet.FromMat(), m}
	for _, o := range p.Outlines {
		if err := pen.outline(o); err != nil {
			return nil, err
		}
	}
	for i := range min(p.Boats, len(boats)) {
		corners := pen.toSheet.ApplyAll(boats[i][:])
		if err := drawPolygon(&flat, corners, strokes[PaintField].color, 3); err != nil {
			return nil, err
		}
	}
	picture, err := toRGBA(flat)
	if err != nil {
		return nil, err
	}
	pen.write(picture, p, letters)
	return picture, nil
}

// stroke is how one kind of outline looks.
type stroke struct {
	color color.RGBA
	inset float64 // part of the hex radius at which the line runs, so that kinds don't hide each other
	width int
	under int // width of a dark line under it, for light fields
}

var strokes = [...]stroke{
	PaintField: {color.RGBA{255, 204, 51, 255}, 0.99, 3, 6},
	PaintGroup: {color.RGBA{64, 160, 255, 255}, 0.84, 3, 5},
	PaintRing:  {color.RGBA{255, 255, 255, 255}, 0.72, 2, 5},
	PaintDoubt: {color.RGBA{255, 64, 200, 255}, 0.6, 2, 4},
}

// pen draws on one flat mat.
type pen struct {
	img     *gocv.Mat
	toSheet calibration.Homography
	mat     *calibration.Mat
}

// outline draws the outer sides of a set of hexes.
func (p pen) outline(o Outline) error {
	l := p.mat.Layout()
	inside := map[mat.Axial]bool{}
	for _, id := range o.Hexes {
		if i, ok := p.mat.Template.Index(id); ok {
			inside[p.mat.Template.Space(i).At] = true
		}
	}
	s := strokes[o.Paint]
	for _, width := range []int{s.under, s.width} {
		paint := s.color
		if width == s.under {
			paint = color.RGBA{20, 24, 28, 255}
		}
		for at := range inside {
			for _, line := range border(l, inside, at, s.inset) {
				if err := gocv.Line(p.img, dot(p.toSheet.Apply(line[0])), dot(p.toSheet.Apply(line[1])), paint, width); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// border returns the lines of one hex of a set: its outer sides, drawn a little
// inside, and where the line goes on in the next hex of the set, the step over.
func border(l mat.Layout, inside map[mat.Axial]bool, at mat.Axial, inset float64) [][2]mat.Point {
	middle, corners := l.Middle(at), l.Corners(at)
	// beyond is the hex on the other side of side k, which mirrors the middle.
	beyond := func(k int) mat.Axial {
		c, next := corners[k%6], corners[(k+1)%6]
		return l.At(mat.Point{X: c.X + next.X - middle.X, Y: c.Y + next.Y - middle.Y})
	}
	var out [][2]mat.Point
	for k, c := range corners {
		here := toward(middle, c, inset)
		if inside[beyond(k)] {
			continue
		}
		out = append(out, [2]mat.Point{here, toward(middle, corners[(k+1)%6], inset)})
		if before := beyond(k + 5); inside[before] {
			out = append(out, [2]mat.Point{here, toward(l.Middle(before), c, inset)})
		}
	}
	return out
}

// toward returns the point a part of the way from the middle to a corner.
func toward(middle, corner mat.Point, part float64) mat.Point {
	return mat.Point{X: middle.X + part*(corner.X-middle.X), Y: middle.Y + part*(corner.Y-middle.Y)}
}

// write puts names on all hexes and labels on those that have one.
func (p pen) write(img *image.RGBA, proof ProofMat, letters *lettering) {
	for i := range p.mat.Template.Len() {
		q := p.toSheet.Apply(p.mat.Middle(i))
		letters.centered(img, letters.small, p.mat.Template.Space(i).ID, dot(mat.Point{X: q.X, Y: q.Y + .72*proofPixels}), proofWhite, proofShade)
	}
	for _, o := range proof.Outlines {
		i, ok := p.mat.Template.Index(o.At)
		if o.Label == "" || !ok {
			continue
		}
		q := p.toSheet.Apply(p.mat.Middle(i))
		letters.badge(img, o.Label, dot(mat.Point{X: q.X, Y: q.Y - .5*proofPixels}), strokes[o.Paint].color)
	}
}

func toRGBA(img gocv.Mat) (*image.RGBA, error) {
	any, err := img.ToImage()
	if err != nil {
		return nil, err
	}
	out := image.NewRGBA(any.Bounds())
	draw.Draw(out, out.Bounds(), any, image.Point{}, draw.Src)
	return out, nil
}

// tile lays the panels in one column, or in two when there are more than two.
func tile(panels []*image.RGBA) *image.RGBA {
	columns := 1
	if len(panels) > 2 {
		columns = 2
	}
	var width, height int
	for _, p := range panels {
		width, height = max(width, p.Bounds().Dx()), max(height, p.Bounds().Dy())
	}
	rows := (len(panels) + columns - 1) / columns
	out := image.NewRGBA(image.Rect(0, 0, columns*width, rows*height))
	draw.Draw(out, out.Bounds(), image.NewUniform(proofPaper), image.Point{}, draw.Src)
	for i, p := range panels {
		at := image.Pt(i%columns*width, i/columns*height)
		draw.Draw(out, p.Bounds().Add(at), p, image.Point{}, draw.Src)
	}
	return out
}
