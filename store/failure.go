package store

import (
	"errors"
	"fmt"

	"github.com/mattn/go-sqlite3"

	"harbormaster/session"
)

// unkept lists the ways in which a disk refuses to keep something, and what
// helps. After any of them the transaction is gone and the database as before.
var unkept = map[sqlite3.ErrNo]struct{ what, hint string }{
	sqlite3.ErrFull:     {"the disk is full", "free some space, then try again; reading goes on meanwhile"},
	sqlite3.ErrIoErr:    {"the disk reports an error", "see whether it is full or failing, then try again; reading goes on meanwhile"},
	sqlite3.ErrReadonly: {"the database may only be read", "see whether the disk is mounted read-only and who owns the data folder"},
	sqlite3.ErrCantOpen: {"the database can't be opened", "see whether the data folder is there and who owns it"},
	sqlite3.ErrBusy:     {"another program holds the database", "end it, or wait until it is done, then try again"},
}

// explain turns what the database says into what somebody can act upon. Errors
// that are none of the disk's pass unchanged.
func explain(what string, err error) error {
	var failure *session.Failure
	var e sqlite3.Error
	if errors.As(err, &failure) || !errors.As(err, &e) {
		return fmt.Errorf("%s: %w", what, err)
	}
	if u, ok := unkept[e.Code]; ok {
		return &session.Failure{Reason: session.Unkept, What: what + ": " + u.what + ", nothing has changed", Hint: u.hint, Err: err}
	}
	return fmt.Errorf("%s: %w", what, err)
}

// taken reports whether an error is a value that must be unique but isn't.
func taken(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && e.ExtendedCode == sqlite3.ErrConstraintUnique
}
