package access

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"math/big"
	"strings"
)

// tokenBytes makes a token of 256 random bits: nobody guesses one, so trying
// tokens needs no limit, and a plain SHA-256 is enough to store them.
const tokenBytes = 32

// newToken returns a random token as text that fits cookies and addresses.
func newToken() string {
	b := make([]byte, tokenBytes)
	rand.Read(b) // never fails: the runtime ends the program first
	return base64.RawURLEncoding.EncodeToString(b)
}

// TokenHash returns what is stored of a token, or false if the text can't be
// one, so that forged cookies never reach the database.
func TokenHash(token string) ([]byte, bool) {
	if len(token) != base64.RawURLEncoding.EncodedLen(tokenBytes) {
		return nil, false
	}
	if _, err := base64.RawURLEncoding.Strict().DecodeString(token); err != nil {
		return nil, false
	}
	h := sha256.Sum256([]byte(token))
	return h[:], true
}

// newPIN returns six random digits, all equally likely.
func newPIN() string {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		panic(err) // like rand.Read it doesn't fail
	}
	return fmt.Sprintf("%06d", n)
}

// readPIN returns the six digits of a PIN as people type it, with spaces or
// hyphens anywhere.
func readPIN(text string) (string, bool) {
	pin := strings.NewReplacer(" ", "", "-", "", "\u00a0", "").Replace(text)
	if len(pin) != 6 || strings.Trim(pin, "0123456789") != "" {
		return "", false
	}
	return pin, true
}
