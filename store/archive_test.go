package store

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"harbormaster/history"
	"harbormaster/scoring"
	"harbormaster/scoring/catalog"
	"harbormaster/session"
)

// played plays a short game with an undo and a correction, and finishes it.
func played(t testing.TB, plays *session.Plays, begin session.Start, request string) string {
	t.Helper()
	ctx := context.Background()
	v, err := plays.Begin(ctx, begin, "tablet", request)
	if err != nil {
		t.Fatal(err)
	}
	first := begin.Seats[0].Name
	nine := 9
	for _, c := range []session.Command{
		{Kind: session.Did, Action: &scoring.Action{Player: first, Do: "gain", Key: "coins", Count: 3}},
		{Kind: session.Did, Action: &scoring.Action{Player: first, Do: "gain", Key: "coins", Count: 2}},
		{Kind: session.Undone},
		{Kind: session.Redone},
		{Kind: session.Corrected, Who: "Ann", Why: "miscounted", Correction: &session.Correction{Player: first, Category: "goods", Points: &nine}},
		{Kind: session.Noted, Why: "a close one"},
		{Kind: session.Finished, Why: "enough"},
	} {
		c.Based = v.Number
		if v, err = plays.Do(ctx, v.Play, c); err != nil {
			t.Fatalf("%s: %v", c.Kind, err)
		}
	}
	return v.Play
}

// batch turns what an export gives into what an import takes.
func batch(t testing.TB, s *Store) history.Batch {
	t.Helper()
	ctx := context.Background()
	var b history.Batch
	var err error
	if b.Players, err = s.Players(ctx, true); err != nil {
		t.Fatal(err)
	}
	if b.Cards, err = s.Cards(ctx, ""); err != nil {
		t.Fatal(err)
	}
	for l, err := range s.Logs(ctx, history.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		p, err := session.Project(catalog.Game, l.Events)
		if err != nil {
			t.Fatal(err)
		}
		in := history.Incoming{Events: l.Events, Projection: p}
		for _, seat := range l.Play.Seats {
			in.Seats = append(in.Seats, seat.Player)
		}
		b.Plays = append(b.Plays, in)
	}
	return b
}

// TestEverythingGoesOver takes all plays to another machine, where everything
// but the numbers is the same, and where a second time changes nothing.
func TestEverythingGoesOver(t *testing.T) {
	ctx := context.Background()
	here, there := open(t), open(t)
	add(t, there, finished("other", "orleans", evening, []string{"Zoe", "bo"}, []int{50, 60})) // so that ids and numbers differ
	plays := over(t, here)
	withPlace := start("Ann", "Bo", "Cy")
	withPlace.Place = "Kitchen"
	id := played(t, plays, withPlace, "r-1")
	add(t, here, finished("old", "orleans", evening.AddDate(-1, 0, 0), []string{"Ann", "Bo"}, []int{70, 60}))
	if _, err := here.AddCard(ctx, history.Card{Game: "riverboat", Name: "Our card", Body: []byte(`{"a": 1}`)}); err != nil {
		t.Fatal(err)
	}
	b := batch(t, here)
	r, err := there.Import(ctx, b)
	if err != nil {
		t.Fatal(err)
	}
	if want := (history.Report{Players: 2, Places: 1, Cards: 1, Plays: 2}); r != want {
		t.Errorf("the import says %+v, want %+v", r, want)
	}
	again, err := there.Import(ctx, b)
	if want := (history.Report{Skipped: 2}); err != nil || again != want {
		t.Errorf("the second import says %+v, %v; want %+v", again, err, want)
	}

	was, err := here.Log(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	is, err := there.Log(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	numbers := cmpopts.IgnoreFields(session.Event{}, "Number", "Target")
	ids := cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".Player" && p.Index(-2).String() != ".Correction" }, cmp.Comparer(func(a, b int64) bool { return (a == 0) == (b == 0) }))
	people := cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".Person" }, cmp.Comparer(func(a, b string) bool { return fold(a) == fold(b) }))
	if diff := cmp.Diff(was, is, numbers, ids, people); diff != "" {
		t.Errorf("the play over there differs (-here +there):\n%s", diff)
	}
	a, err := plays.View(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	v, err := over(t, there).View(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(a.Result, v.Result); diff != "" {
		t.Errorf("the log over there comes to something else (-here +there):\n%s", diff)
	}
	if is.Play.Seats[1].Person != "bo" {
		t.Errorf("Bo is %q over there, want the bo who was there", is.Play.Seats[1].Person)
	}
}

// TestImportIsAllOrNothing: one bad play keeps the good ones out too.
func TestImportIsAllOrNothing(t *testing.T) {
	good := finished("good", "orleans", evening, names(2), []int{3, 4})
	tests := map[string]func(p *history.Incoming){
		"no events":      func(p *history.Incoming) { p.Events = nil },
		"no start":       func(p *history.Incoming) { p.Events[0].Start = nil },
		"no play":        func(p *history.Incoming) { p.Events[0].Play = "" },
		"two beginnings": func(p *history.Incoming) { p.Events = append(p.Events, p.Events[0]) },
		"another play's event": func(p *history.Incoming) {
			p.Events = append(p.Events, session.Event{Play: "good", Kind: session.Noted})
		},
		"about an event that isn't there": func(p *history.Incoming) {
			p.Events = append(p.Events, session.Event{Play: "bad", Kind: session.Undone, Target: 77})
		},
		"a rank too few": func(p *history.Incoming) { p.Projection.Outcome.Ranks = []int{1} },
	}
	for name, spoil := range tests {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			bad := finished("bad", "orleans", evening, names(3), []int{3, 4, 5})
			spoil(&bad)
			_, err := s.Import(context.Background(), history.Batch{Places: []string{"Kitchen"}, Plays: []history.Incoming{good, bad}})
			refused(t, err, session.Invalid)
			for _, table := range []string{"plays", "seats", "lines", "months", "events", "players", "places"} {
				var n int
				if err := s.read.QueryRow(`SELECT count(*) FROM ` + table).Scan(&n); err != nil || n != 0 {
					t.Errorf("%d rows are left in %s, %v", n, table, err)
				}
			}
		})
	}
}
