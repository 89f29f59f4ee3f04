package pieces

import (
	"fmt"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// boatPixels is the hex radius in pixels where boats are read: their pictograms
// are small.
const boatPixels = 36

// boatBoard is where boats lie along the top edge of a mat, learnt from the
// teaching picture: relative to the mat's anchor, in hex radii.
type boatBoard struct {
	Left   float64 // middle of the leftmost boat
	Pitch  float64 // from one boat to the next
	Top    float64 // upper edge of the boats
	Bottom float64
}

// anchor returns the point of a mat that boats are measured from: all mats
// of a table have the same track and edge, whatever their hexes.
func anchor(m *calibration.Mat) mat.Point {
	if m.Harbor != nil {
		return m.Harbor.First
	}
	if m.Corners != [4]mat.Point{} {
		return m.Corners[0]
	}
	low, _ := m.Bounds()
	return low
}

// boatEdge is how much of the upper and of the lower edge is left out, hex radii: it
// shows shadows and, of boats that lie a little turned, the table.
const boatEdge = 0.08

// boatReach is how far round their usual place boats are looked for, hex radii.
const boatReach = 0.3

// strip returns the frame that holds all places for boats of mat m.
func (b *boatBoard) strip(m *calibration.Mat, places int) Frame {
	a := anchor(m)
	return Frame{
		Origin: mat.Point{X: a.X + b.Left - b.Pitch/2 - boatReach, Y: a.Y + b.Top - boatReach},
		Scale:  boatPixels,
		W:      int((b.Pitch*float64(places) + 2*boatReach) * boatPixels),
		H:      int((b.Bottom - b.Top + 2*boatReach) * boatPixels),
	}
}

// findBoats finds where n boats in a row lie above mat m in the teaching picture,
// as what changed there since the empty one.
func findBoats(m *calibration.Mat, empty, now gocv.Mat, place Place, n int) (*boatBoard, error) {
	a := anchor(m)
	low, high := m.Bounds()
	right := high.X + 2
	if m.Harbor != nil {
		right = math.Max(right, m.Harbor.Last.X+1.5)
	}
	left := math.Min(low.X-2, a.X-1.5)
	// Boats lie above the harbor track, or above the hexes where none is known, and no
	// boat is taller than a third of a mat.
	bottom := a.Y - 0.4
	if m.Harbor == nil {
		bottom = low.Y - 0.5
	}
	const tall = 6
	f := Frame{Origin: mat.Point{X: left, Y: bottom - tall}, Scale: hexPixels, W: int((right - left) * hexPixels), H: tall * hexPixels}
	before, err := rectify(empty, m.ToPicture, f)
	if err != nil {
		return nil, err
	}
	after, err := rectify(now, place.ToPicture, f)
	if err != nil {
		return nil, err
	}
	changed := changes(before, after)
	top, under := longestRun(rowShares(changed, f.W, f.H), 0.5)
	if under-top < hexPixels/2 {
		return nil, fmt.Errorf("find the boats on the teaching picture: nothing new lies along the top of %s's mat: lay the boats there, the first at the leftmost notch", m.Name)
	}
	faint := faintChanges(before, after)
	var best *boatBoard
	alike := -1.0
	// What differs clearly may be a part of the row, what differs faintly more than it:
	// the right one shows boats that look alike.
	for _, marked := range [][]bool{changed, faint} {
		x0, x1 := widest(columnShares(marked, f.W, top, under), n)
		if x1-x0 < n*hexPixels/3 {
			continue
		}
		first, last := grow(faint, f.W, x0, x1, top, under)
		if wide := (x1 - x0) / n; float64(last-first) < flattest*float64(wide) {
			first, last = growOver(faint, f.W, x0, x1, first, last, int(tallest*float64(wide)))
		}
		first, last = growToEnd(faint, f.W, x0, x1, first, last)
		b := &boatBoard{
			Pitch:  float64(x1-x0) / float64(n) / hexPixels,
			Top:    f.Origin.Y + float64(first)/hexPixels - a.Y + boatEdge,
			Bottom: f.Origin.Y + float64(last)/hexPixels - a.Y - boatEdge,
		}
		b.Left = f.Origin.X + float64(x0)/hexPixels - a.X + b.Pitch/2
		if s := b.refine(after, f, a, n); s > alike {
			best, alike = b, s
		}
	}
	if best == nil {
		return nil, fmt.Errorf("find the boats on the teaching picture: what lies along the top of %s's mat is no row of %d boats", m.Name, n)
	}
	return best, nil
}

// changes marks pixels that differ clearly: by more than light does.
func changes(before, after Pixels) []bool {
	out := make([]bool, before.W*before.H)
	for i := range out {
		d := 0
		for c := range 3 {
			d += abs(int(before.Pix[3*i+c]) - int(after.Pix[3*i+c]))
		}
		out[i] = d > 75 // 25 of 255 a color
	}
	return out
}

// faintChanges marks pixels that differ by more than noise: boats may be of much
// the same color as the table they lie on.
func faintChanges(before, after Pixels) []bool {
	diff := differences(before, after)
	least := uint8(min(max(9, 4*medianOf(diff)), 25))
	out := make([]bool, len(diff))
	for i, d := range diff {
		out[i] = d > least
	}
	return out
}

// grow extends rows from top to under to all that are mostly marked between columns
// x0 and x1: what differs clearly may be the boats' pictures alone.
func grow(marked []bool, w, x0, x1, top, under int) (int, int) {
	most := func(y int) bool { return markedShare(marked[y*w+x0:y*w+x1]) > 0.6 }
	for top > 0 && most(top-1) {
		top--
	}
	for under < len(marked)/w && most(under) {
		under++
	}
	return top, under
}

// Boats are about as high as they are wide, or higher. What is flatter is a part of them:
// lying over a river of their own color only their pictures show.
const (
	flattest = 0.75
	tallest  = 1.7
)

// growOver extends rows from top to under to the last ones, no more than most away, of which
// a fifth is marked between columns x0 and x1, over gaps in between.
func growOver(marked []bool, w, x0, x1, top, under, most int) (int, int) {
	shows := func(y int) bool { return markedShare(marked[y*w+x0:y*w+x1]) > 0.2 }
	first, last := top, under
	for y := top - 1; y >= max(0, under-most); y-- {
		if shows(y) {
			first = y
		}
	}
	for y := under; y < min(len(marked)/w, first+most); y++ {
		if shows(y) {
			last = y + 1
		}
	}
	return first, last
}

// growToEnd extends rows from top to under, each way, to where what is marked between
// columns x0 and x1 ends at once: over print of their own color boats show faintly, but
// to their edge, with a gap where print or their rim is as they are. What fades out or
// never ends is a shadow or another light, and a row or two are boats that lie a
// little turned.
func growToEnd(marked []bool, w, x0, x1, top, under int) (int, int) {
	const shows, gone, few = 0.2, 0.1, 4
	share := func(y int) float64 {
		if y < 0 || y >= len(marked)/w {
			return 0
		}
		return markedShare(marked[y*w+x0 : y*w+x1])
	}
	grown := func(at, step int) int {
		k, gap := 0, 0 // rows gone through, and those since the last that shows
		for ; k < (under-top)/2 && gap <= few; k++ {
			if gap++; share(at+k*step) >= shows {
				gap = 0
			}
		}
		k -= gap
		if k < few || min(share(at+k*step), share(at+(k+1)*step)) >= gone {
			return 0
		}
		return k
	}
	return top - grown(top-1, -1), under + grown(under, 1)
}

// markedShare returns how much of a row is marked.
func markedShare(row []bool) float64 {
	n := 0
	for _, is := range row {
		if is {
			n++
		}
	}
	return float64(n) / float64(len(row))
}

func rowShares(changed []bool, w, h int) []float64 {
	out := make([]float64, h)
	for y := range h {
		for x := range w {
			if changed[y*w+x] {
				out[y] += 1 / float64(w)
			}
		}
	}
	return out
}

func columnShares(changed []bool, w, top, under int) []float64 {
	out := make([]float64, w)
	for x := range w {
		for y := top; y < under; y++ {
			if changed[y*w+x] {
				out[x] += 1 / float64(under-top)
			}
		}
	}
	return out
}

// longestRun returns the longest run of shares above part of the greatest,
// bridging gaps of a pixel or two, as its start and end.
func longestRun(shares []float64, part float64) (from, to int) {
	least := slices.Max(shares) * part
	start, last := -1, -10
	for i, s := range shares {
		if s < least || s == 0 {
			continue
		}
		if i-last > 3 {
			start = i
		}
		last = i
		if last+1-start > to-from {
			from, to = start, last+1
		}
	}
	return from, to
}

// widest returns the extent of what lies in a row: runs of changed columns,
// joined over gaps narrower than half of a boat.
func widest(shares []float64, n int) (from, to int) {
	gap := len(shares) / n / 3
	start, last := -1, -len(shares)
	for i, s := range shares {
		if s < 0.35 {
			continue
		}
		if i-last > gap {
			start = i
		}
		last = i
		if last+1-start > to-from {
			from, to = start, last+1
		}
	}
	return from, to
}

// refine moves the pitch and the left end to where neighboring boats look most
// alike, and returns how alike they look: they are printed to one pattern.
func (b *boatBoard) refine(p Pixels, f Frame, a mat.Point, n int) float64 {
	gray := grays(p)
	h := int((b.Bottom - b.Top) * f.Scale)
	w := int(b.Pitch * f.Scale)
	best, bestPitch := -1.0, b.Pitch
	first := b.Left
	for step := -10; step <= 10; step++ {
		pitch := b.Pitch * (1 + 0.005*float64(step))
		// The row's middle is known best: pivot there.
		left := first + (b.Pitch-pitch)*float64(n-1)/2
		_, y := f.Pixel(mat.Point{X: 0, Y: a.Y + b.Top})
		sum := 0.0
		for i := range n - 1 {
			x, _ := f.Pixel(mat.Point{X: a.X + left + pitch*(float64(i)-0.5)})
			x2, _ := f.Pixel(mat.Point{X: a.X + left + pitch*(float64(i)+0.5)})
			sum += correlate(gray, int(x+0.5), int(y), int(x2+0.5), int(y), w, h)
		}
		if sum > best {
			best, bestPitch = sum, pitch
		}
	}
	b.Left += (b.Pitch - bestPitch) * float64(n-1) / 2
	b.Pitch = bestPitch
	return best
}

// grayPicture is one brightness a pixel.
type grayPicture struct {
	w, h int
	pix  []float32
}

func grays(p Pixels) grayPicture {
	g := grayPicture{p.W, p.H, make([]float32, p.W*p.H)}
	for i := range g.pix {
		g.pix[i] = float32(int(p.Pix[3*i])+2*int(p.Pix[3*i+1])+int(p.Pix[3*i+2])) / 4
	}
	return g
}

// correlate is the normalized correlation of two windows of one picture; what
// lies outside counts as black.
func correlate(g grayPicture, x1, y1, x2, y2, w, h int) float64 {
	var sa, sb, saa, sbb, sab float64
	for y := range h {
		for x := range w {
			a, b := g.at(x1+x, y1+y), g.at(x2+x, y2+y)
			sa, sb, saa, sbb, sab = sa+a, sb+b, saa+a*a, sbb+b*b, sab+a*b
		}
	}
	n := float64(w * h)
	return (sab/n - sa*sb/n/n) / math.Sqrt((saa/n-sa*sa/n/n+1)*(sbb/n-sb*sb/n/n+1))
}

func (g grayPicture) at(x, y int) float64 {
	if x < 0 || y < 0 || x >= g.w || y >= g.h {
		return 0
	}
	return float64(g.pix[y*g.w+x])
}
