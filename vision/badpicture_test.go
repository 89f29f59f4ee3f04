package vision

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"harbormaster/calibration"
	"harbormaster/mat"
	"harbormaster/vision/pieces"
)

// recolored is a JPEG again with each pixel as paint makes it.
func recolored(t *testing.T, path string, paint func(x, y int, c color.YCbCr) color.Color) *Frame {
	t.Helper()
	data, err := os.ReadFile(path)
	check(t, err)
	img, err := jpeg.Decode(bytes.NewReader(data))
	check(t, err)
	from := img.(*image.YCbCr)
	to := image.NewRGBA(from.Bounds())
	for y := range to.Rect.Dy() {
		for x := range to.Rect.Dx() {
			to.Set(x, y, paint(x, y, from.YCbCrAt(x, y)))
		}
	}
	f, err := Decode(filepath.Base(path), jpegOf(t, to))
	check(t, err)
	t.Cleanup(func() { check(t, f.Close()) })
	return f
}

func inGrey(_, _ int, c color.YCbCr) color.Color { return color.Gray{c.Y} }

// Pictures that show mats, but not so that they can be read: a sentence, and nothing is
// claimed or learnt.
func TestPicturesThatCantBeRead(t *testing.T) {
	p := session(t, "demo")
	picture := laterPictures(t, "demo")[2]
	r, err := NewReader(p)
	check(t, err)
	defer r.Close()
	grey := recolored(t, picture, inGrey)
	if _, err := r.Read(grey); err == nil || !strings.Contains(err.Error(), "grey") {
		t.Errorf("a grey picture: %v", err)
	}
	if _, err := Teach(grey, p, &Labels{Player: p.Mats[0].Name, Hexes: map[string]mat.Contents{}}); err == nil || !strings.Contains(err.Error(), "grey") {
		t.Errorf("a lesson in grey: %v", err)
	}
	data, err := os.ReadFile("testdata/demo/marks.json")
	check(t, err)
	marks, err := calibration.ParseMarks(data)
	check(t, err)
	if _, err := Calibrate(recolored(t, "testdata/demo/00-empty.jpg", inGrey), marks); err == nil || !strings.Contains(err.Error(), "grey") {
		t.Errorf("an empty table in grey: %v", err)
	}

	// The lower half of the picture isn't there.
	half := recolored(t, picture, func(x, y int, c color.YCbCr) color.Color { return c })
	region := half.Img.Region(image.Rect(0, 0, half.Img.Cols(), half.Img.Rows()*7/10))
	cut := &Frame{Name: "half.jpg", Img: region.Clone()}
	check(t, region.Close())
	defer cut.Close()
	reading, err := r.Read(cut)
	check(t, err)
	for _, q := range reading.Players {
		if q.Found && !strings.Contains(strings.Join(q.Problems, " "), "outside of the picture") {
			t.Errorf("half of %s's mat is in view: %q", q.Name, q.Problems)
		}
	}
}

// Labels of one hex would teach that all others are empty.
func TestLabelsThatDontFit(t *testing.T) {
	p := session(t, "demo")
	before, err := os.ReadFile(filepath.Join(p.Dir(), pieces.File))
	check(t, err)
	picture := laterPictures(t, "demo")[2]
	f, err := DecodeFile(picture)
	check(t, err)
	defer f.Close()
	one := p.Mats[1].Template.Space(0).ID
	_, err = Teach(f, p, &Labels{Player: p.Mats[1].Name, Hexes: map[string]mat.Contents{one: {Barn: true}}})
	if err == nil || !strings.Contains(err.Error(), "don't fit") || !strings.Contains(err.Error(), "counts as empty") {
		t.Errorf("got %v", err)
	}
	after, err := os.ReadFile(filepath.Join(p.Dir(), pieces.File))
	check(t, err)
	if !bytes.Equal(before, after) {
		t.Error("something was learnt of them")
	}
}

// Cards alone fit any mat that lies between them, also one of another table.
func TestCardsAloneAreNeverSure(t *testing.T) {
	if got := (&PlayerReading{Hexes: []HexReading{{Confidence: 0.9}, {Confidence: 0.5}, {Hidden: true}}}).unsure(); got != 0.5 {
		t.Errorf("one of two hexes in view is unsure: %.2f", got)
	}
	read := PlayerReading{Hexes: []HexReading{{Confidence: 1}, {Confidence: 0.3}}, RiverboatsConfidence: []float64{0.99}, HarborMasterConfidence: 0.95}
	read.doubt()
	if read.Hexes[0].Confidence >= 0.8 || read.Hexes[1].Confidence != 0.3 || read.RiverboatsConfidence[0] >= 0.8 || read.HarborMasterConfidence >= 0.8 {
		t.Errorf("%+v", read)
	}
}
