package agricola

import (
	"harbormaster/scoring"
	"harbormaster/scoring/counters"
)

// Apply returns the state after the action, and what it earned.
func (g Game) Apply(state scoring.State, a scoring.Action) (scoring.State, []scoring.Award, error) {
	return counters.Apply(g, state, a, (*State).clone, (*State).do)
}

// do changes the state, which is the caller's own copy.
func (s *State) do(a scoring.Action) ([]scoring.Award, error) {
	switch {
	case a.Do == counters.Resume:
		return nil, s.Resume(a, theRules().Rounds, theRules().Phases)
	case s.Phase == end:
		return nil, scoring.Forbid(a.Player, "do", "play.over")
	case a.Do == doNext:
		return nil, s.next(a)
	}
	// Everything else is some player's.
	act, known := map[string]func(*Player, scoring.Action) ([]scoring.Award, error){
		counters.Gain: s.change, counters.Lose: s.change, doDone: s.turn, doPass: s.turn,
		doImprove: s.improve, doUpgrade: s.upgrade, doPlay: s.play,
		doGrow: s.grow, doRenovate: s.renovate, doFirst: s.first, doBeg: s.beg,
	}[a.Do]
	if !known {
		return nil, counters.UnknownAction(a, allActions()...)
	}
	seat, err := counters.Seat(names(s.Players), a)
	if err != nil {
		return nil, err
	}
	return act(&s.Players[seat], a)
}

// next goes on from a phase in which nothing has to be entered.
func (s *State) next(a scoring.Action) error {
	switch s.Phase {
	case preparation:
		s.Enter(work)
	case returningHome:
		if harvests(s.Round) {
			s.Enter(field)
		} else {
			s.newRound()
		}
	case field:
		s.Enter(feeding)
	default:
		return s.notNow(a)
	}
	return nil
}

// newRound begins the next round, or ends the game after the last.
func (s *State) newRound() {
	if s.Round == theRules().Rounds {
		s.Enter(end)
		return
	}
	// The first player stays who it is, unless somebody took the marker.
	s.Round++
	s.Enter(preparation)
}

// turn ends a player's turn, for the phase or until it comes round again.
func (s *State) turn(p *Player, a scoring.Action) ([]scoring.Award, error) {
	// In a harvest everybody is asked once, so done means out for the phase.
	harvest := s.Phase == feeding || s.Phase == breeding
	switch {
	case s.Phase != work && (!harvest || a.Do == doPass):
		return nil, s.notNow(a)
	case p != &s.Players[s.Turn]:
		return nil, scoring.Forbid(p.Name, "player", "play.not-your-turn", "turn", s.Players[s.Turn].Name)
	case s.Phase == work && a.Do == doDone:
		s.Advance(len(s.Players))
		return nil, nil
	case s.Pass(len(s.Players)):
		return nil, nil
	}
	switch s.Phase { // everybody is done
	case work:
		s.Enter(returningHome)
	case feeding:
		s.Enter(breeding)
	case breeding:
		s.newRound()
	}
	return nil, nil
}

// change gains or loses a counter. It is allowed to every player in every
// phase: cards act at odd times, and whoever forgot to enter something does it
// later. The same holds for building and for playing cards.
func (s *State) change(p *Player, a scoring.Action) ([]scoring.Award, error) {
	return nil, theRules().sheet.Change(p.slot, a)
}

// grow adds a family member; whether there is a room for it is a matter of the
// space or card used.
func (s *State) grow(p *Player, a scoring.Action) ([]scoring.Award, error) {
	if p.Family == most("family") {
		return nil, scoring.Forbid(p.Name, "family", "agricola.family-full", "most", p.Family)
	}
	p.Family++
	return nil, nil
}

// renovate turns the whole house into the next material.
func (s *State) renovate(p *Player, a scoring.Action) ([]scoring.Award, error) {
	next := p.nextMaterial()
	if next == "" {
		return nil, scoring.Forbid(p.Name, "rooms", "agricola.renovated", "material", p.Rooms.Material)
	}
	p.Rooms.Material = next
	return nil, nil
}

// first names the player who starts the next round; this one goes on as it is.
func (s *State) first(p *Player, a scoring.Action) ([]scoring.Award, error) {
	if s.Phase != work {
		return nil, s.notNow(a)
	}
	// The turns of this round go on as they are; Enter reads First next time.
	for i := range s.Players {
		if p == &s.Players[i] {
			s.First = i
		}
	}
	return nil, nil
}

// beg takes begging cards for food that is missing. How much that is isn't
// known here, since food isn't counted.
func (s *State) beg(p *Player, a scoring.Action) ([]scoring.Award, error) {
	if s.Phase != feeding {
		return nil, s.notNow(a)
	}
	a.Do, a.Key = counters.Gain, "begging"
	return nil, theRules().sheet.Change(p.slot, a)
}

// notNow is the violation for an action that isn't among the answers.
func (s *State) notNow(a scoring.Action) error { return counters.NotNow(a, Game{}.Next(s)) }
