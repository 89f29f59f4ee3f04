package pieces

// boxMeans averages values over the pixels of a patch that belong to the hex
// and lie within reach of each other: pieces are compact, so what the pixels
// around belong to says much about one of ambiguous color. A copy may be used beside the
// original.
type boxMeans struct {
	in    []int                          // pixels of the hex
	count [patchSide * patchSide]float32 // of them in the box
	line  [patchSide * patchSide]float32
	wide  [3][patchSide + 2*blobReach + 1]float32 // rows with room beyond their ends
}

func newBoxMeans(pixels []int) *boxMeans {
	b := &boxMeans{}
	var in [patchSide * patchSide]float32
	for _, at := range pixels {
		b.in = append(b.in, at/3)
		in[at/3] = 1
	}
	b.sums(&in, &b.count)
	return b
}

// sums adds up v over the box about each pixel; v is zero outside of the hex.
func (b *boxMeans) sums(v, out *[patchSide * patchSide]float32) {
	const r = blobReach
	row := func(v *[patchSide * patchSide]float32, y int) *[patchSide]float32 {
		return (*[patchSide]float32)(v[y*patchSide:])
	}
	// Along the rows, of three at once: in one alone each sum waits for the last.
	v0, v1, v2 := &b.wide[0], &b.wide[1], &b.wide[2]
	for y := 0; y < patchSide; y += len(b.wide) {
		first := min(y, patchSide-len(b.wide))
		for k := range b.wide {
			copy(b.wide[k][r+1:], row(v, first+k)[:])
		}
		to0, to1, to2 := row(&b.line, first), row(&b.line, first+1), row(&b.line, first+2)
		var s0, s1, s2 float32
		for x := r + 1; x < 2*r+1; x++ {
			s0, s1, s2 = s0+v0[x], s1+v1[x], s2+v2[x]
		}
		for x := range to0 {
			in := x + 2*r + 1
			s0, s1, s2 = s0+v0[in]-v0[x], s1+v1[in]-v1[x], s2+v2[in]-v2[x]
			to0[x], to1[x], to2[x] = s0, s1, s2
		}
	}
	// Down the columns, of all at once.
	var sum, none [patchSide]float32
	for y := range r {
		for x, one := range row(&b.line, y) {
			sum[x] += one
		}
	}
	for y := range patchSide {
		in, gone := &none, &none
		if y+r < patchSide {
			in = row(&b.line, y+r)
		}
		if y-r-1 >= 0 {
			gone = row(&b.line, y-r-1)
		}
		to := row(out, y)
		for x := range to {
			sum[x] = sum[x] + in[x] - gone[x]
			to[x] = sum[x]
		}
	}
}

// means turns v into the mean over the box about each inside pixel.
func (b *boxMeans) means(v, out *[patchSide * patchSide]float32) {
	b.sums(v, out)
	for _, i := range b.in {
		out[i] /= b.count[i]
	}
}

// localShare is how much of a part's prior at a pixel comes from the pixels
// around it, the rest from the whole hex.
const localShare = 0.75

// blobReach is the half side of the box, px: a fifth of a meeple's width.
const blobReach = 2
