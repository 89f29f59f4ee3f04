package plantation

import (
	"embed"
	"encoding/json"
	"fmt"
	"sync"
)

//go:embed game.json
var gameJSON []byte

//go:embed messages
var messages embed.FS

// rules is what the deck and the text fix, read from game.json.
type rules struct {
	Support int // fields and buildings a quarters card supports
	Die     int // sides
	Titles  struct {
		NoBigHouse   int `json:"no_big_house"`
		MostQuarters int `json:"most_quarters"`
		MostOfACrop  int `json:"most_of_a_crop"`
	}
	House  string // the card whose lack is a title
	Slaves string // the card most of which is a title
	Cards  []*card

	deck  int // cards in all
	index map[string]int
	crops []string
	own   []string // names of the cards that players own
}

// kind says what a card is. The zero value is none.
type kind string

const (
	quarters kind = "quarters"
	field    kind = "field"
	building kind = "building"
	cash     kind = "cash"
	loss     kind = "loss"
)

// The types of cards that loss events take and buildings protect.
const (
	lossQuarters = "quarters"
	lossField    = "field"
	lossHouse    = "house" // which buildings are houses is a setting
)

// card is one name of the deck.
type card struct {
	Name    string
	Kind    kind
	Crop    string // of a field
	Copies  int
	Points  int     // at the end; of Cash Crops: at once for each field
	Others  int     // more for every other copy owned
	Bonuses []worth // more with another card
	Each    []worth // more for each copy of another card
	LostTo  string  `json:"lost_to"` // the type of loss that takes it, houses apart
	Takes   string  // what a loss event takes
	// Protects is the type of loss that the building wards off.
	Protects string
	First    bool // its owner goes first
	at       int  // its place in the list
}

// worth is what one other card adds.
type worth struct {
	Card   string
	Points int
	at     int // the card's place in the list
}

// owned reports whether players own the card: the others happen and are gone.
func (c *card) owned() bool { return c.Kind == quarters || c.Kind == field || c.Kind == building }

// theRules reads game.json once. A mistake in it is a mistake of the program,
// found by the first test, so it ends the program.
var theRules = sync.OnceValue(func() *rules {
	r := rules{index: map[string]int{}}
	if err := json.Unmarshal(gameJSON, &r); err != nil {
		panic(fmt.Errorf("read the embedded rules of Plantation Master: %w", err))
	}
	for i, c := range r.Cards {
		c.at = i
		r.index[c.Name] = i
		r.deck += c.Copies
		if c.owned() {
			r.own = append(r.own, c.Name)
		}
		if c.Kind == field {
			r.crops = append(r.crops, c.Crop)
		}
	}
	for _, c := range r.Cards {
		for _, list := range [][]worth{c.Bonuses, c.Each} {
			for i, w := range list {
				at, known := r.index[w.Card]
				if !known {
					panic(fmt.Errorf("read the embedded rules of Plantation Master: %s names %q, which is no card", c.Name, w.Card))
				}
				list[i].at = at
			}
		}
	}
	return &r
})

// Counts is how many of each card, by the card's place in game.json.
type Counts []int

func noCards() Counts { return make(Counts, len(theRules().Cards)) }

func (c Counts) of(name string) int { return c[theRules().index[name]] }

// support returns how many fields and buildings the quarters support.
func (c Counts) support() int {
	return theRules().Support * c.count(func(c *card) bool { return c.Kind == quarters })
}

func (c Counts) total() int {
	sum := 0
	for _, n := range c {
		sum += n
	}
	return sum
}

// cardOf returns the card of a name that is known.
func cardOf(name string) *card { return theRules().Cards[theRules().index[name]] }

// count adds up the cards that match.
func (c Counts) count(match func(*card) bool) int {
	sum := 0
	for i, card := range theRules().Cards {
		if match(card) {
			sum += c[i]
		}
	}
	return sum
}

// names lists the cards there is at least one of, in the deck's order.
func (c Counts) names() []string {
	var out []string
	for i, n := range c {
		if n > 0 {
			out = append(out, theRules().Cards[i].Name)
		}
	}
	return out
}

// MarshalJSON writes the counts by name, none left out but zeros.
func (c Counts) MarshalJSON() ([]byte, error) {
	byName := map[string]int{}
	for i, n := range c {
		if n > 0 {
			byName[theRules().Cards[i].Name] = n
		}
	}
	return json.Marshal(byName)
}
