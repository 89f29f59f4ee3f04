package camera

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// fakeCamera serves as a camera would, on any free port. It returns its address.
func fakeCamera(t *testing.T, serve http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(serve)
	t.Cleanup(s.Close)
	return s.URL
}

// flushed writes and sends at once.
func flushed(w http.ResponseWriter, parts ...[]byte) {
	for _, p := range parts {
		if _, err := w.Write(p); err != nil {
			return // the other end had enough
		}
	}
	if err := http.NewResponseController(w).Flush(); err != nil {
		return
	}
}

// TestStreams: the streams of real apps differ in everything but the pictures.
func TestStreams(t *testing.T) {
	a, b := drawn(t, 64, 48, 1), drawn(t, 64, 48, 2)
	part := func(boundary, headers string, p []byte, after string) []byte {
		return slices.Concat([]byte(boundary+"\r\n"+headers+"\r\n"), p, []byte(after))
	}
	length := func(p []byte) string {
		return fmt.Sprintf("Content-Type: image/jpeg\r\nContent-Length: %d\r\n", len(p))
	}
	for _, c := range []struct{ name, kind, body string }{
		{"by the book", "multipart/x-mixed-replace; boundary=frame", string(part("--frame", length(a), a, "\r\n")) + string(part("--frame", length(b), b, "\r\n"))},
		{"without lengths", "multipart/x-mixed-replace;boundary=Ba4oTvQMY8ew04N8dcnM", string(part("--Ba4oTvQMY8ew04N8dcnM", "Content-Type: image/jpeg\r\n", a, "\r\n")) + string(part("--Ba4oTvQMY8ew04N8dcnM", "", b, ""))},
		{"quoted", `Multipart/X-Mixed-Replace; boundary="my frame"`, string(part("--my frame", length(a), a, "\r\n")) + string(part("--my frame", length(b), b, "\r\n"))},
		{"dashes in the boundary", "multipart/x-mixed-replace; boundary=--myboundary", string(part("--myboundary", length(a), a, "\r\n")) + string(part("--myboundary", length(b), b, "\r\n"))},
		{"no boundary", "multipart/x-mixed-replace", string(part("--x", "", a, "")) + string(part("--x", "", b, ""))},
		{"another boundary than it says", "multipart/x-mixed-replace; boundary=a", string(part("--b", "", a, "\n")) + string(part("--b", "", b, "\n"))},
		{"wrong lengths", "multipart/x-mixed-replace; boundary=a", string(part("--a", "Content-Length: 7\r\n", a, "\n")) + string(part("--a", "Content-Length: 9999999\r\n", b, "\n"))},
		{"bare JPEGs", "video/x-motion-jpeg", string(a) + string(b)},
		{"no type", "", string(a) + string(b)},
	} {
		t.Run(c.name, func(t *testing.T) {
			address := fakeCamera(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header()["Content-Type"] = []string{c.kind}
				flushed(w, []byte(c.body))
				<-r.Context().Done()
			})
			cam := opened(t, address+"/video", Options{Clock: newLevers().clock()})
			if p := nextOf(t, cam, 1); !bytes.Equal(p.Data, b) {
				t.Errorf("it gives picture %d of %d bytes", p.Number, len(p.Data))
			}
		})
	}
}

func TestSnapshots(t *testing.T) {
	leavesNothing(t)
	var mu sync.Mutex
	var asked []string
	address := fakeCamera(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked = append(asked, r.URL.String())
		n := len(asked)
		mu.Unlock()
		w.Header().Set("Content-Type", []string{"image/jpeg", "application/octet-stream", "image/png"}[n%3])
		if n%3 == 2 {
			flushed(w, drawnPNG(t))
			return
		}
		flushed(w, drawn(t, 16, 8, n))
	})
	clock := newLevers()
	c := opened(t, address+"/shot.cgi?channel=1&every=5#every=3s", Options{Clock: clock.clock()})
	for n := range int64(4) {
		if n > 0 {
			clock.pull(3 * time.Second)
		}
		p := nextOf(t, c, n)
		if p.Number != n+1 || (n%3 != 1) != bytes.Equal(p.Data, drawn(t, 16, 8, int(n+1))) {
			t.Errorf("picture %d is number %d of %d bytes", n+1, p.Number, len(p.Data))
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if want := "/shot.cgi?channel=1&every=5"; asked[0] != want || asked[3] != want {
		t.Errorf("it is asked for %q", asked)
	}
}

// TestWebFaults: each trouble has its name, says how to be mended, and tells no secret.
func TestWebFaults(t *testing.T) {
	a := drawn(t, 64, 48, 1)
	stream := func(w http.ResponseWriter) { w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=x") }
	for _, c := range []struct {
		name     string
		serve    http.HandlerFunc
		pictures int64
		key      string
		text     string
	}{
		{"401", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
			w.WriteHeader(http.StatusUnauthorized)
		}, 0, "camera.unauthorized", "doesn't take the user and password"},
		{"a login that isn't known", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("WWW-Authenticate", `Digest realm="x", nonce="1", algorithm=MD5-sess`)
			w.WriteHeader(http.StatusUnauthorized)
		}, 0, "camera.unauthorized", "doesn't take the user and password"},
		{"403", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }, 0, "camera.unauthorized", "refuses us (403 Forbidden)"},
		{"404", http.NotFound, 0, "camera.not-found", "nothing at this address"},
		{"503", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) }, 0, "camera.refused", "503"},
		{"a page", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			flushed(w, []byte("<html>"))
		}, 0, "camera.page", "text/html"},
		{"another host", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://elsewhere.example/?pw=hush", http.StatusFound)
		}, 0, "camera.elsewhere", `"elsewhere.example"`},
		{"circles", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/again", http.StatusFound) }, 0, "camera.redirects", "in circles"},
		{"not a picture", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "image/jpeg")
			flushed(w, []byte("GIF89a"))
		}, 0, "camera.no-jpegs", "neither a JPEG nor a PNG"},
		{"an endless snapshot", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "image/jpeg")
			flushed(w, a[:len(a)-2], bytes.Repeat([]byte{7}, MostBytes+10))
		}, 0, "camera.no-jpegs", "too large"},
		{"an endless picture", func(w http.ResponseWriter, r *http.Request) {
			stream(w)
			flushed(w, a, a[:len(a)-2])
			for r.Context().Err() == nil {
				flushed(w, bytes.Repeat([]byte{7}, 1<<20))
			}
		}, 1, "camera.no-jpegs", "too large"},
		{"a snapshot cut off", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "image/jpeg")
			w.Header().Set("Content-Length", "100000")
			flushed(w, a)
		}, 0, "camera.cut-off", "unexpected EOF"},
		{"a stream cut off", func(w http.ResponseWriter, _ *http.Request) {
			stream(w)
			flushed(w, a, a, a[:300])
			panic(http.ErrAbortHandler)
		}, 2, "camera.cut-off", "EOF"},
		{"an empty stream", func(w http.ResponseWriter, _ *http.Request) { stream(w) }, 0, "camera.no-jpegs", "no JPEGs"},
		{"a stream that ends", func(w http.ResponseWriter, _ *http.Request) { stream(w); flushed(w, a) }, 1, "camera.cut-off", "EOF"},
		{"hanging up", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, 0, "camera.unreachable", "EOF"},
	} {
		t.Run(c.name, func(t *testing.T) {
			leavesNothing(t)
			address := fakeCamera(t, c.serve)
			var log bytes.Buffer
			clock := newLevers()
			cam := opened(t, strings.Replace(address, "//", "//me:hush@", 1)+"/video?pw=hush", Options{Clock: clock.clock(), Log: slog.New(slog.NewTextHandler(&log, nil))})
			s := untilLost(t, cam)
			if s.Pictures != c.pictures || s.Key != c.key || !strings.Contains(s.Error, c.text) || s.Mend == "" {
				t.Errorf("its state is %+v", s)
			}
			if err := cam.Lock(t.Context()); err == nil {
				t.Error("it can be locked")
			}
			clock.pull(firstPause)
			clock.pull(2 * firstPause) // it was asked again
			if err := cam.Close(); err != nil {
				t.Error(err)
			}
			for _, secret := range []string{"hush", "me:"} {
				if strings.Contains(log.String(), secret) || strings.Contains(fmt.Sprintf("%+v", s), secret) {
					t.Errorf("it tells a secret: %s\n%+v", log.String(), s)
				}
			}
			if !strings.Contains(log.String(), "the camera is lost") || strings.Count(log.String(), "\n") > 3 {
				t.Errorf("it logs %s", log.String())
			}
		})
	}
}

func TestWebUnreachable(t *testing.T) {
	leavesNothing(t)
	s := httptest.NewTLSServer(http.NotFoundHandler())
	defer s.Close()
	s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for address, want := range map[string]string{
		s.URL: "camera.certificate", strings.Replace(s.URL, "https", "http", 1): "camera.refused",
		gone.URL: "camera.unreachable", strings.Replace(fakeCamera(t, http.NotFound), "http", "https", 1): "camera.scheme",
	} {
		c := opened(t, strings.Replace(address, "//", "//me:hush@", 1), Options{Clock: newLevers().clock()})
		if s := untilLost(t, c); s.Key != want || strings.Contains(s.Error, "hush") {
			t.Errorf("its state is %+v, want %s", s, want)
		}
	}
}

// TestWebStalls: a camera that stops in the middle of a picture is given up, and found again.
func TestWebStalls(t *testing.T) {
	leavesNothing(t)
	a := drawn(t, 64, 48, 1)
	asked := make(chan struct{}, 10)
	address := fakeCamera(t, func(w http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=x")
		flushed(w, a, a[:200])
		<-r.Context().Done()
	})
	clock := newLevers()
	c := opened(t, address, Options{Clock: clock.clock()})
	nextOf(t, c, 0)
	if s := untilSilent(t, c, clock); s.Key != "camera.silent" || s.Pictures != 1 {
		t.Errorf("its state is %+v", s)
	}
	clock.pull(firstPause)
	if p := nextOf(t, c, 1); !bytes.Equal(p.Data, a) || c.State().Status != OK {
		t.Errorf("found again, its state is %+v", c.State())
	}
	if len(asked) != 2 {
		t.Errorf("it was asked %d times", len(asked))
	}
}

// TestWebSlowReader: who reads slowly gets the newest picture, and the camera never waits.
func TestWebSlowReader(t *testing.T) {
	leavesNothing(t)
	const many = 300
	last := drawn(t, 64, 48, many)
	address := fakeCamera(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=x")
		for n := range many {
			flushed(w, drawn(t, 64, 48, n))
		}
		flushed(w, last)
		<-r.Context().Done()
	})
	c := opened(t, address, Options{Clock: newLevers().clock()})
	first := nextOf(t, c, 0)
	newest := nextOf(t, c, many)
	if !bytes.Equal(newest.Data, last) || newest.Number != many+1 {
		t.Errorf("it gives picture %d", newest.Number)
	}
	if s := c.State(); s.Dropped != many-first.Number && s.Dropped != many-1 {
		t.Errorf("its state is %+v", s)
	}
}
