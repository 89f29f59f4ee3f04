package vision

import (
	"image"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// Of SIFT at half size: as many points as make the cheap matcher still take less
// time than finding them.
const (
	siftPoints = 2000
	magsac     = gocv.HomographyMethod(38) // USAC_MAGSAC, which gocv has no name for
	siftPixel  = 3.0                       // px of the half-size picture a match may be off
)

// anywhere looks for the print in the whole picture, by SIFT and MAGSAC: the
// camera was moved, or the mat was. It takes a second, so it comes last.
func (s *locating) anywhere(i int) (bool, error) {
	pr := s.prints.Mats[i]
	sheet, err := gocv.NewMatFromBytes(pr.Height, pr.Width, gocv.MatTypeCV8U, pr.Gray)
	if err != nil {
		return false, err
	}
	defer sheet.Close()
	gray := gocv.NewMat()
	defer gray.Close()
	if err := gocv.CvtColor(s.frame.Img, &gray, gocv.ColorBGRToGray); err != nil {
		return false, err
	}
	const half = 0.5
	// Both at about the same scale, or the mat's points drown in the table's.
	scale := half * pr.Sheet.Scale / s.expected(i).Scale(mat.Point{})
	scale = max(0.1, min(1, scale))
	for _, m := range []struct {
		img *gocv.Mat
		by  float64
	}{{&sheet, half}, {&gray, scale}} {
		if err := gocv.Resize(*m.img, m.img, image.Point{}, m.by, m.by, gocv.InterpolationArea); err != nil {
			return false, err
		}
	}
	h, ok, err := siftMatch(sheet, gray)
	if err != nil || !ok {
		return false, err
	}
	guess := halved(1 / scale).Mul(h).Mul(halved(half)).Mul(pr.Sheet.FromMat())
	return s.accept(i, guess, true)
}

// halved maps pixels of a picture to those of the same made by times as large.
func halved(by float64) calibration.Homography {
	return calibration.Homography{by, 0, by/2 - .5, 0, by, by/2 - .5, 0, 0, 1}
}

// siftMatch maps picture a into b. It is false where few points agree.
func siftMatch(a, b gocv.Mat) (calibration.Homography, bool, error) {
	n, octaves, contrast, edge, sigma := siftPoints, 3, 0.03, 10.0, 1.6
	sift := gocv.NewSIFTWithParams(&n, &octaves, &contrast, &edge, &sigma)
	defer sift.Close()
	none := gocv.NewMat()
	defer none.Close()
	ka, da := sift.DetectAndCompute(a, none)
	defer da.Close()
	kb, db := sift.DetectAndCompute(b, none)
	defer db.Close()
	if len(ka) < 8 || len(kb) < 8 {
		return calibration.Homography{}, false, nil
	}
	matcher := gocv.NewBFMatcherWithParams(gocv.NormL2, true)
	defer matcher.Close()
	pairs := matcher.Match(da, db)
	if len(pairs) < 8 {
		return calibration.Homography{}, false, nil
	}
	from, to := gocv.NewMatWithSize(len(pairs), 2, gocv.MatTypeCV32F), gocv.NewMatWithSize(len(pairs), 2, gocv.MatTypeCV32F)
	defer from.Close()
	defer to.Close()
	f, err := from.DataPtrFloat32()
	if err != nil {
		return calibration.Homography{}, false, err
	}
	t, err := to.DataPtrFloat32()
	if err != nil {
		return calibration.Homography{}, false, err
	}
	for i, p := range pairs {
		f[2*i], f[2*i+1] = float32(ka[p.QueryIdx].X), float32(ka[p.QueryIdx].Y)
		t[2*i], t[2*i+1] = float32(kb[p.TrainIdx].X), float32(kb[p.TrainIdx].Y)
	}
	mask := gocv.NewMat()
	defer mask.Close()
	h := gocv.FindHomography(from, to, magsac, siftPixel, &mask, 4000, 0.999)
	defer h.Close()
	if h.Empty() {
		return calibration.Homography{}, false, nil
	}
	v, err := h.DataPtrFloat64()
	if err != nil {
		return calibration.Homography{}, false, err
	}
	var out calibration.Homography
	copy(out[:], v)
	return out, out.Det() > 0, nil // a mirrored mat is no mat
}
