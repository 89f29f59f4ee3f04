package exchange

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"regexp"
	"strconv"
	"strings"
	"testing"

	qr "github.com/piglig/go-qr"
)

// drawn makes a picture of the SVG's runs of dark cells.
func drawn(t *testing.T, svg []byte) image.Image {
	t.Helper()
	num := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	const cell = 6
	side := num(regexp.MustCompile(`viewBox="0 0 (\d+)`).FindStringSubmatch(string(svg))[1])
	img := image.NewGray(image.Rect(0, 0, side*cell, side*cell))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	for _, m := range regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1h`).FindAllStringSubmatch(string(svg), -1) {
		for y := num(m[2]) * cell; y < (num(m[2])+1)*cell; y++ {
			for x := num(m[1]) * cell; x < (num(m[1])+num(m[3]))*cell; x++ {
				img.SetGray(x, y, color.Gray{})
			}
		}
	}
	return img
}

func TestQRIsReadBack(t *testing.T) {
	for _, text := range []string{"http://192.168.1.20:8080/api/v1/history/k3jd92mfk2l1o0qa/bgstats", "a", "Zoë & Söhne, 100 %", strings.Repeat("x", 300)} {
		code, err := QR(text)
		if err != nil {
			t.Fatal(err)
		}
		data, err := code.PNG(6)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		for kind, img := range map[string]image.Image{"png": img, "svg": drawn(t, code.SVG())} {
			if got, err := qr.Decode(img); err != nil || got != text {
				t.Errorf("%s of %q was read as %q, %v", kind, text, got, err)
			}
		}
	}
}

func TestQRRefuses(t *testing.T) {
	if _, err := QR(strings.Repeat("x", 5000)); err == nil {
		t.Error("5000 letters were taken")
	}
	code, err := QR("a")
	if err != nil {
		t.Fatal(err)
	}
	for _, cell := range []int{0, -1, 65} {
		if _, err := code.PNG(cell); err == nil {
			t.Errorf("cells of %d pixels were drawn", cell)
		}
	}
}
