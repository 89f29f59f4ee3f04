package vision

import (
	"math"
	"slices"

	"harbormaster/mat"
)

// lightField is how bright a mat is lit, per channel as a logarithm, as a
// plane over the mat. More than a plane would take the fields' own colors,
// which lie in patches, for light.
type lightField [3][3]float64 // channel; constant, x, y

func (l lightField) at(p mat.Point) ink {
	var out ink
	for c := range 3 {
		out[c] = l[c][0] + l[c][1]*p.X + l[c][2]*p.Y
	}
	return out
}

// fitLight fits the light to bare print, which has one color but for grain.
// What is far off the rest (a printed bar, the river) is left out.
func fitLight(bare []swatch) lightField {
	var l lightField
	if len(bare) == 0 {
		return l
	}
	at, values := make([]mat.Point, len(bare)), make([]ink, len(bare))
	// Paper is the commonest color around the hexes and the brightest: the river and
	// printed bars are darker, and many of them would tilt the plane.
	var bright []float64
	for i, b := range bare {
		at[i], values[i] = b.at, inkOf(b.color)
		bright = append(bright, values[i][0]+values[i][1]+values[i][2])
	}
	slices.Sort(bright)
	var paperAt []mat.Point
	var paper []ink
	for i, v := range values {
		if v[0]+v[1]+v[2] > bright[len(bright)*3/4]-0.6 { // a fifth darker in each channel
			paperAt, paper = append(paperAt, at[i]), append(paper, v)
		}
	}
	return fitPlanes(paperAt, paper)
}

// fitPlanes fits a plane to each channel, three times, each time with less
// weight for what lies far off; nine points or more fix the slopes.
func fitPlanes(at []mat.Point, values []ink) lightField {
	var l lightField
	for c := range 3 {
		var all []float64
		for _, v := range values {
			all = append(all, v[c])
		}
		slices.Sort(all)
		l[c][0] = all[len(all)/2]
	}
	if len(at) < 9 {
		return l
	}
	y := firstYardstick()
	for range 4 {
		var dist []float64
		for i, v := range values {
			dist = append(dist, math.Sqrt(y.apart(v, l.at(at[i]))))
		}
		sorted := slices.Clone(dist)
		slices.Sort(sorted)
		scale := 2.5*sorted[len(sorted)/2] + 0.01
		for c := range 3 {
			var m [3][4]float64
			for i, v := range values {
				w := 1 / (1 + math.Pow(dist[i]/scale, 4))
				row := [4]float64{1, at[i].X, at[i].Y, v[c]}
				for r := range 3 {
					for k := range 4 {
						m[r][k] += w * row[r] * row[k]
					}
				}
			}
			if x, ok := solve3(m); ok {
				l[c] = x
			}
		}
	}
	return l
}

func solve3(m [3][4]float64) (x [3]float64, ok bool) {
	for c := range 3 {
		best := c
		for r := c + 1; r < 3; r++ {
			if math.Abs(m[r][c]) > math.Abs(m[best][c]) {
				best = r
			}
		}
		if math.Abs(m[best][c]) < 1e-12 {
			return x, false
		}
		m[c], m[best] = m[best], m[c]
		for r := range 3 {
			if r == c {
				continue
			}
			f := m[r][c] / m[c][c]
			for k := c; k < 4; k++ {
				m[r][k] -= f * m[c][k]
			}
		}
	}
	for c := range 3 {
		x[c] = m[c][3] / m[c][c]
	}
	return x, true
}

// matLight is the light on one mat.
type matLight struct {
	gain lightField
	// haze is the lamp's shine in units of the bare print's mean light, as a
	// polynomial over the mat: 1, u, v, u^2, uv, v^2 with u and v from -1 to 1.
	haze      [6]float64
	low, high mat.Point
	tint      [3]float64 // the haze's color: mean light of bare print
	// rest is what gain is still off by, as the hexes' groups tell: bare print in
	// glare is burnt out and says little.
	rest lightField
}

func (l *matLight) hazeAt(p mat.Point) float64 {
	u := 2*(p.X-l.low.X)/max(l.high.X-l.low.X, 1) - 1
	v := 2*(p.Y-l.low.Y)/max(l.high.Y-l.low.Y, 1) - 1
	b := [6]float64{1, u, v, u*u - 1./3, u * v, v*v - 1./3}
	sum := 0.0
	for i, h := range l.haze {
		sum += h * b[i]
	}
	return max(0, sum)
}

// ink returns the hex's own color: haze taken off, gain divided out.
func (l *matLight) ink(h swatch) ink {
	haze := l.hazeAt(h.at)
	gain := l.gain.at(h.at)
	var c, paper [3]float64
	for i := range 3 {
		c[i] = h.color[i] - haze*l.tint[i]
		paper[i] = math.Exp(gain[i]) - haze*l.tint[i]
	}
	x, g := inkOf(c), inkOf(paper)
	rest := l.rest.at(h.at)
	for i := range 3 {
		x[i] -= g[i] + rest[i]
	}
	return x
}

// matLights is the light on all mats of a table.
type matLights []matLight

func newMatLights(hexes []swatch, bare [][]swatch) matLights {
	out := make(matLights, len(bare))
	for i, b := range bare {
		out[i].gain = fitLight(b)
		out[i].low, out[i].high = mat.Point{X: math.Inf(1), Y: math.Inf(1)}, mat.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	}
	for _, h := range hexes {
		l := &out[h.mat]
		l.low = mat.Point{X: min(l.low.X, h.at.X), Y: min(l.low.Y, h.at.Y)}
		l.high = mat.Point{X: max(l.high.X, h.at.X), Y: max(l.high.Y, h.at.Y)}
	}
	for i := range out {
		l := &out[i]
		mid := l.gain.at(mat.Point{X: (l.low.X + l.high.X) / 2, Y: (l.low.Y + l.high.Y) / 2})
		for c := range 3 {
			l.tint[c] = math.Exp(mid[c])
		}
	}
	return out
}

func (m matLights) inks(hexes []swatch) []ink {
	out := make([]ink, len(hexes))
	for i, h := range hexes {
		out[i] = m[h.mat].ink(h)
	}
	return out
}

// levelHaze guesses an even haze a mat. All mats of a table bear the same five
// colors, so the darkest channel of the darkest hexes is equally dark on all of
// them; what it is brighter than on the clearest mat is haze.
func (m matLights) levelHaze(hexes []swatch) {
	dark := make([][]float64, len(m))
	for _, h := range hexes {
		gain := m[h.mat].gain.at(h.at)
		least := math.Inf(1)
		for c := range 3 {
			least = min(least, h.color[c]/math.Exp(gain[c]))
		}
		dark[h.mat] = append(dark[h.mat], least)
	}
	clearest := math.Inf(1)
	level := make([]float64, len(m))
	for i, d := range dark {
		slices.Sort(d)
		if len(d) > 0 {
			level[i] = d[len(d)/8]
		}
		clearest = min(clearest, level[i])
	}
	for i := range m {
		m[i].haze[0] = (level[i] - clearest) / max(1-clearest, 0.1)
		if level[i] == clearest {
			// One lamp lights all: the clearest mat's print, not burnt out, tells its color.
			for k := range m {
				m[k].tint = m[i].tint
			}
		}
	}
}

// fitRest fits what the light is still off by to what the hexes differ from the
// middle of the group each is in now.
func (m matLights) fitRest(hexes []swatch, centers []ink, groups []int) {
	inks := m.inks(hexes)
	for n := range m {
		var at []mat.Point
		var off []ink
		for i, h := range hexes {
			if h.mat == n {
				x, rest := inks[i], m[n].rest.at(h.at)
				for c := range 3 {
					x[c] += rest[c] - centers[groups[i]][c]
				}
				at, off = append(at, h.at), append(off, x)
			}
		}
		if len(at) > 0 {
			m[n].rest = fitPlanes(at, off)
		}
	}
}

// fitHaze finds for each mat the haze with which its hexes come nearest to
// the groups' middles, by trying a bit more and a bit less of each term.
func (m matLights) fitHaze(hexes []swatch, centers []ink, y *yardstick) {
	for n := range m {
		var own []swatch
		for _, h := range hexes {
			if h.mat == n {
				own = append(own, h)
			}
		}
		l := &m[n]
		cost := func() float64 {
			sum := 0.0
			for _, h := range own {
				x, near := l.ink(h), math.Inf(1)
				for _, c := range centers {
					near = min(near, y.apart(x, c))
				}
				// A hex far from all groups (dirt, a glint) mustn't decide alone.
				sum += near / (1 + near/50)
			}
			for i, v := range l.haze { // no haze, and an even one, unless there is reason
				weight := 20.0
				if i == 0 {
					weight = 2
				}
				sum += weight * v * v
			}
			return sum
		}
		best := cost()
		for step := 0.16; step > 0.004; step /= 2 {
			for range 6 {
				better := false
				for i := range l.haze {
					for _, way := range [2]float64{step, -step} {
						l.haze[i] += way
						if now := cost(); now < best {
							best, better = now, true
							break
						}
						l.haze[i] -= way
					}
				}
				if !better {
					break
				}
			}
		}
	}
}
