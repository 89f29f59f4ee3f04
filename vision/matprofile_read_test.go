//go:build matprofile

package vision

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gocv.io/x/gocv"
)

// TestNoMatIsLeftByReading teaches and reads, its own table and one it doesn't know,
// and counts the gocv.Mats that nobody closed.
func TestNoMatIsLeftByReading(t *testing.T) {
	rounds := 1
	if os.Getenv("HARBORMASTER_SOAK") != "" {
		rounds = 10
	}
	before := gocv.MatProfile.Count()
	p := session(t, "flat")
	r, err := NewReader(p)
	check(t, err)
	w, err := NewWatcher(p)
	check(t, err)
	for range rounds {
		for _, picture := range append(laterPictures(t, "flat"), filepath.Join("testdata", "demo", "00-empty.jpg")) {
			f, err := DecodeFile(picture)
			check(t, err)
			reading, err := r.ReadDuring(f, Play{Planted: true})
			check(t, err)
			_, _, err = r.CutOut(f, reading, 600)
			if found := slices.ContainsFunc(reading.Players, func(p PlayerReading) bool { return p.Found }); found != (err == nil) {
				t.Errorf("cutting the mats out of %s: %v", picture, err)
			}
			_, err = w.Look(f.Data)
			check(t, err)
			check(t, DebugRead(t.TempDir(), f, p))
			check(t, f.Close())
		}
		if f, err := Decode("cut.jpg", []byte("\xff\xd8\xff\xe0 no picture \xff\xd9")); err == nil {
			t.Errorf("a picture of %v came out of nothing", f.Size())
		}
	}
	check(t, r.Close())
	if after := gocv.MatProfile.Count(); after != before {
		t.Errorf("%d gocv.Mats are left", after-before)
	}
}
