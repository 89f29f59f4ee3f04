package mat_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"harbormaster/mat"
)

var orientations = rapid.SampledFrom([]mat.Orientation{mat.Pointy, mat.Flat})

func axials(t *rapid.T) mat.Axial {
	return mat.Axial{Q: rapid.IntRange(-40, 40).Draw(t, "q"), R: rapid.IntRange(-40, 40).Draw(t, "r")}
}

func TestLayoutMiddles(t *testing.T) {
	// The formulas of the state file's description, in units of the radius.
	for _, c := range []struct {
		o    mat.Orientation
		at   mat.Axial
		x, y float64
	}{
		{mat.Pointy, mat.Axial{Q: 0, R: 0}, 0, 0},
		{mat.Pointy, mat.Axial{Q: 1, R: 0}, math.Sqrt(3), 0},
		{mat.Pointy, mat.Axial{Q: 0, R: 1}, math.Sqrt(3) / 2, 1.5},
		{mat.Pointy, mat.Axial{Q: -1, R: 2}, 0, 3},
		{mat.Flat, mat.Axial{Q: 1, R: 0}, 1.5, math.Sqrt(3) / 2},
		{mat.Flat, mat.Axial{Q: 0, R: 1}, 0, math.Sqrt(3)},
		{mat.Flat, mat.Axial{Q: 2, R: -1}, 3, 0},
	} {
		got := mat.Layout{Orientation: c.o, Radius: 1}.Middle(c.at)
		if math.Hypot(got.X-c.x, got.Y-c.y) > 1e-12 {
			t.Errorf("%v %v: middle %v, want %v, %v", c.o, c.at, got, c.x, c.y)
		}
	}
}

// Any point well inside a hex belongs to it, wherever the lattice lies.
func TestLayoutRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := mat.Layout{
			Orientation: orientations.Draw(t, "orientation"),
			Radius:      rapid.Float64Range(0.5, 40).Draw(t, "radius"),
			Origin:      mat.Point{X: rapid.Float64Range(-500, 500).Draw(t, "x"), Y: rapid.Float64Range(-500, 500).Draw(t, "y")},
		}
		a := axials(t)
		m := l.Middle(a)
		// The largest circle inside a hex has √3/2 of its radius.
		angle, far := rapid.Float64Range(0, 2*math.Pi).Draw(t, "angle"), rapid.Float64Range(0, 0.86).Draw(t, "far")
		p := mat.Point{X: m.X + far*l.Radius*math.Cos(angle), Y: m.Y + far*l.Radius*math.Sin(angle)}
		if got := l.At(p); got != a {
			t.Fatalf("%v lies on %v, want %v", p, got, a)
		}
		for _, corner := range l.Corners(a) {
			if d := math.Hypot(corner.X-m.X, corner.Y-m.Y); math.Abs(d-l.Radius) > 1e-9*l.Radius {
				t.Fatalf("a corner is %v from the middle, want the radius %v", d, l.Radius)
			}
		}
	})
}

// The hex found by rounding is the nearest one, by looking at all around it.
func TestAtIsNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := mat.Layout{Orientation: orientations.Draw(t, "orientation"), Radius: 10}
		p := mat.Point{X: rapid.Float64Range(-200, 200).Draw(t, "x"), Y: rapid.Float64Range(-200, 200).Draw(t, "y")}
		far := func(a mat.Axial) float64 { m := l.Middle(a); return math.Hypot(m.X-p.X, m.Y-p.Y) }
		got := l.At(p)
		for q := -30; q <= 30; q++ {
			for r := -30; r <= 30; r++ {
				if a := (mat.Axial{Q: q, R: r}); far(a) < far(got)-1e-9 {
					t.Fatalf("%v is nearer to %v than %v", a, p, got)
				}
			}
		}
	})
}

func TestNeighborsTouch(t *testing.T) {
	for _, o := range []mat.Orientation{mat.Pointy, mat.Flat} {
		l := mat.Layout{Orientation: o, Radius: 1}
		seen := map[mat.Axial]bool{}
		for _, d := range mat.Directions {
			m := l.Middle(d)
			if math.Abs(math.Hypot(m.X, m.Y)-math.Sqrt(3)) > 1e-12 {
				t.Errorf("%v: neighbor %v is %v away, want √3", o, d, math.Hypot(m.X, m.Y))
			}
			if d.Distance(mat.Axial{}) != 1 || seen[d] {
				t.Errorf("%v is no neighbor of its own", d)
			}
			seen[d] = true
		}
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct{ name, notation, want string }{
		{"rows and their gaps", "pointy / 1,0 h. h. / 0,1 h. _ h.", "A1 A2 B1 B2"},
		{"letters only for rows there are", "pointy / 0,0 h. / 0,5 h.", "A1 B1"},
		{"columns on flat mats", "flat / -1,1 h. h. / 0,-3 h.", "A1 A2 B1"},
	} {
		m, err := mat.Parse(c.notation)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := strings.Join(m.IDs(), " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestNamesPastZ(t *testing.T) {
	var at []mat.Axial
	for r := range 28 {
		at = append(at, mat.Axial{R: r})
	}
	names := mat.Names(mat.Pointy, at)
	if got := []string{names[0], names[25], names[26], names[27]}; !slices.Equal(got, []string{"A1", "Z1", "AA1", "AB1"}) {
		t.Errorf("names of rows 0, 25, 26, 27: %v", got)
	}
}

// drawMat draws any mat: scattered hexes, any fields and contents.
func drawMat(t *rapid.T) mat.Mat {
	places := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) mat.Axial {
		return mat.Axial{Q: rapid.IntRange(-5, 5).Draw(t, "q"), R: rapid.IntRange(-5, 5).Draw(t, "r")}
	}), 0, 60, rapid.ID[mat.Axial]).Draw(t, "places")
	var spaces []mat.Space
	var on []mat.Contents
	for _, at := range places {
		spaces = append(spaces, mat.Space{At: at, Field: mat.Field(rapid.IntRange(0, int(mat.Field5)).Draw(t, "field"))})
		on = append(on, mat.Contents{
			Crop:   mat.Crop(rapid.IntRange(0, mat.NumCrops).Draw(t, "crop")),
			Worker: rapid.Bool().Draw(t, "worker"), Barn: rapid.Bool().Draw(t, "barn"),
			Well: rapid.Bool().Draw(t, "well"), Surveyor: rapid.Bool().Draw(t, "surveyor"),
		})
	}
	template, err := mat.NewTemplate(orientations.Draw(t, "orientation"), spaces)
	if err != nil {
		t.Fatal(err)
	}
	return mat.Mat{Template: template, On: on}
}

// contents lists a mat by place, whatever the order of its hexes.
func contents(m mat.Mat) map[mat.Space]mat.Contents {
	out := map[mat.Space]mat.Contents{}
	for i, c := range m.On {
		out[m.Space(i)] = c
	}
	return out
}

func TestNotationRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMat(t)
		line := m.String()
		back, err := mat.Parse(line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if diff := cmp.Diff(contents(m), contents(back)); diff != "" || back.Orientation() != m.Orientation() {
			t.Fatalf("%s: read back it differs (-want +got):\n%s", line, diff)
		}
		if again := back.String(); again != line {
			t.Fatalf("printed again: %s, want %s", again, line)
		}
	})
}

func TestNotation(t *testing.T) {
	const line = "pointy / 1,0 s# *. hP! / 0,1 sT _ *To^"
	m, err := mat.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	if m.String() != line {
		t.Errorf("printed: %s, want %s", m, line)
	}
	i, _ := m.Index("B2")
	want := mat.Contents{Crop: mat.Turnip, Well: true, Surveyor: true}
	if m.On[i] != want || m.Space(i).Field != mat.Star || m.Space(i).At != (mat.Axial{Q: 2, R: 1}) {
		t.Errorf("B2: %+v on %+v", m.On[i], m.Space(i))
	}
}

func TestNotationRefuses(t *testing.T) {
	for _, c := range []struct{ line, says string }{
		{"", "neither pointy nor flat"},
		{"round / 0,0 h.", "neither pointy nor flat"},
		{"pointy /", "row 1 is empty"},
		{"pointy / h. h.", "not q,r"},
		{"pointy / 1;0 h.", "not q,r"},
		{"pointy / 99999999,0 h.", "not q,r"},
		{"pointy / 0,0 x.", "no field"},
		{"pointy / 0,0 h", "nothing"},
		{"pointy / 0,0 hX", "none of"},
		{"pointy / 0,0 hTT", "one too many"},
		{"pointy / 0,0 h!!", "one too many"},
		{"pointy / 0,0 hT.", "one too many"},
		{"pointy / 0,0 h. / 0,0 s.", "both at"},
		{"pointy / 0,0" + strings.Repeat(" h.", 1001), "more than"},
	} {
		if _, err := mat.Parse(c.line); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%.40q: error %v, want one that says %q", c.line, err, c.says)
		}
	}
}

func TestNewTemplateRefuses(t *testing.T) {
	for _, c := range []struct {
		name   string
		o      mat.Orientation
		spaces []mat.Space
		says   string
	}{
		{"no orientation", mat.NoOrientation, nil, "neither pointy nor flat"},
		{"a name twice", mat.Flat, []mat.Space{{ID: "A1"}, {ID: "A1", At: mat.Axial{Q: 1}}}, "twice"},
		{"a place twice", mat.Flat, []mat.Space{{ID: "A1"}, {ID: "A2"}}, "both at"},
	} {
		if _, err := mat.NewTemplate(c.o, c.spaces); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one that says %q", c.name, err, c.says)
		}
	}
}

func TestWords(t *testing.T) {
	for _, c := range mat.Crops() {
		if got, err := mat.ParseCrop(c.String()); err != nil || got != c {
			t.Errorf("crop %s read back: %v, %v", c, got, err)
		}
	}
	for _, name := range mat.FieldNames() {
		if got, err := mat.ParseField(name); err != nil || got.String() != name {
			t.Errorf("field %s read back: %v, %v", name, got, err)
		}
	}
	for _, name := range []string{"", "Corn", "maize"} {
		if _, err := mat.ParseCrop(name); err == nil {
			t.Errorf("%q was taken for a crop", name)
		}
		if _, err := mat.ParseField(name); err == nil {
			t.Errorf("%q was taken for a field", name)
		}
	}
}

func TestCloneIsApart(t *testing.T) {
	m, err := mat.Parse("flat / 0,0 h. sT!")
	if err != nil {
		t.Fatal(err)
	}
	c := m.Clone()
	c.On[0].Barn = true
	if m.On[0].Barn || m.Equal(c) || !m.Equal(m.Clone()) {
		t.Errorf("the clone shares its contents: %s, %s", m, c)
	}
}

// FuzzParse: no line makes Parse crash, and what it takes prints and parses
// to the same.
func FuzzParse(f *testing.F) {
	f.Add("pointy / 1,0 s# *. hP! / 0,1 sT _ *To^")
	f.Add("flat / 0,0 1. 2K! 3W / 1,-1 ?.")
	f.Add("pointy / 0,0 _ _")
	f.Fuzz(func(t *testing.T, line string) {
		m, err := mat.Parse(line)
		if err != nil {
			return
		}
		back, err := mat.Parse(m.String())
		if err != nil || !m.Equal(back) && cmp.Diff(contents(m), contents(back)) != "" {
			t.Fatalf("%q prints %q, which reads as %v, %v", line, m, back, err)
		}
	})
}
