package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"harbormaster/session"
)

// TestLostEvents: a database that is behind its newest backup isn't taken for a
// new one, and what the error says helps.
func TestLostEvents(t *testing.T) {
	ctx := context.Background()
	for name, harm := range map[string]func(t *testing.T, file string){
		"taken away": func(t *testing.T, file string) {
			for _, end := range []string{"", "-wal", "-shm"} {
				if err := os.Remove(file + end); err != nil && !errors.Is(err, os.ErrNotExist) {
					t.Fatal(err)
				}
			}
		},
		"emptied": func(t *testing.T, file string) {
			if err := os.Truncate(file, 0); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir, backup := backedUp(t)
			harm(t, filepath.Join(dir, Name))
			_, err := Open(ctx, dir)
			if err == nil || !strings.Contains(err.Error(), "harbormaster restore --data") || !strings.Contains(err.Error(), backup) {
				t.Fatalf("opened with %v, want an offer of %s", err, backup)
			}
			if err := os.Rename(backup, filepath.Join(t.TempDir(), "elsewhere.db")); err != nil {
				t.Fatal(err)
			}
			s, err := Open(ctx, dir)
			if err != nil {
				t.Fatalf("without the backup: %v", err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestCheckNotices: a database that is damaged while it is in use isn't well.
func TestCheckNotices(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	s, err := Open(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	add(t, s, finished("one", "orleans", evening, names(4), []int{3, 4, 5, 6}))
	if err := s.Check(ctx); err != nil {
		t.Fatalf("a new database: %v", err)
	}
	if _, err := s.write.Exec(`PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(filepath.Join(dir, Name), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("the database is %v, want it private", info.Mode())
	}
	if _, err := f.WriteAt(make([]byte, info.Size()-8192), 8192); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	s.read.SetMaxIdleConns(0) // so that nothing is answered from a cache
	s.checked = s.checked.Add(-2 * checkEvery)
	var failure *session.Failure
	if err := s.Check(ctx); !errors.As(err, &failure) || failure.Hint == "" {
		t.Errorf("a damaged database is well: %v", err)
	}
}
