package riverboat

import (
	"harbormaster/mat"
)

// Who can act in a phase, and on what.

// canWork: a worker in supply, an empty field that the card on the table (or a
// coin) lets him use, and this card not answered yet.
func (s *State) canWork(seat int) bool {
	p := &s.Players[seat]
	if s.Flow.Card == "" || s.Flow.Seats[seat].Acts > 0 || p.Workers == 0 {
		return false
	}
	return len(s.workFields(seat)) > 0 || p.Coins > 0 && len(p.emptyFields(mat.NoField)) > 0
}

// anyCanWork reports whether another card could make anybody place a worker.
func (s *State) anyCanWork() bool {
	for i := range s.Players {
		if s.Players[i].Workers > 0 && len(s.Players[i].emptyFields(mat.NoField)) > 0 {
			return true
		}
	}
	return false
}

// canPass: who may take a boat or place a surveyor needn't; a card must be
// answered unless only a coin could do it.
func (s *State) canPass(seat int) bool {
	switch s.Phase {
	case Harvesting, Scoring:
		return true
	case Cultivation:
		return s.Flow.Card != "" && len(s.workFields(seat)) == 0
	}
	return false
}

// anyCardLeft reports whether the deck has a card to turn up. By the count of
// the box it always has; a round set back by hand may have used them up.
func (s *State) anyCardLeft() bool {
	for _, name := range s.cardNames() {
		if s.cardLeft(name) {
			return true
		}
	}
	return false
}

// workFields returns the fields the card on the table lets a player use: those
// of its color; any for a wild card; where none of the color is empty, any, or
// none by setting.
func (s *State) workFields(seat int) []string {
	p := &s.Players[seat]
	if s.Flow.Card == wild {
		return p.emptyFields(mat.NoField)
	}
	color, err := mat.ParseField(s.Flow.Card)
	if err != nil { // no card on the table
		return nil
	}
	fields := p.emptyFields(color)
	if len(fields) == 0 && s.Settings.FullColor == FullColorAny {
		return p.emptyFields(mat.NoField)
	}
	return fields
}

// canPlant: a worker on a bare field, and a crop tile that fits under workers.
func (s *State) canPlant(seat int) bool {
	for n := 1; n <= 3; n++ {
		if s.tileFits(seat, n) {
			return true
		}
	}
	return false
}

// tileFits reports whether a crop tile of n hexes is left and somewhere a
// connected group of n bare fields with workers.
func (s *State) tileFits(seat, n int) bool {
	if s.Flow.TilesLaid[n] >= theRules().Box.Tiles[n] {
		return false
	}
	p := &s.Players[seat]
	bare := func(i int) bool { return p.Mat.On[i].Worker && p.Mat.On[i].Crop == mat.NoCrop }
	for i := range p.Mat.On {
		if !bare(i) {
			continue
		}
		touching := 0
		for _, j := range p.Mat.Neighbors(i) {
			if !bare(j) {
				continue
			}
			touching++
			// Three in a line have a middle hex with two bare neighbors; so has
			// a triangle. It is found when i is that middle.
			if n == 2 || n == 3 && touching == 2 {
				return true
			}
		}
		if n == 1 {
			return true
		}
	}
	return false
}

// canShip: not out for the round, a boat left to take, and a crop with enough
// workers for one.
func (s *State) canShip(seat int) bool {
	did := s.Flow.Seats[seat]
	if did.Passed || did.Acts >= s.Settings.actions(s.Round, theRules().Play.BoatsARound) {
		return false
	}
	most := 0
	for _, c := range mat.Crops() {
		most = max(most, len(s.Players[seat].ripe(c)))
	}
	for b := range theRules().Boats {
		if Boat(b).Capacity() <= most && s.boatsLeft(Boat(b)) > 0 {
			return true
		}
	}
	return false
}

func (s *State) canTakeCard(seat int) bool {
	return s.Flow.Seats[seat].Acts == 0 && s.cardsLeft() > 0
}

// canSurvey: not done, a surveyor in supply, and something of one's own that
// wasn't scored yet.
func (s *State) canSurvey(seat int) bool {
	p, did := &s.Players[seat], s.Flow.Seats[seat]
	if did.Passed || p.Surveyors == 0 || did.Acts >= s.Settings.actions(s.Round, theRules().Play.SurveysARound) {
		return false
	}
	return len(p.surveySpots("barn"))+len(p.surveySpots("well"))+len(p.unscoredCards()) > 0
}

func (p *Player) unscoredCards() []string {
	var out []string
	for _, c := range p.Cards {
		if !c.Scored {
			out = append(out, c.Name)
		}
	}
	return out
}
