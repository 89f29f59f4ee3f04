package session

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"harbormaster/scoring"
)

// Status says whether a play takes actions.
type Status string

// The statuses. The zero value is a play that hasn't started.
const (
	Playing  Status = "playing"
	Resting  Status = "paused"
	Left     Status = "abandoned"
	Complete Status = "finished"
)

// place is a hex or a counter of a player that somebody may have corrected.
type place struct{ player, space string }

// line is one line of a player's score.
type line struct{ player, category string }

// step is one change that counts, with all that holds after it; undoing goes
// back to the one before. Nothing but the cache of old states ever changes in it.
type step struct {
	before *step
	depth  int // how many changes come before it
	event  Event
	awards []scoring.Award
	state  scoring.State    // nil in most of the old ones; see stateOf
	lines  map[line]int     // lines of the score that were set by hand
	held   map[place]string // places where a correction holds, with what the camera saw then
	rounds []Round          // of the rounds that are over
}

// fold is a play as its log says it is. It is a value: with returns another.
type fold struct {
	game   scoring.Game
	start  Start
	began  Event
	number int64 // of the last event
	last   Event
	status Status
	note   string
	ended  time.Time // when it was finished or abandoned; zero while it goes on
	top    *step     // the last change that counts
	undone *redo
	record *Outcome
}

// redo is a change that was undone and may count again.
type redo struct {
	below *redo
	step  *step
}

// Games finds the rules of a game by its name.
type Games func(name string) (scoring.Game, error)

// begin folds the first event of a play.
func begin(games Games, e Event) (fold, error) {
	if e.Start == nil {
		return fold{}, &Failure{Reason: Invalid, What: "a play must begin with what it starts from"}
	}
	f := fold{start: *e.Start, began: e, number: e.Number, last: e, status: Playing, note: e.Start.Note}
	if e.Kind == Recorded {
		if e.Record == nil {
			return fold{}, &Failure{Reason: Invalid, What: "a recorded play must have its result"}
		}
		f.status, f.record, f.ended = Complete, e.Record, e.Record.Ended
		return f, nil
	}
	if e.Kind != Started {
		return fold{}, &Failure{Reason: Invalid, What: fmt.Sprintf("a play can't begin with the event %q", e.Kind)}
	}
	game, err := games(e.Start.Game)
	if err != nil {
		return fold{}, &Failure{Reason: Invalid, What: "start a play", Err: err}
	}
	f.game = game
	names := make([]string, len(e.Start.Seats))
	for i, seat := range e.Start.Seats {
		names[i] = seat.Name
	}
	var state scoring.State
	if len(e.Start.State) > 0 {
		if err := scoring.CheckPlayers(game.Info(), names); err != nil {
			return fold{}, err
		}
		if state, err = game.ReadState(e.Start.State); err != nil {
			return fold{}, err
		}
		if err := sameNames(game.Score(state), names); err != nil {
			return fold{}, err
		}
	} else if state, err = game.Start(scoring.Setup{Players: names, Settings: e.Start.Settings}); err != nil {
		return fold{}, err
	}
	f.top = &step{event: e, state: state}
	return f, nil
}

func sameNames(r scoring.Result, names []string) error {
	got := make([]string, len(r.Players))
	for i, p := range r.Players {
		got[i] = p.Name
	}
	if !slices.Equal(got, names) {
		return &Failure{Reason: Invalid, What: "the players of the state to start from aren't the play's seats in the same order",
			Hint: "give the seats the names of the state's players, in order of play"}
	}
	return nil
}

// with returns the fold after one more event. Numbers of events aren't checked,
// so that a log without numbers can be tried.
func (f fold) with(e Event) (fold, error) {
	if err := f.allows(e.Kind); err != nil {
		return f, err
	}
	switch e.Kind {
	case Did:
		if e.Action == nil {
			return f, &Failure{Reason: Invalid, What: "an action must say what is done", Hint: "give an action with \"do\""}
		}
		s, err := f.act(*e.Action)
		if err != nil {
			return f, err
		}
		s.event = e
		if e.Origin == ByCamera {
			s.held = without(s.held, touched(*e.Action))
		}
		f.top, f.undone = s, nil
	case Corrected:
		s, err := f.correct(e.Correction)
		if err != nil {
			return f, err
		}
		s.event = e
		f.top, f.undone = s, nil
	case Undone:
		if f.top.before == nil || e.Target != f.top.event.Number {
			return f, &Failure{Reason: Nothing, What: "there is nothing to undo", Now: f.number}
		}
		if err := f.remember(f.top.before); err != nil {
			return f, err
		}
		f.undone = &redo{below: f.undone, step: f.top}
		f.top = f.top.before.against(f.top.event, e)
	case Redone:
		if f.undone == nil || e.Target != f.undone.step.event.Number {
			return f, &Failure{Reason: Nothing, What: "there is nothing to redo", Hint: "a new action after an undo takes its place", Now: f.number}
		}
		if err := f.remember(f.undone.step); err != nil {
			return f, err
		}
		f.top = f.undone.step
		f.undone = f.undone.below
	case Paused:
		f.status = Resting
	case Resumed:
		f.status = Playing
	case Reopened:
		f.status, f.ended = Playing, time.Time{}
	case Abandoned:
		f.status, f.ended = Left, e.At
	case Finished:
		f.status, f.ended = Complete, e.At
	case Noted:
		f.note = e.Why
	}
	f.number, f.last = e.Number, e
	return f, nil
}

// takes says which events each status takes.
var takes = map[Status][]Kind{
	Playing:  {Did, Undone, Redone, Corrected, Paused, Abandoned, Finished, Noted},
	Resting:  {Resumed, Abandoned, Finished, Noted},
	Left:     {Reopened, Noted},
	Complete: {Reopened, Noted},
}

// hints say how to go on from a status that doesn't take an event.
var hints = map[Status]string{
	Playing:  "it is being played",
	Resting:  "resume it first",
	Left:     "reopen it first",
	Complete: "it is locked; reopen it first, if that is what you want",
}

// refusals say what can't be done.
var refusals = map[Kind]string{
	Did:       "nothing can be done in it",
	Undone:    "nothing can be undone in it",
	Redone:    "nothing can be redone in it",
	Corrected: "nothing can be corrected in it",
	Paused:    "it can't be paused",
	Resumed:   "it can't be resumed",
	Abandoned: "it can't be abandoned",
	Finished:  "it can't be finished",
	Reopened:  "it can't be reopened",
}

func (f fold) allows(k Kind) error {
	if f.record != nil && k != Noted {
		return &Failure{Reason: Locked, What: "the play was taken over from elsewhere and has no log to go on from", Now: f.number}
	}
	if slices.Contains(takes[f.status], k) {
		return nil
	}
	for _, kinds := range takes {
		if slices.Contains(kinds, k) {
			return &Failure{Reason: Locked, What: fmt.Sprintf("the play is %s: %s", f.status, refusals[k]), Hint: hints[f.status], Now: f.number}
		}
	}
	return &Failure{Reason: Invalid, What: fmt.Sprintf("a play that began doesn't know the event %q", k), Now: f.number}
}

// Old states are kept at every 32nd step only, so that a long play costs
// little memory; an undo that goes far back applies at most that many actions.
const (
	newStates = 64
	everyOld  = 32
)

// next returns a step on top of this one and forgets a state that is old.
func (s *step) next(state scoring.State, awards []scoring.Award) *step {
	old := s
	for range newStates {
		if old == nil {
			break
		}
		old = old.before
	}
	if old != nil && old.depth%everyOld != 0 {
		old.state = nil
	}
	return &step{before: s, depth: s.depth + 1, state: state, awards: awards, lines: s.lines, held: s.held, rounds: s.rounds}
}

// remember makes sure that a step has its state.
func (f fold) remember(s *step) error {
	if s.state != nil {
		return nil
	}
	if err := f.remember(s.before); err != nil { // at most everyOld deep
		return err
	}
	s.state = s.before.state
	a := s.event.Action
	if c := s.event.Correction; c != nil && c.Category == "" {
		a = &scoring.Action{Player: c.Player, Do: scoring.Bulk, Set: c.Set}
	}
	if a == nil { // a line of the score was corrected
		return nil
	}
	state, _, err := f.game.Apply(s.before.state, *a)
	if err != nil {
		return fmt.Errorf("apply event %d again: %w", s.event.Number, err)
	}
	s.state = state
	return nil
}

// act returns the step that an action makes.
func (f fold) act(a scoring.Action) (*step, error) {
	after, awards, err := f.game.Apply(f.top.state, a)
	if err != nil {
		return nil, err
	}
	s := f.top.next(after, awards)
	if was, is := f.game.Next(f.top.state), f.game.Next(after); is.Round > was.Round && was.Round > 0 {
		ended := Round{Round: was.Round, Players: f.game.Score(after).Players}
		s.rounds = append(slices.Clip(s.rounds), ended)
	}
	return s, nil
}

// correct returns the step that a correction makes.
func (f fold) correct(c *Correction) (*step, error) {
	if c == nil || (len(c.Set) == 0) == (c.Category == "") {
		return nil, &Failure{Reason: Invalid, What: "a correction must set either keys of the state or one line of the score",
			Hint: "give \"set\", or \"category\" with \"points\""}
	}
	if c.Category == "" {
		a := scoring.Action{Player: c.Player, Do: scoring.Bulk, Set: c.Set}
		s, err := f.act(a)
		if err != nil {
			return nil, err
		}
		s.held = maps.Clone(s.held)
		if s.held == nil {
			s.held = map[place]string{}
		}
		for _, p := range touched(a) {
			s.held[p] = c.Saw[p.space]
		}
		return s, nil
	}
	r := f.game.Score(f.top.state)
	i := slices.IndexFunc(r.Players, func(p scoring.PlayerResult) bool { return p.Name == c.Player })
	if i < 0 {
		return nil, &Failure{Reason: Invalid, What: "no player of this play has that name", Hint: "use a name of the play's seats"}
	}
	if categories := f.game.Info().Categories; !slices.Contains(categories, c.Category) {
		return nil, &Failure{Reason: Invalid, What: fmt.Sprintf("%q is no category of this game", c.Category), Hint: "the categories are " + strings.Join(categories, ", ")}
	}
	if c.Points != nil && (*c.Points < -mostPoints || *c.Points > mostPoints) {
		return nil, &Failure{Reason: Invalid, What: fmt.Sprintf("%d points in one line can't be right", *c.Points)}
	}
	s := f.top.next(f.top.state, nil)
	s.lines = maps.Clone(s.lines)
	if s.lines == nil {
		s.lines = map[line]int{}
	}
	if c.Points == nil {
		delete(s.lines, line{c.Player, c.Category})
	} else {
		s.lines[line{c.Player, c.Category}] = *c.Points
	}
	return s, nil
}

// mostPoints bounds what somebody may set one line of the score to.
const mostPoints = 9999

// touched lists the places that an action changes: its hexes, and what a bulk
// action sets.
func touched(a scoring.Action) []place {
	var places []place
	for _, h := range a.Hexes {
		places = append(places, place{a.Player, h})
	}
	keys := func(player string, set json.RawMessage) {
		var object map[string]json.RawMessage
		if json.Unmarshal(set, &object) != nil { // the game refuses it
			return
		}
		for key, value := range object {
			var hexes map[string]json.RawMessage
			if key == "hexes" && json.Unmarshal(value, &hexes) == nil {
				for id := range hexes {
					places = append(places, place{player, id})
				}
			} else if player != "" {
				places = append(places, place{player, key})
			}
		}
	}
	keys(a.Player, a.Set)
	if a.Player == "" && len(a.Set) > 0 {
		var table struct {
			Players map[string]json.RawMessage `json:"players"`
		}
		if json.Unmarshal(a.Set, &table) == nil {
			for name, set := range table.Players {
				keys(name, set)
			}
		}
	}
	return places
}

// against returns the step with a hold on what somebody took back of the camera's
// doing: it isn't to enter that again until it has seen it change.
func (s *step) against(undone, undo Event) *step {
	if undone.Origin != ByCamera || undo.Origin != ByHand || undone.Action == nil {
		return s
	}
	places := touched(*undone.Action)
	if len(places) == 0 {
		return s
	}
	held := maps.Clone(s.held)
	if held == nil {
		held = map[place]string{}
	}
	for _, p := range places {
		if _, is := held[p]; !is {
			held[p] = ""
		}
	}
	again := *s
	again.held = held
	return &again
}

func without(held map[place]string, places []place) map[place]string {
	if len(held) == 0 || len(places) == 0 {
		return held
	}
	rest := maps.Clone(held)
	for _, p := range places {
		delete(rest, p)
	}
	return rest
}

// replay folds a whole log and tells each of the folds after its events, if
// asked. An event that the rules of today refuse is named.
func replay(games Games, events []Event, each func(f fold)) (fold, error) {
	if len(events) == 0 {
		return fold{}, &Failure{Reason: NotFound, What: "there is no such play"}
	}
	f, err := begin(games, events[0])
	for i := 1; i <= len(events) && err == nil; i++ {
		if each != nil {
			each(f)
		}
		if i == len(events) {
			break
		}
		if f, err = f.with(events[i]); err != nil {
			err = fmt.Errorf("event %d (%s): %w", events[i].Number, events[i].Kind, err)
		}
	}
	if err != nil {
		return f, fmt.Errorf("replay the play's log: %w", err)
	}
	return f, nil
}
