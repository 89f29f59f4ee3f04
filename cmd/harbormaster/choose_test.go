package main

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"harbormaster/hardware/camera"
)

// shots is a camera in the network that gives one picture after the other.
func shots(t *testing.T, picture []byte) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/jpeg")
		_, _ = w.Write(picture) // who went away sees the next
	}))
	t.Cleanup(s.Close)
	return s.URL + "/shot.jpg?every=20ms"
}

// TestCamerasAreChanged: whoever watches goes on over a change of the camera, with
// numbers that only grow, and waits while there is none.
func TestCamerasAreChanged(t *testing.T) {
	picture, err := recordedTable.ReadFile("recorded/table/empty.jpg")
	if err != nil {
		t.Fatal(err)
	}
	e := &eyepiece{changed: make(chan struct{})}
	if state, changed := e.state(); state != nil || changed == nil {
		t.Errorf("without a camera the state is %v", state)
	}
	use := func(address string) {
		t.Helper()
		c, err := camera.Open(address, camera.Options{})
		if err == nil {
			err = e.put(c, address)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, told := e.state()
	first, second := shots(t, picture), shots(t, picture)
	use(first)
	select {
	case <-told:
	case <-ctx.Done():
		t.Fatal("nobody was told of the camera")
	}
	var last int64
	for range 3 {
		p, err := e.Next(ctx, last)
		if err != nil || p.Number <= last || len(p.Data) != len(picture) {
			t.Fatalf("after %d came %d: %v", last, p.Number, err)
		}
		last = p.Number
	}
	waiting := make(chan int64, 1)
	go func() { // is asked while the camera is changed
		p, err := e.Next(ctx, last+2)
		if err != nil {
			p.Number = -1
		}
		waiting <- p.Number
	}()
	use(second)
	if got := <-waiting; got <= last+2 {
		t.Errorf("after the change came %d, want one above %d", got, last+2)
	}
	if state, _ := e.state(); state.(camera.State).Kind != "http" || e.address != second {
		t.Errorf("the camera is %+v at %s", state, e.address)
	}
	if err := e.put(nil, ""); err != nil {
		t.Fatal(err)
	}
	gone, leave := context.WithCancel(ctx)
	leave()
	if _, err := e.Next(gone, 1<<40); !errors.Is(err, context.Canceled) {
		t.Errorf("without a camera, and when nobody waits any more: %v", err)
	}
}
