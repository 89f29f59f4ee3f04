package vision

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/mat"
	"harbormaster/vision/pieces"
)

// proofOf draws the proof of one gray mat of three hexes in a row, A1 to A3.
func proofOf(t *testing.T, found bool, p ProofMat) *image.RGBA {
	t.Helper()
	m, err := mat.Parse("pointy / 0,0 1. 1. 2.")
	if err != nil {
		t.Fatal(err)
	}
	profile := &calibration.Profile{Mats: []calibration.Mat{{
		Name: "red", Template: m.Template, ToPicture: calibration.Scaling(30, 30).Mul(calibration.Translation(3, 3)),
	}}}
	img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 90, 90, 0), 300, 400, gocv.MatTypeCV8UC3)
	defer img.Close()
	r := &Reader{profile: profile, known: &pieces.Knowledge{}}
	reading := &Reading{Players: []PlayerReading{{Name: "red"}}, places: []Placement{{Found: found, ToPicture: profile.Mats[0].ToPicture}}}
	data, err := r.Proof(&Frame{Img: img}, reading, []ProofMat{p})
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	rgba, ok := drawn.(*image.RGBA)
	if !ok {
		t.Fatalf("the proof is %T", drawn)
	}
	return rgba
}

func pixelsOf(img *image.RGBA, c color.RGBA) int {
	n := 0
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if img.RGBAAt(x, y) == c {
				n++
			}
		}
	}
	return n
}

func TestProofOutlines(t *testing.T) {
	for paint := PaintField; paint <= PaintDoubt; paint++ {
		c := strokes[paint].color
		none := pixelsOf(proofOf(t, true, ProofMat{Title: "red"}), c)
		one := pixelsOf(proofOf(t, true, ProofMat{Outlines: []Outline{{Hexes: []string{"A1"}, Paint: paint}}}), c) - none
		two := pixelsOf(proofOf(t, true, ProofMat{Outlines: []Outline{{Hexes: []string{"A1", "A2"}, Paint: paint}}}), c) - none
		apart := pixelsOf(proofOf(t, true, ProofMat{Outlines: []Outline{{Hexes: []string{"A1", "A3"}, Paint: paint}}}), c) - none
		// Two that touch lose two sides of twelve; the steps from hex to hex that
		// close the gap are short where the line runs near the border.
		if one <= 0 || two <= one || 10*apart < 18*one || strokes[paint].inset > .8 && apart <= two {
			t.Errorf("paint %d: %d px for one hex, %d for two together, %d for two apart", paint, one, two, apart)
		}
	}
}

func TestProofOfALostMat(t *testing.T) {
	with, without := proofOf(t, true, ProofMat{Title: "red", Total: "12"}), proofOf(t, false, ProofMat{Title: "red", Total: "12"})
	if without.Rect.Dx() >= with.Rect.Dx() || without.Rect.Dx() < proofColumn {
		t.Errorf("a mat that wasn't found takes %d px, found it takes %d; its points take %d", without.Rect.Dx(), with.Rect.Dx(), proofColumn)
	}
	if pixelsOf(without, proofInk) == 0 {
		t.Error("the points of a mat that wasn't found are missing")
	}
}

func TestProofRefusesOtherMats(t *testing.T) {
	r := &Reader{profile: &calibration.Profile{}, known: &pieces.Knowledge{}}
	if _, err := r.Proof(&Frame{}, &Reading{}, []ProofMat{{}}); err == nil {
		t.Error("a proof of more mats than the profile has is drawn")
	}
}

func TestWrap(t *testing.T) {
	l, err := newLettering()
	if err != nil {
		t.Fatal(err)
	}
	if lines := l.wrap("farthest, on place 9: all of boats 5, 2a, 5, 3a", 150); len(lines) < 2 {
		t.Errorf("a long note stays on one line: %q", lines)
	}
	if lines := l.wrap("", 150); len(lines) != 0 {
		t.Errorf("no note takes %d lines", len(lines))
	}
	if lines := l.wrap("Donaudampfschifffahrtsgesellschaft", 20); len(lines) != 1 {
		t.Errorf("a word too long is broken or lost: %q", lines)
	}
}
