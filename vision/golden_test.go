package vision

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"harbormaster/calibration"
)

// taught is a session in testdata, calibrated and taught in a folder of its own.
type taught struct {
	folder string
	reader *Reader
}

// teachSession goes the way of a new user over the two first pictures.
func teachSession(t testing.TB, name string) taught {
	t.Helper()
	folder, dir := filepath.Join("testdata", name), t.TempDir()
	read := func(file string) []byte {
		data, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	marks, err := calibration.ParseMarks(read("marks.json"))
	if err != nil {
		t.Fatal(err)
	}
	labels, err := ParseLabels(read("teach.json"))
	if err != nil {
		t.Fatal(err)
	}
	empty := decodeTest(t, filepath.Join(folder, "00-empty.jpg"))
	profile, err := Calibrate(empty, marks)
	if err != nil {
		t.Fatal(err)
	}
	if err := SaveProfile(dir, empty, profile); err != nil {
		t.Fatal(err)
	}
	if profile, err = calibration.Load(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := Teach(decodeTest(t, filepath.Join(folder, "01-teach.jpg")), profile, labels); err != nil {
		t.Fatal(err)
	}
	reader, err := NewReader(profile)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { reader.Close() })
	return taught{folder, reader}
}

// decodeTest decodes a picture that is closed when the test ends.
func decodeTest(t testing.TB, path string) *Frame {
	t.Helper()
	f, err := DecodeFile(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// truth is what really lies on a table of testdata.
type truth struct {
	Players []struct {
		Name         string
		HarborMaster int `json:"harbor_master"`
		Riverboats   []string
		Agents       int
		Hexes        []HexReading
	}
}

func readTruth(t *testing.T, picture string) truth {
	t.Helper()
	data, err := os.ReadFile(strings.TrimSuffix(picture, ".jpg") + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var out truth
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// lies says in a word or two what lies on a hex.
func lies(h HexReading) string {
	var words []string
	if h.Crop != nil {
		words = append(words, *h.Crop)
	}
	for _, w := range []struct {
		there bool
		word  string
	}{{h.Worker, "worker"}, {h.Barn, "barn"}, {h.Well, "well"}, {h.Surveyor, "surveyor"}} {
		if w.there {
			words = append(words, w.word)
		}
	}
	if len(words) == 0 {
		return "nothing"
	}
	return strings.Join(words, "+")
}

// TestSessions reads shared tables, scaled down to half their size: as they are,
// where all must be right, and made worse, where the confidence must say so.
func TestSessions(t *testing.T) {
	var said confidence
	for _, session := range []string{"demo", "flat"} {
		s := teachSession(t, session)
		pictures, err := filepath.Glob(filepath.Join(s.folder, "*-r*.jpg"))
		if err != nil || len(pictures) == 0 {
			t.Fatalf("no pictures in %s (%v)", s.folder, err)
		}
		for _, picture := range pictures {
			t.Run(session+"/"+filepath.Base(picture), func(t *testing.T) {
				got, err := s.reader.Read(decodeTest(t, picture))
				if err != nil {
					t.Fatal(err)
				}
				for _, line := range differences(readTruth(t, picture), got) {
					t.Error(line)
				}
				said.readWorse(t, s.reader, picture)
			})
		}
	}
	said.check(t)
}

// differences lists what was read otherwise than it is, a line each.
func differences(want truth, got *Reading) []string {
	var out []string
	for i, w := range want.Players {
		g := got.Players[i]
		if len(g.Hexes) != len(w.Hexes) {
			out = append(out, fmt.Sprintf("%s: %d hexes, want %d", w.Name, len(g.Hexes), len(w.Hexes)))
			continue
		}
		for k, h := range w.Hexes {
			if r := g.Hexes[k]; r.ID != h.ID || r.Hidden || lies(r) != lies(h) {
				out = append(out, fmt.Sprintf("%s %s: %s (%.2f), want %s", w.Name, h.ID, lies(r), r.Confidence, lies(h)))
			}
		}
		if g.HarborMaster == nil || *g.HarborMaster != w.HarborMaster {
			out = append(out, fmt.Sprintf("%s: harbor master %v, want %d", w.Name, value(g.HarborMaster), w.HarborMaster))
		}
		if g.Agents == nil || *g.Agents != w.Agents {
			out = append(out, fmt.Sprintf("%s: agents %v, want %d", w.Name, value(g.Agents), w.Agents))
		}
		if fmt.Sprint(g.Riverboats) != fmt.Sprint(w.Riverboats) {
			out = append(out, fmt.Sprintf("%s: boats %v, want %v", w.Name, g.Riverboats, w.Riverboats))
		}
	}
	return out
}

func value(n *int) any {
	if n == nil {
		return "unknown"
	}
	return *n
}
