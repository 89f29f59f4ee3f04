package doctor

import (
	"image"
	"image/color"
	"math"
	"testing"
)

// TestJudge: a fine pattern is sharp, a soft one isn't; brightness and glare are
// what they are, at any resolution.
func TestJudge(t *testing.T) {
	draw := func(w, h int, level func(x, y int) float64) image.Image {
		img := image.NewGray(image.Rect(10, 20, 10+w, 20+h)) // an origin that isn't 0
		for y := range h {
			for x := range w {
				img.SetGray(10+x, 20+y, color.Gray{uint8(level(x, y))})
			}
		}
		return img
	}
	fine := Judge(draw(400, 300, func(x, y int) float64 { return 100 + 20*float64((x/2+y/2)%2) }))
	soft := Judge(draw(400, 300, func(x, _ int) float64 { return 110 + 10*math.Sin(float64(x)/10) }))
	if fine.Sharpness < blurred || soft.Sharpness > blurred {
		t.Errorf("fine %v, soft %v", fine, soft)
	}
	if math.Abs(fine.Brightness-110.0/255) > 0.01 || fine.Glare != 0 {
		t.Errorf("fine: %+v", fine)
	}
	large := Judge(draw(2700, 90, func(x, y int) float64 {
		if x < 270 {
			return 255
		}
		return 100
	}))
	if math.Abs(large.Glare-0.1) > 0.01 {
		t.Errorf("a tenth is white: %+v", large)
	}
	if got := Judge(image.NewGray(image.Rect(0, 0, 2, 2))); got != (Figures{}) {
		t.Errorf("of next to nothing: %+v", got)
	}
}
