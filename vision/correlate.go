package vision

import "math"

// correlate looks for model (side x side) in window (around x around) up to
// reach from its middle, and returns the best place to a part of a pixel with
// its normalized correlation. It first looks with every second pixel of the model.
func correlate(window []float32, around int, model []float32, side, reach int) (dx, dy, score float64) {
	scores := make([]float32, (2*reach+1)*(2*reach+1))
	sparse := newTemplate(model, side, 2)
	best, at := float32(-2), 0
	for y := 0; y <= 2*reach; y++ {
		for x := 0; x <= 2*reach; x++ {
			s := sparse.at(window[y*around+x:], around)
			if i := y*(2*reach+1) + x; s > best {
				best, at = s, i
			}
		}
	}
	full := newTemplate(model, side, 1)
	bx, by := at%(2*reach+1), at/(2*reach+1)
	best = -2
	for y := max(0, by-2); y <= min(2*reach, by+2); y++ {
		for x := max(0, bx-2); x <= min(2*reach, bx+2); x++ {
			i := y*(2*reach+1) + x
			scores[i] = full.at(window[y*around+x:], around)
			// The outer ones are only for the parabola through the best.
			if near := abs(x-bx) < 2 && abs(y-by) < 2; near && scores[i] > best {
				best, at = scores[i], i
			}
		}
	}
	bx, by = at%(2*reach+1), at/(2*reach+1)
	if bx == 0 || by == 0 || bx == 2*reach || by == 2*reach {
		return 0, 0, -1 // the top may lie beyond the rim
	}
	w := 2*reach + 1
	sub := func(l, c, r float32) float64 {
		if d := l - 2*c + r; d < 0 {
			return math.Max(-.5, math.Min(.5, float64((l-r)/(2*d))))
		}
		return 0
	}
	return float64(bx-reach) + sub(scores[at-1], best, scores[at+1]), float64(by-reach) + sub(scores[at-w], best, scores[at+w]), float64(best)
}

// template is a patch less its mean, ready to be compared.
type template struct {
	side, step int
	v          []float32 // row by row, every step-th pixel
	norm       float32
}

func newTemplate(model []float32, side, step int) template {
	t := template{side: side, step: step}
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
	return t
}

// at returns the normalized correlation with the window whose first pixel is w[0].
func (t *template) at(w []float32, stride int) float32 {
	var dot, sum, squares float32
	k := 0
	for y := 0; y < t.side; y += t.step {
		row := w[y*stride : y*stride+t.side]
		if t.step == 1 {
			model := t.v[k : k+len(row)]
			for x, v := range row {
				dot += v * model[x]
				sum += v
				squares += v * v
			}
			k += len(row)
			continue
		}
		for x := 0; x < len(row); x += 2 {
			v := row[x]
			dot += v * t.v[k]
			sum += v
			squares += v * v
			k++
		}
	}
	n := float32(len(t.v))
	spread := squares - sum*sum/n
	if spread < n { // less than one gray level of difference: bare or burnt out
		return 0
	}
	return dot / (t.norm * float32(math.Sqrt(float64(spread))))
}
