package session

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"

	"harbormaster/scoring"
)

// Command asks for one event. Which fields it takes follows from Kind.
type Command struct {
	Kind Kind
	// Based is the number of the play's last event that the sender knew; a
	// command based on an older one is stale and refused.
	Based int64
	// Request is the sender's own name for the command. A repeat with the same
	// name is answered like the first and does nothing.
	Request    string
	Origin     Origin // ByHand if empty
	Who, Why   string
	Action     *scoring.Action
	Correction *Correction
}

// mostText bounds what people may write as who, why or note, in bytes.
const mostText = 2000

// session is the goroutine that owns one play.
type session struct {
	plays    *Plays
	id       string
	commands chan asked
	done     chan struct{}        // closed to end the goroutine
	ended    chan struct{}        // closed when it has ended
	used     int64                // when it was used last, guarded by the plays' lock
	current  atomic.Pointer[View] // for everybody to read
	fold     fold                 // the goroutine's own
	requests map[string]bool      // names of commands that were carried out
	looked   map[place]string     // what the camera last saw at places where a correction holds
}

type asked struct {
	ctx    context.Context
	run    func() (*View, error)
	answer chan answered
}

type answered struct {
	view *View
	err  error
}

// open starts the goroutine of a play that is folded.
func (p *Plays) open(id string, f fold, events []Event) (*session, error) {
	s := &session{plays: p, id: id, fold: f, commands: make(chan asked), done: make(chan struct{}), ended: make(chan struct{}), requests: map[string]bool{}, looked: map[place]string{}}
	for _, e := range events {
		if e.Request != "" {
			s.requests[e.Request] = true
		}
	}
	v, err := f.view(id)
	if err != nil {
		return nil, err
	}
	s.current.Store(v)
	p.running.Add(1)
	go s.run()
	return s, nil
}

func (s *session) run() {
	defer s.plays.running.Done()
	defer close(s.ended)
	for {
		select {
		case <-s.done:
			return
		case a := <-s.commands:
			if err := a.ctx.Err(); err != nil { // who asked has gone
				a.answer <- answered{err: err}
				continue
			}
			v, err := a.run()
			a.answer <- answered{v, err}
		}
	}
}

// ask has the goroutine run something and waits for what it says.
func (s *session) ask(ctx context.Context, run func() (*View, error)) (*View, error) {
	a := asked{ctx, run, make(chan answered, 1)}
	select {
	case s.commands <- a:
	case <-s.done:
		return nil, errShut
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	got := <-a.answer // an event under way is committed or not, whatever ctx says
	return got.view, got.err
}

// carryOut makes the event that a command asks for, keeps it, and only then
// lets the play and the feed know.
func (s *session) carryOut(ctx context.Context, c Command) (*View, error) {
	if c.Request != "" && s.requests[c.Request] {
		return s.current.Load(), nil
	}
	if c.Based != s.fold.number {
		return s.current.Load(), &Failure{Reason: Stale, Now: s.fold.number,
			What: fmt.Sprintf("the play has moved on: the command was based on event %d, the last is %d", c.Based, s.fold.number),
			Hint: "look at the play again and repeat the command if it still fits"}
	}
	if err := s.guard(c); err != nil {
		return s.current.Load(), err
	}
	e := Event{Play: s.id, At: s.plays.now(), Kind: c.Kind, Origin: c.Origin, Who: c.Who, Why: c.Why, Request: c.Request, Action: c.Action, Correction: c.Correction}
	switch {
	case c.Kind == Undone && s.fold.top != nil:
		e.Target = s.fold.top.event.Number
	case c.Kind == Redone && s.fold.undone != nil:
		e.Target = s.fold.undone.step.event.Number
	}
	next, err := s.fold.with(e)
	if err != nil {
		return s.current.Load(), err
	}
	view, err := next.view(s.id)
	if err != nil {
		return s.current.Load(), err
	}
	err = s.plays.append(ctx, e, Projection{Status: next.status, Note: next.note, Outcome: next.outcome()}, func(number int64) {
		next.number, next.last.Number = number, number
		if next.top != nil && next.top != s.fold.top && (e.Kind == Did || e.Kind == Corrected) {
			next.top.event.Number = number
		}
		view.numbered(number, e.Kind)
		s.fold = next
		if e.Request != "" {
			s.requests[e.Request] = true
		}
		s.current.Store(view)
	})
	if err != nil {
		return s.current.Load(), &Failure{Reason: Unkept, What: "the event could not be kept, nothing has changed", Hint: "see whether the disk is full or read-only, then try again", Now: s.fold.number, Err: err}
	}
	return view, nil
}

// numbered fills in the number of the event that made the view.
func (v *View) numbered(number int64, k Kind) {
	v.Number = number
	if k == Did || k == Corrected {
		v.Recent[0].Number = number
		v.Undo.Number = number
	}
}

// guard refuses commands that no fold need see: too long texts, corrections
// without a reason, and the camera where somebody's correction holds.
func (s *session) guard(c Command) error {
	for name, text := range map[string]string{"who": c.Who, "why": c.Why, "request": c.Request} {
		if len(text) > mostText {
			return &Failure{Reason: Invalid, What: fmt.Sprintf("%q is longer than %d bytes", name, mostText)}
		}
	}
	if c.Kind == Corrected && (strings.TrimSpace(c.Who) == "" || strings.TrimSpace(c.Why) == "") {
		return &Failure{Reason: Invalid, What: "a correction needs who makes it and why", Hint: "give \"who\" and \"why\", such as \"misread\" or \"forgotten\""}
	}
	if c.Kind == Finished && s.fold.top != nil && strings.TrimSpace(c.Why) == "" && !s.fold.game.Next(s.fold.top.state).Over {
		return &Failure{Reason: Invalid, What: "the game isn't over yet", Hint: "to finish it all the same and have it count, give \"why\"; to leave it uncounted, abandon it", Now: s.fold.number}
	}
	if c.Kind == Started || c.Kind == Recorded {
		return &Failure{Reason: Invalid, What: "a play can't begin twice"}
	}
	if c.Origin == ByCamera && c.Action != nil && s.fold.top != nil {
		for _, p := range touched(*c.Action) {
			if _, held := s.fold.top.held[p]; held {
				return &Failure{Reason: Held, What: fmt.Sprintf("somebody corrected %s of %s, which holds until the camera sees that place change", p.space, p.player), Now: s.fold.number}
			}
		}
	}
	return nil
}

// look takes in what the camera sees at places where a correction holds, and
// lets go of those that look different from when they were corrected.
func (s *session) look(player string, saw map[string]string) (*View, error) {
	if s.fold.top == nil {
		return s.current.Load(), nil
	}
	var gone []place
	for space, now := range saw {
		p := place{player, space}
		then, held := s.fold.top.held[p]
		if !held || now == "" {
			continue
		}
		if then == "" { // nothing was known then: the first look counts as it
			then = s.looked[p]
			s.looked[p] = now
		}
		if then != "" && then != now {
			gone = append(gone, p)
			delete(s.looked, p)
		}
	}
	if len(gone) == 0 {
		return s.current.Load(), nil
	}
	top := *s.fold.top
	top.held = without(top.held, gone)
	s.fold.top = &top
	v, err := s.fold.view(s.id)
	if err != nil {
		return s.current.Load(), err
	}
	s.current.Store(v)
	return v, nil
}
