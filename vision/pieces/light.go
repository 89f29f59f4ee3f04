package pieces

import "math"

// block is the side in pixels of the squares that light is measured on: a
// third of a hex radius.
const block = hexPixels / 3

// linearOf undoes the sRGB curve: light itself, 0 to 1, for 8-bit values.
var linearOf = func() (t [256]float32) {
	for i := range t {
		v := float64(i) / 255
		if v <= 0.04045 {
			t[i] = float32(v / 12.92)
		} else {
			t[i] = float32(math.Pow((v+0.055)/1.055, 2.4))
		}
	}
	return t
}()

// albedoTop is the brightest albedo that is kept: white wood that faces the
// lamp is brighter than the paper that the scale comes from.
const albedoTop = 1.3

const codeSteps = 4096

// codeOf turns albedo (0 to albedoTop, in codeSteps) into 8 bits that are even
// to the eye, since colors are compared there.
var codeOf = func() (t [codeSteps + 1]uint8) {
	for i := range t {
		t[i] = uint8(255*math.Pow(float64(i)/codeSteps, 1/2.2) + 0.5)
	}
	return t
}()

// albedoOf undoes codeOf.
var albedoOf = func() (t [256]float32) {
	for i := range t {
		t[i] = float32(albedoTop * math.Pow(float64(i)/255, 2.2))
	}
	return t
}()

func encode(albedo float32) uint8 {
	i := int(albedo * (codeSteps / albedoTop))
	return codeOf[min(max(i, 0), codeSteps)]
}

// Gain is smooth: a polynomial of second degree over the frame, the same for
// the three colors but for a slight tilt (a window on one side, a lamp on the other).
// Haze is the lamp's mirror image on the print and has a shape of its own: a
// sum of soft bumps, all of the lamp's color.
const (
	gainTerms   = 6
	bumpSpacing = 3.0 // hex radii
	bumpWidth   = 2.6 // hex radii
)

// lightShape holds the values of the terms at every block of a frame.
type lightShape struct {
	bumps int
	terms []float32 // per block: gainTerms, then bumps
}

func newLightShape(f Frame) *lightShape {
	bw, bh := f.W/block, f.H/block
	wide, high := float64(f.W)/f.Scale, float64(f.H)/f.Scale
	nx, ny := int(wide/bumpSpacing)+1, int(high/bumpSpacing)+1
	s := &lightShape{bumps: nx * ny}
	for by := range bh {
		for bx := range bw {
			x, y := (float64(bx)+0.5)/float64(bw), (float64(by)+0.5)/float64(bh)
			u, v := 2*x-1, 2*y-1
			s.terms = append(s.terms, 1, float32(u), float32(v), float32(u*u), float32(u*v), float32(v*v))
			for j := range ny {
				for i := range nx {
					dx := wide * (x - (float64(i)+0.5)/float64(nx)) / bumpWidth
					dy := high * (y - (float64(j)+0.5)/float64(ny)) / bumpWidth
					s.terms = append(s.terms, float32(math.Exp(-(dx*dx+dy*dy)/2)))
				}
			}
		}
	}
	return s
}

func (s *lightShape) at(b int) []float32 {
	n := gainTerms + s.bumps
	return s.terms[b*n : (b+1)*n]
}

// Light is what lies between the colors of a mat and its picture, for blue,
// green and red: picture = color x gain + haze, in linear light.
type Light struct {
	Level [3]float64         // the lamp's strength by color
	Shape [gainTerms]float64 // its falloff over the frame, 1 on average
	Tilt  [3][3]float64      // small differences of a color: constant, x, y
	Lamp  [3]float64         // the color of the haze, 1 on average
	Bumps []float64          // the haze
}

func (s *lightShape) daylight() *Light {
	return &Light{Level: [3]float64{1, 1, 1}, Shape: [gainTerms]float64{1}, Lamp: [3]float64{1, 1, 1}, Bumps: make([]float64, s.bumps)}
}

// minGain keeps colors finite where a fit runs away far from its samples.
const minGain = 0.02

// at returns gain and haze over block b.
func (l *Light) at(s *lightShape, b int) (gain, haze [3]float64) {
	t := s.at(b)
	shape, bumps := 0.0, 0.0
	for k := range gainTerms {
		shape += l.Shape[k] * float64(t[k])
	}
	for k, h := range l.Bumps {
		bumps += h * float64(t[gainTerms+k])
	}
	for c := range 3 {
		tilt := l.Tilt[c][0] + l.Tilt[c][1]*float64(t[1]) + l.Tilt[c][2]*float64(t[2])
		gain[c] = math.Max(l.Level[c]*(shape+tilt), minGain)
		haze[c] = l.Lamp[c] * bumps
	}
	return gain, haze
}

// glimpse is one measurement of light: over which block, what is known to lie
// there, what the picture shows (both linear), and how far to trust it.
type glimpse struct {
	block  int
	color  [3]float64
	seen   [3]float64
	weight float64
}
