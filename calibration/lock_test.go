package calibration

import (
	"errors"
	"io/fs"
	"path/filepath"
	"testing"
)

// Who comes second waits for the first.
func TestLock(t *testing.T) {
	dir := t.TempDir()
	unlock, err := Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	order := make(chan string, 2)
	done := make(chan error)
	go func() {
		second, err := Lock(dir)
		if err != nil {
			done <- err
			return
		}
		order <- "second"
		done <- second()
	}()
	order <- "first"
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if a, b := <-order, <-order; a != "first" || b != "second" {
		t.Errorf("the folder was held by %s before %s", a, b)
	}
	if _, err := Lock(filepath.Join(dir, "nowhere")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that isn't there: %v", err)
	}
}
