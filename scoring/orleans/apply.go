package orleans

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
		return nil, s.Resume(a, theRules().Rounds, resumable())
	case s.Phase == end:
		return nil, scoring.Forbid(a.Player, "do", "play.over")
	case a.Do == counters.Gain || a.Do == counters.Lose:
		return nil, s.change(a)
	}
	// Each of these belongs to one phase; payments belong to whoever owes.
	when, known := map[string]string{
		doTile: hourGlass, doCensus: census, doEvent: event, doPass: actions, doDone: actions,
	}[a.Do]
	paying := a.Do == doPay || a.Do == doTorture
	switch {
	case !known && !paying && a.Do != doNext:
		return nil, counters.UnknownAction(a, allActions()...)
	case paying:
		return s.pay(a)
	case s.pending() >= 0:
		// Debts come first: they are part of what is being done.
		return nil, scoring.Forbid(a.Player, "do", "orleans.pay-first", "player", s.Players[s.pending()].Name)
	case known && s.Phase != when:
		return nil, s.notNow(a)
	}
	switch a.Do {
	case doTile:
		if _, err := counters.Pick(a, "kind", "hour-glass tile", a.Kind, s.tiles()); err != nil {
			return nil, err
		}
		s.Event = a.Kind
		s.Enter(census)
		return nil, nil
	case doCensus:
		// Who can't pay owes a coin now, and is asked before the followers are.
		awards := s.census()
		s.Enter(followers)
		return awards, nil
	case doEvent:
		awards := s.happen()
		s.Enter(startPlayer)
		return awards, nil
	case doPass, doDone:
		// Only these two move the turn, so only they must be in turn.
		return nil, s.turn(a)
	}
	return s.next(a)
}

// change gains or loses a counter. It is allowed to every player in every
// phase: whoever forgot to enter something does it later.
func (s *State) change(a scoring.Action) error {
	seat, err := counters.Seat(names(s.Players), a)
	if err != nil {
		return err
	}
	p := &s.Players[seat]
	if err := theRules().sheet.Change(p.slot, a); err != nil {
		return err
	}
	if most := theRules().Stations; p.Stations+p.Lost > most {
		return scoring.Forbid(p.Name, a.Key, "orleans.stations", "stations", p.Stations, "lost", p.Lost, "most", most)
	}
	return nil
}

// turn ends an action or takes the player out for the phase.
func (s *State) turn(a scoring.Action) error {
	seat, err := counters.Seat(names(s.Players), a)
	if err != nil {
		return err
	}
	if seat != s.Turn {
		return scoring.Forbid(a.Player, "player", "play.not-your-turn", "turn", s.Players[s.Turn].Name)
	}
	if a.Do == doDone {
		s.Advance(len(s.Players))
		return nil
	}
	if !s.Pass(len(s.Players)) {
		s.Enter(event)
	}
	return nil
}

// next goes on from a phase in which nothing else has to be entered.
func (s *State) next(a scoring.Action) ([]scoring.Award, error) {
	switch s.Phase {
	case followers:
		s.Enter(planning)
	case planning:
		s.Enter(actions)
	case startPlayer:
		if s.Round == theRules().Rounds {
			awards := s.giveLastCitizen()
			s.Enter(end)
			return awards, nil
		}
		// The marker goes left after every round; the tile of the old round is
		// covered by the next one.
		s.Round++
		s.First = (s.First + 1) % len(s.Players)
		s.Event = ""
		s.Enter(hourGlass)
	default:
		return nil, s.notNow(a)
	}
	return nil, nil
}

// giveLastCitizen hands the tile over at the end; Score would count it anyway.
func (s *State) giveLastCitizen() []scoring.Award {
	seat := s.lastCitizen()
	// A counter that is full can't take it; the score counts it all the same.
	if seat < 0 || s.Players[seat].Citizens == theRules().sheet.Most("citizens") {
		return nil
	}
	p := &s.Players[seat]
	p.Citizens++
	s.LastCitizen = false
	return []scoring.Award{{Player: p.Name, Gain: "citizen", Count: 1,
		Message: scoring.Msg("orleans.award.last-citizen", "player", p.Name, "stations", p.Stations)}}
}

// notNow is the violation for an action that isn't among the answers.
func (s *State) notNow(a scoring.Action) error { return counters.NotNow(a, Game{}.Next(s)) }
