// Package counters keeps what games entered by hand have in common: numbers
// with bounds that players gain and lose, whose turn it is, corrections in
// bulk, and what a change was worth. It knows no game: a game names its
// counters in an embedded file and lends a pointer to each.
package counters

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"harbormaster/scoring"
	"harbormaster/scoring/strict"
)

// The actions that change a counter.
const (
	Gain = "gain"
	Lose = "lose"
)

// Rule is one counter of a player: its key in the state file, a dot between
// the keys of nested objects, and how far it goes.
type Rule struct {
	Key   string `json:"key"`
	Min   int    `json:"min"`
	Max   int    `json:"max"`
	Start int    `json:"start"`
	// Play says that only a game under way needs the counter: state files may
	// leave it out, and it begins at Start then.
	Play bool `json:"play"`
}

// Sheet is the counters of a game in the order of its state file.
type Sheet []Rule

// Slot returns where a player keeps the counter, or nil for an unknown key.
type Slot func(key string) *int

// ParseSheet reads a sheet from an embedded file. A mistake there is a mistake
// of the program, found by the first test, so it ends the program.
func ParseSheet(data []byte) Sheet {
	var s Sheet
	if err := json.Unmarshal(data, &s); err != nil {
		panic(fmt.Errorf("read the embedded counters: %w", err))
	}
	// Bounds that don't hold their own start would refuse every new game.
	for _, r := range s {
		if r.Key == "" || r.Min > r.Start || r.Start > r.Max {
			panic(fmt.Errorf("read the embedded counters: %q starts at %d, outside of %d to %d", r.Key, r.Start, r.Min, r.Max))
		}
	}
	return s
}

// Keys returns the keys that stand directly in a player's object.
func (s Sheet) Keys() []string {
	var out []string
	for _, r := range s {
		top, _, _ := strings.Cut(r.Key, ".")
		if !slices.Contains(out, top) {
			out = append(out, top)
		}
	}
	return out
}

// All returns the whole keys of all counters.
func (s Sheet) All() []string {
	out := make([]string, len(s))
	for i, r := range s {
		out[i] = r.Key
	}
	return out
}

// Start sets every counter to where a game begins.
func (s Sheet) Start(slot Slot) {
	for _, r := range s {
		*slot(r.Key) = r.Start
	}
}

// Read reads every counter from a player's object. More are keys that a nested
// object has besides its counters, such as "rooms.material".
func (s Sheet) Read(o strict.Object, slot Slot, more ...string) {
	// A nested object is checked for unknown keys once, at its first counter.
	groups := map[string]strict.Object{}
	for _, r := range s {
		top, inner, nested := strings.Cut(r.Key, ".")
		in, key := o, top
		if nested {
			if _, read := groups[top]; !read {
				groups[top] = o.Need(top).Object(s.inside(top, more)...)
			}
			in, key = groups[top], inner
		}
		switch {
		case in.Failed(): // the first complaint is kept; more would only follow from it
			return
		case in.Has(key) || !r.Play:
			*slot(r.Key) = in.Need(key).Int(r.Min, r.Max)
		default:
			*slot(r.Key) = r.Start
		}
	}
}

// inside lists the keys within a nested object.
func (s Sheet) inside(top string, more []string) []string {
	var out []string
	for _, key := range append(s.All(), more...) {
		if before, inner, nested := strings.Cut(key, "."); nested && before == top {
			out = append(out, inner)
		}
	}
	return out
}

// Change gains or loses a.Count of the counter a.Key, at least one.
func (s Sheet) Change(slot Slot, a scoring.Action) error {
	i := slices.IndexFunc(s, func(r Rule) bool { return r.Key == a.Key })
	if i < 0 {
		return scoring.Forbid(a.Player, "key", "file.unknown-name", "what", "counter", "name", a.Key,
			"nearest", strict.Nearest(a.Key, s.All()), "known", s.All())
	}
	// Nothing gained is no change: a log of such actions would only hide the others.
	at, room := slot(a.Key), s.room(slot, s[i], a.Do)
	if a.Count < 1 || a.Count > room {
		return scoring.Forbid(a.Player, a.Key, "play.counter", "counter", a.Key, "value", *at,
			"count", a.Count, "room", room)
	}
	if a.Do == Lose {
		*at -= a.Count
	} else {
		*at += a.Count
	}
	return nil
}

// room returns how many more can be gained, or lost.
func (s Sheet) room(slot Slot, r Rule, do string) int {
	if do == Lose {
		return *slot(r.Key) - r.Min
	}
	return r.Max - *slot(r.Key)
}

// Choices returns what the player may gain and lose now of the counters named.
func (s Sheet) Choices(slot Slot, keys ...string) []scoring.Choice {
	var out []scoring.Choice
	for _, r := range s {
		if !slices.Contains(keys, r.Key) {
			continue
		}
		for _, do := range []string{Gain, Lose} {
			if room := s.room(slot, r, do); room > 0 {
				out = append(out, scoring.Choice{Do: do, Key: r.Key, Min: 1, Max: room})
			}
		}
	}
	return out
}

// Most returns how far a counter of the sheet goes.
func (s Sheet) Most(key string) int {
	for _, r := range s {
		if r.Key == key {
			return r.Max
		}
	}
	return 0
}
