package api_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"harbormaster/api"
)

// fetch asks for a page or file as a browser does.
func fetch(t *testing.T, url string, headers ...string) (*http.Response, []byte) {
	t.Helper()
	r, err := http.NewRequest("GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "identity")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	a, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	body, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return a, body
}

// TestPages: every address of the one page gives it, asked about anew; what it
// names may be kept for good, comes small, and is of the right type.
func TestPages(t *testing.T) {
	s := serve(t)
	a, first := fetch(t, s.url+"/")
	if a.StatusCode != 200 || a.Header.Get("Cache-Control") != "no-cache" || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/html") {
		t.Fatalf("the front page: %s %v", a.Status, a.Header)
	}
	if a, _ := fetch(t, s.url+"/", "If-None-Match", a.Header.Get("ETag")); a.StatusCode != 304 {
		t.Errorf("the front page, known: %s", a.Status)
	}
	for _, path := range []string{"/table", "/phone", "/new", "/history", "/history/abc", "/pair"} {
		if _, body := fetch(t, s.url+path); !bytes.Equal(body, first) {
			t.Errorf("%s isn't the page", path)
		}
	}
	named := regexp.MustCompile(`/assets/[0-9a-f]+/[^"]+`).FindAllString(string(first), -1)
	if len(named) < 6 {
		t.Fatalf("the page names %q", named)
	}
	for _, path := range named {
		a, body := fetch(t, s.url+path)
		if a.StatusCode != 200 || !strings.Contains(a.Header.Get("Cache-Control"), "immutable") || len(body) == 0 {
			t.Errorf("%s: %s %v", path, a.Status, a.Header)
		}
	}
	script := named[len(named)-1]
	if a, _ := fetch(t, s.url+script); a.Header.Get("Content-Type") != "text/javascript; charset=utf-8" {
		t.Errorf("%s is of type %q", script, a.Header.Get("Content-Type"))
	}
	_, plain := fetch(t, s.url+script)
	a, zipped := fetch(t, s.url+script, "Accept-Encoding", "gzip")
	z, err := gzip.NewReader(bytes.NewReader(zipped))
	if err != nil {
		t.Fatal(a.Header, err)
	}
	if unzipped, err := io.ReadAll(z); err != nil || !bytes.Equal(unzipped, plain) {
		t.Errorf("compressed it is something else: %v", err)
	}
	base := strings.Join(strings.Split(named[0], "/")[:3], "/")
	for _, path := range []string{base + "/nothing.js", base + "/", base + "/index.html", base + "/vendor/htm/README.md", base + "/..%2fweb.go", "/assets/", "/nothing"} {
		if a, _ := fetch(t, s.url+path); a.StatusCode != 404 && a.StatusCode != 400 {
			t.Errorf("%s: %s", path, a.Status)
		}
	}
	// Somebody who mistyped an address gets the page to go on from, a program doesn't.
	if a, body := fetch(t, s.url+"/tabel", "Accept", "text/html,*/*"); a.StatusCode != 404 || !bytes.Equal(body, first) {
		t.Errorf("a mistyped address: %s %.80s", a.Status, body)
	}
	for _, path := range []string{"/api/v1/nothing", "/assets/x", "/tabel"} {
		accept := "text/html"
		if path == "/tabel" {
			accept = "application/json"
		}
		if a, _ := fetch(t, s.url+path, "Accept", accept); a.StatusCode != 404 || !strings.HasPrefix(a.Header.Get("Content-Type"), "application/json") {
			t.Errorf("%s: %s %v", path, a.Status, a.Header)
		}
	}
	if a, _ := fetch(t, s.url+"/assets/old/js/main.js"); a.StatusCode != 200 || a.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("a file of an older version: %s %v", a.Status, a.Header)
	}
}

// TestWords: every language has all sentences of the pages, with the first
// language's where it lacks one.
func TestWords(t *testing.T) {
	s := serve(t)
	var first map[string]string
	for _, language := range api.Languages {
		_, body := fetch(t, s.url+"/assets/x/messages/"+language+".json")
		var words map[string]string
		if err := json.Unmarshal(body, &words); err != nil {
			t.Fatalf("%s: %v", language, err)
		}
		if first == nil {
			first = words
		}
		for key := range first {
			if words[key] == "" && first[key] != "" {
				t.Errorf("%s: %s is missing", language, key)
			}
		}
		if words["page.undo"] == first["page.undo"] && language != "en" {
			t.Errorf("%s speaks English", language)
		}
	}
}
