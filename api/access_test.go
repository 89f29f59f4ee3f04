package api_test

import (
	"bufio"
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"harbormaster/access"
	"harbormaster/api"
)

// lan is a Host header of somebody who comes by the network and not by localhost.
const lan = "192.168.1.5:8080"

// guarded is a service with a door, and the clock, log and password of its guard.
type guarded struct {
	*service
	guard    *access.Guard
	password string
	dataDir  string
	log      *lines
	mu       sync.Mutex
	at       time.Time
}

// lines is a log that several goroutines write.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func (g *guarded) now() time.Time {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.at
}

func (g *guarded) pass(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.at = g.at.Add(d)
}

func serveGuarded(t *testing.T, with ...func(*api.Options)) *guarded {
	t.Helper()
	kindsOfFiles()
	g := &guarded{dataDir: t.TempDir(), log: &lines{}, at: time.Now()}
	password, made, err := access.OpenPassword(g.dataDir)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(g.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	g.password = made
	g.guard = access.New(&access.Memory{}, password, access.Settings{Open: true, Local: true, Names: access.MachineNames("pi", []string{"games.example.org"})}, g.now, log)
	g.service = serve(t, append([]func(*api.Options){func(o *api.Options) {
		o.Log = log
		o.Door = api.Door{Guard: g.guard, Addresses: func() []string { return []string{"http://10.1.2.3:8080"} }}
	}}, with...)...)
	return g
}

// browser keeps cookies, and comes under a host name.
type browser struct {
	*service
	host string
	jar  http.CookieJar
}

func (g *guarded) browser(host string) *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		g.t.Fatal(err)
	}
	s := *g.service
	s.client = &http.Client{Jar: jar, Transport: hostIs{host, g.client.Transport}}
	return &browser{&s, host, jar}
}

// hostIs sends requests with another Host header.
type hostIs struct {
	host string
	http.RoundTripper
}

func (h hostIs) RoundTrip(r *http.Request) (*http.Response, error) {
	if h.host != "" {
		r = r.Clone(r.Context())
		r.Host = h.host
	}
	return h.RoundTripper.RoundTrip(r)
}

func (b *browser) level() string {
	b.t.Helper()
	var who struct{ Level string }
	b.ask("GET", "/api/v1/access", nil).wants(b.t, 200, &who)
	return who.Level
}

// code is what a page shows to pair the next device.
type code struct {
	PIN  string
	URL  string
	URLs []string
}

func TestPairingByPIN(t *testing.T) {
	g := serveGuarded(t)
	phone := g.browser(lan)
	if l := phone.level(); l != "watch" {
		t.Errorf("a stranger may %q", l)
	}
	phone.ask("GET", "/api/v1/pairing", nil).refused(t, 401, "unpaired")
	phone.ask("POST", "/api/v1/sessions", map[string]any{}).refused(t, 401, "unpaired")
	phone.ask("POST", "/api/v1/pairing", map[string]any{"here": true}).refused(t, 403, "elsewhere")
	phone.ask("POST", "/api/v1/pairing", map[string]any{"pin": "12345"}).refused(t, 422, "invalid")
	phone.ask("POST", "/api/v1/pairing", map[string]any{"name": "x"}).refused(t, 422, "invalid")

	laptop := g.browser("") // at the machine itself
	var shown code
	laptop.ask("GET", "/api/v1/pairing", nil).wants(t, 200, &shown)
	if len(shown.PIN) != 6 || !strings.HasPrefix(shown.URL, "http://10.1.2.3:8080/pair#") {
		t.Errorf("shown: %+v", shown)
	}
	if a := laptop.ask("GET", "/api/v1/pairing/qr.svg", nil); a.status != 200 || !bytes.HasPrefix(a.body, []byte("<svg")) || a.header.Get("Cache-Control") != "no-store" {
		t.Errorf("the QR code: %d %v %.60s", a.status, a.header, a.body)
	}
	phone.ask("GET", "/api/v1/pairing/qr.svg", nil).refused(t, 401, "unpaired")
	laptop.ask("POST", "/api/v1/sessions", map[string]any{}).refused(t, 401, "unpaired")

	a := phone.ask("POST", "/api/v1/pairing", map[string]any{"pin": shown.PIN, "name": "<script>alert(1)</script>"})
	a.wants(t, 201)
	if bytes.Contains(a.body, []byte("<script>")) {
		t.Errorf("a name comes back as markup: %s", a.body)
	}
	set := a.header.Get("Set-Cookie")
	for _, want := range []string{"harbormaster-device=", "HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=34560000"} {
		if !strings.Contains(set, want) {
			t.Errorf("the cookie %q lacks %s", set, want)
		}
	}
	if strings.Contains(set, "Secure") {
		t.Errorf("the cookie %q would not come back over http", set)
	}
	if l := phone.level(); l != "act" {
		t.Errorf("a paired device may %q", l)
	}
	phone.ask("POST", "/api/v1/pairing", map[string]any{"pin": "000000"}).wants(t, 200) // it is paired already
	var next code
	phone.ask("GET", "/api/v1/pairing", nil).wants(t, 200, &next)
	if next.PIN == shown.PIN && next.URL == shown.URL || !strings.HasPrefix(next.URL, "http://"+lan+"/pair#") {
		t.Errorf("shown after pairing: %+v, before %+v", next, shown)
	}

	// The second phone scans.
	other := g.browser(lan)
	_, token, _ := strings.Cut(next.URL, "#")
	other.ask("POST", "/api/v1/pairing", map[string]any{"token": token}).wants(t, 201)
	g.browser(lan).ask("POST", "/api/v1/pairing", map[string]any{"token": token}).refused(t, 403, "wrong")
	other.ask("DELETE", "/api/v1/pairing", nil).wants(t, 204)
	if l := other.level(); l != "watch" {
		t.Errorf("an unpaired device may %q", l)
	}

	laptop.ask("POST", "/api/v1/pairing", map[string]any{"here": true, "name": "Laptop"}).wants(t, 201)
	if l := laptop.level(); l != "act" {
		t.Errorf("the machine itself, paired, may %q", l)
	}
}

func TestAdmin(t *testing.T) {
	g := serveGuarded(t)
	phone, owner := g.browser(lan), g.browser(lan)
	phone.ask("POST", "/api/v1/pairing", map[string]any{"pin": g.guard.Code().PIN, "name": "phone"}).wants(t, 201)
	phone.ask("GET", "/api/v1/devices", nil).refused(t, 403, "admin")
	owner.ask("POST", "/api/v1/login", map[string]any{"password": "guess"}).refused(t, 403, "wrong")
	owner.ask("POST", "/api/v1/login", map[string]any{"password": strings.Repeat("x", 300)}).refused(t, 422, "invalid")
	owner.ask("POST", "/api/v1/login", map[string]any{"password": g.password}).wants(t, 200)
	if l := owner.level(); l != "admin" {
		t.Errorf("after the login: %q", l)
	}
	var list struct {
		Devices []struct {
			ID   int64
			Name string
		}
	}
	owner.ask("GET", "/api/v1/devices", nil).wants(t, 200, &list)
	if len(list.Devices) != 1 || list.Devices[0].Name != "phone" {
		t.Fatalf("%+v", list)
	}
	owner.ask("PATCH", "/api/v1/devices/1", map[string]any{"name": "Ann's\tphone"}).wants(t, 204)
	owner.ask("PATCH", "/api/v1/devices/x", map[string]any{"name": "Ann's phone"}).refused(t, 404, "not-found")
	owner.ask("GET", "/api/v1/devices", nil).wants(t, 200, &list)
	if list.Devices[0].Name != "Ann's phone" {
		t.Errorf("%+v", list)
	}
	owner.ask("DELETE", "/api/v1/devices/1", nil).wants(t, 204)
	if l := phone.level(); l != "watch" {
		t.Errorf("a removed device may %q", l)
	}
	owner.ask("DELETE", "/api/v1/login", nil).wants(t, 204)
	if l := owner.level(); l != "watch" {
		t.Errorf("after logging out: %q", l)
	}
	owner.ask("POST", "/api/v1/login", map[string]any{"password": g.password}).wants(t, 200)
	if _, err := access.ResetPassword(g.dataDir); err != nil {
		t.Fatal(err)
	}
	if l := owner.level(); l != "watch" {
		t.Errorf("after the password was reset: %q", l)
	}
}

// TestWhoMayWhat: every route says whom it is for, and lets in nobody else.
func TestWhoMayWhat(t *testing.T) {
	g := serveGuarded(t)
	stranger, paired, admin := g.browser(lan), g.browser(lan), g.browser(lan)
	paired.ask("POST", "/api/v1/pairing", map[string]any{"pin": g.guard.Code().PIN}).wants(t, 201)
	admin.ask("POST", "/api/v1/login", map[string]any{"password": g.password}).wants(t, 200)
	open := g.guard.Settings()
	closed := open
	closed.Open = false
	for _, who := range []struct {
		name     string
		browser  *browser
		settings access.Settings
		level    access.Level
	}{
		{"a stranger", stranger, open, access.Watch},
		{"a stranger where reading is closed", stranger, closed, access.Anybody},
		{"a paired device", paired, closed, access.Act},
		{"an admin", admin, closed, access.Admin},
	} {
		g.guard.Change(who.settings)
		for _, r := range g.server.Routes() {
			name := who.name + ": " + r.Method + " " + r.Path
			if r.Level < access.Anybody || r.Level > access.Admin {
				t.Errorf("%s has %v", name, r.Level)
			}
			if r.Method != "GET" && r.Level < access.Act && r.Path != "/pairing" && r.Path != "/login" {
				t.Errorf("%s changes something, but takes only %v", name, r.Level)
			}
			if picture(r.Path) && r.Level < access.Act {
				t.Errorf("%s may give pictures, but takes only %v", name, r.Level)
			}
			if r.Level <= who.level && (r.Level == access.Anybody || r.Path == "/events") {
				continue // what those do has tests of its own; the stream doesn't end
			}
			path := strings.NewReplacer("{", "", "}", "").Replace(r.Path)
			a := who.browser.ask(r.Method, "/api/v1"+path, "{")
			refused := a.status == http.StatusUnauthorized || a.status == http.StatusForbidden
			if refused != (r.Level > who.level) {
				t.Errorf("%s is answered with %d %s", name, a.status, a.body)
			}
		}
	}
	g.guard.Change(closed)
	for _, path := range []string{"/", "/pair", "/table", "/healthz", "/readyz"} {
		stranger.ask("GET", path, nil).wants(t, 200) // what it takes to pair and to watch over the service
	}
}

// picture reports whether an address is one of pictures of the table or of people.
func picture(path string) bool {
	for _, word := range []string{"picture", "frame", "close-up", "closeup", "camera", "proof", "preview"} {
		if strings.Contains(path, word) {
			return true
		}
	}
	return false
}

func TestLastSeenAndFreshCookie(t *testing.T) {
	g := serveGuarded(t)
	phone := g.browser(lan)
	phone.ask("POST", "/api/v1/pairing", map[string]any{"pin": g.guard.Code().PIN}).wants(t, 201)
	if a := phone.ask("GET", "/api/v1/access", nil); a.header.Get("Set-Cookie") != "" {
		t.Error("the cookie is given anew with each request")
	}
	g.pass(time.Hour)
	if a := phone.ask("GET", "/api/v1/access", nil); a.header.Get("Set-Cookie") == "" {
		t.Error("the cookie isn't given anew after a while")
	}
	list, err := g.guard.Devices(t.Context())
	if err != nil || !list[0].Seen.Equal(g.now()) {
		t.Errorf("last seen %v, %v, want %v", list, err, g.now())
	}
}

// TestStreamsEndWithTheRight: a stream ends when its reader may no longer have
// it, and goes on for those who may.
func TestStreamsEndWithTheRight(t *testing.T) {
	g := serveGuarded(t)
	stranger, removed, stays, admin := g.browser(lan), g.browser(lan), g.browser(lan), g.browser(lan)
	for _, b := range []*browser{removed, stays} {
		b.ask("POST", "/api/v1/pairing", map[string]any{"pin": g.guard.Code().PIN}).wants(t, 201)
	}
	admin.ask("POST", "/api/v1/login", map[string]any{"password": g.password}).wants(t, 200)
	open := func(b *browser) *http.Response {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), "GET", g.url+"/api/v1/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := b.client.Do(r)
		if err != nil || response.StatusCode != 200 {
			t.Fatalf("a stream is answered with %v, %v", response, err)
		}
		t.Cleanup(func() { response.Body.Close() })
		return response
	}
	ended := func(r *http.Response) {
		t.Helper()
		if _, err := io.Copy(io.Discard, r.Body); err != nil { // waits for its end
			t.Errorf("a stream ended with %v", err)
		}
	}
	one, two, three, four := open(stranger), open(removed), open(stays), open(admin)
	closed := g.guard.Settings()
	closed.Open = false
	g.guard.Change(closed)
	ended(one)
	stays.ask("GET", "/api/v1/games", nil).wants(t, 200)
	list, err := g.guard.Devices(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := g.guard.Remove(t.Context(), list[0].ID); err != nil {
		t.Fatal(err)
	}
	ended(two)
	g.browser(lan).ask("GET", "/api/v1/events", nil).refused(t, 401, "unpaired")
	v := stays.begin("orleans", "Ann", "Bo")
	for _, r := range []*http.Response{three, four} {
		s := bufio.NewScanner(r.Body)
		for s.Scan() && !strings.Contains(s.Text(), v.Play) {
		}
		if !strings.Contains(s.Text(), v.Play) {
			t.Errorf("a stream that may go on ended: %v", s.Err())
		}
	}
}

// TestSecretsStayOutOfTheLog greps the log of a run, at its most talkative.
func TestSecretsStayOutOfTheLog(t *testing.T) {
	g := serveGuarded(t)
	phone := g.browser(lan)
	first := g.guard.Code()
	paired := phone.ask("POST", "/api/v1/pairing", map[string]any{"pin": first.PIN})
	paired.wants(t, 201)
	second := g.guard.Code()
	g.browser(lan).ask("POST", "/api/v1/pairing", map[string]any{"token": second.Token}).wants(t, 201)
	g.browser(lan).ask("POST", "/api/v1/pairing", map[string]any{"pin": "000 000"})
	login := phone.ask("POST", "/api/v1/login", map[string]any{"password": g.password})
	login.wants(t, 200)
	phone.ask("POST", "/api/v1/login", map[string]any{"password": "my other password"}).refused(t, 403, "wrong")
	secrets := []string{first.PIN, first.Token, second.PIN, second.Token, g.password, "my other password"}
	for _, a := range []answer{paired, login} {
		value, _, _ := strings.Cut(a.header.Get("Set-Cookie"), ";")
		_, token, _ := strings.Cut(value, "=")
		secrets = append(secrets, token)
	}
	log := g.log.String()
	if !strings.Contains(log, "was paired") {
		t.Errorf("the log says nothing:\n%s", log)
	}
	for _, secret := range secrets {
		if secret == "" || strings.Contains(log, secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
}

// TestUnderTLS: cookies are Secure, and bound to this very host.
func TestUnderTLS(t *testing.T) {
	g := serveGuarded(t)
	h := httptest.NewTLSServer(g.server)
	defer h.Close()
	r, err := http.NewRequestWithContext(t.Context(), "POST", h.URL+"/api/v1/pairing", strings.NewReader(`{"here":true}`))
	if err != nil {
		t.Fatal(err)
	}
	response, err := h.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		t.Fatal(err)
	}
	set := response.Header.Get("Set-Cookie")
	if response.StatusCode != 201 || !strings.HasPrefix(set, "__Host-harbormaster-device=") || !strings.Contains(set, "Secure") || strings.Contains(set, "Domain") {
		t.Errorf("%d, cookie %q", response.StatusCode, set)
	}
}

// TestDeviceSignsForItself: who doesn't say who they are is known by the name
// of their device, in corrections too.
func TestDeviceSignsForItself(t *testing.T) {
	g := serveGuarded(t)
	b := g.browser("")
	b.ask("POST", "/api/v1/pairing", `{"here":true,"name":"the tablet"}`).wants(t, http.StatusCreated)
	v := b.begin("orleans", "Ann", "Bo")
	b.post(&v, "corrections", map[string]any{"why": "forgotten", "correction": map[string]any{"player": "Ann", "set": map[string]any{"coins": 3}}}).wants(t, 200)
	b.post(&v, "pause", map[string]any{"who": "Ann"}).wants(t, 200)
	var log struct{ Events []struct{ Who string } }
	b.ask("GET", "/api/v1/sessions/"+v.Play+"/events", nil).wants(t, 200, &log)
	var who []string
	for _, e := range log.Events {
		who = append(who, e.Who)
	}
	if got := strings.Join(who, ", "); got != "the tablet, the tablet, Ann" {
		t.Errorf("the events are by %s", got)
	}
}
