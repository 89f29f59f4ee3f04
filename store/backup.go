package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// backups is the folder below the data folder.
const backups = "backups"

// KeepBackups is how many backups of each kind are kept unless told otherwise:
// nightly ones, and those before a migration. Those written elsewhere are never
// touched.
const KeepBackups = 14

// stamp is the time in a backup's name, UTC, so that names sort by age.
const stamp = "20060102-150405"

// backupName names a backup; the label says what for, if it isn't empty.
func backupName(at time.Time, label string) string {
	name := "harbormaster-" + at.UTC().Format(stamp)
	if label != "" {
		name += "-" + label
	}
	return name + ".db"
}

// backupTime returns the time in a backup's name; the zero time if it has none.
func backupTime(file string) time.Time {
	name := strings.TrimPrefix(filepath.Base(file), "harbormaster-")
	if len(name) < len(stamp) {
		return time.Time{}
	}
	t, err := time.Parse(stamp, name[:len(stamp)])
	if err != nil {
		return time.Time{}
	}
	return t
}

// Backups lists the backups in a data folder, the newest first.
func Backups(dir string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(dir, backups))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list the backups: %w", err)
	}
	var list []string
	for _, e := range entries {
		if e.Type().IsRegular() && strings.HasSuffix(e.Name(), ".db") && !backupTime(e.Name()).IsZero() {
			list = append(list, filepath.Join(dir, backups, e.Name()))
		}
	}
	slices.Sort(list)
	slices.Reverse(list)
	return list, nil
}

// BackUp copies the database of a folder to a file, or, if that is "", to one
// of the backups of the folder, and returns the file's name. It may run beside
// a service that uses the folder. An existing file isn't replaced.
func BackUp(ctx context.Context, dir, file string, now time.Time) (string, error) {
	from := filepath.Join(dir, Name)
	if _, err := os.Stat(from); err != nil {
		return "", fmt.Errorf("find the database to back up: %w (name its folder with --data)", err)
	}
	if file == "" {
		file = filepath.Join(dir, backups, backupName(now, ""))
	}
	if err := vacuumInto(ctx, from, file); err != nil {
		return "", fmt.Errorf("back up to %s: %w", file, err)
	}
	return file, nil // old ones are removed at night, by those who know how many to keep
}

// openToCopy opens a database without changing anything about it.
func openToCopy(file string) (*sql.DB, error) {
	db, err := sql.Open("sqlite3", address(file, url.Values{"mode": {"ro"}, "_busy_timeout": {"5000"}}))
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", file, err)
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// vacuumInto writes a copy of a database as it is at one moment, synced, and
// only then gives it its name: a backup is whole or not there.
func vacuumInto(ctx context.Context, from, to string) error {
	if _, err := os.Stat(to); err == nil {
		return errors.New("that file is there already; choose another name")
	}
	dir := filepath.Dir(to)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make the folder: %w", err)
	}
	part := to + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("remove what an earlier try left: %w", err)
	}
	// VACUUM INTO takes an empty file, which gives us the say in who may read it.
	f, err := os.OpenFile(part, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer os.Remove(part) // after the rename it is gone
	defer f.Close()
	db, err := openToCopy(from)
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.ExecContext(ctx, `VACUUM INTO ?`, part); err != nil {
		return explain("copy the database", err)
	}
	if err := f.Sync(); err != nil {
		return fmt.Errorf("sync the copy: %w", err)
	}
	if err := os.Rename(part, to); err != nil {
		return err
	}
	return syncDir(dir)
}

// syncDir makes the names in a folder outlive a power cut.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); err != nil {
		return fmt.Errorf("sync the folder %s: %w", dir, err)
	}
	return nil
}

// prune removes the oldest backups of each kind beyond those to keep.
func prune(dir string, keep int) error {
	list, err := Backups(dir)
	if err != nil {
		return err
	}
	seen := map[bool]int{}
	for _, file := range list {
		special := strings.Contains(filepath.Base(file), "-before-")
		if seen[special]++; seen[special] > keep {
			if err := os.Remove(file); err != nil {
				return fmt.Errorf("remove an old backup: %w", err)
			}
		}
	}
	return nil
}

// quoted returns a file name as a shell takes it.
func quoted(name string) string {
	if strings.IndexFunc(name, func(r rune) bool {
		return !strings.ContainsRune("/._-+,:@%=", r) && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) < 0 && name != "" {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}
