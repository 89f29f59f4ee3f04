package exchange

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"harbormaster/calibration/apriltag"
)

const dotsPerPoint = 4.0 // 288 dpi

// raster draws the black rectangles of the first page of a PDF, as a printer
// would, from the numbers in its content stream.
func raster(t *testing.T, pdf []byte, high float64) (gray []uint8, w, h int) {
	t.Helper()
	w, h = int(620*dotsPerPoint), int(high*dotsPerPoint)
	gray = bytes.Repeat([]byte{255}, w*h)
	i := bytes.Index(pdf, []byte("stream\n"))
	z, err := zlib.NewReader(bytes.NewReader(pdf[i+len("stream\n"):]))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) re f`).FindAllStringSubmatch(string(content), -1) {
		var v [4]float64
		for k := range v {
			if v[k], err = strconv.ParseFloat(m[k+1], 64); err != nil {
				t.Fatal(err)
			}
		}
		// PDF counts up from the bottom; a rectangle's height is negative here.
		x0, x1 := int(v[0]*dotsPerPoint+.5), int((v[0]+v[2])*dotsPerPoint+.5)
		y0, y1 := int((high-v[1])*dotsPerPoint+.5), int((high-v[1]-v[3])*dotsPerPoint+.5)
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				gray[y*w+x] = 0
			}
		}
	}
	return gray, w, h
}

func TestCardsAreFoundOnThePrintedPage(t *testing.T) {
	for paper, high := range map[Paper]float64{"a4": 841.89, "letter": 792} {
		var pdf bytes.Buffer
		if err := WriteCards(&pdf, 2, paper, apriltag.Pattern); err != nil {
			t.Fatal(err)
		}
		gray, w, h := raster(t, pdf.Bytes(), high)
		d := apriltag.NewDetector(2)
		tags, err := d.Detect(gray, w, h, w)
		if err != nil {
			t.Fatal(err)
		}
		found := map[int]bool{}
		for _, tag := range tags {
			found[tag.ID] = true
			mm := (tag.Corners[1].X - tag.Corners[0].X) / dotsPerPoint / 72 * 25.4
			if mm < 31.5 || mm > 32.5 {
				t.Errorf("%s: card %d is %.1f mm wide, want 32", paper, tag.ID, mm)
			}
		}
		if len(tags) != 4 || !found[0] || !found[1] || !found[2] || !found[3] {
			t.Errorf("%s: found %v on the first page, want 0 to 3", paper, found)
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		if n := strings.Count(pdf.String(), "/Type /Page\n"); n != 2 {
			t.Errorf("%s: %d pages for two players", paper, n)
		}
	}
}

func TestCardsRefuse(t *testing.T) {
	if err := WriteCards(io.Discard, 1, "a5", apriltag.Pattern); err == nil {
		t.Error("a5 was taken")
	}
	if err := WriteCards(io.Discard, 147, "a4", apriltag.Pattern); err == nil {
		t.Error("there are no cards for 147 players")
	}
	broken := func(int) ([][]bool, error) { return nil, fmt.Errorf("no pattern") }
	if err := WriteCards(io.Discard, 1, "a4", broken); err == nil {
		t.Error("a pattern's error was swallowed")
	}
}
