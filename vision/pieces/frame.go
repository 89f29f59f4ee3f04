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
// plane to img (8-bit BGR). Where img has twice the pixels they are averaged, for
// half the noise; what lies outside img is black.
func rectify(img gocv.Mat, toPicture calibration.Homography, f Frame) (Pixels, error) {
	middle := mat.Point{X: f.Origin.X + float64(f.W)/f.Scale/2, Y: f.Origin.Y + float64(f.H)/f.Scale/2}
	if toPicture.Scale(middle) > 1.4*f.Scale {
		fine := f
		fine.Scale, fine.W, fine.H = 2*f.Scale, 2*f.W, 2*f.H
		big, err := warp(img, toPicture.Mul(fine.toPlane()), fine.W, fine.H)
		if err != nil {
			return Pixels{}, err
		}
		defer big.Close()
		small := gocv.NewMat()
		defer small.Close()
		if err := gocv.Resize(big, &small, image.Pt(f.W, f.H), 0, 0, gocv.InterpolationArea); err != nil {
			return Pixels{}, fmt.Errorf("rectify a mat: %w", err)
		}
		return copyPixels(small)
	}
	return rectifyAt(img, toPicture, f)
}

// rectifyAt is rectify without averaging.
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
