package vision

import (
	"math/rand/v2"
	"testing"
)

// TestCheapest holds the assignment against trying all orders.
func TestCheapest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		n := 1 + rng.IntN(6)
		cost := make([][]float64, n)
		for i := range cost {
			for range n {
				cost[i] = append(cost[i], rng.Float64())
			}
		}
		got, taken := 0.0, map[int]bool{}
		for i, c := range cheapest(cost) {
			got += cost[i][c]
			taken[c] = true
		}
		if best := leastOf(cost, 0, make([]bool, n)); got > best+1e-9 || len(taken) != n {
			t.Fatalf("%v: %.4f, the least is %.4f", cost, got, best)
		}
	}
}

func leastOf(cost [][]float64, row int, used []bool) float64 {
	if row == len(cost) {
		return 0
	}
	best := 1e9
	for c := range used {
		if !used[c] {
			used[c] = true
			best = min(best, cost[row][c]+leastOf(cost, row+1, used))
			used[c] = false
		}
	}
	return best
}

// TestEvenGroupsHoldTogether: a hex of one color that light makes look like the next
// color stays with its own where the sizes say so.
func TestEvenGroupsHoldTogether(t *testing.T) {
	y := firstYardstick()
	centers := []ink{{0, 0, 0}, {1, 0, -1}}
	inks := []ink{{0, 0, 0}, {.1, 0, 0}, {.6, 0, -.6}, {1, 0, -1}, {.9, 0, -1}, {1, .1, -1}}
	hexes := make([]swatch, len(inks))
	if free := nearest(hexes, inks, centers, &y); free[2] != 1 {
		t.Fatalf("the doubtful hex is no doubt: %v", free)
	}
	if got := evenly(hexes, inks, centers, &y); got[2] != 0 {
		t.Errorf("groups %v, want three of each", got)
	}
}
