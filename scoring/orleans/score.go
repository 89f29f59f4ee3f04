package orleans

import (
	"fmt"

	"harbormaster/scoring"
	"harbormaster/scoring/counters"
)

// Score counts as if the game ended now. A tie is broken by the place on the
// development track.
func (g Game) Score(state scoring.State) scoring.Result {
	r := scoring.NewResult(Name)
	s, err := scoring.Own[*State](state)
	if err != nil {
		return r
	}
	// Settled before anybody is counted, since it may go to any player.
	citizen := s.lastCitizen()
	for i := range s.Players {
		p := &s.Players[i]
		out := scoring.PlayerResult{Name: p.Name}
		out.Add(scoring.Line{Category: "coins", Points: p.Coins,
			Message: scoring.Msg("orleans.coins", "coins", p.Coins)})
		out.Add(goodsLine(p.Goods))
		out.Add(s.stationsLine(i, citizen))
		r.Players = append(r.Players, out)
	}
	// The number printed on the track doesn't matter here, the place does.
	r.CrownMost(func(i int) (int, int) { return r.Players[i].Total, s.Players[i].Position })
	r.Notes = s.tieNotes(r)
	r.Doubts = s.doubts()
	return r
}

// tieNotes says how a tie for the win was broken, or that it couldn't be.
func (s *State) tieNotes(r scoring.Result) []scoring.Note {
	best, equal := 0, 0
	for i, p := range r.Players {
		switch {
		case i == 0 || p.Total > best:
			best, equal = p.Total, 1
		case p.Total == best:
			equal++
		}
	}
	if equal < 2 { // no tie, nothing to say
		return nil
	}
	key := "orleans.tie-broken"
	if len(r.Winners) > 1 {
		key = "orleans.tie-shared"
	}
	return []scoring.Note{{Message: scoring.Msg(key, "players", r.Winners, "points", best, "equal", equal)}}
}

func goodsLine(g Goods) scoring.Line {
	l := scoring.Line{Category: "goods"}
	list := []string{}
	for _, good := range theRules().Goods {
		n := *g.slot(good.Name)
		if n == 0 {
			continue
		}
		l.Points += n * good.Points
		// Counts and what they make, so that a person can check line by line.
		list = append(list, fmt.Sprintf("%d %s %d", n, good.Name, n*good.Points))
	}
	l.Message = scoring.Msg("orleans.goods", "goods", list, "kinds", len(list))
	return l
}

func (s *State) stationsLine(seat, citizen int) scoring.Line {
	p := &s.Players[seat]
	// The tile is shown among the citizens, so that the line can be recounted.
	citizens, key := p.Citizens, "orleans.stations-citizens"
	if seat == citizen {
		citizens, key = citizens+1, "orleans.stations-last-citizen"
	}
	return scoring.Line{Category: "stations_and_citizens", Points: (p.Stations + citizens) * p.Status,
		Message: scoring.Msg(key, "stations", p.Stations, "citizens", citizens, "status", p.Status)}
}

// lastCitizen returns the seat that takes the last citizen tile at the end:
// the only one with the most trading stations, or -1. Nobody takes it while
// nobody has a station, which would be a tie anyway.
func (s *State) lastCitizen() int {
	if !s.LastCitizen {
		return -1
	}
	return leader(s.Players, func(p Player) int { return p.Stations })
}

// doubts returns what looks odd but is no error.
func (s *State) doubts() []scoring.Doubt {
	out := counters.DoubtPlayers(Game{}.Info(), names(s.Players))
	for i, p := range s.Players {
		// The status is printed on the track, so it can only grow with the place.
		for _, q := range s.Players[:i] {
			if (p.Position-q.Position)*(p.Status-q.Status) < 0 || p.Position == q.Position && p.Status != q.Status {
				out = append(out, scoring.Doubt{Player: p.Name, Message: scoring.Msg("orleans.doubt.status",
					"player", p.Name, "position", p.Position, "status", p.Status,
					"name", q.Name, "other", q.Position, "theirs", q.Status)})
				break // one is enough to make people look
			}
		}
		if p.Unfed || p.Owes > 0 {
			out = append(out, scoring.Doubt{Player: p.Name, Message: scoring.Msg("orleans.doubt.unpaid", "player", p.Name)})
		}
	}
	return out
}
