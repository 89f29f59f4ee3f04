package vision

import (
	"fmt"
	"image"
	"math"

	"harbormaster/calibration"
	"harbormaster/calibration/apriltag"
	"harbormaster/mat"
)

func rect(low, high mat.Point, margin float64) image.Rectangle {
	bound := func(v float64) int { return int(math.Max(-1e6, math.Min(1e6, v))) }
	return image.Rect(bound(low.X-margin), bound(low.Y-margin), bound(high.X+margin)+1, bound(high.Y+margin)+1)
}

// byNearCards looks for the mat's cards in windows round where they were.
func (s *locating) byNearCards(i int) (bool, error) {
	scale := s.resize()
	for _, c := range s.profile.Mats[i].Cards {
		low, high := box(scale.ApplyAll(c.Corners[:]))
		// As much again on every side, and its white rim needs a cell more.
		tags, err := cardsIn(s.cards, s.frame.Img, rect(low, high, math.Max(high.X-low.X, high.Y-low.Y)))
		if err != nil {
			return false, err
		}
		for _, t := range tags {
			s.tags[t.ID] = t
		}
	}
	return s.byCards(i)
}

// byCardsAnywhere looks for cards in the whole picture, once for all mats.
func (s *locating) byCardsAnywhere(i int) (bool, error) {
	if len(s.profile.Mats[i].Cards) == 0 {
		return false, nil
	}
	if !s.searched {
		s.searched = true
		tags, err := cardsIn(s.cards, s.frame.Img, whole(s.frame.Img))
		if err != nil {
			return false, err
		}
		for _, t := range tags {
			s.tags[t.ID] = t
		}
	}
	return s.byCards(i)
}

// byCards places the mat by those of its cards that are seen, and then by its
// print: cards lie as they fall, and one may have been pushed.
func (s *locating) byCards(i int) (bool, error) {
	m := &s.profile.Mats[i]
	var seen []calibration.Card
	for _, c := range m.Cards {
		if _, ok := s.tags[c.ID]; ok {
			seen = append(seen, c)
		}
	}
	if len(seen) < 2 {
		return false, nil
	}
	// All cards, then all but one: a pushed card spoils the fit of all.
	for skip := -1; skip < len(seen); skip++ {
		var from, to []mat.Point
		for k, c := range seen {
			if k != skip {
				from, to = append(from, c.Corners[:]...), append(to, corners(s.tags[c.ID])...)
			}
		}
		h, ok := cardMotion(from, to)
		if !ok {
			continue
		}
		guess := h.Mul(m.ToPicture)
		for _, coarse := range [2]bool{false, true} {
			if found, err := s.accept(i, guess, coarse); found || err != nil {
				return found, err
			}
		}
		if worst := misfit(h, from, to); skip < 0 && len(seen) >= 3 && worst < 0.12*guess.Scale(mat.Point{}) {
			// The cards agree with each other to a tenth of a hex, so they weren't
			// pushed; the print is covered, dark or blurred.
			s.places[i].ToPicture, s.places[i].ByCardsAlone = guess, true
			s.places[i].Problems = append(s.places[i].Problems, fmt.Sprintf("%s's mat is placed by its cards alone, as too little of its print is seen: check light and focus, and that this profile belongs to this table.", m.Name))
			return true, nil
		}
	}
	return false, nil
}

func corners(t apriltag.Tag) []mat.Point { return t.Corners[:] }

// cardMotion maps cards in the empty picture to the same in this one. Two cards
// lie nearly on a line, so they fix no perspective.
func cardMotion(from, to []mat.Point) (calibration.Homography, bool) {
	if len(from) >= 12 {
		h, err := calibration.FromPoints(from, to)
		return h, err == nil
	}
	if len(from) >= 8 {
		return affine(from, to)
	}
	return similar(from, to)
}

func misfit(h calibration.Homography, from, to []mat.Point) float64 {
	worst := 0.0
	for i := range from {
		worst = math.Max(worst, distance(h.Apply(from[i]), to[i]))
	}
	return worst
}
