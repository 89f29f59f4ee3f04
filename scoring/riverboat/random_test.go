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

// randomAction answers a prompt with a legal action, all equally likely in kind.
func randomAction(rng *rand.Rand, p scoring.Prompt, m adjacency) scoring.Action {
	for {
		c := p.Choices[rng.IntN(len(p.Choices))]
		if c.Do == "pass" && len(p.Choices) > 1 && rng.IntN(4) > 0 { // a game of passes shows little
			continue
		}
		a := scoring.Action{Player: p.Player, Do: c.Do, Coin: c.Coin, Kind: c.Kind, Boat: c.Boat, Card: c.Card, Space: c.Space}
		if c.Player != "" {
			a.Player = c.Player
		}
		n := c.Min + rng.IntN(c.Max-c.Min+1)
		switch {
		case len(c.Hexes) == 0:
			a.Count = n
		case c.Connected:
			a.Hexes = m.connected(rng, c.Hexes, n)
		default:
			for _, i := range rng.Perm(len(c.Hexes))[:n] {
				a.Hexes = append(a.Hexes, c.Hexes[i])
			}
		}
		if c.Do == "plant" {
			a.Crops = []string{c.Crops[rng.IntN(len(c.Crops))]}
			if n > 1 && rng.IntN(2) == 0 {
				second := c.Crops[rng.IntN(len(c.Crops))]
				for range n - 1 {
					a.Crops = append(a.Crops, second)
				}
			}
		}
		if c.Typed {
			points := rng.IntN(12)
			a.Points = &points
		}
		if c.Connected && len(a.Hexes) != n {
			continue
		}
		return a
	}
}

// adjacency gives the names of a hex's neighbors on the acting player's mat.
type adjacency func(id string) []string

// connected walks n hexes of the set that hang together, or fewer where the
// walk meets a dead end.
func (next adjacency) connected(rng *rand.Rand, set []string, n int) []string {
	out := []string{set[rng.IntN(len(set))]}
	for len(out) < n {
		var can []string
		for _, id := range out {
			for _, other := range next(id) {
				if slices.Contains(set, other) && !slices.Contains(out, other) {
					can = append(can, other)
				}
			}
		}
		if len(can) == 0 {
			return out
		}
		out = append(out, can[rng.IntN(len(can))])
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

// playRandom plays a whole game of legal actions and hands every step to each.
func playRandom(t testing.TB, rng *rand.Rand, s scoring.State, each func(a scoring.Action, before, after scoring.State, awards []scoring.Award)) scoring.State {
	t.Helper()
	g := riverboat.Game{}
	for n := 0; ; n++ {
		p := g.Next(s)
		if p.Over {
			return s
		}
		if len(p.Choices) == 0 || n > 2000 {
			t.Fatalf("after %d actions nothing can be done: %+v", n, p)
		}
		a := randomAction(rng, p, neighborsOf(s, p.Player))
		after, awards, err := g.Apply(s, a)
		if err != nil {
			t.Fatalf("action %d, %+v, asked %s: %v", n, a, p.Key, err)
		}
		if each != nil {
			each(a, s, after, awards)
		}
		s = after
	}
}

func TestRandom(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := 2 + int(seed%3)
		s := start(t, testSettings, []string{"ann", "bo", "cy", "di"}[:n]...)
		k := 0
		end := playRandom(t, rng, s, func(scoring.Action, scoring.State, scoring.State, []scoring.Award) { k++ })
		if seed < 3 {
			t.Log(k, riverboat.Game{}.Score(end).Players[0].Total)
		}
	}
}
