package scoringtest

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"harbormaster/scoring"
)

// often is how many actions apart the costly checks of a random game are.
const often = 7

// checkGame plays one random game to its end and checks what must hold on the
// way and at the end.
func (s *suite) checkGame(t *rapid.T) {
	n := rapid.IntRange(s.info.MinPlayers, s.info.MaxPlayers).Draw(t, "players")
	// Writing a state down after every action and playing the log again are dear,
	// so most games are only played and a few are looked at closely.
	closely := rapid.IntRange(0, 3).Draw(t, "closely if 0") == 0
	r := seeded(t)
	names := playerNames(n)
	start := s.start(t, r, names)
	state := start
	var log []scoring.Action
	for {
		p := s.game.Next(state)
		s.said(t, "the prompt", p.Message)
		if p.Over {
			break
		}
		// A prompt without an answer leaves a table stuck.
		if len(p.Choices) == 0 {
			t.Fatalf("after %d actions nothing can be done, but the game isn't over: %s", len(log), written(t, state))
		}
		if len(log) == s.options.MaxActions {
			t.Fatalf("after %d actions the game isn't over; asked is %s", len(log), p.Key)
		}
		a := s.randomAction(r, state, p)
		if closely && len(log)%often == 0 {
			s.checkWrong(t, r, state, p, a)
			s.scored(t, s.reread(t, state))
		}
		if closely {
			a = rewritten(t, a)
		}
		state = s.apply(t, state, a, names, closely)
		log = append(log, a)
	}
	// The end is counted in every game.
	final := s.scored(t, s.reread(t, state))
	if !closely {
		return
	}
	s.checkReplay(t, start, state, log)
	s.checkRenamed(t, final, start, log)
	if !s.options.FixedOrder {
		s.checkReordered(t, r, final, state)
	}
}

// randomAction answers the prompt, with the game's help where it offers any.
func (s *suite) randomAction(r Rand, state scoring.State, p scoring.Prompt) scoring.Action {
	c := pickChoice(r, p.Choices)
	a := RandomAction(r, c, p)
	if s.options.Filler != nil {
		s.options.Filler.Fill(r, state, p, c, &a)
	}
	return a
}

// apply applies a legal action and checks, if closely, that it left its
// argument alone.
func (s *suite) apply(t failer, state scoring.State, a scoring.Action, names []string, closely bool) scoring.State {
	t.Helper()
	before := ""
	if closely {
		before = written(t, state)
	}
	next, awards, err := s.game.Apply(state, a)
	if err != nil {
		data, _ := json.Marshal(a)
		t.Fatalf("a legal action is refused: %v\n%s\n%s", err, data, written(t, state))
	}
	if closely {
		if after := written(t, state); after != before {
			t.Fatalf("Apply of %q changed its argument:\n%s\n%s", a.Do, before, after)
		}
	}
	s.said(t, "what an action did", scoring.Did(s.info.Name, a))
	// An award to a name that nobody bears would be lost on every page.
	for _, award := range awards {
		if !slices.Contains(names, award.Player) {
			t.Fatalf("%q awards something to %q, who doesn't play", a.Do, award.Player)
		}
		s.said(t, "an award of "+a.Do, award.Message)
	}
	return next
}

// checkReplay applies the log anew: a log is the game.
func (s *suite) checkReplay(t failer, start, end scoring.State, log []scoring.Action) {
	t.Helper()
	state := start
	for _, a := range log {
		next, _, err := s.game.Apply(state, rewritten(t, a))
		if err != nil {
			t.Fatalf("replay %q: %v", a.Do, err)
		}
		state = next
	}
	if diff := cmp.Diff(written(t, end), written(t, state)); diff != "" {
		t.Fatalf("replaying the log gives another state (-played +replayed):\n%s", diff)
	}
}

// checkRenamed plays the log with other names, from the same start, so that the
// settings are the same.
func (s *suite) checkRenamed(t failer, final scoring.Result, start scoring.State, log []scoring.Action) {
	t.Helper()
	rename := func(text string) string {
		if rest, ok := strings.CutPrefix(text, namePrefix); ok {
			return "guest " + rest
		}
		return text
	}
	// A flow may name players too, so every text that is a name is renamed.
	state := s.edit(t, start, func(file map[string]any) { replace(file, rename) })
	for _, a := range log {
		if a.Player != "" {
			a.Player = rename(a.Player)
		}
		next, _, err := s.game.Apply(state, a)
		if err != nil {
			t.Fatalf("play %q under other names: %v", a.Do, err)
		}
		state = next
	}
	// Only the names may differ.
	want := map[string]int{}
	for _, p := range final.Players {
		want[rename(p.Name)] = p.Total
	}
	var winners []string
	for _, name := range final.Winners {
		winners = append(winners, rename(name))
	}
	s.same(t, "under other names", want, winners, s.scored(t, state))
}

// checkReordered scores the last state with its players in another order.
func (s *suite) checkReordered(t failer, r Rand, final scoring.Result, state scoring.State) {
	t.Helper()
	state = s.edit(t, state, func(file map[string]any) {
		for _, key := range s.options.Seated {
			delete(file, key)
		}
		players := file["players"].([]any)
		for i := range players {
			j := i + r.IntN(len(players)-i)
			players[i], players[j] = players[j], players[i]
		}
	})
	want := map[string]int{}
	for _, p := range final.Players {
		want[p.Name] = p.Total
	}
	s.same(t, "in another order", want, final.Winners, s.scored(t, state))
}

// same compares totals and winners without regard to order.
func (s *suite) same(t failer, how string, totals map[string]int, winners []string, got scoring.Result) {
	t.Helper()
	gotTotals := map[string]int{}
	for _, p := range got.Players {
		gotTotals[p.Name] = p.Total
	}
	if diff := cmp.Diff(totals, gotTotals); diff != "" {
		t.Fatalf("totals %s (-want +got):\n%s", how, diff)
	}
	if diff := cmp.Diff(sorted(winners), sorted(got.Winners)); diff != "" {
		t.Fatalf("winners %s (-want +got):\n%s", how, diff)
	}
}

func sorted(list []string) []string {
	out := slices.Clone(list)
	slices.Sort(out)
	return out
}

// replace puts every text of a file through change.
func replace(value any, change func(string) string) any {
	switch x := value.(type) {
	case string:
		return change(x)
	case []any:
		for i := range x {
			x[i] = replace(x[i], change)
		}
	case map[string]any:
		for key := range x {
			x[key] = replace(x[key], change)
		}
	}
	return value
}

// edit changes a state by way of its file.
func (s *suite) edit(t failer, state scoring.State, change func(map[string]any)) scoring.State {
	t.Helper()
	var file map[string]any
	if err := json.Unmarshal([]byte(written(t, state)), &file); err != nil {
		t.Fatalf("read the state: %v", err)
	}
	change(file)
	data, err := json.Marshal(file)
	if err != nil {
		t.Fatalf("write the state: %v", err)
	}
	out, err := s.game.ReadState(data)
	if err != nil {
		t.Fatalf("read the changed state: %v\n%s", err, data)
	}
	return out
}
