package pieces

import "testing"

// drawnBoats are prints of two types that differ in one pictogram, and a third that
// differs more.
func drawnBoats() *boatReader {
	r := &boatReader{W: 30, H: 36}
	for i, name := range []string{"3a", "3b", "7"} {
		q := make([]float32, 3*r.W*r.H)
		for k := range q {
			q[k] = 0.3
		}
		disc := func(x0, y0 int, color [3]float32) {
			for y := -3; y <= 3; y++ {
				for x := -3; x <= 3; x++ {
					if x*x+y*y <= 9 {
						copy(q[3*((y0+y)*r.W+x0+x):][:3], color[:])
					}
				}
			}
		}
		for y := 14; y < 22; y++ { // the hull that all have
			for x := 5; x < 25; x++ {
				copy(q[3*(y*r.W+x):][:3], []float32{0.8, 0.8, 0.8})
			}
		}
		disc(8, 6, [3]float32{0.9, 0.9, 0.9})
		switch i {
		case 0:
			disc(20, 6, [3]float32{0.1, 0.6, 0.7})
		case 1:
			disc(20, 6, [3]float32{0.05, 0.4, 0.8})
		case 2:
			disc(20, 28, [3]float32{0.5, 0.1, 0.4})
		}
		r.Prints = append(r.Prints, boatPrint{name, q})
	}
	r.prepare()
	return r
}

func TestNameTellsLikeBoatsApart(t *testing.T) {
	r := drawnBoats()
	for _, b := range r.Prints {
		q := append([]float32(nil), b.Pix...)
		for i := range q { // a little noise, the same each time
			q[i] += 0.01 * float32((i*7919)%11-5) / 5
		}
		if got := r.name(q); got.Type != b.Type || got.Chance < sureFrom {
			t.Errorf("%s: read as %s with %.2f", b.Type, got.Type, got.Chance)
		}
	}
	// Half one, half the other is neither.
	mixed := make([]float32, len(r.Prints[0].Pix))
	for i := range mixed {
		mixed[i] = (r.Prints[0].Pix[i] + r.Prints[1].Pix[i]) / 2
	}
	if got := r.name(mixed); got.Chance >= sureFrom {
		t.Errorf("between 3a and 3b: %s, sure with %.2f", got.Type, got.Chance)
	}
}
