package vision

import (
	"image"
	"math/rand/v2"
	"testing"

	"gocv.io/x/gocv"
)

// worse is one way a picture gets worse, by a strength.
type worse struct {
	name  string
	steps []float64
	spoil func(img *gocv.Mat, strength float64, rng *rand.Rand) error
}

var worsening = []worse{
	{"blur, px", []float64{1.5, 3, 4, 6}, func(img *gocv.Mat, s float64, _ *rand.Rand) error {
		return gocv.GaussianBlur(*img, img, image.Point{}, s, s, gocv.BorderDefault)
	}},
	{"noise, codes", []float64{16, 32, 45, 60}, addNoise},
	{"dark, share of the light", []float64{0.4, 0.2, 0.12, 0.08}, func(img *gocv.Mat, s float64, _ *rand.Rand) error {
		data, err := img.DataPtrUint8()
		for i := range data {
			data[i] = uint8(float64(data[i])*s + 0.5)
		}
		return err
	}},
	{"color shifted, share of red", []float64{0.8, 0.6, 0.4, 0.25}, func(img *gocv.Mat, s float64, _ *rand.Rand) error {
		data, err := img.DataPtrUint8()
		for i := 2; i < len(data); i += 3 {
			data[i] = uint8(float64(data[i]) * s)
		}
		return err
	}},
}

func addNoise(img *gocv.Mat, s float64, rng *rand.Rand) error {
	data, err := img.DataPtrUint8()
	for i := range data {
		data[i] = uint8(min(max(float64(data[i])+s*rng.NormFloat64(), 0), 255))
	}
	return err
}

// confidence counts what was read right and wrong by how sure the reader was.
type confidence struct{ right, wrong [4]int }

// bands are the lower bounds of the bands that are judged; below them nothing
// is promised.
var bands = [...]float64{0, 0.5, 0.8, 0.95}

// readWorse reads a picture made worse in known steps.
func (c *confidence) readWorse(t *testing.T, r *Reader, picture string) {
	t.Helper()
	want := readTruth(t, picture)
	rng := rand.New(rand.NewPCG(1, 2))
	for _, w := range worsening {
		for _, strength := range w.steps {
			f := decodeTest(t, picture)
			if err := w.spoil(&f.Img, strength, rng); err != nil {
				t.Fatal(err)
			}
			got, err := r.Read(f)
			if err != nil {
				t.Fatal(err)
			}
			n := c.add(want, got)
			t.Logf("%s %v: %d wrong", w.name, strength, n)
		}
	}
}

// add counts a reading and returns how many hexes it has wrong.
func (c *confidence) add(want truth, got *Reading) int {
	wrong := 0
	for i, p := range got.Players {
		for k, h := range p.Hexes {
			if h.Hidden {
				continue
			}
			band := 0
			for b, low := range bands {
				if h.Confidence >= low {
					band = b
				}
			}
			if lies(h) == lies(want.Players[i].Hexes[k]) {
				c.right[band]++
			} else {
				c.wrong[band]++
				wrong++
			}
		}
	}
	return wrong
}

// check: confidence is a probability. With at least two hundred hexes read
// wrong, the share read right in each band is at least the band's lower bound.
func (c *confidence) check(t *testing.T) {
	t.Helper()
	wrong := 0
	for b, low := range bands {
		n := c.right[b] + c.wrong[b]
		wrong += c.wrong[b]
		t.Logf("confidence from %.2f: %d of %d right", low, c.right[b], n)
		if n == 0 || float64(c.right[b]) < low*float64(n) {
			t.Errorf("confidence from %.2f: %d of %d right, which is less than it says", low, c.right[b], n)
		}
	}
	if wrong < 200 {
		t.Errorf("only %d hexes were read wrong; make the pictures worse", wrong)
	}
}
