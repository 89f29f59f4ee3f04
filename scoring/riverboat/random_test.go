package riverboat_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
)

const mat36 = "pointy / 1,0 s. *. *. h. c. d. / 0,1 s. *. *. *. h. c. d. / -1,2 s. s. *. *. h. c. c. d. / -1,3 s. s. s. h. c. c. d. d. / -1,4 h. h. h. h. c. d. d."

const testSettings = `{"harbor_track":{"steps":20,"notches":[2,4,6,8,10,12,14,16,18]},"mats":["` + mat36 + `"],
 "opportunity_cards":[{"name":"corn barons","kind":"harvested","crop":"corn","points":1},{"name":"bankers","kind":"owned","thing":"coin","points":2},
 {"name":"pilots","kind":"fixed","points":3,"extra":"harbor","count":2},{"name":"builders","kind":"fixed","points":2,"extra":"feature"}]}`

func start(t testing.TB, settings string, players ...string) scoring.State {
	t.Helper()
	s, err := riverboat.Game{}.Start(scoring.Setup{Players: players, Settings: []byte(settings)})
	if err != nil {
		t.Fatalf("Start: %v", err)
	}
	return s
}

// randomAction answers a prompt with a legal action. It draws a bounded number
// of times, whatever the source gives, so that rapid may choose for it.
func randomAction(rng *rand.Rand, p scoring.Prompt, next adjacency) scoring.Action {
	choices := p.Choices
	if last := len(choices) - 1; last > 0 && choices[last].Do == "pass" && rng.IntN(4) > 0 { // a game of passes shows little
		choices = choices[:last]
	}
	c := choices[rng.IntN(len(choices))]
	a := scoring.Action{Player: p.Player, Do: c.Do, Coin: c.Coin, Kind: c.Kind, Boat: c.Boat, Card: c.Card, Space: c.Space}
	if c.Player != "" {
		a.Player = c.Player
	}
	n := c.Min + rng.IntN(c.Max-c.Min+1)
	switch {
	case len(c.Hexes) == 0:
		a.Count = n
	case c.Connected:
		groups := next.groups(c.Hexes, n)
		a.Hexes = groups[rng.IntN(len(groups))]
	default:
		hexes := slices.Clone(c.Hexes)
		for k := range n {
			j := k + rng.IntN(len(hexes)-k)
			hexes[k], hexes[j] = hexes[j], hexes[k]
		}
		a.Hexes = hexes[:n]
	}
	if c.Do == "plant" {
		a.Crops = []string{c.Crops[rng.IntN(len(c.Crops))]}
		if second := c.Crops[rng.IntN(len(c.Crops))]; n > 1 && rng.IntN(2) == 0 {
			for range n - 1 {
				a.Crops = append(a.Crops, second)
			}
		}
	}
	if c.Typed {
		points := rng.IntN(12)
		a.Points = &points
	}
	return a
}

// adjacency gives the names of a hex's neighbors on the acting player's mat.
type adjacency func(id string) []string

// groups lists the connected groups of n hexes (up to 3) of a set; a group may
// be listed in several orders.
func (next adjacency) groups(set []string, n int) [][]string {
	var out [][]string
	for _, id := range set {
		out = append(out, []string{id})
	}
	for range n - 1 {
		var grown [][]string
		for _, g := range out {
			for _, id := range g {
				for _, other := range next(id) {
					if slices.Contains(set, other) && !slices.Contains(g, other) {
						grown = append(grown, append(slices.Clone(g), other))
					}
				}
			}
		}
		out = grown
	}
	return out
}

func neighborsOf(s scoring.State, player string) adjacency {
	state := s.(*riverboat.State)
	return func(id string) []string {
		var out []string
		for _, p := range state.Players {
			if p.Name != player {
				continue
			}
			i, _ := p.Mat.Index(id)
			for _, j := range p.Mat.Neighbors(i) {
				out = append(out, p.Mat.Space(j).ID)
			}
		}
		return out
	}
}
