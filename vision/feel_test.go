package vision

import (
	"math/rand/v2"
	"testing"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// A mat whose print shows nothing at a quarter of the size is felt for as far as mats get
// pushed.
func TestFeelForPushedMat(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 41))
	d := drawTable(t, rng, tableOptions{mats: 1, orientation: mat.Pointy, tilt: .3, noise: 2, blur: .7, radius: 30})
	defer d.close()
	p := learnt(t, d)
	l, err := NewLocator(p)
	check(t, err)
	defer l.Close()
	for _, c := range []struct{ x, y, turn float64 }{{.3, -.2, 1}, {-.9, .5, 0}, {.2, .9, -3}, {-.4, -.6, 5}, {.7, .1, -5}} {
		mo := motion{push: map[int]calibration.Homography{0: pushBy(d, 0, c.x, c.y, c.turn)}}
		f, err := Decode("later.jpg", d.photo(t, mo))
		check(t, err)
		s := l.look(f)
		found, err := s.felt(0)
		check(t, err)
		if !found {
			t.Errorf("pushed by %v: not found", c)
		}
		truth := d.at(0, mo).Mul(d.mats[0].place.Inverse()).Mul(p.Mats[0].ToPicture)
		for i := range p.Mats[0].Template.Len() {
			q := p.Mats[0].Middle(i)
			if off := distance(s.places[0].ToPicture.Apply(q), truth.Apply(q)) / d.opts.radius; found && off > 0.06 {
				t.Errorf("pushed by %v: hex %d is %.3f radii off", c, i, off)
			}
		}
		check(t, f.Close())
	}
}
