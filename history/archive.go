package history

import (
	"encoding/json"

	"harbormaster/session"
)

// Picture is a player's picture as it was uploaded.
type Picture struct {
	Type string `json:"type"` // image/jpeg or image/png
	Body []byte `json:"body"`
}

// Log is a play with its whole log, as exports write it.
type Log struct {
	Play   Play            `json:"play"`
	Events []session.Event `json:"events"` // in order, the first one started or recorded it
}

// Batch is what an import brings. Its player ids are its own: the store maps
// them to those here, by UUID, then by name, and makes players that are new.
type Batch struct {
	Players  []Player
	Pictures map[int64]Picture // by the batch's player id; kept for players without one
	Places   []string
	Cards    []Card // known by game and name; those already here stay as they are
	Plays    []Incoming
	Settings map[string]json.RawMessage // those set here stay as they are
}

// Incoming is one play of a batch.
type Incoming struct {
	// Events is the whole log. Play names it in all of them; the numbers are
	// those of the machine it comes from, and only Target refers to them.
	Events []session.Event
	// Projection is what the log comes to; see session.Project.
	Projection session.Projection
	// Seats are the batch's ids of the players in order of play. 0, or no
	// list at all, means whoever the event says, and then whoever has the name.
	Seats []int64
}

// Report says what an import did.
type Report struct {
	Players  int `json:"players"` // that are new
	Places   int `json:"places"`
	Cards    int `json:"cards"`
	Settings int `json:"settings"`
	Plays    int `json:"plays"`
	Skipped  int `json:"skipped"` // plays that were here already, by id, or by source and source id
}
