package live

import "harbormaster/tracking"

// Of a mat that looks as it was taught nearly every hex is sure; with the profile
// of another table, or under a light that it was never seen in, hardly one is. What
// is read there is guesses, and guesses of a whole mat would be taken for a change of
// the whole table.
const (
	sure      = 0.8 // confidence from which a hex counts as sure, as everywhere
	leastSure = 0.5 // share of the hexes in view
)

// withhold takes back what is said of mats on which hardly anything is sure, as if
// they weren't found, and reports which these are.
func withhold(sights []tracking.SideSight) []bool {
	unlike := make([]bool, len(sights))
	for i := range sights {
		seen, good := 0, 0
		for _, h := range sights[i].Hexes {
			if h.Hidden {
				continue
			}
			seen++
			if h.Confidence >= sure {
				good++
			}
		}
		if sights[i].Found && float64(good) < leastSure*float64(seen) {
			unlike[i] = true
			sights[i] = tracking.SideSight{Player: sights[i].Player}
		}
	}
	return unlike
}
