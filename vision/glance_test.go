package vision

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"testing"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// plain is a profile of two mats of one hex each, side by side in a picture of
// 800 x 400, without files.
func plain(t *testing.T) *calibration.Profile {
	t.Helper()
	template, err := mat.NewTemplate(mat.Pointy, []mat.Space{{At: mat.Axial{}, Field: mat.Heart}})
	check(t, err)
	p := &calibration.Profile{Picture: calibration.Size{Width: 800, Height: 400}}
	for _, x := range []float64{200, 600} {
		to := calibration.Scaling(100, 100)
		to[2], to[5] = x, 200
		p.Mats = append(p.Mats, calibration.Mat{Name: "m", Template: template, ToPicture: to})
	}
	return p
}

// pictureOf is a gray picture with squares of other shades.
func pictureOf(t *testing.T, gray uint8, squares map[image.Rectangle]uint8) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 800, 400))
	for i := range img.Pix {
		img.Pix[i] = gray + uint8(i%3) // a little noise
	}
	for at, shade := range squares {
		for y := at.Min.Y; y < at.Max.Y; y++ {
			for x := at.Min.X; x < at.Max.X; x++ {
				img.SetGray(x, y, color.Gray{Y: shade})
			}
		}
	}
	var b bytes.Buffer
	check(t, jpeg.Encode(&b, img, &jpeg.Options{Quality: 92}))
	return b.Bytes()
}

// Motion is told a mat at a time, whatever the light does as a whole.
func TestWatcher(t *testing.T) {
	p := plain(t)
	w := &Watcher{profile: p, taken: make([][]byte, 2), bright: []float64{120, 120}}
	look := func(data []byte) []Motion {
		t.Helper()
		m, err := w.Look(data)
		check(t, err)
		return m
	}
	still := pictureOf(t, 120, nil)
	if m := look(still); m[0].Moved != 1 || m[1].Changed != 1 || m[0].Dark {
		t.Errorf("the first picture: %+v", m)
	}
	w.Taken(0)
	w.Taken(1)
	if m := look(pictureOf(t, 121, nil)); m[0] != (Motion{}) || m[1] != (Motion{}) {
		t.Errorf("noise: %+v", m)
	}
	if m := look(pictureOf(t, 150, nil)); m[0].Moved > 0 || m[0].Changed > 0 {
		t.Errorf("a lamp: %+v", m)
	}
	if m := look(pictureOf(t, 120, map[image.Rectangle]uint8{image.Rect(190, 190, 210, 210): 230})); m[0].Moved < 0.001 || m[1].Moved > 0 {
		t.Errorf("a meeple on the first mat: %+v", m)
	}
	if m := look(still); m[0].Moved < 0.001 || m[0].Changed > 0 {
		t.Errorf("and away again: %+v", m)
	}
	if m := look(pictureOf(t, 20, nil)); !m[0].Dark || !m[1].Dark {
		t.Errorf("the lamp is out: %+v", m)
	}
	for name, data := range map[string][]byte{"nothing": nil, "no picture": []byte("x"), "cut off": still[:len(still)/2]} {
		if _, err := w.Look(data); err == nil {
			t.Errorf("%s is looked at", name)
		}
	}
}

// The part of the picture with the mats is cut out, and the hexes are where it says.
func TestCutOut(t *testing.T) {
	p := session(t, "flat")
	r, err := NewReader(p)
	check(t, err)
	defer r.Close()
	f, err := DecodeFile(laterPictures(t, "flat")[0])
	check(t, err)
	defer f.Close()
	reading, err := r.Read(f)
	check(t, err)
	for _, most := range []int{0, 600} {
		data, regions, err := r.CutOut(f, reading, most)
		check(t, err)
		size, err := jpeg.DecodeConfig(bytes.NewReader(data))
		check(t, err)
		if size.Width != regions.Width || size.Height < regions.Height-1 || size.Height > regions.Height+1 || most > 0 && size.Width > most || size.Width > f.Img.Cols() {
			t.Errorf("at most %d px: %dx%d, said to be %dx%d", most, size.Width, size.Height, regions.Width, regions.Height)
		}
		if len(regions.Mats) != len(p.Mats) {
			t.Fatalf("%d mats of %d", len(regions.Mats), len(p.Mats))
		}
		for i, m := range regions.Mats {
			if len(m.Hexes) != p.Mats[i].Template.Len() {
				t.Errorf("%s has %d hexes", m.Mat, len(m.Hexes))
			}
		}
	}
	if _, _, err := r.CutOut(f, &Reading{places: make([]Placement, len(p.Mats))}, 0); err == nil {
		t.Error("a picture without any mat is cut out")
	}
	if _, _, err := r.CutOut(f, &Reading{}, 0); err == nil {
		t.Error("a reading of other mats is taken")
	}
}
