package main

import (
	"strings"
	"testing"

	"harbormaster/calibration"
	"harbormaster/mat"
	"harbormaster/scoring/riverboat"
	"harbormaster/vision"
)

// tableOfOne is a profile with red's mat of three hexes, and a reading of it.
func tableOfOne(t *testing.T) (*calibration.Profile, *vision.Reading) {
	t.Helper()
	m, err := mat.Parse("pointy / 0,0 1. 1. 2.")
	if err != nil {
		t.Fatal(err)
	}
	corn, step, agents := "corn", 3, 1
	profile := &calibration.Profile{Mats: []calibration.Mat{{Name: "red", Template: m.Template, Harbor: &calibration.Harbor{Steps: 8, Notches: []int{1, 3, 5}}}}}
	reading := &vision.Reading{Players: []vision.PlayerReading{{
		Name: "red", Found: true, HarborMaster: &step, Agents: &agents, Riverboats: []string{"1"}, Problems: []string{"blurred"},
		Hexes: []vision.HexReading{{ID: "A1", Crop: &corn, Well: true, Confidence: 0.99}, {ID: "A2", Crop: &corn, Worker: true, Confidence: 0.6}, {ID: "A3", Hidden: true}},
	}}}
	return profile, reading
}

const knownOfRed = `{"players":[{"name":"red","coins":3,"surveyors_in_supply":1,"phase_tiles":[1,2,3,4,5],"track_vp":40,"hexes":{"A3":{"barn":true}}}]}`

func TestSeenBy(t *testing.T) {
	profile, reading := tableOfOne(t)
	seen, err := seenBy(profile, reading)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := seen[0].Mat.String(), "pointy / 0,0 1Co 1C! 2."; got != want {
		t.Errorf("seen: %s, want %s", got, want)
	}
	if h := seen[0].Hidden; len(h) != 1 || h[0] != "A3" {
		t.Errorf("hidden: %v, want A3", h)
	}
	reading.Players[0].Found = false
	if seen, err = seenBy(profile, reading); err != nil || seen[0].Mat.Template != nil {
		t.Errorf("a mat that wasn't found is handed on: %v, %v", seen, err)
	}
	odd := "maize"
	reading.Players[0].Found, reading.Players[0].Hexes[0].Crop = true, &odd
	if _, err = seenBy(profile, reading); err == nil {
		t.Error("an unknown crop is handed on")
	}
}

// What the eye wasn't sure of is a doubt, unless somebody said what lies there.
func TestDoubtsOf(t *testing.T) {
	profile, reading := tableOfOne(t)
	seen, err := seenBy(profile, reading)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, known, want string }{
		{"unsure", knownOfRed, "doubt.unsure A2; doubt.eye "},
		{"somebody knows better", strings.Replace(knownOfRed, `{"A3"`, `{"A2":{"worker":false},"A3"`, 1), "doubt.eye "},
	} {
		s, err := riverboat.FromPicture(seen, trackOf(profile), []byte(c.known))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range doubtsOf(reading, seen, s) {
			got = append(got, d.Key+" "+strings.Join(d.Spaces, ","))
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, strings.Join(got, "; "), c.want)
		}
	}
}

func TestProofMats(t *testing.T) {
	profile, reading := tableOfOne(t)
	seen, err := seenBy(profile, reading)
	if err != nil {
		t.Fatal(err)
	}
	s, err := riverboat.FromPicture(seen, trackOf(profile), []byte(knownOfRed))
	if err != nil {
		t.Fatal(err)
	}
	p := testProgram(t)
	result := riverboat.Game{}.Score(s)
	p.say.Explain(&result)
	m := p.proofMats(s, result, reading)[0]
	if m.Title != "red" || m.Boats != 1 || m.Total != "84" || len(m.Lines) != 6 {
		t.Errorf("title %q, %d boats reached, total %s, %d lines; want red, 1, 84, 6", m.Title, m.Boats, m.Total, len(m.Lines))
	}
	var got []string
	for _, o := range m.Outlines {
		got = append(got, strings.Join(o.Hexes, "+")+" "+o.At+"="+o.Label)
	}
	if want := "A1+A2+A3 =; A1+A2 A1=2; A2 A3=2; A2 A2=?"; strings.Join(got, "; ") != want {
		t.Errorf("outlines %s, want %s", strings.Join(got, "; "), want)
	}
}
