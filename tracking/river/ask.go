package river

import (
	"slices"
	"strings"

	"harbormaster/scoring"
	"harbormaster/tracking"
)

// ask asks about what is steadily seen and can't be. A question is asked once,
// and again only after it had gone away.
func (l *look) ask(changes tracking.Changes) {
	now := map[string]bool{}
	spaces := map[int][]string{}
	shown := l.table.View()
	settled := l.table.View()
	for _, c := range changes.Contrary {
		if strings.HasPrefix(c.Space, "boat-") {
			continue // a boat's type never changes: a doubt of the eye, outvoted or mended
		}
		key := c.String()
		now[key] = true
		l.contrary = append(l.contrary, Place{Player: l.before[c.Seat].Player, Space: c.Space})
		if !l.earlier.asked[key] {
			spaces[c.Seat] = append(spaces[c.Seat], c.Space)
		}
		switch k, hex := l.templates[c.Seat].Index(c.Space); {
		case hex:
			shown[c.Seat].Mat.On[k] = c.To
		case c.Space == "harbor_master":
			shown[c.Seat].Harbor = c.Count
		case c.Space == "agents":
			shown[c.Seat].Agents = c.Count
		}
	}
	for i := range l.before {
		if len(spaces[i]) > 0 {
			one := slices.Clone(settled)
			one[i] = shown[i]
			seen := bulk(settled, one)
			l.questions = append(l.questions, Question{
				Player: l.before[i].Player, Spaces: spaces[i], Message: scoring.Msg("tracking.contrary", "spaces", spaces[i]), Seen: &seen,
			})
		}
	}
	l.asked = now
}

// evens is the evidence below which a reading is as likely wrong as right.
const evens = 0.55

// askUnsure asks about what was taken over though the eye all but guessed.
func (l *look) askUnsure(taken []tracking.Change) {
	spaces := map[int][]string{}
	for _, c := range taken {
		if c.Backed < evens && !strings.HasPrefix(c.Space, "boat-") {
			spaces[c.Seat] = append(spaces[c.Seat], c.Space)
		}
	}
	for i := range l.before {
		if len(spaces[i]) > 0 {
			l.questions = append(l.questions, Question{
				Player: l.before[i].Player, Spaces: spaces[i], Message: scoring.Msg("tracking.unsure", "spaces", spaces[i]),
			})
		}
	}
}
