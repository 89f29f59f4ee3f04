package vision

import (
	"fmt"
	"image"

	"gocv.io/x/gocv"

	"harbormaster/calibration/apriltag"
)

// cardsIn looks for cards in the part of img (8-bit BGR) given, and returns
// them in pixels of the whole picture.
func cardsIn(d *apriltag.Detector, img gocv.Mat, part image.Rectangle) ([]apriltag.Tag, error) {
	part = part.Intersect(image.Rect(0, 0, img.Cols(), img.Rows()))
	if part.Dx() < 16 || part.Dy() < 16 { // smaller than any card's 8 cells at 2 px
		return nil, nil
	}
	view := img.Region(part)
	defer view.Close()
	gray := gocv.NewMat()
	defer gray.Close()
	if err := gocv.CvtColor(view, &gray, gocv.ColorBGRToGray); err != nil {
		return nil, fmt.Errorf("look for cards: %w", err)
	}
	pixels, err := gray.DataPtrUint8()
	if err != nil {
		return nil, fmt.Errorf("look for cards: %w", err)
	}
	tags, err := d.Detect(pixels, gray.Cols(), gray.Rows(), gray.Step())
	for i := range tags {
		for k := range tags[i].Corners {
			// The library calls the first pixel's middle (0.5, 0.5), OpenCV (0, 0).
			tags[i].Corners[k].X += float64(part.Min.X) - 0.5
			tags[i].Corners[k].Y += float64(part.Min.Y) - 0.5
		}
	}
	return tags, err
}

// whole is the whole of a picture.
func whole(img gocv.Mat) image.Rectangle { return image.Rect(0, 0, img.Cols(), img.Rows()) }
