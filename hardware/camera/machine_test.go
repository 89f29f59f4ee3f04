package camera

import (
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"
	"testing"
	"time"
)

// levers is a clock that stands still, and whose waits end when a test says so.
type levers struct {
	mu    sync.Mutex
	new   *sync.Cond
	waits map[time.Duration][]chan time.Time
}

func newLevers() *levers {
	l := &levers{waits: map[time.Duration][]chan time.Time{}}
	l.new = sync.NewCond(&l.mu)
	return l
}

func (l *levers) clock() Clock {
	return Clock{Now: func() time.Time { return time.Date(2026, 11, 30, 20, 0, 0, 0, time.UTC) }, After: l.after}
}

func (l *levers) after(d time.Duration) <-chan time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := make(chan time.Time, 1)
	l.waits[d] = append(l.waits[d], c)
	l.new.Broadcast()
	return c
}

// pull ends all waits of a length; if there is none, it waits for one.
func (l *levers) pull(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.waits[d]) == 0 {
		l.new.Wait()
	}
	l.end(d)
}

// end ends the waits of a length that there are; the mutex is held.
func (l *levers) end(d time.Duration) {
	for _, c := range l.waits[d] {
		c <- time.Time{}
	}
	delete(l.waits, d)
}

// until waits for a camera to come to a state.
func until(t *testing.T, c *Camera, what string, fits func(State) bool) State {
	t.Helper()
	deadline := time.After(20 * time.Second)
	for {
		changed := c.Changed()
		s := c.State()
		if fits(s) {
			return s
		}
		select {
		case <-changed:
		case <-deadline:
			t.Fatalf("it never came to be %s; it is %+v", what, s)
		}
	}
}

func untilLost(t *testing.T, c *Camera) State {
	t.Helper()
	return until(t, c, "lost", func(s State) bool { return s.Status == Lost })
}

// untilSilent lets time pass for a camera that gives no more pictures, until it
// is given up. Its last picture may have begun the wait anew in the meantime.
func untilSilent(t *testing.T, c *Camera, clock *levers) State {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); c.State().Status != Lost; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it isn't given up: %+v", c.State())
		}
		clock.mu.Lock()
		clock.end(silence + c.settings.Every)
		clock.mu.Unlock()
	}
	return c.State()
}

// opened opens a camera that the test closes at its end.
func opened(t *testing.T, address string, o Options) *Camera {
	t.Helper()
	c, err := Open(address, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// nextOf waits for a picture after a number.
func nextOf(t *testing.T, c *Camera, after int64) Picture {
	t.Helper()
	p, err := c.Next(t.Context(), after)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// leavesNothing fails a test that leaves goroutines, open files or children behind. Call it first.
func leavesNothing(t *testing.T) {
	t.Helper()
	settle := func() { // what the runtime itself opens at the first pipe
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		w.Close()
	}
	settle()
	files, goroutines := openFiles(t), runtime.NumGoroutine()
	t.Cleanup(func() {
		deadline := time.Now().Add(10 * time.Second)
		for openFiles(t) > files || runtime.NumGoroutine() > goroutines {
			if time.Now().After(deadline) {
				var b strings.Builder
				if err := pprof.Lookup("goroutine").WriteTo(&b, 1); err != nil {
					t.Error(err)
				}
				t.Fatalf("%d open files and %d goroutines, before %d and %d\n%s", openFiles(t), runtime.NumGoroutine(), files, goroutines, b.String())
			}
			time.Sleep(time.Millisecond)
		}
	})
}

func openFiles(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// write writes a file below a root folder, with its folders.
func write(t *testing.T, root, name, text string, mode os.FileMode) {
	t.Helper()
	file := filepath.Join(root, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}
