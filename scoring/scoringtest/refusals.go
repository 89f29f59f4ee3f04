package scoringtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"harbormaster/scoring"
	"harbormaster/scoring/say"
)

// Refusal is a state file with one mistake: Old is replaced by New in a valid
// file, and the complaint must have the key and name player and place. An
// empty Key means that the change is no mistake.
type Refusal struct {
	Name     string
	Old, New string
	Key      string
	Player   string
	Place    string // contained in the complaint's place
	Says     string // contained in the sentence, such as the nearest known name
}

// Refusals reads the valid file with each mistake in turn.
func Refusals(t *testing.T, game scoring.Game, valid string, list []Refusal) {
	t.Helper()
	speaker, err := say.New("en", game.Info().Messages)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := game.ReadState([]byte(valid)); err != nil {
		t.Fatalf("the valid file is refused: %v", err)
	}
	for _, r := range list {
		t.Run(r.Name, func(t *testing.T) {
			if strings.Count(valid, r.Old) == 0 && r.Old != "" {
				t.Fatalf("the valid file has no %s", r.Old)
			}
			// Only the first place is changed, so the other players stay valid.
			broken := strings.Replace(valid, r.Old, r.New, 1)
			state, err := game.ReadState([]byte(broken))
			if r.Key == "" {
				if err != nil {
					t.Fatalf("refused: %v", err)
				}
				game.Score(state)
				return
			}
			var v *scoring.Violation
			if !errors.As(err, &v) {
				t.Fatalf("got %v, want a violation of %s", err, r.Key)
			}
			if v.Key != r.Key || v.Player != r.Player || !strings.Contains(v.Place, r.Place) {
				t.Errorf("got %v, want %s of player %q at %q", v, r.Key, r.Player, r.Place)
			}
			if sentence := speaker.Error(err); !strings.Contains(sentence, r.Says) || strings.ContainsAny(sentence, "{}\n") {
				t.Errorf("the sentence is %q, want %q in it and nothing unfilled", sentence, r.Says)
			}
		})
	}
}

// FuzzReadState is the body of a game's fuzz target: whatever the bytes, they
// are read or refused with a violation, and what was read can be written, read
// back, scored and asked about, and every answer to what is asked is legal.
func FuzzReadState(f *testing.F, game scoring.Game, seeds ...json.RawMessage) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		state, err := game.ReadState(data)
		if err != nil {
			var v *scoring.Violation
			if !errors.As(err, &v) {
				t.Fatalf("got %v, want a *scoring.Violation", err)
			}
			return
		}
		first, err := state.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		again, err := game.ReadState(first)
		if err != nil {
			t.Fatalf("read back: %v\n%s", err, first)
		}
		second, err := again.MarshalJSON()
		if err != nil || !bytes.Equal(first, second) {
			t.Fatalf("the state changed by writing and reading (%v):\n%s\n%s", err, first, second)
		}
		game.Score(state)
		p := game.Next(state)
		if !p.Over && len(p.Choices) == 0 {
			t.Fatalf("nothing can be done, but the game isn't over: %s", first)
		}
		// A file can describe any moment, also those no random game comes to.
		for _, c := range p.Choices {
			a := RandomAction(least{}, c, p)
			next, _, err := game.Apply(state, a)
			if err != nil {
				t.Fatalf("%+v is offered but refused: %v\n%s", a, err, first)
			}
			after, err := next.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := game.ReadState(after); err != nil {
				t.Fatalf("read back after %+v: %v\n%s", a, err, after)
			}
		}
	})
}

// BenchmarkScore is the body of a game's benchmark: from a parsed state to the
// result.
func BenchmarkScore(b *testing.B, game scoring.Game, file []byte) {
	state, err := game.ReadState(file)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		game.Score(state)
	}
}
