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
	"time"

	_ "github.com/mattn/go-sqlite3" // the driver
	"github.com/pressly/goose/v3"
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
}

// source is the DSN of the database in a folder. All pragmas are in it, so
// that every connection of the pool has them: the log ahead of the pages (WAL),
// synced at every commit, since what was acknowledged must outlive a power cut.
func source(file string, readOnly bool) string {
	q := url.Values{"_journal_mode": {"WAL"}, "_synchronous": {"FULL"}, "_foreign_keys": {"1"}, "_busy_timeout": {"5000"}}
	if readOnly {
		q.Set("_query_only", "1")
	} else {
		q.Set("_txlock", "immediate")
	}
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: file}).EscapedPath(), RawQuery: q.Encode()}).String()
}

// Open opens the database in a folder, making and migrating it as needed.
func Open(ctx context.Context, dir string) (*Store, error) {
	file := filepath.Join(dir, Name)
	write, err := sql.Open("sqlite3", source(file, false))
	if err != nil {
		return nil, fmt.Errorf("open the database %s: %w", file, err)
	}
	write.SetMaxOpenConns(1)
	s := &Store{dir: dir, write: write}
	if err := s.migrate(ctx); err != nil {
		write.Close()
		return nil, err
	}
	if s.read, err = sql.Open("sqlite3", source(file, true)); err != nil {
		write.Close()
		return nil, fmt.Errorf("open the database %s to read: %w", file, err)
	}
	s.read.SetMaxOpenConns(4)
	return s, nil
}

// migrate brings the database to the newest version of its schema.
func (s *Store) migrate(ctx context.Context) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return fmt.Errorf("open the migrations: %w", err)
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, s.write, files)
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("bring the database in %s to this version: %w", s.dir, err)
	}
	return nil
}

// Close closes the database.
func (s *Store) Close() error {
	return errors.Join(s.read.Close(), s.write.Close())
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
	return nil
}

// millis and moment turn times into what the database keeps, and back.
func millis(t time.Time) int64  { return t.UnixMilli() }
func moment(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
