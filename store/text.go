package store

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"harbormaster/session"
)

// Bounds of what people may write, in characters.
const (
	mostName  = 80   // of a player, place, card or device
	mostShort = 40   // of a color, a shape, a setting's key
	mostNote  = 2000 // of a play
)

// tidy returns a name as it is kept, without white space around it and with
// single blanks in it, or why it can't be one.
func tidy(what, name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if name == "" {
		return "", invalid(what+" needs a name", "give one to "+fmt.Sprint(mostName)+" characters")
	}
	return name, bounded(what+"'s name", name, mostName)
}

// bounded says why a text can't be kept: too long, not UTF-8, or with control
// characters, which no keyboard types and no page shows.
func bounded(what, text string, most int) error {
	if n := utf8.RuneCountInString(text); n > most {
		return invalid(fmt.Sprintf("%s is %d characters long", what, n), fmt.Sprintf("at most %d are allowed", most))
	}
	if !utf8.ValidString(text) {
		return invalid(what+" isn't UTF-8 text", "send it as UTF-8")
	}
	for _, r := range text {
		if unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\r' {
			return invalid(fmt.Sprintf("%s has the control character %U in it", what, r), "leave it out")
		}
	}
	return nil
}

// fold returns a text as names are compared: whatever the case of letters and
// the white space, for all alphabets, which SQLite's own NOCASE doesn't do.
func fold(text string) string {
	return strings.ToLower(strings.ToUpper(strings.Join(strings.Fields(text), " ")))
}

// fitting returns a name that an import brings, made to fit.
func fitting(name string) string {
	clean := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(name, "\uFFFD"))
	clean = strings.Join(strings.Fields(clean), " ")
	if r := []rune(clean); len(r) > mostName {
		clean = strings.TrimSpace(string(r[:mostName]))
	}
	return clean
}

// newUUID returns a random UUID, version 4.
func newUUID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails, by its documentation
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	h := hex.EncodeToString(b[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

func invalid(what, hint string) error {
	return &session.Failure{Reason: session.Invalid, What: what, Hint: hint}
}

func notFound(what, hint string) error {
	return &session.Failure{Reason: session.NotFound, What: what, Hint: hint}
}

// missing reports whether an error says that something isn't there.
func missing(err error) bool {
	var f *session.Failure
	return errors.As(err, &f) && f.Reason == session.NotFound
}
