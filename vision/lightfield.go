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
	for i, b := range bare {
		at[i], values[i] = b.at, inkOf(b.color)
	}
	return fitPlanes(at, values)
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
	for range 4 {
		var dist []float64
		for i, v := range values {
			dist = append(dist, v.apart(l.at(at[i])))
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

// leftover fits, a mat, a plane to what the hexes differ from the middle of
// their group over all mats.
func leftover(hexes []swatch, inks []ink, groups []int, k, mats int) []lightField {
	centers := middles(inks, groups, k)
	out := make([]lightField, mats)
	for n := range mats {
		var at []mat.Point
		var off []ink
		for i, h := range hexes {
			if h.mat != n {
				continue
			}
			x := inks[i]
			for c := range 3 {
				x[c] -= centers[groups[i]][c]
			}
			at, off = append(at, h.at), append(off, x)
		}
		if len(at) > 0 {
			out[n] = fitPlanes(at, off)
		}
	}
	return out
}
