package tracking

import (
	"slices"

	"harbormaster/mat"
	"harbormaster/scoring"
)

// mostSets bounds how many sets of hexes are tried for one choice.
const mostSets = 150

// candidates returns the answers to the prompt that could lead towards what is
// sought: those a camera sees are made of what changed, and what it can't
// see is tried as it comes.
func (x *search) candidates(n *node) []scoring.Action {
	p := x.rules.Next(n.state)
	var out []scoring.Action
	for _, c := range p.Choices {
		who := c.Player
		if who == "" {
			who = p.Player
		}
		a := scoring.Action{Player: who, Do: c.Do, Kind: c.Kind, Boat: c.Boat, Card: c.Card, Space: c.Space, Key: c.Key, Coin: c.Coin}
		switch {
		case c.Do == "card":
			if x.cardWanted(n, c.Card) {
				out = append(out, a)
			}
		case len(c.Hexes) > 0:
			if c.Coin && c.Max > 1 || c.Coin && len(c.Crops) > 0 {
				continue // a chosen tile or boat looks like any other
			}
			out = append(out, x.onHexes(n, a, c)...)
			if c.Do == "work" {
				out = append(out, x.outOfTurn(n, a, p.Player)...)
			}
		case c.Do == "agent":
			i := x.seat(who)
			most := min(c.Max, x.sought.View[i].Agents-n.view[i].Agents)
			for count := c.Min; count <= most; count++ {
				a.Count = count
				out = append(out, a)
			}
		case c.Typed:
			points := max(0, x.sought.Typed[who])
			a.Points = &points
			out = append(out, a)
		case c.Coin:
			// what a coin buys here can't be seen, nor that it was paid
		default:
			out = append(out, a)
		}
	}
	return out
}

func (x *search) seat(name string) int {
	return slices.IndexFunc(x.sought.View, func(s Side) bool { return s.Player == name })
}

// cardWanted: a cultivation card is worth trying if a hex of its color, or any
// for the wild one, waits for a worker.
func (x *search) cardWanted(n *node, card string) bool {
	color, err := mat.ParseField(card)
	for i, to := range x.sought.View {
		for k, c := range n.view[i].Mat.On {
			if c.Empty() && !to.Mat.On[k].Empty() && !to.Mat.On[k].Barn && (err != nil || n.view[i].Mat.Space(k).Field == color) {
				return true
			}
		}
	}
	return false
}

// outOfTurn are answers to a card by those whose turn it isn't: nobody at a
// table waits for turns there.
func (x *search) outOfTurn(n *node, a scoring.Action, turn string) []scoring.Action {
	var out []scoring.Action
	for _, s := range n.view {
		if s.Player != turn {
			a.Player = s.Player
			out = append(out, x.onHexes(n, a, scoring.Choice{Hexes: s.Mat.IDs(), Min: 1, Max: 1})...)
		}
	}
	return out
}

// onHexes fills in the hexes that changed.
func (x *search) onHexes(n *node, a scoring.Action, c scoring.Choice) []scoring.Action {
	i := x.seat(a.Player)
	side, to := n.view[i].Mat, x.sought.View[i].Mat
	if c.Boat != "" {
		have := len(n.view[i].Boats)
		if want := x.sought.View[i].Boats; have >= len(want) || want[have] != c.Boat {
			return nil
		}
	}
	var wanted []int
	for _, id := range c.Hexes {
		k, ok := side.Index(id)
		if ok && side.On[k] != to.On[k] && !x.free(i, k) && fits(a.Do, side.On[k], to.On[k]) {
			wanted = append(wanted, k)
		}
	}
	var out []scoring.Action
	for size := max(1, c.Min); size <= c.Max; size++ {
		for _, set := range sets(wanted, size) {
			if c.Connected && !connected(side, set) {
				continue
			}
			b := a
			for _, k := range set {
				b.Hexes = append(b.Hexes, side.Space(k).ID)
				if len(c.Crops) > 1 {
					b.Crops = append(b.Crops, to.On[k].Crop.String())
				}
			}
			out = append(out, b)
		}
	}
	return out
}

// fits reports whether an action on a hex is a part of its way.
func fits(do string, from, to mat.Contents) bool {
	switch do {
	case "work", "bonus-worker":
		return from.Empty() && !to.Barn
	case "plant":
		return from.Crop == mat.NoCrop && to.Crop != mat.NoCrop
	case "ship":
		return from.Worker && !to.Worker
	case "barn":
		return to.Barn && !from.Barn
	case "well":
		return to.Well && !from.Well
	case "survey":
		return to.Surveyor && !from.Surveyor
	}
	return true
}

// sets returns the subsets of one size, up to mostSets, in order.
func sets(of []int, size int) [][]int {
	if size > len(of) {
		return nil
	}
	var out [][]int
	pick := make([]int, size)
	var fill func(from, at int)
	fill = func(from, at int) {
		if len(out) == mostSets {
			return
		}
		if at == size {
			out = append(out, slices.Clone(pick))
			return
		}
		for k := from; k <= len(of)-(size-at); k++ {
			pick[at] = of[k]
			fill(k+1, at+1)
		}
	}
	fill(0, 0)
	return out
}

// connected reports whether the hexes hang together, side by side.
func connected(m mat.Mat, set []int) bool {
	reached := []int{set[0]}
	for k := 0; k < len(reached); k++ {
		for _, j := range m.Neighbors(reached[k]) {
			if slices.Contains(set, j) && !slices.Contains(reached, j) {
				reached = append(reached, j)
			}
		}
	}
	return len(reached) == len(set)
}
