// Package riverboat keeps the rules of Riverboat: the flow of its four rounds,
// what each action may do and earns, and the final score. Facts are those of
// the English rulebook; where it is silent or only the French text speaks, a
// setting says how the table plays. It knows no pictures and no people.
package riverboat

import (
	"math/bits"
	"slices"

	"harbormaster/mat"
)

// State is where a game stands. It is a value: Apply returns a new one.
type State struct {
	Round    int
	Phase    Phase
	Settings Settings
	Track    Track
	Players  []Player
	Flow     Flow
}

// GameName returns "riverboat".
func (*State) GameName() string { return Name }

// Track is the harbor track: Steps+1 places from 0, and the place at which
// each boat, counted from the left, is reached.
type Track struct {
	Steps   int   `json:"steps"`
	Notches []int `json:"notches"`
}

// reached reports whether a harbor master at place has reached or passed the
// notch of the boat, counted from 0.
func (t Track) reached(boat, place int) bool {
	return boat < len(t.Notches) && t.Notches[boat] <= place
}

// Player is one player's side of the table.
type Player struct {
	Name         string
	Mat          mat.Mat
	HarborMaster int
	Boats        []Boat
	Agents       int
	Coins        int
	Surveyors    int // in supply
	Workers      int // in supply
	Tiles        TileSet
	Points       int // on the score track
	Cards        []Card
}

// Card is an opportunity card a player holds.
type Card struct {
	Name   string `json:"name"`
	Scored bool   `json:"scored"`
}

// TileSet is a set of phase tiles, bit n for tile n.
type TileSet uint8

// Has reports whether tile n (1 to 5) is in the set.
func (t TileSet) Has(n int) bool { return t&(1<<n) != 0 }

// List returns the tiles in order.
func (t TileSet) List() []int {
	out := []int{}
	for n := 1; n <= 5; n++ {
		if t.Has(n) {
			out = append(out, n)
		}
	}
	return out
}

// First returns the earliest tile, or 6 for an empty set: it breaks ties.
func (t TileSet) First() int {
	if t == 0 {
		return 6
	}
	return bits.TrailingZeros8(uint8(t))
}

// Flow is what a game under way keeps beside what lies on the table.
type Flow struct {
	Known        bool // false: a state written down without a flow
	First        int  // seat of the first player
	Turn         int  // seat from which the next one to act is looked for
	TrackWorkers int  // left on the round track
	Pending      []Pending
	Card         string  // cultivation card on the table: a field, "wild" or "" for none
	CardsTurned  int     // this round
	CardsOut     cardSet // turned in the whole game
	TilesLaid    [4]int  // crop tiles by number of hexes
	Seats        []Seat
}

// Seat is what one player has done in the phase.
type Seat struct {
	Acts   int  // boats taken, surveyors placed, or 1 for the card or space taken
	Passed bool // out for the phase
}

// cardSet counts the cultivation cards turned: one a field color, wild last.
type cardSet [6]uint8

// PendingKind says what a player has to do before play goes on.
type PendingKind uint8

// What may be pending.
const (
	NoPending   PendingKind = iota
	BonusWorker             // a worker of the round track onto an empty field
	Feature                 // an estate feature
	SendAgents              // up to Max workers to New Orleans
	PhaseBonus              // the scoring tile's coin, agent or harbor master step
	ChooseFirst             // who is first player, on a tie
	numPendings
)

// Pending is one thing to be done.
type Pending struct {
	Kind   PendingKind
	Seat   int
	Max    int    // SendAgents: how many at most
	Only   string // Feature: barn, well or surveyor unless it is "any"
	Source string // what brought it: a boat's or space's name, "harvest", "tile"
}

// clone copies the state but for what never changes.
func (s *State) clone() *State {
	c := *s
	c.Players = slices.Clone(s.Players)
	for i := range c.Players {
		p := &c.Players[i]
		p.Mat = p.Mat.Clone()
		p.Boats = slices.Clone(p.Boats)
		p.Cards = slices.Clone(p.Cards)
	}
	c.Flow.Pending = slices.Clone(s.Flow.Pending)
	c.Flow.Seats = slices.Clone(s.Flow.Seats)
	return &c
}

func (s *State) seat(name string) int {
	return slices.IndexFunc(s.Players, func(p Player) bool { return p.Name == name })
}

// What is left in the common piles follows from what the players hold.

func (s *State) coinsLeft() int {
	n := theRules().Box.Coins
	for i := range s.Players {
		n -= s.Players[i].Coins
	}
	return n
}

func (s *State) boatsLeft(b Boat) int {
	n := theRules().Box.BoatsEach
	for i := range s.Players {
		for _, have := range s.Players[i].Boats {
			if have == b {
				n--
			}
		}
	}
	return n
}

func (s *State) barnsLeft() int {
	n := theRules().Box.Barns
	for i := range s.Players {
		n -= s.Players[i].Mat.Count(func(c mat.Contents) bool { return c.Barn })
	}
	return n
}

func (s *State) wellsLeft() int {
	n := theRules().Box.Wells
	for i := range s.Players {
		n -= s.Players[i].Mat.Count(func(c mat.Contents) bool { return c.Well })
	}
	return n
}

func (s *State) surveyorsLeft() int {
	n := theRules().Box.Surveyors
	for i := range s.Players {
		n -= s.Players[i].Surveyors + s.Players[i].surveyorsPlaced()
	}
	return n
}

func (s *State) cardsLeft() int {
	n := theRules().Box.OpportunityCards
	for i := range s.Players {
		n -= len(s.Players[i].Cards)
	}
	return n
}

// surveyorsPlaced counts them on the mat and on cards, over the whole game: a
// placed surveyor stays.
func (p *Player) surveyorsPlaced() int {
	n := p.Mat.Count(func(c mat.Contents) bool { return c.Surveyor })
	for _, c := range p.Cards {
		if c.Scored {
			n++
		}
	}
	return n
}

// harvested counts the crop's hexes without a worker: every crop is laid
// under a worker, who only leaves by harvest, and crops never go away.
func (p *Player) harvested(crop mat.Crop) int {
	return p.Mat.Count(func(c mat.Contents) bool { return c.Crop == crop && !c.Worker })
}

// ripe returns the hexes of a crop that still have their worker.
func (p *Player) ripe(crop mat.Crop) []string {
	return p.spaces(func(c mat.Contents) bool { return c.Crop == crop && c.Worker })
}

// spaces returns the names of the hexes for which is holds.
func (p *Player) spaces(is func(mat.Contents) bool) []string {
	var out []string
	for i, c := range p.Mat.On {
		if is(c) {
			out = append(out, p.Mat.Space(i).ID)
		}
	}
	return out
}

// emptyFields returns the empty fields of one color, or of all for NoField.
func (p *Player) emptyFields(color mat.Field) []string {
	var out []string
	for i, c := range p.Mat.On {
		if c.Empty() && (color == mat.NoField || p.Mat.Space(i).Field == color) {
			out = append(out, p.Mat.Space(i).ID)
		}
	}
	return out
}

// bareWorkers returns the hexes with a worker on a bare field.
func (p *Player) bareWorkers() []string {
	return p.spaces(func(c mat.Contents) bool { return c.Worker && c.Crop == mat.NoCrop })
}

// wellSpots returns the hexes that may take a well: a crop of a type that has
// none on this mat yet. Whether a worker stands there doesn't matter.
func (p *Player) wellSpots() []string {
	var taken [mat.NumCrops + 1]bool
	for _, c := range p.Mat.On {
		if c.Well {
			taken[c.Crop] = true
		}
	}
	return p.spaces(func(c mat.Contents) bool { return c.Crop != mat.NoCrop && !taken[c.Crop] })
}

// surveySpots returns the own barns, or wells, not scored yet.
func (p *Player) surveySpots(kind string) []string {
	return p.spaces(func(c mat.Contents) bool {
		return !c.Surveyor && (kind == "barn" && c.Barn || kind == "well" && c.Well)
	})
}
