package pieces

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// hexPixels is the hex radius in pixels of a rectified mat. A card symbol of a
// twelfth of a radius is then two pixels, and a mat is some 400 by 300.
const hexPixels = 24

// margin is how much of the mat around its hexes is rectified, in hex radii:
// enough bare paper to tell the light by.
const margin = 1.9

// Frame says which part of the mat plane a rectified picture shows.
type Frame struct {
	Origin mat.Point // hex radii; of the picture's top left corner
	Scale  float64   // px a hex radius
	W, H   int       // px
}

// hexFrame returns the frame of a mat's hexes with a margin around them.
func hexFrame(m *calibration.Mat) Frame {
	low, high := m.Bounds()
	// Whole blocks, so that the light's grid needs no odd column.
	size := func(d float64) int {
		return (int(math.Ceil((d+2*margin)*hexPixels)) + block - 1) / block * block
	}
	return Frame{
		Origin: mat.Point{X: low.X - margin, Y: low.Y - margin},
		Scale:  hexPixels,
		W:      size(high.X - low.X),
		H:      size(high.Y - low.Y),
	}
}

// Pixel returns where p on the mat plane lies, px, where whole numbers are
// the middles of pixels.
func (f Frame) Pixel(p mat.Point) (x, y float64) {
	return (p.X-f.Origin.X)*f.Scale - 0.5, (p.Y-f.Origin.Y)*f.Scale - 0.5
}

// toPlane takes pixels of the frame to the mat plane.
func (f Frame) toPlane() calibration.Homography {
	s := 1 / f.Scale
	return calibration.Homography{s, 0, f.Origin.X + 0.5*s, 0, s, f.Origin.Y + 0.5*s, 0, 0, 1}
}

// Pixels is a picture of 8-bit blue, green and red in Go's own memory, row
// by row without gaps.
type Pixels struct {
	W, H int
	Pix  []uint8
}

// warpInverse says that the matrix takes the target to the source (OpenCV's WARP_INVERSE_MAP).
const warpInverse = gocv.InterpolationFlags(16)

// rectify shows the frame's part of the mat plane, where toPicture takes that
// plane to img (8-bit BGR). Where img has about twice the pixels they are
// averaged first, for half the noise; what lies outside img is black.
func rectify(img gocv.Mat, toPicture calibration.Homography, f Frame) (Pixels, error) {
	middle := mat.Point{X: f.Origin.X + float64(f.W)/f.Scale/2, Y: f.Origin.Y + float64(f.H)/f.Scale/2}
	by := int(toPicture.Scale(middle)/f.Scale + 0.35)
	area := f.area(img, toPicture)
	if by < 2 || area.Dx() < 2*by || area.Dy() < 2*by {
		return rectifyAt(img, toPicture, f)
	}
	part := img.Region(area)
	defer part.Close()
	soft := gocv.NewMat()
	defer soft.Close()
	if err := gocv.Blur(part, &soft, image.Pt(by, by)); err != nil {
		return Pixels{}, fmt.Errorf("rectify a mat: %w", err)
	}
	// A box of an even side lies half a pixel to the top left of its pixel.
	half := 0.0
	if by%2 == 0 {
		half = 0.5
	}
	into := calibration.Translation(half-float64(area.Min.X), half-float64(area.Min.Y))
	return rectifyAt(soft, into.Mul(toPicture), f)
}

// area returns the part of img that the frame shows, with a pixel or two around.
func (f Frame) area(img gocv.Mat, toPicture calibration.Homography) image.Rectangle {
	var r image.Rectangle
	for i, c := range [4][2]float64{{0, 0}, {float64(f.W), 0}, {float64(f.W), float64(f.H)}, {0, float64(f.H)}} {
		p := toPicture.Apply(mat.Point{X: f.Origin.X + c[0]/f.Scale, Y: f.Origin.Y + c[1]/f.Scale})
		// Far outside (a mat seen edge on) numbers overflow: keep near the picture.
		x := int(min(max(p.X, -1e4), 1e5))
		y := int(min(max(p.Y, -1e4), 1e5))
		one := image.Rect(x-3, y-3, x+4, y+4)
		if i == 0 {
			r = one
		} else {
			r = r.Union(one)
		}
	}
	return r.Intersect(image.Rect(0, 0, img.Cols(), img.Rows()))
}

// rectifyAt is rectify without averaging: for small things whose every pixel counts.
func rectifyAt(img gocv.Mat, toPicture calibration.Homography, f Frame) (Pixels, error) {
	small, err := warp(img, toPicture.Mul(f.toPlane()), f.W, f.H)
	if err != nil {
		return Pixels{}, err
	}
	defer small.Close()
	return copyPixels(small)
}

// warp samples img at h of each pixel of a picture of w by h pixels. The
// caller closes it.
func warp(img gocv.Mat, hom calibration.Homography, w, h int) (gocv.Mat, error) {
	m := gocv.NewMatWithSize(3, 3, gocv.MatTypeCV64F)
	defer m.Close()
	for i, v := range hom {
		m.SetDoubleAt(i/3, i%3, v)
	}
	out := gocv.NewMat()
	err := gocv.WarpPerspectiveWithParams(img, &out, m, image.Pt(w, h), gocv.InterpolationLinear|warpInverse, gocv.BorderConstant, color.RGBA{})
	if err != nil {
		out.Close()
		return out, fmt.Errorf("rectify a mat: %w", err)
	}
	return out, nil
}

func copyPixels(img gocv.Mat) (Pixels, error) {
	data, err := img.DataPtrUint8()
	if err != nil {
		return Pixels{}, fmt.Errorf("rectify a mat: %w", err)
	}
	return Pixels{img.Cols(), img.Rows(), append([]uint8(nil), data...)}, nil
}

// pictureMiddle is where the camera looks, px; for one that hangs over the
// table that is about straight down.
func pictureMiddle(img gocv.Mat) mat.Point {
	return mat.Point{X: float64(img.Cols()) / 2, Y: float64(img.Rows()) / 2}
}
