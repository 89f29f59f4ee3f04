package exchange

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"harbormaster/history"
	"harbormaster/scoring/catalog"
)

// Plays lists what is on the shelf, two plays a page.
func (s *shelf) Plays(ctx context.Context, f history.Filter, cursor string, _ int) (history.Page, error) {
	logs, err := s.logs(ctx, f)
	if err != nil {
		return history.Page{}, err
	}
	var list []history.Play
	for _, l := range logs {
		if !l.Play.Began.Before(f.From) && l.Play.Began.Before(f.To) {
			list = append(list, l.Play)
		}
	}
	start := 0
	fmt.Sscan(cursor, &start)
	end := min(start+2, len(list))
	page := history.Page{Plays: list[start:end]}
	if end < len(list) {
		page.Next = fmt.Sprint(end)
	}
	return page, nil
}

// plainWords are the categories' own names.
type plainWords struct{}

func (plainWords) Name(_, name string) string { return strings.TrimPrefix(name, "category-") }

func appExport(t testing.TB, s *shelf, f history.Filter) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteBGStats(context.Background(), &b, s, Options{Filter: f, Now: noon}, catalog.Game, plainWords{}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func fromApp(t testing.TB, data []byte) *Reading {
	t.Helper()
	r, err := Read(context.Background(), data, catalog.Games(), catalog.Game, noon)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestBGStatsFileRoundTrip(t *testing.T) {
	s := evening(t, 11)
	data := appExport(t, s, history.Filter{})
	r := fromApp(t, data)
	if len(r.Batch.Plays) != 3 { // two finished and one recorded
		t.Fatalf("%d plays came back, want 3", len(r.Batch.Plays))
	}
	empty := &shelf{}
	empty.take(&r.Batch)
	logs, err := empty.logs(context.Background(), history.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	before, err := s.logs(context.Background(), history.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	before = slices.DeleteFunc(before, func(l history.Log) bool { return len(l.Play.Seats) == 0 || l.Play.Seats[0].Total == nil })
	for i, l := range logs {
		was := before[i].Play
		if l.Play.Game != was.Game && was.Game != "" || l.Play.Place != was.Place || l.Play.Minutes != was.Minutes || !l.Play.Began.Equal(was.Began.Truncate(time.Second)) {
			t.Errorf("%+v came back as %+v", was, l.Play)
		}
		for k, seat := range l.Play.Seats {
			if *seat.Total != *was.Seats[k].Total || *seat.Rank != *was.Seats[k].Rank || seat.Won != was.Seats[k].Won {
				t.Errorf("seat %d of %s came back with %d, rank %d", k+1, was.ID, *seat.Total, *seat.Rank)
			}
		}
	}
	// Where they come from, all of them are known; and at the second time, too.
	for _, here := range []*shelf{s, empty} {
		again := fromApp(t, data)
		if n, err := again.DropKnown(context.Background(), here); err != nil || n != 3 || len(again.Batch.Plays) != 0 || len(again.Notes) != 3 {
			t.Errorf("%d plays are known, %d are left, %v %q", n, len(again.Batch.Plays), err, again.Notes)
		}
		people := len(here.players)
		if here.take(&again.Batch); len(here.players) != people {
			t.Errorf("%d players became %d", people, len(here.players))
		}
	}
	// What came from BG Stats goes back under its own UUID.
	if diff := cmp.Diff(appUUIDs(t, data), appUUIDs(t, appExport(t, empty, history.Filter{}))); diff != "" {
		t.Error(diff)
	}
	if one := appUUIDs(t, appExport(t, s, history.Filter{Game: "agricola"})); len(one) != 1 {
		t.Errorf("%d plays for one game", len(one))
	}
}

func appUUIDs(t *testing.T, data []byte) []string {
	t.Helper()
	var file struct{ Plays []struct{ UUID string } }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, p := range file.Plays {
		list = append(list, p.UUID)
	}
	return list
}

// app is a file as BG Stats writes it, with keys that mean nothing here.
const app = `{"about":"x","challenges":[],"tags":[{"id":1}],
"games":[{"id":1,"uuid":"11111111-aaaa-4bbb-8ccc-000000000001","name":"Wingspan","bggId":266192,"bggName":"Wingspan","bggYear":2019,"highestWins":true,"cooperative":false,"copies":[]},
{"id":"2","uuid":"11111111-aaaa-4bbb-8ccc-000000000002","name":"Our Orleans","bggId":"164928","highestWins":1},
{"id":3,"uuid":"11111111-aaaa-4bbb-8ccc-000000000003","name":"riverboat","bggId":0},
{"id":4,"uuid":"11111111-aaaa-4bbb-8ccc-000000000004","name":"Golf","bggId":null,"highestWins":false}],
"locations":[{"id":5,"uuid":"L","name":"Café"}],
"players":[{"id":1,"uuid":"P-1","name":"Anna","metaData":{"isNpc":0}},{"id":2,"uuid":"P-2","name":"Bob","isAnonymous":0},{"id":3,"uuid":"P-3","name":"Anna"}],
"plays":[
{"uuid":"A1","gameRefId":1,"locationRefId":5,"playDate":"2025-04-27 14:47:26","playDateYmd":20250427,"durationMin":31,"comments":"good\u0000 one","ignored":false,"rounds":0,"expansionPlays":[{"gameRefId":27}],
 "playerScores":[{"playerRefId":1,"score":"12+7","winner":false,"seatOrder":2,"rank":2},{"playerRefId":2,"score":"3*5+6","winner":true,"startPlayer":true,"seatOrder":1,"rank":1}]},
{"uuid":"A2","gameRefId":2,"playDate":"2025-05-01 10:00:00","durationMin":null,"playerScores":[{"playerRefId":1,"score":12.5,"winner":1,"rank":0},{"playerRefId":3,"score":"many","winner":0,"rank":0}]},
{"uuid":"A3","gameRefId":3,"playDate":"","playDateYmd":20250502,"playerScores":[{"playerRefId":1,"score":null,"winner":true}]},
{"uuid":"A4","gameRefId":4,"playDate":"2025-05-03 10:00:00","playerScores":[{"playerRefId":1,"score":"-3","winner":true},{"playerRefId":2,"score":"5"},{"playerRefId":3,"score":"2"}]},
{"uuid":"A5","gameRefId":4,"playDate":"2025-05-03 11:00:00","ignored":true,"playerScores":[{"playerRefId":1}]},
{"uuid":"a4","gameRefId":4,"playDate":"2025-05-03 10:00:00","playerScores":[{"playerRefId":1,"score":"-3"}]}
],"userInfo":{"meRefId":1}}`

func TestReadBGStats(t *testing.T) {
	r := fromApp(t, []byte(app))
	var got []string
	for _, in := range r.Batch.Plays {
		e := in.Events[0]
		line := fmt.Sprintf("%s|%s|%s|%s|%v|%q|", e.Start.Game, e.Record.Title, e.Start.Place, e.Record.Started.Format(appTime), e.Record.Ended.Sub(e.Record.Started), e.Start.Note)
		for i, p := range e.Record.Result.Players {
			line += fmt.Sprintf(" %d:%s=%d/%d(%d)", in.Seats[i], p.Name, p.Total, len(p.Lines), e.Record.Ranks[i])
		}
		got = append(got, line+fmt.Sprint(e.Record.Result.Winners))
	}
	want := []string{
		`other:wingspan|Wingspan|Café|2025-04-27 14:47:26|31m0s|"good one"| 1:Bob=21/1(1) 2:Anna=19/1(2)[Bob]`,
		`orleans|||2025-05-01 10:00:00|0s|""| 2:Anna=13/1(1) 3:Anna (2)=0/0(2)[Anna]`,
		`riverboat|||2025-05-02 00:00:00|0s|""| 2:Anna=0/0(1)[Anna]`,
		`other:golf|Golf||2025-05-03 10:00:00|0s|""| 2:Anna=-3/1(1) 1:Bob=5/1(3) 3:Anna (2)=2/1(2)[Anna]`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for i, part := range []string{`"12.5" of Anna was rounded to 13`, `"many" of Anna (2) is no number`, "told to ignore it", "in the file twice"} {
		if i >= len(r.Notes) || !strings.Contains(r.Notes[i], part) {
			t.Errorf("note %d isn't about %q: %q", i, part, r.Notes)
		}
	}
	s := &shelf{}
	s.take(&r.Batch)
	readBack(t, written(t, s, Options{})) // records fit the program's own document
	if err := validate(schema(t), written(t, s, Options{})); err != nil {
		t.Error(err)
	}
}

func TestReadBGStatsRefuses(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`"plays":[`, `"plans":[`, `there are no "plays"`},
		{`"games":[`, `"games":5,"x":[`, "no file of BG Stats"},
		{`"gameRefId":3`, `"gameRefId":9`, "plays[2]: the game 9 isn't in the file"},
		{`{"playerRefId":1,"score":"12+7"`, `{"playerRefId":9,"score":"12+7"`, "plays[0]: the player 9 isn't in the file"},
		{`"2025-05-01 10:00:00"`, `"last May"`, `plays[1]: "last May" is no date`},
		{`"playDate":"","playDateYmd":20250502`, `"playDate":"","playDateYmd":20251302`, "plays[2]"},
		{`"score":null`, `"score":[1]`, "plays[2]: a list or object stands"},
		{`"ignored":true`, `"ignored":"perhaps"`, `plays[4]: "perhaps" is neither true nor false`},
		{`"id":"2"`, `"id":"two"`, `games[1]: "two" is no number`},
		{`{"id":5,"uuid":"L","name":"Café"}`, `null`, "locations[0]: nothing stands here"},
		{`"userInfo"`, `userInfo`, "line 16"},
		{`"players":[`, `"players":[5,`, "players[0]: this must be an object, but it is number"},
		{`"winner":1`, `"winner":{}`, "plays[1]: "},
		{`"durationMin":31`, `"durationMin":1e300`, "plays[0]: "},
	} {
		if !strings.Contains(app, c.old) {
			t.Fatalf("%q isn't in the file", c.old)
		}
		_, err := ReadBGStats([]byte(strings.Replace(app, c.old, c.new, 1)), catalog.Games(), noon)
		var problem *Problem
		if !errors.As(err, &problem) || !strings.Contains(err.Error(), c.want) || problem.Hint == "" {
			t.Errorf("%s: got %v, want %q", c.new, err, c.want)
		}
	}
	for n := range len(app) - 1 {
		if _, err := Read(context.Background(), []byte(app[:n]), catalog.Games(), catalog.Game, noon); err == nil {
			t.Fatalf("the first %d bytes were taken", n)
		}
	}
}

func TestPlaysThatComeBackAreKnown(t *testing.T) {
	s := &shelf{}
	played(t, s, 21, "orleans", 40, true)
	logs, err := s.logs(context.Background(), history.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	p := logs[0].Play
	data := func(hours time.Duration, more int) []byte {
		scores := []string{}
		people := []string{}
		for i, seat := range p.Seats {
			name, _ := json.Marshal(seat.Name)
			people = append(people, fmt.Sprintf(`{"id":%d,"uuid":"X%d","name":%s}`, i+1, i, name))
			scores = append(scores, fmt.Sprintf(`{"playerRefId":%d,"score":"%d"}`, i+1, *seat.Total+more))
		}
		return []byte(fmt.Sprintf(`{"games":[{"id":1,"name":"Orléans"}],"players":[%s],"plays":[{"uuid":"other","gameRefId":1,"playDate":"%s","playerScores":[%s]}]}`,
			strings.Join(people, ","), p.Began.Add(hours).UTC().Format(appTime), strings.Join(scores, ",")))
	}
	for _, c := range []struct {
		off   time.Duration
		more  int
		known int
	}{{0, 0, 1}, {time.Hour, 0, 1}, {-5*time.Hour - 30*time.Minute, 0, 1}, {14 * time.Hour, 0, 1}, {10 * time.Minute, 0, 0}, {48 * time.Hour, 0, 0}, {0, 1, 0}, {time.Hour, 5, 0}} {
		r := fromApp(t, data(c.off, c.more))
		if n, err := r.DropKnown(context.Background(), s); err != nil || n != c.known {
			t.Errorf("%v later with %d points more: %d known, want %d (%v)", c.off, c.more, n, c.known, err)
		}
	}
}

func TestSum(t *testing.T) {
	for s, want := range map[string]int{"12+7": 19, "5": 5, "-3": -3, "3*5-2": 13, " 1 + 2 ": 3, "+4": 4, "10-12": -2, "1+-2": -1, "2x3": 6, "0": 0, "−7": -7, "2*3*4": 24,
		"12.0": 12, "1,0+2": 3, "5--2": 7, "1000000": 1000000} {
		if got, exact, ok := sum(s); got != want || !ok || !exact {
			t.Errorf("%q is %d, %v, %v; want %d", s, got, exact, ok, want)
		}
	}
	for s, want := range map[string]int{"12.5": 13, "-0.4": 0, "1.5*1.5": 2} {
		if got, exact, ok := sum(s); got != want || !ok || exact {
			t.Errorf("%q is %d, %v, %v; want %d, rounded", s, got, exact, ok, want)
		}
	}
	for _, s := range []string{"", " ", "abc", "12+", "--5", "1+--5", "1e5", "0b1", "1/2", "(3)", "1..2", "*3", "3*", "NaN", "Inf", "999999999999", "1_0", "12 points", strings.Repeat("1+", 600) + "1"} {
		if got, _, ok := sum(s); ok {
			t.Errorf("%q is %d", s, got)
		}
	}
}

func FuzzReadBGStats(f *testing.F) {
	f.Add([]byte(app))
	f.Add([]byte(`{"plays":[]}`))
	f.Add([]byte(`{"games":[{"id":1}],"players":[{"id":1}],"plays":[{"gameRefId":1,"playDate":"2025-01-01","playerScores":[{"playerRefId":1,"score":"1+2"}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := ReadBGStats(data, catalog.Games(), noon)
		if err != nil {
			var problem *Problem
			if !errors.As(err, &problem) || problem.What == "" {
				t.Fatalf("not a problem: %v", err)
			}
			return
		}
		s := &shelf{}
		if _, err := r.DropKnown(context.Background(), s); err != nil {
			t.Fatal(err)
		}
		s.take(&r.Batch)
		readBack(t, written(t, s, Options{})) // what was taken fits the program's own document
		fromApp(t, appExport(t, s, history.Filter{}))
	})
}
