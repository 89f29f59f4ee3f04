package api_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"image/png"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/google/go-cmp/cmp"
	qr "github.com/piglig/go-qr"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"harbormaster/api"
	"harbormaster/scoring/scoringtest"
)

// kindsOfFiles teaches the contract those that it doesn't know.
var kindsOfFiles = sync.OnceFunc(func() {
	openapi3filter.RegisterBodyDecoder("application/schema+json", openapi3filter.JSONBodyDecoder)
	for _, kind := range []string{"image/png", "image/svg+xml", "text/csv"} {
		openapi3filter.RegisterBodyDecoder(kind, openapi3filter.FileBodyDecoder)
	}
})

// exchanging is a service with some plays: two finished, one under way.
func exchanging(t *testing.T, played bool) (*service, []viewed) {
	t.Helper()
	kindsOfFiles()
	s := serve(t, func(o *api.Options) { o.Addresses = func() []string { return []string{"http://192.168.1.5:8080"} } })
	s.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	var plays []viewed
	if !played {
		return s, plays
	}
	r := rand.New(rand.NewPCG(3, 9))
	for i, game := range []string{"orleans", "agricola", "plantation"} {
		v := s.begin(game, "Anna", "=Bob", "Zoë <b>")
		for n := 0; n < 40 && len(v.Prompt.Choices) > 0; n++ {
			c := v.Prompt.Choices[r.IntN(len(v.Prompt.Choices))]
			s.post(&v, "actions", map[string]any{"action": scoringtest.RandomAction(r, c, v.Prompt)})
		}
		s.post(&v, "undo", nil)
		if i < 2 {
			s.post(&v, "note", map[string]any{"why": "a good, long evening"}).wants(t, 200)
			s.post(&v, "finish", map[string]any{"why": "enough"}).wants(t, 200)
		}
		plays = append(plays, v)
	}
	return s, plays
}

// imported is the answer to an import.
type imported struct {
	Dry     bool
	Added   struct{ Players, Places, Cards, Settings, Plays int }
	Skipped int
	Notes   []string
}

func (s *service) bring(file []byte, query string) imported {
	s.t.Helper()
	var i imported
	s.ask("POST", "/api/v1/imports"+query, file).wants(s.t, http.StatusOK, &i)
	return i
}

// document is an export without the time at which it was made.
func (s *service) document(query string) map[string]any {
	s.t.Helper()
	a := s.ask("GET", "/api/v1/exports/json"+query, nil)
	var v map[string]any
	a.wants(s.t, http.StatusOK, &v)
	delete(v, "exported")
	return v
}

func TestExportGoesToAnotherMachine(t *testing.T) {
	s, plays := exchanging(t, true)
	s.ask("PATCH", "/api/v1/settings", map[string]any{"theme": "dark", "place": "Home"}).wants(t, 200)
	a := s.ask("GET", "/api/v1/exports/json", nil)
	if name := a.header.Get("Content-Disposition"); !strings.HasPrefix(name, `attachment; filename="harbormaster-20`) || !strings.HasSuffix(name, `.json"`) {
		t.Errorf("the file is called %s", name)
	}
	fits(t, s, a.body)
	other, _ := exchanging(t, false)
	want := imported{Dry: true}
	want.Added.Players, want.Added.Plays, want.Added.Settings, want.Notes = 3, 3, 2, []string{}
	if diff := cmp.Diff(want, other.bring(a.body, "?dry=1")); diff != "" {
		t.Errorf("only trying (-want +got):\n%s", diff)
	}
	want.Dry = false
	if diff := cmp.Diff(want, other.bring(a.body, "?dry=0")); diff != "" {
		t.Errorf("after a try (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(s.document(""), other.document("")); diff != "" {
		t.Errorf("export, import, export changed it:\n%s", diff)
	}
	again := other.bring(a.body, "")
	if again.Added != (imported{}.Added) || again.Skipped != 3 || len(again.Notes) != 1 {
		t.Errorf("imported twice: %+v", again)
	}
	// The play under way goes on there.
	var v viewed
	other.ask("GET", "/api/v1/sessions/"+plays[2].Play, nil).wants(t, 200, &v)
	if string(v.State) != string(plays[2].State) || v.Status != "playing" {
		t.Errorf("the play under way arrived as %+v", v)
	}
	other.post(&v, "undo", nil).wants(t, 200)
	if only := s.document("?play=" + plays[1].Play)["plays"].([]any); len(only) != 1 {
		t.Errorf("%d plays for one", len(only))
	}
	if only := s.document("?game=orleans&status=finished&from=2020-01-01&players=3&text=evening")["plays"].([]any); len(only) != 1 {
		t.Errorf("%d plays of a game", len(only))
	}
}

// fits holds a document against the schema that the service gives.
func fits(t *testing.T, s *service, document []byte) {
	t.Helper()
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(s.ask("GET", "/api/v1/exports/schema.json", nil).body))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("export.json", schema); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("export.json")
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err == nil {
		err = compiled.Validate(v)
	}
	if err != nil {
		t.Error(err)
	}
}

func TestSheetsFromTheService(t *testing.T) {
	s, _ := exchanging(t, true)
	for name, rows := range map[string]int{"plays": 3, "scores": 6 * 5, "events": 100} {
		a := s.ask("GET", "/api/v1/exports/"+name+".csv?bom=1", nil)
		a.wants(t, http.StatusOK)
		body, marked := strings.CutPrefix(string(a.body), "\ufeff")
		got, err := csv.NewReader(strings.NewReader(body)).ReadAll()
		if err != nil || !marked || len(got) < rows+1 {
			t.Errorf("%s: %d rows, marked %v, %v", name, len(got), marked, err)
		}
		if strings.Contains(body, ",=Bob") {
			t.Errorf("%s holds a formula", name)
		}
	}
}

func TestBGStatsFromTheService(t *testing.T) {
	s, plays := exchanging(t, true)
	file := s.ask("GET", "/api/v1/exports/bgsplay", nil)
	file.wants(t, http.StatusOK)
	if got := s.bring(file.body, ""); got.Skipped != 2 || got.Added != (imported{}.Added) || len(got.Notes) != 2 {
		t.Errorf("our own plays came back as %+v", got)
	}
	other, _ := exchanging(t, false)
	if got := other.bring(file.body, ""); got.Added.Plays != 2 || got.Added.Players != 3 {
		t.Errorf("brought elsewhere: %+v", got)
	}
	if got := other.bring(file.body, ""); got.Skipped != 2 || got.Added != (imported{}.Added) {
		t.Errorf("brought twice: %+v", got)
	}
	fits(t, other, other.ask("GET", "/api/v1/exports/json", nil).body)

	id := plays[0].Play
	a := s.ask("GET", "/api/v1/history/"+id+"/bgstats", nil)
	a.wants(t, http.StatusFound)
	link, err := url.Parse(a.header.Get("Location"))
	if err != nil || link.Host != "app.bgstatsapp.com" {
		t.Fatalf("it leads to %v, %v", link, err)
	}
	var data struct {
		SourcePlayID string
		Players      []struct{ Name string }
	}
	if err := json.Unmarshal([]byte(link.Query().Get("data")), &data); err != nil || data.SourcePlayID != id || len(data.Players) != 3 {
		t.Errorf("it carries %+v, %v", data, err)
	}
	code := s.ask("GET", "/api/v1/history/"+id+"/bgstats.png", nil)
	img, err := png.Decode(bytes.NewReader(code.body))
	if err != nil {
		t.Fatal(err)
	}
	where, err := qr.Decode(img)
	base, path, _ := strings.Cut(where, "/api/v1")
	if err != nil || path != "/history/"+id+"/bgstats" || strings.Contains(base, "localhost") {
		t.Errorf("the code says %q, %v", where, err)
	}
	if svg := s.ask("GET", "/api/v1/history/"+id+"/bgstats.svg", nil); !bytes.HasPrefix(svg.body, []byte("<svg ")) {
		t.Errorf("the drawing is %.80s", svg.body)
	}
	text := s.ask("GET", "/api/v1/history/"+id+"/summary", nil)
	text.wants(t, http.StatusOK)
	for _, part := range []string{"Orléans, 20", "1. ", "Zoë <b>", "a good, long evening"} {
		if !strings.Contains(string(text.body), part) {
			t.Errorf("%q isn't in the summary\n%s", part, text.body)
		}
	}
}

func TestExchangeRefuses(t *testing.T) {
	s, plays := exchanging(t, true)
	whole := s.ask("GET", "/api/v1/exports/json", nil).body
	before := s.document("")
	for _, c := range []struct {
		method, path string
		body         any
		status       int
		code, says   string
	}{
		{"GET", "/exports/json?gmae=orleans", nil, 422, "invalid", "gmae"},
		{"GET", "/exports/plays.csv?from=monday", nil, 422, "invalid", "from"},
		{"GET", "/exports/plays.csv?player=x", nil, 422, "invalid", "player"},
		{"GET", "/exports/plays.csv?player=1&player=2", nil, 422, "invalid", "twice"},
		{"GET", "/exports/json?play=nothere", nil, 404, "not-found", ""},
		{"GET", "/exports/json?play=a&game=orleans", nil, 422, "invalid", "play"},
		{"GET", "/history/nothere/bgstats", nil, 404, "not-found", ""},
		{"GET", "/history/nothere/bgstats.png", nil, 404, "not-found", ""},
		{"GET", "/history/" + plays[2].Play + "/bgstats", nil, 409, "locked", "isn't finished"},
		{"GET", "/history/" + plays[2].Play + "/bgstats.svg", nil, 409, "locked", "isn't finished"},
		{"GET", "/history/" + plays[2].Play + "/summary", nil, 409, "locked", "isn't finished"},
		{"POST", "/imports?wet=1", whole, 422, "invalid", "wet"},
		{"POST", "/imports", "", 422, "file", "the file is empty"},
		{"POST", "/imports", "hello", 422, "file", "line 1"},
		{"POST", "/imports", "{}", 422, "file", `no "plays"`},
		{"POST", "/imports", whole[:len(whole)/2], 422, "file", "it was cut off"},
		{"POST", "/imports", bytes.Replace(whole, []byte(`"kind":"did"`), []byte(`"kind":"dreamt"`), 1), 422, "file", "dreamt"},
		{"POST", "/imports", bytes.Replace(whole, []byte(`"do":"`), []byte(`"do":"un`), 1), 422, "file", "is not something one does in this game"},
		{"POST", "/imports", bytes.Replace(whole, []byte(`"version": 1`), []byte(`"version": 9`), 1), 422, "file", "version 9"},
		{"POST", "/imports", strings.Repeat(" ", 64<<20) + "{}", 413, "too-big", ""},
	} {
		r := s.ask(c.method, "/api/v1"+c.path, c.body).refused(t, c.status, c.code)
		if !strings.Contains(r.Error.Message, c.says) {
			t.Errorf("%s %s says %q, want %q in it", c.method, c.path, r.Error.Message, c.says)
		}
		if c.code == "file" && r.Error.Hint == "" {
			t.Errorf("%q has no hint", r.Error.Message)
		}
	}
	if diff := cmp.Diff(before, s.document("")); diff != "" {
		t.Errorf("what was refused changed something:\n%s", diff)
	}
}

// A document whose second play is bad must not leave the first behind.
func TestImportIsAllOrNothing(t *testing.T) {
	s, _ := exchanging(t, true)
	whole := s.ask("GET", "/api/v1/exports/json", nil).body
	var doc map[string]any
	if err := json.Unmarshal(whole, &doc); err != nil {
		t.Fatal(err)
	}
	plays := doc["plays"].([]any)
	events := plays[2].(map[string]any)["events"].([]any)
	events[len(events)-1].(map[string]any)["kind"] = "redone"
	events[len(events)-1].(map[string]any)["target"] = 1
	bad, err := json.Marshal(map[string]any{"format": doc["format"]})
	if err != nil {
		t.Fatal(err)
	}
	delete(doc, "format")
	rest, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	bad = append(bad[:len(bad)-1], append([]byte(","), rest[1:]...)...)
	other, _ := exchanging(t, false)
	r := other.ask("POST", "/api/v1/imports", bad).refused(t, 422, "file")
	if !strings.Contains(r.Error.Message, "plays[2]") || !strings.Contains(r.Error.Message, fmt.Sprintf("event %d (redone)", len(events))) {
		t.Errorf("refused with %q", r.Error.Message)
	}
	if left := other.document(""); len(left["plays"].([]any))+len(left["players"].([]any)) != 0 {
		t.Errorf("something was left behind: %v", left)
	}
}
