// Package lattice finds a hex lattice in a roughly rectified picture of a
// mat: its orientation, its pitch, its exact place, and which of its hexes
// exist. It looks at edges first and at color last, and knows nothing of any
// one printing, of pieces, or of where the picture came from.
package lattice

import (
	"fmt"
	"image"
	"math"

	"gocv.io/x/gocv"

	"harbormaster/mat"
)

// plane is one value a pixel, row by row.
type plane struct {
	w, h int
	v    []float32
}

func newPlane(w, h int) plane { return plane{w, h, make([]float32, w*h)} }

// at interpolates between the four pixels round (x, y); outside it is zero.
func (p *plane) at(x, y float64) float32 {
	if !(x >= 0 && y >= 0 && x < float64(p.w-1) && y < float64(p.h-1)) {
		return 0
	}
	ix, iy := int(x), int(y)
	fx, fy := float32(x-float64(ix)), float32(y-float64(iy))
	i := iy*p.w + ix
	top := p.v[i] + fx*(p.v[i+1]-p.v[i])
	low := p.v[i+p.w] + fx*(p.v[i+p.w+1]-p.v[i+p.w])
	return top + fy*(low-top)
}

// gradient is the strongest color's gradient at every pixel: its strength
// made even over the picture, and twice its angle as a cosine and a sine.
type gradient struct {
	w, h          int
	strength      []float32
	cos2, sin2    []float32
	meanMagnitude float64
}

// evenness is how much of the whole picture's mean edge is added to the local
// one before dividing by it: less lets noise of bare areas pass for edges,
// more lets the strong edges of a sunny side outweigh the shaded rest.
const evenness = 0.4

// gradientOf blurs img (8-bit BGR) by sigma px and takes its gradient, evened
// out over windows of window px.
func gradientOf(img gocv.Mat, sigma float64, window int) (*gradient, error) {
	soft, dx, dy := gocv.NewMat(), gocv.NewMat(), gocv.NewMat()
	defer soft.Close()
	defer dx.Close()
	defer dy.Close()
	if err := gocv.GaussianBlur(img, &soft, image.Point{}, sigma, sigma, gocv.BorderReplicate); err != nil {
		return nil, fmt.Errorf("blur a picture of %dx%d: %w", img.Cols(), img.Rows(), err)
	}
	if err := gocv.Sobel(soft, &dx, gocv.MatTypeCV32F, 1, 0, 3, 1, 0, gocv.BorderReplicate); err != nil {
		return nil, fmt.Errorf("take a gradient: %w", err)
	}
	if err := gocv.Sobel(soft, &dy, gocv.MatTypeCV32F, 0, 1, 3, 1, 0, gocv.BorderReplicate); err != nil {
		return nil, fmt.Errorf("take a gradient: %w", err)
	}
	gx, err := dx.DataPtrFloat32()
	if err != nil {
		return nil, fmt.Errorf("take a gradient: %w", err)
	}
	gy, err := dy.DataPtrFloat32()
	if err != nil {
		return nil, fmt.Errorf("take a gradient: %w", err)
	}
	n := img.Cols() * img.Rows()
	g := &gradient{w: img.Cols(), h: img.Rows(), strength: make([]float32, n), cos2: make([]float32, n), sin2: make([]float32, n)}
	total := 0.0
	for i := range n {
		var bx, by, best float32
		for c := 3 * i; c < 3*i+3; c++ {
			if m := gx[c]*gx[c] + gy[c]*gy[c]; m > best {
				bx, by, best = gx[c], gy[c], m
			}
		}
		if best > 0 {
			g.cos2[i], g.sin2[i] = (bx*bx-by*by)/best, 2*bx*by/best
		}
		g.strength[i] = float32(math.Sqrt(float64(best)))
		total += float64(g.strength[i])
	}
	g.meanMagnitude = total / float64(n)
	return g, g.even(window)
}

// even divides by the local mean, so that glare and shade weigh alike.
func (g *gradient) even(window int) error {
	raw := gocv.NewMatWithSize(g.h, g.w, gocv.MatTypeCV32F)
	defer raw.Close()
	data, err := raw.DataPtrFloat32()
	if err != nil {
		return fmt.Errorf("even out edges: %w", err)
	}
	copy(data, g.strength)
	local := gocv.NewMat()
	defer local.Close()
	if err := gocv.Blur(raw, &local, image.Pt(window, window)); err != nil {
		return fmt.Errorf("even out edges: %w", err)
	}
	mean, err := local.DataPtrFloat32()
	if err != nil {
		return fmt.Errorf("even out edges: %w", err)
	}
	// An edge four times its surroundings is as sure as one of forty times.
	const cap = 4
	floor := float32(evenness*g.meanMagnitude) + 1e-3
	for i, m := range mean {
		g.strength[i] = min(g.strength[i]/(m*(1-evenness)+floor), cap)
	}
	return nil
}

// along returns the energy of edges whose normal points angle (radians) from
// the x axis: full for that direction and none at 45 degrees off. While the
// lattice is only guessed, half is left at 22 degrees; sharp leaves half at 16,
// so that a line of another direction counts for little.
func (g *gradient) along(angle float64, sharp bool) plane {
	out := newPlane(g.w, g.h)
	c, s := float32(math.Cos(2*angle)), float32(math.Sin(2*angle))
	for i, m := range g.strength {
		if k := g.cos2[i]*c + g.sin2[i]*s; k > 0 {
			k *= k
			if sharp {
				k *= k
			}
			out.v[i] = m * k
		}
	}
	return out
}

// normals returns the directions of the three pairs of sides.
func normals(o mat.Orientation) [3]float64 {
	if o == mat.Flat {
		return [3]float64{math.Pi / 6, math.Pi / 2, 5 * math.Pi / 6}
	}
	return [3]float64{0, math.Pi / 3, 2 * math.Pi / 3}
}
