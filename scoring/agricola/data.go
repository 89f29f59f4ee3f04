package agricola

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
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
	Rounds          int
	Harvests        []int // the rounds that end a stage with a harvest
	Phases          []string
	OccupationFood  int `json:"occupation_food"`   // for each but the first
	SecondSpaceFrom int `json:"second_space_from"` // players
	Steps           []step
	Each            map[string]int // points each, by category
	Rooms           []struct {
		Material string
		Points   int
	}
	Majors []major

	sheet counters.Sheet
	// words are the categories as message parameters: made once, since a score
	// names each of them for every player.
	words map[string]any
}

// step is a category that scores by steps: At[i] of something make i+1 points,
// fewer than At[0] cost one.
type step struct {
	Category string
	At       []int
}

// points returns what n score, and how many make the next point (0: none do).
func (s step) points(n int) (points, next int) {
	for i := len(s.At) - 1; i >= 0; i-- {
		if n >= s.At[i] {
			if i+1 < len(s.At) {
				next = s.At[i+1]
			}
			return i + 1, next
		}
	}
	return -1, s.At[0]
}

// major is a major improvement.
type major struct {
	Name     string
	Points   int
	Cost     map[string]int
	Upgrades []string // the cards that may be returned instead of the cost
	Bonus    *struct {
		Of string // the resource
		At []int
	}
}

// bonus returns what the improvement adds at the end for what is in supply.
func (m major) bonus(r *Resources) (points, count int) {
	if m.Bonus == nil {
		return 0, 0
	}
	count = *r.slot(m.Bonus.Of)
	for _, at := range m.Bonus.At {
		if count >= at {
			points++
		}
	}
	return points, count
}

// costs lists the cost in the order in which resources are kept.
func (m major) costs() []string {
	var out []string
	for _, r := range resourceNames() {
		if n := m.Cost[r]; n > 0 {
			out = append(out, fmt.Sprintf("%d %s", n, r))
		}
	}
	return out
}

// theRules reads the embedded files once. A mistake in them is a mistake of
// the program, found by the first test, so it ends the program.
var theRules = sync.OnceValue(func() *rules {
	var r rules
	if err := json.Unmarshal(gameJSON, &r); err != nil {
		panic(fmt.Errorf("read the embedded rules of Agricola: %w", err))
	}
	r.sheet = counters.ParseSheet(countersJSON)
	r.words = map[string]any{}
	for _, category := range (Game{}).Info().Categories {
		r.words[category] = category
	}
	return &r
})

func majorNames() []string {
	var out []string
	for _, m := range theRules().Majors {
		out = append(out, m.Name)
	}
	return out
}

func majorOf(name string) major {
	all := theRules().Majors
	return all[slices.IndexFunc(all, func(m major) bool { return m.Name == name })]
}

func materials() []string {
	var out []string
	for _, r := range theRules().Rooms {
		out = append(out, r.Material)
	}
	return out
}

// The phases of a round, three of them only after a stage, and the end.
const (
	preparation   = "preparation"
	work          = "work"
	returningHome = "returning_home"
	field         = "field"
	feeding       = "feeding"
	breeding      = "breeding"
	end           = "end"
)
