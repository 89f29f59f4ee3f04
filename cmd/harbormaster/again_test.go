package main

import (
	"io"
	"testing"

	"harbormaster/config"
	"harbormaster/history"
	"harbormaster/scoring"
	"harbormaster/session"
)

// A recording that begins anew begins a game like the last one; what wasn't finished is
// left, and what people have begun, paused or never played is theirs.
func TestBeginAgain(t *testing.T) {
	settings := config.Default()
	settings.Data = t.TempDir()
	ctx := t.Context()
	s := serving(t, settings, io.Discard)
	plays := func() []history.Play {
		page, err := s.store.Plays(ctx, history.Filter{}, "", 10)
		if err != nil {
			t.Fatal(err)
		}
		return page.Plays
	}
	again := func(want int) {
		t.Helper()
		if err := s.table.Watch.Anew(ctx); err != nil {
			t.Fatal(err)
		}
		if n := len(plays()); n != want {
			t.Fatalf("there are %d plays, want %d", n, want)
		}
	}
	again(0)
	first, _, err := readLog(recordedGame)
	if err != nil {
		t.Fatal(err)
	}
	v, err := s.plays.Begin(ctx, session.Start{Game: first.Game, Settings: first.Settings, Seats: []session.Seat{{Name: "Ann"}, {Name: "Bo"}}}, "test", "")
	if err != nil {
		t.Fatal(err)
	}
	again(1) // nothing has happened in it yet
	do := func(kind session.Kind, a *scoring.Action) {
		t.Helper()
		if v, err = s.plays.Do(ctx, v.Play, session.Command{Kind: kind, Based: v.Number, Who: "test", Action: a}); err != nil {
			t.Fatal(err)
		}
	}
	do(session.Did, &scoring.Action{Player: "Ann", Do: scoring.Bulk, Set: []byte(`{"coins":4}`)})
	do(session.Paused, nil)
	again(1)
	do(session.Resumed, nil)
	again(2)
	list := plays()
	if list[0].Status != session.Playing || list[1].Status != session.Left {
		t.Errorf("the new one is %s, the old one %s", list[0].Status, list[1].Status)
	}
	next, err := s.plays.View(ctx, list[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	if len(next.Start.Seats) != 2 || next.Start.Seats[0].Name != "Ann" || len(next.Recent) != 0 {
		t.Errorf("it begins with %+v and %d events", next.Start.Seats, len(next.Recent))
	}
}
