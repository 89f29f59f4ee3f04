package vision

import (
	"math"
	"slices"
)

// evenly puts the hexes of each mat into groups of equal size, or one more where
// they don't divide, so that all together are nearest to their middles. Which
// groups have one more is asked of all mats, since they are of one printing.
func evenly(hexes []swatch, inks, centers []ink, y *yardstick) []int {
	groups := make([]int, len(hexes))
	votes := make([]int, len(centers))
	for range 2 {
		for from := 0; from < len(hexes); {
			to := from
			for to < len(hexes) && hexes[to].mat == hexes[from].mat {
				to++
			}
			copy(groups[from:to], evenGroups(inks[from:to], centers, y, votes))
			from = to
		}
		clear(votes)
		sizes := map[[2]int]int{}
		for i, g := range groups {
			sizes[[2]int{hexes[i].mat, g}]++
		}
		for at, n := range sizes {
			votes[at[1]] += n
		}
	}
	return groups
}

// fewerVotes is what one more hex in a group costs whose votes are fewer than
// another's, squared deviations.
const fewerVotes = 4

// evenGroups does so for one mat; votes are how many hexes each group has elsewhere.
func evenGroups(inks, centers []ink, y *yardstick, votes []int) []int {
	k := len(centers)
	size := (len(inks) + k - 1) / k
	// Each group has so many places. As many stand-ins as places are too many
	// take at most one of each group, its last.
	n := k * size
	most := slices.Max(votes)
	const never = 1e9
	cost := make([][]float64, n)
	for i := range cost {
		cost[i] = make([]float64, n)
		for place := range n {
			g, last := place/size, place%size == size-1
			switch {
			case i < len(inks):
				// As in fitHaze: a hex far from all groups mustn't decide alone.
				d := y.apart(inks[i], centers[g])
				cost[i][place] = d / (1 + d/200)
				if last && votes[g] < most {
					cost[i][place] += fewerVotes
				}
			case !last:
				cost[i][place] = never
			}
		}
	}
	groups := make([]int, len(inks))
	for i, place := range cheapest(cost) {
		if i < len(inks) {
			groups[i] = place / size
		}
	}
	return groups
}

// cheapest gives each row of a square table a column of its own at the least total
// cost (the Hungarian method with potentials, Kuhn 1955).
func cheapest(cost [][]float64) []int {
	n := len(cost)
	// Rows and columns count from 1; column 0 is where a row waits.
	rowPart, columnPart := make([]float64, n+1), make([]float64, n+1)
	rowOf, before := make([]int, n+1), make([]int, n+1)
	for row := 1; row <= n; row++ {
		rowOf[0] = row
		at := 0
		least, used := make([]float64, n+1), make([]bool, n+1)
		for c := range least {
			least[c] = math.Inf(1)
		}
		for rowOf[at] != 0 {
			used[at] = true
			r, step, next := rowOf[at], math.Inf(1), 0
			for c := 1; c <= n; c++ {
				if used[c] {
					continue
				}
				if v := cost[r-1][c-1] - rowPart[r] - columnPart[c]; v < least[c] {
					least[c], before[c] = v, at
				}
				if least[c] < step {
					step, next = least[c], c
				}
			}
			for c := range n + 1 {
				if used[c] {
					rowPart[rowOf[c]] += step
					columnPart[c] -= step
				} else {
					least[c] -= step
				}
			}
			at = next
		}
		for at != 0 {
			rowOf[at] = rowOf[before[at]]
			at = before[at]
		}
	}
	out := make([]int, n)
	for c := 1; c <= n; c++ {
		out[rowOf[c]-1] = c - 1
	}
	return out
}
