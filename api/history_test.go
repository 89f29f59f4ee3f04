package api_test

import (
	"fmt"
	"math"
	"net/url"
	"testing"
	"time"

	"harbormaster/history"
	"harbormaster/scoring"
	"harbormaster/session"
)

// past gives a service plays that are over: Ann, Bo and Cy on many days.
func (s *service) past(days int) {
	s.t.Helper()
	var b history.Batch
	for i := range days {
		names := []string{"Ann", "Bo", "Cy"}[:2+i%2]
		r := scoring.NewResult("orleans")
		start := session.Start{Game: "orleans", Place: []string{"Kitchen", "Club"}[i%2], Note: fmt.Sprintf("day %d", i)}
		if i%5 == 4 {
			r.Game, start.Game = "agricola", "agricola"
		}
		for k, name := range names {
			p := scoring.PlayerResult{Name: name}
			p.Add(scoring.Line{Category: "coins", Points: 10*i + 7*k})
			p.Add(scoring.Line{Category: "goods", Points: 20 - 10*k*(i%3)})
			r.Players = append(r.Players, p)
			start.Seats = append(start.Seats, session.Seat{Name: name})
		}
		r.CrownMost(func(i int) (int, int) { return r.Players[i].Total, 0 })
		ended := time.Date(2026, 1, 1+i, 21, 0, 0, 0, time.UTC)
		o := session.Outcome{Result: r, Ranks: session.Ranks(r), Started: ended.Add(-time.Hour), Ended: ended, Rounds: []session.Round{{Round: 1, Players: r.Players}}}
		b.Plays = append(b.Plays, history.Incoming{Projection: session.Projection{Status: session.Complete, Note: start.Note, Outcome: &o},
			Events: []session.Event{{Number: 1, Play: fmt.Sprintf("day-%02d", i), At: ended, Kind: session.Recorded, Start: &start, Record: &o}}})
	}
	if _, err := s.store.Import(s.t.Context(), b); err != nil {
		s.t.Fatal(err)
	}
}

// TestHistoryPages: the pages together have every play once, newest first.
func TestHistoryPages(t *testing.T) {
	s := serve(t)
	s.past(23)
	s.begin("orleans", "Ann", "Bo")
	for _, filter := range []struct {
		query string
		want  int
	}{
		{"", 24}, {"game=agricola", 4}, {"player=3", 11}, {"players=2", 13}, {"status=finished", 23}, {"status=playing", 1},
		{"place=1", 12}, {"from=2026-01-10&to=2026-01-12", 2}, {"from=2026-01-10T20:30:00Z", 14}, {"text=DAY+1", 11},
		{"text=kitch", 12}, {"text=cy", 11}, {"text=%25", 0}, {"game=chess", 0}, {"player=99", 0}, {"game=orleans&player=3&place=2&text=day&players=3", 9},
	} {
		t.Run(filter.query, func(t *testing.T) {
			s := *s
			s.t = t
			seen := map[string]bool{}
			last := time.Date(3000, 1, 1, 0, 0, 0, 0, time.UTC)
			cursor := ""
			for pages := 0; ; pages++ {
				var page history.Page
				s.ask("GET", "/api/v1/history?limit=5&cursor="+url.QueryEscape(cursor)+"&"+filter.query, nil).wants(t, 200, &page)
				if page.Total != filter.want {
					t.Fatalf("says there are %d, want %d", page.Total, filter.want)
				}
				for _, p := range page.Plays {
					if seen[p.ID] || p.Began.After(last) || len(p.Seats) == 0 {
						t.Fatalf("%+v comes twice, too late, or with nobody", p)
					}
					seen[p.ID], last = true, p.Began
				}
				if cursor = page.Next; cursor == "" {
					break
				}
				if pages > 10 {
					t.Fatal("the pages don't end")
				}
			}
			if len(seen) != filter.want {
				t.Errorf("the pages have %d plays, want %d", len(seen), filter.want)
			}
		})
	}
	for _, bad := range []string{"limit=0", "limit=201", "limit=x", "cursor=x", "cursor=%00", "player=-1", "player=x", "players=100", "status=over", "from=yesterday", "to=2026-13-01", "game=a&game=b", "sort=asc", "text=" + string(make([]byte, 0)) + fmt.Sprintf("%0401d", 1)} {
		s.ask("GET", "/api/v1/history?"+bad, nil).refused(t, 422, "invalid")
	}
}

func TestHistoryOfOnePlay(t *testing.T) {
	s := serve(t)
	s.past(3)
	var d history.Detail
	s.ask("GET", "/api/v1/history/day-02", nil).wants(t, 200, &d)
	if len(d.Final) != 2 || d.Final[0].Total != 40 || len(d.Rounds) != 1 || d.Rounds[0].Round != 1 || d.Minutes != 60 || d.Events != 1 || d.Seats[0].Rank == nil || *d.Seats[0].Total != 40 {
		t.Errorf("got %+v", d)
	}
	v := s.begin("orleans", "Ann", "Bo")
	s.ask("DELETE", "/api/v1/history/"+v.Play, nil).refused(t, 409, "locked")
	s.post(&v, "finish", map[string]any{"why": "enough"}).wants(t, 200)
	s.ask("GET", "/api/v1/history/"+v.Play, nil).wants(t, 200, &d)
	if len(d.Final) != 2 || d.Status != session.Complete || d.Ended == nil {
		t.Errorf("after the finish: %+v", d)
	}
	s.ask("DELETE", "/api/v1/history/"+v.Play, nil).wants(t, 204)
	s.ask("GET", "/api/v1/history/"+v.Play, nil).refused(t, 404, "not-found")
	s.ask("GET", "/api/v1/sessions/"+v.Play, nil).refused(t, 404, "not-found")
	s.ask("POST", "/api/v1/sessions/"+v.Play+"/reopen", map[string]any{"based": v.Number}).refused(t, 404, "not-found")
	s.ask("DELETE", "/api/v1/history/"+v.Play, nil).refused(t, 404, "not-found")
}

func TestStatistics(t *testing.T) {
	s := serve(t)
	var o history.Overview
	s.ask("GET", "/api/v1/statistics", nil).wants(t, 200, &o)
	if o.All != (history.Tally{}) {
		t.Errorf("of nothing: %+v", o)
	}
	s.past(10)
	s.begin("orleans", "Ann", "Bo") // not over, so it doesn't count
	s.ask("GET", "/api/v1/statistics", nil).wants(t, 200, &o)
	if o.All.Plays != 10 || len(o.ByGame) != 2 || len(o.Players) != 3 || len(o.ByCount) != 2 || o.Starting.Plays != 10 {
		t.Errorf("of ten plays: %+v", o)
	}
	if s.ask("GET", "/api/v1/statistics?game=agricola", nil).wants(t, 200, &o); o.All.Plays != 2 {
		t.Errorf("of agricola: %+v", o)
	}
	var p history.PlayerStatistics
	s.ask("GET", "/api/v1/statistics/players/1?game=orleans", nil).wants(t, 200, &p)
	if p.Name != "Ann" || p.All.Plays != 8 || len(p.Form) != 8 || len(p.BySeat) != 1 || p.All.Best != 100 || math.Abs(p.All.Rate-float64(p.All.Wins)/8) > 1e-9 {
		t.Errorf("of Ann: %+v", p)
	}
	var m struct{ Meetings []history.Meeting }
	s.ask("GET", "/api/v1/statistics/head-to-head?player=1", nil).wants(t, 200, &m)
	if len(m.Meetings) != 2 || m.Meetings[0].Name != "Bo" || m.Meetings[0].Plays != 10 {
		t.Errorf("Ann's meetings: %+v", m)
	}
	if s.ask("GET", "/api/v1/statistics/head-to-head?player=1&against=3&game=orleans", nil).wants(t, 200, &m); len(m.Meetings) != 1 || m.Meetings[0].Plays != 4 {
		t.Errorf("Ann and Cy: %+v", m)
	}
	var c struct{ Categories []history.Category }
	s.ask("GET", "/api/v1/statistics/categories?player=1", nil).wants(t, 200, &c)
	if len(c.Categories) != 4 || c.Categories[0].Game != "agricola" || len(c.Categories[0].Months) != 1 || c.Categories[0].Months[0].Month != "2026-01" {
		t.Errorf("Ann's categories: %+v", c)
	}
	s.ask("GET", "/api/v1/statistics/categories", nil).wants(t, 200, &c)
	var r struct{ Records []history.Record }
	if s.ask("GET", "/api/v1/statistics/records?game=orleans", nil).wants(t, 200, &r); len(r.Records) != 8 {
		t.Errorf("the records: %+v", r)
	}
	for path, status := range map[string]int{
		"/statistics?gme=orleans": 422, "/statistics/players/99": 404, "/statistics/players/x": 404, "/statistics/players/1?player=2": 422,
		"/statistics/head-to-head": 422, "/statistics/head-to-head?player=99": 404, "/statistics/head-to-head?player=1&against=99": 404,
		"/statistics/categories?player=99": 404, "/statistics/categories?player=x": 422, "/statistics/records?game=a&game=b": 422,
	} {
		s.ask("GET", "/api/v1"+path, nil).refused(t, status, map[int]string{404: "not-found", 422: "invalid"}[status])
	}
}
