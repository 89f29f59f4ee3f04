package orleans

import (
	"fmt"

	"harbormaster/scoring"
	"harbormaster/scoring/counters"
)

// The actions besides those of package counters and scoring.Bulk.
const (
	doNext    = "next"    // the table is done with the phase
	doTile    = "tile"    // the hour-glass tile turned up: Kind
	doCensus  = "census"  // the farmers track is counted
	doEvent   = "event"   // the round's hour-glass tile happens
	doPay     = "pay"     // for the harvest: Kind is a food, or coins
	doTorture = "torture" // Kind is given up for a missing coin; Key the good
	doDone    = "done"    // an action is done, the next player's turn
	doPass    = "pass"    // out for the phase
)

func allActions() []string {
	return []string{doNext, doTile, doCensus, doEvent, doPay, doTorture, doDone, doPass,
		counters.Gain, counters.Lose, counters.Resume, scoring.Bulk}
}

// entered are the counters a player changes by what the followers do.
func entered() []string {
	return []string{"coins", "goods.brocade", "goods.wool", "goods.wine", "goods.cheese", "goods.grain",
		"trading_stations", "citizens", "development_status", "development_position", "farmers_track", "followers_drawn"}
}

// Next says what is asked now. The usual answer comes first.
func (Game) Next(state scoring.State) scoring.Prompt {
	s, err := scoring.Own[*State](state)
	if err != nil {
		return scoring.Prompt{Message: scoring.Msg("play.foreign-state", "got", "none")}
	}
	if !s.Known() {
		return counters.AskResume(theRules().Rounds, resumable())
	}
	p := scoring.Prompt{Round: s.Round, Phase: s.Phase}
	// Debts are asked for before the phase goes on, from the first player on.
	if seat := s.pending(); seat >= 0 && s.Phase != end {
		askPayment(&p, &s.Players[seat])
		return p
	}
	switch s.Phase {
	case hourGlass:
		p.Message = scoring.Msg("orleans.ask.hour_glass", "round", s.Round)
		for _, e := range s.tiles() {
			p.Choices = append(p.Choices, scoring.Choice{Do: doTile, Kind: e})
		}
	case census:
		p.Message = scoring.Msg("orleans.ask.census")
		p.Choices = []scoring.Choice{{Do: doCensus}}
	case followers:
		// How many is a matter of the knights track; the pilgrimage's ban on
		// monks has to be said before the followers are placed.
		p.Message = scoring.Msg("orleans.ask.followers", "draw", s.draws())
		p.Choices = []scoring.Choice{{Do: doNext}}
	case planning:
		p.Message = scoring.Msg("orleans.ask.planning")
		if s.Event == pilgrimage {
			p.Message = scoring.Msg("orleans.ask.planning-pilgrimage")
		}
		p.Choices = []scoring.Choice{{Do: doNext}}
	case actions:
		who := &s.Players[s.Turn]
		p.Player, p.Message = who.Name, scoring.Msg("orleans.ask.actions", "player", who.Name)
		p.Choices = append([]scoring.Choice{{Do: doPass}, {Do: doDone}}, who.choices()...)
	case event:
		p.Message = scoring.Msg("orleans.ask.event", "event", s.Event)
		p.Choices = []scoring.Choice{{Do: doEvent}}
	case startPlayer:
		next := s.Players[(s.First+1)%len(s.Players)].Name
		p.Message = scoring.Msg("orleans.ask.start_player", "player", next)
		p.Choices = []scoring.Choice{{Do: doNext}}
	case end:
		p.Message, p.Over = scoring.Msg("orleans.ask.end"), true
	}
	return p
}

// tiles returns the tiles that may be turned up: the first is fixed. How many
// there are of each isn't known here, so any may come later.
func (s *State) tiles() []string {
	if s.Round == 1 {
		return []string{theRules().FirstEvent}
	}
	return theRules().Events
}

func (s *State) draws() []string {
	var out []string
	for _, p := range s.Players {
		out = append(out, fmt.Sprintf("%s %d", p.Name, p.Followers))
	}
	return out
}

// choices returns what the player may gain and lose: stations that were lost
// can't be built again.
func (p *Player) choices() []scoring.Choice {
	var out []scoring.Choice
	for _, c := range theRules().sheet.Choices(p.slot, entered()...) {
		if c.Key == "trading_stations" && c.Do == counters.Gain {
			c.Max -= p.Lost
		}
		if c.Max > 0 {
			out = append(out, c)
		}
	}
	return out
}

func askPayment(p *scoring.Prompt, who *Player) {
	p.Player = who.Name
	if who.Owes > 0 {
		p.Left = who.Owes
		p.Message = scoring.Msg("orleans.ask.torture", "player", who.Name, "coins", who.Owes)
		p.Choices = who.tortures()
		return
	}
	p.Message = scoring.Msg("orleans.ask.harvest", "player", who.Name, "coins", theRules().HarvestCoins)
	for _, food := range who.owned(theRules().Food) {
		p.Choices = append(p.Choices, scoring.Choice{Do: doPay, Kind: food})
	}
	// Coins can always be chosen: who has too few pays the rest by torture.
	p.Choices = append(p.Choices, scoring.Choice{Do: doPay, Kind: "coins"})
}

// tortures returns what the player can give up. Followers and tiles aren't
// counted here, so the table is trusted to know whether there are any.
func (p *Player) tortures() []scoring.Choice {
	var out []scoring.Choice
	for _, kind := range theRules().Torture {
		switch {
		case kind == "trading_station" && p.Stations == 0, kind == "development_point" && p.Position == 0:
		case kind == "goods":
			for _, good := range p.owned(nil) {
				out = append(out, scoring.Choice{Do: doTorture, Kind: kind, Key: good})
			}
		default:
			out = append(out, scoring.Choice{Do: doTorture, Kind: kind})
		}
	}
	// Who has nothing that is counted may have nothing at all, and play goes on.
	if p.Stations+p.Position+p.Goods.total() == 0 {
		out = append(out, scoring.Choice{Do: doTorture, Kind: "nothing"})
	}
	return out
}
