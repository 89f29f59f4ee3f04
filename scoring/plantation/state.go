package plantation

import (
	"encoding/json"
	"slices"

	"harbormaster/scoring/counters"
)

// The phases of a turn, and the end.
const (
	roll   = "roll"   // the Master rolls
	reveal = "reveal" // the cards turned up are entered
	pick   = "pick"   // one card each in turn, until none is left
	losing = "losing" // a loss event takes a card
	end    = "end"
)

func phases() []string { return []string{roll, reveal, pick, losing, end} }

// resumable are the phases at which a game written down without its flow can
// go on: the others need to know what lies on the table.
func resumable() []string { return []string{roll, end} }

// State is where a game stands. It is a value: Apply returns a new one. The
// flow's round is the turn, its first player the Master.
type State struct {
	counters.Flow
	Settings Settings
	// Left is how many cards are still to be entered (reveal) or to be picked.
	Left int
	// Row is what lies face up, as far as it was entered.
	Row Counts
	// Out is what is gone from the game: events that happened, cards lost.
	Out Counts
	// Event is the loss that has to be settled, or "".
	Event   string
	Players []Player
}

// Player is one player's cards and the points scored in play.
type Player struct {
	Name      string `json:"name"`
	Cards     Counts `json:"cards"`
	CashCrops int    `json:"cash_crop_points"`
}

// GameName returns "plantation".
func (*State) GameName() string { return Name }

// file is the JSON form of a state: its fields in their order.
type file struct {
	Game string `json:"game"`
	counters.Flow
	Settings Settings `json:"settings"`
	Left     int      `json:"left,omitempty"`
	Row      *Counts  `json:"row,omitempty"`
	Out      *Counts  `json:"out,omitempty"`
	Event    string   `json:"event,omitempty"`
	Players  []Player `json:"players"`
}

// MarshalJSON returns the state file.
func (s *State) MarshalJSON() ([]byte, error) {
	f := file{Game: Name, Flow: s.Flow, Settings: s.Settings, Left: s.Left, Event: s.Event, Players: s.Players}
	if s.Row.total() > 0 {
		f.Row = &s.Row
	}
	if s.Out.total() > 0 {
		f.Out = &s.Out
	}
	return json.Marshal(f)
}

func (s *State) clone() *State {
	c := *s
	c.Flow = s.Flow.Clone()
	c.Row, c.Out = slices.Clone(s.Row), slices.Clone(s.Out)
	c.Players = slices.Clone(s.Players)
	for i := range c.Players {
		c.Players[i].Cards = slices.Clone(c.Players[i].Cards)
	}
	return &c
}

// unseen returns the cards nobody has seen yet: those of the deck and, where
// the row isn't entered, those face up.
func (s *State) unseen() Counts {
	out := noCards()
	for i, c := range theRules().Cards {
		out[i] = c.Copies - s.Row[i] - s.Out[i]
		for _, p := range s.Players {
			out[i] -= p.Cards[i]
		}
	}
	return out
}

// deck returns how many cards are left to turn up.
func (s *State) deck() int {
	n := s.unseen().total()
	if s.Settings.Row == RowPicked && (s.Phase == pick || s.Phase == losing) {
		n -= s.Left
	}
	return n
}

// pool returns what may be picked now.
func (s *State) pool() Counts {
	if s.Settings.Row == RowRevealed {
		return s.Row
	}
	return s.unseen()
}

// targets returns the cards of the player that a loss can take.
func (s *State) targets(p Player, event *card) []string {
	var out []string
	for i, c := range theRules().Cards {
		if p.Cards[i] > 0 && s.Settings.takes(event.Takes, c) {
			out = append(out, c.Name)
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
