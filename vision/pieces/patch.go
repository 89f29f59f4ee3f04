package pieces

import "harbormaster/mat"

// patchSide is the side in pixels of the square that is cut out round a hex.
const patchSide = 2*hexPixels + 1

// patch is one hex with the light taken off: codes of what lies there and of
// the print below, blue, green, red.
type patch struct {
	seen, print [3 * patchSide * patchSide]uint8
}

// example is a patch with what lies on it, as taught.
type example struct {
	patch
	// clipped marks pixels that the camera cut off at white in some color: what
	// lies there is at least as bright as it looks.
	clipped [patchSide * patchSide]bool
	field   mat.Field
	on      mat.Contents
}

// cut copies the square round hex i out of pictures of the mat.
func (c *canvas) cut(i int, seen, print Pixels, into *patch) {
	x0 := int(c.mids[i][0]+0.5) - hexPixels
	y0 := int(c.mids[i][1]+0.5) - hexPixels
	for y := range patchSide {
		from := 3 * ((y0+y)*seen.W + x0)
		to := 3 * y * patchSide
		copy(into.seen[to:to+3*patchSide], seen.Pix[from:from+3*patchSide])
		copy(into.print[to:to+3*patchSide], print.Pix[from:from+3*patchSide])
	}
}

// clippedValue is where 8 bits end, less what JPEG rings by.
const clippedValue = 250

// markClipped sets which pixels of example e, cut round hex i, were cut off in the
// picture as it came.
func (c *canvas) markClipped(i int, raw Pixels, e *example) {
	x0 := int(c.mids[i][0]+0.5) - hexPixels
	y0 := int(c.mids[i][1]+0.5) - hexPixels
	for y := range patchSide {
		for x := range patchSide {
			p := raw.Pix[3*((y0+y)*raw.W+x0+x):][:3]
			e.clipped[y*patchSide+x] = max(p[0], p[1], p[2]) >= clippedValue
		}
	}
}

// insidePixels lists the pixels (index of the first color) of a patch inside
// a hex of that orientation.
func insidePixels(o mat.Orientation) []int {
	var out []int
	for y := range patchSide {
		for x := range patchSide {
			if hexNorm(o, float64(x-hexPixels), float64(y-hexPixels)) < insideShare*hexPixels {
				out = append(out, 3*(y*patchSide+x))
			}
		}
	}
	return out
}
