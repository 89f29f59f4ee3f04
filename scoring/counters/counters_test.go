package counters_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"harbormaster/scoring"
	"harbormaster/scoring/counters"
	"harbormaster/scoring/strict"
)

const sheetJSON = `[{"key":"coins","max":9},{"key":"goods.wool","max":5,"start":2},{"key":"goods.wine","max":5},{"key":"rank","min":1,"max":3,"start":1,"play":true}]`

// purse is a player of a game that has nothing but counters.
type purse struct{ coins, wool, wine, rank int }

func (p *purse) slot(key string) *int {
	return map[string]*int{"coins": &p.coins, "goods.wool": &p.wool, "goods.wine": &p.wine, "rank": &p.rank}[key]
}

func TestSheetStartsAndReads(t *testing.T) {
	s := counters.ParseSheet([]byte(sheetJSON))
	var p purse
	s.Start(p.slot)
	if want := (purse{0, 2, 0, 1}); p != want {
		t.Errorf("starts with %+v, want %+v", p, want)
	}
	if diff := cmp.Diff([]string{"coins", "goods", "rank"}, s.Keys()); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
	for file, key := range map[string]string{
		`{"coins":1,"goods":{"wool":2,"wine":3}}`:                   "",
		`{"coins":1,"goods":{"wool":2,"wine":3},"rank":3}`:          "",
		`{"coins":0,"goods":{"wool":0,"wine":0,"note":"x"}}`:        "",
		`{"goods":{"wool":2,"wine":3}}`:                             "file.missing",
		`{"coins":1}`:                                               "file.missing",
		`{"coins":1,"goods":{"wool":2}}`:                            "file.missing",
		`{"coins":1,"goods":{"wool":2,"wine":3,"silk":1}}`:          "file.unknown-key",
		`{"coins":1,"goods":{"wool":2,"wine":6}}`:                   "file.range",
		`{"coins":1,"goods":{"wool":2,"wine":3},"rank":0}`:          "file.range",
		`{"coins":1,"goods":[]}`:                                    "file.type",
		`{"coins":1,"goods":{"wool":2,"wine":"3"}}`:                 "file.type",
		`{"coins":1,"goods":{"wool":2,"wine":3},"rank":1,"rank":1}`: "file.key-twice",
	} {
		root := strict.Parse([]byte(file))
		if !root.Failed() {
			s.Read(root.Object(s.Keys()...), p.slot, "goods.note")
		}
		checkKey(t, file, root.Err(), key)
	}
}

func checkKey(t *testing.T, what string, err error, key string) {
	t.Helper()
	var v *scoring.Violation
	switch {
	case key == "" && err != nil:
		t.Errorf("%s: %v", what, err)
	case key != "" && (!errors.As(err, &v) || v.Key != key):
		t.Errorf("%s: got %v, want a violation of %s", what, err, key)
	}
}

// Gaining and losing stays within the bounds, and every choice is legal.
func TestChangeWithinBounds(t *testing.T) {
	s := counters.ParseSheet([]byte(sheetJSON))
	rapid.Check(t, func(t *rapid.T) {
		var p purse
		s.Start(p.slot)
		for range rapid.IntRange(0, 20).Draw(t, "changes") {
			for _, c := range s.Choices(p.slot, s.All()...) {
				q := p
				a := scoring.Action{Do: c.Do, Key: c.Key, Count: rapid.IntRange(c.Min, c.Max).Draw(t, "legal")}
				if err := s.Change(q.slot, a); err != nil {
					t.Fatalf("%+v at %+v: %v", a, p, err)
				}
				a.Count = c.Max + 1
				if err := s.Change(q.slot, scoring.Action{Do: c.Do, Key: c.Key, Count: c.Max + 10}); err == nil {
					t.Fatalf("%+v is accepted at %+v", a, p)
				}
			}
			a := scoring.Action{Do: rapid.SampledFrom([]string{counters.Gain, counters.Lose}).Draw(t, "do"),
				Key: rapid.SampledFrom(s.All()).Draw(t, "key"), Count: rapid.IntRange(-2, 12).Draw(t, "count")}
			before := p
			if err := s.Change(p.slot, a); err != nil && p != before {
				t.Fatalf("a refused %+v changed %+v to %+v", a, before, p)
			}
			for _, r := range s {
				if n := *p.slot(r.Key); n < r.Min || n > r.Max {
					t.Fatalf("%+v brought %s to %d", a, r.Key, n)
				}
			}
		}
	})
}

// Every player is asked once a round of the table until all are out.
func TestFlowGoesRound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "players")
		f := counters.Flow{Round: 1, First: rapid.IntRange(0, n-1).Draw(t, "first")}
		f.Enter("play")
		out := map[int]bool{}
		for len(out) < n {
			if out[f.Turn] {
				t.Fatalf("seat %d is asked though it is out", f.Turn)
			}
			if rapid.Bool().Draw(t, "pass") {
				out[f.Turn] = true
				if left := f.Pass(n); left != (len(out) < n) {
					t.Fatalf("%d of %d are out, somebody left: %v", len(out), n, left)
				}
				continue
			}
			was := f.Turn
			f.Advance(n)
			for seat := (was + 1) % n; seat != f.Turn; seat = (seat + 1) % n {
				if !out[seat] {
					t.Fatalf("seat %d was left out between %d and %d", seat, was, f.Turn)
				}
			}
		}
	})
}

// note is a state that is nothing but its JSON.
type note string

func (n note) MarshalJSON() ([]byte, error) { return []byte(n), nil }
func (note) GameName() string               { return "note" }

func TestMerge(t *testing.T) {
	const state = note(`{"game":"note","round":3,"players":[{"name":"ann","a":1,"in":{"b":2,"c":3}},{"name":"bo","a":12345678901234567890}]}`)
	for _, test := range []struct{ player, set, want, refuse string }{
		{"ann", `{"a":7}`, `{"game":"note","players":[{"a":7,"in":{"b":2,"c":3},"name":"ann"},{"a":12345678901234567890,"name":"bo"}],"round":3}`, ""},
		{"ann", `{"in":{"c":4}}`, `{"game":"note","players":[{"a":1,"in":{"b":2,"c":4},"name":"ann"},{"a":12345678901234567890,"name":"bo"}],"round":3}`, ""},
		{"bo", `{"name":"cy","a":null}`, `{"game":"note","players":[{"a":1,"in":{"b":2,"c":3},"name":"ann"},{"name":"cy"}],"round":3}`, ""},
		{"", `{"round":4,"players":{"bo":{"a":1}}}`, `{"game":"note","players":[{"a":1,"in":{"b":2,"c":3},"name":"ann"},{"a":1,"name":"bo"}],"round":4}`, ""},
		{"", `{"players":[{"name":"bo","a":[1]}]}`, `{"game":"note","players":[{"a":1,"in":{"b":2,"c":3},"name":"ann"},{"a":[1],"name":"bo"}],"round":3}`, ""},
		{"", `{"players":7}`, `{"game":"note","players":7,"round":3}`, ""},
		{"cy", `{"a":7}`, "", "play.unknown-player"},
		{"", `{"players":[{"a":7}]}`, "", "play.unknown-player"},
		{"", `{"players":[7]}`, "", "play.unknown-player"},
		{"", `{"players":{"cy":{}}}`, "", "play.unknown-player"},
		{"ann", `{}`, "", "play.bulk-empty"},
		{"ann", ``, "", "play.bulk-empty"},
		{"ann", `[1]`, "", "play.bulk-empty"},
		{"ann", `{"a":1,"a":2}`, "", "play.bulk-empty"},
	} {
		got, err := counters.Merge(state, scoring.Action{Player: test.player, Set: json.RawMessage(test.set)})
		checkKey(t, test.set, err, test.refuse)
		if string(got) != test.want {
			t.Errorf("%s of %q gives\n%s, want\n%s", test.set, test.player, got, test.want)
		}
	}
}

func TestWorth(t *testing.T) {
	result := func(totals ...int) scoring.Result {
		var r scoring.Result
		for i, n := range totals {
			r.Players = append(r.Players, scoring.PlayerResult{Name: string(rune('a' + i)), Total: n})
		}
		return r
	}
	said := []scoring.Award{{Player: "a", Points: 2}}
	var got []string
	for _, a := range counters.Worth(result(10, 5, 7), result(12, 5, 4), said)[1:] {
		got = append(got, a.Player+" "+a.Key)
	}
	if diff := cmp.Diff([]string{"c play.worth"}, got); diff != "" {
		t.Errorf("awards besides what was said (-want +got):\n%s", diff)
	}
}
