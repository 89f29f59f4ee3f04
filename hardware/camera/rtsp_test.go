package camera

import (
	"bufio"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"gocv.io/x/gocv"
)

// startRTSP runs a webcam as a stream, at an address where something listens.
func startRTSP(t *testing.T, w *webcam, clock Clock) *Camera {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Close()
		}
	}()
	s, err := Parse("rtsp://me:hush@" + l.Addr().String() + "/stream?channel=1#every=500ms")
	if err != nil {
		t.Fatal(err)
	}
	r := newRTSP(s)
	r.open = w.open
	c := start(s, r, Options{Clock: clock})
	t.Cleanup(func() {
		c.stop()
		select {
		case w.pictures <- nil: // it hangs in grab
		case <-c.done:
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// TestRTSP: of a stream's many pictures only as many as are wanted are encoded.
func TestRTSP(t *testing.T) {
	leavesNothing(t)
	w := newWebcam()
	clock := newLevers().clock()
	c := startRTSP(t, w, clock)
	w.pictures <- drawn(t, 16, 8, 1)
	nextOf(t, c, 0)
	for range 5 { // no time passes
		w.pictures <- drawn(t, 16, 8, 2)
	}
	if s := c.State(); s.Pictures != 1 || s.Status != OK || strings.Contains(s.Address, "hush") {
		t.Errorf("its state is %+v", s)
	}
	if want := "rtsp://me:hush@"; !strings.HasPrefix(w.opened[0], want) || !strings.HasSuffix(w.opened[0], "/stream?channel=1") {
		t.Errorf("it opened %v", w.opened)
	}
	w.unplug <- struct{}{}
	if s := untilLost(t, c); s.Key != "camera.cut-off" {
		t.Errorf("its state is %+v", s)
	}
}

// TestRTSPReally goes through OpenCV and FFmpeg: to a camera that refuses the
// password, and to one that isn't there.
func TestRTSPReally(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	asked := make(chan string, 100)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				lines := bufio.NewScanner(c)
				for lines.Scan() {
					if fields := strings.Fields(lines.Text()); len(fields) == 3 {
						asked <- fields[0]
					}
					if seq, ok := strings.CutPrefix(lines.Text(), "CSeq: "); ok {
						if _, err := c.Write([]byte("RTSP/1.0 401 Unauthorized\r\nCSeq: " + seq + "\r\n\r\n")); err != nil {
							return
						}
					}
				}
			}()
		}
	}()
	c := opened(t, "rtsp://me:hush@"+l.Addr().String()+"/stream", Options{Clock: newLevers().clock()})
	if s := untilLost(t, c); s.Key != "camera.no-stream" || strings.Contains(s.Error+s.Mend, "hush") || !strings.Contains(s.Mend, "USER:PASSWORD") {
		t.Errorf("its state is %+v", s)
	}
	if first := <-asked; first != "OPTIONS" {
		t.Errorf("the camera was asked for %s", first)
	}
	l.Close()
	gone := opened(t, "rtsp://me:hush@"+l.Addr().String()+"/stream", Options{Clock: newLevers().clock()})
	if s := untilLost(t, gone); s.Key != "camera.unreachable" || strings.Contains(s.Error, "hush") {
		t.Errorf("its state is %+v", s)
	}
}

// TestCapturedReally goes through OpenCV and FFmpeg with a video of two
// pictures, as a stream would: opened, grabbed, fetched as JPEGs, and over.
func TestCapturedReally(t *testing.T) {
	file := filepath.Join(t.TempDir(), "video.avi")
	w, err := gocv.VideoWriterFile(file, "MJPG", 5, 64, 48, true)
	if err != nil {
		t.Fatal(err)
	}
	img := gocv.NewMatWithSize(48, 64, gocv.MatTypeCV8UC3)
	defer img.Close()
	for range 2 {
		if err := w.Write(img); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	v, err := openVideo(file, gocv.VideoCaptureFFmpeg)
	if err != nil {
		t.Fatal(err)
	}
	if w, h := v.get(gocv.VideoCaptureFrameWidth), v.get(gocv.VideoCaptureFrameHeight); w != 64 || h != 48 {
		t.Errorf("it has %g by %g pixels", w, h)
	}
	for range 2 {
		if !v.grab() {
			t.Fatal("it ends too early")
		}
		data, err := v.picture()
		if err != nil {
			t.Fatal(err)
		}
		if size, err := Check(data); err != nil || size != (Size{64, 48}) {
			t.Errorf("a picture comes as %v, %v", size, err)
		}
	}
	if v.grab() {
		t.Error("it doesn't end")
	}
	if err := v.close(); err != nil {
		t.Error(err)
	}
	for _, c := range []struct {
		address string
		api     gocv.VideoCaptureAPI
	}{{file + "/hush", gocv.VideoCaptureFFmpeg}, {file, gocv.VideoCaptureV4L2}} {
		if v, err := openVideo(c.address, c.api); err == nil || v != nil || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %v", c.address, err)
		}
	}
}
