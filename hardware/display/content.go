// Package display shows the score on LED displays: what is to be shown
// (Content) becomes lamps (Picture) by functions of values and time, and
// drivers bring a display to a picture over a bus that somebody else opened.
// It knows no rules, no plays and no particular machine.
package display

import "strconv"

// Content is what people are to see, whatever it is shown on. The zero value
// is darkness. Texts are in the language of the table already.
type Content struct {
	Mode Mode
	// Text is shown in the modes Greeting and Finale: where to find the page,
	// or who has won. It scrolls where it doesn't fit.
	Text string
	// PIN is what pairs a phone, with the Greeting. It isn't drawn where it
	// would stay in a log.
	PIN     string
	Players []Player // in order of play
	Round   int      // from 1; 0: none
	Phase   string   // a word; empty: none
}

// Mode is what kind of thing is shown.
type Mode int

// The modes.
const (
	Dark     Mode = iota // nothing
	Greeting             // Text
	Scores               // Players, Round and Phase
	Finale               // Text and the Players' scores in turn
)

// Player is one player's score.
type Player struct {
	Name   string
	Points int
	Unsure bool // the score isn't known well enough: a dash is shown
	Turn   bool // it is this player's turn
}

// score is what is shown for the points.
func (p Player) score() string {
	if p.Unsure {
		return "--"
	}
	return strconv.Itoa(p.Points)
}
