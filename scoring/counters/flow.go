package counters

import (
	"slices"

	"harbormaster/scoring"
	"harbormaster/scoring/strict"
)

// Resume is the action that says where a game stands whose state was written
// down without it: Kind is the phase, Count the round.
const Resume = "resume"

// Flow is where a game stands. The zero value is unknown: a state written down
// for its score alone. Seats are counted from 0 in the order of the players.
type Flow struct {
	Round  int    `json:"round,omitempty"`
	Phase  string `json:"phase,omitempty"`
	First  int    `json:"first,omitempty"`  // seat of the first player
	Turn   int    `json:"turn,omitempty"`   // seat of the player whose turn it is
	Passed []int  `json:"passed,omitempty"` // seats that are out for the phase
}

// FlowKeys are the keys of a flow in a state file; all may be absent.
func FlowKeys() []string { return []string{"round", "phase", "first", "turn", "passed"} }

// ReadFlow reads the flow of a game of that many rounds and players.
func ReadFlow(o strict.Object, rounds, players int, phases []string) Flow {
	var f Flow
	number := func(key string, low, high int, to *int) {
		if o.Has(key) {
			*to = o.Get(key).Int(low, high)
		}
	}
	number("round", 1, rounds, &f.Round)
	if o.Has("phase") {
		f.Phase = o.Get("phase").OneOf("phase", phases...)
	}
	last := max(players-1, 0)
	number("first", 0, last, &f.First)
	number("turn", 0, last, &f.Turn)
	if !o.Has("passed") {
		return f
	}
	for _, v := range o.Get("passed").List() {
		seat := v.Int(0, last)
		if slices.Contains(f.Passed, seat) {
			v.Forbid("play.passed-twice", "seat", seat)
		}
		f.Passed = append(f.Passed, seat)
	}
	// All out would leave nobody to ask; then the phase is over already.
	if len(f.Passed) == players && players > 0 {
		o.Get("passed").Forbid("play.all-passed")
	}
	if len(f.Passed) > 0 && slices.Contains(f.Passed, f.Turn) {
		o.Get("turn").Forbid("play.turn-passed", "seat", f.Turn)
	}
	slices.Sort(f.Passed)
	return f
}

// Known reports whether it is known where the game stands.
func (f Flow) Known() bool { return f.Round > 0 && f.Phase != "" }

// Clone returns a flow that shares nothing with f.
func (f Flow) Clone() Flow {
	f.Passed = slices.Clone(f.Passed)
	return f
}

// Enter goes to a phase, the first player's turn, nobody out.
func (f *Flow) Enter(phase string) { f.Phase, f.Turn, f.Passed = phase, f.First, nil }

// Pass takes the player in turn out for the phase and reports whether somebody
// is left, whose turn it is then.
func (f *Flow) Pass(players int) bool {
	f.Passed = append(f.Passed, f.Turn)
	slices.Sort(f.Passed)
	if len(f.Passed) >= players {
		return false
	}
	f.Advance(players)
	return true
}

// Advance gives the turn to the next player on the left who isn't out.
func (f *Flow) Advance(players int) {
	for range players {
		f.Turn = (f.Turn + 1) % players
		if !slices.Contains(f.Passed, f.Turn) {
			return
		}
	}
}

// Resume says where the game stands, if that wasn't known.
func (f *Flow) Resume(a scoring.Action, rounds int, phases []string) error {
	if f.Known() {
		return scoring.Forbid(a.Player, "do", "play.resumed", "round", f.Round, "phase", f.Phase)
	}
	if _, err := Pick(a, "kind", "phase", a.Kind, phases); err != nil {
		return err
	}
	if a.Count < 1 || a.Count > rounds {
		return scoring.Forbid(a.Player, "count", "play.round", "value", a.Count, "high", rounds)
	}
	f.Round = a.Count
	f.Enter(a.Kind)
	return nil
}

// AskResume is the prompt while it isn't known where the game stands.
func AskResume(rounds int, phases []string) scoring.Prompt {
	p := scoring.Prompt{Message: scoring.Msg("play.resume")}
	for _, phase := range phases {
		p.Choices = append(p.Choices, scoring.Choice{Do: Resume, Kind: phase, Min: 1, Max: rounds})
	}
	return p
}
