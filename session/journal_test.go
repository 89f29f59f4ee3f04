package session_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"harbormaster/scoring/catalog"
	"harbormaster/session"
)

// memory is a journal that forgets when the test ends, and fails on demand.
type memory struct {
	mu     sync.Mutex
	events []session.Event
	last   session.Projection
	broken bool
}

var errFull = errors.New("the disk is full")

func (m *memory) Append(_ context.Context, e session.Event, p session.Projection) (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.broken {
		return 0, errFull
	}
	e.Number = int64(len(m.events) + 1)
	m.events, m.last = append(m.events, e), p
	return e.Number, nil
}

func (m *memory) Events(_ context.Context, play string) (list []session.Event, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range m.events {
		if e.Play == play {
			list = append(list, e)
		}
	}
	return list, nil
}

func (m *memory) Begun(_ context.Context, request string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range m.events {
		if e.Kind == session.Started && e.Request == request {
			return e.Play, nil
		}
	}
	return "", nil
}

func (m *memory) Newest(_ context.Context, n int) ([]session.Event, int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	cut := max(0, len(m.events)-n)
	return append([]session.Event(nil), m.events[cut:]...), int64(cut), nil
}

// evening is the time that all plays of a test begin at.
var evening = time.Date(2026, 11, 28, 19, 30, 0, 0, time.UTC)

// open opens the plays of a journal; every look at the clock takes a second.
func open(t testing.TB, j session.Journal) *session.Plays {
	t.Helper()
	var mu sync.Mutex
	now := evening
	clock := func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Second)
		return now
	}
	p, err := session.New(t.Context(), j, catalog.Game, clock, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// table is a play under test.
type table struct {
	t     testing.TB
	plays *session.Plays
	*session.View
}

func begin(t testing.TB, p *session.Plays, start session.Start) *table {
	t.Helper()
	v, err := p.Begin(t.Context(), start, "tablet", "")
	if err != nil {
		t.Fatal(err)
	}
	return &table{t, p, v}
}

// do carries out a command that must succeed.
func (b *table) do(c session.Command) {
	b.t.Helper()
	if err := b.try(c); err != nil {
		b.t.Fatalf("%s: %v", c.Kind, err)
	}
}

// try carries out a command based on what the table knows.
func (b *table) try(c session.Command) error {
	b.t.Helper()
	if c.Based == 0 {
		c.Based = b.Number
	}
	v, err := b.plays.Do(b.t.Context(), b.Play, c)
	if err == nil {
		b.View = v
	}
	return err
}

// wants checks why a command was refused.
func wants(t testing.TB, err error, want session.Reason) {
	t.Helper()
	var f *session.Failure
	if !errors.As(err, &f) || f.Reason != want {
		t.Errorf("got %v, want a failure for reason %d", err, want)
	}
}
