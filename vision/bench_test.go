package vision

import (
	"math/rand/v2"
	"testing"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// benchTable is about what a usual camera gives: two mats, hexes of 30 px.
func benchTable(b *testing.B) (*drawnTable, *calibration.Profile) {
	b.Helper()
	rng := rand.New(rand.NewPCG(4, 4))
	d := drawTable(b, rng, tableOptions{mats: 2, cards: true, orientation: mat.Pointy, tilt: .3, noise: 2, blur: .7, radius: 30})
	b.Cleanup(d.close)
	return d, learnt(b, d)
}

func BenchmarkDecode(b *testing.B) {
	d, _ := benchTable(b)
	data := d.photo(b, motion{})
	b.ResetTimer()
	for b.Loop() {
		f, err := Decode("x", data)
		check(b, err)
		check(b, f.Close())
	}
}

func BenchmarkCalibrate(b *testing.B) {
	d, _ := benchTable(b)
	f, err := Decode("x", d.photo(b, motion{}))
	check(b, err)
	defer f.Close()
	b.ResetTimer()
	for b.Loop() {
		_, err := Calibrate(f, d.marks)
		check(b, err)
	}
}

// BenchmarkLocate is what each way of finding the mats takes.
func BenchmarkLocate(b *testing.B) {
	d, p := benchTable(b)
	for name, mo := range map[string]motion{
		"unmoved": {cover: []int{1, 2, 3, 7, 9, 12}},
		"pushed":  {push: map[int]calibration.Homography{0: pushBy(d, 0, .6, .3, 3)}},
		"nudged":  {camera: calibration.Homography{.99, -.03, 60, .03, .99, -40, 0, 0, 1}},
		"blind":   {blind: true, camera: calibration.Homography{.9, -.3, 300, .3, .9, -50, 0, 0, 1}},
	} {
		b.Run(name, func(b *testing.B) {
			f, err := Decode("x", d.photo(b, mo))
			check(b, err)
			defer f.Close()
			l, err := NewLocator(p)
			check(b, err)
			defer l.Close()
			b.ResetTimer()
			for b.Loop() {
				_, err := l.Locate(f)
				check(b, err)
			}
		})
	}
}
