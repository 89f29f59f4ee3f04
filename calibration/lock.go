package calibration

import (
	"fmt"
	"os"
	"syscall"
)

// Lock waits until nobody else holds folder dir of a profile, in this program or another,
// and holds it until unlock is called or the program ends. Who changes what is learnt there
// holds it from reading to writing.
func Lock(dir string) (unlock func() error, err error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("lock the profile's folder: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("lock the profile's folder %s: %w", dir, err)
	}
	return f.Close, nil // closing lets go
}
