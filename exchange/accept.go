package exchange

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"

	"harbormaster/history"
	"harbormaster/session"
)

// What a play, an event, a player of the document must be like to be accepted.

var (
	goodID   = regexp.MustCompile(`^[0-9A-Za-z_-]{1,64}$`)
	goodUUID = regexp.MustCompile(`^[0-9A-Za-z-]{1,64}$`)
	earliest = time.Date(1800, 1, 1, 0, 0, 0, 0, time.UTC)
	latest   = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
)

// named checks a name.
func (r *reader) named(where, name string) error {
	if name == "" {
		return r.problem(where, "the name is empty", "give one")
	}
	return r.worded(where, name, mostName)
}

// worded checks a text: its length, and that no control characters hide in it.
func (r *reader) worded(where, text string, most int) error {
	if n := utf8.RuneCountInString(text); n > most {
		return r.problem(where, fmt.Sprintf("a text has %d characters", n), fmt.Sprintf("shorten it to %d", most))
	}
	for _, c := range text {
		if unicode.IsControl(c) && c != '\n' && c != '\t' && c != '\r' {
			return r.problem(where, fmt.Sprintf("a text has the control character %U in it", c), "leave it out")
		}
	}
	return nil
}

func (r *reader) person(where string) error {
	var p person
	if err := r.next(where, &p); err != nil {
		return err
	}
	where = fmt.Sprintf("%s (%.40q)", where, p.Name)
	if !goodUUID.MatchString(p.UUID) {
		return r.problem(where, fmt.Sprintf("%.80q is no UUID", p.UUID), "export the file again")
	}
	if _, twice := r.people[p.UUID]; twice {
		return r.problem(where, "a player before has the same UUID", "leave one of them out")
	}
	if err := r.named(where, p.Name); err != nil {
		return err
	}
	for _, text := range []string{p.Color, p.Shape} {
		if err := r.worded(where, text, mostName); err != nil {
			return err
		}
	}
	if !p.Created.IsZero() && (p.Created.Before(earliest) || p.Created.After(latest)) {
		return r.problem(where, "the time can't be right", "export the file again")
	}
	id := int64(len(r.batch.Players) + 1)
	r.people[p.UUID] = id
	r.batch.Players = append(r.batch.Players, history.Player{ID: id, UUID: p.UUID, Name: p.Name, Color: p.Color, Shape: p.Shape, Hidden: p.Hidden, Created: p.Created})
	if p.Picture != nil {
		if err := history.Picture(*p.Picture).Check(); err != nil {
			return r.problem(where, err.Error(), "make it smaller, or leave it out")
		}
		if r.batch.Pictures == nil {
			r.batch.Pictures = map[int64]history.Picture{}
		}
		r.batch.Pictures[id] = history.Picture(*p.Picture)
	}
	return nil
}

func (r *reader) card(where string) error {
	var c card
	if err := r.next(where, &c); err != nil {
		return err
	}
	for _, name := range []string{c.Game, c.Name} {
		if err := r.named(where, name); err != nil {
			return err
		}
	}
	var body map[string]json.RawMessage
	if err := r.fill(where+".body", c.Body, &body); err != nil {
		return err
	}
	r.batch.Cards = append(r.batch.Cards, history.Card{Game: c.Game, Name: c.Name, Body: c.Body})
	return nil
}

func (r *reader) play(where string) error {
	var p struct {
		ID      string            `json:"id"`
		Players []string          `json:"players"`
		Events  []json.RawMessage `json:"events"` // one at a time, for the place of complaints
	}
	if err := r.next(where, &p); err != nil {
		return err
	}
	if !goodID.MatchString(p.ID) {
		return r.problem(where, fmt.Sprintf("%.80q can't be the id of a play", p.ID), "export the file again")
	}
	where = fmt.Sprintf("%s (play %q)", where, p.ID)
	if r.plays[p.ID] {
		return r.problem(where, "a play before has the same id", "leave one of them out")
	}
	r.plays[p.ID] = true
	if n := len(p.Events); n == 0 || n > mostEvents {
		return r.problem(where, fmt.Sprintf("it has %d events", n), fmt.Sprintf("a play has 1 to %d", mostEvents))
	}
	events, err := r.events(where, p.ID, p.Events)
	if err != nil {
		return err
	}
	if seats := len(events[0].Start.Seats); len(p.Players) > seats {
		return r.problem(where, fmt.Sprintf("%d players are listed for %d seats", len(p.Players), seats), "export the file again")
	}
	r.batch.Plays = append(r.batch.Plays, history.Incoming{Events: events})
	r.seats = append(r.seats, p.Players)
	r.places = append(r.places, fmt.Sprintf("line %d, %s", r.line(r.dec.InputOffset()), where))
	return nil
}

// events reads a log, numbered from 1.
func (r *reader) events(where, id string, raw []json.RawMessage) ([]session.Event, error) {
	events := make([]session.Event, len(raw))
	position := make(map[int64]int64, len(raw))
	var last int64
	for i := range raw {
		at := fmt.Sprintf("%s, event %d", where, i+1)
		var e event
		if err := r.fill(at, raw[i], &e); err != nil {
			return nil, err
		}
		raw[i] = nil // its bytes aren't needed any longer
		if e.Number <= last {
			return nil, r.problem(at, fmt.Sprintf("the event has number %d after %d", e.Number, last), "events are in order, with growing numbers from 1")
		}
		last = e.Number
		position[e.Number] = int64(i + 1)
		if e.Target != 0 && position[e.Target] == 0 {
			return nil, r.problem(at, fmt.Sprintf("it refers to event %d, which isn't before it", e.Target), "export the file again")
		}
		if e.At.Before(earliest) || e.At.After(latest) {
			return nil, r.problem(at, "the time is missing or can't be right", "give \"at\" as in 2026-11-30T19:30:00Z")
		}
		for _, text := range []string{e.Who, e.Why} {
			if err := r.worded(at, text, mostText); err != nil {
				return nil, err
			}
		}
		if (i == 0) != (e.Start != nil) || i > 0 && e.Record != nil {
			return nil, r.problem(at, "the first event, and only that, says what the play starts from", "export the file again")
		}
		if err := r.origin(at, e.Origin); err != nil {
			return nil, err
		}
		if e.Start != nil {
			if err := r.start(at, *e.Start); err != nil {
				return nil, err
			}
		}
		if e.Record != nil {
			if err := r.record(at, e.Kind, *e.Start, *e.Record); err != nil {
				return nil, err
			}
		}
		e.Number, e.Target, e.Play = int64(i+1), position[e.Target], id
		e.At = e.At.UTC().Truncate(time.Millisecond)
		events[i] = session.Event(e)
	}
	return events, nil
}

func (r *reader) origin(where string, o session.Origin) error {
	switch o {
	case "", session.ByRule, session.ByCamera, session.ByHand:
		return nil
	}
	return r.problem(where, fmt.Sprintf("there is no origin %.40q", o), "rule, camera and hand are known")
}

func (r *reader) start(where string, s session.Start) error {
	if len(s.Seats) > mostSeats {
		return r.problem(where, fmt.Sprintf("%d sit at the table", len(s.Seats)), fmt.Sprintf("at most %d can", mostSeats))
	}
	for i, seat := range s.Seats {
		if err := r.named(fmt.Sprintf("%s, seat %d", where, i+1), seat.Name); err != nil {
			return err
		}
		for _, text := range []string{seat.Color, seat.Shape} {
			if err := r.worded(where, text, mostName); err != nil {
				return err
			}
		}
		if seat.Player != 0 {
			return r.problem(where, "a seat names a player by number", "players are named by UUID in the play's \"players\"")
		}
	}
	for text, most := range map[string]int{s.Game: mostName, s.Place: mostName, s.Note: mostText} {
		if err := r.worded(where, text, most); err != nil {
			return err
		}
	}
	return nil
}

// accept replays the logs by the rules of their games, on all processors: that
// takes far longer than reading them. The places are those of the plays in the file.
func accept(ctx context.Context, games session.Games, plays []history.Incoming, places []string) error {
	errs := make([]error, len(plays))
	var next atomic.Int64
	var failed atomic.Bool
	var running sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		running.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(plays) && !failed.Load() && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				_, plays[i].Projection, errs[i] = session.Replay(games, plays[i].Events)
				if errs[i] != nil {
					failed.Store(true)
				}
			}
		})
	}
	running.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for i, err := range errs {
		if err != nil {
			return &Problem{Where: places[i], What: "the rules of the game don't accept its log", Err: err,
				Hint: "it may come from a newer version of the program, or was changed by hand"}
		}
	}
	return nil
}

// seat finds the players of the seats, now that all are known.
func (r *reader) seat() error {
	for i, uuids := range r.seats {
		ids := make([]int64, len(r.batch.Plays[i].Events[0].Start.Seats))
		for k, uuid := range uuids {
			if uuid == "" {
				continue
			}
			if ids[k] = r.people[uuid]; ids[k] == 0 {
				return &Problem{Where: fmt.Sprintf("plays[%d] (play %q), seat %d", i, r.batch.Plays[i].Events[0].Play, k+1),
					What: fmt.Sprintf("the player %.80q isn't in the file", uuid), Hint: "add the player to \"players\", or leave an empty text there"}
			}
		}
		r.batch.Plays[i].Seats = ids
	}
	return nil
}
