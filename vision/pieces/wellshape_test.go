package pieces

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A well is found by its picture: anywhere in the hex, in any turn, half under a meeple.
// What has its colors and not its picture isn't one.
func TestWellShape(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	const r = 8.0
	// Stone round water with a bar across.
	well := func(x, y float64) ([3]uint8, bool) {
		switch d := math.Hypot(x, y); {
		case d > r:
			return [3]uint8{}, false
		case d > 0.62*r:
			return [3]uint8{150, 152, 155}, true
		case math.Abs(y) < 1.2:
			return [3]uint8{60, 60, 70}, true
		}
		return [3]uint8{190, 120, 70}, true
	}
	var q piece
	for y := -9; y <= 9; y++ {
		for x := -9; x <= 9; x++ {
			if color, in := well(float64(x), float64(y)); in {
				q.dots = append(q.dots, dot{dx: int8(x), dy: int8(y), color: color})
			}
		}
	}
	q.size = len(q.dots)
	shape := wellShapeOf(&q)
	draw := func(mx, my, angle float64, isWell, meeple bool) *patch {
		p := &patch{}
		sin, cos := math.Sincos(angle)
		for i := range patchSide * patchSide {
			x, y := float64(i%patchSide)-hexPixels, float64(i/patchSide)-hexPixels
			color := [3]uint8{40, 90, 60}
			ux, uy := x-mx, y-my
			if c, in := well(cos*ux+sin*uy, cos*uy-sin*ux); in && isWell {
				color = c
			} else if in && uy > 0 { // the same colors, in stripes
				color = [...][3]uint8{{150, 152, 155}, {60, 60, 70}, {190, 120, 70}, {150, 152, 155}}[(i%patchSide/4)%4]
			}
			if meeple && ux > 3 && ux < 18 && math.Abs(uy) < 9 {
				color = [...][3]uint8{{230, 230, 230}, {160, 160, 160}, {210, 210, 210}}[int(uy+9)/6%3]
			}
			for k := range color {
				p.seen[3*i+k] = uint8(min(max(float64(color[k])+4*rnd.NormFloat64(), 0), 255))
			}
		}
		return p
	}
	least, most := float32(2), float32(-2)
	for n := range 40 {
		mx, my := 8*rnd.Float64()-8, 14*rnd.Float64()-7
		angle := 2 * math.Pi * rnd.Float64()
		meeple := n%2 == 0
		_, with := shape.find(draw(mx, my, angle, true, meeple), nil)
		x, y := float64(with.at/3%patchSide-hexPixels), float64(with.at/3/patchSide-hexPixels)
		if d := math.Hypot(x-mx, y-my); d > 2.5 {
			t.Errorf("well at %.1f, %.1f (meeple: %v) found %.1f px off", mx, my, meeple, d)
		}
		_, without := shape.find(draw(mx, my, angle, false, meeple), nil)
		least, most = min(least, with.likeness), max(most, without.likeness)
	}
	if least < most+0.1 {
		t.Errorf("wells look like one by %.2f at least, other things by up to %.2f", least, most)
	}
}
