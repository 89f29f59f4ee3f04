package pieces

// disown takes what belongs to the next player out of an area, in the light of the empty
// one: their agents' shadows fall across the border. What is crisp gathers at an agent,
// so from each place the way up the hill of crispness leads to the agent it belongs to.
func (a *agentArea) disown(even Pixels, diff []uint8) {
	g := a.crispness(even, diff)
	hill := g.blurred(hillRadius)
	hill = hill.blurred(hillRadius)
	top := hill.tops()
	for y := range g.h * sharpCell {
		for x := range g.w * sharpCell {
			at := y/sharpCell*g.w + x/sharpCell
			t := int(top[at])
			if hill.crisp[at] <= 0 || a.inside[t/g.w*sharpCell*a.w+t%g.w*sharpCell] {
				continue
			}
			i := y*a.w + x
			diff[i] = 0
			copy(even.Pix[3*i:3*i+3], a.empty.Pix[3*i:3*i+3])
		}
	}
}

// hillRadius is half the side of the window that gathers what is crisp, cells: two of
// them are about as wide as an agent.
const hillRadius = 3

// blurred returns the means of windows of the grid.
func (g *sharpGrid) blurred(radius int) *sharpGrid {
	rows := make([]float32, len(g.crisp))
	out := &sharpGrid{w: g.w, h: g.h, crisp: make([]float32, len(g.crisp))}
	line := func(from, to []float32, start, step, n int) {
		sum := float32(0)
		for k := range min(radius, n) {
			sum += from[start+k*step]
		}
		for k := range n {
			if k+radius < n {
				sum += from[start+(k+radius)*step]
			}
			if k > radius {
				sum -= from[start+(k-radius-1)*step]
			}
			to[start+k*step] = max(sum, 0) / float32(2*radius+1)
		}
	}
	for y := range g.h {
		line(g.crisp, rows, y*g.w, 1, g.w)
	}
	for x := range g.w {
		line(rows, out.crisp, x, g.w, g.h)
	}
	return out
}

// tops returns for each cell the top of the hill that it lies on.
func (g *sharpGrid) tops() []int32 {
	top := make([]int32, len(g.crisp))
	for i := range top {
		top[i] = -1
	}
	var way []int
	for start := range g.crisp {
		at := start
		way = way[:0]
		for top[at] < 0 {
			way = append(way, at)
			best := at
			x, y := at%g.w, at/g.w
			for v := max(y-1, 0); v <= min(y+1, g.h-1); v++ {
				for u := max(x-1, 0); u <= min(x+1, g.w-1); u++ {
					if g.crisp[v*g.w+u] > g.crisp[best] {
						best = v*g.w + u
					}
				}
			}
			if best == at {
				top[at] = int32(at)
				break
			}
			at = best
		}
		for _, i := range way {
			top[i] = top[at]
		}
	}
	return top
}
