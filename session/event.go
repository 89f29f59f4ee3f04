// Package session keeps a play: an append-only log of events, folded by the
// rules of its game. One goroutine owns each play; everybody else sends it
// commands and gets views. It says what it needs of a journal and knows
// nothing of databases, HTTP, pictures or languages.
package session

import (
	"encoding/json"
	"time"

	"harbormaster/scoring"
)

// Kind says what happened. The names are stable: logs are kept for years.
type Kind string

// The kinds of events. The zero value is none.
const (
	Started   Kind = "started"   // a play began, with Start
	Did       Kind = "did"       // an action of the game, with Action
	Undone    Kind = "undone"    // the change Target no longer counts
	Redone    Kind = "redone"    // the change Target counts again
	Corrected Kind = "corrected" // somebody set things right, with Correction
	Paused    Kind = "paused"
	Resumed   Kind = "resumed"
	Abandoned Kind = "abandoned" // locked without a result
	Finished  Kind = "finished"  // locked with a result
	Reopened  Kind = "reopened"  // unlocked again, on purpose
	Noted     Kind = "noted"     // the play's note is now Why
	Recorded  Kind = "recorded"  // a result taken over from elsewhere, without a log
)

// Origin says where an event, or a point, came from.
type Origin string

// The origins. The zero value is unknown.
const (
	ByRule   Origin = "rule"   // the rules counted it after an action entered by hand
	ByCamera Origin = "camera" // the camera saw it
	ByHand   Origin = "hand"   // somebody typed it
)

// Event is a fact in a play, in the past tense, numbered and never edited.
type Event struct {
	Number  int64     `json:"number"` // over all plays, growing, never used twice
	Play    string    `json:"play"`
	At      time.Time `json:"at"` // UTC, to the millisecond
	Kind    Kind      `json:"kind"`
	Origin  Origin    `json:"origin,omitempty"`
	Who     string    `json:"who,omitempty"` // the device or person that entered it
	Why     string    `json:"why,omitempty"`
	Request string    `json:"request,omitempty"` // the sender's own name for the command, so that a repeat is known

	Start      *Start          `json:"start,omitempty"`
	Action     *scoring.Action `json:"action,omitempty"`
	Correction *Correction     `json:"correction,omitempty"`
	Target     int64           `json:"target,omitempty"`
	Record     *Outcome        `json:"record,omitempty"`
}

// Start is what a play starts from.
type Start struct {
	Game     string          `json:"game"`
	Seats    []Seat          `json:"seats"` // in order of play, the first player first
	Settings json.RawMessage `json:"settings,omitempty"`
	Place    string          `json:"place,omitempty"` // where it is played, as people call it
	Note     string          `json:"note,omitempty"`
	// State is a state file to start from, for a table that is under way or
	// only scored. Its players are the seats, in the same order.
	State json.RawMessage `json:"state,omitempty"`
}

// Seat is one player of a play. Name is the player's key in all actions.
type Seat struct {
	Name   string `json:"name"`
	Player int64  `json:"player,omitempty"` // the person in the store; 0: nobody known
	Color  string `json:"color,omitempty"`
	Shape  string `json:"shape,omitempty"`
}

// Correction sets things right by hand, past the rules of play: either keys of
// a player's state (with an empty player, the table's), or one line of the score.
type Correction struct {
	Player string          `json:"player,omitempty"`
	Set    json.RawMessage `json:"set,omitempty"` // as of a bulk action
	// Category with Points sets that line of the player's score; without
	// Points, the rules count it again.
	Category string `json:"category,omitempty"`
	Points   *int   `json:"points,omitempty"`
	// Saw is what the camera saw at the places of Set at that time, by place
	// (a hex or key) in any notation that is equal only for equal sights. The
	// correction holds against the camera until it sees something else there.
	Saw map[string]string `json:"saw,omitempty"`
}

// Outcome is the result of a play that is finished.
type Outcome struct {
	Result scoring.Result `json:"result"`
	Ranks  []int          `json:"ranks"` // of the result's players, from 1; equal for a tie
	Rounds []Round        `json:"rounds,omitempty"`
	// Started, Ended bound the play in time; a record from elsewhere may know
	// only one of them.
	Started time.Time `json:"started"`
	Ended   time.Time `json:"ended"`
	// Source names the program and its own number of the play, for a record.
	Source   string `json:"source,omitempty"`
	SourceID string `json:"source_id,omitempty"`
	Title    string `json:"title,omitempty"` // the game's title, where the catalog doesn't know it
}

// Round is what every player had at the end of a round, as if the game had
// ended there.
type Round struct {
	Round   int                    `json:"round"`
	Players []scoring.PlayerResult `json:"players"`
}
