package pieces

// woodRuler is what a teaching picture says of the agents' wood: only wood makes the
// area brighter in some color, shadows never do. Where the paper is as white as the
// wood that says nothing.
type woodRuler struct {
	Color [3]float64 // codes in the light of the empty picture
	Area  float64    // square hex radii an agent; 0: not known
}

// Contrasts, codes: that from which wood is told from paper, and that from which a
// pixel counts as brighter when wood's color isn't known yet.
const (
	leastContrast = 20
	brighter      = 15
)

// learn takes the ruler from an area (in the empty one's light) with known agents.
func (w *woodRuler) learn(a *agentArea, even Pixels, known int) {
	var values [3][]uint8
	for i, in := range a.inside {
		if !in {
			continue
		}
		now, was := even.Pix[3*i:3*i+3], a.empty.Pix[3*i:3*i+3]
		if int(now[0])-int(was[0]) >= brighter || int(now[1])-int(was[1]) >= brighter || int(now[2])-int(was[2]) >= brighter {
			for c := range 3 {
				values[c] = append(values[c], now[c])
			}
		}
	}
	// A seventh of a square radius an agent: less is a glint.
	if len(values[0])*7 < known*agentPixels*agentPixels {
		return
	}
	found := woodRuler{}
	for c := range 3 {
		found.Color[c] = medianOf(values[c])
	}
	if area, ok := found.seen(a, even); ok {
		found.Area = area / float64(known)
		*w = found
	}
}

// seen returns how many square hex radii of the area show wood; false where the
// paper is too white to tell.
func (w *woodRuler) seen(a *agentArea, even Pixels) (float64, bool) {
	channel, contrast := 0, 0.0
	for c := range 3 {
		var paper []uint8
		for i := c; i < len(a.empty.Pix); i += 3 {
			if a.inside[i/3] {
				paper = append(paper, a.empty.Pix[i])
			}
		}
		if d := w.Color[c] - medianOf(paper); d > contrast {
			channel, contrast = c, d
		}
	}
	if contrast < leastContrast {
		return 0, false
	}
	n := 0
	for i, in := range a.inside {
		if in && float64(int(even.Pix[3*i+channel])-int(a.empty.Pix[3*i+channel])) >= contrast/2 {
			n++
		}
	}
	return float64(n) / (agentPixels * agentPixels), true
}

// count returns the number of agents (a fraction, as measured) by their wood.
func (w *woodRuler) count(a *agentArea, even Pixels) (x float64, ok bool) {
	if w.Area == 0 {
		return 0, false
	}
	area, ok := w.seen(a, even)
	return area / w.Area, ok
}
