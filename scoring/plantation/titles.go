package plantation

import (
	"harbormaster/scoring"
	"harbormaster/scoring/counters"
)

// titlesLine counts what a player is ahead or alone in. Cards without support
// count too; a title needs at least one of its cards.
func (s *State) titlesLine(p Player) scoring.Line {
	r := theRules()
	l := scoring.Line{Category: "titles"}
	// Cards of all players are compared, supported or not.
	crops := []string{}
	for _, c := range r.Cards {
		if c.Kind == field && s.most(p, c.at) {
			crops = append(crops, c.Crop)
			l.Points += r.Titles.MostOfACrop
		}
	}
	slaves, house := 0, 0
	if s.most(p, r.index[r.Slaves]) {
		slaves = 1
		l.Points += r.Titles.MostQuarters
	}
	if p.Cards.of(r.House) == 0 {
		house = 1
		l.Points += r.Titles.NoBigHouse
	}
	// The parts are counted rather than worded, so that every language can join
	// them its own way.
	l.Message = scoring.Msg("plantation.titles", "crops", crops, "count", len(crops), "each", r.Titles.MostOfACrop,
		"slaves", slaves, "most_quarters", r.Titles.MostQuarters, "house", house, "no_big_house", r.Titles.NoBigHouse,
		"none", len(crops)+slaves+house)
	return l
}

// most reports whether the player has the most of a card, as the table plays ties.
func (s *State) most(p Player, at int) bool {
	own, equal := p.Cards[at], 0
	for _, q := range s.Players {
		switch n := q.Cards[at]; {
		case n > own:
			return false
		case n == own:
			equal++ // the player's own hand among them
		}
	}
	return own > 0 && (equal == 1 || s.Settings.MostOnTie == TieAll)
}

// doubts returns what looks odd but is no error.
func (s *State) doubts() []scoring.Doubt {
	out := counters.DoubtPlayers(Game{}.Info(), names(s.Players))
	// Every Cash Crops card gives an even number, at most for all fields of a crop.
	most := 0
	for _, c := range theRules().Cards {
		for _, f := range theRules().Cards {
			if c.Kind == cash && f.Kind == field {
				most = max(most, c.Points*c.Copies*f.Copies)
			}
		}
	}
	for _, p := range s.Players {
		if p.CashCrops%2 != 0 || p.CashCrops > most {
			out = append(out, scoring.Doubt{Player: p.Name,
				Message: scoring.Msg("plantation.doubt.cash-crops", "points", p.CashCrops, "most", most)})
		}
	}
	return out
}
