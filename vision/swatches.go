package vision

import (
	"fmt"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// swatch is the color of one hex or of bare print between the hexes and the
// mat's edge.
type swatch struct {
	mat   int
	at    mat.Point  // mat plane
	color [3]float64 // linear blue, green, red, 0..1
	clip  float64    // share of its pixels that are burnt out
}

// swatchScale is the scale, px per hex radius, at which colors are measured:
// enough pixels for a median, few enough to be fast.
const swatchScale = 16

// linear is the light of an 8-bit value (sRGB).
var linear = func() (t [256]float64) {
	for i := range t {
		v := float64(i) / 255
		if t[i] = v / 12.92; v > 0.04045 {
			t[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return t
}()

// swatches measures all hexes of a mat, and the bare print within two steps of
// them that lies on the mat.
func swatches(img gocv.Mat, index int, m *calibration.Mat) (hexes, bare []swatch, err error) {
	s := SheetOf(m, swatchScale)
	sheet, err := s.Rectify(img, m.ToPicture)
	if err != nil {
		return nil, nil, err
	}
	defer sheet.Close()
	data, err := sheet.DataPtrUint8()
	if err != nil {
		return nil, nil, fmt.Errorf("measure field colors: %w", err)
	}
	size := s.Size()
	measure := func(at mat.Point) swatch {
		out := swatch{mat: index, at: at}
		var values [3][]uint8
		reach := int(0.66 * s.Scale) // radii: inside the printed border
		x0, y0 := int((at.X-s.Low.X)*s.Scale+.5), int((at.Y-s.Low.Y)*s.Scale+.5)
		for dy := -reach; dy <= reach; dy++ {
			for dx := -reach; dx <= reach; dx++ {
				x, y := x0+dx, y0+dy
				if dx*dx+dy*dy > reach*reach || x < 0 || y < 0 || x >= size.X || y >= size.Y {
					continue
				}
				i := 3 * (y*size.X + x)
				for c := range 3 {
					values[c] = append(values[c], data[i+c])
				}
				if max(data[i], data[i+1], data[i+2]) >= 254 {
					out.clip++
				}
			}
		}
		n := len(values[0])
		if n == 0 {
			return out
		}
		out.clip /= float64(n)
		for c := range 3 {
			slices.Sort(values[c])
			// The middle half: symbols, lines and grain lie on either side of it.
			sum := 0.0
			for _, v := range values[c][n/4 : n-n/4] {
				sum += linear[v]
			}
			out.color[c] = sum / float64(n-2*(n/4))
		}
		return out
	}
	places := map[mat.Axial]bool{}
	for i := range m.Template.Len() {
		hexes = append(hexes, measure(m.Middle(i)))
		places[m.Template.Space(i).At] = true
	}
	ring := map[mat.Axial]bool{}
	for a := range places {
		for _, d := range mat.Directions {
			if b := a.Add(d); !places[b] {
				ring[b] = true
			}
		}
	}
	for a := range ring {
		if at := m.Layout().Middle(a); insideQuad(m.Corners, at) {
			bare = append(bare, measure(at))
		}
	}
	return hexes, bare, nil
}

func insideQuad(q [4]mat.Point, p mat.Point) bool {
	for i := range 4 {
		a, b := q[i], q[(i+1)%4]
		if (b.X-a.X)*(p.Y-a.Y)-(b.Y-a.Y)*(p.X-a.X) < 0 {
			return false
		}
	}
	return true
}
