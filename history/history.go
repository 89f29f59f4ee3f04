// Package history holds the values that the past is asked in and answered
// with: people, places, plays that are over or under way, statistics, and
// opportunity cards that people defined. It holds no logic: the store answers
// from SQL, pages and exports ask.
package history

import (
	"encoding/json"
	"time"

	"harbormaster/session"
)

// Player is a person who plays, known by name.
type Player struct {
	ID      int64     `json:"id"`
	UUID    string    `json:"uuid"` // the same in exports, on all machines
	Name    string    `json:"name"` // no two players have the same, whatever the case of letters
	Color   string    `json:"color,omitempty"`
	Shape   string    `json:"shape,omitempty"`
	Picture bool      `json:"picture"` // whether there is one
	Hidden  bool      `json:"hidden,omitempty"`
	Created time.Time `json:"created"`
}

// Place is where people play.
type Place struct {
	ID    int64  `json:"id"`
	Name  string `json:"name"`
	Plays int    `json:"plays"`
}

// Card is an opportunity card that people defined: Body is what the game
// reads in its settings.
type Card struct {
	ID   int64           `json:"id"`
	Game string          `json:"game"`
	Name string          `json:"name"`
	Body json.RawMessage `json:"body"`
}

// Play is a play in the list of all.
type Play struct {
	ID       string         `json:"id"`
	Game     string         `json:"game"`
	Title    string         `json:"title,omitempty"` // of a game that the catalog doesn't know
	Status   session.Status `json:"status"`
	Place    string         `json:"place,omitempty"`
	Note     string         `json:"note,omitempty"`
	Began    time.Time      `json:"began"`
	Ended    *time.Time     `json:"ended,omitempty"`
	Minutes  int            `json:"minutes,omitempty"` // between began and ended
	Source   string         `json:"source,omitempty"`
	SourceID string         `json:"source_id,omitempty"`
	Seats    []Seat         `json:"seats"`
}

// Seat is one player of a play. Its name is the one at the table, the key in
// the log; its player the person whose play it counts for. The last three are
// set when the play is finished.
type Seat struct {
	session.Seat
	Person string `json:"person,omitempty"` // the player's name today
	Total  *int   `json:"total,omitempty"`
	Rank   *int   `json:"rank,omitempty"`
	Won    bool   `json:"won,omitempty"`
}

// Filter narrows a list of plays. The zero value takes all.
type Filter struct {
	Game    string
	Player  int64 // took part
	Place   int64
	Status  session.Status
	Players int // number of players
	From    time.Time
	To      time.Time // not included
	Text    string    // in note, place or a name
}

// Page is one page of the list of plays, newest first.
type Page struct {
	Plays []Play `json:"plays"`
	Total int    `json:"total"` // that the filter takes
	Next  string `json:"next"`  // cursor of the next page; empty: this is the last
}
