package access

import (
	"crypto/subtle"
	"time"
)

const (
	codeLife  = 15 * time.Minute
	codeGrace = time.Minute // a PIN that somebody is just typing in when its time is up
	codeWrong = 10          // wrong guesses until the PIN changes
)

// Code is what pairs one device, once. It is shown on the score display, in
// the terminal, and on pages that are paired or opened on the machine itself.
type Code struct {
	PIN     string
	Token   string // the same as an address, in a QR code
	Expires time.Time
	Changed <-chan struct{} // closed when another code takes its place
}

// Spaced returns the PIN as people read it.
func (c Code) Spaced() string { return c.PIN[:3] + " " + c.PIN[3:] }

// pairing holds the code of the moment and the one whose time was just up.
type pairing struct {
	code    Code
	changed chan struct{}
	wrong   int
	before  Code // still good until before.Expires+codeGrace
}

// at returns the code at a moment, a new one if the time of the last is up.
func (p *pairing) at(now time.Time) Code {
	if p.changed == nil || !now.Before(p.code.Expires) {
		before := p.code
		p.change(now)
		p.before = before
	}
	return p.code
}

// change makes a new code; older ones are good no more.
func (p *pairing) change(now time.Time) {
	if p.changed != nil {
		close(p.changed)
	}
	p.changed = make(chan struct{})
	p.code = Code{PIN: newPIN(), Token: newToken(), Expires: now.Add(codeLife), Changed: p.changed}
	p.before, p.wrong = Code{}, 0
}

// tryPIN reports whether the PIN is right, and uses it up.
func (p *pairing) tryPIN(pin string, now time.Time) bool {
	return p.try(pin, now, func(c Code) string { return c.PIN })
}

// tryToken reports whether the token is right, and uses it up.
func (p *pairing) tryToken(token string, now time.Time) bool {
	return p.try(token, now, func(c Code) string { return c.Token })
}

func (p *pairing) try(guess string, now time.Time, of func(Code) string) bool {
	fits := equal(guess, of(p.at(now)))
	if p.before.PIN != "" && now.Before(p.before.Expires.Add(codeGrace)) {
		fits |= equal(guess, of(p.before))
	}
	if fits == 1 {
		p.change(now)
		return true
	}
	return false
}

// missed counts a wrong PIN; too many change it, so that guesses don't add up.
func (p *pairing) missed(now time.Time) {
	if p.wrong++; p.wrong >= codeWrong {
		p.change(now)
	}
}

// equal compares in a time that doesn't depend on where they differ.
func equal(a, b string) int { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) }
