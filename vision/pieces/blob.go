package pieces

// boxMeans averages values over the pixels of a patch that belong to the hex
// and lie within reach of each other: pieces are compact, so what the pixels
// around belong to says much about one of ambiguous color.
type boxMeans struct {
	reach int
	in    [patchSide * patchSide]float32 // 1 inside of the hex
	count [patchSide * patchSide]float32
	line  [patchSide * patchSide]float32
}

func newBoxMeans(pixels []int, reach int) *boxMeans {
	b := &boxMeans{reach: reach}
	for _, at := range pixels {
		b.in[at/3] = 1
	}
	b.sums(&b.in, &b.count)
	return b
}

// sums adds up v over the box about each pixel; v is zero outside of the hex.
func (b *boxMeans) sums(v, out *[patchSide * patchSide]float32) {
	r := b.reach
	for y := range patchSide {
		row, to := v[y*patchSide:(y+1)*patchSide], b.line[y*patchSide:(y+1)*patchSide]
		sum := float32(0)
		for _, one := range row[:r] {
			sum += one
		}
		for x := range to {
			if x+r < patchSide {
				sum += row[x+r]
			}
			if x-r-1 >= 0 {
				sum -= row[x-r-1]
			}
			to[x] = sum
		}
	}
	// All columns at once, row by row.
	var sum [patchSide]float32
	row := func(y int) *[patchSide]float32 { return (*[patchSide]float32)(b.line[y*patchSide:]) }
	for y := range r {
		for x, one := range row(y) {
			sum[x] += one
		}
	}
	for y := range patchSide {
		if y+r < patchSide {
			for x, one := range row(y + r) {
				sum[x] += one
			}
		}
		if y-r-1 >= 0 {
			for x, one := range row(y - r - 1) {
				sum[x] -= one
			}
		}
		copy(out[y*patchSide:], sum[:])
	}
}

// means turns v into the mean over the box about each inside pixel.
func (b *boxMeans) means(v, out *[patchSide * patchSide]float32) {
	b.sums(v, out)
	for i, n := range b.count {
		if b.in[i] > 0 {
			out[i] /= n
		}
	}
}

// localShare is how much of a part's prior at a pixel comes from the pixels
// around it, the rest from the whole hex.
const localShare = 0.75

// blobReach is the half side of the box, px: a fifth of a meeple's width.
const blobReach = 2
