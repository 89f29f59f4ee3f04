package vision

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// learnt calibrates a drawn table and saves its profile.
func learnt(t testing.TB, d *drawnTable) *calibration.Profile {
	t.Helper()
	f, err := Decode("empty.jpg", d.photo(t, motion{}))
	check(t, err)
	defer f.Close()
	p, err := Calibrate(f, d.marks)
	check(t, err)
	dir := t.TempDir()
	check(t, SaveProfile(dir, f, p))
	p, err = calibration.Load(dir)
	check(t, err)
	return p
}

// located finds the mats in the photo after mo, and returns how far the worst hex is
// off, in radii; mats that weren't found count as a whole one.
func located(t testing.TB, d *drawnTable, p *calibration.Profile, mo motion) (worst float64, places []Placement) {
	t.Helper()
	f, err := Decode("later.jpg", d.photo(t, mo))
	check(t, err)
	defer f.Close()
	places, err = Locate(f, p)
	check(t, err)
	for n := range d.mats {
		m := &p.Mats[n]
		if !places[n].Found {
			worst = max(worst, 1)
			continue
		}
		truth := d.at(n, mo)
		// Compare with where calibration put the hex, so that its own error doesn't count.
		back := d.mats[n].place.Inverse().Mul(m.ToPicture)
		for i := range m.Template.Len() {
			want := truth.Apply(back.Apply(m.Middle(i)))
			worst = max(worst, distance(places[n].ToPicture.Apply(m.Middle(i)), want)/d.opts.radius)
		}
	}
	return worst, places
}

// pushBy moves a mat on its plane: by (x, y) radii and a turn about its middle.
func pushBy(d *drawnTable, n int, x, y, degrees float64) calibration.Homography {
	s := d.mats[n].sheet
	mx, my := (s.Low.X+s.High.X)/2, (s.Low.Y+s.High.Y)/2
	c, sn := math.Cos(degrees*math.Pi/180), math.Sin(degrees*math.Pi/180)
	turn := calibration.Homography{c, -sn, x, sn, c, y, 0, 0, 1}
	return calibration.Translation(mx, my).Mul(turn).Mul(calibration.Translation(-mx, -my))
}

func TestLocateAfterMotion(t *testing.T) {
	const exact = 0.06 // radii: 2 px of 35
	for _, cards := range []bool{true, false} {
		for n := range 2 {
			rng := rand.New(rand.NewPCG(uint64(n), 99))
			d := drawTable(t, rng, tableOptions{mats: 2, cards: cards, orientation: mat.Pointy + mat.Orientation(n), tilt: .4, noise: 2, blur: .7, radius: 30})
			p := learnt(t, d)
			half := make([]int, 0, 25)
			for i := range 25 {
				half = append(half, rng.IntN(40))
				_ = i
			}
			nudge := calibration.Homography{.995, -.02, 31, .02, .995, -23, 1e-6, -2e-6, 1}
			for name, mo := range map[string]motion{
				"nothing":               {},
				"tiles":                 {cover: half},
				"tiles and a hand":      {cover: half, hand: true},
				"pushed 15 mm":          {cover: half, push: map[int]calibration.Homography{0: pushBy(d, 0, .7, -.5, 0)}},
				"turned 5 degrees":      {cover: half, push: map[int]calibration.Homography{1: pushBy(d, 1, .1, .1, 5)}},
				"pushed and turned":     {cover: half, push: map[int]calibration.Homography{0: pushBy(d, 0, -.5, .5, -4), 1: pushBy(d, 1, .6, .2, 3)}},
				"nudged camera":         {cover: half, camera: nudge},
				"nudged and covered":    {cover: half, camera: nudge, hand: true},
				"nudged and pushed":     {camera: nudge, push: map[int]calibration.Homography{0: pushBy(d, 0, .3, -.3, 2)}},
				"cards taken away":      {cover: half, blind: true},
				"cards away and pushed": {cover: half, blind: true, push: map[int]calibration.Homography{0: pushBy(d, 0, .5, .3, 3)}},
			} {
				t.Run(fmt.Sprintf("%s, cards %v, table %d", name, cards, n), func(t *testing.T) {
					worst, places := located(t, d, p, mo)
					if worst > exact {
						t.Errorf("the worst hex is %.3f radii off; %v", worst, places)
					}
				})
			}
			d.close()
		}
	}
}

// checker prints squares of half a period (radii) on the paper of a drawn mat, on its
// left up to share of the width.
func (m *drawnMat) checker(t *testing.T, period, share float64) {
	t.Helper()
	pix, err := m.art.DataPtrUint8()
	check(t, err)
	l := mat.Layout{Orientation: m.template.Orientation(), Radius: 1}
	for y := range m.art.Rows() {
		for x := range m.art.Cols() {
			p := mat.Point{X: m.sheet.Low.X + float64(x)/artScale, Y: m.sheet.Low.Y + float64(y)/artScale}
			if _, hex := m.template.IndexAt(l.At(p)); hex || p.Y < m.sheet.Low.Y+2.4 || float64(x) > share*float64(m.art.Cols()) {
				continue
			}
			if (int(math.Floor(2*p.X/period))+int(math.Floor(2*p.Y/period)))%2 == 0 {
				for c := range 3 {
					pix[3*(y*m.art.Cols()+x)+c] -= 60
				}
			}
		}
	}
}

// A print that repeats itself agrees with itself a period off, too: a mat that was pushed
// by about that much isn't where it was.
func TestLocatePrintThatRepeats(t *testing.T) {
	for n, c := range []struct{ period, share float64 }{{0.35, 1}, {0.7, 1}, {0.4, 0.5}, {0.5, 1}, {0.4, 0.3}} {
		rng := rand.New(rand.NewPCG(uint64(n), 7))
		d := drawTable(t, rng, tableOptions{mats: 1, orientation: mat.Pointy, tilt: .2, noise: 2, blur: .7, radius: 30})
		defer d.close()
		d.mats[0].checker(t, c.period, c.share)
		p := learnt(t, d)
		for _, off := range []float64{0, 0.06} {
			mo := motion{push: map[int]calibration.Homography{0: pushBy(d, 0, c.period+off, off, 0)}}
			if worst, _ := located(t, d, p, mo); worst > 0.06 {
				t.Errorf("period %.2f on %.1f of the mat, pushed by %.2f: the worst hex is %.3f radii off", c.period, c.share, c.period+off, worst)
			}
		}
	}
}

func TestLocateFindsNoMatWhereThereIsNone(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	o := tableOptions{mats: 1, cards: true, orientation: mat.Pointy, tilt: .3, noise: 2, blur: .6, radius: 26}
	d := drawTable(t, rng, o)
	defer d.close()
	p := learnt(t, d)
	o.orientation, o.cards = mat.Flat, false
	other := drawTable(t, rng, o)
	defer other.close()
	f, err := Decode("other.jpg", other.photo(t, motion{}))
	check(t, err)
	defer f.Close()
	places, err := Locate(f, p)
	check(t, err)
	if places[0].Found || len(places[0].Problems) != 1 || !strings.Contains(places[0].Problems[0], "p0's mat isn't found") {
		t.Errorf("another table's mat: %+v", places[0])
	}
}
