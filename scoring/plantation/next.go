package plantation

import (
	"harbormaster/scoring"
	"harbormaster/scoring/counters"
)

// The actions besides those of package counters and scoring.Bulk.
const (
	doRoll    = "roll"    // Count is the die
	doReveal  = "reveal"  // Card is turned up
	doPick    = "pick"    // Card is picked; Kind is the crop that Cash Crops names
	doDiscard = "discard" // Card is lost to the event
)

func allActions() []string {
	return []string{doRoll, doReveal, doPick, doDiscard, counters.Resume, scoring.Bulk}
}

// Next says what is asked now.
func (Game) Next(state scoring.State) scoring.Prompt {
	s, err := scoring.Own[*State](state)
	if err != nil {
		return scoring.Prompt{Message: scoring.Msg("play.foreign-state", "got", "none")}
	}
	if !s.Known() {
		return counters.AskResume(theRules().deck, resumable())
	}
	p := scoring.Prompt{Round: s.Round, Phase: s.Phase}
	// The die is the Master's, everything after goes by turn.
	who := s.Players[s.Turn]
	switch s.Phase {
	case roll:
		p.Player = s.Players[s.First].Name
		p.Message = scoring.Msg("plantation.ask.roll", "player", p.Player, "players", len(s.Players), "deck", s.deck())
		p.Choices = []scoring.Choice{{Do: doRoll, Min: 1, Max: theRules().Die}}
	case reveal:
		p.Left = s.Left
		p.Message = scoring.Msg("plantation.ask.reveal", "left", s.Left)
		for _, name := range s.unseen().names() {
			p.Choices = append(p.Choices, scoring.Choice{Do: doReveal, Card: name})
		}
	case pick:
		p.Player = who.Name
		p.Message = scoring.Msg("plantation.ask.pick", "player", who.Name, "left", s.Left, "deck", s.deck())
		// Where the row isn't entered, any card nobody has seen may lie in it.
		p.Choices = pickChoices(s.pool())
	case losing:
		event := cardOf(s.Event)
		p.Player = who.Name
		p.Message = scoring.Msg("plantation.ask.losing", "player", who.Name, "card", s.Event, "type", event.Takes)
		for _, name := range s.targets(who, event) {
			p.Choices = append(p.Choices, scoring.Choice{Do: doDiscard, Card: name})
		}
	case end:
		p.Message, p.Over = scoring.Msg("plantation.ask.end"), true
	}
	return p
}

// pickChoices are the cards of the pool, Cash Crops once for every crop.
func pickChoices(pool Counts) []scoring.Choice {
	var out []scoring.Choice
	for i, c := range theRules().Cards {
		switch {
		case pool[i] == 0:
		case c.Kind == cash:
			for _, crop := range theRules().crops {
				out = append(out, scoring.Choice{Do: doPick, Card: c.Name, Kind: crop})
			}
		default:
			out = append(out, scoring.Choice{Do: doPick, Card: c.Name})
		}
	}
	return out
}
