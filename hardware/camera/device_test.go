package camera

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"gocv.io/x/gocv"
)

// webcam is a video device that isn't there: what it is set to, and pictures
// that the test hands it.
type webcam struct {
	pictures chan []byte // nil: a spoiled picture
	unplug   chan struct{}

	mu       sync.Mutex
	values   map[gocv.VideoCaptureProperties]float64
	stubborn map[gocv.VideoCaptureProperties]bool // what it doesn't let be set
	opened   []string
	now      []byte
	closed   int
}

func newWebcam() *webcam {
	return &webcam{pictures: make(chan []byte), unplug: make(chan struct{}), stubborn: map[gocv.VideoCaptureProperties]bool{}, values: map[gocv.VideoCaptureProperties]float64{
		gocv.VideoCaptureFOURCC: 0, gocv.VideoCaptureFrameWidth: 640, gocv.VideoCaptureFrameHeight: 480, gocv.VideoCaptureFPS: 30,
		gocv.VideoCaptureBufferSize: 4, gocv.VideoCaptureConvertRGB: 1,
		gocv.VideoCaptureAutoExposure: 3, gocv.VideoCaptureExposure: 156, gocv.VideoCaptureGain: 20,
		gocv.VideoCaptureAutoWB: 1, gocv.VideoCaptureWBTemperature: 4600, gocv.VideoCaptureAutoFocus: 1, gocv.VideoCaptureFocus: 35,
	}}
}

func (w *webcam) open(file string) (video, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.opened = append(w.opened, file)
	if strings.HasSuffix(file, "busy") {
		return nil, errors.New("OpenCV can't open it")
	}
	return w, nil
}

func (w *webcam) set(p gocv.VideoCaptureProperties, value float64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, ok := w.values[p]; ok && !w.stubborn[p] {
		w.values[p] = value
	}
}

func (w *webcam) get(p gocv.VideoCaptureProperties) float64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	if v, ok := w.values[p]; ok {
		return v
	}
	return -1
}

func (w *webcam) grab() bool {
	select {
	case w.now = <-w.pictures:
		return true
	case <-w.unplug:
		return false
	}
}

func (w *webcam) picture() ([]byte, error) {
	if w.now == nil {
		return nil, errBroken
	}
	return w.now, nil
}

func (w *webcam) close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed++
	return nil
}

func (w *webcam) settings() map[gocv.VideoCaptureProperties]float64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.values)
}

// startDevice runs a webcam at an address below a root folder.
func startDevice(t *testing.T, address, root string, w *webcam) (*Camera, *levers) {
	t.Helper()
	s, err := Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	d := newDevice(s, root)
	d.open = w.open
	clock := newLevers()
	c := start(s, d, Options{Clock: clock.clock()})
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
	return c, clock
}

// plug puts a video device into a root folder, with a lasting name unless that is "".
func plug(t *testing.T, root, number, lasting string) {
	t.Helper()
	write(t, root, "dev/video"+number, "", 0o600)
	write(t, root, "sys/class/video4linux/video"+number+"/name", "HD Pro Webcam C920\n", 0o600)
	write(t, root, "sys/class/video4linux/video"+number+"/index", "0\n", 0o600)
	if lasting == "" {
		return
	}
	if err := os.MkdirAll(filepath.Join(root, "dev/v4l/by-id"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../../video"+number, filepath.Join(root, "dev/v4l/by-id", lasting)); err != nil {
		t.Fatal(err)
	}
}

func unplug(t *testing.T, root, number, lasting string) {
	t.Helper()
	for _, name := range []string{"dev/video" + number, "dev/v4l/by-id/" + lasting, "sys/class/video4linux/video" + number} {
		if err := os.RemoveAll(filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestDevice(t *testing.T) {
	leavesNothing(t)
	root, w := t.TempDir(), newWebcam()
	plug(t, root, "0", "usb-cam")
	c, _ := startDevice(t, "v4l2:/dev/v4l/by-id/usb-cam?size=1920x1080&fps=15", root, w)
	a := drawn(t, 64, 48, 1)
	for range mostSpoiled { // the first pictures of many a camera
		w.pictures <- nil
	}
	w.pictures <- a
	if p := nextOf(t, c, 0); !bytes.Equal(p.Data, a) {
		t.Errorf("it gives %d bytes", len(p.Data))
	}
	if s := c.State(); s.Status != OK || s.Note != "" || s.Width != 64 {
		t.Errorf("its state is %+v", s)
	}
	got := w.settings()
	for p, want := range map[gocv.VideoCaptureProperties]float64{gocv.VideoCaptureFOURCC: 0x47504A4D, gocv.VideoCaptureFrameWidth: 1920,
		gocv.VideoCaptureFrameHeight: 1080, gocv.VideoCaptureFPS: 15, gocv.VideoCaptureBufferSize: 1, gocv.VideoCaptureConvertRGB: 0, gocv.VideoCaptureAutoExposure: 3} {
		if got[p] != want {
			t.Errorf("property %d is %g, want %g", p, got[p], want)
		}
	}
	if w.opened[0] != filepath.Join(root, "dev/v4l/by-id/usb-cam") {
		t.Errorf("it opened %v", w.opened)
	}
}

// TestDeviceFoundByName: a camera that comes back under another number is the
// same one, also if it was asked for by number; what has its number now isn't it.
func TestDeviceFoundByName(t *testing.T) {
	leavesNothing(t)
	root, w := t.TempDir(), newWebcam()
	plug(t, root, "0", "usb-cam")
	c, clock := startDevice(t, "v4l2:/dev/video0", root, w)
	w.pictures <- drawn(t, 16, 8, 1)
	nextOf(t, c, 0)
	unplug(t, root, "0", "usb-cam")
	w.unplug <- struct{}{}
	if s := untilLost(t, c); s.Key != "camera.gone" {
		t.Errorf("unplugged, its state is %+v", s)
	}
	plug(t, root, "0", "usb-other")
	changed := c.Changed()
	clock.pull(firstPause)
	<-changed
	if s := c.State(); s.Key != "camera.missing" || !strings.Contains(s.Error, "/dev/v4l/by-id/usb-cam") {
		t.Errorf("with another camera in its place its state is %+v", s)
	}
	plug(t, root, "2", "usb-cam")
	clock.pull(2 * firstPause)
	w.pictures <- drawn(t, 16, 8, 2)
	nextOf(t, c, 1)
	if want := filepath.Join(root, "dev/v4l/by-id/usb-cam"); len(w.opened) != 2 || w.opened[1] != want || w.closed != 1 {
		t.Errorf("it opened %v and closed %d", w.opened, w.closed)
	}
}

func TestDeviceFaults(t *testing.T) {
	for _, c := range []struct {
		name, address string
		prepare       func(t *testing.T, root string)
		do            func(t *testing.T, w *webcam)
		key, text     string
	}{
		{"missing", "v4l2:/dev/video7", nil, nil, "camera.missing", "/dev/video7 isn't there"},
		{"in use", "v4l2:/dev/busy", func(t *testing.T, root string) { write(t, root, "dev/busy", "", 0o600) }, nil, "camera.busy", "can't be opened"},
		{"a folder", "v4l2:/dev/v4l", func(t *testing.T, root string) { plug(t, root, "0", "usb-cam") }, nil, "camera.busy", "is a directory"},
		{"spoiled for good", "v4l2:/dev/video0", func(t *testing.T, root string) { plug(t, root, "0", "") }, func(t *testing.T, w *webcam) {
			for range mostSpoiled + 1 {
				w.pictures <- nil
			}
		}, "camera.no-jpegs", "no whole pictures"},
	} {
		t.Run(c.name, func(t *testing.T) {
			leavesNothing(t)
			root, w := t.TempDir(), newWebcam()
			if c.prepare != nil {
				c.prepare(t, root)
			}
			cam, clock := startDevice(t, c.address, root, w)
			if c.do != nil {
				c.do(t, w)
			}
			if s := untilLost(t, cam); s.Key != c.key || !strings.Contains(s.Error, c.text) || s.Mend == "" || strings.Contains(s.Error, root) {
				t.Errorf("its state is %+v", s)
			}
			if err := cam.Lock(t.Context()); !errors.Is(err, errAway) {
				t.Errorf("lost, its Lock returns %v", err)
			}
			if c.do == nil { // looking for a device costs little, so the pauses stay short
				for _, pause := range []int{1, 2, 4, 4, 4} {
					clock.pull(time.Duration(pause) * firstPause)
				}
			}
		})
	}
}

func TestDeviceNotAsAsked(t *testing.T) {
	leavesNothing(t)
	root, w := t.TempDir(), newWebcam()
	plug(t, root, "0", "")
	for _, p := range []gocv.VideoCaptureProperties{gocv.VideoCaptureFOURCC, gocv.VideoCaptureFrameWidth, gocv.VideoCaptureFPS, gocv.VideoCaptureBufferSize} {
		w.stubborn[p] = true
	}
	c, _ := startDevice(t, "v4l2:/dev/video0?size=1920x1080&fps=5", root, w)
	w.pictures <- drawn(t, 16, 8, 1)
	nextOf(t, c, 0)
	want := "the camera gives 640x1080 pixels instead of 1920x1080; the camera gives 30 pictures a second instead of 5; the camera gives no JPEGs; they are made here, which takes more of the processor"
	if s := c.State(); s.Note != want || s.Status != OK {
		t.Errorf("its state is %+v", s)
	}
	if got := w.settings(); got[gocv.VideoCaptureConvertRGB] != 1 {
		t.Error("without JPEGs it asks for undecoded bytes")
	}
}

func TestDeviceLock(t *testing.T) {
	leavesNothing(t)
	root, w := t.TempDir(), newWebcam()
	plug(t, root, "0", "usb-cam")
	c, clock := startDevice(t, "v4l2:/dev/v4l/by-id/usb-cam", root, w)
	during := func(do func() error) error { // it comes to it between two pictures
		done := make(chan error, 1)
		go func() { done <- do() }()
		for {
			select {
			case err := <-done:
				return err
			case w.pictures <- drawn(t, 16, 8, 1):
			}
		}
	}
	w.pictures <- drawn(t, 16, 8, 1)
	before := w.settings()
	if err := during(func() error { return c.Lock(t.Context()) }); err != nil {
		t.Fatal(err)
	}
	locked := maps.Clone(before)
	locked[gocv.VideoCaptureAutoExposure], locked[gocv.VideoCaptureAutoWB], locked[gocv.VideoCaptureAutoFocus] = 1, 0, 0
	if diff := cmp.Diff(locked, w.settings()); diff != "" {
		t.Errorf("locked (-want +got)\n%s", diff)
	}
	// Unplugged it forgets; found again it is locked as it was.
	for p, v := range before {
		w.set(p, v)
	}
	w.set(gocv.VideoCaptureExposure, 999)
	w.unplug <- struct{}{}
	untilLost(t, c)
	clock.pull(firstPause)
	w.pictures <- drawn(t, 16, 8, 2)
	if diff := cmp.Diff(locked, w.settings()); diff != "" {
		t.Errorf("found again (-want +got)\n%s", diff)
	}
	if err := during(func() error { return c.Unlock(t.Context()) }); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, w.settings()); diff != "" {
		t.Errorf("unlocked (-want +got)\n%s", diff)
	}
	// What it refuses is said; what it hasn't got is nothing to complain of.
	w.mu.Lock()
	w.stubborn[gocv.VideoCaptureAutoExposure] = true
	delete(w.values, gocv.VideoCaptureAutoFocus)
	delete(w.values, gocv.VideoCaptureFocus)
	w.mu.Unlock()
	if err := during(func() error { return c.Lock(t.Context()) }); err == nil || err.Error() != "the camera doesn't let its exposure be locked" {
		t.Errorf("of a stubborn camera Lock returns %v", err)
	}
}

// TestEncoded: OpenCV hands on a JPEG as one row of bytes, and anything else as pixels.
func TestEncoded(t *testing.T) {
	tables, err := standardTables()
	if err != nil {
		t.Fatal(err)
	}
	whole := drawnColor(t)
	at := bytes.Index(whole, []byte{0xFF, 0xC4})
	end := at + 2 + int(whole[at+2])<<8 + int(whole[at+3])
	bare := append(bytes.Clone(whole[:at]), whole[end:]...) // as many a webcam gives it
	for name, data := range map[string][]byte{"a JPEG": whole, "with zeros behind": append(bytes.Clone(whole), make([]byte, 500)...), "without tables": bare} {
		img, err := gocv.NewMatFromBytes(1, len(data), gocv.MatTypeCV8UC1, data)
		if err != nil {
			t.Fatal(err)
		}
		got, err := encoded(img, tables)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if name != "without tables" && !bytes.Equal(got, whole) {
			t.Errorf("%s comes as %d bytes of %d", name, len(got), len(whole))
		}
		if a, b := decoded(t, got), decoded(t, whole); !bytes.Equal(a, b) {
			t.Errorf("%s shows something else", name)
		}
		if err := img.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, data := range [][]byte{whole[:len(whole)-5], []byte("no picture"), {0}} {
		img, err := gocv.NewMatFromBytes(1, len(data), gocv.MatTypeCV8UC1, data)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := encoded(img, tables); err == nil {
			t.Errorf("of %d bytes it made %d", len(data), len(got))
		}
		if err := img.Close(); err != nil {
			t.Error(err)
		}
	}
	img := gocv.NewMatWithSize(48, 64, gocv.MatTypeCV8UC3)
	defer img.Close()
	got, err := encoded(img, tables)
	if err != nil {
		t.Fatal(err)
	}
	if size, err := Check(got); err != nil || size != (Size{64, 48}) {
		t.Errorf("pixels come as %v, %v", size, err)
	}
}
