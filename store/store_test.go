package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"harbormaster/history"
	"harbormaster/scoring"
	"harbormaster/scoring/catalog"
	"harbormaster/session"
)

// evening is when the tests' plays begin.
var evening = time.Date(2026, 3, 14, 19, 30, 0, 0, time.UTC)

// open returns a store in a folder of the test's.
func open(t testing.TB) *Store {
	t.Helper()
	s, err := Open(context.Background(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// over returns the plays of a store, with a clock that goes on a minute
// whenever it is asked.
func over(t testing.TB, s session.Journal) *session.Plays {
	t.Helper()
	now := evening
	plays, err := session.New(context.Background(), s, catalog.Game, func() time.Time { now = now.Add(time.Minute); return now }, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(plays.Close)
	return plays
}

// finished returns a play taken over from elsewhere, with points by name; the
// most win. Every player's points are half goods, half coins.
func finished(id, game string, ended time.Time, names []string, points []int) history.Incoming {
	r := scoring.NewResult(game)
	start := session.Start{Game: game}
	for i, name := range names {
		start.Seats = append(start.Seats, session.Seat{Name: name})
		p := scoring.PlayerResult{Name: name, Lines: []scoring.Line{}}
		p.Add(scoring.Line{Category: "goods", Points: points[i] / 2})
		p.Add(scoring.Line{Category: "coins", Points: points[i] - points[i]/2})
		r.Players = append(r.Players, p)
	}
	r.CrownMost(func(i int) (int, int) { return points[i], 0 })
	o := session.Outcome{Result: r, Ranks: session.Ranks(r), Started: ended.Add(-90 * time.Minute), Ended: ended}
	e := session.Event{Number: 1, Play: id, At: ended, Kind: session.Recorded, Start: &start, Record: &o}
	return history.Incoming{Events: []session.Event{e}, Projection: session.Projection{Status: session.Complete, Outcome: &o}}
}

// add imports plays.
func add(t testing.TB, s *Store, plays ...history.Incoming) {
	t.Helper()
	r, err := s.Import(context.Background(), history.Batch{Plays: plays})
	if err != nil {
		t.Fatal(err)
	}
	if r.Plays != len(plays) {
		t.Fatalf("imported %d plays of %d", r.Plays, len(plays))
	}
}

// complainer is a test, of testing or rapid.
type complainer interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// refused checks that an error is a failure with a reason and words for people.
func refused(t complainer, err error, want session.Reason) {
	t.Helper()
	var f *session.Failure
	if !errors.As(err, &f) {
		t.Fatalf("got the error %v, want a failure", err)
	}
	if f.Reason != want || f.What == "" {
		t.Errorf("got reason %d (%v), want %d", f.Reason, err, want)
	}
}

func names(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("player %c", 'A'+i)
	}
	return list
}

// start is what a game of orleans starts from.
func start(names ...string) session.Start {
	s := session.Start{Game: "orleans"}
	for _, n := range names {
		s.Seats = append(s.Seats, session.Seat{Name: n})
	}
	return s
}
