package scoringtest

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"harbormaster/scoring"
)

// checkInfo checks what is fixed about the game.
func (s *suite) checkInfo(t *testing.T) {
	if s.info.Name == "" || s.info.Title == "" || len(s.info.Categories) == 0 {
		t.Errorf("name %q, title %q and categories %q must all be there", s.info.Name, s.info.Title, s.info.Categories)
	}
	if s.info.MinPlayers < 1 || s.info.MaxPlayers < s.info.MinPlayers {
		t.Errorf("%d to %d players can't be", s.info.MinPlayers, s.info.MaxPlayers)
	}
	// No random player corrects in bulk, so its sentence is looked up here.
	s.said(t, "what a correction did", scoring.Did(s.info.Name, scoring.Action{Do: scoring.Bulk}))
	for i, c := range s.info.Categories {
		if s.speaker.Name(s.info.Name, "category-"+c) == "category-"+c {
			t.Errorf("the category %q has no word", c)
		}
		if slices.Contains(s.info.Categories[:i], c) {
			t.Errorf("the category %q is there twice", c)
		}
	}
	// A default outside of its values couldn't be chosen back.
	for _, set := range s.info.Settings {
		if len(set.Values) > 0 && !slices.Contains(set.Values, set.Default) {
			t.Errorf("the default %q of the setting %q isn't among its values", set.Default, set.Key)
		}
	}
}

// checkStart checks that a game refuses players it can't have.
func (s *suite) checkStart(t *testing.T) {
	wrong := map[string][]string{
		"one too few":   playerNames(s.info.MinPlayers - 1),
		"one too many":  playerNames(s.info.MaxPlayers + 1),
		"an empty name": append(playerNames(s.info.MaxPlayers-1), ""),
	}
	// A game for one can't have a name twice.
	if s.info.MaxPlayers > 1 {
		twice := playerNames(s.info.MaxPlayers)
		twice[0] = twice[1]
		wrong["a name twice"] = twice
	}
	for what, names := range wrong {
		setup := s.setup(least{}, names)
		_, err := s.game.Start(setup)
		s.refused(t, what, err)
	}
	setup := s.setup(least{}, playerNames(s.info.MaxPlayers))
	for _, settings := range []string{`{"no such setting":1}`, `[]`, `{`} {
		setup.Settings = json.RawMessage(settings)
		_, err := s.game.Start(setup)
		s.refused(t, "settings "+settings, err)
	}
}

// least is chance that always takes the first.
type least struct{}

func (least) IntN(int) int { return 0 }

// foreign is a state of a game that doesn't exist.
type foreign struct{}

func (foreign) MarshalJSON() ([]byte, error) { return []byte(`{}`), nil }
func (foreign) GameName() string             { return "no such game" }

// checkForeign gives the game states that aren't its own.
func (s *suite) checkForeign(t *testing.T) {
	for _, state := range []scoring.State{foreign{}, nil} {
		_, _, err := s.game.Apply(state, scoring.Action{Do: scoring.Bulk})
		s.refused(t, "a foreign state", err)
		s.said(t, "the prompt", s.game.Next(state).Message)
		for _, d := range s.game.Score(state).Doubts {
			s.said(t, "a doubt", d.Message)
		}
	}
}

// checkWrong spoils a legal action in many ways. Some remain legal; the others
// must be refused with a reason, and none may change the state.
func (s *suite) checkWrong(t failer, r Rand, state scoring.State, p scoring.Prompt, legal scoring.Action) {
	t.Helper()
	before := written(t, state)
	tries := map[string]scoring.Action{}
	spoil := func(how string, change func(*scoring.Action)) {
		a := legal
		change(&a)
		tries[how] = a
	}
	spoil("an unknown action", func(a *scoring.Action) { a.Do = "no such action" })
	spoil("an unknown player", func(a *scoring.Action) { a.Player = "nobody" })
	spoil("no player", func(a *scoring.Action) { a.Player = "" })
	spoil("an unknown kind", func(a *scoring.Action) { a.Kind = "no such kind" })
	spoil("an unknown card", func(a *scoring.Action) { a.Card = "no such card" })
	spoil("an unknown key", func(a *scoring.Action) { a.Key = "no such key" })
	spoil("an unknown boat", func(a *scoring.Action) { a.Boat = "no such boat" })
	spoil("an unknown space", func(a *scoring.Action) { a.Space = "no such space" })
	spoil("an unknown hex", func(a *scoring.Action) { a.Hexes = []string{"no such hex"} })
	spoil("a negative count", func(a *scoring.Action) { a.Count = -1 })
	spoil("an absurd count", func(a *scoring.Action) { a.Count = 9999 })
	spoil("absurd points", func(a *scoring.Action) { n := -9999; a.Points = &n })
	spoil("an empty correction", func(a *scoring.Action) { a.Do = scoring.Bulk })
	// Whether a field matters depends on the action, so most may be accepted.
	for how, a := range tries {
		_, _, err := s.game.Apply(state, a)
		if err != nil {
			s.refused(t, how, err)
		} else if how == "an unknown action" {
			t.Fatalf("an unknown action is accepted")
		}
	}
	// The same action by everybody else: some games allow it out of turn.
	for _, player := range s.game.Score(state).Players {
		a := legal
		a.Player = player.Name
		if _, _, err := s.game.Apply(state, a); err != nil {
			s.refused(t, "somebody else's action", err)
		}
	}
	if after := written(t, state); after != before {
		t.Fatalf("a spoiled action changed the state:\n%s\n%s", before, after)
	}
}

// checkDamage spoils a state file in one place: a key gone, unknown, of
// another type or absurd. It is read or refused with a reason; an unknown key
// is always refused.
func (s *suite) checkDamage(t *rapid.T) {
	n := rapid.IntRange(s.info.MinPlayers, s.info.MaxPlayers).Draw(t, "players")
	r := seeded(t)
	state := s.start(t, r, playerNames(n))
	for range rapid.IntRange(0, 60).Draw(t, "actions") {
		p := s.game.Next(state)
		if p.Over {
			break
		}
		state = s.apply(t, state, s.randomAction(r, state, p), playerNames(n), false)
	}
	data := written(t, state)
	// Half a file is what a full disk or a cut connection leaves.
	cut := rapid.IntRange(0, len(data)-1).Draw(t, "cut at")
	_, err := s.game.ReadState([]byte(data[:cut]))
	s.refused(t, "a file that ends too early", err)

	var file any
	if err := json.Unmarshal([]byte(data), &file); err != nil {
		t.Fatalf("read the state: %v", err)
	}
	damages := []any{nil, true, -1, 1e9, 1.5, "no such name", []any{}, map[string]any{}, []any{"no such name"}}
	damage := rapid.SampledFrom(damages).Draw(t, "damage")
	unknown := rapid.Bool().Draw(t, "unknown key")
	places := spots(file)
	// The damage is done in place, in the decoded file.
	spot := places[rapid.IntRange(0, len(places)-1).Draw(t, "place")]
	switch {
	case unknown:
		spot.in["no such key"] = damage
	case damage == nil:
		delete(spot.in, spot.key)
	default:
		spot.in[spot.key] = damage
	}
	broken, err := json.Marshal(file)
	if err != nil {
		t.Fatalf("write the damaged state: %v", err)
	}
	again, err := s.game.ReadState(broken)
	if err != nil {
		s.refused(t, string(broken), err)
		return
	}
	if unknown {
		t.Fatalf("an unknown key is accepted: %s", broken)
	}
	s.scored(t, s.reread(t, again))
	s.said(t, "the prompt", s.game.Next(again).Message)
}

// spot is one key of one object in a file.
type spot struct {
	in  map[string]any
	key string
}

// spots returns all keys of all objects, in a fixed order.
func spots(value any) []spot {
	var out []spot
	switch x := value.(type) {
	case []any:
		for _, item := range x {
			out = append(out, spots(item)...)
		}
	case map[string]any:
		keys := make([]string, 0, len(x))
		for key := range x {
			keys = append(keys, key)
		}
		slices.SortFunc(keys, strings.Compare)
		for _, key := range keys {
			out = append(out, spot{x, key})
			out = append(out, spots(x[key])...)
		}
	}
	return out
}
