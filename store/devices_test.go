package store

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"harbormaster/access"
	"harbormaster/history"
	"harbormaster/session"
)

var _ access.Devices = (*Store)(nil)

func TestDevices(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	id, err := s.AddDevice(ctx, "Ann's phone", []byte("hash 1"), evening)
	if err != nil {
		t.Fatal(err)
	}
	other, err := s.AddDevice(ctx, "tablet", []byte("hash 2"), evening)
	if err != nil {
		t.Fatal(err)
	}
	later := evening.Add(time.Hour)
	for _, at := range []time.Time{later, evening} { // a clock set back takes nothing back
		if err := s.TouchDevice(ctx, id, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.RenameDevice(ctx, id, " Ann's  new phone"); err != nil {
		t.Fatal(err)
	}
	got, found, err := s.Device(ctx, []byte("hash 1"))
	if want := (history.Device{ID: id, Name: "Ann's new phone", Paired: evening, Seen: later}); err != nil || !found || got != want {
		t.Errorf("got %+v, %v, %v; want %+v", got, found, err, want)
	}
	if err := s.RemoveDevice(ctx, id); err != nil {
		t.Fatal(err)
	}
	if _, found, err := s.Device(ctx, []byte("hash 1")); err != nil || found {
		t.Errorf("a device that was removed is found (%v)", err)
	}
	list, err := s.Devices(ctx)
	if diff := cmp.Diff([]history.Device{{ID: other, Name: "tablet", Paired: evening, Seen: evening}}, list); err != nil || diff != "" {
		t.Errorf("%v, the list (-want +got):\n%s", err, diff)
	}
	refused(t, s.RemoveDevice(ctx, id), session.NotFound)
	refused(t, s.TouchDevice(ctx, id, later), session.NotFound)
	refused(t, s.RenameDevice(ctx, id, "x"), session.NotFound)
	refused(t, s.RenameDevice(ctx, other, strings.Repeat("x", 81)), session.Invalid)
	if _, err := s.AddDevice(ctx, "copy", []byte("hash 2"), evening); err == nil {
		t.Error("two devices may have one token")
	}
}
