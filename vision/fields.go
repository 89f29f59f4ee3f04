package vision

import (
	"math"
	"slices"

	"harbormaster/mat"
)

// fieldColors is how many field colors a mat of the game has.
const fieldColors = 5

// fields measures the hexes of all mats and groups their colors.
func (c *calibrator) fields() error {
	var hexes []swatch
	var bare [][]swatch
	for i := range c.profile.Mats {
		h, b, err := swatches(c.frame.Img, i, &c.profile.Mats[i])
		if err != nil {
			return err
		}
		hexes = append(hexes, h...)
		bare = append(bare, b)
	}
	groups, clarity := groupFields(hexes, bare)
	next := 0
	for i := range c.profile.Mats {
		m := &c.profile.Mats[i]
		spaces := make([]mat.Space, m.Template.Len())
		for k := range spaces {
			spaces[k] = m.Template.Space(k)
			spaces[k].Field = mat.Field1 + mat.Field(groups[next])
			next++
		}
		t, err := mat.NewTemplate(m.Template.Orientation(), spaces)
		if err != nil {
			return err
		}
		m.Template = t
	}
	if clarity < clearColors {
		c.say("The field colors can't be told apart well: this may be a board without five field colors; if it isn't, use more even light and check the fields in the drawn lattice.")
	}
	return nil
}

// clearColors is the clarity (see groupFields) below which the grouping may be wrong.
const clearColors = 1.5

// ink is a color as the logarithms of linear light, so that more or less light
// adds the same to all of them.
type ink [3]float64

func inkOf(c [3]float64) ink {
	const black = 0.004 // below this a camera's noise is all there is
	return ink{math.Log(c[0] + black), math.Log(c[1] + black), math.Log(c[2] + black)}
}

// apart is the difference of two inks. Light of one lamp changes lightness most
// and tint little, so lightness counts less.
func (a ink) apart(b ink) float64 {
	d := [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]}
	mean := (d[0] + d[1] + d[2]) / 3
	sum := 0.0
	for _, v := range d {
		sum += (v - mean) * (v - mean)
	}
	const lightness = 0.6
	return math.Sqrt(sum + lightness*lightness*mean*mean*3)
}

// groupFields puts each hex into one of five groups, ordered by tint so that
// the same table gives the same names each time. Clarity is how much farther a
// hex is from the next best group than from its own, for the least clear
// hexes: 1 is no difference.
func groupFields(hexes []swatch, bare [][]swatch) (groups []int, clarity float64) {
	light := make([]lightField, len(bare))
	for i, b := range bare {
		light[i] = fitLight(b)
	}
	inks := make([]ink, len(hexes))
	for i, h := range hexes {
		inks[i] = inkOf(h.color)
		l := light[h.mat].at(h.at)
		for c := range 3 {
			inks[i][c] -= l[c]
		}
	}
	k := min(fieldColors, len(hexes))
	groups = cluster(inks, k)
	// Uneven light that bare print doesn't tell of: what is left over within the
	// groups must be smooth over each mat. Take it away and group again.
	for range 4 {
		smooth := leftover(hexes, inks, groups, k, len(bare))
		next := make([]ink, len(inks))
		for i, h := range hexes {
			l := smooth[h.mat].at(h.at)
			for c := range 3 {
				next[i][c] = inks[i][c] - l[c]
			}
		}
		inks, groups = next, cluster(next, k)
	}
	groups = byTint(inks, groups, k)
	centers := middles(inks, groups, k)
	var ratios []float64
	for i, x := range inks {
		own, other := 0.0, math.Inf(1)
		for g, m := range centers {
			if d := x.apart(m); g == groups[i] {
				own = d
			} else {
				other = min(other, d)
			}
		}
		ratios = append(ratios, other/(own+0.02))
	}
	slices.Sort(ratios)
	if len(ratios) > 0 {
		clarity = ratios[len(ratios)/20]
	}
	return groups, clarity
}

// cluster is k-means from well spread starts: several first points, the rest
// each the farthest from those before; the tightest result counts.
func cluster(inks []ink, k int) []int {
	var best []int
	least := math.Inf(1)
	for first := 0; first < len(inks); first += max(1, len(inks)/24) {
		centers := []ink{inks[first]}
		for len(centers) < k {
			far, at := -1.0, 0
			for i, x := range inks {
				near := math.Inf(1)
				for _, m := range centers {
					near = min(near, x.apart(m))
				}
				if near > far {
					far, at = near, i
				}
			}
			centers = append(centers, inks[at])
		}
		var groups []int
		sum := 0.0
		for range 20 {
			groups, sum = assign(inks, centers)
			centers = middles(inks, groups, k)
		}
		if sum < least {
			best, least = groups, sum
		}
	}
	return best
}

func assign(inks []ink, centers []ink) (groups []int, sum float64) {
	groups = make([]int, len(inks))
	for i, x := range inks {
		near := math.Inf(1)
		for g, m := range centers {
			if d := x.apart(m); d < near {
				near, groups[i] = d, g
			}
		}
		sum += near * near
	}
	return groups, sum
}

func middles(inks []ink, groups []int, k int) []ink {
	out, n := make([]ink, k), make([]float64, k)
	for i, x := range inks {
		n[groups[i]]++
		for c := range 3 {
			out[groups[i]][c] += x[c]
		}
	}
	for g := range out {
		for c := range 3 {
			out[g][c] /= max(n[g], 1)
		}
	}
	return out
}

// byTint numbers the groups by their place on the color circle.
func byTint(inks []ink, groups []int, k int) []int {
	centers := middles(inks, groups, k)
	order := make([]int, k)
	for g := range order {
		order[g] = g
	}
	angle := func(m ink) float64 { return math.Atan2(m[1]-m[2], m[0]-(m[1]+m[2])/2) }
	slices.SortFunc(order, func(a, b int) int {
		switch x, y := angle(centers[a]), angle(centers[b]); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	name := make([]int, k)
	for n, g := range order {
		name[g] = n
	}
	out := make([]int, len(groups))
	for i, g := range groups {
		out[i] = name[g]
	}
	return out
}
