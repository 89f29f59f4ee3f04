package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Restore puts a backup in the place of the database of a folder and returns
// the name under which the database that was there is kept, "" if there was
// none. The backup is checked first and stays where it is. A folder that a
// service is running on is refused.
func Restore(ctx context.Context, dir, backup string, now time.Time) (kept string, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("make the data folder: %w", err)
	}
	held, err := take(dir)
	if err != nil {
		return "", fmt.Errorf("restore: %w", err)
	}
	defer func() { err = errors.Join(err, held.release()) }()
	if err := examine(ctx, backup); err != nil {
		return "", fmt.Errorf("restore: %w", err)
	}
	file := filepath.Join(dir, Name)
	fresh := file + ".restored"
	if err := os.Remove(fresh); err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("restore: remove what an earlier try left: %w", err)
	}
	if err := vacuumInto(ctx, backup, fresh); err != nil {
		return "", fmt.Errorf("restore: %w", err)
	}
	defer os.Remove(fresh) // after the rename it is gone
	kept, err = putAside(ctx, dir, fresh, now)
	if err != nil {
		return kept, fmt.Errorf("restore: keep the present database: %w", err)
	}
	if err := os.Rename(fresh, file); err != nil {
		return kept, fmt.Errorf("restore: put the backup in its place: %w", err)
	}
	if err := syncDir(dir); err != nil {
		return kept, fmt.Errorf("restore: %w", err)
	}
	return kept, nil
}

// putAside gives the present database a second name, so that the rename of the
// restored one over the first is one step. Its log (WAL) must be gone by then,
// or SQLite would play it into the restored database.
func putAside(ctx context.Context, dir, fresh string, now time.Time) (string, error) {
	file := filepath.Join(dir, Name)
	if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
		// A log without its database belongs to nothing that is left.
		return "", moveLog(file, filepath.Join(dir, "harbormaster-replaced-"+now.UTC().Format(stamp)+".db"))
	} else if err != nil {
		return "", err
	}
	kept := filepath.Join(dir, "harbormaster-replaced-"+now.UTC().Format(stamp)+".db")
	for n := 2; exists(kept); n++ {
		kept = filepath.Join(dir, fmt.Sprintf("harbormaster-replaced-%s-%d.db", now.UTC().Format(stamp), n))
	}
	if last, err := settle(ctx, file); err == nil {
		if err := goOnFrom(ctx, fresh, last); err != nil {
			return "", err
		}
	} // else it is damaged, which is why somebody restores
	if err := os.Link(file, kept); err != nil {
		return "", err
	}
	return kept, moveLog(file, kept)
}

func exists(file string) bool {
	_, err := os.Lstat(file)
	return err == nil
}

// settle writes a database's log into it and ends the log; it returns the
// number of the last event.
func settle(ctx context.Context, file string) (last int64, err error) {
	db, err := sql.Open("sqlite3", source(file, false))
	if err != nil {
		return 0, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if err := sound(ctx, db, "quick_check"); err != nil {
		return 0, err
	}
	if _, err := db.ExecContext(ctx, `PRAGMA journal_mode = DELETE`); err != nil {
		return 0, err
	}
	err = db.QueryRowContext(ctx, `SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'events'`).Scan(&last)
	return last, err
}

// goOnFrom makes the restored database number its next events after those of
// the one it replaces: whoever reads the stream knows an event by its number.
func goOnFrom(ctx context.Context, file string, last int64) error {
	db, err := sql.Open("sqlite3", address(file, nil))
	if err != nil {
		return err
	}
	defer db.Close()
	for _, q := range []string{
		`INSERT INTO sqlite_sequence (name, seq) SELECT 'events', ? WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'events')`,
		`UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'events'`,
	} {
		if _, err := db.ExecContext(ctx, q, last); err != nil {
			return explain("number the events to come", err)
		}
	}
	return nil
}

// moveLog moves what belongs to a database beside its other name.
func moveLog(from, to string) error {
	for _, suffix := range []string{"-wal", "-shm", "-journal"} {
		if err := os.Rename(from+suffix, to+suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}
