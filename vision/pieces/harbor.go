package pieces

import (
	"math"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
)

// trackPixels is the hex radius in pixels where the harbor track is read.
const trackPixels = 20

// trackSide is how far to each side of the track the strip reaches, hex radii.
const trackSide = 0.75

// track is a mat's harbor track as rectified: x runs along it.
type track struct {
	w, h    int
	step    float64 // px from place to place
	first   float64 // px, place 0
	steps   int
	toPlane calibration.Homography
	empty   Pixels
	// nadir is where along the strip the camera looks straight down, px: meeples
	// lean away from there.
	nadir float64
	// gold is how much likelier a color is the harbor master's than the
	// track's, as logarithm, a cell.
	gold []float32
}

func newTrack(m *calibration.Mat, empty gocv.Mat) (*track, error) {
	h := m.Harbor
	dx, dy := h.Last.X-h.First.X, h.Last.Y-h.First.Y
	length := math.Hypot(dx, dy)
	ux, uy := dx/length, dy/length
	const ends = 1.2 // hex radii beyond the first and the last place
	s := 1.0 / trackPixels
	t := &track{
		w:     int((length + 2*ends) * trackPixels),
		h:     int(2 * trackSide * trackPixels),
		steps: h.Steps,
		step:  length / float64(h.Steps) * trackPixels,
		first: ends * trackPixels,
	}
	x0, y0 := h.First.X-ux*ends+uy*trackSide, h.First.Y-uy*ends-ux*trackSide
	t.toPlane = calibration.Homography{ux * s, -uy * s, x0, uy * s, ux * s, y0, 0, 0, 1}
	center := t.toPlane.Inverse().Mul(m.ToPicture.Inverse())
	nadir := center.Apply(pictureMiddle(empty))
	t.nadir = nadir.X
	var err error
	if t.empty, err = t.see(empty, m.ToPicture); err != nil {
		return nil, err
	}
	t.learnGold(t.empty, 0)
	return t, nil
}

func (t *track) see(img gocv.Mat, toPicture calibration.Homography) (Pixels, error) {
	small, err := warp(img, toPicture.Mul(t.toPlane), t.w, t.h)
	if err != nil {
		return Pixels{}, err
	}
	defer small.Close()
	return copyPixels(small)
}

// lean is how far a meeple's middle appears from its place, per px of
// distance from the nadir: half its height of 16 mm over a camera at a meter.
const lean = 0.009

// place returns where the harbor master appears along the strip when on place n, px.
func (t *track) place(n int) float64 {
	x := t.first + float64(n)*t.step
	return x + lean*(x-t.nadir)
}

// learnGold learns the harbor master's colors from where it stands (place n of
// p, in the empty picture's light) against the free track.
func (t *track) learnGold(p Pixels, n int) {
	master, free, shaded := newHistogram(), newHistogram(), newHistogram()
	at := t.place(n)
	reach := 0.6 * t.step
	for y := range t.h {
		for x := range t.w {
			i := 3 * (y*t.w + x)
			cell := cellOf(p.Pix[i], p.Pix[i+1], p.Pix[i+2])
			switch d := math.Abs(float64(x) - at); {
			case d < reach && y > t.h/8 && y < t.h-t.h/8:
				master[cell]++
			case d > 1.6*t.step:
				free[cell]++
				for _, dark := range shadows {
					b, g, r := linearOf[p.Pix[i]]*dark, linearOf[p.Pix[i+1]]*dark, linearOf[p.Pix[i+2]]*dark
					shaded[cellOf(codeOfLight(b), codeOfLight(g), codeOfLight(r))]++
				}
			}
		}
	}
	for _, h := range []histogram{master, free, shaded} {
		h.blur(0.9)
		h.scale()
	}
	// What stands there is about half of the window, the rest is track: take that out.
	gold := make([]float32, cells)
	for i := range gold {
		own := max(master[i]-0.6*free[i], 0)
		gold[i] = float32(math.Log(float64(own+0.05) / float64(max(free[i], shaded[i])+0.05)))
	}
	if t.gold == nil {
		t.gold = gold
		return
	}
	for i := range gold { // what either picture says is gold is
		t.gold[i] = max(t.gold[i], gold[i])
	}
}

// shadows are how dark, in light, a meeple's shadow may be: it stands beside its place, and
// nearer to the next one, so it mustn't count as the meeple.
var shadows = [...]float32{0.25, 0.4, 0.55, 0.7, 0.85}

// medianOf returns the median of values.
func medianOf(values []uint8) float64 {
	var hist [256]int
	for _, v := range values {
		hist[v]++
	}
	return medianIn(&hist)
}

// medianIn returns the median of values counted by size.
func medianIn(hist *[256]int) float64 {
	all := 0
	for _, n := range hist {
		all += n
	}
	sum := 0
	for v, n := range hist {
		if sum += n; sum*2 >= all {
			return float64(v)
		}
	}
	return 255
}

// read finds the harbor master's place in a strip.
func (t *track) read(p Pixels) Count {
	now := evenLight(t.empty, p)
	diff := differences(t.empty, now)
	noise := 2 * medianOf(diff)
	score := make([]float64, t.w)
	for x := range t.w {
		// About place 0 the empty picture shows the harbor master itself: there a
		// change says that it left.
		atHome := math.Abs(float64(x)-t.place(0)) < 0.75*t.step
		for y := range t.h {
			i := y*t.w + x
			g := float64(t.gold[cellOf(now.Pix[3*i], now.Pix[3*i+1], now.Pix[3*i+2])])
			g = min(max(g, -1), 3) / 3
			d := min(max(float64(diff[i])-noise, 0)/40, 1)
			if atHome {
				was := t.gold[cellOf(t.empty.Pix[3*i], t.empty.Pix[3*i+1], t.empty.Pix[3*i+2])]
				if was > 0.7 { // the master's own pixel: still there, or gone?
					score[x] += (1 - 2*d) * 1.1
				}
			} else {
				score[x] += d * (0.35 + 0.9*g)
			}
		}
	}
	// A meeple's width about each place.
	half := int(0.5 * t.step)
	sums := make([]float64, t.steps+1)
	for n := range sums {
		at := int(t.place(n) + 0.5)
		for x := at - half; x <= at+half; x++ {
			if x >= 0 && x < t.w {
				// The middle counts more than the edges, which neighbors share.
				sums[n] += score[x] * (1 - 0.7*math.Abs(float64(x-at))/float64(half))
			}
		}
	}
	best, second := 0, -1
	for n, s := range sums {
		if s > sums[best] {
			best = n
		}
	}
	for n, s := range sums {
		if n != best && (second < 0 || s > sums[second]) {
			second = n
		}
	}
	if second < 0 {
		return Count{Known: true, Value: best, Second: best, Chance: 0.5}
	}
	// Neighbors share half of the meeple; a clear case has half as much there.
	margin := (sums[best] - sums[second]) / (math.Abs(sums[best]) + 0.05*float64(t.h)*t.step)
	return Count{Known: true, Value: best, Second: second, Chance: 1 / (1 + math.Exp(-14*(margin-0.12)))}
}
