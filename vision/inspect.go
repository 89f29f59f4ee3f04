package vision

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// What makes a picture hard to read, and what is said of it.
const (
	leastRadius  = 14.0 // px: on smaller hexes a well is 6 px wide
	mostBlur     = 0.07 // of the hex radius: half of a printed border
	darkestPrint = 0.03 // linear light of bare print, 50 of 255
	burntShare   = 0.25 // of a hex's pixels
)

// inspect tells what of focus, light and size will make reading hard.
func (c *calibrator) inspect() error {
	for i := range c.profile.Mats {
		m := &c.profile.Mats[i]
		low, high := m.Bounds()
		radius := m.ToPicture.Scale(mat.Point{X: (low.X + high.X) / 2, Y: (low.Y + high.Y) / 2})
		if radius < leastRadius {
			c.say("small", map[string]any{"player": m.Name, "pixels": math.Round(2 * radius)}, "%s's mat: a hex is only %.0f pixels wide: bring the camera nearer or use a larger picture.", m.Name, 2*radius)
		}
		blur, err := blurOf(c.frame.Img, m)
		if err != nil {
			return err
		}
		if blur > mostBlur*radius {
			c.say("blurred", map[string]any{"player": m.Name, "pixels": round1(blur)}, "%s's mat: the picture is blurred by %.1f pixels: focus the camera on the mats and keep it still.", m.Name, blur)
		}
		hexes, bare, err := swatches(c.frame.Img, i, m)
		if err != nil {
			return err
		}
		var light []float64
		for _, b := range bare {
			light = append(light, max(b.color[0], b.color[1], b.color[2]))
		}
		slices.Sort(light)
		if n := len(light); n > 0 && light[n/2] < darkestPrint {
			c.say("dark", map[string]any{"player": m.Name}, "%s's mat: the picture is dark: use more light or a longer exposure.", m.Name)
		}
		var burnt []string
		for k, h := range hexes {
			if h.clip > burntShare {
				burnt = append(burnt, m.Template.Space(k).ID)
			}
		}
		if len(burnt) > 0 {
			c.say("lamp", map[string]any{"player": m.Name, "hexes": burnt}, "%s's mat: a lamp shines on %s: move the lamp or the camera, or dim it.", m.Name, strings.Join(burnt, ", "))
		}
	}
	return nil
}

// blurOf returns how much the edges of mat m are blurred, as the sigma in px of
// the picture. A step blurred by b and then by s has a slope of 1/sqrt(b^2+s^2), so
// the slopes after two blurs tell b. Sharp pictures have 0.6 to 1.
func blurOf(img gocv.Mat, m *calibration.Mat) (float64, error) {
	const s1, s2 = 0.8, 2.4
	low, high := m.Bounds()
	low, high = box(m.ToPicture.ApplyAll([]mat.Point{low, {X: high.X, Y: low.Y}, high, {X: low.X, Y: high.Y}}))
	part := rect(low, high, 4).Intersect(whole(img))
	if part.Empty() {
		return 0, nil
	}
	region := img.Region(part)
	defer region.Close()
	gray := gocv.NewMat()
	defer gray.Close()
	if err := gocv.CvtColor(region, &gray, gocv.ColorBGRToGray); err != nil {
		return 0, fmt.Errorf("measure the blur: %w", err)
	}
	fine, err := slopes(gray, s1)
	if err != nil {
		return 0, err
	}
	coarse, err := slopes(gray, s2)
	if err != nil {
		return 0, err
	}
	// Only the clearest two percent: thin lines and grain aren't steps.
	order := slices.Clone(coarse)
	slices.Sort(order)
	least := order[len(order)*98/100]
	var ratios []float64
	for i, v := range coarse {
		if v >= least && v > 0 {
			ratios = append(ratios, float64(fine[i]/v))
		}
	}
	if len(ratios) == 0 {
		return 0, nil
	}
	slices.Sort(ratios)
	r := ratios[len(ratios)*3/4] // the steps, not what lies beside them
	if r <= 1.02 {
		return 8, nil // no edge in sight is sharper than this can measure
	}
	return math.Sqrt(math.Max(0, (s2*s2-r*r*s1*s1)/(r*r-1))), nil
}

// slopes returns the gradient's size at every pixel after a blur of sigma px.
func slopes(gray gocv.Mat, sigma float64) ([]float32, error) {
	soft, dx, dy := gocv.NewMat(), gocv.NewMat(), gocv.NewMat()
	defer soft.Close()
	defer dx.Close()
	defer dy.Close()
	if err := gray.ConvertTo(&soft, gocv.MatTypeCV32F); err != nil {
		return nil, fmt.Errorf("measure the blur: %w", err)
	}
	if err := gocv.GaussianBlur(soft, &soft, image.Point{}, sigma, sigma, gocv.BorderReplicate); err != nil {
		return nil, fmt.Errorf("measure the blur: %w", err)
	}
	if err := gocv.Sobel(soft, &dx, gocv.MatTypeCV32F, 1, 0, 1, 1, 0, gocv.BorderReplicate); err != nil {
		return nil, fmt.Errorf("measure the blur: %w", err)
	}
	if err := gocv.Sobel(soft, &dy, gocv.MatTypeCV32F, 0, 1, 1, 1, 0, gocv.BorderReplicate); err != nil {
		return nil, fmt.Errorf("measure the blur: %w", err)
	}
	gx, err := dx.DataPtrFloat32()
	if err != nil {
		return nil, fmt.Errorf("measure the blur: %w", err)
	}
	gy, err := dy.DataPtrFloat32()
	if err != nil {
		return nil, fmt.Errorf("measure the blur: %w", err)
	}
	out := make([]float32, len(gx))
	for i := range out {
		out[i] = float32(math.Hypot(float64(gx[i]), float64(gy[i])))
	}
	return out, nil
}
