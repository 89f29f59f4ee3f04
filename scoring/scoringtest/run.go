// Package scoringtest is what every game of the catalog must pass, whatever
// its rules: random games that never meet an error and end, states and logs
// that survive being written down, totals that are sums, refusals that say
// why, and a sentence for everything that is said. Each game's own tests call
// Run. It knows no game.
package scoringtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"harbormaster/scoring"
	"harbormaster/scoring/say"
	"harbormaster/scoring/strict"
)

// Options are what a game's tests may say about it. The zero value fits a game
// without settings that must be given.
type Options struct {
	// Settings are given to Start, one of them a random game; none: the
	// game's defaults.
	Settings []json.RawMessage
	// SettingsFor, if given, makes the settings for a number of players.
	SettingsFor func(r Rand, players int) json.RawMessage
	// Filler completes a random player's actions.
	Filler Filler
	// MaxActions bounds a random game; 0 means 20,000.
	MaxActions int
	// Seated are keys of the state file that tell players by their seat, such
	// as whose turn it is; they are left out when players are reordered.
	Seated []string
	// FixedOrder says that the order of players matters to the score.
	FixedOrder bool
}

// suite is one run over one game.
type suite struct {
	game    scoring.Game
	info    scoring.Info
	options Options
	speaker *say.Speaker
}

// Run runs the conformance suite over a game.
func Run(t *testing.T, game scoring.Game, options Options) {
	t.Helper()
	info := game.Info()
	speaker, err := say.New("en", info.Messages)
	if err != nil {
		t.Fatalf("%s: %v", info.Name, err)
	}
	if options.MaxActions == 0 {
		options.MaxActions = 20000
	}
	s := &suite{game, info, options, speaker}
	t.Run("info", s.checkInfo)
	t.Run("refusals at the start", s.checkStart)
	t.Run("foreign states", s.checkForeign)
	t.Run("random games", rapid.MakeCheck(s.checkGame))
	t.Run("damaged files", rapid.MakeCheck(s.checkDamage))
}

// failer is the part of *testing.T and *rapid.T that the checks need.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
	Errorf(format string, args ...any)
}

// start begins a random game with the number of players and chance given.
func (s *suite) start(t failer, r Rand, players []string) scoring.State {
	t.Helper()
	state, err := s.game.Start(s.setup(r, players))
	if err != nil {
		t.Fatalf("start with %q: %v", players, err)
	}
	return state
}

func (s *suite) setup(r Rand, players []string) scoring.Setup {
	setup := scoring.Setup{Players: players}
	if list := s.options.Settings; len(list) > 0 {
		setup.Settings = list[r.IntN(len(list))]
	}
	if s.options.SettingsFor != nil {
		setup.Settings = s.options.SettingsFor(r, len(players))
	}
	return setup
}

// seeded returns the chance of one random game, drawn by rapid so that a
// failure is found again by its seed.
func seeded(t *rapid.T) *rand.Rand {
	return rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
}

// namePrefix begins the names of all players, and no other text of a file.
const namePrefix = "player "

func playerNames(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("%s%c", namePrefix, 'a'+i)
	}
	return out
}

// written returns the state's JSON.
func written(t failer, state scoring.State) string {
	t.Helper()
	data, err := state.MarshalJSON()
	if err != nil {
		t.Fatalf("write the state: %v", err)
	}
	return string(data)
}

// reread writes the state, reads it back and checks that nothing changed.
func (s *suite) reread(t failer, state scoring.State) scoring.State {
	t.Helper()
	before := written(t, state)
	again, err := s.game.ReadState([]byte(before))
	if err != nil {
		t.Fatalf("read back: %v\n%s", err, before)
	}
	if diff := cmp.Diff(before, written(t, again)); diff != "" {
		t.Fatalf("the state changed by writing and reading (-before +after):\n%s", diff)
	}
	return again
}

// rewritten sends an action through its JSON form, as logs do.
func rewritten(t failer, a scoring.Action) scoring.Action {
	t.Helper()
	data, err := json.Marshal(a)
	if err != nil {
		t.Fatalf("write the action: %v", err)
	}
	again, err := strict.ReadAction(data)
	if err != nil {
		t.Fatalf("read back the action %s: %v", data, err)
	}
	if diff := cmp.Diff(a, again); diff != "" {
		t.Fatalf("the action changed by writing and reading (-before +after):\n%s", diff)
	}
	return again
}

// said checks that there is a sentence for a message.
func (s *suite) said(t failer, what string, m scoring.Message) {
	t.Helper()
	if err := s.speaker.Check(m); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
}

// refused checks that an error is a violation with a sentence.
func (s *suite) refused(t failer, what string, err error) {
	t.Helper()
	var v *scoring.Violation
	if !errors.As(err, &v) {
		t.Fatalf("%s: got %v, want a *scoring.Violation", what, err)
	}
	s.said(t, what, v.Message)
}

// scored checks a result by itself and that counting left the state alone.
func (s *suite) scored(t failer, state scoring.State) scoring.Result {
	t.Helper()
	before := written(t, state)
	r := s.game.Score(state)
	if after := written(t, state); after != before {
		t.Fatalf("Score changed the state:\n%s\n%s", before, after)
	}
	s.checkResult(t, r)
	return r
}

func (s *suite) checkResult(t failer, r scoring.Result) {
	t.Helper()
	if r.Game != s.info.Name {
		t.Fatalf("the result is of %q, want %q", r.Game, s.info.Name)
	}
	best := 0
	for i, p := range r.Players {
		var categories []string
		sum := 0
		for _, l := range p.Lines {
			categories = append(categories, l.Category)
			sum += l.Points
			if l.Key != "" { // a line that speaks for itself needs no note
				s.said(t, "the note of "+l.Category, l.Message)
			}
		}
		if diff := cmp.Diff(s.info.Categories, categories); diff != "" {
			t.Fatalf("categories of %s (-want +got):\n%s", p.Name, diff)
		}
		if sum != p.Total {
			t.Fatalf("%s: the total is %d, its lines make %d", p.Name, p.Total, sum)
		}
		if i == 0 || p.Total > best {
			best = p.Total
		}
	}
	for _, n := range r.Notes {
		s.said(t, "a note on the result", n.Message)
	}
	for _, d := range r.Doubts {
		s.said(t, "a doubt", d.Message)
	}
	if len(r.Winners) == 0 && len(r.Players) > 0 {
		t.Fatalf("nobody wins")
	}
	for _, p := range r.Players {
		if slices.Contains(r.Winners, p.Name) && p.Total != best {
			t.Fatalf("%s wins with %d, the best has %d", p.Name, p.Total, best)
		}
	}
}
