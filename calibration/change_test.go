package calibration

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"harbormaster/mat"
)

// row is a mat of n hexes side by side, all of the first color.
func row(t interface{ Fatal(...any) }, n int) *Mat {
	var spaces []mat.Space
	for q := range n {
		spaces = append(spaces, mat.Space{At: mat.Axial{Q: q}, Field: mat.Field1})
	}
	template, err := mat.NewTemplate(mat.Pointy, spaces)
	if err != nil {
		t.Fatal(err)
	}
	return &Mat{Name: "red", Template: template}
}

func TestChanged(t *testing.T) {
	m := row(t, 3)
	got, err := m.Changed(Change{Remove: []string{"A1"}, Add: []Added{{mat.Axial{Q: 1, R: 1}, mat.Field4}}, Fields: map[string]mat.Field{"A3": mat.Field2}})
	if err != nil {
		t.Fatal(err)
	}
	if s := mat.NewMat(got).String(); s != "pointy / 1,0 1. 2. / 1,1 4." {
		t.Errorf("it is now %s", s)
	}
	if ids := got.IDs(); !slices.Equal(ids, []string{"A1", "A2", "B1"}) {
		t.Errorf("its hexes are called %v", ids)
	}
	if s := mat.NewMat(m.Template).String(); s != "pointy / 0,0 1. 1. 1." {
		t.Errorf("the mat itself has become %s", s)
	}
}

func TestChangesThatCantBe(t *testing.T) {
	for name, c := range map[string]Change{
		"an unknown hex goes":          {Remove: []string{"B1"}},
		"an unknown hex gets a color":  {Fields: map[string]mat.Field{"Z9": mat.Field1}},
		"one that goes gets a color":   {Remove: []string{"A1"}, Fields: map[string]mat.Field{"A1": mat.Field2}},
		"a place that is taken":        {Add: []Added{{At: mat.Axial{Q: 1}}}},
		"a place given twice":          {Add: []Added{{At: mat.Axial{R: 1}}, {At: mat.Axial{R: 1}}}},
		"a place far off":              {Add: []Added{{At: mat.Axial{Q: 9, R: 9}}}},
		"a place whose neighbors went": {Remove: []string{"A3"}, Add: []Added{{At: mat.Axial{Q: 3}}}},
		"nothing is left":              {Remove: []string{"A1", "A2", "A3"}},
	} {
		if got, err := row(t, 3).Changed(c); err == nil {
			t.Errorf("%s: it became %s", name, mat.NewMat(got))
		}
	}
	if _, err := row(t, mostHexes).Changed(Change{Add: []Added{{At: mat.Axial{R: 1}}}}); err == nil {
		t.Error("a mat grew beyond all boards")
	}
}

// A hex taken away and put back leaves the mat as it was, and every place
// beside it may be added.
func TestChangesUndo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := row(t, rapid.IntRange(2, 6).Draw(t, "hexes"))
		id := rapid.SampledFrom(m.Template.IDs()).Draw(t, "hex")
		i, _ := m.Template.Index(id)
		less, err := m.Changed(Change{Remove: []string{id}})
		if err != nil {
			t.Fatal(err)
		}
		back, err := (&Mat{Name: "red", Template: less}).Changed(Change{Add: []Added{{m.Template.Space(i).At, mat.Field1}}})
		if err != nil || !mat.NewMat(back).Equal(mat.NewMat(m.Template)) {
			t.Fatalf("without %s and with it again: %v, %v", id, back, err)
		}
		a := rapid.SampledFrom(m.Beside()).Draw(t, "place")
		more, err := m.Changed(Change{Add: []Added{{At: a}}})
		if err != nil || more.Len() != m.Template.Len()+1 {
			t.Fatalf("one more at %v: %v", a, err)
		}
	})
}

// Once a person has looked, what was found there isn't doubted any more.
func TestWithMat(t *testing.T) {
	p := someProfile(t)
	p.Notes = []Note{
		{Key: "calibrate.found-count", Params: map[string]any{"player": "red"}, Found: true}, {Key: "calibrate.dark", Params: map[string]any{"player": "red"}},
		{Key: "calibrate.found-count", Params: map[string]any{"player": "blue"}, Found: true},
	}
	template := row(t, 2).Template
	next := p.WithMat("red", template)
	if next.Mats[0].Template != template || p.Mats[0].Template == template {
		t.Error("the wrong profile has the template")
	}
	if len(next.Notes) != 2 || next.Notes[0].Key != "calibrate.dark" || len(p.Notes) != 3 {
		t.Errorf("notes: %+v", next.Notes)
	}
	if next.NextID([]byte("picture")) == p.NextID([]byte("picture")) {
		t.Error("another template has the same ID")
	}
}
