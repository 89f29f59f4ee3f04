package exchange

import (
	_ "embed"
	"encoding/json"
	"time"

	"harbormaster/history"
	"harbormaster/scoring"
	"harbormaster/session"
)

// The program's own export: one JSON object that holds everything that people
// would miss. Nothing in it is of one machine only: players are named by UUID,
// events are numbered from 1 in each play. So exporting, importing elsewhere
// and exporting again gives the same document.

// Schema describes the document as a JSON Schema (2020-12).
//
//go:embed schema.json
var Schema []byte

// Format and Version are the first keys of the document. A program reads the
// versions up to its own; what only adds keys that may be missing keeps the version.
const (
	Format  = "harbormaster"
	Version = 1
)

// person is a player in the document.
type person struct {
	UUID    string    `json:"uuid"`
	Name    string    `json:"name"`
	Color   string    `json:"color,omitempty"`
	Shape   string    `json:"shape,omitempty"`
	Hidden  bool      `json:"hidden,omitempty"`
	Created time.Time `json:"created"`
	Picture *picture  `json:"picture,omitempty"` // only if it was asked for
}

// picture is a player's picture; JSON has the bytes in base64.
type picture history.Picture

// card is an opportunity card that people defined.
type card struct {
	Game string          `json:"game"`
	Name string          `json:"name"`
	Body json.RawMessage `json:"body"`
}

// play is one play with its whole log.
type play struct {
	ID      string   `json:"id"`
	Players []string `json:"players"` // UUIDs by seat; "" for nobody known
	Events  []event  `json:"events"`
}

// event is a session.Event without what only matters where it happened: its
// play is said once, and the sender's name for a command is of no use later.
// The fields are those of session.Event in the same order, so that one
// converts into the other and a new one can't be forgotten here.
type event struct {
	Number  int64          `json:"number"`
	Play    string         `json:"-"`
	At      time.Time      `json:"at"`
	Kind    session.Kind   `json:"kind"`
	Origin  session.Origin `json:"origin,omitempty"`
	Who     string         `json:"who,omitempty"`
	Why     string         `json:"why,omitempty"`
	Request string         `json:"-"`

	Start      *session.Start      `json:"start,omitempty"`
	Action     *scoring.Action     `json:"action,omitempty"`
	Correction *session.Correction `json:"correction,omitempty"`
	Target     int64               `json:"target,omitempty"`
	Record     *session.Outcome    `json:"record,omitempty"`
}

// portable returns a play as the document has it. The UUIDs are those of the
// people by their id here.
func portable(l history.Log, uuids map[int64]string) play {
	p := play{ID: l.Play.ID, Players: []string{}, Events: make([]event, len(l.Events))}
	position := make(map[int64]int64, len(l.Events))
	for i, e := range l.Events {
		position[e.Number] = int64(i + 1)
		out := event(e)
		out.Number, out.Target = int64(i+1), position[e.Target]
		if e.Start != nil {
			start := *e.Start
			if l.Play.Place != "" {
				start.Place = l.Play.Place // as it is called today
			}
			start.Seats = make([]session.Seat, len(e.Start.Seats))
			for k, seat := range e.Start.Seats {
				id := seat.Player
				if k < len(l.Play.Seats) && l.Play.Seats[k].Player != 0 {
					id = l.Play.Seats[k].Player // who the seat was found to be, or given to later
				}
				seat.Player = 0
				start.Seats[k] = seat
				p.Players = append(p.Players, uuids[id])
			}
			out.Start = &start
		}
		p.Events[i] = out
	}
	return p
}
