package live

import (
	"testing"

	"harbormaster/vision"
)

// Shares as measured over two mats: what moves all at once is no hand.
func TestWholeMoved(t *testing.T) {
	for _, c := range []struct {
		name  string
		moved []float64
		whole bool
	}{
		{"a camera nudged by 7 px", []float64{0.41, 0.47}, true},
		{"by 25 px after a mat was pushed", []float64{0.32, 0.47}, true},
		{"by 100 px", []float64{0.79, 0.71}, true},
		{"a lamp", []float64{0.98, 0.9}, true},
		{"an arm over both mats", []float64{0.07, 0.28}, false},
		{"arms over each", []float64{0.28, 0.25}, false},
		{"one over one", []float64{0, 0.25}, false},
		{"a mat that was pushed", []float64{0.45, 0}, false},
		{"nothing", []float64{0, 0}, false},
	} {
		var motions []vision.Motion
		for _, m := range c.moved {
			motions = append(motions, vision.Motion{Moved: m})
		}
		if got := wholeMoved(motions); got != c.whole {
			t.Errorf("%s: the whole table moved: %v", c.name, got)
		}
	}
}
