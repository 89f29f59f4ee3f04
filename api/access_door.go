package api

import (
	"errors"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"harbormaster/access"
	"harbormaster/exchange"
)

// Door is what stands between the network and the routes.
type Door struct {
	Guard     *access.Guard
	Unguarded bool            // everybody may everything: for tests of what lies behind the door
	Addresses func() []string // where other devices reach this one, best first: http://192.168.1.5:8080
	Patience  time.Duration   // for a request's body to arrive; 0: 30 s
}

// check refuses a server without a door that nobody asked for.
func (d *Door) check() error {
	if d.Guard == nil && !d.Unguarded {
		return errors.New("serve the API: neither a guard nor unguarded is set, so everybody might do everything")
	}
	if d.Patience == 0 {
		d.Patience = 30 * time.Second
	}
	return nil
}

// mostBody bounds the body of a request that isn't a picture or an import, in bytes.
const mostBody = 1 << 20

// answerTime bounds how long a reader may take for an answer; streams set
// their own from message to message.
const answerTime = 2 * time.Minute

// headers go with every answer. Pages are ours alone: no other host's scripts
// or pictures, no frames, and nobody learns from a link which page it was on.
var headers = map[string]string{
	"Content-Security-Policy":      "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
	"X-Content-Type-Options":       "nosniff",
	"X-Frame-Options":              "DENY",
	"Referrer-Policy":              "no-referrer",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Cross-Origin-Opener-Policy":   "same-origin",
}

// secure turns away requests that no page of ours would send, before any
// route sees them.
func (s *Server) secure(c *gin.Context) {
	h := c.Writer.Header()
	for name, value := range headers {
		h.Set(name, value)
	}
	r := c.Request
	if strings.HasPrefix(r.URL.Path, "/api/") {
		h.Set("Cache-Control", "no-cache") // kept, but asked about each time: see ETag
	}
	if s.Guard != nil && !s.Guard.Settings().Names.Allow(r.Host) {
		write(c, http.StatusMisdirectedRequest, problem{Code: "host", Message: "this machine doesn't go by that name",
			Hint: "use its IP address, or add the name to access.hosts in the config"})
		return
	}
	if trick(r.URL.EscapedPath()) {
		write(c, http.StatusBadRequest, problem{Code: "path", Message: "this is no address of a page or resource"})
		return
	}
	if err := new(http.CrossOriginProtection).Check(r); err != nil {
		write(c, http.StatusForbidden, problem{Code: "origin", Message: "changes are only taken from this machine's own pages",
			Hint: "open the page under the same address that it sends to"})
	}
}

// trick reports whether a path tries to be something else: ours are single
// slashes and, between them, words or names without control characters.
func trick(escaped string) bool {
	parts := strings.Split(strings.Trim(escaped, "/"), "/")
	if strings.HasPrefix(escaped, "//") || strings.HasSuffix(escaped, "//") || len(parts) > 1 && slices.Contains(parts, "") {
		return true
	}
	return slices.ContainsFunc(parts, func(part string) bool {
		text, err := url.PathUnescape(part)
		return err != nil || text == "." || text == ".." || strings.HasPrefix(text, "../") || !utf8.ValidString(text) ||
			strings.ContainsFunc(text, unicode.IsControl)
	})
}

// bound limits a request's body in size and time, and the time for the answer.
func (s *Server) bound(c *gin.Context) {
	control := http.NewResponseController(c.Writer)
	// Where there is no connection (tests) there are no deadlines: the errors
	// say only that. A broken connection shows at the next read or write.
	most, patience, answer := int64(mostBody), s.Patience, answerTime
	switch {
	case slices.Contains(uploads, c.FullPath()):
		most, patience, answer = mostUpload, 4*s.Patience, uploadTime
	case c.FullPath() == importPath: // a whole history, maybe over a weak wireless network
		most, patience, answer = exchange.MostBytes, 10*s.Patience, importTime
	}
	_ = control.SetWriteDeadline(time.Now().Add(answer))
	// The server's own writer, which closes the connection after too big a body
	// instead of waiting for the rest of it.
	var own http.ResponseWriter = c.Writer
	if w, ok := own.(interface{ Unwrap() http.ResponseWriter }); ok {
		own = w.Unwrap()
	}
	body := http.MaxBytesReader(own, c.Request.Body, most)
	if c.Request.ContentLength != 0 {
		_ = control.SetReadDeadline(time.Now().Add(patience))
		body = &timedBody{body, control}
	}
	c.Request.Body = body
	c.Next()
}

// timedBody lifts the deadline once the body has arrived: what the request
// asks for may take longer.
type timedBody struct {
	io.ReadCloser
	control *http.ResponseController
}

// Read reads from the body.
func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		_ = b.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

// peer is the address that a request came from. No header can change it: a
// proxy's word (X-Forwarded-For) is anybody's word.
func peer(r *http.Request) netip.Addr {
	ap, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return ap.Addr().Unmap()
}

// proxied are headers that a reverse proxy adds.
var proxied = []string{"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip"}

// local reports whether a request comes from a page or program on this very
// machine: from its loopback address, under its name for itself, not passed on
// by a proxy (some of which speak HTTP/1.0 and add no header: access.local in
// the config is for those that speak 1.1), and not on behalf of another page.
func local(r *http.Request) bool {
	if !peer(r).IsLoopback() || !access.IsLocalhost(r.Host) || !r.ProtoAtLeast(1, 1) {
		return false
	}
	for _, name := range proxied {
		if len(r.Header.Values(name)) > 0 {
			return false
		}
	}
	site := r.Header.Get("Sec-Fetch-Site")
	return site == "" || site == "same-origin" || site == "none"
}
