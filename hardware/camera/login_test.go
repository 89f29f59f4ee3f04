package camera

import (
	"crypto/md5"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWebPassword: a password is sent when the camera asks for it, in the way
// that it asks for, also where it sends us on within itself.
func TestWebPassword(t *testing.T) {
	sum := func(parts ...string) string { return fmt.Sprintf("%x", md5.Sum([]byte(strings.Join(parts, ":")))) }
	for name, c := range map[string]struct {
		wants string
		fits  func(r *http.Request) bool
	}{
		"basic": {`Basic realm="x"`, func(r *http.Request) bool {
			user, password, _ := r.BasicAuth()
			return user == "me" && password == "p@/s"
		}},
		"digest": {`Digest realm="a, b", nonce="n\"1", qop="auth-int, auth", opaque="o", algorithm=MD5`, func(r *http.Request) bool {
			p := parameters(strings.TrimPrefix(r.Header.Get("Authorization"), "Digest "))
			return p["username"] == "me" && p["opaque"] == "o" && p["response"] == sum(sum("me", "a, b", "p@/s"), `n"1`, p["nc"], p["cnonce"], "auth", sum("GET", r.URL.RequestURI()))
		}},
		"digest of old": {`digest realm=x,nonce=1`, func(r *http.Request) bool {
			p := parameters(strings.TrimPrefix(r.Header.Get("Authorization"), "Digest "))
			return p["response"] == sum(sum("me", "x", "p@/s"), "1", sum("GET", r.URL.RequestURI()))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			leavesNothing(t)
			var mu sync.Mutex
			var seen []string
			address := fakeCamera(t, func(w http.ResponseWriter, r *http.Request) {
				mu.Lock()
				defer mu.Unlock()
				if r.URL.Path == "/" {
					http.Redirect(w, r, "/real?x=1", http.StatusFound)
					return
				}
				if !c.fits(r) {
					seen = append(seen, "refused")
					w.Header().Set("WWW-Authenticate", c.wants)
					w.WriteHeader(http.StatusUnauthorized)
					return
				}
				seen = append(seen, "let in")
				w.Header().Set("Content-Type", "image/jpeg")
				flushed(w, drawn(t, 16, 8, 1))
			})
			clock := newLevers()
			with := strings.Replace(address, "//", "//me:p%40%2Fs@", 1)
			direct := opened(t, with+"/real", Options{Clock: clock.clock()})
			nextOf(t, direct, 0)
			clock.pull(askEvery)
			nextOf(t, direct, 1)
			mu.Lock()
			if diff := cmp.Diff([]string{"refused", "let in", "let in"}, seen); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			mu.Unlock()
			clock = newLevers() // the first one's camera waits still
			sent := opened(t, with+"/", Options{Clock: clock.clock()})
			nextOf(t, sent, 0)
			clock.pull(askEvery)
			nextOf(t, sent, 1)
			if s := sent.State(); s.Status != OK {
				t.Errorf("sent on within the camera, its state is %+v", s)
			}
			for _, wrong := range []string{strings.Replace(with, "me:", "you:", 1), strings.Replace(with, "%40", "", 1), address} {
				if s := untilLost(t, opened(t, wrong+"/real", Options{Clock: newLevers().clock()})); s.Key != "camera.unauthorized" || strings.Contains(s.Error+s.Mend, "p@") {
					t.Errorf("its state is %+v", s)
				}
			}
		})
	}
}

// TestLoginRenewed: a camera may want another digest after a while, but not the same again and again.
func TestLoginRenewed(t *testing.T) {
	l := &login{user: url.UserPassword("me", "hush")}
	refused := func(lines ...string) *http.Response {
		return &http.Response{StatusCode: http.StatusUnauthorized, Header: http.Header{"Www-Authenticate": lines}}
	}
	for i, c := range []struct {
		lines []string
		want  bool
	}{
		{[]string{"Bearer x", `Digest realm="x"`}, false}, // without a nonce
		{[]string{`Digest realm="x", nonce="1", qop="auth-int"`}, false},
		{[]string{`Basic realm="x"`, `Digest realm="x", nonce="1", algorithm=SHA-256`}, true},
		{[]string{`Basic realm="x"`, `Digest realm="x", nonce="1", algorithm=SHA-256`}, false}, // the password is wrong; it isn't shouted
		{[]string{`Digest realm="x", nonce="2", stale=true`}, true},
	} {
		if got := l.take(refused(c.lines...)); got != c.want {
			t.Errorf("%d: of %q it takes %v", i, c.lines, got)
		}
	}
	r, err := http.NewRequest(http.MethodGet, "http://camera/x?y=1", nil)
	if err != nil {
		t.Fatal(err)
	}
	l.sign(r)
	l.sign(r)
	if got := r.Header.Get("Authorization"); l.count != 2 || !strings.Contains(got, `nonce="2"`) || !strings.Contains(got, `uri="/x?y=1"`) || strings.Contains(got, "hush") {
		t.Errorf("request %d is signed %s", l.count, got)
	}
	silent := &login{user: l.user}
	if !silent.take(refused()) || !silent.basic || silent.take(refused()) {
		t.Error("a camera that doesn't say what it wants gets something other than the password, once")
	}
	if (&login{}).take(refused(`Basic realm="x"`)) {
		t.Error("without a password it takes something")
	}
}

// TestDigestByTheBook holds against the example of RFC 7616, section 3.9.1.
func TestDigestByTheBook(t *testing.T) {
	r, err := http.NewRequest(http.MethodGet, "http://api.example.org/dir/index.html", nil)
	if err != nil {
		t.Fatal(err)
	}
	for algorithm, want := range map[string]string{
		"MD5": "8ca523f5e9506fed4657c9700eebdbec", "SHA-256": "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1",
	} {
		l := &login{user: url.UserPassword("Mufasa", "Circle of Life"), count: 1, digest: parameters(
			`realm="http-auth@example.org", qop="auth, auth-int", algorithm=` + algorithm + `, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`)}
		if got := l.digested(r, "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"); !strings.Contains(got, `response="`+want+`"`) {
			t.Errorf("by %s it signs %s", algorithm, got)
		}
	}
}

func TestParameters(t *testing.T) {
	for text, want := range map[string]map[string]string{
		"":                      {},
		"junk":                  {},
		`a=1, B="x, \"y\"" ,c=`: {"a": "1", "b": `x, "y"`, "c": ""},
		`a="open`:               {"a": "open"},
		`a="x\`:                 {"a": `x\`},
	} {
		got := parameters(text)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", text, diff)
		}
	}
}
