package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"harbormaster/store"
)

// TestBackupAndRestoreCommands run beside an open store, and without one.
func TestBackupAndRestoreCommands(t *testing.T) {
	dir := t.TempDir()
	db, err := store.Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	command := func(want int, args ...string) (out, errOut string) {
		t.Helper()
		var o, e bytes.Buffer
		if code := run(args, strings.NewReader(""), &o, &e); code != want {
			t.Fatalf("harbormaster %v ended with %d, want %d: %s", args, code, want, e.String())
		}
		return o.String(), e.String()
	}
	file := filepath.Join(t.TempDir(), "mine.db")
	out, _ := command(0, "backup", "--data", dir, "--out", file)
	if strings.TrimSpace(out) != file {
		t.Errorf("backup says %q", out)
	}
	if _, says := command(1, "backup", "--data", dir, "--out", file); !strings.Contains(says, "there already") {
		t.Errorf("a backup over another one says %q", says)
	}
	out, _ = command(0, "backup", "--data", dir, "--json")
	var made struct{ Backup string }
	if err := json.Unmarshal([]byte(out), &made); err != nil || filepath.Dir(made.Backup) != filepath.Join(dir, "backups") {
		t.Errorf("backup --json says %q, %v", out, err)
	}
	if _, says := command(1, "restore", "--data", dir, file); !strings.Contains(says, "a service is running") || strings.Count(says, "\n") != 1 {
		t.Errorf("restore beside a service says %q", says)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	out, _ = command(0, "restore", "--data", dir, "--json", file)
	var done struct{ Kept string }
	if err := json.Unmarshal([]byte(out), &done); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(done.Kept); err != nil {
		t.Errorf("the database that was there: %v", err)
	}
	if out, _ = command(0, "restore", "--data", dir, file); !strings.Contains(out, "is kept as") {
		t.Errorf("restore says %q", out)
	}
}
