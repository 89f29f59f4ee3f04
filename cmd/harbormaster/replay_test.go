package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"harbormaster/calibration"
	"harbormaster/live"
	"harbormaster/mat"
	"harbormaster/scoring/catalog"
	"harbormaster/scoring/say"
	"harbormaster/tracking"
	"harbormaster/vision"
)

// replayOfTwo is a replay of a table of two small mats, and a way to show it
// what lies on red's.
func replayOfTwo(t *testing.T, asJSON bool, known map[string]json.RawMessage) (r *replay, show func(picture, line string, harbor int, boats ...string), out *bytes.Buffer) {
	t.Helper()
	m, err := mat.Parse("pointy / 0,0 1. 1. 2. 2. 3. 4. 5.")
	if err != nil {
		t.Fatal(err)
	}
	harbor := &calibration.Harbor{Steps: 20, Notches: []int{2, 4}}
	profile := &calibration.Profile{Mats: []calibration.Mat{{Name: "red", Template: m.Template, Harbor: harbor}, {Name: "blue", Template: m.Template, Harbor: harbor}}}
	speaker, err := say.New("en", append(catalog.Messages(), tracking.Messages())...)
	if err != nil {
		t.Fatal(err)
	}
	out = &bytes.Buffer{}
	r = &replay{program: &program{say: speaker, out: out}, json: asJSON, known: known, follower: followerOf(profile)}
	zero := 0
	show = func(picture, line string, harbor int, boats ...string) {
		t.Helper()
		red, err := mat.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		side := func(name string, on []mat.Contents) vision.PlayerReading {
			p := vision.PlayerReading{Name: name, Found: true, HarborMaster: &zero, HarborMasterConfidence: 0.99, Agents: &zero, AgentsConfidence: 0.99}
			for i, c := range on {
				h := vision.HexReading{ID: m.Space(i).ID, Worker: c.Worker, Barn: c.Barn, Well: c.Well, Surveyor: c.Surveyor, Confidence: 0.95}
				if crop := c.Crop.String(); crop != "" {
					h.Crop = &crop
				}
				p.Hexes = append(p.Hexes, h)
			}
			return p
		}
		reading := &vision.Reading{Players: []vision.PlayerReading{side("red", red.On), side("blue", m.On)}}
		reading.Players[0].HarborMaster, reading.Players[0].Riverboats = &harbor, boats
		sights, err := live.Sights(reading)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.look(picture, sights); err != nil {
			t.Fatal(err)
		}
	}
	return r, show, out
}

func TestReplayLines(t *testing.T) {
	known := map[string]json.RawMessage{
		"03.jpg": []byte(`{"players":[{"name":"red","coins":4,"surveyors_in_supply":1,"phase_tiles":[1,2],"track_vp":6},{"name":"blue","coins":3,"surveyors_in_supply":2,"phase_tiles":[3,4,5],"track_vp":9}]}`),
	}
	_, show, out := replayOfTwo(t, true, known)
	show("02.jpg", "pointy / 0,0 1C! 1C! 2T! 2. 3. 4. 5.", 0)
	show("03.jpg", "pointy / 0,0 1C 1C 2T! 2. 3. 4. 5.", 2, "2a")
	show("04.jpg", "pointy / 0,0 1C 1C 2T! 2K 3. 4. 5.", 2, "2a")
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d lines for 3 pictures:\n%s", len(lines), out)
	}
	var got [3]struct {
		Picture   string
		Actions   []struct{ Player, Do, Boat string }
		Questions []struct {
			Player, Text, Key string
			Params            map[string]any
			Spaces            []string
		}
		State json.RawMessage
	}
	for i, line := range lines {
		if err := json.Unmarshal([]byte(line), &got[i]); err != nil {
			t.Fatal(err)
		}
		if got[i].Actions == nil || got[i].Questions == nil {
			t.Errorf("%s: empty lists must be written as []: %s", got[i].Picture, line)
		}
	}
	if a := got[1].Actions; len(a) != 2 || a[0].Do != "ship" || a[0].Boat != "2a" || a[1].Do != "harbor" {
		t.Errorf("second picture: %+v", a)
	}
	if q := got[2].Questions; len(q) != 1 || q[0].Key != "tracking.unexplained" || !strings.Contains(q[0].Text, "Please check A4") || !slices.Equal(q[0].Spaces, []string{"A4"}) {
		t.Errorf("third picture asks %+v", q)
	}
	_, state, err := catalog.ReadState(got[1].State)
	if err != nil {
		t.Fatalf("the state is no state file: %v\n%s", err, got[1].State)
	}
	data, _ := json.Marshal(state)
	for _, want := range []string{`"coins":4`, `"track_vp":6`, `"phase_tiles":[3,4,5]`, `"riverboats":["2a"]`} {
		if !strings.Contains(string(data), want) {
			t.Errorf("the state lacks %s: %s", want, data)
		}
	}
}

func TestReplayForPeople(t *testing.T) {
	_, show, out := replayOfTwo(t, false, nil)
	show("02.jpg", "pointy / 0,0 1C! 1C! 2T! 2. 3. 4. 5.", 0)
	show("03\x1b.jpg", "pointy / 0,0 1C 1C 2T! 2. 3. 4. 5.", 2, "2a")
	show("04.jpg", "pointy / 0,0 1C 1C 2T! 2K 3. 4. 5.", 2, "2a")
	want := "02.jpg\n03\uFFFD.jpg\n  red ship 2a A1 A2 (1 VP)\n  red harbor 2\n04.jpg\n  bulk\n" +
		"  ? red Please check A4: no legal action leads to what is seen there. As the play stands, nothing brings about a crop laid.\n"
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestPicturesIn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a[b]")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"00-empty.jpg", "01-teach.jpg", "10-b.jpg", "02-a.jpg", "02-a.json"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := picturesIn(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{filepath.Join(dir, "02-a.jpg"), filepath.Join(dir, "10-b.jpg")}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
