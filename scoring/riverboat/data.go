package riverboat

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
)

//go:embed game.json
var gameJSON []byte

//go:embed messages
var messages embed.FS

// rules is what the box and the rulebook fix, read from game.json.
type rules struct {
	Box struct {
		Workers, Coins, Barns, Wells, Surveyors int
		BoatsEach                               int   `json:"boats_each"`
		OpportunityCards                        int   `json:"opportunity_cards"`
		Tiles                                   []int // crop tiles by number of hexes
		CardsEach                               int   `json:"cards_each"`
		WildCards                               int   `json:"wild_cards"`
	}
	Start struct {
		Workers, Surveyors, Coins int
		TrackWorkers              int `json:"track_workers"`
	}
	Play struct {
		Rounds         int
		CardsARound    int   `json:"cards_a_round"`
		BoatsARound    int   `json:"boats_a_round"`
		SurveysARound  int   `json:"surveys_a_round"`
		HarvestBonusAt int   `json:"harvest_bonus_at"`
		TilePoints     []int `json:"tile_points"` // for a crop tile, by number of hexes
	}
	End struct {
		Field, Feature int
		Agents         []int // by place
		BarnEach       int   `json:"barn_each"`
	}
	Boats  []boatType
	Spaces []benefit
}

// benefit is what a boat or an opportunity space brings.
type benefit struct {
	Name    string
	Points  int
	Coins   int
	Harbor  int    // steps of the harbor master
	Feature string // barn, surveyor, or any for a choice
	Agents  int    // up to so many workers to New Orleans
}

type boatType struct {
	benefit
	Capacity int
}

// theRules reads game.json once. A mistake in it is a mistake of the program,
// found by the first test, so it ends the program.
var theRules = sync.OnceValue(func() *rules {
	var r rules
	if err := json.Unmarshal(gameJSON, &r); err != nil {
		panic(fmt.Errorf("read the embedded rules: %w", err))
	}
	return &r
})

// UnmarshalJSON reads the benefit and the capacity of a boat from one object.
func (b *boatType) UnmarshalJSON(data []byte) error {
	var capacity struct{ Capacity int }
	if err := json.Unmarshal(data, &capacity); err != nil {
		return err
	}
	b.Capacity = capacity.Capacity
	return json.Unmarshal(data, &b.benefit)
}

// Boat is a type of riverboat, an index into the nine types of the box.
type Boat uint8

// String returns the type's name: 1, 2a, 2b, 3a, 3b, 4, 5, 6 or 7.
func (b Boat) String() string { return theRules().Boats[b].Name }

// Capacity returns how many workers the boat takes.
func (b Boat) Capacity() int { return theRules().Boats[b].Capacity }

// BoatNames returns the names of the nine types in order of capacity.
func BoatNames() []string {
	var out []string
	for _, b := range theRules().Boats {
		out = append(out, b.Name)
	}
	return out
}

// ParseBoat returns the type of that name.
func ParseBoat(name string) (Boat, bool) {
	i := slices.Index(BoatNames(), name)
	return Boat(max(i, 0)), i >= 0
}

func spaceNames() []string {
	var out []string
	for _, s := range theRules().Spaces {
		out = append(out, s.Name)
	}
	return out
}
