package api_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"harbormaster/scoring"
	"harbormaster/scoring/scoringtest"
)

// viewed is the part of a view that tests look at.
type viewed struct {
	Play   string
	Number int64
	Status string
	Text   string
	Prompt scoring.Prompt
	State  json.RawMessage
	Result scoring.Result
	Recent []struct {
		Number int64
		Text   string
		Counts bool
	}
	Undo, Redo *struct{ Number int64 }
}

func (s *service) begin(game string, players ...string) viewed {
	s.t.Helper()
	start := map[string]any{"game": game}
	var seats []map[string]string
	for _, name := range players {
		seats = append(seats, map[string]string{"name": name})
	}
	start["seats"] = seats
	var v viewed
	s.ask("POST", "/api/v1/sessions", start).wants(s.t, http.StatusCreated, &v)
	return v
}

func (s *service) post(v *viewed, what string, more map[string]any) answer {
	s.t.Helper()
	body := map[string]any{"based": v.Number}
	for key, value := range more {
		body[key] = value
	}
	a := s.ask("POST", "/api/v1/sessions/"+v.Play+"/"+what, body)
	if a.status == http.StatusOK {
		*v = viewed{}
		a.wants(s.t, http.StatusOK, v)
	}
	return a
}

func TestAPlayFromBeginToEnd(t *testing.T) {
	s := serve(t)
	v := s.begin("orleans", "Ann", "Bo")
	if v.Number != 1 || v.Status != "playing" || v.Text == "" || len(v.Prompt.Choices) == 0 {
		t.Fatalf("a new play: %+v", v)
	}
	r := rand.New(rand.NewPCG(7, 7))
	done := 0
	for done < 60 {
		c := v.Prompt.Choices[r.IntN(len(v.Prompt.Choices))]
		if a := s.post(&v, "actions", map[string]any{"action": scoringtest.RandomAction(r, c, v.Prompt)}); a.status == http.StatusOK {
			done++
		}
	}
	if v.Recent[0].Text == "" || strings.Contains(v.Recent[0].Text, "orleans.") {
		t.Errorf("the last change reads %q", v.Recent[0].Text)
	}
	before := string(v.State)
	s.post(&v, "undo", nil).wants(t, 200)
	s.post(&v, "redo", nil).wants(t, 200)
	if string(v.State) != before {
		t.Errorf("undone and redone: %s, want %s", v.State, before)
	}
	s.post(&v, "corrections", map[string]any{"who": "Ann's phone", "why": "forgotten", "correction": map[string]any{"player": "Ann", "set": map[string]any{"coins": 33}}}).wants(t, 200)
	s.post(&v, "corrections", map[string]any{"who": "Ann's phone", "why": "house rule", "correction": map[string]any{"player": "Bo", "category": "coins", "points": 70}}).wants(t, 200)
	for _, what := range []string{"pause", "resume", "abandon", "reopen", "finish"} {
		s.post(&v, what, map[string]any{"why": "enough"}).wants(t, 200)
	}
	s.post(&v, "note", map[string]any{"why": "a fine evening"}).wants(t, 200)
	s.post(&v, "undo", nil).refused(t, http.StatusConflict, "locked")
	if v.Result.Players[0].Lines[0].Points != 33 || v.Result.Players[1].Lines[0].Points != 70 || v.Result.Players[1].Lines[0].Note == "" {
		t.Errorf("the result is %+v", v.Result)
	}
	var log struct {
		Events  []struct{ Number int64 }
		Entries []struct {
			Number int64
			Counts bool
			Text   string
		}
	}
	s.ask("GET", "/api/v1/sessions/"+v.Play+"/events", nil).wants(t, 200, &log)
	if n := len(log.Events); n == 0 || int64(n) != v.Number || len(log.Entries) != n {
		t.Errorf("%d events and %d entries, want %d", n, len(log.Entries), v.Number)
	}
	for _, e := range log.Entries {
		if e.Text == "" || strings.Contains(e.Text, ".did-") {
			t.Errorf("event %d reads %q", e.Number, e.Text)
		}
	}
	var then viewed
	s.ask("GET", "/api/v1/sessions/"+v.Play+"?at=1", nil).wants(t, 200, &then)
	if then.Number != 1 || then.Status != "playing" {
		t.Errorf("the play at its first event: %+v", then)
	}
}

func TestReadingAPlay(t *testing.T) {
	s := serve(t)
	v := s.begin("agricola", "Ann")
	at := "/api/v1/sessions/" + v.Play
	a := s.ask("GET", at, nil)
	a.wants(t, 200)
	s.ask("GET", at, nil, "If-None-Match", a.header.Get("ETag")).wants(t, http.StatusNotModified)
	s.ask("GET", at+"/prompt", nil).wants(t, 200)
	var list struct{ Sessions []struct{ ID string } }
	s.ask("GET", "/api/v1/sessions", nil).wants(t, 200, &list)
	if len(list.Sessions) != 1 || list.Sessions[0].ID != v.Play {
		t.Errorf("sessions: %+v", list)
	}
	var games struct{ Games []struct{ Name string } }
	s.ask("GET", "/api/v1/games", nil).wants(t, 200, &games)
	if len(games.Games) != 4 {
		t.Errorf("games: %+v", games)
	}
	s.ask("GET", "/api/v1/openapi.yaml", nil).wants(t, 200)
	for path, what := range map[string]string{"/": "Harbormaster", "/healthz": "ok", "/readyz": "true", "/metrics": "harbormaster_game_in_progress 1"} {
		if a := s.ask("GET", path, nil); a.status != 200 || !strings.Contains(string(a.body), what) {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
}

func TestRefusals(t *testing.T) {
	s := serve(t)
	v := s.begin("orleans", "Ann", "Bo")
	at := "/api/v1/sessions/" + v.Play
	ok := fmt.Sprintf(`{"based":%d}`, v.Number)
	for _, test := range []struct {
		name, method, path, body string
		status                   int
		code                     string
	}{
		{"no such address", "GET", "/api/v1/nothing", "", 404, "not-found"},
		{"no such page", "GET", "/nothing", "", 404, "not-found"},
		{"wrong method", "DELETE", "/api/v1/games", "", 405, "method"},
		{"no such play", "GET", "/api/v1/sessions/nope", "", 404, "not-found"},
		{"no such play to act on", "POST", "/api/v1/sessions/nope/undo", ok, 404, "not-found"},
		{"no such play to follow", "GET", "/api/v1/events?session=nope", "", 404, "not-found"},
		{"no such event", "GET", at + "?at=99", "", 404, "not-found"},
		{"not a number", "GET", at + "?at=x", "", 422, "invalid"},
		{"a bad resume", "GET", "/api/v1/events?after=-3", "", 422, "invalid"},
		{"no body", "POST", at + "/undo", "", 422, "rule"},
		{"not JSON", "POST", at + "/undo", "{", 422, "rule"},
		{"not an object", "POST", at + "/undo", "[1]", 422, "rule"},
		{"an unknown key", "POST", at + "/undo", `{"basd":1}`, 422, "rule"},
		{"a key twice", "POST", at + "/undo", `{"based":1,"based":1}`, 422, "rule"},
		{"a wrong type", "POST", at + "/undo", `{"based":"1"}`, 422, "rule"},
		{"no number", "POST", at + "/undo", `{}`, 422, "rule"},
		{"stale", "POST", at + "/pause", `{"based":0}`, 409, "stale"},
		{"nothing to undo", "POST", at + "/undo", ok, 409, "nothing"},
		{"not paused", "POST", at + "/resume", ok, 409, "locked"},
		{"no action", "POST", at + "/actions", ok, 422, "rule"},
		{"against the rules", "POST", at + "/actions", `{"based":1,"action":{"player":"Ann","do":"fly"}}`, 422, "rule"},
		{"no reason", "POST", at + "/corrections", `{"based":1,"correction":{"player":"Ann","set":{"coins":1}}}`, 422, "invalid"},
		{"huge", "POST", at + "/undo", `{"why":"` + strings.Repeat("x", 2<<20) + `"}`, 413, "too-big"},
		{"a game that isn't there", "POST", "/api/v1/sessions", `{"game":"chess","seats":[{"name":"A"}]}`, 422, "rule"},
		{"nobody plays", "POST", "/api/v1/sessions", `{"game":"orleans","seats":[]}`, 422, "rule"},
		{"one name twice", "POST", "/api/v1/sessions", `{"game":"orleans","seats":[{"name":"A"},{"name":"A"}]}`, 422, "rule"},
		{"another game's state", "POST", "/api/v1/sessions", `{"game":"orleans","seats":[{"name":"A"},{"name":"B"}],"state":{"game":"agricola","players":[]}}`, 422, "rule"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var body any
			if test.method == "POST" {
				body = test.body
			}
			s.ask(test.method, test.path, body).refused(t, test.status, test.code)
		})
	}
	var after viewed
	s.ask("GET", at, nil).wants(t, 200, &after)
	if after.Number != v.Number {
		t.Errorf("a refused request left event %d", after.Number)
	}
}

func TestRepeatedRequests(t *testing.T) {
	s := serve(t)
	start := `{"game":"orleans","seats":[{"name":"Ann"},{"name":"Bo"}],"request":"first"}`
	var a, b viewed
	s.ask("POST", "/api/v1/sessions", start).wants(t, 201, &a)
	s.ask("POST", "/api/v1/sessions", start).wants(t, 201, &b)
	if a.Play != b.Play {
		t.Errorf("one request began two plays")
	}
	pause := `{"based":1,"request":"p"}`
	s.ask("POST", "/api/v1/sessions/"+a.Play+"/pause", pause).wants(t, 200, &a)
	s.ask("POST", "/api/v1/sessions/"+a.Play+"/pause", pause).wants(t, 200, &b)
	if a.Number != 2 || b.Number != 2 {
		t.Errorf("one request gave events %d and %d", a.Number, b.Number)
	}
}
