package vision

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// halfWhite is a picture with its upper half white.
func halfWhite(w, h int) image.Image {
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix[:w*h/2] {
		img.Pix[i] = 255
	}
	return img
}

func jpegOf(t testing.TB, img image.Image) []byte {
	var b bytes.Buffer
	check(t, jpeg.Encode(&b, img, nil))
	return b.Bytes()
}

func pngOf(t testing.TB, img image.Image) []byte {
	var b bytes.Buffer
	check(t, png.Encode(&b, img))
	return b.Bytes()
}

// sized writes another size into a JPEG's header.
func sized(data []byte, w, h int) []byte {
	out := bytes.Clone(data)
	i := bytes.Index(out, []byte{0xff, 0xc0})
	binary.BigEndian.PutUint16(out[i+5:], uint16(h))
	binary.BigEndian.PutUint16(out[i+7:], uint16(w))
	return out
}

func TestDecodeRefuses(t *testing.T) {
	whole := jpegOf(t, halfWhite(320, 240))
	flat := pngOf(t, halfWhite(320, 240))
	huge := bytes.Clone(flat)
	binary.BigEndian.PutUint32(huge[16:], 20000)
	binary.BigEndian.PutUint32(huge[20:], 20000)
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"nothing":            {nil, "empty"},
		"a text":             {[]byte("no picture at all"), "neither a JPEG nor a PNG"},
		"a GIF":              {[]byte("GIF89a\x01\x00\x01\x00"), "neither a JPEG nor a PNG"},
		"a JPEG's half":      {whole[:len(whole)/2], "cut off"},
		"a JPEG's header":    {whole[:12], "cut off"},
		"a JPEG without end": {whole[:len(whole)-2], "cut off"},
		"a PNG's half":       {flat[:len(flat)/2], "cut off"},
		"1x1":                {jpegOf(t, halfWhite(1, 1)), "too few"},
		"1x1 PNG":            {pngOf(t, halfWhite(1, 1)), "too few"},
		"a strip":            {jpegOf(t, halfWhite(2000, 20)), "too few"},
		"20000x20000":        {sized(whole, 20000, 20000), "megapixels"},
		"20000x20000 PNG":    {huge, "megapixels"},
	} {
		f, err := Decode("x.jpg", c.data)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "x.jpg") {
			t.Errorf("%s: got %v, want %q in it", name, err, c.want)
		}
		if f != nil {
			t.Errorf("%s: there is a frame beside the error", name)
		}
	}
	if _, err := DecodeFile(t.TempDir()); err == nil {
		t.Error("a folder was decoded")
	}
	if _, err := DecodeFile(filepath.Join(t.TempDir(), "missing.jpg")); err == nil {
		t.Error("a missing file was decoded")
	}
}

func TestDecodeTakes(t *testing.T) {
	for name, data := range map[string][]byte{
		"JPEG": jpegOf(t, halfWhite(320, 240)), "PNG": pngOf(t, halfWhite(320, 240)), "JPEG with a tail": append(jpegOf(t, halfWhite(320, 240)), "tail"...),
	} {
		f, err := Decode(name, data)
		check(t, err)
		if f.Size() != (calibration.Size{Width: 320, Height: 240}) || f.Decode <= 0 {
			t.Errorf("%s: %v in %v", name, f.Size(), f.Decode)
		}
		check(t, f.Close())
	}
}

// TestDecodeObeysOrientation turns a picture by its EXIF mark.
func TestDecodeObeysOrientation(t *testing.T) {
	for mark, want := range map[byte]struct {
		w, h  int
		white image.Point // a place that is white
	}{1: {320, 240, image.Pt(160, 20)}, 3: {320, 240, image.Pt(160, 220)}, 6: {240, 320, image.Pt(220, 160)}, 8: {240, 320, image.Pt(20, 160)}} {
		plain := jpegOf(t, halfWhite(320, 240))
		// APP1 with one entry: orientation (0x0112), one short.
		exif := []byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00")
		exif[25] = mark
		app := append([]byte{0xff, 0xe1, 0, byte(len(exif) + 2)}, exif...)
		f, err := Decode("turned.jpg", append(append(bytes.Clone(plain[:2]), app...), plain[2:]...))
		check(t, err)
		if s := f.Size(); s.Width != want.w || s.Height != want.h {
			t.Errorf("orientation %d: %v, want %dx%d", mark, s, want.w, want.h)
		} else if v := f.Img.GetVecbAt(want.white.Y, want.white.X)[0]; v < 200 {
			t.Errorf("orientation %d: %v is %d, want white", mark, want.white, v)
		}
		check(t, f.Close())
	}
}

func TestCalibrateRefusesWhatShowsNoMat(t *testing.T) {
	gray := image.NewGray(image.Rect(0, 0, 640, 480))
	for i := range gray.Pix {
		gray.Pix[i] = 128
	}
	noisy := image.NewRGBA(image.Rect(0, 0, 640, 480))
	rng := rand.New(rand.NewPCG(3, 3))
	for y := range 480 {
		for x := range 640 {
			noisy.Set(x, y, color.RGBA{uint8(rng.IntN(255)), uint8(rng.IntN(255)), uint8(rng.IntN(255)), 255})
		}
	}
	corners := &calibration.Marks{Players: []calibration.MarkedPlayer{{Name: "red", Corners: []mat.Point{{X: 50, Y: 50}, {X: 590, Y: 60}, {X: 580, Y: 430}, {X: 60, Y: 420}}}}}
	line := &calibration.Marks{Players: []calibration.MarkedPlayer{{Name: "red", Corners: []mat.Point{{X: 50, Y: 50}, {X: 200, Y: 50}, {X: 400, Y: 50}, {X: 600, Y: 50}}}}}
	tags := &calibration.Marks{Players: []calibration.MarkedPlayer{{Name: "red", Tags: []int{0, 1, 2, 3}}}}
	for name, c := range map[string]struct {
		img   image.Image
		marks *calibration.Marks
		want  string
	}{
		"gray":              {gray, corners, "no hexes were found"},
		"black":             {image.NewGray(image.Rect(0, 0, 640, 480)), corners, "no hexes were found"},
		"noise":             {noisy, corners, "no hexes were found"},
		"a step":            {halfWhite(640, 480), corners, "no hexes were found"},
		"corners on a line": {halfWhite(640, 480), line, "red's mat"},
		"cards not in view": {gray, tags, "cards 0, 1, 2, 3 aren't seen"},
		"no marks at all":   {gray, nil, "no mat in view"},
	} {
		f, err := Decode(name, pngOf(t, c.img))
		check(t, err)
		p, err := Calibrate(f, c.marks)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, %v, want %q in it", name, p, err, c.want)
		}
		check(t, f.Close())
	}
}

// TestHalfAMatInView cuts the picture through a mat: what is in it is found, in the
// empty picture and in a later one.
func TestHalfAMatInView(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	d := drawTable(t, rng, tableOptions{mats: 1, orientation: mat.Pointy, tilt: .2, noise: 1, blur: .6, radius: 30})
	defer d.close()
	half := func(data []byte) []byte {
		img, err := jpeg.Decode(bytes.NewReader(data))
		check(t, err)
		s := img.Bounds().Size()
		return pngOf(t, img.(*image.YCbCr).SubImage(image.Rect(0, 0, s.X*6/10, s.Y)))
	}
	f, err := Decode("half.png", half(d.photo(t, motion{})))
	check(t, err)
	defer f.Close()
	p, err := Calibrate(f, d.marks)
	check(t, err)
	missing, invented, _, _ := compareMat(&d.mats[0], &p.Mats[0])
	if invented != 0 || missing == 0 || missing > d.mats[0].template.Len()*2/3 {
		t.Errorf("of a mat half in view %d of %d hexes are missing and %d made up", missing, d.mats[0].template.Len(), invented)
	}

	whole := learnt(t, d)
	later, err := Decode("later.png", half(d.photo(t, motion{})))
	check(t, err)
	defer later.Close()
	places, err := Locate(later, whole)
	check(t, err)
	if !places[0].Found {
		t.Errorf("half a mat isn't found: %v", places[0].Problems)
	}
}

func TestLocatorRefusesBrokenPrints(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	d := drawTable(t, rng, tableOptions{mats: 1, orientation: mat.Flat, noise: 1, blur: .6, radius: 24})
	defer d.close()
	p := learnt(t, d)
	path, err := p.FilePath(printsFile)
	check(t, err)
	data, err := os.ReadFile(path)
	check(t, err)
	data[len(data)/2] ^= 0xff
	check(t, os.WriteFile(path, data, 0o644))
	if l, err := NewLocator(p); err == nil || !strings.Contains(err.Error(), "calibrate again") {
		t.Errorf("got %v, %v", l, err)
	}
}
