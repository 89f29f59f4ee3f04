package camera

import (
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// hasty is a clock on which the pauses of a lost camera are over at once.
func hasty() Clock {
	return Clock{Now: time.Now, After: func(d time.Duration) <-chan time.Time {
		if d >= firstPause && d <= longestPause && d != patience && d != silence && d != silence+askEvery {
			d = 0
		}
		return time.After(d)
	}}
}

// heap returns the bytes in use after a collection.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestSoak runs each kind of source that needs no device for long, with real
// pictures and a reader: memory, goroutines and open files stay where they were.
func TestSoak(t *testing.T) {
	many, often := int64(200), int64(10)
	if os.Getenv("HARBORMASTER_SOAK") != "" {
		many, often = 10_000, 500
	}
	picture := recorded(t)
	root, dir := t.TempDir(), t.TempDir()
	for _, name := range []string{"02-a.jpg", "03-b.jpg", "04-c.jpg"} {
		write(t, dir, name, string(picture), 0o600)
	}
	file := filepath.Join(dir, "02-a.jpg")
	write(t, root, "usr/bin/rpicam-vid", "#!/bin/sh\nwhile cat "+file+"; do :; done\n", 0o700)
	dying := t.TempDir()
	write(t, dying, "usr/bin/rpicam-vid", "#!/bin/sh\ncat "+file+"; head -c 1000 "+file+"; exit 1\n", 0o700)
	stream := fakeCamera(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=x")
		for r.Context().Err() == nil {
			flushed(w, []byte("--x\r\n\r\n"), picture, []byte("\r\n"))
		}
	})
	for _, c := range []struct {
		name, address, root string
		pictures            int64
	}{
		{"folder", "dir:" + dir + "?every=step&loop", "", many},
		{"port", "rpicam:", root, many},
		{"stream", stream + "/video", "", many},
		{"dying again and again", "rpicam:", dying, often},
	} {
		t.Run(c.name, func(t *testing.T) {
			leavesNothing(t)
			cam := opened(t, c.address, Options{Root: c.root, Clock: hasty()})
			var before uint64
			for after, warm := int64(0), c.pictures/5; after < c.pictures; {
				p := nextOf(t, cam, after)
				if after < warm && p.Number >= warm {
					before = heap()
				}
				after = p.Number
			}
			// Some pictures come while it is measured; if they were kept it would be 60 MB and more.
			if now, most := heap(), before+24<<20; now > most {
				t.Errorf("after %d pictures it holds %d KB, at the beginning %d", c.pictures, now>>10, before>>10)
			}
			s := cam.State()
			if s.Pictures < c.pictures || s.Width != 2304 {
				t.Errorf("its state is %+v", s)
			}
			t.Logf("%d pictures, %d dropped, heap %d KB", s.Pictures, s.Dropped, heap()>>10)
		})
	}
}
