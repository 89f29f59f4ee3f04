package pieces

import "slices"

// Glare is the lamp's mirror image on the print. Tiles are glossier or duller than
// print, and wood that stands up throws hardly any of it to the camera, so taking the
// print's haze off them takes too much: dark things turn black, on that mat and on no
// other. How much of it pieces have, the taught ones tell: no color is darker than black.

// Shares of the print's haze that are taken off, and how much haze, of full light, tells
// something.
const (
	leastShine  = 0.15
	usualShine  = 0.9 // from here on the print's haze is the pieces' too
	tellingHaze = 0.04
)

// shineOf returns the share of the haze on the print that the lesson's pieces have at
// most, between what tiles and what meeples say; 1 where there is little haze.
func (s *sheet) shineOf(l Lesson, raw Pixels, now *Light) float64 {
	bw, _ := s.canvas.blocks()
	tiles, meeples := 1.0, 1.0
	for i := range s.mat.Template.Len() {
		on, named := l.Hexes[s.mat.Template.Space(i).ID]
		if !named || on.Empty() {
			continue
		}
		cx, cy := int(s.mids[i][0]+0.5), int(s.mids[i][1]+0.5)
		b := cy/block*bw + cx/block
		_, haze := s.empty.at(s.shape, b)
		g, h := now.at(s.shape, b)
		for c := range 3 {
			total := haze[c]*g[c] + h[c]
			if total < tellingHaze {
				continue
			}
			var values []uint8
			for _, o := range s.inside {
				values = append(values, raw.Pix[3*((cy+o.dy)*raw.W+cx+o.dx)+c])
			}
			slices.Sort(values)
			// A tenth of the hex: less are lines and shadows.
			share := float64(linearOf[values[len(values)/10]]) / total
			if on.Worker || on.Surveyor {
				meeples = min(meeples, share)
			} else {
				tiles = min(tiles, share)
			}
		}
	}
	share := (tiles + min(meeples, tiles)) / 2
	if share >= usualShine {
		return 1
	}
	return max(share, leastShine)
}

// dull takes only a share of the haze off from now on, and the print as it then looks:
// print is compared with itself on its own mat, pieces with those of all mats.
func (s *sheet) dull(share float64, empty Pixels) {
	for i := range s.empty.Bumps {
		s.empty.Bumps[i] *= share
	}
	s.setPrint(s.bare(empty, s.empty, nil))
}
