package pieces

import (
	"cmp"
	"math"
	"slices"
)

// finalists is how many types are compared closely: a quick look at a quarter
// of the pixels never has the right one farther down.
const finalists = 4

// farBehind is how many times as far as the best a print looks at a glance that needs
// no closer look.
const farBehind = 4

// name finds the type whose print is nearest where types differ.
func (r *boatReader) name(q []float32) Boat {
	codes := make([]uint8, len(q))
	for _, p := range r.telling {
		for c := range 3 {
			codes[p+c] = codeOfLight(q[p+c])
		}
	}
	type quick struct {
		print int
		d     float32
	}
	looks := make([]quick, len(r.Prints))
	for i := range r.Prints {
		looks[i] = quick{i, r.glance(codes, r.codes[i])}
	}
	slices.SortStableFunc(looks, func(a, b quick) int { return cmp.Compare(a.d, b.d) })
	best, second := math.Inf(1), math.Inf(1)
	var out Boat
	var types []string
	for _, l := range looks {
		if len(types) > 1 && l.d > farBehind*(looks[0].d+float32(r.total)) {
			break
		}
		name := r.Prints[l.print].Type
		if !slices.Contains(types, name) {
			if len(types) == finalists {
				continue
			}
			types = append(types, name)
		}
		d := r.apart(codes, r.codes[l.print], math.Min(second, 1e3))
		switch {
		case name == out.Type:
			best = math.Min(best, d)
		case d < best:
			out.Second, second = out.Type, best
			out.Type, best = name, d
		case d < second:
			out.Second, second = name, d
		}
	}
	if out.Second == "" {
		out.Chance = 0.5
		return out
	}
	// The two best once more, only where they differ from each other.
	best, second = r.duel(codes, out.Type, out.Second)
	if second < best {
		out.Type, out.Second, best, second = out.Second, out.Type, second, best
	}
	// Noise makes a right type's distance some 5 to 15 codes; pictograms that differ
	// add to it. Relative to that noise the surplus tells how clear the case is.
	surplus := (second - best) / (4 + best)
	out.Chance = 1 / (1 + math.Exp(-14*(surplus-0.02)))
	out.Fallback = 1 - out.Chance
	return out
}

// duel returns how far a boat is from the nearest print of each of two types, codes,
// where those differ from each other: elsewhere there is only noise.
func (r *boatReader) duel(q []uint8, a, b string) (da, db float64) {
	v := r.versus(a, b)
	distance := func(name string) float64 {
		best := float32(math.Inf(1))
		for i := range r.Prints {
			if r.Prints[i].Type != name {
				continue
			}
			for _, s := range shifts {
				best = min(best, v.apart(q, r.codes[i], 3*(s[1]*r.W+s[0]), best))
			}
		}
		return math.Sqrt(float64(best / v.total))
	}
	return distance(a), distance(b)
}

// versus are the pixels that tell two types apart, and how much each of them does.
type versus struct {
	at     []int // index of the first color
	weight []float32
	total  float32
}

// apart is the weighted sum of squared differences of a boat to a shifted print; it
// gives up above most.
func (v *versus) apart(q, b []uint8, shift int, most float32) float32 {
	sum := float32(0)
	for k, p := range v.at {
		x, y := q[p:p+3:p+3], b[p+shift:p+shift+3:p+shift+3]
		sum += v.weight[k] * float32(farOff(x[0], y[0])+farOff(x[1], y[1])+farOff(x[2], y[2]))
		if k&63 == 63 && sum >= most {
			break
		}
	}
	return sum
}

// farOff is the squared difference of two codes, at most that of 60.
func farOff(a, b uint8) int {
	d := int(a) - int(b)
	return min(d*d, 3600)
}

// versus returns what tells two types apart. It is worked out once: mats are read side
// by side.
func (r *boatReader) versus(a, b string) *versus {
	if v, ok := r.duels.Load([2]string{a, b}); ok {
		return v.(*versus)
	}
	weight := make([]float32, r.W*r.H)
	pa, pb := r.first(a), r.first(b)
	for _, p := range r.telling {
		// Two boats never lie quite alike under their prints: what a pixel's shift of one
		// explains is no difference.
		weight[p/3] = tells(min(r.unlike(pa, pb, p), r.unlike(pb, pa, p)))
	}
	weight = boxBlur(weight, r.W, r.H)
	v := &versus{total: 1e-9}
	for _, p := range r.telling {
		w := weight[p/3]
		v.total += 3 * w
		if w >= 0.02 {
			v.at, v.weight = append(v.at, p), append(v.weight, w)
		}
	}
	r.duels.Store([2]string{a, b}, v)
	return v
}

// unlike is the least mean squared difference, codes, of a's pixel p to b's about it.
func (r *boatReader) unlike(a, b []uint8, p int) float32 {
	best := int32(math.MaxInt32)
	for _, s := range shifts {
		q := p + 3*(s[1]*r.W+s[0])
		d := int32(0)
		for c := range 3 {
			e := int32(a[p+c]) - int32(b[q+c])
			d += e * e
		}
		best = min(best, d)
	}
	return float32(best) / 3
}

// tells is how much a pixel tells that differs by d, codes squared: a pictogram by 2000 and
// more, and noise and a camera's smeared colors, in the dark, by up to 300, but on large parts
// of a boat.
func tells(d float32) float32 {
	const half = 700
	return d * d / (d*d + half*half)
}

// first returns the codes of the first print of a type.
func (r *boatReader) first(name string) []uint8 {
	for i := range r.Prints {
		if r.Prints[i].Type == name {
			return r.codes[i]
		}
	}
	return nil
}

// shifts are the nine by a pixel at most that prints are compared at.
var shifts = [9][2]int{{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}

// glance is a rough apart: every fourth telling pixel, unshifted.
func (r *boatReader) glance(q, b []uint8) float32 {
	sum := float32(0)
	for i := 0; i < len(r.telling); i += 4 {
		p := r.telling[i]
		w := r.weight[p/3]
		for c := range 3 {
			sum += w * float32(farOff(q[p+c], b[p+c]))
		}
	}
	return sum
}

// apart is the weighted root mean square difference in codes between a boat
// and a print, at the best of nine shifts by a pixel. It gives up above least.
func (r *boatReader) apart(q, b []uint8, least float64) float64 {
	best := float32(min(least*least*r.total, math.MaxFloat32))
	for _, s := range shifts {
		best = min(best, r.all.apart(q, b, 3*(s[1]*r.W+s[0]), best))
	}
	return math.Sqrt(float64(best) / r.total)
}
