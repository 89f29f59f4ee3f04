package agricola

import (
	"fmt"

	"harbormaster/scoring"
	"harbormaster/scoring/counters"
)

// Score counts as if the game ended now. The best total wins; a tie is shared.
func (g Game) Score(state scoring.State) scoring.Result {
	r := scoring.NewResult(Name)
	s, err := scoring.Own[*State](state)
	if err != nil {
		return r
	}
	for i := range s.Players {
		r.Players = append(r.Players, s.Players[i].score())
	}
	r.CrownMost(func(i int) (int, int) { return r.Players[i].Total, 0 })
	r.Doubts = s.doubts()
	return r
}

// score counts one player, line by line in the order of the score sheet.
func (p *Player) score() scoring.PlayerResult {
	out := scoring.PlayerResult{Name: p.Name, Lines: make([]scoring.Line, 0, 15)}
	// A category of steps is named like its counter.
	for _, step := range theRules().Steps {
		n := *p.slot(step.Category)
		points, next := step.points(n)
		key := "agricola.step"
		if next == 0 {
			key = "agricola.step-last"
		}
		out.Add(scoring.Line{Category: step.Category, Points: points,
			Message: scoring.Msg(key, "count", n, "of", word(step.Category), "next", next)})
	}
	out.Add(each("unused", p.Unused))
	out.Add(each("stables", p.Stables))
	out.Add(p.roomsLine())
	out.Add(each("family", p.Family))
	out.Add(each("begging", p.Begging))
	improvements, bonus := p.improvementLines()
	out.Add(improvements)
	out.Add(bonus)
	out.Add(scoring.Line{Category: "cards", Points: p.CardPoints,
		Message: scoring.Msg("agricola.cards", "points", p.CardPoints)})
	return out
}

// word returns a category as a parameter without making it anew.
func word(category string) any { return theRules().words[category] }

// each is a line of so many points apiece.
func each(category string, count int) scoring.Line {
	points := theRules().Each[category]
	return scoring.Line{Category: category, Points: count * points,
		Message: scoring.Msg("agricola.each", "of", word(category), "count", count, "each", points)}
}

// roomsLine counts the rooms; wood makes nothing but is said.
func (p *Player) roomsLine() scoring.Line {
	l := scoring.Line{Category: "rooms"}
	for _, r := range theRules().Rooms {
		if r.Material == p.Rooms.Material {
			l.Points = p.Rooms.Count * r.Points
			l.Message = scoring.Msg("agricola.rooms", "material", r.Material, "count", p.Rooms.Count, "each", r.Points)
		}
	}
	return l
}

// improvementLines are what is printed on the major improvements, and what
// they add for resources in supply together with the bonus points of cards.
func (p *Player) improvementLines() (improvements, bonus scoring.Line) {
	improvements.Category, bonus.Category = "improvements", "bonus"
	cards, gains := make([]string, 0, len(p.Improvements)), []string{}
	// Cards that were returned for an upgrade are no longer in the list, so they
	// count for nobody.
	for _, name := range p.Improvements {
		m := majorOf(name)
		improvements.Points += m.Points
		cards = append(cards, fmt.Sprintf("%s %d", name, m.Points))
		if points, count := m.bonus(&p.Resources); points > 0 {
			bonus.Points += points
			gains = append(gains, fmt.Sprintf("%s %d (%d %s)", name, points, count, m.Bonus.Of))
		}
	}
	bonus.Points += p.BonusPoints
	improvements.Message = scoring.Msg("agricola.improvements", "cards", cards, "count", len(cards))
	bonus.Message = scoring.Msg("agricola.bonus", "points", p.BonusPoints, "cards", gains, "count", len(gains))
	return improvements, bonus
}

// doubts returns what looks odd but is no error.
func (s *State) doubts() []scoring.Doubt {
	out := counters.DoubtPlayers(Game{}.Info(), names(s.Players))
	doubt := func(p *Player, key string, pairs ...any) {
		out = append(out, scoring.Doubt{Player: p.Name, Message: scoring.Msg(key, pairs...)})
	}
	for i := range s.Players {
		p := &s.Players[i]
		if p.Stables > 0 && p.Pastures == 0 {
			doubt(p, "agricola.doubt.stables", "stables", p.Stables)
		}
		// At the start of a game nothing is entered yet, which is no oddity.
		if s.Known() && s.Phase != end {
			continue
		}
		if p.Family == 0 {
			doubt(p, "agricola.doubt.family")
		}
		if p.Rooms.Count == 0 {
			doubt(p, "agricola.doubt.rooms")
		}
	}
	return out
}
