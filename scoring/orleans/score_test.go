package orleans_test

import (
	"testing"

	"pgregory.net/rapid"

	"harbormaster/scoring/orleans"
)

// again counts a player's points a second way, tile by tile, from the text of
// the rules and not from the data files.
func again(players []orleans.Player, last bool, seat int) int {
	p := players[seat]
	points := 0
	for range p.Coins {
		points++
	}
	for good, n := range map[int]int{5: p.Goods.Brocade, 4: p.Goods.Wool, 3: p.Goods.Wine, 2: p.Goods.Cheese, 1: p.Goods.Grain} {
		points += good * n
	}
	citizens := p.Citizens
	alone := true
	for i, q := range players {
		if i != seat && q.Stations >= p.Stations {
			alone = false
		}
	}
	if last && alone {
		citizens++
	}
	for range p.Stations + citizens {
		points += p.Status
	}
	return points
}

func TestScoreASecondWay(t *testing.T) {
	count := rapid.IntRange(0, 12)
	rapid.Check(t, func(t *rapid.T) {
		s := &orleans.State{LastCitizen: rapid.Bool().Draw(t, "last")}
		for i := range rapid.IntRange(2, 4).Draw(t, "players") {
			s.Players = append(s.Players, orleans.Player{
				Name: string(rune('a' + i)), Coins: count.Draw(t, "coins"),
				Goods: orleans.Goods{Brocade: count.Draw(t, "brocade"), Wool: count.Draw(t, "wool"), Wine: count.Draw(t, "wine"),
					Cheese: count.Draw(t, "cheese"), Grain: count.Draw(t, "grain")},
				Stations: rapid.IntRange(0, 10).Draw(t, "stations"), Citizens: count.Draw(t, "citizens"),
				Status: rapid.IntRange(1, 6).Draw(t, "status"), Position: rapid.IntRange(0, 3).Draw(t, "position"),
			})
		}
		r := orleans.Game{}.Score(s)
		best, far := -1, -1
		for i, p := range r.Players {
			if want := again(s.Players, s.LastCitizen, i); p.Total != want {
				t.Fatalf("%s has %d, a second way %d", p.Name, p.Total, want)
			}
			if at := s.Players[i].Position; p.Total > best || p.Total == best && at > far {
				best, far = p.Total, at
			}
		}
		tied := 0
		for _, p := range r.Players {
			if p.Total == best {
				tied++
			}
		}
		if said := len(r.Notes) > 0; said != (tied > 1) {
			t.Fatalf("%d have the most points, a note says so: %v", tied, said)
		}
		won := map[string]bool{}
		for _, name := range r.Winners {
			won[name] = true
		}
		for i, p := range r.Players {
			if want := p.Total == best && s.Players[i].Position == far; won[p.Name] != want {
				t.Fatalf("%s wins: %v, want %v", p.Name, won[p.Name], want)
			}
		}
	})
}
