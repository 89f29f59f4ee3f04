package api_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"harbormaster/api"
)

// raw sends bytes as they are and returns the answer's status, headers and body.
func raw(t *testing.T, g *guarded, request string) (*http.Response, string) {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(g.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	go func() { _, _ = io.WriteString(conn, request) }() // the service may hang up before all is sent
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("no answer: %v", err)
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(response.Body, 1<<16)) // what came before it hung up will do
	return response, string(body)
}

// TestHostileRequests is the table of what strangers may send, and what they get.
func TestHostileRequests(t *testing.T) {
	g := serveGuarded(t)
	phone := g.browser(lan)
	paired := phone.ask("POST", "/api/v1/pairing", map[string]any{"pin": g.guard.Code().PIN})
	paired.wants(t, 201)
	good, _, _ := strings.Cut(paired.header.Get("Set-Cookie"), ";")
	forged := "harbormaster-device=" + strings.Repeat("A", 43)
	admin := "harbormaster-admin=" + strings.Repeat("A", 43)

	const host = "Host: " + lan + "\r\n"
	post := func(path, headers, body string) string {
		return fmt.Sprintf("POST %s HTTP/1.1\r\n%sConnection: close\r\nContent-Length: %d\r\n\r\n%s", path, headers, len(body), body)
	}
	get := func(path, headers string) string {
		return "GET " + path + " HTTP/1.1\r\n" + headers + "Connection: close\r\n\r\n"
	}
	cookie := "Cookie: " + good + "\r\n"
	begin := `{"game":"orleans","seats":[{"name":"Ann"},{"name":"Bo"}]}`
	deep := strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000)

	for _, c := range []struct {
		what, request string
		want          string // statuses
		code          string // of the error; "": of Go's server, or none
	}{
		{"a paired device acts", post("/api/v1/sessions", host+cookie, begin), "201", ""},
		{"the same from its own page", post("/api/v1/sessions", host+cookie+"Origin: http://"+lan+"\r\nSec-Fetch-Site: same-origin\r\n", begin), "201", ""},

		{"a page of another site acts", post("/api/v1/sessions", host+cookie+"Origin: http://evil.com\r\nSec-Fetch-Site: cross-site\r\n", begin), "403", "origin"},
		{"the same from a browser without Sec-Fetch-Site", post("/api/v1/sessions", host+cookie+"Origin: http://evil.com\r\n", begin), "403", "origin"},
		{"a page of another port here acts", post("/api/v1/sessions", host+cookie+"Origin: http://192.168.1.5:9999\r\nSec-Fetch-Site: same-site\r\n", begin), "403", "origin"},
		{"a sandboxed page acts", post("/api/v1/sessions", host+cookie+"Origin: null\r\n", begin), "403", "origin"},
		{"another site pairs a browser on this machine", post("/api/v1/pairing", "Host: localhost\r\nOrigin: http://evil.com\r\n", `{"here":true}`), "403", "origin"},
		{"another site reads the PIN on this machine", get("/api/v1/pairing", "Host: localhost\r\nSec-Fetch-Site: cross-site\r\n"), "401", "unpaired"},
		{"another local page reads the PIN", get("/api/v1/pairing", "Host: localhost\r\nSec-Fetch-Site: same-site\r\n"), "401", "unpaired"},

		{"a name made to point here", get("/api/v1/games", "Host: evil.com\r\n"), "421", "host"},
		{"the same, acting", post("/api/v1/pairing", "Host: evil.com:8080\r\nOrigin: http://evil.com:8080\r\n", `{"here":true}`), "421", "host"},
		{"a name below ours", get("/api/v1/games", "Host: pi.evil.com\r\n"), "421", "host"},
		{"an address in a name", get("/api/v1/games", "Host: 127.0.0.1.nip.io\r\n"), "421", "host"},
		{"an address as one number", get("/api/v1/games", "Host: 2130706433\r\n"), "421", "host"},
		{"no host", "GET /api/v1/games HTTP/1.0\r\n\r\n", "421", "host"},
		{"two hosts", get("/api/v1/games", "Host: pi\r\nHost: evil.com\r\n"), "400", ""},
		{"another host in the request line", get("http://evil.com/api/v1/games", host), "421", "host"},
		{"our name", get("/api/v1/games", "Host: pi.local:8080\r\n"), "200", ""},
		{"a configured name", get("/api/v1/games", "Host: games.example.org\r\n"), "200", ""},
		{"a frontend's word about the host", get("/api/v1/games", "Host: evil.com\r\nX-Forwarded-Host: localhost\r\n"), "421", "host"},

		{"a proxy's word about where it comes from", get("/api/v1/pairing", host+"X-Forwarded-For: 127.0.0.1\r\nX-Real-IP: 127.0.0.1\r\nForwarded: for=127.0.0.1\r\n"), "401", "unpaired"},
		{"a proxy on this machine", get("/api/v1/pairing", "Host: localhost\r\nX-Forwarded-For: 192.168.1.66\r\n"), "401", "unpaired"},
		{"a silent proxy on this machine", "GET /api/v1/pairing HTTP/1.0\r\nHost: localhost\r\n\r\n", "401", "unpaired"},
		{"a method in a header", post("/api/v1/games", host+"X-HTTP-Method-Override: GET\r\n", ""), "405", "method"},

		{"a stranger acts", post("/api/v1/sessions", host, begin), "401", "unpaired"},
		{"a forged cookie", post("/api/v1/sessions", host+"Cookie: "+forged+"\r\n", begin), "401", "unpaired"},
		{"a forged admin", get("/api/v1/devices", host+"Cookie: "+admin+"\r\n"), "403", "admin"},
		{"a device's cookie as admin", get("/api/v1/devices", host+"Cookie: "+strings.Replace(good, "device", "admin", 1)+"\r\n"), "403", "admin"},
		{"a cookie under its name for TLS", post("/api/v1/sessions", host+"Cookie: __Host-"+good+"\r\n", begin), "401", "unpaired"},
		{"SQL in a cookie", post("/api/v1/sessions", host+"Cookie: harbormaster-device=' OR 1=1 --\r\n", begin), "401", "unpaired"},
		{"a huge cookie", post("/api/v1/sessions", host+"Cookie: harbormaster-device="+strings.Repeat("A", 60_000)+"\r\n", begin), "401", "unpaired"},
		{"a picture without pairing", get("/api/v1/pictures/last.jpg", host), "401", "unpaired"},
		{"a picture by a clever path", get("/api/v1/pictures/./last.jpg", host), "400", "path"},

		{"headers beyond all bounds", get("/api/v1/games", host+"X-Big: "+strings.Repeat("a", 2<<20)+"\r\n"), "431", ""},
		{"a null byte in a header", get("/api/v1/games", host+"X-Odd: a\x00b\r\n"), "400", ""},
		{"a header split in two", get("/api/v1/games", host+"X-Odd: a\n b: c\r\n"), "400 200", ""},
		{"two lengths", "POST /api/v1/login HTTP/1.1\r\n" + host + "Content-Length: 2\r\nContent-Length: 20\r\n\r\n{}", "400", ""},
		{"length and chunks", "POST /api/v1/login HTTP/1.1\r\n" + host + "Connection: close\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400 422", ""},
		{"no HTTP at all", "hello\r\n\r\n", "400", ""},

		{"a huge body", post("/api/v1/sessions", host+cookie, `{"note":"`+strings.Repeat("a", 2<<20)+`"}`), "413", "too-big"},
		{"a huge body in chunks", "POST /api/v1/sessions HTTP/1.1\r\n" + host + cookie + "Transfer-Encoding: chunked\r\n\r\n" + strings.Repeat("10000\r\n"+strings.Repeat("a", 0x10000)+"\r\n", 20), "413", "too-big"},
		{"a huge body of a stranger", post("/api/v1/sessions", host, strings.Repeat("a", 2<<20)), "401", "unpaired"},
		{"deep JSON", post("/api/v1/sessions", host+cookie, deep), "422", ""},
		{"JSON with a null byte", post("/api/v1/sessions", host+cookie, "{\"game\":\"a\x00b\"}"), "422", ""},
		{"no JSON", post("/api/v1/sessions", host+cookie, "game=orleans"), "422", ""},
		{"a key given twice", post("/api/v1/sessions", host+cookie, `{"game":"orleans","game":"agricola","seats":[]}`), "422", ""},

		{"up and out", get("/../../etc/passwd", host), "400", "path"},
		{"up and out, encoded", get("/%2e%2e/%2e%2e/etc/passwd", host), "400", "path"},
		{"up and out, its slashes too", get("/api/v1/sessions/..%2f..%2fetc%2fpasswd", host), "400", "path"},
		{"up and out, encoded twice", get("/api/v1/sessions/%252e%252e%252fetc", host), "404", "not-found"},
		{"up and out on Windows", get(`/..\..\windows\win.ini`, host), "404", "not-found"},
		{"two slashes to another host", get("//evil.com/", host), "400", "path"},
		{"a null byte in the path", get("/api/v1/sessions/a%00b", host), "400", "path"},
		{"a line break in the path", get("/api/v1/sessions/a%0d%0aSet-Cookie:%20a=b", host), "400", "path"},
		{"bytes that are no text", get("/api/v1/sessions/%ff%fe", host), "400", "path"},
		{"a path too many", get("/api/v1/games/", host), "404", "not-found"},
		{"a script in the path", get("/api/v1/sessions/%3Cscript%3Ealert(1)%3C%2Fscript%3E", host), "404", "not-found"},
		{"a very long path", get("/api/v1/sessions/"+strings.Repeat("a", 50_000), host), "404", "not-found"},
		{"SQL in the path", get("/api/v1/sessions/'%20OR%20'1'='1", host), "404", "not-found"},
		{"SQL in a number", get("/api/v1/devices/1%20OR%201=1", host), "405 404 403", ""},
		{"a query of nonsense", get("/api/v1/events?after=-1;drop&session=%00", host), "404", "not-found"},
		{"TRACE", "TRACE / HTTP/1.1\r\n" + host + cookie + "Connection: close\r\n\r\n", "405", "method"},
		{"CONNECT", "CONNECT evil.com:443 HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n", "404 405 421", ""},
		{"asking which other sites may act", "OPTIONS /api/v1/sessions HTTP/1.1\r\n" + host + "Origin: http://evil.com\r\nAccess-Control-Request-Method: POST\r\nConnection: close\r\n\r\n", "405", "method"},
	} {
		response, body := raw(t, g, c.request)
		if !strings.Contains(c.want, fmt.Sprint(response.StatusCode)) {
			t.Errorf("%s: %s, want %s: %.300s", c.what, response.Status, c.want, body)
		}
		if c.code != "" && !strings.Contains(body, `"code":"`+c.code+`"`) {
			t.Errorf("%s: %.300s, want code %q", c.what, body, c.code)
		}
		if strings.Contains(strings.ToLower(body), "<script") {
			t.Errorf("%s: a script comes back: %.300s", c.what, body)
		}
		for name := range response.Header {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%s: other sites are let in: %s", c.what, name)
			}
		}
		if response.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s: a cookie is given", c.what)
		}
		if c.code != "" && (response.Header.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(response.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'")) {
			t.Errorf("%s: headers %v", c.what, response.Header)
		}
	}
	if devices, err := g.guard.Devices(t.Context()); err != nil || len(devices) != 1 {
		t.Errorf("there are the devices %v, %v; want one", devices, err)
	}
}

// TestScriptsInNames: what people write comes back as text, in JSON that no
// browser takes for a page.
func TestScriptsInNames(t *testing.T) {
	g := serveGuarded(t)
	phone := g.browser(lan)
	phone.ask("POST", "/api/v1/pairing", map[string]any{"pin": g.guard.Code().PIN, "name": `"><img src=x onerror=alert(1)>`}).wants(t, 201)
	nasty := `<script>alert(1)</script>`
	a := phone.ask("POST", "/api/v1/sessions", map[string]any{"game": "orleans", "note": nasty, "place": nasty, "seats": []map[string]string{{"name": nasty}, {"name": "Bo"}}})
	a.wants(t, 201)
	for _, got := range []answer{a, phone.ask("GET", "/api/v1/sessions", nil), phone.ask("GET", "/api/v1/access", nil)} {
		if bytes.Contains(got.body, []byte("<")) {
			t.Errorf("markup comes back: %.300s", got.body)
		}
		if kind := got.header.Get("Content-Type"); !strings.HasPrefix(kind, "application/json") || got.header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("as %q, %q", kind, got.header.Get("X-Content-Type-Options"))
		}
	}
}

// TestSlowBody: who sends byte by byte is cut off, and holds nobody up.
func TestSlowBody(t *testing.T) {
	g := serveGuarded(t, func(o *api.Options) { o.Patience = 50 * time.Millisecond })
	conn, err := net.Dial("tcp", strings.TrimPrefix(g.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "POST /api/v1/login HTTP/1.1\r\nHost: "+lan+"\r\nContent-Length: 1000\r\n\r\n{\"pass"); err != nil {
		t.Fatal(err)
	}
	g.browser(lan).ask("GET", "/api/v1/games", nil).wants(t, 200)
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusRequestTimeout {
		t.Errorf("answered with %s", response.Status)
	}
}

// TestThousandWrongPINs from one address, over HTTP: few are looked at, and the
// owner gets in all the same.
func TestThousandWrongPINs(t *testing.T) {
	g := serveGuarded(t)
	thief := g.browser(lan)
	count := map[int]int{}
	for n := range 1000 {
		pin := fmt.Sprintf("%06d", n)
		if pin == g.guard.Code().PIN {
			continue
		}
		a := thief.ask("POST", "/api/v1/pairing", map[string]any{"pin": pin})
		count[a.status]++
		if a.status == http.StatusTooManyRequests && a.header.Get("Retry-After") == "" {
			t.Error("nobody says how long to wait")
		}
		g.pass(100 * time.Millisecond)
	}
	if count[403] > 12 || count[403]+count[429] < 990 {
		t.Errorf("answers by status: %v", count)
	}
	if l := thief.level(); l != "watch" {
		t.Errorf("the thief may %q", l)
	}
	g.browser("").ask("POST", "/api/v1/pairing", map[string]any{"here": true}).wants(t, 201)
	g.browser(lan).ask("POST", "/api/v1/pairing", map[string]any{"token": g.guard.Code().Token}).wants(t, 201)
}
