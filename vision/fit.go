package vision

import (
	"math"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// fitted is a homography with how well the matches agree on it.
type fitted struct {
	toPicture calibration.Homography
	inliers   int
	looked    int     // patches looked for, covered ones among them
	rms       float64 // px of the picture, of the inliers
}

// share is how much of what was looked for agrees.
func (f *fitted) share() float64 { return float64(f.inliers) / float64(max(f.looked, 1)) }

// fitMatches corrects guess so that as many matches as possible agree within
// tolerance px of the picture. middle is the middle of what the matches
// should surround: how much of a correction they fix depends on that.
func fitMatches(guess calibration.Homography, matches []match, tolerance float64, middle mat.Point) fitted {
	from := make([]mat.Point, len(matches)) // where guess puts them, px
	for i, m := range matches {
		from[i] = guess.Apply(m.plane)
	}
	best, count := calibration.Identity(), 0
	try := func(h calibration.Homography) {
		n := 0
		for i, m := range matches {
			if distance(h.Apply(from[i]), m.picture) < tolerance {
				n++
			}
		}
		if n > count {
			best, count = h, n
		}
	}
	// Every pair fixes a turn and a shift; there are few enough to try all.
	for i := range matches {
		for k := i + 1; k < len(matches); k++ {
			if 10*count > 9*len(matches) {
				break // nearly all agree already
			}
			if distance(from[i], from[k]) > 8*tolerance {
				try(turn(from[i], from[k], matches[i].picture, matches[k].picture))
			}
		}
	}
	out := fitted{toPicture: best.Mul(guess), inliers: count}
	for range 3 {
		var a, b []mat.Point
		for i, m := range matches {
			if distance(best.Apply(from[i]), m.picture) < tolerance {
				a, b = append(a, from[i]), append(b, m.picture)
			}
		}
		if h, ok := correct(a, b, guess.Apply(middle)); ok {
			best = h
		}
		sum, n := 0.0, 0
		for i, m := range matches {
			if d := distance(best.Apply(from[i]), m.picture); d < tolerance {
				sum += d * d
				n++
			}
		}
		out = fitted{toPicture: best.Mul(guess), inliers: n, rms: math.Sqrt(sum / float64(max(1, n)))}
	}
	return out
}

// turn returns the turn, shift and even scale that take a to c and b to d.
func turn(a, b, c, d mat.Point) calibration.Homography {
	vx, vy, wx, wy := b.X-a.X, b.Y-a.Y, d.X-c.X, d.Y-c.Y
	n := vx*vx + vy*vy
	p, q := (vx*wx+vy*wy)/n, (vx*wy-vy*wx)/n
	return calibration.Homography{p, -q, c.X - p*a.X + q*a.Y, q, p, c.Y - q*a.X - p*a.Y, 0, 0, 1}
}

// correct fits the richest map that the points fix: a homography where all
// four quarters round the middle have three or more, an affine one with points in
// three quarters, else a turn and a shift.
func correct(a, b []mat.Point, middle mat.Point) (calibration.Homography, bool) {
	var quarter [4]int
	for _, p := range a {
		i := 0
		if p.X > middle.X {
			i = 1
		}
		if p.Y > middle.Y {
			i += 2
		}
		quarter[i]++
	}
	three, two := 0, 0
	for _, n := range quarter {
		if n >= 3 {
			three++
		}
		if n >= 2 {
			two++
		}
	}
	if three == 4 && len(a) >= 16 {
		h, err := calibration.FromPoints(a, b)
		return h, err == nil
	}
	if two >= 3 && len(a) >= 8 {
		return affine(a, b)
	}
	return similar(a, b)
}

func affine(a, b []mat.Point) (calibration.Homography, bool) {
	var mx, my [3][4]float64
	var ox, oy float64 // taken off, so that large coordinates cost no digits
	for _, p := range a {
		ox, oy = ox+p.X/float64(len(a)), oy+p.Y/float64(len(a))
	}
	for i, p := range a {
		row := [3]float64{1, p.X - ox, p.Y - oy}
		for r := range 3 {
			for c := range 3 {
				mx[r][c] += row[r] * row[c]
				my[r][c] += row[r] * row[c]
			}
			mx[r][3] += row[r] * b[i].X
			my[r][3] += row[r] * b[i].Y
		}
	}
	x, ok1 := solve3(mx)
	y, ok2 := solve3(my)
	h := calibration.Homography{x[1], x[2], x[0] - x[1]*ox - x[2]*oy, y[1], y[2], y[0] - y[1]*ox - y[2]*oy, 0, 0, 1}
	return h, ok1 && ok2
}

// similar is the best turn, shift and even scale; of a single point a shift.
func similar(a, b []mat.Point) (calibration.Homography, bool) {
	n := float64(len(a))
	if n == 0 {
		return calibration.Homography{}, false
	}
	var am, bm mat.Point
	for i := range a {
		am.X, am.Y, bm.X, bm.Y = am.X+a[i].X/n, am.Y+a[i].Y/n, bm.X+b[i].X/n, bm.Y+b[i].Y/n
	}
	var p, q, s float64
	for i := range a {
		vx, vy, wx, wy := a[i].X-am.X, a[i].Y-am.Y, b[i].X-bm.X, b[i].Y-bm.Y
		p, q, s = p+vx*wx+vy*wy, q+vx*wy-vy*wx, s+vx*vx+vy*vy
	}
	if s < 1 {
		return calibration.Translation(bm.X-am.X, bm.Y-am.Y), true
	}
	p, q = p/s, q/s
	return calibration.Homography{p, -q, bm.X - p*am.X + q*am.Y, q, p, bm.Y - q*am.X - p*am.Y, 0, 0, 1}, true
}
