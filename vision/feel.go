package vision

import (
	"cmp"
	"math"
	"slices"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// How far and how densely a pushed mat is felt for: 15 mm and 5 degrees on a usual mat,
// from each place as far as fine patches are looked for.
const (
	feelReach  = 48  // px of the sheet
	feelStep   = 8   // px of the sheet
	feelTurn   = 5.0 // degrees
	feelTurns  = 2.5 // degrees from one to the next
	feelFew    = 12  // patches that are looked for from each place
	feelEnough = 10  // of these are enough to stop
	// A print that repeats itself agrees in part in many places: half must agree.
	feltShare = 0.5
)

// felt is for pushed mats with too little print that shows at a quarter of the size: it
// tries all places that a mat may be pushed to with some fine patches, nearest first, and
// takes the one where most agree.
func (s *locating) felt(i int) (bool, error) {
	pr, guess := s.prints.Mats[i], s.expected(i)
	if len(pr.Fine) < leastAgreeing {
		return false, nil
	}
	low, high := s.profile.Mats[i].Bounds()
	middle := mat.Point{X: (low.X + high.X) / 2, Y: (low.Y + high.Y) / 2}
	px := guess.Scale(middle) / pr.Sheet.Scale
	if !(px > 0.05 && px < 20) {
		return false, nil // no camera sees a mat like that
	}
	v, err := s.view(pr, guess, 1, (feelReach+fineReach+fineHalf)*px)
	if err != nil || v == nil {
		return false, err
	}
	few := spread(pr.Fine, min(feelFew, len(pr.Fine)))
	best := fitted{}
	for _, h := range pushes(middle, 1/pr.Sheet.Scale) {
		pose := guess.Mul(h)
		f := fitMatches(pose, pr.find(v, pose, false, few), 1.5*px, middle)
		if f.inliers > best.inliers {
			best = f
		}
		if best.inliers >= feelEnough {
			break
		}
	}
	if 3*best.inliers < len(few) {
		return false, nil
	}
	f, err := s.settleNear(pr, best.toPicture, middle, false)
	if err != nil || f == nil || f.share() < feltShare {
		return false, err
	}
	s.places[i].ToPicture = f.toPicture
	return true, nil
}

// pushes are the motions of a mat on its plane that are felt for, nearest first; unit is
// a px of the sheet.
func pushes(middle mat.Point, unit float64) []calibration.Homography {
	type push struct {
		h   calibration.Homography
		far float64
	}
	var all []push
	for turn := -feelTurn; turn <= feelTurn; turn += feelTurns {
		sin, cos := math.Sincos(turn * math.Pi / 180)
		about := calibration.Translation(middle.X, middle.Y).
			Mul(calibration.Homography{cos, -sin, 0, sin, cos, 0, 0, 0, 1}).
			Mul(calibration.Translation(-middle.X, -middle.Y))
		for y := -feelReach; y <= feelReach; y += feelStep {
			for x := -feelReach; x <= feelReach; x += feelStep {
				far := math.Hypot(math.Hypot(float64(x), float64(y))/feelReach, turn/feelTurn)
				all = append(all, push{calibration.Translation(float64(x)*unit, float64(y)*unit).Mul(about), far})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b push) int { return cmp.Compare(a.far, b.far) })
	out := make([]calibration.Homography, len(all))
	for i, p := range all {
		out[i] = p.h
	}
	return out
}
