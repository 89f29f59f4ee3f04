package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// lockName is the file in the data folder that a running service holds. It
// stays when the service ends; only the lock on it counts, which the system
// takes away from a process that dies.
const lockName = "harbormaster.lock"

// lock is the right to a data folder.
type lock struct{ file *os.File }

// take takes the lock of a folder, or says who has it.
func take(dir string) (*lock, error) {
	name := filepath.Join(dir, lockName)
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the data folder's lock: %w (see whether the folder is there and who owns it)", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		defer f.Close()
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("lock the data folder %s: %w", dir, err)
		}
		owner := "another process"
		if pid, err := os.ReadFile(name); err == nil && len(pid) > 0 && len(pid) < 20 {
			owner = "process " + strings.TrimSpace(string(pid))
		}
		return nil, fmt.Errorf("a service is running on the data folder %s (%s): end it first, or choose another folder", dir, owner)
	}
	l := &lock{f}
	if err := f.Truncate(0); err != nil { // the number is for the message only
		return nil, errors.Join(fmt.Errorf("write the data folder's lock: %w", err), l.release())
	}
	if _, err := fmt.Fprintf(f, "%d\n", os.Getpid()); err != nil && !errors.Is(err, syscall.ENOSPC) {
		return nil, errors.Join(fmt.Errorf("write the data folder's lock: %w", err), l.release())
	}
	return l, nil
}

// release lets others have the folder.
func (l *lock) release() error {
	if l == nil || l.file == nil {
		return nil
	}
	f := l.file
	l.file = nil
	if err := f.Close(); err != nil {
		return fmt.Errorf("let go of the data folder's lock: %w", err)
	}
	return nil
}
