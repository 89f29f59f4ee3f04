package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"harbormaster/api"
	"harbormaster/scoring/catalog"
	"harbormaster/scoring/say"
	"harbormaster/session"
	"harbormaster/store"
)

// contract is the description of the API. Every answer that a test gets is
// checked against it, and all tests together must meet every operation.
var contract struct {
	sync.Mutex
	doc    *openapi3.T
	router routers.Router
	met    map[string]bool // operations that were answered well
}

func TestMain(m *testing.M) {
	var err error
	if contract.doc, err = openapi3.NewLoader().LoadFromData(api.Description); err == nil {
		if err = contract.doc.Validate(openapi3.NewLoader().Context); err == nil {
			contract.router, err = gorillamux.NewRouter(contract.doc)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "openapi.yaml:", err)
		os.Exit(1)
	}
	contract.met = map[string]bool{}
	code := m.Run()
	if whole := !slices.ContainsFunc(os.Args, func(a string) bool {
		return strings.HasPrefix(a, "-test.run=") || strings.HasPrefix(a, "-test.skip=") || strings.HasPrefix(a, "-test.fuzz") || strings.HasPrefix(a, "-test.bench=")
	}); whole && code == 0 {
		for path, item := range contract.doc.Paths.Map() {
			for method := range item.Operations() {
				if !contract.met[method+" "+path] {
					fmt.Fprintf(os.Stderr, "no test got a good answer to %s %s\n", method, path)
					code = 1
				}
			}
		}
	}
	os.Exit(code)
}

// service is an API over a database of its own.
type service struct {
	t      testing.TB
	url    string // of the server, without /api/v1
	dir    string
	store  *store.Store
	plays  *session.Plays
	server *api.Server
	client *http.Client
}

// serve starts a service that ends with the test.
func serve(t testing.TB, with ...func(*api.Options)) *service {
	t.Helper()
	dir := t.TempDir()
	db, err := store.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	plays, err := session.New(t.Context(), db, catalog.Game, time.Now, log)
	if err != nil {
		t.Fatal(err)
	}
	speaker, err := say.New("en", append(catalog.Messages(), session.Messages())...)
	if err != nil {
		t.Fatal(err)
	}
	o := api.Options{Plays: plays, Library: db, Games: catalog.Games(), Say: speaker, Log: log, Version: "test", Door: api.Door{Unguarded: true}}
	for _, change := range with {
		change(&o)
	}
	server, err := api.New(o)
	if err != nil {
		t.Fatal(err)
	}
	s := &service{t: t, dir: dir, store: db, plays: plays, server: server}
	h := httptest.NewServer(s.server)
	s.url, s.client = h.URL, h.Client()
	t.Cleanup(func() {
		plays.Close()
		h.Close()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// answer is a response whose body was read and checked.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// ask sends a request and checks the answer against the contract. Body may be
// nil, bytes, text, or anything that becomes JSON.
func (s *service) ask(method, path string, body any, header ...string) answer {
	s.t.Helper()
	var reader io.Reader
	kind := "application/json"
	switch b := body.(type) {
	case nil:
	case []byte:
		reader = bytes.NewReader(b)
	case string:
		reader = strings.NewReader(b)
	default:
		data, err := json.Marshal(b)
		if err != nil {
			s.t.Fatal(err)
		}
		reader = bytes.NewReader(data)
	}
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, reader)
	if err != nil {
		s.t.Fatal(err)
	}
	if body != nil {
		r.Header.Set("Content-Type", kind)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := s.client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	a := answer{response.StatusCode, response.Header, data}
	if strings.HasPrefix(path, "/api/v1/") {
		s.check(r, a)
	}
	return a
}

// check holds an answer against the contract.
func (s *service) check(r *http.Request, a answer) {
	s.t.Helper()
	clone := r.Clone(s.t.Context())
	clone.URL.Scheme, clone.URL.Host, clone.Host = "", "", ""
	route, params, err := contract.router.FindRoute(clone)
	if err != nil {
		if a.status != http.StatusNotFound && a.status != http.StatusMethodNotAllowed {
			s.t.Errorf("%s %s isn't described, but is answered with %d", r.Method, r.URL.Path, a.status)
		}
		return
	}
	input := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: clone, PathParams: params, Route: route},
		Status:                 a.status, Header: a.header, Options: &openapi3filter.Options{IncludeResponseStatus: true},
	}
	input.SetBodyBytes(a.body)
	if err := openapi3filter.ValidateResponse(s.t.Context(), input); err != nil {
		s.t.Errorf("the answer to %s %s isn't as described: %.600s", r.Method, r.URL.Path, err.Error())
	}
	if a.status < 300 || a.status == http.StatusFound {
		contract.Lock()
		contract.met[route.Method+" "+route.Path] = true
		contract.Unlock()
	}
}

// wants fails the test unless the answer has that status; into, if given, takes the body.
func (a answer) wants(t testing.TB, status int, into ...any) {
	t.Helper()
	if a.status != status {
		t.Fatalf("answered with %d, want %d: %s", a.status, status, a.body)
	}
	for _, v := range into {
		if err := json.Unmarshal(a.body, v); err != nil {
			t.Fatalf("%v in %s", err, a.body)
		}
	}
}

// refusal is the one shape of errors.
type refusal struct {
	Error struct {
		Code, Message, Hint, Key string
		Number                   int64
	}
}

// refused checks an error: its status, code, and that it says something.
func (a answer) refused(t testing.TB, status int, code string) refusal {
	t.Helper()
	var r refusal
	a.wants(t, status, &r)
	if r.Error.Code != code || r.Error.Message == "" {
		t.Errorf("refused with %s, want code %q and a message", a.body, code)
	}
	return r
}

// TestEveryRouteIsDescribed: the description has all routes and no others.
func TestEveryRouteIsDescribed(t *testing.T) {
	described := map[string]bool{}
	for path, item := range contract.doc.Paths.Map() {
		for method := range item.Operations() {
			described[method+" "+path] = true
		}
	}
	for _, route := range serve(t).server.Routes() {
		name := route.Method + " " + route.Path
		if !described[name] {
			t.Errorf("%s isn't in openapi.yaml", name)
		}
		delete(described, name)
	}
	for name := range described {
		t.Errorf("%s is in openapi.yaml, but not in the program", name)
	}
}
