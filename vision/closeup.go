package vision

import (
	"fmt"
	"image"
	"math"

	"gocv.io/x/gocv"
)

// jpegQuality is that of pictures for pages: good enough to argue over.
const jpegQuality = 88

// JPEG returns the frame's pixels as a new JPEG, at most most pixels wide: as
// they lie after EXIF orientation, and without whatever else the camera wrote
// into its file, such as where the picture was taken.
func (f *Frame) JPEG(most int) ([]byte, error) {
	return encodeJPEG(f.Img, most)
}

// closeUpRadii is how much of the table a close-up shows, in radii of the hex
// to each side: the hex and a part of all its neighbors.
const closeUpRadii = 2.2

// CloseUp returns a JPEG, side pixels square, of the surroundings of a hex as
// it lies in the frame that was read.
func CloseUp(f *Frame, r *Reading, player, hex string, side int) ([]byte, error) {
	at, radius, err := r.hex(player, hex)
	if err != nil {
		return nil, err
	}
	half := closeUpRadii * radius
	box := image.Rect(int(at[0]-half), int(at[1]-half), int(at[0]+half+1), int(at[1]+half+1))
	seen := box.Intersect(image.Rect(0, 0, f.Img.Cols(), f.Img.Rows()))
	if seen.Empty() {
		return nil, fmt.Errorf("show %s of %s: it lies outside the picture", hex, player)
	}
	region := f.Img.Region(seen)
	defer region.Close()
	// What lies outside the picture is black, so that the hex stays in the middle.
	square := gocv.NewMatWithSize(box.Dy(), box.Dx(), f.Img.Type())
	defer square.Close()
	square.SetTo(gocv.Scalar{})
	into := square.Region(seen.Sub(box.Min))
	defer into.Close()
	if err := region.CopyTo(&into); err != nil {
		return nil, fmt.Errorf("show %s of %s: %w", hex, player, err)
	}
	sized := gocv.NewMat()
	defer sized.Close()
	if err := gocv.Resize(square, &sized, image.Pt(side, side), 0, 0, gocv.InterpolationArea); err != nil {
		return nil, fmt.Errorf("show %s of %s: %w", hex, player, err)
	}
	return encodeJPEG(sized, side)
}

// hex returns where a hex lies and how large it is there, in px.
func (r *Reading) hex(player, hex string) (at [2]float64, radius float64, err error) {
	for _, p := range r.Players {
		if p.Name != player {
			continue
		}
		if !p.Found {
			return at, 0, fmt.Errorf("show %s of %s: that mat wasn't found in the picture", hex, player)
		}
		found := false
		for _, h := range p.Hexes {
			if h.ID == hex {
				at, found = h.At, true
			}
		}
		if !found {
			return at, 0, fmt.Errorf("show %s of %s: that mat has no such hex", hex, player)
		}
		// Neighbors lie √3 radii apart.
		nearest := 0.0
		for _, h := range p.Hexes {
			dx, dy := h.At[0]-at[0], h.At[1]-at[1]
			if d := dx*dx + dy*dy; d > 0 && (nearest == 0 || d < nearest) {
				nearest = d
			}
		}
		return at, math.Sqrt(nearest / 3), nil
	}
	return at, 0, fmt.Errorf("show %s of %s: no mat has that name", hex, player)
}

func encodeJPEG(img gocv.Mat, most int) ([]byte, error) {
	if most > 0 && img.Cols() > most {
		small := gocv.NewMat()
		defer small.Close()
		if err := gocv.Resize(img, &small, image.Pt(most, img.Rows()*most/img.Cols()), 0, 0, gocv.InterpolationArea); err != nil {
			return nil, fmt.Errorf("scale a picture: %w", err)
		}
		img = small
	}
	buf, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, img, []int{gocv.IMWriteJpegQuality, jpegQuality})
	if err != nil {
		return nil, fmt.Errorf("write a JPEG: %w", err)
	}
	defer buf.Close()
	return append([]byte(nil), buf.GetBytes()...), nil
}
