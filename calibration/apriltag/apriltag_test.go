package apriltag

import (
	"math"
	"testing"

	"harbormaster/mat"
)

// page draws cards side by side, cell px a cell, 40 px apart.
func page(t testing.TB, cell int, ids ...int) (gray []uint8, width, height int) {
	t.Helper()
	side := 10*cell + 40
	width, height = side*len(ids)+40, side+40
	gray = make([]uint8, width*height)
	for i := range gray {
		gray[i] = 180
	}
	for n, id := range ids {
		rows, err := Pattern(id)
		if err != nil {
			t.Fatal(err)
		}
		for y := range 10 * cell {
			for x := range 10 * cell {
				v := uint8(230)
				if rows[y/cell][x/cell] {
					v = 25
				}
				gray[(40+y)*width+40+n*side+x] = v
			}
		}
	}
	return gray, width, height
}

func TestDetectFindsWhatPatternDraws(t *testing.T) {
	for _, decimate := range []float64{1, 2} {
		d := NewDetector(decimate)
		ids := []int{0, 1, 77, 586}
		gray, w, h := page(t, 7, ids...)
		tags, err := d.Detect(gray, w, h, w)
		if err != nil {
			t.Fatal(err)
		}
		if len(tags) != len(ids) {
			t.Fatalf("decimate %g: found %d cards, want %d", decimate, len(tags), len(ids))
		}
		for _, tag := range tags {
			n := 0
			for ids[n] != tag.ID {
				n++
			}
			// The black square begins one cell in; clockwise from its top left.
			x, y, s := float64(40+n*110+7), float64(47), 56.0
			for k, want := range [4]mat.Point{{X: x, Y: y}, {X: x + s, Y: y}, {X: x + s, Y: y + s}, {X: x, Y: y + s}} {
				if off := math.Hypot(tag.Corners[k].X-want.X, tag.Corners[k].Y-want.Y); off > 0.7 {
					t.Errorf("decimate %g: corner %d of card %d is at %v, want %v", decimate, k, tag.ID, tag.Corners[k], want)
				}
			}
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		if err := d.Close(); err != nil {
			t.Error("closing twice:", err)
		}
	}
}

func TestDetectRefusesWhatIsNoPicture(t *testing.T) {
	d := NewDetector(2)
	defer d.Close()
	for _, c := range [][4]int{{0, 10, 10, 10}, {50, 10, 10, 10}, {100, 10, 10, 5}, {100, 0, 10, 10}, {100, -1, -1, 10}} {
		if _, err := d.Detect(make([]uint8, c[0]), c[1], c[2], c[3]); err == nil {
			t.Errorf("%d bytes were taken for %dx%d", c[0], c[1], c[2])
		}
	}
	tags, err := d.Detect(make([]uint8, 64*48), 64, 48, 64)
	if err != nil || len(tags) != 0 {
		t.Errorf("a black picture has %d cards, %v", len(tags), err)
	}
}

func TestPatternRefusesNumbersThereAreNot(t *testing.T) {
	for _, id := range []int{-1, 587, 1 << 30} {
		if _, err := Pattern(id); err == nil {
			t.Errorf("card %d was drawn", id)
		}
	}
}

func BenchmarkDetect(b *testing.B) {
	gray, w, h := page(b, 7, 0, 1, 2, 3)
	d := NewDetector(2)
	defer d.Close()
	for b.Loop() {
		if tags, err := d.Detect(gray, w, h, w); err != nil || len(tags) != 4 {
			b.Fatal(len(tags), err)
		}
	}
}
