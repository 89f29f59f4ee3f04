package river

import (
	"strings"

	"harbormaster/scoring"
	"harbormaster/tracking"
)

// ask asks about what is steadily seen and can't be. A question is asked once,
// and again only after it had gone away.
func (l *look) ask(changes tracking.Changes) {
	now := map[string]bool{}
	spaces := map[int][]string{}
	for _, c := range changes.Contrary {
		if strings.HasPrefix(c.Space, "boat-") {
			continue // a boat's type never changes: a doubt of the eye, outvoted or mended
		}
		key := c.String()
		now[key] = true
		if !l.earlier.asked[key] {
			spaces[c.Seat] = append(spaces[c.Seat], c.Space)
		}
	}
	for i := range l.before {
		if len(spaces[i]) > 0 {
			l.questions = append(l.questions, Question{
				Player: l.before[i].Player, Spaces: spaces[i], Message: scoring.Msg("tracking.contrary", "spaces", spaces[i]),
			})
		}
	}
	l.asked = now
}
