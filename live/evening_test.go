package live_test

import (
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// What couldn't be entered is entered once it can, though the picture stays the
// same, and though a recorded camera shows each state once.
func TestWhatFailedIsTriedAgain(t *testing.T) {
	m := between(t)
	for _, singles := range []bool{true, false} {
		t.Run(fmt.Sprint("singles ", singles), func(t *testing.T) {
			r := newReel().add(6, m.bare)
			h := openHall(t, t.TempDir(), r, singles)
			defer h.close()
			h.begin()
			h.roll(r)
			h.full.Store(2)
			r = newReel().add(1, m.hand[0]).add(9, m.planted[0])
			h.watch.Point(r, singles)
			h.roll(r)
			if got := h.planted(); len(got) != 1 {
				t.Errorf("planted %q after %d failures", got, h.watch.Figures().Failed)
			}
		})
	}
}

// rss is how much memory the process has in use, C's included, in MB.
func rss(t testing.TB) float64 {
	t.Helper()
	runtime.GC()
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.ParseFloat(strings.Fields(string(data))[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	return pages * float64(os.Getpagesize()) / (1 << 20)
}

// openMats is how many of OpenCV's matrices nobody has closed; it needs the tag
// matprofile to count.
func openMats() int {
	if p := pprof.Lookup("gocv.io/x/gocv.Mat"); p != nil {
		return p.Count()
	}
	return 0
}

// worked is how much time the process's threads have worked so far.
func worked(t testing.TB) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Watching for an evening takes no more memory than for a minute, and leaves no picture
// of OpenCV's behind (counted with the tag matprofile).
func TestLongEvening(t *testing.T) {
	pictures := 200
	if os.Getenv("HARBORMASTER_SOAK") != "" {
		pictures = 10000
	}
	m := between(t)
	reel := func(pictures int) *reel {
		r := newReel()
		for len(r.frames) < pictures {
			r.add(6, m.bare).add(2, m.hand[0]).add(6, m.bare).add(2, m.hand[1]).add(4, m.bare)
		}
		return r
	}
	warm := reel(40)
	h := openHall(t, t.TempDir(), warm, false)
	h.begin()
	h.roll(warm)
	before, mats, then := rss(t), openMats(), worked(t)
	// In ten parts, to see whether memory still grows at the end.
	for part := range 10 {
		r := reel(pictures / 10)
		h.watch.Point(r, false)
		h.roll(r)
		t.Logf("part %d: %.1f MB, %d matrices", part+1, rss(t), openMats())
	}
	after := rss(t)
	f := h.watch.Figures()
	// Two pictures come a second.
	t.Logf("%d pictures, %d read, %.1f MB before and %.1f MB after, at two a second %.1f %% of a core",
		f.Pictures, f.Read, before, after, 200*(worked(t)-then).Seconds()/float64(f.Pictures))
	if f.Failed > 0 || f.Read < int64(pictures)/20 {
		t.Errorf("%d of %d pictures failed, %d were read", f.Failed, f.Pictures, f.Read)
	}
	if after > before+40 {
		t.Errorf("memory grew from %.1f to %.1f MB", before, after)
	}
	if now := openMats(); now != mats {
		t.Errorf("%d of OpenCV's matrices were open before, %d after", mats, now)
	}
	h.close()
	if now := openMats(); now != 0 {
		t.Errorf("%d of OpenCV's matrices are open at the end", now)
	}
}
