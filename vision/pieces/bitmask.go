package pieces

import (
	"math"
	"math/bits"
)

// bitMask marks pixels of a patch, a bit each: a row of the patch is one word. The
// outermost pixels of a patch belong to no hex and stay free.
type bitMask [patchSide]uint64

// largest returns the pixels of the largest connected blob, those of its core (with all
// neighbors in the mask), and how far from the hex's middle its own middle is, in radii.
func (m *bitMask) largest() (size, core int, reach float32) {
	var best bitMask
	left := *m
	for y := range left {
		for left[y] != 0 {
			blob := left.take(y)
			if n := blob.size(); n > size {
				size, best = n, blob
			}
		}
	}
	if size == 0 {
		return 0, 0, 1
	}
	sx, sy := 0, 0
	for y := 1; y < patchSide-1; y++ {
		row := best[y]
		if row == 0 {
			continue
		}
		core += bits.OnesCount64(row & flanked(m[y-1]) & flanked(m[y]) & flanked(m[y+1]))
		sy += y * bits.OnesCount64(row)
		for k, has := range columnsWith { // the columns' numbers, a binary digit at a time
			sx += bits.OnesCount64(row&has) << k
		}
	}
	dx := float64(sx)/float64(size) - hexPixels
	dy := float64(sy)/float64(size) - hexPixels
	return size, core, float32(math.Hypot(dx, dy) / hexPixels)
}

// columnsWith marks the columns whose number has the binary digit k.
var columnsWith = [6]uint64{0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000}

// flanked keeps the bits that have both neighbors.
func flanked(row uint64) uint64 { return row & (row << 1) & (row >> 1) }

func (m *bitMask) size() (n int) {
	for _, row := range m {
		n += bits.OnesCount64(row)
	}
	return n
}

// take takes the blob of the first pixel of row y, the mask's first, out of the mask. It
// spreads downwards and upwards in turn until nothing is added.
func (m *bitMask) take(y int) (blob bitMask) {
	first, last := y, y // the rows it has reached
	blob[y] = spread(m[y]&-m[y], m[y])
	for more := true; more; {
		more = false
		for r := first + 1; r <= last+1 && r < patchSide; r++ {
			if in := blob[r] | blob[r-1]&m[r]; in != blob[r] {
				blob[r], more = spread(in, m[r]), true
				last = max(last, r)
			}
		}
		for r := last - 1; r >= first; r-- {
			if in := blob[r] | blob[r+1]&m[r]; in != blob[r] {
				blob[r], more = spread(in, m[r]), true
			}
		}
	}
	for r := first; r <= last; r++ {
		m[r] &^= blob[r]
	}
	return blob
}

// spread adds the bits of row that are connected with some in it.
func spread(in, row uint64) uint64 {
	for {
		next := (in | in<<1 | in>>1) & row
		if next == in {
			return in
		}
		in = next
	}
}
