package agricola

import (
	"slices"

	"harbormaster/scoring"
	"harbormaster/scoring/counters"
)

// board returns the major improvements nobody owns.
func (s *State) board() []string {
	return slices.DeleteFunc(majorNames(), func(name string) bool { return s.owner(name) >= 0 })
}

// take finds a major improvement on the board.
func (s *State) take(p *Player, a scoring.Action) (major, error) {
	if i := s.owner(a.Card); i >= 0 {
		return major{}, scoring.Forbid(p.Name, "card", "agricola.improvement-taken", "card", a.Card, "player", s.Players[i].Name)
	}
	// Only a name that is no improvement at all is left to complain about.
	if _, err := counters.Pick(a, "card", "improvement", a.Card, s.board()); err != nil {
		return major{}, err
	}
	return majorOf(a.Card), nil
}

// missing returns what the player lacks to pay an improvement, if costs are
// kept at all.
func (s *State) missing(p *Player, m major) []string {
	if s.Settings.Costs != CostsPaid {
		return nil
	}
	var out []string
	for _, r := range resourceNames() {
		if *p.Resources.slot(r) < m.Cost[r] {
			out = append(out, r)
		}
	}
	return out
}

// improve builds a major improvement for its cost.
func (s *State) improve(p *Player, a scoring.Action) ([]scoring.Award, error) {
	m, err := s.take(p, a)
	if err != nil {
		return nil, err
	}
	if lack := s.missing(p, m); len(lack) > 0 {
		return nil, scoring.Forbid(p.Name, "card", "agricola.cost", "card", m.Name, "cost", m.costs(), "missing", lack)
	}
	if s.Settings.Costs == CostsPaid {
		for _, r := range resourceNames() {
			*p.Resources.slot(r) -= m.Cost[r]
		}
	}
	// Cloned, because older states share the list.
	p.Improvements = append(slices.Clone(p.Improvements), m.Name)
	return []scoring.Award{{Player: p.Name, Points: m.Points, Gain: "improvement", Count: 1,
		Message: scoring.Msg("agricola.award.improvement", "player", p.Name, "card", m.Name, "cost", m.costs())}}, nil
}

// upgrade returns a card and takes a better one. A major improvement goes back
// to the board and no longer counts; a minor one leaves the game with the
// points printed on it, a.Count.
func (s *State) upgrade(p *Player, a scoring.Action) ([]scoring.Award, error) {
	m, err := s.take(p, a)
	if err != nil {
		return nil, err
	}
	// What can be upgraded by returning a major improvement can be by a minor one
	// that says so.
	var legal []string
	if len(m.Upgrades) > 0 {
		legal = []string{minor}
	}
	for _, old := range m.Upgrades {
		if slices.Contains(p.Improvements, old) {
			legal = append(legal, old)
		}
	}
	if _, err := counters.Pick(a, "kind", "card to return", a.Kind, legal); err != nil {
		return nil, err
	}
	key, lost := "agricola.award.upgrade", a.Count
	if a.Kind == minor {
		if a.Count < 0 || a.Count > p.CardPoints {
			return nil, scoring.Forbid(p.Name, "count", "agricola.card-points", "value", a.Count, "low", 0, "high", p.CardPoints)
		}
		p.CardPoints -= a.Count
		key = "agricola.award.upgrade-minor"
	} else {
		lost = majorOf(a.Kind).Points
	}
	p.Improvements = slices.DeleteFunc(slices.Clone(p.Improvements), func(name string) bool { return name == a.Kind })
	p.Improvements = append(p.Improvements, m.Name)
	return []scoring.Award{{Player: p.Name, Points: m.Points - lost, Gain: "improvement", Count: 1,
		Message: scoring.Msg(key, "player", p.Name, "card", m.Name, "returned", a.Kind)}}, nil
}

// play plays a card of the hand with the points printed on it.
func (s *State) play(p *Player, a scoring.Action) ([]scoring.Award, error) {
	if _, err := counters.Pick(a, "kind", "card", a.Kind, []string{occupation, minor, traveling}); err != nil {
		return nil, err
	}
	// A card without printed points is played without typing any.
	points := 0
	if a.Points != nil {
		points = *a.Points
	}
	if total := p.CardPoints + points; points < 0 || total > most("card_points") {
		return nil, scoring.Forbid(p.Name, "points", "agricola.card-points", "value", points,
			"low", 0, "high", most("card_points")-p.CardPoints)
	}
	m := scoring.Msg("agricola.award."+a.Kind, "player", p.Name)
	switch a.Kind {
	case occupation:
		if p.Occupations == most("occupations") {
			return nil, scoring.Forbid(p.Name, "kind", "agricola.occupations", "most", p.Occupations)
		}
		// The cost is said, not taken: food isn't counted, and the second space
		// for occupations has prices of its own.
		m.Params["food"] = p.occupationFood()
		p.Occupations++
	case traveling:
		// It works once and goes on, so it counts for nobody's score.
		left := (slices.Index(names(s.Players), p.Name) + 1) % len(s.Players)
		m.Params["name"] = s.Players[left].Name
		return []scoring.Award{{Player: p.Name, Gain: "card", Count: 1, Message: m}}, nil
	}
	p.CardPoints += points
	return []scoring.Award{{Player: p.Name, Points: points, Gain: "card", Count: 1, Message: m}}, nil
}
