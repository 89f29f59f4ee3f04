package riverboat

import (
	"encoding/json"
	"fmt"
)

// The JSON form of a state: the state file, with the flow of the game beside
// it where it is known. The order of keys is fixed by these types.

type stateJSON struct {
	Game        string       `json:"game"`
	Round       int          `json:"round"`
	Phase       string       `json:"phase,omitempty"`
	Settings    Settings     `json:"settings"`
	HarborTrack Track        `json:"harbor_track"`
	Players     []playerJSON `json:"players"`
	Flow        *flowJSON    `json:"flow,omitempty"`
}

type playerJSON struct {
	Name         string   `json:"name"`
	Mat          matJSON  `json:"mat"`
	HarborMaster int      `json:"harbor_master"`
	Riverboats   []string `json:"riverboats"`
	Agents       int      `json:"agents"`
	Coins        int      `json:"coins"`
	Surveyors    int      `json:"surveyors_in_supply"`
	Workers      int      `json:"workers_in_supply"`
	PhaseTiles   []int    `json:"phase_tiles"`
	TrackVP      int      `json:"track_vp"`
	Cards        []Card   `json:"cards,omitempty"`
}

type matJSON struct {
	Orientation string    `json:"orientation"`
	Hexes       []hexJSON `json:"hexes"`
}

type hexJSON struct {
	ID       string  `json:"id"`
	Q        int     `json:"q"`
	R        int     `json:"r"`
	Field    string  `json:"field"`
	Crop     *string `json:"crop"`
	Worker   bool    `json:"worker"`
	Barn     bool    `json:"barn"`
	Well     bool    `json:"well"`
	Surveyor bool    `json:"surveyor"`
}

// MarshalJSON writes the state as a state file; see ReadState.
func (s *State) MarshalJSON() ([]byte, error) {
	out := stateJSON{
		Game: Name, Round: s.Round, Phase: s.Phase.String(), Settings: s.Settings, HarborTrack: s.Track,
		Players: []playerJSON{}, Flow: s.flowJSON(),
	}
	for _, p := range s.Players {
		j := playerJSON{
			Name: p.Name, HarborMaster: p.HarborMaster, Riverboats: boatNames(p.Boats), Agents: p.Agents, Coins: p.Coins,
			Surveyors: p.Surveyors, Workers: p.Workers, PhaseTiles: p.Tiles.List(), TrackVP: p.Points, Cards: p.Cards,
			Mat: matJSON{Orientation: p.Mat.Orientation().String(), Hexes: []hexJSON{}},
		}
		for i, c := range p.Mat.On {
			space := p.Mat.Space(i)
			h := hexJSON{
				ID: space.ID, Q: space.At.Q, R: space.At.R, Field: space.Field.String(),
				Worker: c.Worker, Barn: c.Barn, Well: c.Well, Surveyor: c.Surveyor,
			}
			if name := c.Crop.String(); name != "" {
				h.Crop = &name
			}
			j.Mat.Hexes = append(j.Mat.Hexes, h)
		}
		out.Players = append(out.Players, j)
	}
	data, err := json.Marshal(out)
	if err != nil {
		return nil, fmt.Errorf("write a riverboat state: %w", err)
	}
	return data, nil
}

func boatNames(boats []Boat) []string {
	out := []string{}
	for _, b := range boats {
		out = append(out, b.String())
	}
	return out
}
