package exchange

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"

	"harbormaster/scoring/catalog"
)

// small is a document that the cases below change in one place.
var small = `{
"format": "harbormaster",
"version": 1,
"program": "v1",
"exported": "2026-11-30T12:00:00Z",
"plays": [
{"id": "aaaabbbbccccdddd", "players": ["u-1", ""], "events": [
{"number": 1, "at": "2026-11-30T12:00:00Z", "kind": "started", "origin": "hand", "start": {"game": "orleans", "seats": [{"name": "Anna"}, {"name": "Bob", "color": "red"}], "place": "Home", "note": "x"}},
{"number": 2, "at": "2026-11-30T12:01:00Z", "kind": "did", "who": "tablet", "action": {"player": "Anna", "do": "gain", "key": "coins", "count": 2}},
{"number": 3, "at": "2026-11-30T12:02:00Z", "kind": "undone", "target": 2},
{"number": 4, "at": "2026-11-30T12:03:00Z", "kind": "redone", "target": 2},
{"number": 5, "at": "2026-11-30T12:04:00Z", "kind": "corrected", "who": "me", "why": "forgotten", "correction": {"player": "Bob", "category": "coins", "points": 4}},
{"number": 6, "at": "2026-11-30T13:00:00Z", "kind": "finished"}
]},
{"id": "r1", "events": [
{"number": 1, "at": "2026-11-30T12:00:00Z", "kind": "recorded", "start": {"game": "", "seats": [{"name": "Anna"}, {"name": "Cleo"}]}, "record": {"result": {"game": "", "players": [{"name": "Anna", "lines": [{"category": "total", "points": 3}], "total": 3}, {"name": "Cleo", "lines": [], "total": 0}], "winners": ["Anna"], "warnings": []}, "ranks": [1, 2], "started": "2020-01-01T00:00:00Z", "ended": "2020-01-01T01:00:00Z", "source": "BG Stats", "source_id": "7", "title": "Chess"}}
]}
],
"players": [
{"uuid": "u-1", "name": "Anna", "color": "red", "created": "2026-11-30T12:00:00Z", "picture": {"type": "image/png", "body": "` + pixel + `"}}
],
"places": ["Home"],
"cards": [{"game": "riverboat", "name": "Own", "body": {"a": 1}}],
"settings": {"theme": "dark"}
}`

// pixel is dot in base64.
var pixel = base64.StdEncoding.EncodeToString(dot)

// change replaces one text of the small document by another.
type change struct{ old, new string }

func (c change) made(t *testing.T) []byte {
	t.Helper()
	if !strings.Contains(small, c.old) {
		t.Fatalf("%q isn't in the document", c.old)
	}
	return []byte(strings.Replace(small, c.old, c.new, 1))
}

func TestReadJSONAccepts(t *testing.T) {
	for _, c := range []change{
		{"x", "x"},
		{`"program": "v1",`, ``},
		{`"exported": "2026-11-30T12:00:00Z",`, ``},
		{`"number": 6,`, `"number": 60,`},
		{`["u-1", ""]`, `["u-1"]`},
		{`["u-1", ""]`, `[]`},
		{`["u-1", ""]`, `["", "u-1"]`},
		{`"players": ["u-1", ""], `, ``},
		{`"origin": "hand", `, ``},
		{`, "place": "Home"`, ``},
		{`"places": ["Home"],`, ``},
		{`{"theme": "dark"}`, `{}`},
		{`"places": ["Home"]`, `"places": []`},
		{`"name": "Anna", "color": "red"`, `"name": "Ann\u00e9\ttab"`},
		{`"created": "2026-11-30T12:00:00Z", `, ``},
		{`, "picture": {"type": "image/png", "body": "` + pixel + `"}`, ``},
		{`"color": "red", "created"`, `"hidden": true, "created"`},
		{`, "origin": "hand"`, `, "origin": "camera"`},
		{`"2026-11-30T12:01:00Z"`, `"2026-11-30T13:01:00.123456+01:00"`},
		{`"points": 4`, `"points": -4`},
		{`, "points": 4`, ``},
		{`"ranks": [1, 2]`, `"ranks": [1, 1]`},
		{`"winners": ["Anna"]`, `"winners": []`},
		{`"title": "Chess"`, `"title": ""`},
		{`"started": "2020-01-01T00:00:00Z", `, ``},
		{`"why": "forgotten"`, `"why": "for\ngotten"`},
		{`{"a": 1}`, `{}`},
		{`{"a": 1}`, `{"a": {"b": [1, null, "x"]}}`},
		{small, strings.Join(strings.Fields(small), " ")},
		{`"plays": [`, "\n\n\"plays\": ["},
		{"]}\n],", "]}\n] ,"},
	} {
		if _, err := ReadJSON(context.Background(), c.made(t), catalog.Game); err != nil {
			t.Errorf("%.60q for %.60q: %v", c.new, c.old, err)
		}
	}
}

func TestReadJSONRefuses(t *testing.T) {
	compiled := schema(t)
	for _, c := range []struct {
		change
		want string // of the problem
	}{
		{change{`"format": "harbormaster"`, `"format": "chess"`}, "another program"},
		{change{`"format": "harbormaster",`, ``}, `line 3, version: the first key isn't "format"`},
		{change{`"version": 1,`, ``}, `"version" is missing`},
		{change{`"version": 1`, `"version": 2`}, "line 3, version: this program reads version 1"},
		{change{`"version": 1`, `"version": "1"`}, "line 3, version: this must be a whole number, but it is string"},
		{change{`"program"`, `"progam"`}, "line 4, progam: there is no such key"},
		{change{`"program"`, `"version"`}, "line 4, version: the key is given twice"},
		{change{`"plays": [`, `"plays": {`}, "line 6, plays: this must be a list"},
		{change{`aaaabbbbccccdddd`, `../etc`}, `plays[0]: "../etc" can't be the id`},
		{change{`"id": "r1"`, `"id": "aaaabbbbccccdddd"`}, `plays[1] (play "aaaabbbbccccdddd"): a play before has the same id`},
		{change{`["u-1", ""]`, `["u-1", "", ""]`}, "3 players are listed for 2 seats"},
		{change{`["u-1", ""]`, `["u-2"]`}, `plays[0] (play "aaaabbbbccccdddd"), seat 1: the player "u-2" isn't in the file`},
		{change{`"number": 3`, `"number": 2`}, "event 3: the event has number 2 after 2"},
		{change{`"target": 2}`, `"target": 9}`}, "event 3: it refers to event 9"},
		{change{`"target": 2}`, `"target": 1}`}, `line 14, plays[0] (play "aaaabbbbccccdddd"): the rules of the game don't accept its log: replay the play's log: event 3 (undone): there is nothing to undo`},
		{change{`"2026-11-30T12:01:00Z"`, `"yesterday"`}, "event 2: "},
		{change{`"2026-11-30T12:01:00Z"`, `"0001-01-01T00:00:00Z"`}, "event 2: the time is missing or can't be right"},
		{change{`"kind": "did"`, `"kind": "dreamt"`}, "event 2 (dreamt)"},
		{change{`"do": "gain"`, `"do": "steal"`}, "event 2 (did)"},
		{change{`"count": 2`, `"count": 2000000`}, "event 2 (did)"},
		{change{`"count": 2`, `"count": "two"`}, `event 2: "action.count" must be a whole number, but it is string`},
		{change{`"game": "orleans"`, `"game": "chess"`}, "start a play"},
		{change{`{"name": "Bob", "color": "red"}`, `{"name": "Anna"}`}, "the rules of the game don't accept"},
		{change{`{"name": "Bob", "color": "red"}`, `{"name": ""}`}, "event 1, seat 2: the name is empty"},
		{change{`{"name": "Bob", "color": "red"}`, `{"name": "Bob", "player": 3}`}, "a seat names a player by number"},
		{change{`"Bob", "color"`, `"Bob", "colour"`}, `unknown field "colour"`},
		{change{`"total": 3`, `"total": 4`}, `plays[1] (play "r1"), event 1, record: the total of "Anna" is 4, the lines make 3`},
		{change{`"points": 3`, `"points": 3.5`}, "must be a whole number, but it is number 3.5"},
		{change{`"ranks": [1, 2]`, `"ranks": [1]`}, "2 seats have 2 scores and 1 ranks"},
		{change{`"ranks": [1, 2]`, `"ranks": [1, 3]`}, "can't be on rank 3"},
		{change{`"winners": ["Anna"]`, `"winners": ["Dora"]`}, `"Dora" wins but didn't play`},
		{change{`"uuid": "u-1"`, `"uuid": ""`}, "is no UUID"},
		{change{`"type": "image/png"`, `"type": "image/svg+xml"`}, "players[0] (\"Anna\"): the picture is said to be"},
		{change{`"name": "Anna", "color": "red"`, `"name": "An\u0007na"`}, "control character U+0007"},
		{change{`"name": "Own"`, `"name": null`}, "cards[0]: the name is empty"},
		{change{`{"a": 1}`, `[1]`}, "cards[0].body: this must be an object, but it is array"},
		{change{`"places": ["Home"]`, `"places": [5]`}, "places[0]: this must be text, but it is number"},
		{change{`"number": 6, "at"`, `"number": 6 "at"`}, "line 13, plays[0]: this is no JSON"},
		{change{`"cards"`, `cards`}, "line 23"},
		{change{"{\n\"format\"", "[\n\"format\""}, "it doesn't begin with {"},
		{change{`"dark"}` + "\n}", `"dark"}` + "\n}x"}, "line 25"},
		{change{`{"theme": "dark"}`, `["dark"]`}, "settings: this must be an object, but it is array"},
		{change{`"title": "Chess"`, `"title": "` + strings.Repeat("x", 201) + `"`}, "a text has 201 characters"},
	} {
		data := c.made(t)
		_, err := ReadJSON(context.Background(), data, catalog.Game)
		var problem *Problem
		if !errors.As(err, &problem) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q for %.60q: got %v, want %q", c.new, c.old, err, c.want)
			continue
		}
		if problem.Hint == "" {
			t.Errorf("%v has no hint", err)
		}
		_ = validate(compiled, data) // whatever the schema says, it must not panic
	}
	for _, whole := range []string{"", " ", "null", "{}", "[]", "5", "\"x\"", "\xff", "{", strings.Repeat("[", 100000), `{"format":` + strings.Repeat(`{"a":`, 100000)} {
		if _, err := ReadJSON(context.Background(), []byte(whole), catalog.Game); err == nil {
			t.Errorf("%.20q was taken", whole)
		}
	}
}

// The reader and the schema must agree on what is a document.
func TestSchemaFits(t *testing.T) {
	compiled := schema(t)
	if err := validate(compiled, []byte(small)); err != nil {
		t.Error(err)
	}
	for _, c := range []change{
		{`"version": 1`, `"version": 2`}, {`"program"`, `"progam"`}, {`"plays": [`, `"Plays": [`}, {`aaaabbbbccccdddd`, `../etc`},
		{`"kind": "did"`, `"kind": "dreamt"`}, {`"Bob", "color"`, `"Bob", "colour"`}, {`"image/png"`, `"image/svg+xml"`}, {`{"a": 1}`, `[1]`},
		{`"target": 2}`, `"target": 0}`}, {`"points": 3`, `"points": 3.5`}, {`"name": "Bob", "color": "red"`, `"name": ""`},
		{`"2026-11-30T12:01:00Z"`, `"yesterday"`}, {`"kind": "undone", "target": 2`, `"kind": "undone"`}, {`"places": ["Home"]`, `"places": [5]`},
	} {
		if validate(compiled, c.made(t)) == nil {
			t.Errorf("the schema takes %q for %q", c.new, c.old)
		}
	}
}

func TestReadJSONOfCutOffFiles(t *testing.T) {
	for n := range len(small) - 1 {
		_, err := ReadJSON(context.Background(), []byte(small[:n]), catalog.Game)
		var problem *Problem
		if !errors.As(err, &problem) {
			t.Fatalf("the first %d bytes were taken: %v", n, err)
		}
	}
}

func TestReadJSONStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ReadJSON(ctx, []byte(small), catalog.Game); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestReadJSONBoundsLists(t *testing.T) {
	var b bytes.Buffer
	b.WriteString(`{"format":"harbormaster","version":1,"plays":[],"players":[],"places":["x"`)
	for i := range mostPeople {
		fmt.Fprintf(&b, `,"%d"`, i)
	}
	b.WriteString(`]}`)
	if _, err := ReadJSON(context.Background(), b.Bytes(), catalog.Game); err == nil || !strings.Contains(err.Error(), "there are more than 100000") {
		t.Errorf("got %v", err)
	}
}

func FuzzReadJSON(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte(`{"format":"harbormaster","version":1,"plays":[],"players":[]}`))
	f.Add([]byte(`{"format":"harbormaster","version":1,"plays":[{"id":"a","events":[]}],"players":[{"uuid":"a","name":"b"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := ReadJSON(context.Background(), data, catalog.Game)
		if err != nil {
			var problem *Problem
			if !errors.As(err, &problem) || problem.What == "" {
				t.Fatalf("not a problem: %v", err)
			}
			return
		}
		s := &shelf{}
		s.take(b) // and what was taken can be exported and read again
		readBack(t, written(t, s, Options{Pictures: true}))
	})
}
