package river

import (
	"harbormaster/mat"
	"harbormaster/scoring/riverboat"
	"harbormaster/tracking"
)

// Prices of guesses about where a game found under way stands.
const (
	likely   = 0.0
	possible = 0.2
	odd      = 0.6
	usedUp   = 1.5 // workers are still on bare fields, and the box has no tile that fits
)

// starts returns the places in the flow where a game may stand that looks like
// this, each as the beginning of a phase. Nothing shows it directly: workers on
// bare fields, boats and crops narrow it down, and what happens next decides.
func starts(s *riverboat.State, extra float64) []tracking.Hypothesis {
	look := survey(s)
	var out []tracking.Hypothesis
	n := len(s.Players)
	add := func(round int, phase riverboat.Phase, price float64) {
		if round < 1 || round > look.rounds {
			return
		}
		usual := (round - 1) % n
		firsts := []int{usual}
		if phase == riverboat.Tiles || phase == riverboat.Cultivation {
			for i := range n {
				if i != usual {
					firsts = append(firsts, i)
				}
			}
		}
		for k, first := range firsts {
			for turn := -1; turn < n; turn++ {
				if turn >= 0 && (phase == riverboat.Tiles || phase == riverboat.End) {
					break
				}
				price := price + extra
				if k > 0 {
					price += odd
				}
				if turn >= 0 {
					price += possible
				}
				c := begun(s, round, phase, first, turn)
				out = append(out, tracking.Hypothesis{State: c, Cost: price})
				out = append(out, bonuses(c, price)...)
			}
		}
	}
	r := look.round
	if look.untouched {
		add(1, riverboat.Tiles, likely)
		return out
	}
	late := 0.0
	if look.bare {
		add(r, riverboat.Planting, likely)
		add(r, riverboat.Cultivation, possible)
		late = usedUp
	}
	harvested := likely
	if look.boatsFull {
		harvested = 1
	}
	add(r, riverboat.Harvesting, late+harvested)
	add(r, riverboat.Opportunity, late+possible)
	add(r, riverboat.Scoring, late+possible)
	add(r+1, riverboat.Tiles, late+possible)
	if r == look.rounds {
		add(r, riverboat.End, late+possible)
	}
	return out
}

// begun is a phase's beginning with the boats of this round counted. Tiles aren't:
// one that a hand half covered counts as two, and a box that seems to have run out
// would forbid all that is planted after it.
func begun(s *riverboat.State, round int, phase riverboat.Phase, first, turn int) *riverboat.State {
	c := s.Begun(round, phase, first, turn)
	c.Flow.TilesLaid = riverboat.Flow{}.TilesLaid
	if phase == riverboat.Harvesting {
		for i := range c.Flow.Seats {
			c.Flow.Seats[i].Acts = max(0, min(2, len(c.Players[i].Boats)-2*(round-1)))
		}
	}
	return c
}

// bonuses are the same beginnings before the holder of the phase's tile has
// had its bonus. Where nobody told who that is, it may be anybody.
func bonuses(s *riverboat.State, price float64) []tracking.Hypothesis {
	kind := riverboat.NoPending
	switch s.Phase {
	case riverboat.Cultivation:
		kind = riverboat.BonusWorker
	case riverboat.Scoring:
		kind = riverboat.PhaseBonus
	case riverboat.Harvesting:
	default:
		return nil
	}
	holders := []int{}
	for i, p := range s.Players {
		if p.Tiles.Has(int(s.Phase-riverboat.Cultivation) + 1) {
			holders = append(holders, i)
		}
	}
	if len(holders) == 0 {
		price += possible
		for i := range s.Players {
			holders = append(holders, i)
		}
	}
	var out []tracking.Hypothesis
	for _, i := range holders {
		c := s.Showing(nil)
		h := tracking.Hypothesis{State: c, Cost: price}
		if kind == riverboat.NoPending {
			c.Players[i].HarborMaster = min(c.Track.Steps, c.Players[i].HarborMaster+1)
			h.Owed = make([]int, len(s.Players))
			h.Owed[i] = c.Players[i].HarborMaster - s.Players[i].HarborMaster
		} else {
			c.Flow.Pending = []riverboat.Pending{{Kind: kind, Seat: i, Source: "tile"}}
		}
		out = append(out, h)
	}
	return out
}

// glance is what a table shows of how far a game has come.
type glance struct {
	rounds    int
	round     int
	untouched bool // nothing was placed yet
	bare      bool // workers on bare fields
	boatsFull bool // everybody has the boats of this round
}

func survey(s *riverboat.State) glance {
	g := glance{rounds: 4, untouched: true, boatsFull: true}
	boats, used := 0, 0
	for _, p := range s.Players {
		boats = max(boats, len(p.Boats))
		n := p.Mat.Count(func(c mat.Contents) bool { return c.Crop != mat.NoCrop || c.Worker })
		used = max(used, n)
		if p.Mat.Count(func(c mat.Contents) bool { return c.Worker && c.Crop == mat.NoCrop }) > 0 {
			g.bare = true
		}
	}
	// Eight cards a round, and one worker of the round track for one player.
	g.round = max((boats+1)/2, (2*used+8)/17, 1)
	g.round = min(g.round, g.rounds)
	g.untouched = used == 0 && boats == 0
	for _, p := range s.Players {
		if len(p.Boats) < 2*g.round {
			g.boatsFull = false
		}
	}
	return g
}
