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
		c.say("found-colors", nil, "The field colors can't be told apart well: this may be a board without five field colors; if it isn't, use more even light and check the fields in the drawn lattice.")
	}
	return nil
}

// clearColors is the clarity (see groupFields) below which the grouping may be wrong.
const clearColors = 1.5

// ink is a color as the logarithms of linear light, so that more or less light
// adds the same to all of them.
type ink [3]float64

const blackest = 0.004 // below this share of full light a camera's noise is all there is

func inkOf(c [3]float64) ink {
	return ink{math.Log(max(c[0], blackest)), math.Log(max(c[1], blackest)), math.Log(max(c[2], blackest))}
}

// yardstick measures how far inks are apart. Prints vary in lightness from hex to
// hex more than in tint, and how much is learnt from the groups themselves: it
// is the inverse of their common covariance.
type yardstick [3][3]float64

// firstYardstick is for a start: lightness counts a third of tint.
func firstYardstick() yardstick {
	const lightness = 1. / 9 // squared
	var y yardstick
	for i := range 3 {
		for k := range 3 {
			y[i][k] = (lightness - 1) / 3
		}
		y[i][i]++
	}
	return y
}

// apart is the squared distance of two inks.
func (y *yardstick) apart(a, b ink) float64 {
	d0, d1, d2 := a[0]-b[0], a[1]-b[1], a[2]-b[2]
	return y[0][0]*d0*d0 + y[1][1]*d1*d1 + y[2][2]*d2*d2 + 2*(y[0][1]*d0*d1+y[0][2]*d0*d2+y[1][2]*d1*d2)
}

// yardstickOf learns from groups.
func yardstickOf(inks []ink, groups []int, centers []ink) yardstick {
	var m [3][3]float64
	for i, x := range inks {
		for r := range 3 {
			for c := range 3 {
				m[r][c] += (x[r] - centers[groups[i]][r]) * (x[c] - centers[groups[i]][c]) / float64(len(inks))
			}
		}
	}
	const grain = 0.02 // 2 percent: no print is more even than that
	var out yardstick
	for c := range 3 {
		var a [3][4]float64
		for r := range 3 {
			copy(a[r][:3], m[r][:])
			a[r][r] += grain * grain
		}
		a[c][3] = 1
		x, ok := solve3(a)
		if !ok {
			return firstYardstick()
		}
		for r := range 3 {
			out[r][c] = x[r]
		}
	}
	return out
}

// groupFields puts each hex into one of five groups, ordered by tint so that
// the same table gives the same names each time. Clarity is how much farther a
// hex is from the next best group than from its own, for the least clear
// hexes: 1 is no difference.
//
// The light on each mat is a gain, told by bare print, and a haze (the shine of a
// lamp, added in the lamp's own color) that is told by the groups: with the
// right haze taken off they are tightest. So both are found in turn.
func groupFields(hexes []swatch, bare [][]swatch) (groups []int, clarity float64) {
	clarity = -1
	// All mats of a table bear the same colors, so the colors learnt on one mat
	// tell the haze on the others. Which mat has the best light isn't known: each
	// may be the first.
	for first := range bare {
		if g, c := groupFrom(newMatLights(hexes, bare), hexes, first, nearest); c > clarity {
			groups, clarity = g, c
		}
	}
	// Mats of the game have equally many hexes of each color. Where that fits about as
	// well it is right: it holds together what glare pulls apart.
	even, clear := groups, -1.0
	for first := range bare {
		if g, c := groupFrom(newMatLights(hexes, bare), hexes, first, evenly); c > clear {
			even, clear = g, c
		}
	}
	if clear > evenClarity*clarity {
		groups, clarity = even, clear
	}
	return groups, max(clarity, 0)
}

// evenClarity is how clear even groups must be, against free ones.
const evenClarity = 0.8

// assigner puts each hex into one of the groups with these middles.
type assigner func(hexes []swatch, inks, centers []ink, y *yardstick) []int

// nearest takes the nearest group.
func nearest(_ []swatch, inks, centers []ink, y *yardstick) []int {
	groups, _ := assign(inks, centers, y)
	return groups
}

// groupFrom groups the fields of mat first alone, and then those of all mats.
func groupFrom(mats matLights, hexes []swatch, first int, put assigner) (groups []int, clarity float64) {
	var own []swatch
	for _, h := range hexes {
		if h.mat == first {
			own = append(own, h)
		}
	}
	k := min(fieldColors, len(own))
	if k == 0 {
		return make([]int, len(hexes)), 0
	}
	mats.levelHaze(hexes)
	y := firstYardstick()
	centers := middles(mats.inks(own), cluster(mats.inks(own), k, &y), k)
	for range 3 { // the groups don't change any more after two or three
		centers = settleGroups(own, mats.inks(own), centers, &y, put)
		mats.fitHaze(own, centers, &y)
	}
	for range 4 {
		mats.fitHaze(hexes, centers, &y)
		mats.fitRest(hexes, centers, put(hexes, mats.inks(hexes), centers, &y))
		centers = settleGroups(hexes, mats.inks(hexes), centers, &y, put)
	}
	inks := mats.inks(hexes)
	groups = put(hexes, inks, centers, &y)
	groups = byTint(inks, groups, k)
	return groups, clarityOf(hexes, inks, groups, k, len(mats), &y)
}

// settleGroups moves the groups' middles, and the yardstick with them, to where
// their inks are.
func settleGroups(hexes []swatch, inks, centers []ink, y *yardstick, put assigner) []ink {
	for range 5 {
		groups := put(hexes, inks, centers, y)
		centers = middles(inks, groups, len(centers))
		*y = yardstickOf(inks, groups, centers)
	}
	return centers
}

// clarityOf is how much farther the less clear hexes are from the next group than
// from their own. A group that some mat has none of is less likely to be one.
func clarityOf(hexes []swatch, inks []ink, groups []int, k, mats int, y *yardstick) float64 {
	centers := middles(inks, groups, k)
	present := make(map[[2]int]bool)
	var ratios []float64
	for i, x := range inks {
		present[[2]int{groups[i], hexes[i].mat}] = true
		own, other := 0.0, math.Inf(1)
		for g, m := range centers {
			if d := math.Sqrt(y.apart(x, m)); g == groups[i] {
				own = d
			} else {
				other = min(other, d)
			}
		}
		ratios = append(ratios, other/(own+0.5)) // half of a usual deviation
	}
	slices.Sort(ratios)
	share := float64(len(present)) / float64(k*mats)
	return ratios[len(ratios)/20] * share * share
}

// cluster is k-means from well spread starts: several first points, the rest
// each the farthest from those before; the tightest result counts.
func cluster(inks []ink, k int, y *yardstick) []int {
	var best []int
	least := math.Inf(1)
	for first := 0; first < len(inks); first += max(1, len(inks)/24) {
		centers := []ink{inks[first]}
		for len(centers) < k {
			far, at := -1.0, 0
			for i, x := range inks {
				near := math.Inf(1)
				for _, m := range centers {
					near = min(near, y.apart(x, m))
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
			groups, sum = assign(inks, centers, y)
			centers = middles(inks, groups, k)
		}
		if sum < least {
			best, least = groups, sum
		}
	}
	return best
}

func assign(inks, centers []ink, y *yardstick) (groups []int, sum float64) {
	groups = make([]int, len(inks))
	for i, x := range inks {
		near := math.Inf(1)
		for g, m := range centers {
			if d := y.apart(x, m); d < near {
				near, groups[i] = d, g
			}
		}
		sum += near
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
