package vision

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// Sheet is a part of the mat plane drawn flat, as if seen from straight above.
type Sheet struct {
	Low, High mat.Point // top left and bottom right on the mat plane, hex radii
	Scale     float64   // px of the sheet per hex radius
}

// Size returns the sheet's extent in its own pixels.
func (s Sheet) Size() image.Point {
	return image.Pt(int(math.Ceil((s.High.X-s.Low.X)*s.Scale)), int(math.Ceil((s.High.Y-s.Low.Y)*s.Scale)))
}

// FromMat returns the homography from the mat plane to the sheet's pixels.
func (s Sheet) FromMat() calibration.Homography {
	return calibration.Homography{s.Scale, 0, -s.Low.X * s.Scale, 0, s.Scale, -s.Low.Y * s.Scale, 0, 0, 1}
}

// SheetOf returns the whole of mat m (its rough corners and all its hexes, with
// half a hex to spare) at the scale of the empty picture, up to most pixels per hex radius.
func SheetOf(m *calibration.Mat, most float64) Sheet {
	low, high := m.Bounds()
	for _, c := range m.Corners {
		low = mat.Point{X: min(low.X, c.X), Y: min(low.Y, c.Y)}
		high = mat.Point{X: max(high.X, c.X), Y: max(high.Y, c.Y)}
	}
	const spare = 0.5
	low, high = mat.Point{X: low.X - spare, Y: low.Y - spare}, mat.Point{X: high.X + spare, Y: high.Y + spare}
	middle := mat.Point{X: (low.X + high.X) / 2, Y: (low.Y + high.Y) / 2}
	return Sheet{Low: low, High: high, Scale: math.Min(most, m.ToPicture.Scale(middle))}
}

// Rectify draws the sheet from a picture in which the mat plane lies at
// toPicture. What lies outside the picture is black. The caller closes the result.
func (s Sheet) Rectify(img gocv.Mat, toPicture calibration.Homography) (gocv.Mat, error) {
	// Both sides count pixels from their middles, so no half pixel is lost.
	return warp(img, s.FromMat().Mul(toPicture.Inverse()), s.Size())
}

// warp draws a picture of that size in which every pixel of img lies at h.
func warp(img gocv.Mat, h calibration.Homography, size image.Point) (gocv.Mat, error) {
	m := gocv.NewMatWithSize(3, 3, gocv.MatTypeCV64F)
	defer m.Close()
	data, err := m.DataPtrFloat64()
	if err != nil {
		return gocv.Mat{}, fmt.Errorf("rectify: %w", err)
	}
	copy(data, h[:])
	out := gocv.NewMat()
	if err := gocv.WarpPerspectiveWithParams(img, &out, m, size, gocv.InterpolationLinear, gocv.BorderConstant, color.RGBA{}); err != nil {
		_ = out.Close()
		return gocv.Mat{}, fmt.Errorf("rectify: %w", err)
	}
	return out, nil
}
