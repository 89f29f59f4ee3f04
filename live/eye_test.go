package live_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	_ "image/jpeg" // to look at what comes out
	_ "image/png"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"harbormaster/live"
	"harbormaster/session"
	"harbormaster/vision"
)

// recorded is the table that the demo reads.
const recorded = "../cmd/harbormaster/recorded/table"

func file(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(recorded, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// picture decodes what was sent and returns its size.
func picture(t *testing.T, data []byte, err error) image.Point {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return image.Pt(c.Width, c.Height)
}

func wants(t *testing.T, err error, reason session.Reason) {
	t.Helper()
	var f *session.Failure
	if !errors.As(err, &f) || f.Reason != reason {
		t.Errorf("got %v, want a failure for reason %d", err, reason)
	}
}

// TestFromAnEmptyFolderToACloseUp goes the way of a new user, and tries what
// can't work at each step.
func TestFromAnEmptyFolderToACloseUp(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "profile")
	e := live.Open(dir, time.Now)
	defer func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}()
	ctx := t.Context()
	if s := e.Status().(live.Status); s.Calibrated || s.Taught || len(s.Problems) != 1 {
		t.Errorf("an empty folder: %+v", s)
	}
	_, err := e.Read(ctx, "x", file(t, "final.jpg"))
	wants(t, err, session.NotFound)
	_, err = e.Teach(ctx, nil, file(t, "labels.json"))
	wants(t, err, session.NotFound)
	_, err = e.Preview()
	wants(t, err, session.NotFound)
	_, err = e.Calibrate(ctx, []byte("no picture"), nil)
	wants(t, err, session.Invalid)
	_, err = e.Calibrate(ctx, file(t, "empty.jpg"), []byte("{"))
	wants(t, err, session.Invalid)

	if _, err := e.Calibrate(ctx, file(t, "empty.jpg"), file(t, "marks.json")); err != nil {
		t.Fatal(err)
	}
	_, err = e.Read(ctx, "x", file(t, "final.jpg"))
	wants(t, err, session.NotFound)
	data, err := e.Preview()
	picture(t, data, err)
	_, err = e.Teach(ctx, nil, file(t, "labels.json")) // there is no newest picture
	wants(t, err, session.NotFound)
	if _, err := e.Teach(ctx, file(t, "teach.jpg"), file(t, "labels.json")); err != nil {
		t.Fatal(err)
	}
	if s := e.Status().(live.Status); !s.Calibrated || !s.Taught || len(s.Mats) != 2 || s.Mats[0].Hexes != 35 {
		t.Errorf("calibrated and taught: %+v", s)
	}

	_, _, err = e.Picture(0)
	wants(t, err, session.NotFound)
	doc, err := e.Read(ctx, "final.jpg", file(t, "final.jpg"))
	if err != nil {
		t.Fatal(err)
	}
	var reading vision.Reading
	if err := json.Unmarshal(doc, &reading); err != nil || !reading.Players[0].Found {
		t.Fatalf("%v: %.300s", err, doc)
	}
	again, err := e.Reading()
	if err != nil || !bytes.Equal(again, doc) {
		t.Errorf("the newest reading isn't the one just made: %v", err)
	}
	data, _, err = e.Picture(640)
	if got := picture(t, data, err); got.X != 640 {
		t.Errorf("a picture 640 pixels wide measures %v", got)
	}
	data, _, err = e.CloseUp(reading.Players[0].Name, "A1", 200)
	if got := picture(t, data, err); got != image.Pt(200, 200) {
		t.Errorf("a close-up of 200 pixels measures %v", got)
	}
	for _, place := range [][2]string{{reading.Players[0].Name, "Z99"}, {"nobody", "A1"}} {
		_, _, err := e.CloseUp(place[0], place[1], 200)
		wants(t, err, session.NotFound)
	}

	// Looking goes on while the next pictures are read; pixels stay until then.
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 5 {
				if _, _, err := e.CloseUp("red", "B2", 64); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 3 {
		if _, err := e.Read(ctx, "final.jpg", file(t, "final.jpg")); err != nil {
			t.Error(err)
		}
	}
	group.Wait()
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := e.Read(gone, "x", file(t, "final.jpg")); !errors.Is(err, context.Canceled) {
		t.Errorf("who asked has gone, but got %v", err)
	}

	reopened := live.Open(dir, time.Now)
	defer reopened.Close()
	if s := reopened.Status().(live.Status); !s.Taught {
		t.Errorf("opened again: %+v", s)
	}
}
