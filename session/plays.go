package session

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"
)

// Journal is where events are kept for good. Its methods may be called from
// several goroutines; Append is called by one at a time.
type Journal interface {
	// Append writes an event, and what follows from it for the history, in one
	// transaction, and returns the event's number once it is committed and
	// synced. After an error nothing of it was kept; a *Failure says what
	// people can do about it.
	Append(ctx context.Context, e Event, p Projection) (int64, error)
	// Events returns the log of a play in order; an empty log is no play.
	Events(ctx context.Context, play string) ([]Event, error)
	// Begun returns the play that a request began, or "".
	Begun(ctx context.Context, request string) (play string, err error)
	// Newest returns the newest events of all plays in order, at most n, and
	// the number of the event before them (0 at the beginning).
	Newest(ctx context.Context, n int) (events []Event, before int64, err error)
}

// Projection is what an event changes in the history, beside the log.
type Projection struct {
	Status  Status
	Note    string
	Outcome *Outcome // of a finished play; nil takes away an earlier one
}

// Plays are all plays of the journal; those in use have a goroutine each.
type Plays struct {
	journal Journal
	games   Games
	now     func() time.Time
	log     *slog.Logger
	feed    *Feed

	beginning sync.Mutex
	writing   sync.Mutex // one event after the other, so that the feed is in order
	mu        sync.Mutex // guards what follows
	opened    map[string]*session
	used      int64 // counts uses, so that the least lately used play is known
	closed    bool
	running   sync.WaitGroup
}

// errClosed is given while the service ends; errShut by a play that was shut.
var (
	errClosed = &Failure{Reason: Closing, What: "the service is shutting down", Hint: "try again when it runs"}
	errShut   = errors.New("the play was shut")
)

// New returns the plays of a journal. The clock gives the events' times.
func New(ctx context.Context, j Journal, games Games, now func() time.Time, log *slog.Logger) (*Plays, error) {
	newest, before, err := j.Newest(ctx, feedKept)
	if err != nil {
		return nil, fmt.Errorf("read the newest events: %w", err)
	}
	return &Plays{journal: j, games: games, log: log, feed: newFeed(before, newest), opened: map[string]*session{},
		now: func() time.Time { return now().UTC().Truncate(time.Millisecond) }}, nil
}

// Feed returns the feed of all plays' events.
func (p *Plays) Feed() *Feed { return p.feed }

// Begin starts a play and returns it. The request works as in Command.
func (p *Plays) Begin(ctx context.Context, start Start, who, request string) (*View, error) {
	if request != "" {
		p.beginning.Lock() // so that a repeat sent at once finds the first
		defer p.beginning.Unlock()
		id, err := p.journal.Begun(ctx, request)
		if err != nil {
			return nil, fmt.Errorf("look for the play that the request began: %w", err)
		}
		if id != "" {
			return p.View(ctx, id)
		}
	}
	e := Event{Play: newID(), At: p.now(), Kind: Started, Origin: ByHand, Who: who, Request: request, Start: &start}
	f, err := begin(p.games, e)
	if err != nil {
		return nil, err
	}
	err = p.append(ctx, e, Projection{Status: f.status, Note: f.note}, func(number int64) {
		e.Number = number
		f.number, f.began.Number, f.last.Number, f.top.event.Number = number, number, number, number
	})
	if err != nil {
		var refused *Failure // a seat for a player that doesn't exist, and suchlike
		if errors.As(err, &refused) {
			return nil, err
		}
		return nil, &Failure{Reason: Unkept, What: "the new play could not be kept", Hint: "see whether the disk is full or read-only, then try again", Err: err}
	}
	return p.View(ctx, e.Play)
}

// View returns a play as it stands.
func (p *Plays) View(ctx context.Context, id string) (*View, error) {
	s, err := p.find(ctx, id)
	if err != nil {
		return nil, err
	}
	return s.current.Load(), nil
}

// Do carries out a command and returns the play after it; with an error, the
// play as it stands, if there is one.
func (p *Plays) Do(ctx context.Context, id string, c Command) (*View, error) {
	s, err := p.find(ctx, id)
	if err != nil {
		return nil, err
	}
	if c.Origin == "" {
		c.Origin = ByHand
	}
	v, err := s.ask(ctx, func() (*View, error) { return s.carryOut(ctx, c) })
	if errors.Is(err, errShut) { // shut as the least lately used just now
		return p.Do(ctx, id, c)
	}
	return v, err
}

// Look tells a play what the camera sees at a player's places. It is no event.
func (p *Plays) Look(ctx context.Context, id, player string, saw map[string]string) (*View, error) {
	s, err := p.find(ctx, id)
	if err != nil {
		return nil, err
	}
	v, err := s.ask(ctx, func() (*View, error) { return s.look(player, saw) })
	if errors.Is(err, errShut) {
		return p.Look(ctx, id, player, saw)
	}
	return v, err
}

// Close ends all goroutines and subscriptions, after the events under way.
func (p *Plays) Close() {
	p.mu.Lock()
	if !p.closed {
		p.closed = true
		for _, s := range p.opened {
			close(s.done)
		}
	}
	p.mu.Unlock()
	p.running.Wait()
	p.feed.end()
}

// mostOpen bounds how many plays are kept in memory. An evening has one; who
// leafs through the history opens many.
const mostOpen = 32

// find returns the goroutine of a play, starting it from the log if need be.
func (p *Plays) find(ctx context.Context, id string) (*session, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, errClosed
	}
	p.used++
	if s, ok := p.opened[id]; ok {
		s.used = p.used
		return s, nil
	}
	events, err := p.journal.Events(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("read the log of play %s: %w", id, err)
	}
	if len(events) == 0 {
		return nil, unknownPlay(id)
	}
	f, err := replay(p.games, events, nil)
	if err != nil {
		return nil, err
	}
	return p.keep(id, f, events)
}

// keep opens a play and shuts the one that was used least lately, if there are
// too many; its log brings it back. A play that is open already stays as it is:
// whoever heard of its first event on the feed may have been here before the one
// who began it.
func (p *Plays) keep(id string, f fold, events []Event) (*session, error) {
	if s, ok := p.opened[id]; ok {
		s.used = p.used
		return s, nil
	}
	s, err := p.open(id, f, events)
	if err != nil {
		return nil, err
	}
	s.used = p.used
	p.opened[id] = s
	if len(p.opened) > mostOpen {
		oldest := s
		for _, other := range p.opened {
			if other.used < oldest.used {
				oldest = other
			}
		}
		p.shut(oldest)
	}
	return s, nil
}

// shut ends a play's goroutine and waits until the command under way is done:
// whoever opens the play again must find its event in the log. Called with p.mu held.
func (p *Plays) shut(s *session) {
	delete(p.opened, s.id)
	close(s.done)
	<-s.ended
}

func unknownPlay(id string) error {
	return &Failure{Reason: NotFound, What: fmt.Sprintf("there is no play %q", id), Hint: "the history lists all plays"}
}

// append keeps an event, then tells first the play (kept) and then the feed.
func (p *Plays) append(ctx context.Context, e Event, projection Projection, kept func(number int64)) error {
	p.writing.Lock()
	defer p.writing.Unlock()
	// Who asked may go away; the event is kept or not all the same.
	number, err := p.journal.Append(context.WithoutCancel(ctx), e, projection)
	if err != nil {
		return err
	}
	e.Number = number
	kept(number)
	p.feed.publish(e)
	return nil
}

// newID returns a name for a play: 16 letters and digits, by chance.
func newID() string {
	var b [10]byte
	rand.Read(b[:]) // never fails, by its documentation
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b[:]))
}
