//go:build matprofile

package vision

import (
	"testing"

	"gocv.io/x/gocv"
)

// TestNoMatIsLeftByReading teaches and reads, and counts the gocv.Mats that
// nobody closed.
func TestNoMatIsLeftByReading(t *testing.T) {
	before := gocv.MatProfile.Count()
	p := session(t, "flat")
	r, err := NewReader(p)
	check(t, err)
	f, err := DecodeFile(laterPictures(t, "flat")[0])
	check(t, err)
	_, err = r.Read(f)
	check(t, err)
	check(t, DebugRead(t.TempDir(), f, p))
	reading, err := r.Read(f)
	check(t, err)
	_, _, err = r.CutOut(f, reading, 600)
	check(t, err)
	w, err := NewWatcher(p)
	check(t, err)
	_, err = w.Look(f.Data)
	check(t, err)
	check(t, f.Close())
	check(t, r.Close())
	if after := gocv.MatProfile.Count(); after != before {
		t.Errorf("%d gocv.Mats are left", after-before)
	}
}
