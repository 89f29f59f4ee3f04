package riverboat

import (
	"harbormaster/mat"
	"harbormaster/scoring"
)

// Next says what is asked now: what is pending first, then the phase's next
// action of the player whose turn it is, with every kind of legal answer.
func (g Game) Next(state scoring.State) scoring.Prompt {
	s, err := scoring.Own[*State](state)
	if err != nil {
		return scoring.Prompt{Message: scoring.Msg("riverboat.ask-where")}
	}
	p := s.ask()
	p.Round, p.Phase = s.Round, s.Phase.String()
	return p
}

func (s *State) ask() scoring.Prompt {
	if s.Phase == End {
		return scoring.Prompt{Message: scoring.Msg("riverboat.ask-over"), Over: true}
	}
	if !s.Flow.Known {
		return scoring.Prompt{Message: scoring.Msg("riverboat.ask-where")}
	}
	if len(s.Flow.Pending) > 0 {
		return s.askPending(s.Flow.Pending[0])
	}
	p := scoring.Prompt{Player: s.Players[s.Flow.Turn].Name}
	switch s.Phase {
	case Tiles:
		s.askTile(&p)
	case Cultivation:
		s.askWork(&p)
	case Planting:
		s.askPlant(&p)
	case Harvesting:
		s.askShip(&p)
	case Opportunity:
		s.askOpportunity(&p)
	case Scoring:
		s.askSurvey(&p)
	}
	return p
}

func (s *State) askPending(p Pending) scoring.Prompt {
	player := &s.Players[p.Seat]
	out := scoring.Prompt{Player: player.Name, Bonus: true, Left: 1}
	switch p.Kind {
	case BonusWorker:
		out.Message = scoring.Msg("riverboat.ask-bonus-worker", "player", player.Name)
		out.Choices = []scoring.Choice{{Do: "bonus-worker", Hexes: player.emptyFields(mat.NoField), Min: 1, Max: 1}}
	case Feature:
		out.Message = scoring.Msg("riverboat.ask-feature", "player", player.Name, "source", p.Source, "options", s.featureOptions(p))
		for _, kind := range s.featureOptions(p) {
			c := scoring.Choice{Do: kind}
			switch kind {
			case "barn":
				c.Hexes, c.Min, c.Max = player.emptyFields(mat.NoField), 1, 1
			case "well":
				c.Hexes, c.Min, c.Max = player.wellSpots(), 1, 1
			}
			out.Choices = append(out.Choices, c)
		}
	case SendAgents:
		most := min(p.Max, player.Workers)
		out.Message = scoring.Msg("riverboat.ask-agents", "player", player.Name, "source", p.Source, "most", most)
		out.Choices = []scoring.Choice{{Do: "agent", Max: most}}
	case PhaseBonus:
		out.Message = scoring.Msg("riverboat.ask-phase-bonus", "player", player.Name, "options", s.phaseBonuses(p.Seat))
		for _, kind := range s.phaseBonuses(p.Seat) {
			c := scoring.Choice{Do: kind}
			if kind == "agent" {
				c.Min, c.Max = 1, 1
			}
			out.Choices = append(out.Choices, c)
		}
	case ChooseFirst:
		var last []string
		for _, i := range s.lastOnTrack() {
			last = append(last, s.Players[i].Name)
			out.Choices = append(out.Choices, scoring.Choice{Do: "first", Player: s.Players[i].Name})
		}
		out.Player = ""
		out.Message = scoring.Msg("riverboat.ask-first", "players", last)
	}
	return out
}

func (s *State) askTile(p *scoring.Prompt) {
	free := s.freeTiles()
	p.Message = scoring.Msg("riverboat.ask-tile", "player", p.Player, "left", len(free))
	p.Left = (len(free) + len(s.Players) - 1) / len(s.Players)
	for _, n := range free {
		p.Choices = append(p.Choices, scoring.Choice{Do: "tile", Kind: tilePhase(n).String()})
	}
}

func (s *State) askWork(p *scoring.Prompt) {
	of := theRules().Play.CardsARound
	if s.Flow.Card == "" {
		p.Player, p.Left = "", of-s.Flow.CardsTurned
		p.Message = scoring.Msg("riverboat.ask-card", "number", s.Flow.CardsTurned+1, "of", of)
		for _, name := range s.cardNames() {
			if s.cardLeft(name) {
				p.Choices = append(p.Choices, scoring.Choice{Do: "card", Card: name})
			}
		}
		return
	}
	player := &s.Players[s.Flow.Turn]
	p.Left = 1
	p.Message = scoring.Msg("riverboat.ask-work", "player", p.Player, "field", s.Flow.Card,
		"number", s.Flow.CardsTurned, "of", of, "workers", player.Workers)
	fields, all := s.workFields(s.Flow.Turn), player.emptyFields(mat.NoField)
	if len(fields) > 0 {
		p.Choices = append(p.Choices, scoring.Choice{Do: "work", Hexes: fields, Min: 1, Max: 1})
	}
	if player.Coins > 0 && len(all) > len(fields) {
		p.Choices = append(p.Choices, scoring.Choice{Do: "work", Coin: true, Hexes: all, Min: 1, Max: 1})
	}
	if len(fields) == 0 { // by setting the card is skipped, unless a coin ignores it
		p.Choices = append(p.Choices, scoring.Choice{Do: "pass"})
	}
}

func (s *State) cardLeft(name string) bool {
	i, err := cardIndex(name)
	most := theRules().Box.CardsEach
	if name == wild {
		most = theRules().Box.WildCards
	}
	return err == nil && int(s.Flow.CardsOut[i]) < most
}

func (s *State) askPlant(p *scoring.Prompt) {
	player := &s.Players[s.Flow.Turn]
	bare := player.bareWorkers()
	p.Left = len(bare)
	p.Message = scoring.Msg("riverboat.ask-plant", "player", p.Player, "left", len(bare))
	for n := 1; n <= 3; n++ {
		if !s.tileFits(s.Flow.Turn, n) {
			continue
		}
		c := scoring.Choice{Do: "plant", Hexes: bare, Min: n, Max: n, Connected: true, Crops: cropNames()}
		p.Choices = append(p.Choices, c)
		if n < 3 && player.Coins > 0 {
			c.Coin = true
			p.Choices = append(p.Choices, c)
		}
	}
}

func (s *State) askShip(p *scoring.Prompt) {
	player := &s.Players[s.Flow.Turn]
	most := s.Settings.actions(s.Round, theRules().Play.BoatsARound)
	taken := s.Flow.Seats[s.Flow.Turn].Acts
	p.Left = most - taken
	p.Message = scoring.Msg("riverboat.ask-ship", "player", p.Player, "number", taken+1, "of", most)
	for _, crop := range mat.Crops() {
		ripe := player.ripe(crop)
		for i := range theRules().Boats {
			b := Boat(i)
			if b.Capacity() > len(ripe) || s.boatsLeft(b) == 0 {
				continue
			}
			c := scoring.Choice{Do: "ship", Boat: b.String(), Hexes: ripe, Min: b.Capacity(), Max: b.Capacity(), Crops: []string{crop.String()}}
			p.Choices = append(p.Choices, c)
			if player.Coins > 0 {
				c.Coin = true
				p.Choices = append(p.Choices, c)
			}
		}
	}
	p.Choices = append(p.Choices, scoring.Choice{Do: "pass"})
}

func (s *State) askOpportunity(p *scoring.Prompt) {
	p.Left = 1
	p.Message = scoring.Msg("riverboat.ask-opportunity", "player", p.Player)
	for _, space := range theRules().Spaces {
		p.Choices = append(p.Choices, scoring.Choice{Do: "opportunity", Space: space.Name})
	}
	if s.Players[s.Flow.Turn].Coins > 0 {
		p.Choices = append(p.Choices, scoring.Choice{Do: "opportunity", Coin: true})
	}
}

func (s *State) askSurvey(p *scoring.Prompt) {
	player := &s.Players[s.Flow.Turn]
	most := s.Settings.actions(s.Round, theRules().Play.SurveysARound)
	p.Left = min(most-s.Flow.Seats[s.Flow.Turn].Acts, player.Surveyors)
	p.Message = scoring.Msg("riverboat.ask-survey", "player", p.Player, "left", p.Left)
	for _, kind := range []string{"barn", "well"} {
		if spots := player.surveySpots(kind); len(spots) > 0 {
			p.Choices = append(p.Choices, scoring.Choice{Do: "survey", Kind: kind, Hexes: spots, Min: 1, Max: 1})
		}
	}
	for _, card := range player.unscoredCards() {
		_, defined := s.cardRule(card)
		p.Choices = append(p.Choices, scoring.Choice{Do: "survey", Kind: "card", Card: card, Typed: !defined})
	}
	p.Choices = append(p.Choices, scoring.Choice{Do: "pass"})
}
