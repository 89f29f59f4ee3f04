package api_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// FuzzBodies sends anything as the body of every command: it is carried out
// or refused in the one shape of errors, and never a fault.
func FuzzBodies(f *testing.F) {
	s := serve(f)
	v := s.begin("agricola", "Ann")
	for _, seed := range []string{
		``, `{}`, `null`, `[]`, `{"based":1}`, `{"based":1,"action":{"player":"Ann","do":"bulk","set":{"coins":3}}}`,
		`{"based":1,"who":"w","why":"y","correction":{"player":"Ann","category":"coins","points":3}}`,
		`{"game":"orleans","seats":[{"name":"Ann"},{"name":"Bo"}]}`, `{"game":"riverboat","seats":[{"name":"Ann"}],"settings":{"mats":["x"]}}`,
		`{"based":1e400}`, `{"based":1,"request":"\u0000"}`, "\xff\xfe", strings.Repeat("[", 3000),
	} {
		f.Add(seed)
	}
	paths := []string{"/sessions", "/sessions/" + v.Play + "/actions", "/sessions/" + v.Play + "/corrections", "/sessions/" + v.Play + "/undo", "/sessions/" + v.Play + "/note"}
	f.Fuzz(func(t *testing.T, body string) {
		for _, path := range paths {
			answers(t, s, httptest.NewRequest("POST", "/api/v1"+path, strings.NewReader(body)))
		}
	})
}

// FuzzQueries sends anything as the query of what takes one.
func FuzzQueries(f *testing.F) {
	s := serve(f)
	v := s.begin("orleans", "Ann", "Bo")
	for _, seed := range []string{"", "at=1", "at=x", "after=-1", "after=9223372036854775808", "width=0&width=1", "%zz", "session=%00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		for _, path := range []string{"/sessions/" + v.Play, "/sessions", "/games"} {
			r := httptest.NewRequest("GET", "/api/v1"+path, nil)
			r.URL.RawQuery = query
			answers(t, s, r)
		}
	})
}

// answers serves a request and checks that the answer is no fault.
func answers(t *testing.T, s *service, r *http.Request) {
	t.Helper()
	w := httptest.NewRecorder()
	s.server.ServeHTTP(w, r)
	if w.Code >= 500 {
		t.Fatalf("%s %s: %d %s", r.Method, r.URL, w.Code, w.Body)
	}
	if w.Code >= 400 && !strings.HasPrefix(w.Body.String(), `{"error":{"code":`) {
		t.Fatalf("%s %s: %d %s isn't the shape of errors", r.Method, r.URL, w.Code, w.Body)
	}
}
