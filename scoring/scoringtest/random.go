package scoringtest

import (
	"harbormaster/scoring"
)

// Rand is the chance a random player needs; *rand.Rand of math/rand/v2 is one.
type Rand interface {
	// IntN returns a number from 0 to n-1.
	IntN(n int) int
}

// Filler completes an action where a choice alone doesn't say enough, such as
// hexes that must be connected or which crop goes where. The action comes as
// RandomAction filled it.
type Filler interface {
	Fill(r Rand, s scoring.State, p scoring.Prompt, c scoring.Choice, a *scoring.Action)
}

// mostTyped is the highest value that a random player types in.
const mostTyped = 10

// RandomAction fills in a choice: everything named is copied, hexes are picked
// from those offered, a count lies between the bounds, points are typed in.
func RandomAction(r Rand, c scoring.Choice, p scoring.Prompt) scoring.Action {
	a := scoring.Action{Player: p.Player, Do: c.Do, Coin: c.Coin,
		Kind: c.Kind, Boat: c.Boat, Card: c.Card, Space: c.Space, Key: c.Key}
	switch {
	case len(c.Hexes) > 0:
		a.Hexes = pickHexes(r, c)
	case c.Max > c.Min:
		// Mostly small steps: a table gains two coins, not nine hundred.
		most := c.Max
		if r.IntN(8) > 0 {
			most = min(most, c.Min+4)
		}
		a.Count = c.Min + r.IntN(most-c.Min+1)
	default:
		a.Count = c.Min
	}
	if c.Player != "" {
		a.Player = c.Player
	}
	if len(c.Crops) > 0 {
		a.Crops = []string{c.Crops[r.IntN(len(c.Crops))]}
	}
	if c.Typed {
		points := r.IntN(mostTyped + 1)
		a.Points = &points
	}
	return a
}

// pickHexes picks Min to Max of the hexes offered, in the order offered, since
// an action's hexes are a set.
func pickHexes(r Rand, c scoring.Choice) []string {
	most := min(max(c.Max, c.Min), len(c.Hexes))
	want := c.Min
	if most > c.Min {
		want += r.IntN(most - c.Min + 1)
	}
	var out []string
	for i, hex := range c.Hexes {
		left := len(c.Hexes) - i
		if need := want - len(out); need > 0 && r.IntN(left) < need {
			out = append(out, hex)
		}
	}
	return out
}

// pickChoice takes the first choice half of the time: games list the usual
// answer first, and a random player who never gets on never ends.
func pickChoice(r Rand, choices []scoring.Choice) scoring.Choice {
	if r.IntN(2) == 0 {
		return choices[0]
	}
	return choices[r.IntN(len(choices))]
}
