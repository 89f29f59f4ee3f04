package vision

import (
	"fmt"
	"slices"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// A glance is a picture at a quarter of its size, gray: JPEGs can be decoded so
// without making all their pixels. Sensor noise is averaged away at this size, and
// a meeple is some 25 of its pixels.
const (
	glanceDiffers = 16   // of 256 steps of gray
	glanceDark    = 0.30 // of the brightness of the empty table
	glanceFaint   = 12.0 // mean gray below which nothing can be told
)

// Motion is what changed over one mat, its harbor track and its part of New
// Orleans.
type Motion struct {
	Moved   float64 // share of its pixels that differ from the picture before
	Changed float64 // share that differ from the picture of the last Taken
	Dark    bool    // it is much darker than the empty table
}

// Watcher compares pictures quickly, a mat at a time. It isn't safe for use by
// two goroutines at once, and holds no C memory.
type Watcher struct {
	profile *calibration.Profile
	width   int // px of a glance
	height  int
	areas   [][]int32 // by mat, the pixels of a glance that belong to it
	bright  []float64 // by mat, mean gray of the empty table
	last    []byte
	taken   [][]byte // by mat
}

// NewWatcher returns a watcher that has seen nothing yet.
func NewWatcher(p *calibration.Profile) (*Watcher, error) {
	w := &Watcher{profile: p, taken: make([][]byte, len(p.Mats)), bright: make([]float64, len(p.Mats))}
	empty, err := p.ReadFile(calibration.EmptyPicture)
	if err != nil {
		return nil, err
	}
	gray, width, height, err := glance(empty)
	if err != nil {
		return nil, fmt.Errorf("look at the picture of the empty table: %w", err)
	}
	w.size(width, height)
	for i, area := range w.areas {
		w.bright[i] = mean(gray, area)
	}
	return w, nil
}

// glance decodes the bytes of a picture at a quarter of its size.
func glance(data []byte) (gray []byte, width, height int, err error) {
	size, err := pictureSize(data)
	if err != nil {
		return nil, 0, 0, err
	}
	if min(size.Width, size.Height) < leastSide || size.Width*size.Height > mostPixels {
		return nil, 0, 0, fmt.Errorf("%dx%d pixels can't be looked at", size.Width, size.Height)
	}
	img, err := gocv.IMDecode(data, gocv.IMReadReducedGrayscale4)
	if err != nil || img.Empty() {
		_ = img.Close()
		return nil, 0, 0, fmt.Errorf("OpenCV can't decode it")
	}
	gray, width, height = img.ToBytes(), img.Cols(), img.Rows()
	return gray, width, height, img.Close()
}

// size lays the areas of the mats out for glances of a size.
func (w *Watcher) size(width, height int) {
	if w.width == width && w.height == height {
		return
	}
	w.width, w.height, w.last = width, height, nil
	w.areas = make([][]int32, len(w.profile.Mats))
	for i := range w.profile.Mats {
		w.taken[i] = nil
		w.areas[i] = w.area(i)
	}
}

// area lists the pixels of the upright box around each of a mat's parts.
func (w *Watcher) area(i int) []int32 {
	m := &w.profile.Mats[i]
	scale := calibration.Scaling(float64(w.width)/float64(w.profile.Picture.Width), float64(w.height)/float64(w.profile.Picture.Height))
	var parts [][]mat.Point
	var own []mat.Point
	for k := range m.Template.Len() {
		for _, c := range m.Layout().Corners(m.Template.Space(k).At) {
			own = append(own, m.ToPicture.Apply(c))
		}
	}
	if m.Harbor != nil {
		own = append(own, m.ToPicture.Apply(m.Harbor.First), m.ToPicture.Apply(m.Harbor.Last))
	}
	parts = append(parts, own)
	if len(m.AgentsArea) > 0 {
		parts = append(parts, m.AgentsArea)
	}
	var out []int32
	for _, part := range parts {
		low, high := mat.Point{X: float64(w.width), Y: float64(w.height)}, mat.Point{}
		for _, p := range part {
			p = scale.Apply(p)
			low = mat.Point{X: min(low.X, p.X), Y: min(low.Y, p.Y)}
			high = mat.Point{X: max(high.X, p.X), Y: max(high.Y, p.Y)}
		}
		for y := max(0, int(low.Y)); y < min(w.height, int(high.Y)+1); y++ {
			for x := max(0, int(low.X)); x < min(w.width, int(high.X)+1); x++ {
				out = append(out, int32(y*w.width+x))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Look says what moved and changed in a picture, a mat after the other. The first
// picture has moved and changed all over.
func (w *Watcher) Look(data []byte) ([]Motion, error) {
	gray, width, height, err := glance(data)
	if err != nil {
		return nil, fmt.Errorf("look at the picture: %w", err)
	}
	w.size(width, height)
	out := make([]Motion, len(w.areas))
	for i, area := range w.areas {
		out[i] = Motion{Moved: differing(gray, w.last, area), Changed: differing(gray, w.taken[i], area)}
		light := mean(gray, area)
		out[i].Dark = light < glanceFaint || light < glanceDark*w.bright[i]
	}
	w.last = gray
	return out, nil
}

// Taken makes the picture that was looked at last the one that a mat is compared
// with in Changed.
func (w *Watcher) Taken(i int) { w.taken[i] = w.last }

func mean(gray []byte, area []int32) float64 {
	sum := 0
	for _, k := range area {
		sum += int(gray[k])
	}
	return float64(sum) / float64(max(1, len(area)))
}

// differing is the share of an area's pixels that differ, once a change of the
// light all over it is taken off.
func differing(gray, before []byte, area []int32) float64 {
	if before == nil {
		return 1
	}
	if len(area) == 0 {
		return 0
	}
	var counts [511]int
	for _, k := range area {
		counts[int(gray[k])-int(before[k])+255]++
	}
	light, seen := 0, 0
	for d, n := range counts {
		if seen += n; 2*seen >= len(area) {
			light = d - 255
			break
		}
	}
	n := 0
	for d, c := range counts {
		if off := d - 255 - light; off > glanceDiffers || off < -glanceDiffers {
			n += c
		}
	}
	return float64(n) / float64(len(area))
}
