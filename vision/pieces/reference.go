package pieces

import (
	"math"
	"slices"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// sheet is one mat as printed: its geometry and the colors of its print with
// the light taken off.
type sheet struct {
	*canvas
	mat    *calibration.Mat
	print  Pixels    // codes of albedo
	blocks []float32 // linear albedo of each block, blue, green, red
	lit    []float32 // linear light of each block in the picture of the empty table
	empty  *Light
}

// clippedLight is where a block is so bright that some of its pixels must be cut
// off at white.
const clippedLight = 0.93

func bright(light []float32) bool { return max(light[0], light[1], light[2]) > clippedLight }

// newSheets takes the light off the rectified empty mats of one table. The same
// field color (and the paper, and the river) is the same color wherever it lies,
// on every mat: that tells lamp and glare from print.
func newSheets(mats []*calibration.Mat, empties []Pixels) []*sheet {
	sheets := make([]*sheet, len(mats))
	for i, m := range mats {
		s := &sheet{canvas: newCanvas(m), mat: m}
		s.empty = s.shape.daylight()
		s.lit = s.blockMeans(empties[i])
		sheets[i] = s
	}
	for _, s := range sheets {
		s.trimPaper()
	}
	lamp := lampColor(sheets)
	for _, s := range sheets {
		s.empty.Lamp = lamp
	}
	const rounds = 12
	for range rounds {
		colors := printColors(sheets)
		for _, s := range sheets {
			s.empty = s.shape.fit(s.printGlimpses(colors), s.empty, 2, hazeSpread)
		}
	}
	for i, s := range sheets {
		s.setPrint(s.bare(empties[i], s.empty, nil))
	}
	return sheets
}

// trimPaper takes out of the paper what can't be: the table beyond a mat
// smaller than its corners say, a card, a colored patch. Lamps don't differ by
// half within a mat.
func (s *sheet) trimPaper() {
	var levels [3][]float32
	for b, o := range s.owner {
		if o == onPaper {
			for c := range 3 {
				levels[c] = append(levels[c], s.lit[3*b+c])
			}
		}
	}
	if len(levels[0]) == 0 {
		return
	}
	for c := range 3 {
		slices.Sort(levels[c])
		usual := levels[c][len(levels[c])/2]
		for b, o := range s.owner {
			if v := s.lit[3*b+c]; o == onPaper && (v < usual/2 || v > usual*2) {
				s.owner[b] = between
			}
		}
	}
}

// lampColor guesses the lamp's color by the brightest material's, which is paper
// as a rule.
func lampColor(sheets []*sheet) [3]float64 {
	best, sum := [3]float64{1, 1, 1}, 0.0
	for _, c := range printColors(sheets) {
		if s := c[0] + c[1] + c[2]; s > sum {
			best, sum = [3]float64{3 * c[0] / s, 3 * c[1] / s, 3 * c[2] / s}, s
		}
	}
	return best
}

// setPrint sets the print's colors and what follows from them.
func (s *sheet) setPrint(print Pixels) {
	s.print = print
	bw, bh := s.canvas.blocks()
	s.blocks = make([]float32, 3*bw*bh)
	for y := range print.H {
		for x := range print.W {
			at := 3 * ((y/block)*bw + x/block)
			for c := range 3 {
				s.blocks[at+c] += albedoOf[print.Pix[3*(y*print.W+x)+c]] / (block * block)
			}
		}
	}
}

// stuff is what a block of an empty mat is made of: a field color, or paper or
// river.
type stuff int16

func (s *sheet) stuff(b int) (stuff, bool) {
	switch o := s.owner[b]; {
	case o >= 0:
		f := s.mat.Template.Space(int(o)).Field
		return stuff(f), f != mat.NoField
	case o == onPaper, o == onTrack:
		return stuff(o), true
	}
	return 0, false
}

// printColors returns the median color of each stuff under the lights so far.
func printColors(sheets []*sheet) map[stuff][3]float64 {
	values := map[stuff]*[3][]float64{}
	for _, s := range sheets {
		for b := range s.owner {
			f, known := s.stuff(b)
			if !known || bright(s.lit[3*b:]) {
				continue
			}
			v := values[f]
			if v == nil {
				v = &[3][]float64{}
				values[f] = v
			}
			gain, haze := s.empty.at(s.shape, b)
			for c := range 3 {
				v[c] = append(v[c], (float64(s.lit[3*b+c])-haze[c])/gain[c])
			}
		}
	}
	out := map[stuff][3]float64{}
	for f, v := range values {
		var a [3]float64
		for c := range 3 {
			slices.Sort(v[c])
			a[c] = v[c][len(v[c])/2]
		}
		out[f] = a
	}
	return out
}

// printGlimpses pairs each block of the empty mat with its stuff's color.
func (s *sheet) printGlimpses(colors map[stuff][3]float64) []glimpse {
	var out []glimpse
	for b := range s.owner {
		f, known := s.stuff(b)
		color, learnt := colors[f]
		if !known || !learnt || bright(s.lit[3*b:]) {
			continue
		}
		out = append(out, glimpse{b, color, triple(s.lit[3*b:]), 1})
	}
	return out
}

func triple(v []float32) [3]float64 { return [3]float64{float64(v[0]), float64(v[1]), float64(v[2])} }

// light fits how the light of a later picture differs from the empty one's,
// from its block means: picture = empty picture x gain + haze. Paper is trusted from the
// start, hexes only as far as they agree with it.
func (s *sheet) light(means []float32) *Light {
	glimpses := make([]glimpse, 0, len(s.owner))
	for b, o := range s.owner {
		if o == between || bright(means[3*b:]) || bright(s.lit[3*b:]) || b%3 != 0 || max(means[3*b], means[3*b+1], means[3*b+2]) == 0 {
			continue // beyond the picture's edge it is black
		}
		weight := 1.0
		if o >= 0 {
			weight = 0.25
		}
		glimpses = append(glimpses, glimpse{b, triple(s.lit[3*b:]), triple(means[3*b:]), weight})
	}
	start := s.shape.daylight()
	start.Lamp = s.empty.Lamp
	start.level(glimpses)
	light := s.shape.fit(glimpses, start, 4, newHazeSpread)
	if s.glaring(means, light) {
		light = s.shape.fit(glimpses, light, 4, hazeSpread)
	}
	return light
}

// glaring reports whether much of the paper is brighter than the light fitted
// says: then there is new glare, and it must be let in.
func (s *sheet) glaring(means []float32, light *Light) bool {
	paper, over := 1, 0
	for b, o := range s.owner {
		if o != onPaper || b%3 != 0 || bright(s.lit[3*b:]) || bright(means[3*b:]) {
			continue
		}
		paper++
		gain, haze := light.at(s.shape, b)
		low := math.Inf(1)
		for c := range 3 {
			fit := gain[c]*float64(s.lit[3*b+c]) + haze[c]
			low = min(low, float64(means[3*b+c])/(fit+1e-3))
		}
		if low > 1.04 {
			over++
		}
	}
	return over*8 > paper
}

// bare takes the light off a rectified picture: what is left is the colors of
// what lies there, as codes. now is the light relative to the empty picture's.
func (s *sheet) bare(p Pixels, empty, now *Light) Pixels {
	out := Pixels{p.W, p.H, make([]uint8, len(p.Pix))}
	bw, bh := s.canvas.blocks()
	for by := range bh {
		for bx := range bw {
			gain, haze := empty.at(s.shape, by*bw+bx)
			if now != nil {
				g, h := now.at(s.shape, by*bw+bx)
				for c := range 3 {
					gain[c], haze[c] = gain[c]*g[c], haze[c]*g[c]+h[c]
				}
			}
			var k, off [3]float32
			for c := range 3 {
				k[c] = float32(codeSteps / albedoTop / gain[c])
				off[c] = float32(-haze[c]) * k[c]
			}
			for y := by * block; y < (by+1)*block; y++ {
				at := 3 * (y*p.W + bx*block)
				from, to := p.Pix[at:at+3*block:at+3*block], out.Pix[at:at+3*block:at+3*block]
				for i := 0; i < 3*block; i += 3 {
					b, g, r := int(linearOf[from[i]]*k[0]+off[0]), int(linearOf[from[i+1]]*k[1]+off[1]), int(linearOf[from[i+2]]*k[2]+off[2])
					to[i] = codeOf[min(max(b, 0), codeSteps)]
					to[i+1] = codeOf[min(max(g, 0), codeSteps)]
					to[i+2] = codeOf[min(max(r, 0), codeSteps)]
				}
			}
		}
	}
	return out
}
