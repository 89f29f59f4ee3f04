package river

import (
	"encoding/json"
	"fmt"

	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
)

// told is what people said of one moment: a "known" document taken apart.
type told struct {
	raw     []byte
	players map[string]toldPlayer
	tiles   map[int]string // who holds which phase tile; empty unless all five were told
}

type toldPlayer struct {
	Name      string `json:"name"`
	Coins     *int   `json:"coins"`
	Surveyors *int   `json:"surveyors_in_supply"`
	Tiles     []int  `json:"phase_tiles"`
	Points    *int   `json:"track_vp"`
}

func readTold(known []byte) (*told, error) {
	if len(known) == 0 {
		return nil, nil
	}
	var doc struct {
		Players []toldPlayer `json:"players"`
	}
	if err := json.Unmarshal(known, &doc); err != nil {
		return nil, fmt.Errorf("read what is known: %w", err)
	}
	t := &told{raw: known, players: map[string]toldPlayer{}, tiles: map[int]string{}}
	for _, p := range doc.Players {
		t.players[p.Name] = p
		for _, n := range p.Tiles {
			t.tiles[n] = p.Name
		}
	}
	if len(t.tiles) < 5 {
		t.tiles = nil
	}
	return t, nil
}

// Prices of counters that aren't as people say. A counter may lag behind the
// rules (a coin taken a little later), so none of them refuses anything.
const (
	oddCounter = 1.5 // more than an action: two tiles of one hex score less than one of two
	oddTiles   = 1.0
	oddMost    = 4.0 // told and counted have lost each other: it says nothing any more
)

// odd says how badly a state fits.
func (t *told) odd(state scoring.State) float64 {
	s, err := scoring.Own[*riverboat.State](state)
	if err != nil {
		return 0
	}
	price := 0.0
	off := func(said *int, is, early int) {
		if said != nil && *said != is && *said != is-early {
			price += oddCounter
		}
	}
	for i, p := range s.Players {
		say := t.players[p.Name]
		coins, points := early(s, i)
		off(say.Coins, p.Coins, coins)
		off(say.Surveyors, p.Surveyors, 0)
		off(say.Points, p.Points, points)
	}
	if t.tiles != nil && s.Phase != riverboat.Tiles && s.Phase != riverboat.End {
		for n, name := range t.tiles {
			for _, p := range s.Players {
				if p.Name == name && !p.Tiles.Has(n) {
					price += oddTiles
				}
			}
		}
	}
	return min(price, oddMost)
}

// denies a phase tile for somebody who is said to hold others.
func (t *told) denies(a scoring.Action) bool {
	if t.tiles == nil || a.Do != "tile" {
		return false
	}
	phase, _ := riverboat.ParsePhase(a.Kind)
	return t.tiles[int(phase-riverboat.Cultivation)+1] != a.Player
}

// early returns what the rules gave a seat for its tile when they went on to
// the phase, and people may take only when they get there: until somebody
// acts in the phase, the counters may lack it.
func early(s *riverboat.State, seat int) (coins, points int) {
	for _, did := range s.Flow.Seats {
		if did != (riverboat.Seat{}) {
			return 0, 0
		}
	}
	switch p := s.Players[seat]; {
	case s.Phase == riverboat.Planting && p.Tiles.Has(2):
		return 1, 0
	case s.Phase == riverboat.Opportunity && p.Tiles.Has(4):
		return 0, 1
	}
	return 0, 0
}

// onto returns the state with the counters that were told, but for what is
// merely early. While tiles are being chosen the flow says who has which.
func (t *told) onto(s *riverboat.State) *riverboat.State {
	s = s.Showing(nil)
	for i := range s.Players {
		p := &s.Players[i]
		say := t.players[p.Name]
		coins, points := early(s, i)
		set := func(field *int, said *int, early int) {
			if said != nil && *said != *field-early {
				*field = *said
			}
		}
		set(&p.Coins, say.Coins, coins)
		set(&p.Surveyors, say.Surveyors, 0)
		set(&p.Points, say.Points, points)
		if t.tiles == nil || s.Phase == riverboat.Tiles {
			continue
		}
		p.Tiles = 0
		for n, name := range t.tiles {
			if name == p.Name {
				p.Tiles |= 1 << n
			}
		}
	}
	return s
}
