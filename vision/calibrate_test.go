package vision

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// compareMat counts what differs between a drawn mat and what was learnt of it.
func compareMat(d *drawnMat, m *calibration.Mat) (missing, invented, named int, worst float64) {
	met := map[int]bool{}
	l := mat.Layout{Orientation: d.template.Orientation(), Radius: 1}
	back := m.ToPicture.Inverse()
	for i := range d.template.Len() {
		s := d.template.Space(i)
		at := d.place.Apply(l.Middle(s.At))
		k, ok := m.Template.IndexAt(m.Layout().At(back.Apply(at)))
		if !ok || met[k] {
			missing++
			continue
		}
		met[k] = true
		off := distance(m.ToPicture.Apply(m.Middle(k)), at) / d.place.Scale(l.Middle(s.At))
		worst = max(worst, off)
		if off < 0.25 && m.Template.Space(k).ID == s.ID {
			named++
		}
	}
	return missing, m.Template.Len() - len(met), named, worst
}

// TestDrawnTables is the property: whatever the lattice, the colors and the view, each
// hex is found, none is made up, all have their names and their field.
func TestDrawnTables(t *testing.T) {
	tables := 6
	if os.Getenv("HARBORMASTER_SOAK") != "" {
		tables = 60
	}
	for n := range tables {
		rng := rand.New(rand.NewPCG(uint64(n), 7))
		o := tableOptions{
			mats: 1 + rng.IntN(2), cards: n%2 == 0, orientation: mat.Pointy + mat.Orientation(n/2%2),
			tilt: rng.Float64(), noise: 1 + 4*rng.Float64(), blur: 0.5 + rng.Float64(), radius: 22 + 25*rng.Float64(), haze: 0.05 * rng.Float64(),
		}
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			d := drawTable(t, rng, o)
			defer d.close()
			f, err := Decode("drawn.jpg", d.photo(t, motion{}))
			check(t, err)
			defer f.Close()
			p, err := Calibrate(f, d.marks)
			if err != nil {
				keep(t, d, fmt.Sprint(n))
				t.Fatalf("%+v: %v", o, err)
			}
			if len(p.Mats) != len(d.mats) {
				keep(t, d, fmt.Sprint(n))
				t.Fatalf("%+v: %d of %d mats found: %v", o, len(p.Mats), len(d.mats), p.Problems())
			}
			for i := range d.mats {
				missing, invented, named, worst := compareMat(&d.mats[i], &p.Mats[i])
				if missing > 0 || invented > 0 || named != d.mats[i].template.Len() || worst > 0.1 {
					keep(t, d, fmt.Sprint(n))
					t.Errorf("%+v, mat %d: %d hexes missing, %d made up, %d of %d named right, worst %.3f radii off", o, i, missing, invented, named, d.mats[i].template.Len(), worst)
				}
			}
			if right, of := drawnFields(d, p); right != of {
				keep(t, d, fmt.Sprint(n))
				t.Errorf("%+v: %d of %d fields grouped right; %v", o, right, of, p.Problems())
			}
		})
	}
}

// drawnFields counts the hexes whose group is the one most of their color have.
func drawnFields(d *drawnTable, p *calibration.Profile) (right, of int) {
	pairs := map[[2]mat.Field]int{}
	for i := range d.mats {
		t := d.mats[i].template
		for k := range t.Len() {
			of++
			if j, ok := p.Mats[i].Template.Index(t.Space(k).ID); ok {
				pairs[[2]mat.Field{t.Space(k).Field, p.Mats[i].Template.Space(j).Field}]++
			}
		}
	}
	usedA, usedB := map[mat.Field]bool{}, map[mat.Field]bool{}
	for range 5 {
		var best [2]mat.Field
		for k, n := range pairs {
			if !usedA[k[0]] && !usedB[k[1]] && n > pairs[best] {
				best = k
			}
		}
		right += pairs[best]
		usedA[best[0]], usedB[best[1]] = true, true
	}
	return right, of
}

// keep writes a picture that a test failed on where a person can look at it.
func keep(t *testing.T, d *drawnTable, name string) {
	dir := os.Getenv("HARBORMASTER_KEEP")
	if dir == "" {
		return
	}
	if err := os.WriteFile(dir+"/drawn-"+name+".jpg", d.photo(t, motion{}), 0o644); err != nil {
		t.Log(err)
	}
}
