package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestInspect: sound beside the service that uses it and after it, missing, and
// damaged.
func TestInspect(t *testing.T) {
	dir := t.TempDir()
	if err := Inspect(t.Context(), dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a database: %v", err)
	}
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := Inspect(t.Context(), dir); err != nil {
		t.Errorf("beside the service: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Inspect(t.Context(), dir); err != nil {
		t.Errorf("after the service: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, Name), []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Inspect(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a damaged one: %v", err)
	}
}
