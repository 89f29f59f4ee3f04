// Package access says who may do what: pairing by PIN or QR code, the tokens
// of paired devices, the admin password, the names this machine goes by, and
// its certificate. It knows no HTTP and no SQL; clocks are handed in.
package access

import (
	"fmt"
	"time"
)

// Level is what somebody may do, each level all of those before it. Routes
// ask for one; the zero value is a route that forgot to, and nobody gets in.
type Level uint8

// The levels.
const (
	Unset   Level = iota
	Anybody       // what it takes to find the page and to pair
	Watch         // everybody on the network, unless reading is closed: scores and drawings, no pictures
	Act           // a paired device: actions, corrections, pictures
	Admin         // who knows the admin password: settings, imports, backups, devices
)

var levelNames = [...]string{"unset", "anybody", "watch", "act", "admin"}

// String returns the level's name.
func (l Level) String() string {
	if int(l) < len(levelNames) {
		return levelNames[l]
	}
	return fmt.Sprintf("level %d", l)
}

// Reason is why somebody was refused.
type Reason uint8

// The reasons.
const (
	Malformed Reason = iota + 1 // it can't be right: no guess was counted
	Wrong                       // a wrong guess
	Waiting                     // too many wrong guesses: nothing was looked at
	Elsewhere                   // only from the machine itself
)

// Refusal says why somebody was refused and how to get in all the same.
type Refusal struct {
	Reason Reason
	What   string
	Hint   string
	Wait   time.Duration // until the next guess is looked at
}

// Error returns what was refused.
func (r *Refusal) Error() string { return r.What }
