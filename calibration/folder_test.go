package calibration

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"harbormaster/mat"
)

func someProfile(t *testing.T) *Profile {
	t.Helper()
	template, err := mat.NewTemplate(mat.Flat, []mat.Space{{At: mat.Axial{}, Field: mat.Field1}, {At: mat.Axial{R: 1}, Field: mat.Field3}, {At: mat.Axial{Q: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	m := Mat{
		Name: "red", Template: template, ToPicture: Homography{40, 1, 300, -1, 39, 200, .001, 0, 1},
		Corners: [4]mat.Point{{X: -2, Y: -3}, {X: 9, Y: -3}, {X: 9, Y: 8}, {X: -2, Y: 8}}, Tags: []int{4, 5, 6, 7},
		Cards:      []Card{{ID: 5, Corners: [4]mat.Point{{X: 1, Y: 1}, {X: 2, Y: 1}, {X: 2, Y: 2}, {X: 1, Y: 2}}}},
		Harbor:     &Harbor{First: mat.Point{X: -1, Y: -2}, Last: mat.Point{X: 9, Y: -2}, Steps: 20, Notches: []int{2, 4}},
		AgentsArea: []mat.Point{{X: 10, Y: 10}, {X: 20, Y: 10}, {X: 20, Y: 20}},
	}
	return &Profile{Picture: Size{Width: 640, Height: 480}, Mats: []Mat{m}, Notes: []Note{{Key: "calibrate.dark", Params: map[string]any{"player": "red"}, Text: "It is dark."}}}
}

func TestSaveAndLoad(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "profile")
	p := someProfile(t)
	if err := p.Save(dir, map[string][]byte{EmptyPicture: []byte("\xff\xd8 picture"), "prints": []byte("abc")}); err != nil {
		t.Fatal(err)
	}
	got, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	// A template has no exported fields: its spaces are compared.
	for i := range p.Mats[0].Template.Len() {
		if a, b := p.Mats[0].Template.Space(i), got.Mats[0].Template.Space(i); a != b {
			t.Errorf("hex %d is %v, was %v", i, b, a)
		}
	}
	want := p.Mats[0]
	want.Template, got.Mats[0].Template = nil, nil
	if d := cmp.Diff(want, got.Mats[0]); d != "" {
		t.Errorf("the mat differs (-saved +loaded):\n%s", d)
	}
	if got.ID != p.ID || got.Picture != p.Picture || !cmp.Equal(got.Notes, p.Notes) {
		t.Errorf("got %+v", got)
	}
	data, err := got.ReadFile(EmptyPicture)
	if err != nil || string(data) != "\xff\xd8 picture" {
		t.Errorf("empty picture: %q, %v", data, err)
	}
	if _, err := got.ReadFile("pieces"); err == nil {
		t.Error("a file that wasn't saved was read")
	}
}

func TestSaveReplacesAndKeepsWhatOthersWrote(t *testing.T) {
	dir := t.TempDir()
	p := someProfile(t)
	if err := p.Save(dir, map[string][]byte{"prints": []byte("old")}); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(filepath.Join(dir, "pieces.bin"), []byte("learnt")); err != nil {
		t.Fatal(err)
	}
	q := someProfile(t)
	q.Mats[0].ToPicture[2] = 301
	if err := q.Save(dir, map[string][]byte{"prints": []byte("new")}); err != nil {
		t.Fatal(err)
	}
	if p.ID == q.ID {
		t.Error("another calibration has the same ID")
	}
	var names []string
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if want := []string{"pieces.bin", "prints-" + q.ID + ".bin", "profile.json"}; !cmp.Equal(names, want) {
		t.Errorf("the folder holds %v, want %v", names, want)
	}
}

func TestBadProfilesAreRefused(t *testing.T) {
	whole := func(t *testing.T) string {
		dir := t.TempDir()
		if err := someProfile(t).Save(dir, map[string][]byte{"prints": []byte("0123456789")}); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	edit := func(t *testing.T, dir, name string, change func([]byte) []byte) {
		t.Helper()
		found, _ := filepath.Glob(filepath.Join(dir, name))
		data, err := os.ReadFile(found[0])
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(found[0], change(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	replace := func(a, b string) func([]byte) []byte {
		return func(d []byte) []byte { return []byte(strings.Replace(string(d), a, b, 1)) }
	}
	for name, c := range map[string]struct {
		file   string
		change func([]byte) []byte
		want   string
	}{
		"cut off":         {"profile.json", func(d []byte) []byte { return d[:len(d)/2] }, "cut off or not a profile"},
		"empty file":      {"profile.json", func([]byte) []byte { return nil }, "cut off or not a profile"},
		"foreign":         {"profile.json", func([]byte) []byte { return []byte(`{"name":"x"}`) }, "isn't a profile of this program"},
		"newer":           {"profile.json", replace(`"version": 1`, `"version": 2`), "version 2"},
		"a hex twice":     {"profile.json", replace(`"r": 1`, `"r": 0`), "mat \"red\""},
		"outside":         {"profile.json", replace(`"name": "prints-`, `"name": "../prints-`), "outside its folder"},
		"its file is cut": {"prints-*", func(d []byte) []byte { return d[:4] }, "missing or cut off"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := whole(t)
			edit(t, dir, c.file, c.change)
			_, err := Load(dir)
			if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got %v, want %q in it", err, c.want)
			}
		})
	}
	t.Run("changed file", func(t *testing.T) {
		dir := whole(t)
		edit(t, dir, "prints-*", func([]byte) []byte { return []byte("9876543210") })
		p, err := Load(dir)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.ReadFile("prints"); err == nil || !strings.Contains(err.Error(), "was changed") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("none", func(t *testing.T) {
		if _, err := Load(t.TempDir()); err == nil || !strings.Contains(err.Error(), "run calibrate") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("not saved", func(t *testing.T) {
		if err := (&Profile{}).Save(t.TempDir(), nil); err == nil {
			t.Error("an empty profile was saved")
		}
	})
}

func TestWriteFileLeavesNothingBehind(t *testing.T) {
	dir := t.TempDir()
	if err := WriteFile(filepath.Join(dir, "missing", "x"), []byte("a")); err == nil {
		t.Error("wrote to a folder that isn't there")
	}
	if err := WriteFile(filepath.Join(dir, "x"), []byte("a")); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(filepath.Join(dir, "x"), []byte("b")); err != nil {
		t.Fatal(err)
	}
	data, _ := os.ReadFile(filepath.Join(dir, "x"))
	entries, _ := os.ReadDir(dir)
	if string(data) != "b" || len(entries) != 1 {
		t.Errorf("%q, %d files", data, len(entries))
	}
}
