package camera

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// fakeProgram lays a script in a root folder in the place of rpicam-vid, with
// two pictures that it may give. It returns the root and the pictures.
func fakeProgram(t *testing.T, name, script string) (root string, first, second []byte) {
	t.Helper()
	root = t.TempDir()
	first, second = drawn(t, 64, 48, 1), drawn(t, 64, 48, 2)
	write(t, root, "1.jpg", string(first), 0o600)
	write(t, root, "2.jpg", string(second), 0o600)
	write(t, root, "usr/bin/"+name, "#!/bin/sh\ncd "+root+"\necho $$ >> pids\necho \"$@\" >> arguments\n"+script, 0o700)
	return root, first, second
}

func TestPort(t *testing.T) {
	leavesNothing(t)
	root, _, second := fakeProgram(t, "rpicam-vid", "cat 1.jpg 2.jpg; exec sleep 1000")
	c := opened(t, "rpicam:?focus=1.5&exposure=20000&awb=indoor&rotate=180", Options{Root: root, Clock: newLevers().clock()})
	if p := nextOf(t, c, 1); !bytes.Equal(p.Data, second) || p.Number != 2 {
		t.Errorf("it gives picture %d of %d bytes", p.Number, len(p.Data))
	}
	if s := c.State(); s.Status != OK || s.Width != 64 || s.Height != 48 {
		t.Errorf("its state is %+v", s)
	}
	given, err := os.ReadFile(filepath.Join(root, "arguments"))
	if err != nil {
		t.Fatal(err)
	}
	want := "--timeout 0 --nopreview --codec mjpeg --quality 93 --flush --camera 0 --width 2304 --height 1296 --framerate 5 --rotation 180 --output - --shutter 20000 --awb indoor --autofocus-mode manual --lens-position 1.5 --metadata /dev/fd/3 --metadata-format txt\n"
	if string(given) != want {
		t.Errorf("it is started with\n%swant\n%s", given, want)
	}
}

// TestPortInPath: a program that somebody built lies where PATH says.
func TestPortInPath(t *testing.T) {
	leavesNothing(t)
	root, first, _ := fakeProgram(t, "rpicam-vid", "cat 1.jpg; exec sleep 1000")
	t.Setenv("PATH", filepath.Join(root, "usr/bin")+":"+os.Getenv("PATH"))
	c := opened(t, "rpicam:", Options{Clock: newLevers().clock()})
	if p := nextOf(t, c, 0); !bytes.Equal(p.Data, first) {
		t.Errorf("it gives %d bytes", len(p.Data))
	}
}

// TestPortOlder: before rpicam-vid there was libcamera-vid, which tells nothing.
func TestPortOlder(t *testing.T) {
	leavesNothing(t)
	root, first, _ := fakeProgram(t, "libcamera-vid", "cat 1.jpg; exec sleep 1000")
	c := opened(t, "rpicam:", Options{Root: root, Clock: newLevers().clock()})
	if p := nextOf(t, c, 0); !bytes.Equal(p.Data, first) {
		t.Errorf("it gives %d bytes", len(p.Data))
	}
	if given, err := os.ReadFile(filepath.Join(root, "arguments")); err != nil || strings.Contains(string(given), "metadata") || !strings.Contains(string(given), "--autofocus-mode auto") {
		t.Errorf("it is started with %s, %v", given, err)
	}
	if err := c.Lock(t.Context()); err == nil || !strings.Contains(err.Error(), "rpicam:?focus=1") {
		t.Errorf("what tells nothing is locked: %v", err)
	}
}

func TestPortEnds(t *testing.T) {
	for _, c := range []struct {
		name, script string
		pictures     int64
		key, text    string
	}{
		{"in the middle of a picture", "cat 1.jpg; head -c 500 2.jpg; echo '[1:2] INFO Camera' >&2; exit 3", 1, "camera.rpicam-ended", "rpicam-vid ended (exit status 3): [1:2] INFO Camera"},
		{"no camera", "echo '[0:1] [9] INFO Camera x' >&2; echo 'ERROR: *** no cameras available ***' >&2; echo 'bye' >&2; exit 255", 0, "camera.no-sensor", "rpicam-vid ended (exit status 255): ERROR: *** no cameras available ***"},
		{"busy", "echo 'ERROR: *** failed to acquire camera /base/x ***' >&2; exit 255", 0, "camera.busy", "failed to acquire"},
		{"no rights", "echo 'Permission denied' >&2; exit 1", 0, "camera.forbidden", "Permission denied"},
		{"too old", "echo 'ERROR: *** unrecognised option --metadata ***' >&2; exit 1", 0, "camera.old-rpicam", "unrecognised"},
		{"silently", "exit 0", 0, "camera.rpicam-ended", "rpicam-vid ended (exit status 0)"},
		{"by a signal", "kill -SEGV $$", 0, "camera.rpicam-ended", "segmentation fault"},
		{"with a control character", `printf 'a\033[31mb\000c' >&2; exit 1`, 0, "camera.rpicam-ended", "a [31mb c"},
		{"with a long story", "yes 'much to say' | head -n 10000 >&2; exit 1", 0, "camera.rpicam-ended", "much to say"},
		{"garbage", "cat 1.jpg; head -c 20000000 /dev/zero; exec sleep 1000", 1, "camera.no-jpegs", "rpicam-vid doesn't give JPEGs"},
		{"an endless picture", "head -c 600 1.jpg; yes abcdefg | head -c 20000000; exec sleep 1000", 0, "camera.no-jpegs", "too large"},
	} {
		t.Run(c.name, func(t *testing.T) {
			leavesNothing(t)
			root, _, _ := fakeProgram(t, "rpicam-vid", c.script)
			clock := newLevers()
			cam := opened(t, "rpicam:", Options{Root: root, Clock: clock.clock()})
			if strings.Contains(c.script, "exec sleep") { // it doesn't end by itself
				clock.pull(graceToEnd)
			}
			s := untilLost(t, cam)
			if s.Pictures != c.pictures || s.Key != c.key || !strings.Contains(s.Error, c.text) || s.Mend == "" {
				t.Errorf("its state is %+v", s)
			}
			// It is started again after a pause, and once more after a longer one.
			clock.pull(firstPause)
			if strings.Contains(c.script, "exec sleep") {
				clock.pull(graceToEnd)
			}
			clock.pull(2 * firstPause)
		})
	}
}

func TestPortMissing(t *testing.T) {
	leavesNothing(t)
	root, first, _ := fakeProgram(t, "other", "")
	clock := newLevers()
	c := opened(t, "rpicam:", Options{Root: root, Clock: clock.clock()})
	if s := untilLost(t, c); s.Key != "camera.no-rpicam" || !strings.Contains(s.Mend, "apt install") {
		t.Errorf("its state is %+v", s)
	}
	write(t, root, "usr/bin/rpicam-vid", "#!/bin/sh\ncat "+root+"/1.jpg; exec sleep 1000", 0o700)
	clock.pull(firstPause)
	if p := nextOf(t, c, 0); !bytes.Equal(p.Data, first) || c.State().Status != OK {
		t.Errorf("once it is installed its state is %+v", c.State())
	}
}

// TestPortHangs: a program that hangs is killed with what it started, and started anew.
func TestPortHangs(t *testing.T) {
	leavesNothing(t)
	root, _, _ := fakeProgram(t, "rpicam-vid", "trap '' TERM INT; cat 1.jpg; sleep 1000 & echo $! >> pids; wait; sleep 1000")
	clock := newLevers()
	c := opened(t, "rpicam:", Options{Root: root, Clock: clock.clock()})
	nextOf(t, c, 0)
	for len(pids(t, root)) < 2 {
		time.Sleep(time.Millisecond)
	}
	if s := untilSilent(t, c, clock); s.Key != "camera.silent" {
		t.Errorf("its state is %+v", s)
	}
	before := pids(t, root)[:2]
	clock.pull(firstPause)
	nextOf(t, c, 1)
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	for _, pid := range append(before, pids(t, root)...) {
		untilGone(t, pid)
	}
}

func pids(t *testing.T, root string) (list []int) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, "pids"))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range strings.Fields(string(data)) {
		pid, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, pid)
	}
	return list
}

// untilGone waits until a process has ended.
func untilGone(t *testing.T, pid int) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if err != nil || strings.Contains(string(stat), ") Z ") { // its parent has yet to hear of it
			return
		}
		if time.Now().After(deadline) {
			_ = syscall.Kill(pid, syscall.SIGKILL)
			t.Fatalf("process %d still runs: %s", pid, stat)
		}
	}
}

// TestPortLock: what the program says that it uses becomes its arguments.
func TestPortLock(t *testing.T) {
	leavesNothing(t)
	root, _, _ := fakeProgram(t, "rpicam-vid", `
frame() { printf 'ExposureTime=%s\nAnalogueGain=2.5\nColourGains=[ 1.800000, 1.500000 ]\nLensPosition=1.25\nFocusFoM=7\nExposureTime=x\n\n' $1 >&3; }
frame 100; frame 33000; cat 1.jpg; touch told; exec sleep 1000`)
	c := opened(t, "rpicam:?gain=4", Options{Root: root, Clock: newLevers().clock()})
	nextOf(t, c, 0)
	heard := func() bool { // its figures come on a pipe of their own
		p := c.source.(*port)
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.seen.exposure == "33000"
	}
	for !heard() {
		time.Sleep(time.Millisecond)
	}
	if err := c.Lock(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s := c.State(); s.Status != OK || s.Pictures != 2 {
		t.Errorf("locked, its state is %+v", s)
	}
	lines := func() []string {
		data, err := os.ReadFile(filepath.Join(root, "arguments"))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Split(strings.TrimSpace(string(data)), "\n")
	}
	if l := lines(); len(l) != 2 || !strings.Contains(l[1], "--shutter 33000 --gain 4 --awbgains 1.800000,1.500000 --autofocus-mode manual --lens-position 1.25") {
		t.Errorf("it is started with\n%s", strings.Join(l, "\n"))
	}
	if err := c.Unlock(t.Context()); err != nil {
		t.Fatal(err)
	}
	if l := lines(); len(l) != 3 || l[2] != l[0] {
		t.Errorf("unlocked it is started with\n%s", strings.Join(l, "\n"))
	}
	if err := c.Unlock(t.Context()); err != nil || len(lines()) != 3 {
		t.Errorf("what isn't locked is started anew: %v", err)
	}
}

// TestPortLockAway: a camera that is lost can't be locked, and one that gives no picture then says so.
func TestPortLockAway(t *testing.T) {
	leavesNothing(t)
	root, _, _ := fakeProgram(t, "rpicam-vid", "[ -e told ] && exec sleep 1000; echo 'ExposureTime=100\n' >&3; touch told; cat 1.jpg; exec sleep 1000")
	c := opened(t, "rpicam:", Options{Root: root, Clock: newLevers().clock()})
	nextOf(t, c, 0)
	ctx, cancel := context.WithCancel(t.Context())
	locked := make(chan error)
	go func() {
		for {
			err := c.Lock(ctx)
			if err != nil && strings.Contains(err.Error(), "doesn't say") { // not heard yet
				continue
			}
			locked <- err
			return
		}
	}()
	for len(pids(t, root)) < 2 {
		time.Sleep(time.Millisecond)
	}
	cancel()
	if err := <-locked; err == nil || !strings.Contains(err.Error(), "wait for a picture") {
		t.Errorf("without a picture, Lock returns %v", err)
	}
	gone := opened(t, "rpicam:", Options{Root: t.TempDir(), Clock: newLevers().clock()})
	untilLost(t, gone)
	if err := gone.Lock(t.Context()); err == nil || !strings.Contains(err.Error(), "no pictures at present") {
		t.Errorf("a lost camera's Lock returns %v", err)
	}
}
