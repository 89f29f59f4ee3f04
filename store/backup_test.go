package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"harbormaster/history"
)

// TestBackUpAndRestore goes back to a backup while keeping what was there.
func TestBackUpAndRestore(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	s, err := Open(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	add(t, s, finished("one", "orleans", evening, names(2), []int{3, 4}))
	backup, err := BackUp(ctx, dir, "", evening) // beside the service
	if err != nil {
		t.Fatal(err)
	}
	if i, err := os.Stat(backup); err != nil || i.Mode().Perm() != 0o600 {
		t.Errorf("the backup: %v, %v; want one that only its owner may read", i, err)
	}
	add(t, s, finished("two", "orleans", evening, names(2), []int{3, 4}))
	if _, err := Restore(ctx, dir, backup, evening); err == nil || !strings.Contains(err.Error(), "is running") {
		t.Fatalf("restoring under a running service: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	kept, err := Restore(ctx, dir, backup, evening)
	if err != nil {
		t.Fatal(err)
	}
	if s, err = Open(ctx, dir); err != nil {
		t.Fatal(err)
	}
	page, err := s.Plays(ctx, history.Filter{}, "", 10)
	if err != nil || page.Total != 1 || page.Plays[0].ID != "one" {
		t.Errorf("after the restore there are %+v, %v", page, err)
	}
	add(t, s, finished("three", "orleans", evening, names(2), []int{3, 4}))
	newest, _, err := s.Newest(ctx, 1)
	if err != nil || newest[0].Number != 3 {
		t.Errorf("the next event is %+v, %v; want number 3, since 2 was used before the restore", newest, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	// What was there can be had back in the same way.
	if _, err := Restore(ctx, dir, kept, evening); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(ctx, dir); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if page, err = s.Plays(ctx, history.Filter{}, "", 10); err != nil || page.Total != 2 {
		t.Errorf("the database that was kept has %d plays, %v; want 2", page.Total, err)
	}
}

// backedUp returns a folder with a closed database of one play, and its backup.
func backedUp(t *testing.T) (dir, backup string) {
	t.Helper()
	dir = t.TempDir()
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	add(t, s, finished("one", "orleans", evening, names(4), []int{3, 4, 5, 6}))
	if backup, err = BackUp(t.Context(), dir, "", evening); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir, backup
}

// TestRestoreRefuses: what isn't a good backup changes nothing.
func TestRestoreRefuses(t *testing.T) {
	ctx := context.Background()
	dir, good := backedUp(t)
	data, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(filepath.Join(dir, Name))
	if err != nil {
		t.Fatal(err)
	}
	text := filepath.Join(t.TempDir(), "file.db")
	torn := append([]byte(nil), data...)
	for i := len(torn) / 3; i < len(torn)*2/3; i++ {
		torn[i] = 0xee
	}
	foreign := append([]byte(nil), data...)
	copy(foreign[68:72], "OTHR") // application_id
	for name, c := range map[string]struct {
		body []byte
		says string
	}{
		"text":                      {[]byte("these are no pages"), "damaged, or no database"},
		"empty":                     {nil, "not one of harbormaster's"},
		"cut short":                 {data[:len(data)/2], "damaged"},
		"overwritten in the middle": {torn, "damaged"},
		"another program's":         {foreign, "not one of harbormaster's"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(text, c.body, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := Restore(ctx, dir, text, evening); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want something with %q", err, c.says)
			}
			after, err := os.ReadFile(filepath.Join(dir, Name))
			if err != nil || string(after) != string(before) {
				t.Errorf("the database has changed (%v)", err)
			}
		})
	}
	if _, err := Restore(ctx, dir, filepath.Join(dir, "nowhere.db"), evening); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a backup that isn't there: %v", err)
	}
}

// TestDamagedDatabase offers the last good backup and deletes nothing.
func TestDamagedDatabase(t *testing.T) {
	ctx := context.Background()
	dir, good := backedUp(t)
	file := filepath.Join(dir, Name)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	newer := filepath.Join(dir, backups, backupName(evening.Add(time.Hour), ""))
	if err := os.WriteFile(newer, data[:5000], 0o600); err != nil { // damaged too, so it isn't offered
		t.Fatal(err)
	}
	torn := append([]byte(nil), data...)
	for i := 8192; i < len(torn); i++ {
		torn[i] = 0xee
	}
	for name, body := range map[string][]byte{"no head": append(make([]byte, 100), data[100:]...), "pages overwritten": torn, "cut short": data[:9000]} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(file, body, 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := Open(ctx, dir)
			if want := "harbormaster restore --data " + dir + " " + good; err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want the command %q in it", err, want)
			}
			if after, err := os.ReadFile(file); err != nil || string(after) != string(body) {
				t.Errorf("the damaged database has changed (%v)", err)
			}
		})
	}
	if _, err := Restore(ctx, dir, good, evening); err != nil {
		t.Fatalf("restore over a damaged database: %v", err)
	}
	s, err := Open(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
}

// TestNightly runs a month of nights through the backup, with some of them missed.
func TestNightly(t *testing.T) {
	ctx, end := context.WithCancel(context.Background())
	defer end()
	s := open(t)
	now := evening
	var looks int
	failures := 0
	c := Clock{Now: func() time.Time { return now }, After: func(d time.Duration) <-chan time.Time {
		looks++
		if d > longest {
			t.Errorf("looks away from the clock for %v", d)
		}
		now = now.Add(d)
		if now.Sub(evening) > 30*24*time.Hour {
			end()
			return nil
		}
		ready := make(chan time.Time, 1)
		ready <- now
		return ready
	}}
	s.BackUpNightly(ctx, c, func(err error) { failures++; t.Error(err) })
	list, err := Backups(s.dir)
	if err != nil || len(list) != KeepBackups {
		t.Fatalf("there are %d backups, %v; want %d", len(list), err, KeepBackups)
	}
	for i := 1; i < len(list); i++ {
		if apart := backupTime(list[i-1]).Sub(backupTime(list[i])); apart < 23*time.Hour || apart > 25*time.Hour {
			t.Errorf("%s and the one before are %v apart", list[i-1], apart)
		}
	}
}

// TestNightlyTriesAgain: a backup that fails is told of and tried later.
func TestNightlyTriesAgain(t *testing.T) {
	ctx, end := context.WithCancel(context.Background())
	s := open(t)
	blocked := filepath.Join(s.dir, backups)
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	now := evening
	told := 0
	c := Clock{Now: func() time.Time { return now }, After: func(d time.Duration) <-chan time.Time {
		now = now.Add(d)
		if list, err := Backups(s.dir); err == nil && len(list) > 0 || now.Sub(evening) > 24*time.Hour {
			end()
			return nil
		}
		ready := make(chan time.Time, 1)
		ready <- now
		return ready
	}}
	s.BackUpNightly(ctx, c, func(err error) {
		if told++; told == 3 {
			if err := os.Remove(blocked); err != nil {
				t.Error(err)
			}
		}
	})
	if list, err := Backups(s.dir); err != nil || len(list) != 1 {
		t.Errorf("there are the backups %v, %v; want one", list, err)
	}
}
