package lattice

import (
	"errors"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"gocv.io/x/gocv"

	"harbormaster/mat"
)

const sheetSide = 480 // px of a drawn mat

// draw paints hexes of a radius (px) on pale paper, noisily; the first hex's middle is at (x, y).
func draw(t *testing.T, o mat.Orientation, hexes []mat.Axial, radius, x, y float64) (gocv.Mat, mat.Layout) {
	t.Helper()
	l := mat.Layout{Orientation: o, Origin: mat.Point{X: x, Y: y}, Radius: radius}
	img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(190, 205, 210, 0), sheetSide, sheetSide, gocv.MatTypeCV8UC3)
	fills := []color.RGBA{{90, 140, 60, 0}, {200, 170, 70, 0}, {150, 80, 70, 0}, {80, 120, 150, 0}, {120, 90, 140, 0}}
	for i, a := range hexes {
		var corners []image.Point
		for _, c := range l.Corners(a) {
			corners = append(corners, image.Pt(int(math.Round(c.X)), int(math.Round(c.Y))))
		}
		outline := gocv.NewPointsVectorFromPoints([][]image.Point{corners})
		err := gocv.FillPoly(&img, outline, fills[i/3%len(fills)])
		if err == nil {
			err = gocv.Polylines(&img, outline, true, color.RGBA{60, 60, 60, 0}, 2)
		}
		outline.Close()
		if err != nil {
			t.Fatal(err)
		}
	}
	data, err := img.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(7, uint64(radius)))
	for i, v := range data {
		data[i] = uint8(min(max(float64(v)+4*rng.NormFloat64(), 0), 255))
	}
	return img, l
}

// rows returns rows of so many hexes, each shifted half a hex against the last.
func rows(lengths ...int) (out []mat.Axial) {
	widest := 0
	for _, n := range lengths {
		widest = max(widest, n)
	}
	for r, n := range lengths {
		for i := range n {
			out = append(out, mat.Axial{Q: i + (widest-n+1)/2 - (r+1)/2, R: r})
		}
	}
	return out
}

func TestFindDrawnLattices(t *testing.T) {
	for _, c := range []struct {
		name    string
		o       mat.Orientation
		lengths []int
		radius  float64
	}{
		{"pointy, an even field", mat.Pointy, []int{5, 6, 5, 6}, 33},
		{"pointy, ragged", mat.Pointy, []int{3, 6, 4}, 38},
		{"flat", mat.Flat, []int{4, 5, 4}, 34},
	} {
		t.Run(c.name, func(t *testing.T) {
			hexes := rows(c.lengths...)
			img, layout := draw(t, c.o, hexes, c.radius, 120, 110)
			defer img.Close()
			l, err := Find(img, Range{Least: 0.03, Most: 0.17, Aspect: 1.1})
			if err != nil {
				t.Fatal(err)
			}
			if l.Orientation != c.o || len(l.Hexes) != len(hexes) {
				t.Fatalf("%s with %d hexes, drawn were %s with %d", l.Orientation, len(l.Hexes), c.o, len(hexes))
			}
			plane := mat.Layout{Orientation: c.o, Radius: 1}
			for _, a := range l.Hexes {
				got, least := l.ToImage.Apply(plane.Middle(a)), math.Inf(1)
				for _, b := range hexes {
					least = min(least, distance(got, layout.Middle(b)))
				}
				if least > 1.5 {
					t.Errorf("hex %v is %.1f px beside any drawn one", a, least)
				}
			}
		})
	}
}

func TestFindRefusesPlainPaper(t *testing.T) {
	img, _ := draw(t, mat.Pointy, nil, 30, 0, 0)
	defer img.Close()
	if l, err := Find(img, Range{Least: 0.03, Most: 0.17, Aspect: 1.1}); !errors.Is(err, ErrNone) {
		t.Errorf("found %v, error %v", l, err)
	}
}
