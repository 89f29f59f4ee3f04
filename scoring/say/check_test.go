package say_test

import (
	"testing"
	"testing/fstest"

	"harbormaster/scoring"
	"harbormaster/scoring/say"
)

func TestCheck(t *testing.T) {
	s, err := say.New("en", fstest.MapFS{"messages/en.json": {Data: []byte(`{
	 "x.plain":"nothing more","x.one":"{a} thing","x.plural":"{n, plural, =0 {none} one {one of {b}} other {# of {b}}}, {c}","x.open":"{a"}`)}})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		m  scoring.Message
		ok bool
	}{
		{scoring.Msg("x.plain"), true},
		{scoring.Msg("x.plain", "a", 1), true},
		{scoring.Msg("x.one", "a", "b"), true},
		{scoring.Msg("x.one", "a", nil), true},
		{scoring.Msg("x.plural", "n", 1, "b", 2, "c", 3), true},
		{scoring.Msg("x.open"), true},
		{scoring.Msg("x.none"), false},
		{scoring.Msg(""), false},
		{scoring.Msg("x.one"), false},
		{scoring.Msg("x.one", "b", 1), false},
		{scoring.Msg("x.plural", "n", 1, "c", 3), false},
		{scoring.Msg("x.plural", "b", 1, "c", 3), false},
	} {
		if err := s.Check(test.m); (err == nil) != test.ok {
			t.Errorf("%v: got %v, want it to be right: %v", test.m, err, test.ok)
		}
	}
}
