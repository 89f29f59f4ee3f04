package calibration

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"harbormaster/mat"
)

// made is a homography such as a camera makes of a mat: turned, scaled, slanted.
func made(t *rapid.T) Homography {
	f := func(name string, low, high float64) float64 { return rapid.Float64Range(low, high).Draw(t, name) }
	angle, scale := f("angle", -math.Pi, math.Pi), f("scale", 5, 80)
	c, s := scale*math.Cos(angle), scale*math.Sin(angle)
	slant := f("slant", 0.5, 1.5)
	return Homography{c, -s * slant, f("x", -500, 4000), s, c * slant, f("y", -500, 3000), f("px", -.01, .01), f("py", -.01, .01), 1}
}

func apart(a, b mat.Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }

// The unit is a hex radius, so mats reach from about -2 to 14.
func spread(t *rapid.T, n int) []mat.Point {
	out := []mat.Point{{X: -1, Y: -2}, {X: 13, Y: -1}, {X: 12, Y: 9}, {X: 0, Y: 8}}
	for len(out) < n {
		out = append(out, mat.Point{X: rapid.Float64Range(-2, 14).Draw(t, "x"), Y: rapid.Float64Range(-2, 10).Draw(t, "y")})
	}
	return out
}

func TestFromPointsGivesBackWhatWasMade(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := made(t)
		from := spread(t, rapid.IntRange(4, 40).Draw(t, "n"))
		got, err := FromPoints(from, h.ApplyAll(from))
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			p := mat.Point{X: rand.Float64() * 12, Y: rand.Float64() * 8}
			if d := apart(got.Apply(p), h.Apply(p)); !(d < 1e-6) {
				t.Fatalf("%v comes to %v instead of %v, %g px off", p, got.Apply(p), h.Apply(p), d)
			}
		}
	})
}

func TestInverseAndMul(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := made(t), made(t)
		p := mat.Point{X: rapid.Float64Range(-2, 14).Draw(t, "x"), Y: rapid.Float64Range(-2, 10).Draw(t, "y")}
		if d := apart(a.Inverse().Apply(a.Apply(p)), p); !(d < 1e-6) {
			t.Fatalf("there and back again is %g off", d)
		}
		b[6], b[7] = b[6]*1e-3, b[7]*1e-3 // pixels are a thousand times hex radii
		want := b.Apply(a.Apply(p))
		if d := apart(b.Mul(a).Apply(p), want) / (1 + math.Hypot(want.X, want.Y)); !(d < 1e-9) {
			t.Fatalf("one after the other is %g off", d)
		}
	})
}

func TestScaleIsTheChangeOfLength(t *testing.T) {
	h := Homography{30, 0, 100, 0, 30, 50, 0, 0, 1}
	if s := h.Scale(mat.Point{X: 3, Y: 4}); math.Abs(s-30) > 1e-9 {
		t.Errorf("scale is %g, want 30", s)
	}
}

func TestLeastSquaresEvensOutErrors(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	h := Homography{40, 3, 300, -2, 38, 200, .002, -.003, 1}
	var from, to []mat.Point
	for range 400 {
		p := mat.Point{X: rng.Float64() * 12, Y: rng.Float64() * 8}
		q := h.Apply(p)
		from, to = append(from, p), append(to, mat.Point{X: q.X + rng.NormFloat64(), Y: q.Y + rng.NormFloat64()})
	}
	got, err := FromPoints(from, to)
	if err != nil {
		t.Fatal(err)
	}
	if d := apart(got.Apply(mat.Point{X: 6, Y: 4}), h.Apply(mat.Point{X: 6, Y: 4})); d > 0.2 {
		t.Errorf("400 points 1 px off each leave %g px in the middle", d)
	}
}

func TestDegeneratePointsAreRefused(t *testing.T) {
	square := []mat.Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}}
	for name, points := range map[string][]mat.Point{
		"on a line":         {{X: 0, Y: 0}, {X: 1, Y: 1}, {X: 2, Y: 2}, {X: 3, Y: 3}},
		"three on a line":   {{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 2, Y: 0}, {X: 0, Y: 1}},
		"all one":           {{X: 5, Y: 5}, {X: 5, Y: 5}, {X: 5, Y: 5}, {X: 5, Y: 5}},
		"two the same":      {{X: 0, Y: 0}, {X: 0, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}},
		"not a number":      {{X: math.NaN(), Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}},
		"endlessly far off": {{X: math.Inf(1), Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}},
	} {
		if h, err := FromPoints(points, square); !errors.Is(err, ErrDegenerate) {
			t.Errorf("%s as from: got %v, %v", name, h, err)
		}
		if h, err := FromPoints(square, points); err == nil {
			t.Errorf("%s as to: got %v", name, h)
		}
	}
	if _, err := FromPoints(square[:3], square[:3]); err == nil {
		t.Error("three pairs were taken")
	}
	crossed := []mat.Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 0, Y: 1}, {X: 1, Y: 1}}
	if h, err := FromPoints(square, crossed); err == nil {
		t.Errorf("crossed corners were taken: %v", h)
	}
}
