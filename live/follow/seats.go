package follow

import (
	"fmt"
	"slices"

	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
	"harbormaster/session"
	"harbormaster/tracking"
	"harbormaster/tracking/river"
)

// seatsOf says which seat each mat belongs to: as people said, else by names if
// they are the same, else in the order of play. A problem says why none fits.
func seatsOf(s *riverboat.State, sights []tracking.SideSight, said map[string]string) ([]int, scoring.Message) {
	if len(sights) != len(s.Players) {
		return nil, scoring.Msg("follow.other-players", "mats", len(sights), "players", len(s.Players))
	}
	seat := func(name string) int {
		return slices.IndexFunc(s.Players, func(p riverboat.Player) bool { return p.Name == name })
	}
	out := make([]int, len(sights))
	used := map[int]bool{}
	for i, see := range sights {
		out[i] = seat(see.Player)
		if name, ok := said[see.Player]; ok {
			out[i] = seat(name)
		}
		used[out[i]] = true
	}
	if used[-1] || len(used) < len(out) {
		for i := range out {
			out[i] = i
		}
	}
	for i, see := range sights {
		if m := s.Players[out[i]].Mat; see.Found && len(see.Hexes) != m.Len() {
			return nil, scoring.Msg("follow.other-mat", "mat", see.Player, "player", s.Players[out[i]].Name, "hexes", len(see.Hexes), "want", m.Len())
		}
	}
	return out, scoring.Message{}
}

func (k *Keeper) sameMats(sights []tracking.SideSight) bool {
	return slices.EqualFunc(k.names, sights, func(name string, s tracking.SideSight) bool { return name == s.Player })
}

// ordered returns what was seen in the order of the seats, by the players' names.
func (k *Keeper) ordered(sights []tracking.SideSight) []tracking.SideSight {
	out := make([]tracking.SideSight, len(sights))
	for i, s := range sights {
		s.Player = k.state.Players[k.seats[i]].Name
		out[k.seats[i]] = s
	}
	return out
}

// matOf returns the name of a player's mat.
func (k *Keeper) matOf(player string) string {
	for i, seat := range k.seats {
		if k.state.Players[seat].Name == player {
			return k.names[i]
		}
	}
	return ""
}

// sightOf is what is seen at a place, in words that are equal only for equal
// sights; "" where nothing can be said.
func sightOf(s *riverboat.State, sights []tracking.SideSight, p session.Place) string {
	for i, see := range sights {
		if s.Players[i].Name != p.Player {
			continue
		}
		switch p.Space {
		case "harbor_master":
			if see.Harbor != nil && see.HarborConfidence >= sure {
				return fmt.Sprint(*see.Harbor)
			}
		case "agents":
			if see.Agents != nil && see.AgentsConfidence >= sure {
				return fmt.Sprint(*see.Agents)
			}
		case "riverboats":
			return fmt.Sprint(see.Boats)
		default:
			if j, ok := s.Players[i].Mat.Index(p.Space); ok && see.Found && !see.Hexes[j].Hidden && see.Hexes[j].Confidence >= sure {
				return fmt.Sprintf("%+v", see.Hexes[j].On)
			}
		}
	}
	return ""
}

// touched lists the places that differ between two states of a play; counters
// that no camera sees by their keys.
func touched(a, b *riverboat.State) map[river.Place]bool {
	out := map[river.Place]bool{}
	was, is := (river.Rules{}).View(a), (river.Rules{}).View(b)
	for i := range is {
		for _, space := range river.Differ(was[i], is[i]) {
			out[river.Place{Player: is[i].Player, Space: space}] = true
		}
		p, q := a.Players[i], b.Players[i]
		for key, differs := range map[string]bool{
			"coins": p.Coins != q.Coins, "surveyors_in_supply": p.Surveyors != q.Surveyors, "track_vp": p.Points != q.Points, "phase_tiles": p.Tiles != q.Tiles,
		} {
			if differs {
				out[river.Place{Player: p.Name, Space: key}] = true
			}
		}
	}
	return out
}
