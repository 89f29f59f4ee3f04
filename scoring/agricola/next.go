package agricola

import (
	"slices"

	"harbormaster/scoring"
	"harbormaster/scoring/counters"
)

// The actions besides those of package counters and scoring.Bulk.
const (
	doNext     = "next"         // the table is done with the phase
	doDone     = "done"         // a family member is placed, or fed and bred: the next player's turn
	doPass     = "pass"         // no family member left
	doImprove  = "improve"      // Card, a major improvement, is built
	doUpgrade  = "upgrade"      // Card replaces Kind, a card returned, or "minor"
	doPlay     = "play"         // a card of the hand: Kind, its printed Points
	doGrow     = "grow"         // one family member more
	doRenovate = "renovate"     // all rooms to the next material
	doFirst    = "first_player" // starts the next round
	doBeg      = "beg"          // Count begging cards
)

// The cards of a hand.
const (
	occupation = "occupation"
	minor      = "minor"
	traveling  = "traveling" // a minor improvement that goes on to the left
)

func allActions() []string {
	return []string{doNext, doDone, doPass, doImprove, doUpgrade, doPlay, doGrow, doRenovate, doFirst, doBeg,
		counters.Gain, counters.Lose, counters.Resume, scoring.Bulk}
}

// Next says what is asked now. The usual answer comes first.
func (Game) Next(state scoring.State) scoring.Prompt {
	s, err := scoring.Own[*State](state)
	if err != nil {
		return scoring.Prompt{Message: scoring.Msg("play.foreign-state", "got", "none")}
	}
	if !s.Known() {
		return counters.AskResume(theRules().Rounds, theRules().Phases)
	}
	p := scoring.Prompt{Round: s.Round, Phase: s.Phase}
	who := &s.Players[s.Turn]
	switch s.Phase {
	case preparation:
		p.Message = scoring.Msg("agricola.ask.preparation", "round", s.Round, "stage", stage(s.Round))
		p.Choices = []scoring.Choice{{Do: doNext}}
	case work:
		p.Player = who.Name
		p.Message = scoring.Msg("agricola.ask.work", "player", who.Name, "food", who.occupationFood(),
			"spaces", s.occupationSpaces())
		p.Choices = append([]scoring.Choice{{Do: doPass}, {Do: doDone}}, s.workChoices(who)...)
	case returningHome:
		p.Message = scoring.Msg("agricola.ask.returning_home", "round", s.Round)
		if harvests(s.Round) {
			p.Message = scoring.Msg("agricola.ask.returning_home-harvest", "round", s.Round)
		}
		p.Choices = []scoring.Choice{{Do: doNext}}
	case field:
		// What is reaped only moves from the field to the supply, and both count.
		p.Message = scoring.Msg("agricola.ask.field")
		p.Choices = []scoring.Choice{{Do: doNext}}
	case feeding:
		p.Player, p.Message = who.Name, scoring.Msg("agricola.ask.feeding", "player", who.Name, "family", who.Family)
		p.Choices = append([]scoring.Choice{{Do: doDone}}, s.feedChoices(who)...)
	case breeding:
		p.Player, p.Message = who.Name, scoring.Msg("agricola.ask.breeding", "player", who.Name)
		p.Choices = append([]scoring.Choice{{Do: doDone}}, who.breedChoices()...)
	case end:
		p.Message, p.Over = scoring.Msg("agricola.ask.end"), true
	}
	return p
}

// occupationFood returns what the next occupation costs on the printed space.
func (p *Player) occupationFood() int {
	if p.Occupations == 0 {
		return 0
	}
	return theRules().OccupationFood
}

// occupationSpaces returns how many spaces for occupations there are: with more
// players a second one, whose prices are on its card.
func (s *State) occupationSpaces() int {
	if len(s.Players) >= theRules().SecondSpaceFrom {
		return 2
	}
	return 1
}

func (s *State) workChoices(p *Player) []scoring.Choice {
	var out []scoring.Choice
	for _, m := range theRules().Majors {
		if s.owner(m.Name) >= 0 {
			continue
		}
		if s.missing(p, m) == nil {
			out = append(out, scoring.Choice{Do: doImprove, Card: m.Name})
		}
		for _, old := range m.Upgrades {
			if slices.Contains(p.Improvements, old) {
				out = append(out, scoring.Choice{Do: doUpgrade, Card: m.Name, Kind: old})
			}
		}
		if len(m.Upgrades) > 0 {
			out = append(out, scoring.Choice{Do: doUpgrade, Card: m.Name, Kind: minor, Max: p.CardPoints})
		}
	}
	if p.Occupations < most("occupations") && p.CardPoints < most("card_points") {
		out = append(out, scoring.Choice{Do: doPlay, Kind: occupation, Typed: true})
	}
	if p.CardPoints < most("card_points") {
		out = append(out, scoring.Choice{Do: doPlay, Kind: minor, Typed: true},
			scoring.Choice{Do: doPlay, Kind: traveling, Typed: true})
	}
	if p.Family < most("family") {
		out = append(out, scoring.Choice{Do: doGrow})
	}
	if p.nextMaterial() != "" {
		out = append(out, scoring.Choice{Do: doRenovate})
	}
	out = append(out, scoring.Choice{Do: doFirst})
	// Family, cards and begging have their own actions; corrections in bulk
	// and counters by name reach all.
	return append(out, theRules().sheet.Choices(p.slot, "fields", "pastures", "grain", "vegetables", "sheep", "boar",
		"cattle", "unused_spaces", "fenced_stables", "rooms.count", "bonus_points",
		"resources.wood", "resources.clay", "resources.reed", "resources.stone")...)
}

// feedChoices are what can be turned into food, and begging for what is missing.
func (s *State) feedChoices(p *Player) []scoring.Choice {
	var out []scoring.Choice
	if room := most("begging") - p.Begging; room > 0 {
		out = append(out, scoring.Choice{Do: doBeg, Min: 1, Max: room})
	}
	for _, c := range theRules().sheet.Choices(p.slot, "grain", "vegetables", "sheep", "boar", "cattle") {
		if c.Do == counters.Lose {
			out = append(out, c)
		}
	}
	return out
}

// breedChoices are one newborn animal of a kind.
func (p *Player) breedChoices() []scoring.Choice {
	var out []scoring.Choice
	for _, c := range theRules().sheet.Choices(p.slot, "sheep", "boar", "cattle") {
		if c.Do == counters.Gain {
			c.Max = 1
		}
		out = append(out, c)
	}
	return out
}

func most(key string) int { return theRules().sheet.Most(key) }

// nextMaterial returns what the house can be renovated to, or "".
func (p *Player) nextMaterial() string {
	all := materials()
	if i := slices.Index(all, p.Rooms.Material); i+1 < len(all) {
		return all[i+1]
	}
	return ""
}
