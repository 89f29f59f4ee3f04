package follow

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
	"harbormaster/tracking/river"
)

// Keys of questions that aren't the follower's own.
const (
	keyProposed = "follow.proposed" // the change waits for one tap
	keySudden   = "follow.sudden"   // much changed and nothing moved
	keyCleared  = "follow.cleared"  // pieces have gone
	keyCounters = "follow.counters" // phases were missed: what no camera sees is asked once
	keyEnd      = "follow.end"      // is the game over?
	keySeveral  = "tracking.several"
	keyUnmoved  = "tracking.unmoved" // nothing explains a change, and nothing moved
	keyContrary = "tracking.contrary"

	keyUnexplained = "tracking.unexplained"
)

// waiting are the questions about changes that aren't entered before somebody answers.
var waiting = []string{keyProposed, keySudden, keyCleared, keyUnmoved}

// Question is one that only people can answer. It is a value for others to read.
type Question struct {
	ID      string    `json:"id"`
	Play    string    `json:"play"`
	At      time.Time `json:"at"`
	Picture string    `json:"picture,omitempty"`
	Player  string    `json:"player,omitempty"`
	Spaces  []string  `json:"spaces"`
	scoring.Message
	Answers []Answer `json:"answers"`
	// Points is by how much the score of a player may change with the answer.
	Points int `json:"points"`
	// Form holds the counters to be filled in, as they are now; nil: none.
	Form json.RawMessage `json:"form,omitempty"`
	// CloseUp tells that there is a picture of the first hex.
	CloseUp bool `json:"close_up"`

	closeUp []byte
	hex     string           // the hex that the close-up shows
	before  *riverboat.State // as the play stood before what is to be checked was entered; nil: nothing is
}

// Answer is one possible answer.
type Answer struct {
	ID string `json:"id"`
	scoring.Message
	// Actions are what it would enter; none: it leaves all as it is.
	Actions []scoring.Action `json:"actions"`

	differs map[string]map[string]int // counters to be moved by, on what they are then
	undone  bool                      // the camera must see the place change before it asks again
	set     bool                      // it takes a form
	ends    bool                      // it finishes the play
}

// Other is the answer "something else": the question goes, and somebody enters
// by hand what it was.
const Other = "other"

// Questions lists the open questions of a play, the one that changes the score
// most first.
func (k *Keeper) Questions(play string) []Question {
	k.mu.Lock()
	defer k.mu.Unlock()
	out := []Question{}
	for _, q := range k.list {
		if q.Play == play {
			out = append(out, *q)
		}
	}
	slices.SortStableFunc(out, func(a, b Question) int { return cmp.Compare(b.Points, a.Points) })
	return out
}

// CloseUp returns the picture that was kept with a question, or nil.
func (k *Keeper) CloseUp(play, id string) []byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, q := range k.list {
		if q.Play == play && q.ID == id {
			return q.closeUp
		}
	}
	return nil
}

// Unsure names the players of a play whose score hangs on an open question, or
// on hexes that can't be made out now.
func (k *Keeper) Unsure(play string) []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if play != k.play {
		return nil
	}
	var out []string
	add := func(name string) {
		if name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, q := range k.list {
		if q.Points > 0 {
			add(q.Player)
		}
	}
	for name := range k.unsure {
		add(name)
	}
	slices.Sort(out)
	return out
}

// Status is what the keeper is doing, for pages.
type Status struct {
	Play      string              `json:"play,omitempty"` // that is followed
	Questions int                 `json:"questions"`      // open ones
	Unsure    map[string][]string `json:"unsure"`         // by player, hexes that can't be made out now
	Problem   scoring.Message     `json:"-"`              // why the play that is going on can't be followed
}

// Status returns what the keeper is doing.
func (k *Keeper) Status() Status {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := Status{Play: k.play, Questions: len(k.list), Unsure: k.unsure, Problem: k.problem}
	if s.Unsure == nil {
		s.Unsure = map[string][]string{}
	}
	return s
}

// Counts returns figures since the start.
func (k *Keeper) Counts() Counts {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.counts
}

// drop takes questions with these keys away.
func (k *Keeper) drop(keys ...string) {
	k.again = ""
	k.without(func(q *Question) bool { return slices.Contains(keys, q.Key) })
}

// without withdraws the questions that go.
func (k *Keeper) without(goes func(*Question) bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	before := len(k.list)
	k.list = slices.DeleteFunc(k.list, goes)
	k.counts.Withdrawn += int64(before - len(k.list))
	k.dirty = k.dirty || before != len(k.list)
}

// withdrawn withdraws what people's entries have settled.
func (k *Keeper) withdrawn(places map[river.Place]bool) {
	counters := false
	for p := range places {
		switch p.Space {
		case "coins", "surveyors_in_supply", "track_vp", "phase_tiles":
			counters = true
		}
	}
	k.without(func(q *Question) bool {
		switch {
		case slices.Contains(waiting, q.Key):
			return true // explained anew from where the play stands now
		case q.Key == keyCounters:
			return counters && len(places) > 0
		case q.Key == keyEnd:
			return false
		}
		return q.about(places)
	})
}

// about reports whether a question is about one of the places.
func (q *Question) about(places map[river.Place]bool) bool {
	return slices.ContainsFunc(q.Spaces, func(space string) bool { return places[river.Place{Player: q.Player, Space: space}] })
}

// past withdraws what was to be checked once all of it is again as it was before: what
// was misread is mended.
func (k *Keeper) past() {
	k.without(func(q *Question) bool { return q.before != nil && !q.about(touched(q.before, k.state)) })
}
