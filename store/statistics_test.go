package store

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"harbormaster/history"
	"harbormaster/session"
)

// seated is one seat of a finished play, as the simple way of counting sees it.
type seated struct {
	play, game, name           string
	ended                      time.Time
	players, seat, total, rank int
	won                        bool
}

// tallyOf counts seats in the simplest way; a play is as many seats as given.
func tallyOf(list []seated, perPlay func(seated) float64) history.Tally {
	t := history.Tally{Best: math.MinInt, Worst: math.MaxInt}
	var totals []int
	plays, sum := 0.0, 0
	for _, s := range list {
		plays += 1 / perPlay(s)
		sum += s.total
		totals = append(totals, s.total)
		t.Best, t.Worst = max(t.Best, s.total), min(t.Worst, s.total)
		if s.won {
			t.Wins++
		}
	}
	if len(list) == 0 {
		return history.Tally{}
	}
	slices.Sort(totals)
	n := len(totals)
	t.Plays, t.Rate, t.Mean = int(math.Round(plays)), float64(t.Wins)/float64(n), float64(sum)/float64(n)
	t.Median = float64(totals[(n-1)/2]+totals[n/2]) / 2
	return t
}

func streaksOf(list []seated) history.Streaks {
	slices.SortFunc(list, func(a, b seated) int {
		if c := a.ended.Compare(b.ended); c != 0 {
			return c
		}
		return cmpString(a.play, b.play)
	})
	var s history.Streaks
	for _, one := range list {
		if s.Current++; !one.won {
			s.Current = 0
		}
		s.Longest = max(s.Longest, s.Current)
	}
	return s
}

func cmpString(a, b string) int {
	if a < b {
		return -1
	}
	return 1
}

// TestStatisticsProperty: whatever is imported, reopened, finished again and
// removed, in whatever order, all figures are those of a simple count.
func TestStatisticsProperty(t *testing.T) {
	ctx := context.Background()
	people := names(4)
	games := []string{"orleans", "riverboat"}
	root, opened := t.TempDir(), 0
	fresh := func() string {
		opened++
		dir := filepath.Join(root, strconv.Itoa(opened))
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	rapid.Check(t, func(t *rapid.T) {
		s, err := Open(ctx, fresh())
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if _, err := s.write.Exec(`PRAGMA synchronous = OFF`); err != nil { // this test is about figures
			t.Fatal(err)
		}
		all := map[string][]seated{}
		incoming := map[string]history.Incoming{}
		draw := func(id string) history.Incoming {
			n := rapid.IntRange(1, 4).Draw(t, "players")
			chosen := rapid.Permutation(people).Draw(t, "who")[:n]
			points := rapid.SliceOfN(rapid.IntRange(-3, 6), n, n).Draw(t, "points")
			return finished(id, rapid.SampledFrom(games).Draw(t, "game"), evening.Add(time.Duration(rapid.IntRange(0, 5).Draw(t, "days"))*24*time.Hour), chosen, points)
		}
		note := func(in history.Incoming) {
			o := in.Projection.Outcome
			var list []seated
			for i, p := range o.Result.Players {
				list = append(list, seated{in.Events[0].Play, o.Result.Game, p.Name, o.Ended, len(o.Ranks), i + 1, p.Total, o.Ranks[i], slices.Contains(o.Result.Winners, p.Name)})
			}
			all[in.Events[0].Play], incoming[in.Events[0].Play] = list, in
		}
		next := 0
		t.Repeat(map[string]func(*rapid.T){
			"import": func(*rapid.T) {
				var b history.Batch
				for range rapid.IntRange(1, 4).Draw(t, "plays") {
					next++
					in := draw(fmt.Sprintf("play-%03d", next))
					b.Plays = append(b.Plays, in)
					note(in)
				}
				if _, err := s.Import(ctx, b); err != nil {
					t.Fatal(err)
				}
			},
			"append": func(*rapid.T) {
				next++
				in := draw(fmt.Sprintf("play-%03d", next))
				if _, err := s.Append(ctx, in.Events[0], in.Projection); err != nil {
					t.Fatal(err)
				}
				note(in)
			},
			"reopen, and perhaps finish otherwise": func(*rapid.T) {
				ids := sorted(incoming)
				if len(ids) == 0 {
					return // there is no play yet
				}
				in := incoming[rapid.SampledFrom(ids).Draw(t, "play")]
				id := in.Events[0].Play
				if len(all[id]) > 0 {
					if _, err := s.Append(ctx, session.Event{Play: id, At: evening, Kind: session.Reopened}, session.Projection{Status: session.Playing}); err != nil {
						t.Fatal(err)
					}
					all[id] = nil
				}
				if rapid.Bool().Draw(t, "finish") {
					o := *in.Projection.Outcome
					o.Ended = o.Ended.Add(time.Duration(rapid.IntRange(-2, 40).Draw(t, "later")) * 24 * time.Hour)
					in.Projection.Outcome = &o
					if _, err := s.Append(ctx, session.Event{Play: id, At: o.Ended, Kind: session.Finished, Why: "enough"}, in.Projection); err != nil {
						t.Fatal(err)
					}
					note(in)
				}
			},
			"remove": func(*rapid.T) {
				ids := sorted(incoming)
				if len(ids) == 0 {
					return // there is no play yet
				}
				id := rapid.SampledFrom(ids).Draw(t, "play")
				if len(all[id]) == 0 {
					refused(t, s.RemovePlay(ctx, id), session.Locked)
					return
				}
				if err := s.RemovePlay(ctx, id); err != nil {
					t.Fatal(err)
				}
				delete(all, id)
				delete(incoming, id)
			},
		})
		compare(ctx, t, s, all)
	})
}

func sorted(m map[string]history.Incoming) []string {
	var ids []string
	for id := range m {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// compare asks the store and counts by hand, in all games and in each.
func compare(ctx context.Context, t *rapid.T, s *Store, all map[string][]seated) {
	about := cmp.Options{cmpopts.EquateApprox(0, 1e-9), cmpopts.EquateEmpty()}
	for _, game := range []string{"", "orleans", "riverboat"} {
		var list []seated
		by := map[string][]seated{}
		for _, play := range all {
			for _, seat := range play {
				if game == "" || seat.game == game {
					list = append(list, seat)
					by[seat.name] = append(by[seat.name], seat)
				}
			}
		}
		o, err := s.Overview(ctx, game)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(breakdownOf(list, func(s seated) float64 { return float64(s.players) }), o.Breakdown, about); diff != "" {
			t.Fatalf("the overview of %q (-counted by hand +store):\n%s", game, diff)
		}
		if len(o.Players) != len(by) {
			t.Fatalf("the overview has %d players, want %d", len(o.Players), len(by))
		}
		for _, p := range o.Players {
			one := func(seated) float64 { return 1 }
			want := history.PlayerTally{Player: p.Player, Name: p.Name, Tally: tallyOf(by[p.Name], one), Streaks: streaksOf(by[p.Name])}
			if diff := cmp.Diff(want, p, about); diff != "" {
				t.Fatalf("%s in %q (-counted by hand +store):\n%s", p.Name, game, diff)
			}
			own, err := s.PlayerStatistics(ctx, p.Player, game)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(breakdownOf(by[p.Name], one), own.Breakdown, about); diff != "" {
				t.Fatalf("%s's own page in %q (-counted by hand +store):\n%s", p.Name, game, diff)
			}
			if own.Streaks != want.Streaks || len(own.Form) != min(len(by[p.Name]), mostForm) {
				t.Fatalf("%s's own page has %+v and %d plays of late", p.Name, own.Streaks, len(own.Form))
			}
			meetings, err := s.Meetings(ctx, p.Player, 0, game)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range meetings {
				if diff := cmp.Diff(meetingOf(all, game, p.Name, m), m, about); diff != "" {
					t.Fatalf("%s and %s (-counted by hand +store):\n%s", p.Name, m.Name, diff)
				}
			}
		}
		categories, err := s.Categories(ctx, 0, game)
		if err != nil {
			t.Fatal(err)
		}
		points, seats := 0.0, 0
		for _, c := range categories {
			points += c.Mean * float64(c.Plays)
			for _, m := range c.Months {
				seats += m.Plays
			}
		}
		want := 0
		for _, s := range list {
			want += s.total
		}
		if math.Abs(points-float64(want)) > 1e-6 || seats != 2*len(list) { // every seat has two lines
			t.Fatalf("the categories of %q have %f points in %d lines, want %d in %d", game, points, seats, want, 2*len(list))
		}
	}
}

func breakdownOf(list []seated, perPlay func(seated) float64) history.Breakdown {
	one := func(seated) float64 { return 1 }
	take := func(fits func(seated) bool, per func(seated) float64) history.Tally {
		return tallyOf(slices.DeleteFunc(slices.Clone(list), func(s seated) bool { return !fits(s) }), per)
	}
	b := history.Breakdown{All: tallyOf(list, perPlay),
		Starting: take(func(s seated) bool { return s.seat == 1 }, one), Others: take(func(s seated) bool { return s.seat != 1 }, one)}
	for _, g := range []string{"orleans", "riverboat"} {
		if t := take(func(s seated) bool { return s.game == g }, perPlay); t.Plays > 0 {
			b.ByGame = append(b.ByGame, history.GameTally{Game: g, Tally: t})
		}
	}
	for n := 1; n <= 4; n++ {
		if t := take(func(s seated) bool { return s.players == n }, perPlay); t.Plays > 0 {
			b.ByCount = append(b.ByCount, history.CountTally{Players: n, Tally: t})
		}
		if t := take(func(s seated) bool { return s.seat == n }, one); t.Plays > 0 {
			b.BySeat = append(b.BySeat, history.SeatTally{Seat: n, Tally: t})
		}
	}
	return b
}

func meetingOf(all map[string][]seated, game, name string, m history.Meeting) history.Meeting {
	want := history.Meeting{Player: m.Player, Name: m.Name}
	more := 0
	for _, play := range all {
		i := slices.IndexFunc(play, func(s seated) bool { return s.name == name && (game == "" || s.game == game) })
		j := slices.IndexFunc(play, func(s seated) bool { return s.name == m.Name })
		if i < 0 || j < 0 {
			continue
		}
		want.Plays++
		more += play[i].total - play[j].total
		switch {
		case play[i].rank < play[j].rank:
			want.Ahead++
		case play[i].rank > play[j].rank:
			want.Behind++
		}
	}
	want.Mean = float64(more) / float64(want.Plays)
	return want
}

// TestRecords names the oldest of equal ones.
func TestRecords(t *testing.T) {
	s := open(t)
	day := func(n int) time.Time { return evening.AddDate(0, 0, n) }
	add(t, s,
		finished("a", "orleans", day(3), []string{"Ann", "Bo"}, []int{100, 90}),
		finished("b", "orleans", day(1), []string{"Bo", "Ann"}, []int{100, 60}),
		finished("c", "orleans", day(2), []string{"Ann", "Cy"}, []int{40, 30}),
		finished("d", "riverboat", day(4), []string{"Cy"}, []int{12}))
	list, err := s.Records(context.Background(), "orleans")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, r := range list {
		got[r.Kind] = fmt.Sprintf("%d %s %s", r.Value, r.Play, r.Name)
	}
	want := map[string]string{
		history.HighestScore: "100 b Bo", history.HighestLost: "90 a Bo", history.LowestWin: "40 c Ann",
		history.WidestMargin: "40 b Bo", history.ClosestWin: "10 c Ann",
		history.LongestPlay: "90 b ", history.ShortestPlay: "90 b ", history.LongestStreak: "2  Ann",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if list, err = s.Records(context.Background(), ""); err != nil || len(list) != 8+6-2 {
		t.Errorf("all games have %d records, %v: %+v", len(list), err, list)
	}
	if list, err = open(t).Records(context.Background(), ""); err != nil || len(list) != 0 {
		t.Errorf("no plays have the records %+v, %v", list, err)
	}
}
