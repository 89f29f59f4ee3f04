// Package scoring says what the rules of a board game are to this program:
// functions of values that start a game, apply an action, say what is asked
// next and count the points, line by line. It knows no clock, no chance, no
// file, no picture and no language: what is meant for people is a key with
// parameters, made a sentence at the edge (see scoring/say).
package scoring

import (
	"encoding/json"
	"io/fs"
)

// Game is the rules of one game. All methods are functions of their
// arguments; a State given to a method is never changed by it.
type Game interface {
	// Info names the game, its bounds, settings and categories.
	Info() Info
	// Start returns the state before the first action. The error is a
	// *Violation that says which player or setting is wrong.
	Start(setup Setup) (State, error)
	// Apply returns the state after the action and what it earned, or a
	// *Violation that says which rule forbids it.
	Apply(s State, a Action) (State, []Award, error)
	// Next says what is asked now, of whom, and the legal answers.
	Next(s State) Prompt
	// Score counts as if the game ended now.
	Score(s State) Result
	// ReadState reads the JSON form of a state, which is also the state file
	// that people write by hand. The error is a *Violation.
	ReadState(data []byte) (State, error)
}

// State is where a play of a game stands: a value that is never changed, with
// a stable JSON form, since logs are kept for years.
type State interface {
	json.Marshaler
	// GameName returns the name of the game the state belongs to.
	GameName() string
}

// Info is what is fixed about a game.
type Info struct {
	Name       string // the name in files and addresses: "riverboat"
	Title      string // the name on the box
	MinPlayers int
	MaxPlayers int
	Categories []string // of the result's lines, in the order of a score sheet
	Settings   []Setting
	// Messages holds messages/en.json and its siblings: the sentences of this
	// game by key.
	Messages fs.FS
}

// Setting is one choice of rules that a table makes before the game.
type Setting struct {
	Key     string   `json:"key"`
	Values  []string `json:"values,omitempty"` // allowed values as written in JSON; none: see the game's own reader
	Default string   `json:"default,omitempty"`
}

// Setup is what a game starts from.
type Setup struct {
	Players  []string        `json:"players"`  // names in order of play, the first player first
	Settings json.RawMessage `json:"settings"` // a JSON object of the game's settings; may be empty
}

// Message is what is to be said to people: a stable key and its parameters
// (strings, whole numbers, lists of strings). The zero value says nothing.
type Message struct {
	Key    string         `json:"key,omitempty"`
	Params map[string]any `json:"params,omitempty"`
}

// Msg returns a message. Pairs are parameter names and values in turn.
func Msg(key string, pairs ...any) Message {
	m := Message{Key: key}
	if len(pairs) > 0 {
		m.Params = make(map[string]any, len(pairs)/2)
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		m.Params[pairs[i].(string)] = pairs[i+1]
	}
	return m
}

// Award is what an action earned a player: points, or something else that
// came to hand, each with its reason.
type Award struct {
	Player string   `json:"player"`
	Points int      `json:"points,omitempty"`
	Gain   string   `json:"gain,omitempty"` // what else was gained: coin, harbor, surveyor, agent ...
	Count  int      `json:"count,omitempty"`
	Spaces []string `json:"spaces,omitempty"` // the hexes that earned it
	Message
}

// Prompt is what is asked next. Choices are all kinds of answers that the
// rules allow now; corrections in bulk are always allowed and not listed.
type Prompt struct {
	Message
	Round   int      `json:"round,omitempty"`
	Phase   string   `json:"phase,omitempty"`
	Player  string   `json:"player,omitempty"` // whose turn; empty: the table's
	Bonus   bool     `json:"bonus,omitempty"`  // it comes from a phase tile, a boat or a harvest
	Left    int      `json:"left,omitempty"`   // actions that player has left, this one included
	Over    bool     `json:"over,omitempty"`   // the game is over
	Choices []Choice `json:"choices,omitempty"`
}

// Choice is one kind of answer to a prompt: an action with what may be filled in.
type Choice struct {
	Do        string   `json:"do"`
	Coin      bool     `json:"coin,omitempty"`      // it costs a coin
	Kind      string   `json:"kind,omitempty"`      // goes into the action's kind
	Boat      string   `json:"boat,omitempty"`      // goes into the action's boat
	Card      string   `json:"card,omitempty"`      // goes into the action's card
	Space     string   `json:"space,omitempty"`     // goes into the action's space
	Key       string   `json:"key,omitempty"`       // goes into the action's key
	Player    string   `json:"player,omitempty"`    // goes into the action's player, where it isn't the prompt's
	Typed     bool     `json:"typed,omitempty"`     // points must be typed in
	Connected bool     `json:"connected,omitempty"` // the hexes picked must hang together
	Crops     []string `json:"crops,omitempty"`     // the crops to pick from; at most two on a tile
	Hexes     []string `json:"hexes,omitempty"`     // the hexes to pick from
	Min       int      `json:"min,omitempty"`       // how many hexes, or the least count
	Max       int      `json:"max,omitempty"`
}

// CheckPlayers says whether a game can start with these players: as many as
// the box allows, each with a name of its own.
func CheckPlayers(info Info, names []string) error {
	if n := len(names); n < info.MinPlayers || n > info.MaxPlayers {
		return Forbid("", "players", "file.players", "title", info.Title, "low", info.MinPlayers, "high", info.MaxPlayers, "got", n)
	}
	seen := map[string]bool{}
	for _, name := range names {
		if name == "" {
			return Forbid("", "players", "file.player-name")
		}
		if seen[name] {
			return Forbid(name, "players", "file.player-twice", "name", name)
		}
		seen[name] = true
	}
	return nil
}

// Own returns a state as the game's own type, or the violation for a state of
// another game, or none.
func Own[S interface {
	comparable
	State
}](state State) (S, error) {
	var none S
	own, ok := state.(S)
	switch {
	case ok && own != none:
		return own, nil
	case ok || state == nil:
		return none, Forbid("", "", "play.foreign-state", "got", "none")
	}
	return none, Forbid("", "", "play.foreign-state", "got", state.GameName())
}
