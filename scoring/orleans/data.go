package orleans

import (
	"embed"
	"encoding/json"
	"fmt"
	"sync"

	"harbormaster/scoring/counters"
)

//go:embed game.json
var gameJSON []byte

//go:embed counters.json
var countersJSON []byte

//go:embed messages
var messages embed.FS

// rules is what the box and the rulebook fix, read from game.json.
type rules struct {
	Rounds       int
	Stations     int    // that a player can own in the whole game
	FirstEvent   string `json:"first_event"`
	HarvestCoins int    `json:"harvest_coins"` // instead of one food
	TaxedGoods   int    `json:"taxed_goods"`   // goods for which a coin is paid
	Food         []string
	Goods        []struct {
		Name   string
		Points int
	}
	Events  []string
	Phases  []string
	Torture []string

	sheet counters.Sheet
}

// theRules reads the embedded files once. A mistake in them is a mistake of
// the program, found by the first test, so it ends the program.
var theRules = sync.OnceValue(func() *rules {
	var r rules
	if err := json.Unmarshal(gameJSON, &r); err != nil {
		panic(fmt.Errorf("read the embedded rules of Orléans: %w", err))
	}
	r.sheet = counters.ParseSheet(countersJSON)
	return &r
})

// The phases of a round, and the end after the last round.
const (
	hourGlass   = "hour_glass"
	census      = "census"
	followers   = "followers"
	planning    = "planning"
	actions     = "actions"
	event       = "event"
	startPlayer = "start_player"
	end         = "end"
)

// The events of the hour-glass tiles.
const (
	pilgrimage = "pilgrimage"
	income     = "income"
	harvest    = "harvest"
	taxes      = "taxes"
	tradingDay = "trading_day"
	plague     = "plague"
)

// resumable are the phases at which a game written down without its flow can
// go on: the others need to know the round's tile.
func resumable() []string { return []string{hourGlass, end} }
