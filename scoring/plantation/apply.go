package plantation

import (
	"harbormaster/scoring"
	"harbormaster/scoring/counters"
)

// Apply returns the state after the action, and what it earned: a card may
// also cost others a title.
func (g Game) Apply(state scoring.State, a scoring.Action) (scoring.State, []scoring.Award, error) {
	return counters.Apply(g, state, a, (*State).clone, (*State).do)
}

// do changes the state, which is the caller's own copy.
func (s *State) do(a scoring.Action) ([]scoring.Award, error) {
	if a.Do == counters.Resume {
		if err := s.Resume(a, theRules().deck, resumable()); err != nil {
			return nil, err
		}
		// With every card on the table there is nothing left to turn up.
		if s.Phase == roll && s.deck() == 0 {
			return nil, scoring.Forbid("", "kind", "plantation.table", "phase", roll, "left", 0, "row", s.Row.total(), "deck", 0)
		}
		return nil, nil
	}
	// Each action belongs to one phase.
	when, known := map[string]string{doRoll: roll, doReveal: reveal, doPick: pick, doDiscard: losing}[a.Do]
	switch {
	case !known:
		return nil, counters.UnknownAction(a, allActions()...)
	case s.Phase == end:
		return nil, scoring.Forbid(a.Player, "do", "play.over")
	case s.Phase != when:
		return nil, s.notNow(a)
	case a.Do == doReveal: // the table's, nobody's turn
		return nil, s.reveal(a)
	}
	seat, err := counters.Seat(names(s.Players), a)
	if err != nil {
		return nil, err
	}
	if seat != s.Turn {
		return nil, scoring.Forbid(a.Player, "player", "play.not-your-turn", "turn", s.Players[s.Turn].Name)
	}
	switch a.Do {
	case doPick:
		return s.pick(&s.Players[seat], a)
	case doDiscard:
		return s.discard(&s.Players[seat], a)
	}
	return nil, s.roll(a)
}

// roll turns up as many cards as players plus the die, or what is left.
func (s *State) roll(a scoring.Action) error {
	if a.Count < 1 || a.Count > theRules().Die {
		return scoring.Forbid(a.Player, "count", "plantation.die", "value", a.Count, "high", theRules().Die)
	}
	s.Left = min(len(s.Players)+a.Count, s.deck())
	s.Enter(pick)
	if s.Settings.Row == RowRevealed {
		s.Enter(reveal)
	}
	return nil
}

// reveal enters one card turned up; after the last one picking begins.
func (s *State) reveal(a scoring.Action) error {
	known := s.unseen().names()
	i, err := counters.Pick(a, "card", "card", a.Card, known)
	if err != nil {
		return err
	}
	s.Row[theRules().index[known[i]]]++
	if s.Left--; s.Left == 0 {
		s.Left = s.Row.total()
		s.Enter(pick)
	}
	return nil
}

// pick takes a card, which is played at once.
func (s *State) pick(p *Player, a scoring.Action) ([]scoring.Award, error) {
	if _, err := counters.Pick(a, "card", "card", a.Card, s.pool().names()); err != nil {
		return nil, err
	}
	c := cardOf(a.Card)
	at := c.at
	if s.Settings.Row == RowRevealed {
		s.Row[at]--
	}
	s.Left--
	// Fields, buildings and quarters lie before their owner; the others happen
	// and are gone.
	if c.owned() {
		p.Cards[at]++
		s.goOn()
		return nil, nil
	}
	s.Out[at]++
	if c.Kind == loss {
		return s.suffer(p, c), nil
	}
	if _, err := counters.Pick(a, "kind", "crop", a.Kind, theRules().crops); err != nil {
		return nil, err
	}
	// Everybody gains, the one who named the crop as well.
	var awards []scoring.Award
	for i := range s.Players {
		q := &s.Players[i]
		fields := q.Cards.count(func(f *card) bool { return f.Crop == a.Kind })
		points := min(c.Points*fields, maxPoints-q.CashCrops)
		q.CashCrops += points
		awards = append(awards, scoring.Award{Player: q.Name, Points: points,
			Message: scoring.Msg("plantation.award.cash-crops", "player", q.Name, "crop", a.Kind, "fields", fields, "points", points)})
	}
	s.goOn()
	return awards, nil
}

// suffer lets a loss event happen to the one who picked it.
func (s *State) suffer(p *Player, event *card) []scoring.Award {
	for i, c := range theRules().Cards {
		if p.Cards[i] > 0 && c.Protects == event.Takes {
			s.goOn()
			return []scoring.Award{{Player: p.Name, Message: scoring.Msg("plantation.award.protected",
				"player", p.Name, "card", event.Name, "building", c.Name)}}
		}
	}
	if len(s.targets(*p, event)) == 0 {
		s.goOn()
		return []scoring.Award{{Player: p.Name, Message: scoring.Msg("plantation.award.no-loss",
			"player", p.Name, "card", event.Name, "type", event.Takes)}}
	}
	// Which card it is falls to chance, so the table is asked. The turn stays.
	s.Event, s.Phase = event.Name, losing
	return nil
}

// discard takes the card that the table drew at random.
func (s *State) discard(p *Player, a scoring.Action) ([]scoring.Award, error) {
	event := cardOf(s.Event)
	if _, err := counters.Pick(a, "card", "card to lose", a.Card, s.targets(*p, event)); err != nil {
		return nil, err
	}
	at := theRules().index[a.Card]
	p.Cards[at]--
	s.Out[at]++
	award := scoring.Award{Player: p.Name, Gain: "card", Count: -1,
		Message: scoring.Msg("plantation.award.lost", "player", p.Name, "card", a.Card, "event", event.Name)}
	s.Event, s.Phase = "", pick
	s.goOn()
	return []scoring.Award{award}, nil
}

// goOn passes the turn, or begins the next one when no card is left face up.
func (s *State) goOn() {
	switch {
	case s.Left > 0:
		s.Advance(len(s.Players))
	// An empty deck ends the game, but only when the last cards are picked.
	case s.deck() == 0:
		s.Enter(end)
	default:
		s.Round++
		s.First = s.nextMaster()
		s.Enter(roll)
	}
}

// nextMaster returns who goes first in the next turn: the owner of a Carriage
// House, of two the one who comes next to the left of this turn's Master.
func (s *State) nextMaster() int {
	n := len(s.Players)
	for step := 1; step <= n; step++ {
		seat := (s.First + step) % n
		if s.Players[seat].Cards.count(func(c *card) bool { return c.First }) > 0 {
			return seat
		}
	}
	if s.Settings.Master == MasterStays {
		return s.First
	}
	return (s.First + 1) % n
}

// notNow is the violation for an action that isn't among the answers.
func (s *State) notNow(a scoring.Action) error { return counters.NotNow(a, Game{}.Next(s)) }
