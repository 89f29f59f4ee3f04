package orleans

import (
	"slices"

	"harbormaster/scoring"
	"harbormaster/scoring/counters"
)

// census pays the sole leader on the farmers track and takes a coin of the
// sole last; of two players the last pays nothing.
func (s *State) census() []scoring.Award {
	var awards []scoring.Award
	// Nobody is alone on a tie, and then nothing is paid.
	if i := leader(s.Players, func(p Player) int { return p.Farmers }); i >= 0 {
		awards = append(awards, s.earn(i, 1, "orleans.award.census-first"))
	}
	if len(s.Players) > 2 {
		// The last one leads when the track is counted from its other end.
		last := leader(s.Players, func(p Player) int { return theRules().sheet.Most("farmers_track") - p.Farmers })
		if last >= 0 {
			awards = append(awards, s.charge(last, 1, "orleans.award.census-last"))
		}
	}
	return awards
}

// happen does what the round's hour-glass tile says.
func (s *State) happen() []scoring.Award {
	var awards []scoring.Award
	for i := range s.Players {
		p := &s.Players[i]
		switch s.Event {
		case income:
			awards = append(awards, s.earn(i, p.Status, "orleans.award.income"))
		case tradingDay:
			// Without a station there is nothing to say.
			if p.Stations > 0 {
				awards = append(awards, s.earn(i, p.Stations, "orleans.award.trading-day"))
			}
		case taxes:
			// Incomplete threes are free.
			if tax := p.Goods.total() / theRules().TaxedGoods; tax > 0 {
				awards = append(awards, s.charge(i, tax, "orleans.award.taxes"))
			}
		case harvest:
			// Everybody chooses how to pay, so this only opens the question.
			p.Unfed = true
		case plague:
			// Followers aren't counted here: the table takes one out of the bag.
			awards = append(awards, scoring.Award{Player: p.Name, Gain: "follower", Count: -1,
				Message: scoring.Msg("orleans.award.plague", "player", p.Name)})
		case pilgrimage: // its ban on monks was said when followers were planned
		}
	}
	return awards
}

// earn gives coins, as far as the counter goes.
func (s *State) earn(seat, coins int, key string) scoring.Award {
	p := &s.Players[seat]
	coins = min(coins, theRules().sheet.Most("coins")-p.Coins)
	p.Coins += coins
	return scoring.Award{Player: p.Name, Points: coins, Gain: "coin", Count: coins,
		Message: scoring.Msg(key, "player", p.Name, "coins", coins)}
}

// charge takes coins; what is missing is owed and paid by torture.
func (s *State) charge(seat, coins int, key string) scoring.Award {
	p := &s.Players[seat]
	paid := min(coins, p.Coins)
	p.Coins -= paid
	p.Owes += coins - paid
	return scoring.Award{Player: p.Name, Points: -paid, Gain: "coin", Count: -paid,
		Message: scoring.Msg(key, "player", p.Name, "coins", paid, "missing", coins-paid)}
}

// pay settles the harvest or gives something up for a missing coin.
func (s *State) pay(a scoring.Action) ([]scoring.Award, error) {
	seat, err := counters.Seat(names(s.Players), a)
	if err != nil {
		return nil, err
	}
	p := &s.Players[seat]
	if a.Do == doTorture {
		return s.torture(p, a)
	}
	if !p.Unfed {
		return nil, scoring.Forbid(p.Name, "do", "orleans.nothing-due")
	}
	if p.Owes > 0 { // older debts come first, so that they can't pile up
		return nil, scoring.Forbid(p.Name, "do", "orleans.pay-first", "player", p.Name)
	}
	if _, err := counters.Pick(a, "kind", "payment", a.Kind, append(p.owned(theRules().Food), "coins")); err != nil {
		return nil, err
	}
	// With too few coins all of them are paid and the rest is tortured for.
	p.Unfed = false
	if a.Kind == "coins" {
		return []scoring.Award{s.charge(seat, theRules().HarvestCoins, "orleans.award.harvest")}, nil
	}
	*p.Goods.slot(a.Kind)--
	return nil, nil
}

func (s *State) torture(p *Player, a scoring.Action) ([]scoring.Award, error) {
	if p.Owes == 0 {
		return nil, scoring.Forbid(p.Name, "do", "orleans.nothing-due")
	}
	legal := p.tortures()
	var kinds []string
	// A good is chosen in two steps, the kind here and which one by the key.
	for _, c := range legal {
		kinds = append(kinds, c.Kind)
	}
	if _, err := counters.Pick(a, "kind", "payment", a.Kind, slices.Compact(kinds)); err != nil {
		return nil, err
	}
	p.Owes--
	switch a.Kind {
	case "trading_station": // gone from the game
		p.Stations--
		p.Lost++
	case "development_point": // can be regained
		p.Position--
	case "goods":
		if _, err := counters.Pick(a, "key", "good", a.Key, p.owned(nil)); err != nil {
			return nil, err
		}
		*p.Goods.slot(a.Key)--
	case "nothing":
		p.Owes = 0
	}
	return nil, nil
}
