package counters

import "harbormaster/scoring"

// Worth adds to the awards what else an action did to the scores: for every
// player whose total changed by more than the awards say, the difference. So
// a table sees at once that a fourth sheep or a lost title is worth something.
func Worth(before, after scoring.Result, awards []scoring.Award) []scoring.Award {
	said := map[string]int{}
	for _, a := range awards {
		said[a.Player] += a.Points
	}
	for i, p := range after.Players {
		// A correction can change who plays; then there is nothing to compare.
		if i >= len(before.Players) {
			break
		}
		points := p.Total - before.Players[i].Total - said[p.Name]
		if points == 0 {
			continue
		}
		awards = append(awards, scoring.Award{Player: p.Name, Points: points,
			Message: scoring.Msg("play.worth", "points", points, "total", p.Total)})
	}
	return awards
}
