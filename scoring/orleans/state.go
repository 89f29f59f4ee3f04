package orleans

import (
	"encoding/json"
	"slices"

	"harbormaster/scoring/counters"
)

// State is where a game stands. It is a value: Apply returns a new one.
type State struct {
	counters.Flow
	// Event is the hour-glass tile of the round, or "" before it is turned up.
	Event string
	// LastCitizen says that the last citizen tile isn't taken yet.
	LastCitizen bool
	Players     []Player
}

// Player is one player's counters.
type Player struct {
	Name     string `json:"name"`
	Coins    int    `json:"coins"`
	Goods    Goods  `json:"goods"`
	Stations int    `json:"trading_stations"`
	Citizens int    `json:"citizens"`
	Status   int    `json:"development_status"` // the number printed on the track
	Position int    `json:"development_position"`
	Farmers  int    `json:"farmers_track,omitempty"`
	// Followers is how many the knights track lets the player draw.
	Followers int `json:"followers_drawn,omitempty"`
	// Lost stations are gone from the game and can't be built again.
	Lost int `json:"stations_lost,omitempty"`
	// Owes is how many coins are missing: one torture each.
	Owes int `json:"owes,omitempty"`
	// Unfed says that the player hasn't paid for the harvest yet.
	Unfed bool `json:"unfed,omitempty"`
}

// Goods counts a player's goods tiles.
type Goods struct {
	Brocade int `json:"brocade"`
	Wool    int `json:"wool"`
	Wine    int `json:"wine"`
	Cheese  int `json:"cheese"`
	Grain   int `json:"grain"`
}

// GameName returns "orleans".
func (*State) GameName() string { return Name }

// file is the JSON form of a state: its fields in their order.
type file struct {
	Game string `json:"game"`
	counters.Flow
	Event       string   `json:"event,omitempty"`
	LastCitizen bool     `json:"last_citizen_available"`
	Players     []Player `json:"players"`
}

// MarshalJSON returns the state file.
func (s *State) MarshalJSON() ([]byte, error) {
	return json.Marshal(file{Name, s.Flow, s.Event, s.LastCitizen, s.Players})
}

// clone returns a copy that shares nothing an action may change.
func (s *State) clone() *State {
	c := *s
	c.Flow = s.Flow.Clone()
	c.Players = slices.Clone(s.Players)
	return &c
}

// slot returns where the player keeps a counter of counters.json. The keys are
// those of the state file, so a log reads like the file.
func (p *Player) slot(key string) *int {
	switch key {
	case "coins":
		return &p.Coins
	case "trading_stations":
		return &p.Stations
	case "citizens":
		return &p.Citizens
	case "development_status":
		return &p.Status
	case "development_position":
		return &p.Position
	case "farmers_track":
		return &p.Farmers
	case "followers_drawn":
		return &p.Followers
	case "stations_lost":
		return &p.Lost
	case "owes":
		return &p.Owes
	}
	if good, ok := goodOf(key); ok {
		return p.Goods.slot(good)
	}
	return nil
}

// goodOf returns the name of the good that a counter counts.
func goodOf(key string) (string, bool) {
	const prefix = "goods."
	if len(key) > len(prefix) && key[:len(prefix)] == prefix {
		return key[len(prefix):], true
	}
	return "", false
}

// slot returns where the tiles of a good are counted, or nil.
func (g *Goods) slot(name string) *int {
	switch name {
	case "brocade":
		return &g.Brocade
	case "wool":
		return &g.Wool
	case "wine":
		return &g.Wine
	case "cheese":
		return &g.Cheese
	case "grain":
		return &g.Grain
	}
	return nil
}

func (g Goods) total() int { return g.Brocade + g.Wool + g.Wine + g.Cheese + g.Grain }

// owned returns the names of the goods the player has, dearest first.
func (p *Player) owned(of []string) []string {
	var out []string
	for _, g := range theRules().Goods {
		if *p.Goods.slot(g.Name) > 0 && (of == nil || slices.Contains(of, g.Name)) {
			out = append(out, g.Name)
		}
	}
	return out
}

func names(players []Player) []string {
	out := make([]string, len(players))
	for i, p := range players {
		out[i] = p.Name
	}
	return out
}
