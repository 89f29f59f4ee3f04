// Package store keeps everything in one SQLite file: the events of all plays,
// the history that follows from them, players, cards, settings and devices. It
// is the only home of SQL. What it gives is committed and synced.
package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mattn/go-sqlite3" // the driver
)

//go:embed migrations
var migrations embed.FS

// Name is the name of the database in its folder.
const Name = "harbormaster.db"

// Store is an open database. Its methods may be called from several goroutines.
type Store struct {
	dir   string
	write *sql.DB // one connection, whose transactions begin with the lock
	read  *sql.DB // several connections, which never write
	lock  *lock
	// tolerated is how long the log may get, in bytes, after readers didn't
	// let it be cut.
	tolerated atomic.Int64

	checking sync.Mutex // guards what the last check found
	checked  time.Time
	wrong    error
}

// busyTimeout is how long, in ms, one who writes waits for another.
const busyTimeout = 5000

// source is the DSN of a database. All pragmas are in it, so that every
// connection of the pool has them: the log ahead of the pages (WAL), synced at
// every commit, since what was acknowledged must outlive a power cut.
func source(file string, readOnly bool) string {
	q := url.Values{"_journal_mode": {"WAL"}, "_synchronous": {"FULL"}, "_foreign_keys": {"1"}, "_busy_timeout": {strconv.Itoa(busyTimeout)}, "_stmt_cache_size": {"64"}}
	if readOnly {
		q.Set("_query_only", "1")
	} else {
		q.Set("_txlock", "immediate")
	}
	return address(file, q)
}

// address is the DSN of a file with options.
func address(file string, options url.Values) string {
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: file}).EscapedPath(), RawQuery: options.Encode()}).String()
}

// Open opens the database in a folder for this process alone, making and
// migrating it as needed. It is checked first; a damaged one is an error that
// says how to get the last good backup back, and nothing is changed.
func Open(ctx context.Context, dir string) (*Store, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, fmt.Errorf("open the migrations: %w", err)
	}
	return openWith(ctx, dir, files, time.Now)
}

// openWith opens with the migrations of some version of the program; the clock
// names the backup before a migration.
func openWith(ctx context.Context, dir string, files fs.FS, now func() time.Time) (_ *Store, err error) {
	held, err := take(dir)
	if err != nil {
		return nil, err
	}
	s := &Store{dir: dir, lock: held}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}()
	file := filepath.Join(dir, Name)
	if err := private(file); err != nil {
		return nil, err
	}
	if s.write, err = sql.Open("sqlite3", source(file, false)); err != nil {
		return nil, fmt.Errorf("open the database %s: %w", file, err)
	}
	s.write.SetMaxOpenConns(1)
	if err := s.migrate(ctx, files, now); err != nil {
		return nil, err
	}
	if err := s.lost(ctx); err != nil {
		return nil, err
	}
	if s.read, err = sql.Open("sqlite3", source(file, true)); err != nil {
		return nil, fmt.Errorf("open the database %s to read: %w", file, err)
	}
	s.read.SetMaxOpenConns(4)
	s.read.SetMaxIdleConns(4)
	return s, nil
}

// SQLiteVersion returns the version of SQLite that is compiled in.
func SQLiteVersion() string {
	version, _, _ := sqlite3.Version()
	return version
}

// Close closes the database and lets others have it.
func (s *Store) Close() error {
	var errs []error
	for _, db := range []*sql.DB{s.read, s.write} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(append(errs, s.lock.release())...)
}

// in runs a function in a writing transaction and commits it. What is an error
// of the disk comes back as a *session.Failure; nothing was kept then.
func (s *Store) in(ctx context.Context, what string, run func(tx *sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return explain(what, err)
	}
	defer tx.Rollback() // after Commit it does nothing
	if err := run(tx); err != nil {
		return explain(what, err)
	}
	if err := tx.Commit(); err != nil {
		return explain(what+": commit", err)
	}
	// It is kept; that the log couldn't be cut is no reason to say otherwise.
	_ = s.shorten(context.WithoutCancel(ctx))
	return nil
}

// millis and moment turn times into what the database keeps, and back.
func millis(t time.Time) int64  { return t.UnixMilli() }
func moment(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
