package session_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"harbormaster/scoring"
	"harbormaster/scoring/catalog"
	"harbormaster/scoring/say"
	"harbormaster/scoring/scoringtest"
	"harbormaster/session"
)

// twoAtOrleans is a start that needs no settings.
var twoAtOrleans = session.Start{Game: "orleans", Seats: []session.Seat{{Name: "Ann"}, {Name: "Bo"}}, Place: "home"}

func coins(player string, n int) session.Command {
	return session.Command{Kind: session.Corrected, Who: "tablet", Why: "forgotten",
		Correction: &session.Correction{Player: player, Set: json.RawMessage(fmt.Sprintf(`{"coins":%d}`, n))}}
}

// randomCommand answers a play's prompt by chance; the rules may refuse it.
func randomCommand(r scoringtest.Rand, v *session.View) session.Command {
	if len(v.Prompt.Choices) == 0 {
		return session.Command{Kind: session.Finished, Why: "enough"}
	}
	c := v.Prompt.Choices[r.IntN(len(v.Prompt.Choices))]
	a := scoringtest.RandomAction(r, c, *v.Prompt)
	return session.Command{Kind: session.Did, Action: &a}
}

func TestUndoAndRedoAppend(t *testing.T) {
	j := &memory{}
	b := begin(t, open(t, j), twoAtOrleans)
	start := string(b.State)
	b.do(coins("Ann", 3))
	three := string(b.State)
	b.do(coins("Ann", 5))
	five := string(b.State)
	b.do(session.Command{Kind: session.Undone})
	if string(b.State) != three || b.Redo == nil || b.Undo.Number != 2 {
		t.Errorf("after one undo: %s, redo %v, undo %v", b.State, b.Redo, b.Undo)
	}
	b.do(session.Command{Kind: session.Undone})
	if string(b.State) != start || b.Undo != nil {
		t.Errorf("after two undos: %s", b.State)
	}
	wants(t, b.try(session.Command{Kind: session.Undone}), session.Nothing)
	b.do(session.Command{Kind: session.Redone})
	b.do(session.Command{Kind: session.Redone})
	if string(b.State) != five {
		t.Errorf("after two redos: %s, want %s", b.State, five)
	}
	wants(t, b.try(session.Command{Kind: session.Redone}), session.Nothing)
	b.do(session.Command{Kind: session.Undone})
	b.do(coins("Bo", 1)) // takes the place of what was undone
	wants(t, b.try(session.Command{Kind: session.Redone}), session.Nothing)
	if n := len(j.events); n != 9 {
		t.Errorf("the log has %d events, want 9: undoing appends", n)
	}
	entries, err := b.plays.Entries(t.Context(), b.Play)
	if err != nil {
		t.Fatal(err)
	}
	var counts []int64
	for _, e := range entries {
		if e.Counts && e.Kind == session.Corrected {
			counts = append(counts, e.Number)
		}
	}
	if diff := cmp.Diff([]int64{2, 9}, counts); diff != "" {
		t.Errorf("corrections that count (-want +got):\n%s", diff)
	}
}

func TestCommands(t *testing.T) {
	five, absurd := 5, 10000
	line := func(player, category string, points *int) session.Command {
		return session.Command{Kind: session.Corrected, Who: "w", Why: "y", Correction: &session.Correction{Player: player, Category: category, Points: points}}
	}
	for _, test := range []struct {
		name    string
		status  []session.Kind // what was done before
		command session.Command
		want    session.Reason // Fault: none, it is carried out
	}{
		{"a correction", nil, coins("Ann", 4), session.Fault},
		{"a line of the score", nil, line("Ann", "coins", &five), session.Fault},
		{"pause", nil, session.Command{Kind: session.Paused}, session.Fault},
		{"resume", []session.Kind{session.Paused}, session.Command{Kind: session.Resumed}, session.Fault},
		{"finish while paused", []session.Kind{session.Paused}, session.Command{Kind: session.Finished, Why: "enough"}, session.Fault},
		{"reopen", []session.Kind{session.Finished}, session.Command{Kind: session.Reopened}, session.Fault},
		{"go on after an abandoned evening", []session.Kind{session.Abandoned}, session.Command{Kind: session.Reopened}, session.Fault},
		{"a note when all is over", []session.Kind{session.Finished}, session.Command{Kind: session.Noted, Why: "late"}, session.Fault},

		{"a correction without a reason", nil, session.Command{Kind: session.Corrected, Who: "w", Correction: &session.Correction{Player: "Ann", Set: json.RawMessage(`{"coins":1}`)}}, session.Invalid},
		{"a correction of nothing", nil, session.Command{Kind: session.Corrected, Who: "w", Why: "y", Correction: &session.Correction{Player: "Ann"}}, session.Invalid},
		{"a line of nobody", nil, line("Zoe", "coins", &five), session.Invalid},
		{"a line that isn't there", nil, line("Ann", "harbor", &five), session.Invalid},
		{"absurd points", nil, line("Ann", "coins", &absurd), session.Invalid},
		{"an action without an action", nil, session.Command{Kind: session.Did}, session.Invalid},
		{"stale", nil, session.Command{Kind: session.Paused, Based: 77}, session.Stale},
		{"acting while paused", []session.Kind{session.Paused}, coins("Ann", 1), session.Locked},
		{"acting on a finished play", []session.Kind{session.Finished}, coins("Ann", 1), session.Locked},
		{"undoing on a finished play", []session.Kind{session.Finished}, session.Command{Kind: session.Undone}, session.Locked},
		{"finishing twice", []session.Kind{session.Finished}, session.Command{Kind: session.Finished, Why: "enough"}, session.Locked},
		{"resuming what goes on", nil, session.Command{Kind: session.Resumed}, session.Locked},
		{"beginning twice", nil, session.Command{Kind: session.Started}, session.Invalid},
		{"an unknown event", nil, session.Command{Kind: "burnt"}, session.Invalid},
		{"a novel", nil, session.Command{Kind: session.Noted, Why: strings.Repeat("x", 3000)}, session.Invalid},
	} {
		t.Run(test.name, func(t *testing.T) {
			j := &memory{}
			b := begin(t, open(t, j), twoAtOrleans)
			for _, k := range test.status {
				b.do(session.Command{Kind: k, Why: "enough"})
			}
			before, n := *b.View, len(j.events)
			err := b.try(test.command)
			if test.want == session.Fault {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			wants(t, err, test.want)
			if len(j.events) != n {
				t.Errorf("a refused command left an event")
			}
			after, err := b.plays.View(t.Context(), b.Play)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(&before, after); diff != "" {
				t.Errorf("a refused command changed the play (-before +after):\n%s", diff)
			}
		})
	}
}

func TestRuleBreaksAreViolations(t *testing.T) {
	b := begin(t, open(t, &memory{}), twoAtOrleans)
	err := b.try(session.Command{Kind: session.Did, Action: &scoring.Action{Player: "Zoe", Do: "pass"}})
	var v *scoring.Violation
	if !errors.As(err, &v) {
		t.Errorf("got %v, want a violation", err)
	}
}

func TestRepeatedRequestsCountOnce(t *testing.T) {
	j := &memory{}
	p := open(t, j)
	var starts sync.Map
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			v, err := p.Begin(t.Context(), twoAtOrleans, "tablet", "begin-1")
			if err != nil {
				t.Error(err)
				return
			}
			starts.Store(v.Play, true)
		})
	}
	group.Wait()
	if len(j.events) != 1 {
		t.Fatalf("one request began %d plays", len(j.events))
	}
	b := &table{t, p, nil}
	b.View, _ = p.View(t.Context(), j.events[0].Play)
	c := coins("Ann", 3)
	c.Request, c.Based = "c-1", b.Number
	b.do(c)
	b.do(c) // stale by now, but the same: answered like the first
	if len(j.events) != 2 {
		t.Errorf("a repeated request left %d events, want 2", len(j.events))
	}
	p.Close()
	again := open(t, j)
	if _, err := again.Do(t.Context(), b.Play, c); err != nil || len(j.events) != 2 {
		t.Errorf("after a restart the request was carried out again: %v, %d events", err, len(j.events))
	}
}

func TestOneOfTwoAtOnceIsStale(t *testing.T) {
	j := &memory{}
	p := open(t, j)
	b := begin(t, p, twoAtOrleans)
	var won, stale atomic.Int32
	var group sync.WaitGroup
	for n := range 20 {
		group.Go(func() {
			c := coins("Ann", n)
			c.Based = b.Number
			_, err := p.Do(t.Context(), b.Play, c)
			var f *session.Failure
			switch {
			case err == nil:
				won.Add(1)
			case errors.As(err, &f) && f.Reason == session.Stale && f.Now == 2:
				stale.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	group.Wait()
	if won.Load() != 1 || stale.Load() != 19 {
		t.Errorf("%d were carried out and %d stale, want 1 and 19", won.Load(), stale.Load())
	}
}

func TestNothingChangesWhatIsNotKept(t *testing.T) {
	j := &memory{}
	p := open(t, j)
	b := begin(t, p, twoAtOrleans)
	b.do(coins("Ann", 3))
	sub := p.Feed().Subscribe(-1)
	defer sub.Close()
	j.broken = true
	before := *b.View
	wants(t, b.try(coins("Ann", 4)), session.Unkept)
	_, err := p.Begin(t.Context(), twoAtOrleans, "", "")
	wants(t, err, session.Unkept)
	after, _ := p.View(t.Context(), b.Play)
	if diff := cmp.Diff(&before, after); diff != "" {
		t.Errorf("what wasn't kept changed the play:\n%s", diff)
	}
	select {
	case e := <-sub.C:
		t.Errorf("what wasn't kept was told: %v", e)
	default:
	}
	j.broken = false
	b.do(coins("Ann", 4))
}

func TestLinesByHand(t *testing.T) {
	j := &memory{}
	b := begin(t, open(t, j), twoAtOrleans)
	b.do(coins("Bo", 9))
	points := 30
	b.do(session.Command{Kind: session.Corrected, Who: "tablet", Why: "house rule", Correction: &session.Correction{Player: "Ann", Category: "coins", Points: &points}})
	r := b.Result
	if r.Players[0].Total != 30 || !slices.Equal(r.Winners, []string{"Ann"}) {
		t.Errorf("with a line set to 30: %+v", r)
	}
	b.do(session.Command{Kind: session.Finished, Why: "enough"})
	if got := j.last.Outcome; got == nil || got.Result.Players[0].Total != 30 || !slices.Equal(got.Ranks, []int{1, 2}) {
		t.Errorf("the outcome is %+v", j.last.Outcome)
	}
	b.do(session.Command{Kind: session.Reopened, Why: "we forgot a coin"})
	if j.last.Outcome != nil || j.last.Status != session.Playing {
		t.Errorf("a reopened play still has an outcome")
	}
	b.do(session.Command{Kind: session.Corrected, Who: "tablet", Why: "the rules after all", Correction: &session.Correction{Player: "Ann", Category: "coins"}})
	if b.Result.Players[0].Total != 0 || len(b.Lines) != 0 {
		t.Errorf("after giving the line back: %+v", b.Result.Players[0])
	}
}

func TestEverySaidThingHasASentence(t *testing.T) {
	speaker, err := say.New("en", append(catalog.Messages(), session.Messages())...)
	if err != nil {
		t.Fatal(err)
	}
	b := begin(t, open(t, &memory{}), twoAtOrleans)
	points := 3
	b.do(coins("Ann", 2))
	b.do(session.Command{Kind: session.Corrected, Who: "w", Why: "y", Correction: &session.Correction{Player: "Ann", Category: "coins", Points: &points}})
	for _, l := range b.Result.Players[0].Lines {
		if err := speaker.Check(l.Message); l.Key != "" && err != nil {
			t.Error(err)
		}
	}
	b.do(session.Command{Kind: session.Corrected, Who: "w", Why: "y", Correction: &session.Correction{Player: "Ann", Category: "coins"}})
	b.do(session.Command{Kind: session.Corrected, Who: "w", Why: "y", Correction: &session.Correction{Set: json.RawMessage(`{"players":{"Bo":{"coins":1}}}`)}})
	for _, k := range []session.Kind{session.Undone, session.Redone, session.Paused, session.Resumed, session.Noted, session.Abandoned, session.Reopened, session.Finished} {
		b.do(session.Command{Kind: k, Why: "enough"})
	}
	entries, err := b.plays.Entries(t.Context(), b.Play)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if err := speaker.Check(e.Message); err != nil {
			t.Errorf("event %d (%s): %v", e.Number, e.Kind, err)
		}
	}
}

// TestReplayIsTheSame plays random games with undos, corrections and pauses,
// and checks at the end that the log alone gives the same play.
func TestReplayIsTheSame(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		j := &memory{}
		p := open(t, j)
		b := begin(t, p, twoAtOrleans)
		for range rapid.IntRange(1, 300).Draw(rt, "commands") {
			c := randomCommand(r, b.View)
			switch r.IntN(10) {
			case 0, 1, 2:
				c = session.Command{Kind: session.Undone}
			case 3, 4:
				c = session.Command{Kind: session.Redone}
			case 5:
				c = coins("Ann", r.IntN(20))
			}
			_ = b.try(c) // what the rules refuse must leave no trace either
			if b.Status != session.Playing {
				b.do(session.Command{Kind: session.Reopened})
			}
		}
		p.Close()
		again, err := open(t, j).View(t.Context(), b.Play)
		if err != nil {
			rt.Fatal(err)
		}
		if diff := cmp.Diff(b.View, again); diff != "" {
			rt.Fatalf("the play after a restart (-before +after):\n%s", diff)
		}
	})
}

func TestUndoGoesFarBack(t *testing.T) {
	j := &memory{}
	p := open(t, j)
	b := begin(t, p, twoAtOrleans)
	states := []string{string(b.State)}
	for n := range 300 {
		b.do(coins("Ann", n%7+1))
		states = append(states, string(b.State))
	}
	for n := 299; n >= 0; n-- {
		b.do(session.Command{Kind: session.Undone})
		if string(b.State) != states[n] {
			t.Fatalf("undone to change %d: %s, want %s", n, b.State, states[n])
		}
	}
	for n := 1; n <= 300; n++ {
		b.do(session.Command{Kind: session.Redone})
		if string(b.State) != states[n] {
			t.Fatalf("redone to change %d: %s, want %s", n, b.State, states[n])
		}
	}
	at, err := p.At(t.Context(), b.Play, 42)
	if err != nil || string(at.State) != states[41] {
		t.Errorf("the play at event 42: %v, %v", at, err)
	}
	_, err = p.At(t.Context(), b.Play, 9999)
	wants(t, err, session.NotFound)
}
