package vision

import "math"

// correlate looks for a patch in window (around x around) up to reach from its
// middle, and returns the best place to a part of a pixel with its normalized
// correlation. It first tries every second place with every second pixel: what
// patches are chosen for is wider than that.
func correlate(window []float32, around int, sparse, full *template, reach int) (dx, dy, score float64) {
	best, bx, by := float32(-2), 0, 0
	for y := 0; y <= 2*reach; y += 2 {
		for x := 0; x <= 2*reach; x += 2 {
			if s := sparse.at(window[y*around+x:], around); s > best {
				best, bx, by = s, x, y
			}
		}
	}
	if best < hopeless {
		return 0, 0, -1
	}
	var near [9]float32
	for range 4 { // climb: at most two steps from the best of the coarse grid
		if bx == 0 || by == 0 || bx == 2*reach || by == 2*reach {
			return 0, 0, -1 // the top may lie beyond the rim
		}
		top := 4
		for i := range near {
			near[i] = full.at(window[(by+i/3-1)*around+bx+i%3-1:], around)
			if near[i] > near[top] {
				top = i
			}
		}
		if top == 4 {
			break
		}
		bx, by = bx+top%3-1, by+top/3-1
	}
	sub := func(l, c, r float32) float64 {
		if d := l - 2*c + r; d < 0 {
			return math.Max(-.5, math.Min(.5, float64((l-r)/(2*d))))
		}
		return 0
	}
	return float64(bx-reach) + sub(near[3], near[4], near[5]), float64(by-reach) + sub(near[1], near[4], near[7]), float64(near[4])
}

// hopeless is the correlation on the coarse grid below which the exact one
// won't reach leastScore.
const hopeless = 0.25

// template is a patch less its mean, ready to be compared.
type template struct {
	side, step int
	v          []float32 // row by row, every step-th pixel
	norm       float32
}

// set makes t the patch in model (side x side), and of it every step-th pixel.
func (t *template) set(model []float32, side, step int) {
	t.side, t.step, t.v = side, step, t.v[:0]
	sum := float32(0)
	for y := 0; y < side; y += step {
		for x := 0; x < side; x += step {
			t.v = append(t.v, model[y*side+x])
			sum += model[y*side+x]
		}
	}
	mean, squares := sum/float32(len(t.v)), float32(0)
	for i := range t.v {
		t.v[i] -= mean
		squares += t.v[i] * t.v[i]
	}
	t.norm = float32(math.Sqrt(float64(squares)))
}

// at returns the normalized correlation with the window whose first pixel is w[0].
func (t *template) at(w []float32, stride int) float32 {
	var dot, sum, squares float32
	model := t.v
	for y := 0; y < t.side; y += t.step {
		row := w[y*stride : y*stride+t.side]
		if t.step == 1 {
			m := model[:len(row)]
			for x, v := range row {
				dot += v * m[x]
				sum += v
				squares += v * v
			}
			model = model[len(row):]
			continue
		}
		m := model[:(len(row)+1)/2]
		for x := range m {
			v := row[2*x]
			dot += v * m[x]
			sum += v
			squares += v * v
		}
		model = model[len(m):]
	}
	n := float32(len(t.v))
	spread := squares - sum*sum/n
	if spread < n { // less than one gray level of difference: bare or burnt out
		return 0
	}
	return dot / (t.norm * float32(math.Sqrt(float64(spread))))
}
