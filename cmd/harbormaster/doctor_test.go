package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"image"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"harbormaster/calibration"
	"harbormaster/doctor"
	"harbormaster/mat"
	"harbormaster/store"
)

// TestCropTo: what goes into a bundle is the mats and nothing around them.
func TestCropTo(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 1000, 600))
	at := func(x, y float64) calibration.Mat {
		return calibration.Mat{ToPicture: calibration.Translation(x, y), Corners: [4]mat.Point{{X: 0, Y: 0}, {X: 100, Y: 0}, {X: 100, Y: 50}, {X: 0, Y: 50}}}
	}
	whole := calibration.Size{Width: 1000, Height: 600}
	cut, err := cropTo(img, whole, []calibration.Mat{at(200, 100), at(500, 580)})
	if err != nil {
		t.Fatal(err)
	}
	if want := image.Rect(200, 100, 601, 600); cut.Bounds() != want {
		t.Errorf("cut to %v, want %v", cut.Bounds(), want)
	}
	for _, mats := range [][]calibration.Mat{nil, {at(5000, 5000)}} {
		if _, err := cropTo(img, whole, mats); err == nil {
			t.Error("a picture without mats was given away")
		}
	}
	half := image.NewGray(image.Rect(0, 0, 500, 300))
	if cut, err = cropTo(half, whole, []calibration.Mat{at(200, 100)}); err != nil || cut.Bounds() != image.Rect(100, 50, 151, 76) {
		t.Errorf("a smaller picture of the same view is cut to %v (%v)", cut, err)
	}
	if _, err := cropTo(image.NewGray(image.Rect(0, 0, 600, 1000)), whole, []calibration.Mat{at(200, 100)}); err == nil {
		t.Error("a picture of another shape, in which nobody knows the mats' places, was given away")
	}
}

// TestConfigLinesHaveSentences: what is said of the config, pages can say too.
func TestConfigLinesHaveSentences(t *testing.T) {
	lines := append(configLines(errors.New("no"), nil, []string{"odd"}), configLines(nil, nil, nil)...)
	if len(lines) != 3 {
		t.Fatalf("it says %+v", lines)
	}
	for _, language := range []string{"en", "de", "fr"} {
		words, err := fs.ReadFile(doctor.Messages(), "messages/"+language+".json")
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range lines {
			if !strings.Contains(string(words), `"doctor.`+l.Key+`":`) || l.Mend != "" && !strings.Contains(string(words), `"doctor.`+l.Key+`.mend":`) {
				t.Errorf("%s has no sentence for %s or what mends it", language, l.Key)
			}
		}
	}
}

// TestDoctorKnowsTheChosenCamera: a camera that was chosen on a page is wanted
// as one in the config is, and the command line's doctor says that it is missing.
func TestDoctorKnowsTheChosenCamera(t *testing.T) {
	dir := t.TempDir()
	s, err := store.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(dir, "gone")
	address, _ := json.Marshal("dir:" + missing) // a string always can be
	err = s.Set(t.Context(), map[string]json.RawMessage{settingCamera: address})
	if err = errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	var out, complaints bytes.Buffer
	if code := run([]string{"doctor", "--json", "--data", dir}, nil, &out, &complaints); code != exitFailed {
		t.Errorf("it ends with %d: %s", code, complaints.String())
	}
	if !strings.Contains(out.String(), missing) || !strings.Contains(complaints.String(), "camera") {
		t.Errorf("nothing is said of %s:\n%s%s", missing, out.String(), complaints.String())
	}
	out.Reset()
	if run([]string{"doctor", "--json", "--data", t.TempDir()}, nil, &out, &complaints); !strings.Contains(out.String(), `"camera.`) || strings.Contains(out.String(), missing) {
		t.Errorf("of another folder it says: %s", out.String())
	}
}
