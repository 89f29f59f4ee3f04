package vision

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// calibrated is what a golden of a calibration says: text that people can read, and the
// numbers to compare by.
type calibrated struct {
	// Near is how far, px, a middle may lie from the golden's; Truth from where the
	// picture's maker put it, who bends straight lines as lenses do.
	Near, Truth float64
	Hexes       map[string]calibratedHex // by player and name
	Order       []string
}

type calibratedHex struct {
	group string // a, b, c... in the order in which they come
	at    mat.Point
}

// calibratedOf lists what was learnt of a table. Fields are named by the order in which
// they come, as their numbers mean nothing.
func calibratedOf(p *calibration.Profile) calibrated {
	c := calibrated{Hexes: map[string]calibratedHex{}}
	letters := map[mat.Field]string{}
	for i := range p.Mats {
		m := &p.Mats[i]
		for k := range m.Template.Len() {
			s := m.Template.Space(k)
			if letters[s.Field] == "" {
				letters[s.Field] = string(rune('a' + len(letters)))
			}
			name := m.Name + " " + s.ID
			c.Order = append(c.Order, name)
			c.Hexes[name] = calibratedHex{letters[s.Field], m.ToPicture.Apply(m.Middle(k))}
		}
	}
	return c
}

func (c *calibrated) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# every hex: player, name, field's group, middle in the picture (px)\nnear %.1f\ntruth %.1f\n", c.Near, c.Truth)
	for _, name := range c.Order {
		h := c.Hexes[name]
		fmt.Fprintf(&b, "%s %s %.1f %.1f\n", name, h.group, h.at.X, h.at.Y)
	}
	return b.String()
}

func parseCalibrated(t *testing.T, text string) calibrated {
	t.Helper()
	c := calibrated{Hexes: map[string]calibratedHex{}}
	number := func(s string) float64 {
		v, err := strconv.ParseFloat(s, 64)
		check(t, err)
		return v
	}
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		f := strings.Fields(line)
		switch {
		case strings.HasPrefix(line, "#"):
		case f[0] == "near" && len(f) == 2:
			c.Near = number(f[1])
		case f[0] == "truth" && len(f) == 2:
			c.Truth = number(f[1])
		case len(f) == 5:
			name := f[0] + " " + f[1]
			c.Order = append(c.Order, name)
			c.Hexes[name] = calibratedHex{f[2], mat.Point{X: number(f[3]), Y: number(f[4])}}
		default:
			t.Fatalf("the golden has a line %q", line)
		}
	}
	return c
}

// TestCalibrateGolden calibrates the shared tables: each hex with its name, group and
// place as in the golden, and as the pictures' maker says.
func TestCalibrateGolden(t *testing.T) {
	for _, name := range sharedSessions {
		got := calibratedOf(session(t, name))
		golden := filepath.Join("testdata", name, "00-empty.golden")
		data, err := os.ReadFile(golden)
		check(t, err)
		want := parseCalibrated(t, string(data))
		if *update {
			got.Near, got.Truth = want.Near, want.Truth
			check(t, os.WriteFile(golden, []byte(got.String()), 0o644))
			want = got
		}
		compareCalibrated(t, name+", golden", got, want, want.Near)
		compareCalibrated(t, name+", truth", got, trueCalibration(t, laterPictures(t, name)[0]), want.Truth)
	}
}

// compareCalibrated compares names, groups (whatever they are called) and middles.
func compareCalibrated(t *testing.T, what string, got, want calibrated, near float64) {
	t.Helper()
	if !(near > 0) {
		t.Fatalf("%s: no tolerance", what)
	}
	called := map[string]string{}
	worst := 0.0
	for _, name := range want.Order {
		w, g := want.Hexes[name], got.Hexes[name]
		if g.group == "" {
			t.Errorf("%s: %s isn't found", what, name)
			continue
		}
		if called[w.group] == "" {
			called[w.group] = g.group
		}
		if called[w.group] != g.group {
			t.Errorf("%s: %s is of group %s, with others of %s", what, name, g.group, w.group)
		}
		off := distance(w.at, g.at)
		worst = math.Max(worst, off)
		if off > near {
			t.Errorf("%s: %s lies at %.1f %.1f, want %.1f %.1f: %.1f px off, more than %.1f", what, name, g.at.X, g.at.Y, w.at.X, w.at.Y, off, near)
		}
	}
	for _, name := range got.Order {
		if want.Hexes[name].group == "" {
			t.Errorf("%s: %s is invented", what, name)
		}
	}
	t.Logf("%s: %d hexes, the worst %.2f px off", what, len(got.Order), worst)
}

// trueCalibration is what the truth beside a picture says of its table.
func trueCalibration(t *testing.T, picture string) calibrated {
	t.Helper()
	data, err := os.ReadFile(strings.TrimSuffix(picture, ".jpg") + ".json")
	check(t, err)
	var truth struct {
		Players []struct {
			Name  string
			Hexes []struct {
				ID, Field string
				At        [2]float64 // px of the picture as it is here, scaled down
			}
		}
	}
	check(t, json.Unmarshal(data, &truth))
	c := calibrated{Hexes: map[string]calibratedHex{}}
	for _, p := range truth.Players {
		for _, h := range p.Hexes {
			name := p.Name + " " + h.ID
			c.Order = append(c.Order, name)
			c.Hexes[name] = calibratedHex{h.Field, mat.Point{X: h.At[0], Y: h.At[1]}}
		}
	}
	return c
}
