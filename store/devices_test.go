package store

import (
	"crypto/sha256"
	"testing"
	"time"
)

func TestDevices(t *testing.T) {
	s, err := Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	one, two := sha256.Sum256([]byte("one")), sha256.Sum256([]byte("two"))
	at := time.UnixMilli(1_770_000_000_000).UTC()
	id, err := s.AddDevice(t.Context(), "<b>phone</b>", one[:], at)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.AddDevice(t.Context(), "again", one[:], at); err == nil {
		t.Error("two devices have the same token")
	}
	if _, err := s.AddDevice(t.Context(), "tablet", two[:], at.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	d, found, err := s.Device(t.Context(), one[:])
	if err != nil || !found || d.ID != id || d.Name != "<b>phone</b>" || !d.Paired.Equal(at) || !d.Seen.Equal(at) {
		t.Errorf("%+v %v %v", d, found, err)
	}
	if _, found, err := s.Device(t.Context(), nil); found || err != nil {
		t.Errorf("without a token: %v %v", found, err)
	}
	if err := s.TouchDevice(t.Context(), id, at.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := s.RenameDevice(t.Context(), id, "Ann's phone"); err != nil {
		t.Fatal(err)
	}
	list, err := s.Devices(t.Context())
	if err != nil || len(list) != 2 || list[0].Name != "Ann's phone" || !list[0].Seen.Equal(at.Add(time.Hour)) {
		t.Errorf("%+v %v", list, err)
	}
	if err := s.RemoveDevice(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if _, found, _ := s.Device(t.Context(), one[:]); found {
		t.Error("a removed device is still known")
	}
	for what, err := range map[string]error{
		"touch": s.TouchDevice(t.Context(), id, at), "rename": s.RenameDevice(t.Context(), id, "x"), "remove": s.RemoveDevice(t.Context(), id),
	} {
		if err == nil {
			t.Errorf("%s a device that isn't there: no error", what)
		}
	}
}
