package pieces

import "math"

// A hand or an arm over the mat shows first on the bare paper about the hexes,
// which nothing else changes by much. From there it is followed over the hexes by its
// own colors. Its shadow only takes light away, the same share of each color.

// Blocks of a hand: at least this many on the paper, some 1.3 square hex radii.
const handBlocks = 12

// newcomer is how far, in codes of a block's mean, paper must differ in one
// color from the print to show something that lies on it.
const newcomer = 22

// covered returns, for each block, whether a hand or the like lies there, or nil
// where there is none. bare is the mat with the light taken off.
func (k *Knowledge) covered(s *sheet, bare Pixels, means []float32) []bool {
	seeds := s.strangers(bare, means)
	if seeds == nil {
		return nil
	}
	own := newHistogram()
	bw, bh := s.canvas.blocks()
	for b, is := range seeds {
		if is {
			eachPixel(bare, b, bw, func(cell int, _ []uint8, _ int) { own[cell]++ })
		}
	}
	own.blur(1.2)
	own.scale()
	// Follow the colors from block to block.
	cover := append([]bool(nil), seeds...)
	var queue []int
	for b, is := range cover {
		if is {
			queue = append(queue, b)
		}
	}
	for len(queue) > 0 {
		b := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				x, y := b%bw+dx, b/bw+dy
				if x < 0 || y < 0 || x >= bw || y >= bh || cover[y*bw+x] {
					continue
				}
				if n := y*bw + x; k.strange(s, bare, n, own) {
					cover[n] = true
					queue = append(queue, n)
				}
			}
		}
	}
	return cover
}

// eachPixel calls each with the color cell, the colors and the place of every
// second pixel of a block.
func eachPixel(p Pixels, b, bw int, each func(cell int, color []uint8, at int)) {
	x0, y0 := b%bw*block, b/bw*block
	for y := y0; y < y0+block; y += 2 {
		for x := x0; x < x0+block; x += 2 {
			at := 3 * (y*p.W + x)
			each(cellOf(p.Pix[at], p.Pix[at+1], p.Pix[at+2]), p.Pix[at:at+3], at)
		}
	}
}

// strange reports whether a block's pixels are rather of a hand's colors than
// of the print or any piece's.
func (k *Knowledge) strange(s *sheet, bare Pixels, b int, own histogram) bool {
	bw, _ := s.canvas.blocks()
	hits, n := 0, 0
	eachPixel(bare, b, bw, func(cell int, c []uint8, at int) {
		n++
		mine := own[cell]
		if mine < 0.5 {
			return
		}
		p := s.print.Pix[at : at+3]
		other := printLikeness(c[0], c[1], c[2], p[0], p[1], p[2])
		if s.owner[b] >= 0 || s.owner[b] == between {
			for part, v := range k.palette.mix[cell*stuffs:][:stuffs] {
				if part != inShade { // shade explains all dark things
					other = max(other, v)
				}
			}
		}
		if mine > other {
			hits++
		}
	})
	return hits*5 >= n*2
}

// strangers marks the blocks of bare paper that something lies on, in patches
// of at least handBlocks, or returns nil.
func (s *sheet) strangers(bare Pixels, means []float32) []bool {
	bw, bh := s.canvas.blocks()
	marks := make([]uint8, bw*bh)
	any := false
	for b, o := range s.owner {
		if o != onPaper || bright(means[3*b:]) || bright(s.lit[3*b:]) {
			continue // clipped paper has any color
		}
		var seen, print [3]float64
		eachPixel(bare, b, bw, func(_ int, c []uint8, at int) {
			for i := range 3 {
				seen[i] += float64(c[i])
				print[i] += float64(s.print.Pix[at+i])
			}
		})
		if stranger(seen, print) {
			marks[b], any = 1, true
		}
	}
	if !any {
		return nil
	}
	out := make([]bool, bw*bh)
	found := false
	for start, v := range marks {
		if v != 1 {
			continue
		}
		patch := []int{start}
		marks[start] = 2
		for i := 0; i < len(patch); i++ {
			b := patch[i]
			for _, q := range [4]int{b - 1, b + 1, b - bw, b + bw} {
				if q >= 0 && q < len(marks) && marks[q] == 1 && abs(q%bw-b%bw) <= 1 {
					marks[q] = 2
					patch = append(patch, q)
				}
			}
		}
		if len(patch) >= handBlocks {
			found = true
			for _, b := range patch {
				out[b] = true
			}
		}
	}
	if !found {
		return nil
	}
	return out
}

// stranger reports whether sums of codes over a block show something else than
// the print in more or less light.
func stranger(seen, print [3]float64) bool {
	const n = block * block / 4
	worst, low, high := 0.0, math.Inf(1), 0.0
	for c := range 3 {
		worst = math.Max(worst, math.Abs(seen[c]-print[c])/n)
		ratio := (seen[c] + n) / (print[c] + n)
		low, high = math.Min(low, ratio), math.Max(high, ratio)
	}
	if worst < newcomer {
		return false
	}
	// Shade takes the same share of each color, and seldom more than half of
	// the codes (a fifth of the light is left).
	shade := high < 1.02 && high/low < 1.12 && low > 0.45
	// Glare only adds light; what lies on paper, the brightest there is, takes some
	// color away.
	glare := low > 0.93
	return !shade && !glare
}
