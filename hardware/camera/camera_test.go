package camera

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"
)

// drawn returns a small JPEG that differs from number to number.
func drawn(t testing.TB, width, height, number int) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, width, height))
	for i := range img.Pix {
		img.Pix[i] = uint8(i * (number + 3))
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 90}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func drawnPNG(t testing.TB) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 7, 5))
	img.Set(3, 3, color.White)
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// drawnColor returns a JPEG in color.
func drawnColor(t testing.TB) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 40, 24))
	for i := range img.Pix {
		img.Pix[i] = uint8(i * 7)
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 90}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// decoded returns a JPEG's pixels.
func decoded(t testing.TB, data []byte) []byte {
	t.Helper()
	img, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return slices.Concat(img.(*image.YCbCr).Y, img.(*image.YCbCr).Cb, img.(*image.YCbCr).Cr)
}

// scripted is a source that does what the test tells it.
type scripted struct {
	do chan func(ctx context.Context, to sink) error // run carries these out until one returns something
}

var errGo = errors.New("go on")

func (s *scripted) run(ctx context.Context, to sink) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case do := <-s.do:
			if err := do(ctx, to); !errors.Is(err, errGo) {
				return err
			}
		}
	}
}

func (s *scripted) gives(data []byte) {
	s.do <- func(_ context.Context, to sink) error {
		size, err := Check(data)
		if err != nil {
			return err
		}
		to.give(Picture{Data: data}, size)
		return errGo
	}
}

func (s *scripted) fails(err error) {
	s.do <- func(context.Context, sink) error { return err }
}

func scriptedCamera(kind string) (*Camera, *scripted) {
	s := &scripted{do: make(chan func(context.Context, sink) error)}
	return start(Settings{Kind: kind, Address: kind + ":test"}, s, Options{}), s
}

func TestNewestOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, s := scriptedCamera("v4l2")
		defer c.Close()
		if got := c.State(); got.Status != Starting || got.Pictures != 0 {
			t.Errorf("it begins as %+v", got)
		}
		changed := c.Changed()
		for n := range 5 {
			s.gives(drawn(t, 32, 16, n))
		}
		synctest.Wait()
		<-changed
		p, err := c.Next(t.Context(), 0)
		if err != nil || p.Number != 5 || !bytes.Equal(p.Data, drawn(t, 32, 16, 4)) {
			t.Errorf("Next gives picture %d of %d bytes, %v", p.Number, len(p.Data), err)
		}
		want := State{Address: "v4l2:test", Kind: "v4l2", Status: OK, Since: p.At, Pictures: 5, Dropped: 4, Last: p.At, Width: 32, Height: 16}
		if got := c.State(); got != want {
			t.Errorf("its state is\n%+v, want\n%+v", got, want)
		}
		if again, err := c.Next(t.Context(), 4); err != nil || again.Number != 5 {
			t.Errorf("whoever comes later gets %d, %v", again.Number, err)
		}
		// Whoever has the newest waits for the next one, or as long as it likes.
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := c.Next(ctx, 5); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("without a new picture Next returns %v", err)
		}
		got := make(chan Picture)
		for range 3 {
			go func() {
				p, err := c.Next(context.Background(), 5)
				if err != nil {
					t.Error(err)
				}
				got <- p
			}()
		}
		synctest.Wait()
		s.gives(drawn(t, 32, 16, 9))
		for range 3 {
			if p := <-got; p.Number != 6 {
				t.Errorf("a waiting reader got %d", p.Number)
			}
		}
		if d := c.State().Dropped; d != 4 {
			t.Errorf("%d pictures are said to be dropped", d)
		}
	})
}

func TestLostAndFound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, s := scriptedCamera("http")
		defer c.Close()
		synctest.Wait()
		began := time.Now()
		var pauses []time.Duration
		for range 8 {
			s.fails(&Fault{"camera.missing", "it isn't there", "plug it in"})
			synctest.Wait()
			before := time.Now()
			s.do <- func(context.Context, sink) error { return errGo } // taken when it is opened again
			pauses = append(pauses, time.Since(before))
		}
		want := []time.Duration{1, 2, 4, 8, 16, 30, 30, 30}
		for i := range want {
			if pauses[i] != want[i]*time.Second {
				t.Fatalf("the pauses were %v", pauses)
			}
		}
		got := c.State()
		if got.Status != Lost || !got.Since.Equal(began) || got.Error != "it isn't there" || got.Mend != "plug it in" || got.Key != "camera.missing" {
			t.Errorf("it is shown as %+v", got)
		}
		changed := c.Changed()
		s.gives(drawn(t, 8, 8, 1))
		<-changed
		if got := c.State(); got.Status != OK || got.Error != "" || got.Mend != "" || got.Key != "" {
			t.Errorf("found again it is %+v", got)
		}
		// A camera that flickers is left alone for longer and longer; one that worked for a while isn't.
		s.fails(errors.New("gone"))
		before := time.Now()
		s.gives(drawn(t, 8, 8, 1))
		if d := time.Since(before); d != 30*time.Second {
			t.Errorf("after one picture the pause was %v", d)
		}
		time.Sleep(steady)
		s.gives(drawn(t, 8, 8, 2))
		synctest.Wait()
		s.fails(nil)
		synctest.Wait()
		if got := c.State(); got.Status != Lost || got.Error != "it ended by itself" || got.Key != "camera.failed" {
			t.Errorf("it is shown as %+v", got)
		}
		before = time.Now()
		s.gives(drawn(t, 8, 8, 1))
		if d := time.Since(before); d != time.Second {
			t.Errorf("after a good while the pause was %v", d)
		}
	})
}

func TestSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, s := scriptedCamera("rpicam")
		defer c.Close()
		for range 3 { // slow, but alive
			s.gives(drawn(t, 8, 8, 1))
			time.Sleep(silence - time.Second)
		}
		if got := c.State(); got.Status != OK {
			t.Errorf("a slow camera is %+v", got)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if got := c.State(); got.Status != Lost || got.Key != "camera.silent" {
			t.Errorf("a silent camera is %+v", got)
		}
	})
}

func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, s := scriptedCamera("v4l2")
		waiting := make(chan error)
		go func() {
			_, err := c.Next(context.Background(), 0)
			waiting <- err
		}()
		synctest.Wait()
		release := make(chan struct{})
		s.do <- func(context.Context, sink) error { <-release; return nil }
		if err := c.Close(); err == nil {
			t.Error("a device that hangs isn't told of")
		}
		if err := <-waiting; !errors.Is(err, ErrClosed) {
			t.Errorf("who waits is told %v", err)
		}
		close(release)
		synctest.Wait()
		if err := c.Close(); err != nil {
			t.Errorf("closing again: %v", err)
		}
		if _, err := c.Next(t.Context(), 0); !errors.Is(err, ErrClosed) {
			t.Errorf("a closed camera's Next returns %v", err)
		}
		if _, err := c.Put(Picture{Data: drawn(t, 8, 8, 1)}); !errors.Is(err, ErrClosed) {
			t.Errorf("a closed camera's Put returns %v", err)
		}
		if s := c.State().Status; s != Ended {
			t.Errorf("it is %s", s)
		}
	})
}

func TestUpload(t *testing.T) {
	c, err := Open("upload:", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if s := c.State(); s.Status != OK {
		t.Errorf("it begins as %+v", s)
	}
	taken := time.Date(2026, 11, 30, 20, 0, 0, 0, time.UTC)
	for n, data := range [][]byte{drawn(t, 24, 8, 1), drawnPNG(t)} {
		p, err := c.Put(Picture{Data: data, Name: "table", At: taken, Number: 77, Loop: 3})
		if err != nil || p.Number != int64(n+1) || p.Name != "table" || p.Loop != 0 || !p.At.Equal(taken) {
			t.Errorf("Put gives %+v, %v", p, err)
		}
		next, err := c.Next(t.Context(), int64(n))
		if err != nil || !bytes.Equal(next.Data, data) {
			t.Errorf("Next gives picture %d, %v", next.Number, err)
		}
	}
	whole := drawn(t, 24, 8, 1)
	for name, data := range map[string][]byte{"nothing": nil, "text": []byte("GIF89a"), "cut off": whole[:len(whole)-9], "half a PNG": drawnPNG(t)[:40], "huge": bytes.Repeat(whole, MostBytes/len(whole)+1)} {
		if _, err := c.Put(Picture{Data: data}); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	if err := c.Lock(t.Context()); err != nil {
		t.Errorf("lock: %v", err)
	}
}

// lay writes pictures into a folder, numbered by the digits in their names.
func lay(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		n, err := strconv.Atoi(name[:2])
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), drawn(t, 16, 8, n), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// namesOf takes pictures one after another and returns their names and loops.
func namesOf(t *testing.T, c *Camera, after int64, count int) (names []string, loop int) {
	t.Helper()
	for range count {
		p, err := c.Next(t.Context(), after)
		if err != nil {
			t.Fatal(err)
		}
		after, loop = p.Number, p.Loop
		names = append(names, p.Name)
	}
	return names, loop
}
