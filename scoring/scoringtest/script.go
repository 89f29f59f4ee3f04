package scoringtest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"harbormaster/scoring"
	"harbormaster/scoring/say"
	"harbormaster/scoring/strict"
)

// Step is one action of a scripted game, as JSON, and what must come of it: a
// refusal by that key, or awards that read so and leave that to be asked. What
// is left empty isn't looked at.
type Step struct {
	Do     string   // the action's JSON
	Refuse string   // the key of the violation; the state stays as it is
	Awards []string // "name +points sentence", all of them
	Asks   string   // the key of the prompt afterwards
	Of     string   // the player asked afterwards
}

// Script plays the steps from a state and returns the last state.
func Script(t *testing.T, game scoring.Game, state scoring.State, steps []Step) scoring.State {
	t.Helper()
	speaker, err := say.New("en", game.Info().Messages)
	if err != nil {
		t.Fatal(err)
	}
	s := &suite{game: game, info: game.Info(), speaker: speaker}
	for i, step := range steps {
		a, err := strict.ReadAction([]byte(step.Do))
		if err != nil {
			t.Fatalf("step %d, %s: %v", i, step.Do, err)
		}
		next, awards, err := game.Apply(state, a)
		// A refusal must say so itself, and the script goes on from the same state.
		if step.Refuse != "" {
			var v *scoring.Violation
			if !errors.As(err, &v) || v.Key != step.Refuse {
				t.Fatalf("step %d, %s: got %v, want a violation of %s", i, step.Do, err, step.Refuse)
			}
			s.refused(t, step.Do, err)
			continue
		}
		if err != nil {
			t.Fatalf("step %d, %s: %v", i, step.Do, err)
		}
		s.checkAwards(t, i, step, awards)
		// Every state on the way has to survive its file.
		state = s.reread(t, next)
		p := game.Next(state)
		s.said(t, "the prompt", p.Message)
		if step.Asks != "" && p.Key != step.Asks {
			t.Fatalf("step %d, %s: asks %s, want %s", i, step.Do, p.Key, step.Asks)
		}
		if step.Of != "" && p.Player != step.Of {
			t.Fatalf("step %d, %s: asks %q, want %q", i, step.Do, p.Player, step.Of)
		}
	}
	return state
}

// checkAwards compares all awards, in order, with their sentences.
func (s *suite) checkAwards(t *testing.T, i int, step Step, awards []scoring.Award) {
	t.Helper()
	var got []string
	for _, a := range awards {
		s.said(t, "an award", a.Message)
		got = append(got, fmt.Sprintf("%s %+d %s", a.Player, a.Points, s.speaker.Sentence(a.Message)))
	}
	if step.Awards == nil {
		return
	}
	if diff := cmp.Diff(step.Awards, got); diff != "" {
		t.Fatalf("step %d, %s: awards (-want +got):\n%s", i, step.Do, diff)
	}
}
