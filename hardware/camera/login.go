package camera

import (
	"crypto/md5" // what the standard of digest authentication asks for; the password isn't sent
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"net/http"
	"net/url"
	"strings"
)

// login signs requests as a camera wants it. Until the camera says so nothing
// is signed, so that a password isn't sent in the clear to one that knows better.
type login struct {
	user   *url.Userinfo     // nil: there is none
	basic  bool              // it wants the password as it is
	digest map[string]string // it wants a digest made with these; nil: it doesn't
	count  int               // of requests signed with them
	at     string            // the address that it wanted that for; "": none yet
}

// take reads what a camera that refused a request wants. It reports whether that
// is something new that can be done.
func (l *login) take(answer *http.Response) bool {
	if l.user == nil || answer.StatusCode != http.StatusUnauthorized {
		return false
	}
	lines := answer.Header.Values("WWW-Authenticate")
	basic := len(lines) == 0 // some cameras don't say what they want
	for _, line := range lines {
		scheme, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch strings.ToLower(scheme) {
		case "basic":
			basic = true
		case "digest":
			wants := parameters(rest)
			if hashOf(wants) == nil || wants["nonce"] == "" || wants["nonce"] == l.digest["nonce"] {
				continue
			}
			l.digest, l.count = wants, 0
			return true
		}
	}
	if !basic || l.basic || l.digest != nil {
		return false
	}
	l.basic = true
	return true
}

// sign adds what the camera wants to a request.
func (l *login) sign(r *http.Request) {
	switch {
	case l.digest != nil:
		l.count++
		r.Header.Set("Authorization", l.digested(r, rand.Text()))
	case l.basic:
		password, _ := l.user.Password()
		r.SetBasicAuth(l.user.Username(), password)
	}
}

// digested returns the header of RFC 7616, or of RFC 2069 for cameras that
// don't name a quality of protection.
func (l *login) digested(r *http.Request, ours string) string {
	c := l.digest
	of := func(parts ...string) string {
		h := hashOf(c)()
		h.Write([]byte(strings.Join(parts, ":")))
		return hex.EncodeToString(h.Sum(nil))
	}
	quoted := func(text string) string {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
	}
	password, _ := l.user.Password()
	uri := r.URL.RequestURI()
	secret, what := of(l.user.Username(), c["realm"], password), of(r.Method, uri)
	text := fmt.Sprintf("Digest username=%s, realm=%s, nonce=%s, uri=%s", quoted(l.user.Username()), quoted(c["realm"]), quoted(c["nonce"]), quoted(uri))
	if c["qop"] == "" {
		text += ", response=" + quoted(of(secret, c["nonce"], what))
	} else {
		number := fmt.Sprintf("%08x", l.count)
		text += fmt.Sprintf(", qop=auth, nc=%s, cnonce=%s, response=%s", number, quoted(ours), quoted(of(secret, c["nonce"], number, ours, "auth", what)))
	}
	if c["algorithm"] != "" {
		text += ", algorithm=" + c["algorithm"]
	}
	if c["opaque"] != "" {
		text += ", opaque=" + quoted(c["opaque"])
	}
	return text
}

// hashOf returns the hash that a camera wants; nil: one that isn't done here.
func hashOf(wants map[string]string) func() hash.Hash {
	if qop := wants["qop"]; qop != "" && !strings.Contains(","+strings.ReplaceAll(qop, " ", "")+",", ",auth,") {
		return nil
	}
	switch strings.ToUpper(wants["algorithm"]) {
	case "", "MD5":
		return md5.New
	case "SHA-256":
		return sha256.New
	}
	return nil
}

// parameters reads name=value and name="value", separated by commas.
func parameters(text string) map[string]string {
	found := map[string]string{}
	for text != "" {
		name, rest, ok := strings.Cut(text, "=")
		if !ok {
			break
		}
		var value strings.Builder
		if strings.HasPrefix(rest, `"`) {
			i := 1
			for ; i < len(rest) && rest[i] != '"'; i++ {
				if rest[i] == '\\' && i+1 < len(rest) {
					i++
				}
				value.WriteByte(rest[i])
			}
			_, text, _ = strings.Cut(rest[min(i, len(rest)):], ",")
		} else {
			rest, text, _ = strings.Cut(rest, ",")
			value.WriteString(strings.TrimSpace(rest))
		}
		found[strings.ToLower(strings.TrimSpace(name))] = value.String()
	}
	return found
}
