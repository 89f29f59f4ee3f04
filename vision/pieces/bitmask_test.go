package pieces

import (
	"math"
	"math/rand/v2"
	"testing"
)

// slowLargest is bitMask.largest pixel by pixel.
func slowLargest(m *bitMask) (size, core int, reach float32) {
	at := func(x, y int) bool { return m[y]>>x&1 != 0 }
	var seen area
	reach = 1
	for start := range seen {
		if seen[start] || !at(start%patchSide, start/patchSide) {
			continue
		}
		queue := []int{start}
		seen[start] = true
		inner, sx, sy := 0, 0, 0
		for k := 0; k < len(queue); k++ {
			x, y := queue[k]%patchSide, queue[k]/patchSide
			sx, sy = sx+x, sy+y
			around := 0
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					if !at(x+dx, y+dy) {
						continue
					}
					around++
					if to := (y+dy)*patchSide + x + dx; (dx == 0 || dy == 0) && !seen[to] {
						seen[to] = true
						queue = append(queue, to)
					}
				}
			}
			if around == 9 {
				inner++
			}
		}
		if n := float64(len(queue)); len(queue) > size {
			size, core = len(queue), inner
			reach = float32(math.Hypot(float64(sx)/n-hexPixels, float64(sy)/n-hexPixels) / hexPixels)
		}
	}
	return size, core, reach
}

func TestLargestBlob(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for n := range 2000 {
		var m bitMask
		for range rnd.IntN(25) { // boxes, some of them holes: spirals and combs among them
			x, y, w, h := 1+rnd.IntN(patchSide-8), 1+rnd.IntN(patchSide-8), 1+rnd.IntN(7), 1+rnd.IntN(7)
			if n%2 == 0 {
				w = patchSide - 2 - x
			}
			for k := range h {
				row := (uint64(1)<<w - 1) << x
				if n%3 == 0 && k%2 == 0 {
					m[y+k] &^= row
				} else {
					m[y+k] |= row
				}
			}
		}
		if n%7 == 0 {
			for y := 1; y < patchSide-1; y++ {
				m[y] = rnd.Uint64() & (1<<(patchSide-1) - 2)
			}
		}
		size, core, reach := m.largest()
		wantSize, wantCore, wantReach := slowLargest(&m)
		if size != wantSize || core != wantCore || reach != wantReach {
			t.Fatalf("%d, %d, %g; pixel by pixel %d, %d, %g:\n%b", size, core, reach, wantSize, wantCore, wantReach, m)
		}
	}
}
