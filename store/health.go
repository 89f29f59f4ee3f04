package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"harbormaster/session"
)

const (
	// leastRoom is how much of the disk, in bytes, must be free for the service
	// to count as well: enough for an evening, and time to make room.
	leastRoom = 16 << 20
	// checkEvery bounds how often the whole database is looked through.
	checkEvery = time.Minute
)

// Check says whether the database answers, is whole, and has room to grow.
// What helps stands in the *session.Failure.
func (s *Store) Check(ctx context.Context) error {
	var one int
	if err := s.read.QueryRowContext(ctx, `SELECT 1 FROM plays LIMIT 1`).Scan(&one); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return s.unwell(ctx, err)
	}
	s.checking.Lock()
	defer s.checking.Unlock()
	if now := time.Now(); now.Sub(s.checked) > checkEvery {
		s.wrong = nil
		if err := sound(ctx, s.read, "quick_check"); err != nil {
			s.wrong = s.unwell(ctx, err)
		}
		s.checked = now
	}
	if s.wrong != nil {
		return s.wrong
	}
	var disk syscall.Statfs_t
	if err := syscall.Statfs(s.dir, &disk); err != nil {
		return fmt.Errorf("ask how full the disk is: %w", err)
	}
	if room := disk.Bavail * uint64(disk.Bsize); room < leastRoom {
		return &session.Failure{Reason: session.Unkept, What: fmt.Sprintf("the disk of the data folder is nearly full, %d MB are left", room>>20), Hint: "free some space"}
	}
	return nil
}

// unwell explains an error of a database that was well when it was opened.
func (s *Store) unwell(ctx context.Context, err error) error {
	explained := damaged(ctx, s.dir, err)
	return &session.Failure{Reason: session.Fault, What: explained.Error(), Hint: "end the service before you restore", Err: err}
}

// reached returns the number of the last event that a database has ever had.
func reached(ctx context.Context, db *sql.DB) (int64, error) {
	var number int64
	err := db.QueryRowContext(ctx, `SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'events'`).Scan(&number)
	return number, err
}

// lost refuses a database that has fewer events than its newest good backup: it
// was emptied, taken away or cut off. Numbers go on after a restore, so one
// that was restored on purpose is never behind.
func (s *Store) lost(ctx context.Context) error {
	have, err := reached(ctx, s.write)
	if err != nil {
		return explain("read how far the events go", err)
	}
	list, err := Backups(s.dir)
	if err != nil {
		return err
	}
	for _, file := range list {
		then, err := backupReached(ctx, file)
		if err != nil {
			continue // not a good one, so nothing to go by
		}
		if then <= have {
			return nil
		}
		return fmt.Errorf("the database %s has events up to number %d, but the backup of %s has them up to %d: something was lost. Get the backup back with: harbormaster restore --data %s %s (what is there now is kept beside it); to go on without it, move it out of %s",
			filepath.Join(s.dir, Name), have, backupTime(file).Format("2006-01-02 15:04"), then, quoted(s.dir), quoted(file), filepath.Join(s.dir, backups))
	}
	return nil
}

func backupReached(ctx context.Context, file string) (int64, error) {
	db, err := openToCopy(file)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	return reached(ctx, db)
}

// private keeps others on the machine from reading the database: players'
// pictures are in it. SQLite gives its log the same rights.
func private(file string) error {
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("open the database %s: %w (see whether the disk is read-only and who owns the folder)", file, err)
	}
	return errors.Join(f.Chmod(0o600), f.Close())
}
