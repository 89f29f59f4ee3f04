package agricola

import (
	"encoding/json"
	"slices"
	"strings"

	"harbormaster/scoring/counters"
)

// How the costs of major improvements are kept.
const (
	CostsTold = "told" // said, and the table pays: the resources may be entered at the end
	CostsPaid = "paid" // taken from the resources, and refused without them
)

// Settings are the choices a table makes before the game.
type Settings struct {
	Costs string `json:"costs"`
}

// State is where a game stands. It is a value: Apply returns a new one.
type State struct {
	counters.Flow
	Settings Settings
	Players  []Player
}

// Player is one player's counters and major improvements.
type Player struct {
	Name         string    `json:"name"`
	Fields       int       `json:"fields"`
	Pastures     int       `json:"pastures"`
	Grain        int       `json:"grain"`
	Vegetables   int       `json:"vegetables"`
	Sheep        int       `json:"sheep"`
	Boar         int       `json:"boar"`
	Cattle       int       `json:"cattle"`
	Unused       int       `json:"unused_spaces"`
	Stables      int       `json:"fenced_stables"`
	Rooms        Rooms     `json:"rooms"`
	Family       int       `json:"family"`
	Begging      int       `json:"begging"`
	Improvements []string  `json:"improvements"`
	CardPoints   int       `json:"card_points"`
	BonusPoints  int       `json:"bonus_points"`
	Resources    Resources `json:"resources"`
	// Occupations counts those played: the first is free.
	Occupations int `json:"occupations,omitempty"`
}

// Rooms are the rooms of a house, all of one material.
type Rooms struct {
	Material string `json:"material"`
	Count    int    `json:"count"`
}

// Resources are what lies in a player's supply.
type Resources struct {
	Wood  int `json:"wood"`
	Clay  int `json:"clay"`
	Reed  int `json:"reed"`
	Stone int `json:"stone"`
}

// GameName returns "agricola".
func (*State) GameName() string { return Name }

// file is the JSON form of a state: its fields in their order.
type file struct {
	Game string `json:"game"`
	counters.Flow
	Settings Settings `json:"settings"`
	Players  []Player `json:"players"`
}

// MarshalJSON returns the state file.
func (s *State) MarshalJSON() ([]byte, error) {
	return json.Marshal(file{Name, s.Flow, s.Settings, s.Players})
}

// clone copies what an action may change in place. The lists of improvements
// are never changed in place but replaced, so states may share them.
func (s *State) clone() *State {
	c := *s
	c.Flow = s.Flow.Clone()
	c.Players = slices.Clone(s.Players)
	return &c
}

// slot returns where the player keeps a counter of counters.json. The keys are
// those of the state file, so a log reads like the file.
func (p *Player) slot(key string) *int {
	if resource, ok := strings.CutPrefix(key, "resources."); ok {
		return p.Resources.slot(resource)
	}
	switch key {
	case "fields":
		return &p.Fields
	case "pastures":
		return &p.Pastures
	case "grain":
		return &p.Grain
	case "vegetables":
		return &p.Vegetables
	case "sheep":
		return &p.Sheep
	case "boar":
		return &p.Boar
	case "cattle":
		return &p.Cattle
	case "unused_spaces":
		return &p.Unused
	case "fenced_stables":
		return &p.Stables
	case "rooms.count":
		return &p.Rooms.Count
	case "family":
		return &p.Family
	case "begging":
		return &p.Begging
	case "card_points":
		return &p.CardPoints
	case "bonus_points":
		return &p.BonusPoints
	case "occupations":
		return &p.Occupations
	}
	return nil
}

// resourceNames lists the resources in the order of a state file.
func resourceNames() []string { return []string{"wood", "clay", "reed", "stone"} }

// slot returns where a resource is counted, or nil.
func (r *Resources) slot(name string) *int {
	switch name {
	case "wood":
		return &r.Wood
	case "clay":
		return &r.Clay
	case "reed":
		return &r.Reed
	case "stone":
		return &r.Stone
	}
	return nil
}

func names(players []Player) []string {
	out := make([]string, len(players))
	for i, p := range players {
		out[i] = p.Name
	}
	return out
}

// owner returns the seat that owns a major improvement, or -1: the board.
func (s *State) owner(name string) int {
	return slices.IndexFunc(s.Players, func(p Player) bool { return slices.Contains(p.Improvements, name) })
}
