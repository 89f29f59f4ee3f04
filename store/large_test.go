package store

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"harbormaster/history"
	"harbormaster/scoring"
	"harbormaster/session"
)

// large returns a store with so many finished games of twelve players over ten
// years, each with lines for four rounds, as a table's whole life leaves them.
func large(t testing.TB, games int) *Store {
	t.Helper()
	s := open(t)
	r := rand.New(rand.NewPCG(1, 2))
	people := names(12)
	categories := []string{"track", "coins", "fields", "features", "harbor", "agents"}
	kinds := []string{"riverboat", "riverboat", "riverboat", "orleans", "agricola", "plantation"}
	places := []string{"Kitchen", "Club", "At Bo's", ""}
	const at1 = 1000
	for from := 0; from < games; from += at1 {
		var b history.Batch
		for i := from; i < min(from+at1, games); i++ {
			n := 2 + r.IntN(3)
			chosen := r.Perm(len(people))[:n]
			if i%2 == 0 { // one of them is always there
				chosen[0] = 0
				for k := 1; k < n; k++ {
					chosen[k] = 1 + (chosen[k]+k)%11
				}
			}
			ended := evening.AddDate(-10, 0, 0).Add(time.Duration(i) * 8 * time.Hour)
			kind := kinds[r.IntN(len(kinds))]
			sheet := func(share int) []scoring.PlayerResult {
				var list []scoring.PlayerResult
				for _, c := range chosen {
					p := scoring.PlayerResult{Name: people[c]}
					for _, category := range categories {
						p.Add(scoring.Line{Category: category, Points: r.IntN(30) * share / 4, Spaces: []string{"A1", "B2"}})
					}
					list = append(list, p)
				}
				return list
			}
			result := scoring.NewResult(kind)
			result.Players = sheet(4)
			result.CrownMost(func(i int) (int, int) { return result.Players[i].Total, 0 })
			start := session.Start{Game: kind, Place: places[r.IntN(len(places))], Note: fmt.Sprintf("evening number %d", i)}
			for _, c := range chosen {
				start.Seats = append(start.Seats, session.Seat{Name: people[c]})
			}
			o := session.Outcome{Result: result, Ranks: session.Ranks(result), Started: ended.Add(-time.Duration(40+r.IntN(100)) * time.Minute), Ended: ended}
			for round := 1; round <= 4; round++ {
				o.Rounds = append(o.Rounds, session.Round{Round: round, Players: sheet(round)})
			}
			e := session.Event{Number: 1, Play: fmt.Sprintf("play%06d", i), At: ended, Kind: session.Recorded, Start: &start, Record: &o}
			b.Plays = append(b.Plays, history.Incoming{Events: []session.Event{e}, Projection: session.Projection{Status: session.Complete, Note: start.Note, Outcome: &o}})
		}
		if _, err := s.Import(context.Background(), b); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// questions are what pages ask of the past.
var questions = []struct {
	name string
	ask  func(ctx context.Context, s *Store) error
}{
	{"history", plays(history.Filter{}, "")},
	{"history-deep", plays(history.Filter{}, cursorAt(millis(evening.AddDate(-8, 0, 0)), ""))},
	{"history-game", plays(history.Filter{Game: "orleans", Status: session.Complete}, "")},
	{"history-player", plays(history.Filter{Player: 1, Players: 3}, "")},
	{"history-place-time", plays(history.Filter{Place: 1, From: evening.AddDate(-5, 0, 0), To: evening.AddDate(-4, 0, 0)}, "")},
	{"history-text", plays(history.Filter{Text: "number 77"}, "")},
	{"history-text-name", plays(history.Filter{Text: "player b"}, "")},
	{"history-text-nothing", plays(history.Filter{Text: "no such thing"}, "")},
	{"detail", func(ctx context.Context, s *Store) error { _, err := s.Detail(ctx, "play000042"); return err }},
	{"places", func(ctx context.Context, s *Store) error { _, err := s.Places(ctx); return err }},
	{"overview", func(ctx context.Context, s *Store) error { _, err := s.Overview(ctx, ""); return err }},
	{"overview-game", func(ctx context.Context, s *Store) error { _, err := s.Overview(ctx, "riverboat"); return err }},
	{"player", func(ctx context.Context, s *Store) error { _, err := s.PlayerStatistics(ctx, 1, ""); return err }},
	{"player-game", func(ctx context.Context, s *Store) error {
		_, err := s.PlayerStatistics(ctx, 1, "riverboat")
		return err
	}},
	{"meetings", func(ctx context.Context, s *Store) error { _, err := s.Meetings(ctx, 1, 0, ""); return err }},
	{"meetings-two", func(ctx context.Context, s *Store) error { _, err := s.Meetings(ctx, 1, 2, "riverboat"); return err }},
	{"categories", func(ctx context.Context, s *Store) error { _, err := s.Categories(ctx, 0, ""); return err }},
	{"categories-player", func(ctx context.Context, s *Store) error { _, err := s.Categories(ctx, 1, "riverboat"); return err }},
	{"records", func(ctx context.Context, s *Store) error { _, err := s.Records(ctx, ""); return err }},
	{"records-game", func(ctx context.Context, s *Store) error { _, err := s.Records(ctx, "riverboat"); return err }},
}

func plays(f history.Filter, cursor string) func(ctx context.Context, s *Store) error {
	return func(ctx context.Context, s *Store) error {
		_, err := s.Plays(ctx, f, cursor, 50)
		return err
	}
}

// BenchmarkTenThousandGames times each question on 10,000 finished games; each
// must be answered within 50 ms.
func BenchmarkTenThousandGames(b *testing.B) {
	s := large(b, 10_000)
	for _, q := range questions {
		b.Run(q.name, func(b *testing.B) {
			for b.Loop() {
				if err := q.ask(b.Context(), s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestPlansUseIndexes: no question reads a big table from end to end, and none
// sorts one. Summaries made on the way (materialized, by name) may be scanned.
func TestPlansUseIndexes(t *testing.T) {
	s := large(t, 50)
	ctx := context.Background()
	queries := map[string]struct {
		query string
		args  []any
	}{
		"form":             {formQuery, []any{1, "", 20}},
		"meetings":         {meetingsQuery, []any{1, "", 0}},
		"meetings of two":  {meetingsQuery, []any{1, "orleans", 2}},
		"records":          {recordsQuery, []any{""}},
		"breakdown":        {breakdownQuery, []any{0, ""}},
		"players":          {playersQuery, []any{""}},
		"streak":           {streakQuery, []any{""}},
		"categories":       {categoriesQuery, []any{"", 0}},
		"records of one":   {recordsQuery, []any{"orleans"}},
		"events of a play": {`SELECT number, body FROM events WHERE play = ? ORDER BY number`, []any{"x"}},
		"newest events":    {`SELECT number, body FROM events WHERE number > 0 ORDER BY number DESC LIMIT ?`, []any{10}},
		"begun":            {`SELECT play FROM events WHERE request = ? AND kind = 'started'`, []any{"x"}},
		"score sheet":      {`SELECT round, seat, body FROM lines WHERE play = ? ORDER BY round, seat, place`, []any{"x"}},
		"places":           {`SELECT id, name, (SELECT count(*) FROM plays WHERE place = places.id) FROM places ORDER BY folded`, nil},
	}
	for name, f := range map[string]history.Filter{
		"all": {}, "game": {Game: "orleans"}, "status": {Status: session.Complete}, "place": {Place: 1}, "player": {Player: 1},
		"time": {From: evening, To: evening.AddDate(1, 0, 0)}, "text": {Text: "x"}, "count": {Players: 3},
	} {
		where, args := conditions(f)
		queries["history by "+name] = struct {
			query string
			args  []any
		}{`SELECT ` + playColumns + ` FROM plays LEFT JOIN places ON places.id = plays.place` + where + ` AND (plays.began, plays.id) < (?, ?) ORDER BY plays.began DESC, plays.id DESC LIMIT 51`, append(args, 1, "x")}
		where, args = conditions(f)
		queries["count by "+name] = struct {
			query string
			args  []any
		}{`SELECT count(*) FROM plays` + where, args}
	}
	big := []string{"plays", "seats", "lines", "events", "spread", "months", "meetings"}
	for name, q := range queries {
		t.Run(name, func(t *testing.T) {
			rows, err := s.read.QueryContext(ctx, "EXPLAIN QUERY PLAN "+q.query, q.args...)
			if err != nil {
				t.Fatal(err)
			}
			defer rows.Close()
			var plan []string
			for rows.Next() {
				var id, parent, unused int
				var step string
				if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
					t.Fatal(err)
				}
				plan = append(plan, step)
			}
			for _, step := range plan {
				for _, table := range big {
					if step == "SCAN "+table || strings.HasPrefix(step, "SCAN "+table+" ") {
						t.Errorf("a whole table is read:\n%s", strings.Join(plan, "\n"))
					}
				}
				// A player's plays are found first and sorted then: they are few.
				if strings.HasPrefix(name, "history") && name != "history by player" && strings.Contains(step, "USE TEMP B-TREE FOR ORDER BY") {
					t.Errorf("the page is sorted:\n%s", strings.Join(plan, "\n"))
				}
				if strings.Contains(step, "AUTOMATIC") {
					t.Errorf("an index is made on the way:\n%s", strings.Join(plan, "\n"))
				}
			}
		})
	}
}
