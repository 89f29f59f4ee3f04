package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/mattn/go-sqlite3"
	"github.com/pressly/goose/v3"
)

// application is the number in the file's head that says it is one of ours:
// "HBMR". The first migration sets it.
const application = 0x48424d52

// migrate checks the database and brings it to the newest version of its
// schema, with a backup before.
func (s *Store) migrate(ctx context.Context, files fs.FS, now func() time.Time) error {
	if err := sound(ctx, s.write, "quick_check"); err != nil {
		return damaged(ctx, s.dir, err)
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, s.write, files)
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	var newest int64
	for _, source := range p.ListSources() {
		newest = max(newest, source.Version)
	}
	have, err := version(ctx, s.write)
	if err != nil {
		return explain("read the database's version", err)
	}
	if have > newest {
		return newer(filepath.Join(s.dir, Name), have, newest)
	}
	if have == newest {
		return nil
	}
	if have > 0 {
		file := filepath.Join(s.dir, backups, backupName(now(), fmt.Sprintf("before-v%d", newest)))
		if err := vacuumInto(ctx, filepath.Join(s.dir, Name), file); err != nil {
			return fmt.Errorf("back up before the database is brought to this version: %w", err)
		}
	}
	if _, err := p.Up(ctx); err != nil {
		return explain(fmt.Sprintf("bring the database in %s to this version", s.dir), err)
	}
	return nil
}

// newer says that a database comes from a program newer than this one.
func newer(file string, have, newest int64) error {
	return fmt.Errorf("%s was made by a newer harbormaster (its schema is version %d, this program knows %d): install that one again, or restore a backup of this version's", file, have, newest)
}

// version returns the version of a database's schema, 0 for an empty file.
func version(ctx context.Context, db *sql.DB) (int64, error) {
	var tables int
	if err := db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_master WHERE name = 'goose_db_version'`).Scan(&tables); err != nil || tables == 0 {
		return 0, err
	}
	var v int64
	err := db.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&v)
	return v, err
}

// sound runs one of SQLite's own checks over a database.
func sound(ctx context.Context, db *sql.DB, check string) error {
	var said string
	if err := db.QueryRowContext(ctx, `PRAGMA `+check+`(1)`).Scan(&said); err != nil {
		return err
	}
	if said != "ok" {
		return sqlite3.Error{Code: sqlite3.ErrCorrupt}
	}
	return nil
}

// damaged says that the database can't be used and what to do, if it is that;
// other errors are explained. Nothing is ever deleted.
func damaged(ctx context.Context, dir string, err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) || e.Code != sqlite3.ErrCorrupt && e.Code != sqlite3.ErrNotADB {
		return explain("check the database", err)
	}
	file := filepath.Join(dir, Name)
	list, listErr := Backups(dir)
	if listErr != nil {
		return errors.Join(fmt.Errorf("the database %s is damaged (%w)", file, err), listErr)
	}
	for _, b := range list {
		if examine(ctx, b) == nil {
			return fmt.Errorf("the database %s is damaged (%w): the last good backup is of %s, get it back with: harbormaster restore --data %s %s (what is there now is kept beside it)",
				file, err, backupTime(b).Format("2006-01-02 15:04"), quoted(dir), quoted(b))
		}
	}
	return fmt.Errorf("the database %s is damaged (%w) and %s has no good backup: move it away to begin anew, and keep it, since much of it may still be read", file, err, filepath.Join(dir, backups))
}

// examine says why a file isn't a good database of this program.
func examine(ctx context.Context, file string) error {
	if _, err := os.Stat(file); err != nil {
		return fmt.Errorf("open the backup: %w", err)
	}
	db, err := openToCopy(file)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := sound(ctx, db, "integrity_check"); err != nil {
		return fmt.Errorf("%s is damaged, or no database: %w", file, err)
	}
	var id int64
	if err := db.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id); err != nil {
		return fmt.Errorf("read %s: %w", file, err)
	}
	have, err := version(ctx, db)
	if err != nil {
		return fmt.Errorf("read the version of %s: %w", file, err)
	}
	if id != application || have == 0 {
		return fmt.Errorf("%s is a database, but not one of harbormaster's", file)
	}
	if newest := Newest(); have > newest {
		return newer(file, have, newest)
	}
	return nil
}

// Newest returns the newest version of the schema that this program knows.
func Newest() int64 {
	entries, err := migrations.ReadDir("migrations")
	if err != nil {
		panic(err) // the files are in the program
	}
	var newest int64
	for _, e := range entries {
		v, err := goose.NumericComponent(e.Name())
		if err != nil {
			panic(err) // their names too
		}
		newest = max(newest, v)
	}
	return newest
}
