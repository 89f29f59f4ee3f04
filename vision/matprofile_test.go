//go:build matprofile

package vision

import (
	"math/rand/v2"
	"testing"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// TestNoMatIsLeft goes through all that works on pictures and counts the gocv.Mats
// that nobody closed.
func TestNoMatIsLeft(t *testing.T) {
	before := gocv.MatProfile.Count()
	rng := rand.New(rand.NewPCG(2, 2))
	d := drawTable(t, rng, tableOptions{mats: 2, cards: true, orientation: mat.Pointy, tilt: .3, noise: 2, blur: .7, radius: 26})
	p := learnt(t, d)
	for _, mo := range []motion{
		{}, {cover: []int{1, 2, 3}, hand: true},
		{blind: true, push: map[int]calibration.Homography{0: pushBy(d, 0, .5, .3, 4)}},
		{camera: calibration.Homography{.9, -.3, 300, .3, .9, -50, 0, 0, 1}},
	} {
		_, places := located(t, d, p, mo)
		f, err := Decode("later.jpg", d.photo(t, mo))
		check(t, err)
		check(t, DebugLocate(t.TempDir(), f, p, places))
		check(t, f.Close())
	}
	f, err := Decode("empty.jpg", d.photo(t, motion{}))
	check(t, err)
	check(t, DebugCalibrate(t.TempDir(), f, p))
	check(t, f.Close())
	d.close()
	if after := gocv.MatProfile.Count(); after != before {
		t.Errorf("%d gocv.Mats are left", after-before)
	}
}
