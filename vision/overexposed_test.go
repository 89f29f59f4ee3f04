package vision

import (
	"math"
	"testing"

	"gocv.io/x/gocv"

	"harbormaster/vision/pieces"
)

// litUp shows a picture as the camera would under a longer exposure (gain times the
// light) and with a lamp's shine over the middle of it, haze of the most light there
// is: all cut off at white.
func litUp(t *testing.T, img gocv.Mat, gain, haze float64) gocv.Mat {
	t.Helper()
	out := img.Clone()
	data, err := out.DataPtrUint8()
	check(t, err)
	w, h := out.Cols(), out.Rows()
	// Tables, as powers for every pixel would take seconds.
	var light [256]float64
	for v := range light {
		light[v] = gain * math.Pow(float64(v)/255, 2.2)
	}
	var code [1025]uint8
	for i := range code {
		code[i] = uint8(255*math.Pow(float64(i)/1024, 1/2.2) + 0.5)
	}
	for y := range h {
		dy := (float64(y)/float64(h) - 0.5) / 0.25
		for x := range w {
			dx := (float64(x)/float64(w) - 0.5) / 0.25
			shine := haze * math.Exp(-(dx*dx+dy*dy)/2)
			for c := 3 * (y*w + x); c < 3*(y*w+x)+3; c++ {
				data[c] = code[int(1024*math.Min(light[data[c]]+shine, 1))]
			}
		}
	}
	return out
}

// TestOverexposedIsNeverSurelyWrong lights the shared pictures up in steps until little
// can be seen: what is said with confidence stays right, and in the end nothing is said
// with confidence.
func TestOverexposedIsNeverSurelyWrong(t *testing.T) {
	for _, name := range sharedSessions {
		r, err := NewReader(session(t, name))
		check(t, err)
		defer r.Close()
		pictures := laterPictures(t, name)
		picture := pictures[len(pictures)-1]
		f, err := DecodeFile(picture)
		check(t, err)
		defer f.Close()
		on := truthOf(t, picture)
		placements, err := r.locator.Locate(f)
		check(t, err)
		places := make([]pieces.Place, len(placements))
		for i, p := range placements {
			places[i] = place(p)
		}
		for _, step := range []struct{ gain, haze float64 }{
			{1.3, 0}, {1.7, 0}, {2.3, 0}, {3, 0}, {4, 0}, {6, 0}, {9, 0}, {14, 0}, {40, 0},
			{1, 0.1}, {1, 0.2}, {1, 0.4}, {1, 0.7}, {1.5, 0.3}, {2, 0.5}, {3, 1},
		} {
			bad := litUp(t, f.Img, step.gain, step.haze)
			mats, err := r.known.Read(bad, places, Play{})
			check(t, err)
			check(t, bad.Close())
			sure, hidden, wrong, n := 0, 0, 0, 0
			for i, m := range mats {
				for j, h := range m.Hexes {
					n++
					id := r.profile.Mats[i].Name + " " + r.profile.Mats[i].Template.Space(j).ID
					switch right := h.Best[0].On == on[id]; {
					case h.Hidden:
						hidden++
					case h.Best[0].Chance >= 0.8 && !right:
						t.Errorf("%s: exposed %.1f times with a shine of %.1f: %s is surely (%.2f) read as %+v, it is %+v", picture, step.gain, step.haze, id, h.Best[0].Chance, h.Best[0].On, on[id])
					case h.Best[0].Chance >= 0.8:
						sure++
					case !right:
						wrong++
					}
				}
			}
			t.Logf("%s, %.1f times, shine %.1f: of %d hexes %d right and sure, %d wrong and unsure, %d hidden", name, step.gain, step.haze, n, sure, wrong, hidden)
			if step.gain >= 6 && (sure > 0 || hidden == 0) {
				t.Errorf("%s: exposed %.1f times %d hexes are surely read and %d hidden", picture, step.gain, sure, hidden)
			}
		}
	}
}
