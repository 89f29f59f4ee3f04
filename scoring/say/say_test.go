package say_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"harbormaster/scoring"
	"harbormaster/scoring/say"
)

func speaker(t *testing.T, sentences string) *say.Speaker {
	t.Helper()
	s, err := say.New("en", fstest.MapFS{"messages/en.json": {Data: []byte(sentences)}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSentence(t *testing.T) {
	for _, c := range []struct {
		name, pattern string
		params        []any
		want          string
	}{
		{"plain", "all is well", nil, "all is well"},
		{"a parameter", "{player} passes", []any{"player", "ann"}, "ann passes"},
		{"a list", "{hexes} hang together", []any{"hexes", []string{"A1", "A2"}}, "A1, A2 hang together"},
		{"one", "{n, plural, one {# boat} other {# boats}}", []any{"n", 1}, "1 boat"},
		{"many", "{n, plural, one {# boat} other {# boats}}", []any{"n", 2}, "2 boats"},
		{"an exact number", "{n, plural, =0 {none} one {# boat} other {# boats}}", []any{"n", 0}, "none"},
		{"an exact text", "{near, plural, = {} other {; did you mean #?}}", []any{"near", ""}, ""},
		{"another text", "{near, plural, = {} other {; did you mean #?}}", []any{"near", "corn"}, "; did you mean corn?"},
		{"a parameter in a form", "{n, plural, one {boat {boats}} other {boats {boats}}}", []any{"n", 2, "boats", "1, 4"}, "boats 1, 4"},
		{"a word of the game", "from {source}", []any{"source", "tile"}, "from the phase tile"},
		{"a word of the game in a form", "{source, plural, other {from #}}", []any{"source", "tile"}, "from the phase tile"},
		{"a player called like a word", "{player} passes", []any{"player", "tile"}, "tile passes"},
		{"a missing parameter", "{player} passes", nil, "? passes"},
		{"a brace too few", "{player passes", nil, "{player passes"},
		{"a name that looks like a pattern", "{player, plural, other {: #}}", []any{"player", "{player, plural, other {: #}}"}, ": {player, plural, other {: #}}"},
		{"number signs elsewhere", "hex #{n}", []any{"n", 3}, "hex #3"},
	} {
		s := speaker(t, `{"x.said":"`+c.pattern+`","x.word.tile":"the phase tile"}`)
		if got := s.Sentence(scoring.Msg("x.said", c.params...)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestFallbacks(t *testing.T) {
	s := speaker(t, `{"x.did-plant":"{player} sows"}`)
	for _, c := range []struct{ name, key, want string }{
		{"the game's own", "x.did-plant", "ann sows"},
		{"what several games do", "x.did-pass", "ann passes"},
		{"nothing known: nothing hidden", "x.unheard", `x.unheard player="ann"`},
		{"nothing said", "", ""},
	} {
		if got := s.Sentence(scoring.Msg(c.key, "player", "ann")); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	files := func(text string) fstest.MapFS { return fstest.MapFS{"messages/en.json": {Data: []byte(text)}} }
	if _, err := say.New("xx"); err == nil {
		t.Error("a language without files is taken")
	}
	if _, err := say.New("en", files(`{`)); err == nil {
		t.Error("a file that is no JSON is taken")
	}
	if _, err := say.New("en", files(`{"x.a":"one"}`), files(`{"x.a":"two"}`)); err == nil {
		t.Error("a key with two sentences is taken")
	}
}

func TestError(t *testing.T) {
	s := speaker(t, `{"x.no":"{what} is not to be had"}`)
	for _, c := range []struct {
		err  error
		want string
	}{
		{scoring.Forbid("ann", "A1", "x.no", "what", "corn"), "ann, A1: corn is not to be had (rule x.no)"},
		{scoring.Forbid("", "", "x.no", "what", "corn"), "corn is not to be had (rule x.no)"},
	} {
		if got := s.Error(c.err); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestTable(t *testing.T) {
	s := speaker(t, `{"x.note":"why","x.word.category-coins":"coins"}`)
	r := scoring.Result{Game: "x", Winners: []string{"Émile"}, Players: []scoring.PlayerResult{{Name: "Émile"}, {Name: "bo\x1b[31m"}}}
	for i, n := range []int{12, 3} {
		r.Players[i].Add(scoring.Line{Category: "coins", Points: n, Message: scoring.Msg("x.note")})
	}
	r.Doubts = []scoring.Doubt{{Player: "Émile", Spaces: []string{"A1"}, Message: scoring.Msg("x.note")}}
	s.Explain(&r)
	const want = `       Émile *  bo?[31m
coins       12        3
-----------------------
total       12        3

* winner: Émile

Émile
  coins 12: why

bo?[31m
  coins 3: why

Please look again:
  Émile: A1: why
`
	if got := strings.ReplaceAll(s.Table(r), "\uFFFD", "?"); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
