package pieces

import (
	"math"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// canvas is the unchanging geometry of one mat in its frame: which pixels
// belong to which hex, and where the bare paper is.
type canvas struct {
	frame Frame
	mids  [][2]float64 // middles of the hexes, px
	// inside lists, relative to a hex's middle pixel, the pixels of the inside
	// of any hex: inside of the border, where tiles' edges and lattice errors are.
	inside []offset
	owner  []int16 // per block: hex index, or onPaper, onTrack, between
	shape  *lightShape
}

type offset struct{ dx, dy int }

const (
	onPaper = -1 // beside the hexes
	onTrack = -2 // on the river about the harbor track
	between = -3 // on a border
)

// insideShare is how much of a hex's radius counts as its inside: the rest
// shows the border, the tile's edge, and the neighbors' shadows.
const insideShare = 0.88

func newCanvas(m *calibration.Mat) *canvas {
	c := &canvas{frame: hexFrame(m)}
	layout := m.Layout()
	for i := range m.Template.Len() {
		x, y := c.frame.Pixel(m.Middle(i))
		c.mids = append(c.mids, [2]float64{x, y})
	}
	o := m.Template.Orientation()
	for dy := -hexPixels; dy <= hexPixels; dy++ {
		for dx := -hexPixels; dx <= hexPixels; dx++ {
			if hexNorm(o, float64(dx), float64(dy)) < insideShare*hexPixels {
				c.inside = append(c.inside, offset{dx, dy})
			}
		}
	}
	bw, bh := c.blocks()
	c.owner = make([]int16, bw*bh)
	for by := range bh {
		for bx := range bw {
			p := mat.Point{
				X: c.frame.Origin.X + (float64(bx)+0.5)*block/hexPixels,
				Y: c.frame.Origin.Y + (float64(by)+0.5)*block/hexPixels,
			}
			c.owner[by*bw+bx] = ownerOf(m, layout, p)
			if c.owner[by*bw+bx] == onPaper {
				c.owner[by*bw+bx] = besideHexes(m, p)
			}
		}
	}
	c.shape = newLightShape(c.frame)
	return c
}

// besideHexes says what a block about p is that belongs to no hex. The river's
// height isn't known, only that the harbor track runs in it.
func besideHexes(m *calibration.Mat, p mat.Point) int16 {
	if outside(m.Corners, p) {
		return between
	}
	if m.Harbor == nil {
		return onPaper
	}
	a, b := m.Harbor.First, m.Harbor.Last
	dx, dy := b.X-a.X, b.Y-a.Y
	length := math.Hypot(dx, dy)
	step := length / float64(m.Harbor.Steps)
	along := ((p.X-a.X)*dx + (p.Y-a.Y)*dy) / length
	across := ((p.Y-a.Y)*dx - (p.X-a.X)*dy) / length // below the track: positive
	switch {
	case across > 1.6: // hex radii
		return onPaper
	case math.Abs(across) < 0.5 && along > 1.2*step && along < length:
		// Beyond the harbor master of the empty table, who stands on place 0.
		return onTrack
	}
	return between
}

// outside reports whether p is beyond the mat's edge, or so near it that the
// rough corners can't tell. Without corners nothing is.
func outside(corners [4]mat.Point, p mat.Point) bool {
	const near = 0.35 // hex radii
	for i, a := range corners {
		b := corners[(i+1)%4]
		if length := math.Hypot(b.X-a.X, b.Y-a.Y); length > 0 &&
			((b.X-a.X)*(p.Y-a.Y)-(b.Y-a.Y)*(p.X-a.X))/length < near {
			return true
		}
	}
	return false
}

// ownerOf says whose a block of a third of a radius around p is.
func ownerOf(m *calibration.Mat, layout mat.Layout, p mat.Point) int16 {
	a := layout.At(p)
	near := func(a mat.Axial) float64 {
		q := layout.Middle(a)
		return hexNorm(layout.Orientation, p.X-q.X, p.Y-q.Y)
	}
	if i, ok := m.Template.IndexAt(a); ok {
		if near(a) < 0.72 {
			return int16(i)
		}
		return between
	}
	for _, d := range mat.Directions {
		if _, ok := m.Template.IndexAt(a.Add(d)); ok && near(a.Add(d)) < 1.3 {
			return between // a tile's edge or its shadow may lie there
		}
	}
	return onPaper
}

// hexNorm is 1 on the border of a hex of radius 1 about the origin.
func hexNorm(o mat.Orientation, x, y float64) float64 {
	x, y = math.Abs(x), math.Abs(y)
	if o == mat.Flat {
		x, y = y, x
	}
	// Pointy: sides at x = sqrt3/2 and along the slanted ones.
	return math.Max(x, x/2+y*math.Sqrt(3)/2) / (math.Sqrt(3) / 2)
}

func (c *canvas) blocks() (w, h int) { return c.frame.W / block, c.frame.H / block }

// blockMeans averages linear light over each block: three floats a block.
func (c *canvas) blockMeans(p Pixels) []float32 {
	bw, bh := c.blocks()
	out := make([]float32, 3*bw*bh)
	for y := range c.frame.H {
		row := p.Pix[3*y*p.W : 3*(y+1)*p.W]
		dst := out[3*(y/block)*bw : 3*(y/block+1)*bw]
		for bx := range bw {
			var b, g, r float32
			s := row[3*bx*block : 3*(bx+1)*block]
			for i := 0; i+2 < len(s); i += 3 {
				b += linearOf[s[i]]
				g += linearOf[s[i+1]]
				r += linearOf[s[i+2]]
			}
			dst[3*bx] += b
			dst[3*bx+1] += g
			dst[3*bx+2] += r
		}
	}
	for i := range out {
		out[i] *= 1.0 / (block * block)
	}
	return out
}
