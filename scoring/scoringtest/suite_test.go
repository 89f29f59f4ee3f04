package scoringtest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"harbormaster/scoring"
	"harbormaster/scoring/say"
)

// complaint is what the recorder panics with, as a Fatalf must not return.
type complaint string

// recorder takes the place of a test that should fail.
type recorder struct{}

func (recorder) Helper()                      {}
func (recorder) Errorf(f string, args ...any) { panic(complaint(fmt.Sprintf(f, args...))) }
func (recorder) Fatalf(f string, args ...any) { panic(complaint(fmt.Sprintf(f, args...))) }

// fails reports whether a check complains.
func fails(check func(failer)) (failed bool) {
	defer func() {
		if p := recover(); p != nil {
			if _, ok := p.(complaint); !ok {
				panic(p)
			}
			failed = true
		}
	}()
	check(recorder{})
	return false
}

// The suite has teeth: each of these results is wrong in one way.
func TestCheckResult(t *testing.T) {
	speaker, err := say.New("en", fstest.MapFS{"messages/en.json": {Data: []byte(`{"toy.n":"{n} things"}`)}})
	if err != nil {
		t.Fatal(err)
	}
	s := &suite{info: scoring.Info{Name: "toy", Categories: []string{"a", "b"}}, speaker: speaker}
	good := func() scoring.Result {
		r := scoring.Result{Game: "toy", Winners: []string{"ann"}}
		for _, name := range []string{"ann", "bo"} {
			p := scoring.PlayerResult{Name: name}
			p.Add(scoring.Line{Category: "a", Points: 1})
			p.Add(scoring.Line{Category: "b", Points: 2, Message: scoring.Msg("toy.n", "n", 2)})
			r.Players = append(r.Players, p)
		}
		return r
	}
	for _, test := range []struct {
		name  string
		spoil func(*scoring.Result)
		wrong bool
	}{
		{"right", func(*scoring.Result) {}, false},
		{"both win", func(r *scoring.Result) { r.Winners = []string{"ann", "bo"} }, false},
		{"a doubt", func(r *scoring.Result) { r.Doubts = []scoring.Doubt{{Message: scoring.Msg("toy.n", "n", 1)}} }, false},
		{"a note", func(r *scoring.Result) { r.Notes = []scoring.Note{{Message: scoring.Msg("toy.n", "n", 1)}} }, false},
		{"no note on a line", func(r *scoring.Result) { r.Players[0].Lines[1].Message = scoring.Message{} }, false},
		{"nobody plays", func(r *scoring.Result) { r.Players, r.Winners = nil, nil }, false},
		{"a total that is no sum", func(r *scoring.Result) { r.Players[1].Total++ }, true},
		{"categories out of order", func(r *scoring.Result) { slices.Reverse(r.Players[0].Lines) }, true},
		{"a category missing", func(r *scoring.Result) { r.Players[0].Lines = r.Players[0].Lines[:1]; r.Players[0].Total = 1 }, true},
		{"another game", func(r *scoring.Result) { r.Game = "chess" }, true},
		{"nobody wins", func(r *scoring.Result) { r.Winners = nil }, true},
		{"the worse wins", func(r *scoring.Result) { r.Players[0].Lines[0].Points, r.Players[0].Total = 0, 2 }, true},
		{"a note without a sentence", func(r *scoring.Result) { r.Players[0].Lines[0].Message = scoring.Msg("toy.m") }, true},
		{"a doubt without its parameter", func(r *scoring.Result) { r.Doubts = []scoring.Doubt{{Message: scoring.Msg("toy.n")}} }, true},
	} {
		r := good()
		test.spoil(&r)
		if got := fails(func(f failer) { s.checkResult(f, r) }); got != test.wrong {
			t.Errorf("%s: the suite complains: %v, want %v", test.name, got, test.wrong)
		}
	}
}

// A random action stays within what the choice allows.
func TestRandomAction(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		c := scoring.Choice{Do: "x", Kind: "k", Boat: "b", Card: "c", Space: "s", Key: "y", Coin: true,
			Min: rapid.IntRange(0, 4).Draw(t, "min"), Typed: rapid.Bool().Draw(t, "typed")}
		c.Max = c.Min + rapid.IntRange(0, 900).Draw(t, "more")
		if rapid.Bool().Draw(t, "hexes") {
			c.Hexes = []string{"A1", "A2", "A3", "B1", "B2"}
			c.Max = min(c.Max, len(c.Hexes))
		}
		a := RandomAction(r, c, scoring.Prompt{Player: "ann"})
		if a.Player != "ann" || a.Do != c.Do || a.Kind != c.Kind || a.Boat != c.Boat || a.Card != c.Card ||
			a.Space != c.Space || a.Key != c.Key || a.Coin != c.Coin || (a.Points != nil) != c.Typed {
			t.Fatalf("%+v doesn't copy %+v", a, c)
		}
		n := a.Count
		if len(c.Hexes) > 0 {
			n = len(a.Hexes)
			for i, hex := range a.Hexes {
				if !slices.Contains(c.Hexes, hex) || slices.Contains(a.Hexes[:i], hex) {
					t.Fatalf("%v isn't a set of %v", a.Hexes, c.Hexes)
				}
			}
		}
		if n < c.Min || n > c.Max {
			t.Fatalf("%d is outside of %d to %d", n, c.Min, c.Max)
		}
	})
}
