package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"harbormaster/hardware/camera"
)

// self is a camera that adjusts itself, and keeps what it was told.
type self struct {
	status camera.Status
	refuse error
	told   []string
}

func (s *self) State() camera.State { return camera.State{Status: s.status} }

func (s *self) Lock(context.Context) error {
	s.told = append(s.told, "lock")
	return s.refuse
}

func (s *self) Unlock(context.Context) error {
	s.told = append(s.told, "unlock")
	return s.refuse
}

// TestSteadyAfterAStart: a camera is locked once, when it has given pictures of
// a calibrated table for a while, and another that takes its place as well.
func TestSteadyAfterAStart(t *testing.T) {
	first, second := &self{status: camera.Starting}, &self{status: camera.OK}
	var now adjusting
	calibrated := false
	s := &steady{camera: func() adjusting { return now }, calibrated: func() bool { return calibrated }, log: slog.New(slog.DiscardHandler)}
	after := func(what string, n int, camera *self, want ...string) {
		t.Helper()
		for range n {
			s.tick(t.Context())
		}
		if !slices.Equal(camera.told, want) {
			t.Errorf("%s: it was told %q, want %q", what, camera.told, want)
		}
	}
	after("no camera", 3, first)
	now = first
	after("a camera that starts", 3, first)
	first.status = camera.OK
	after("a table that isn't calibrated", 3, first)
	calibrated = true
	after("a calibrated table", 3, first, "lock")
	after("later", 5, first, "lock")
	now = second
	after("another camera", 1, second)
	after("another camera, a while later", 1, second, "lock")
}

// TestSteadyWhileSettingUp: the camera adjusts itself while people look at it
// and stays as it is from the picture of the empty table on.
func TestSteadyWhileSettingUp(t *testing.T) {
	c := &self{}
	var log bytes.Buffer
	st := &steady{camera: func() adjusting { return c }, log: slog.New(slog.NewTextHandler(&log, nil))}
	d := &drafts{}
	s := steadySetup{Setup: d, steady: st, ctx: t.Context()}
	for _, step := range []string{"language", stepCamera, "cards"} {
		if err := s.Remember(step, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.KeepEmpty([]byte("picture")); err != nil {
		t.Fatal(err)
	}
	d.err = errors.New("the disk is full")
	if s.Remember(stepCamera, nil) == nil || s.KeepEmpty(nil) == nil || s.Finish() == nil {
		t.Error("an error is kept back")
	}
	d.err = nil
	c.refuse = errors.New("exposure: no")
	if err := s.Finish(); err != nil {
		t.Errorf("a camera that refuses ends setting up: %v", err)
	}
	if want := []string{"unlock", "lock", "lock"}; !slices.Equal(c.told, want) {
		t.Errorf("it was told %q, want %q", c.told, want)
	}
	if !strings.Contains(log.String(), "exposure: no") {
		t.Errorf("the log doesn't say what was refused: %s", log.String())
	}
	st.camera = func() adjusting { return nil }
	if err := s.KeepEmpty([]byte("picture")); err != nil {
		t.Errorf("without a camera: %v", err)
	}
}

// drafts is a setup that keeps nothing.
type drafts struct{ err error }

func (d *drafts) Draft() (any, error)                          { return nil, d.err }
func (d *drafts) Remember(string, json.RawMessage) error       { return d.err }
func (d *drafts) KeepEmpty([]byte) error                       { return d.err }
func (d *drafts) Empty(int) ([]byte, error)                    { return nil, d.err }
func (d *drafts) Drafted() (picture, marks []byte, err error)  { return nil, nil, d.err }
func (d *drafts) Found() (any, error)                          { return nil, d.err }
func (d *drafts) Change(context.Context, string, []byte) error { return d.err }
func (d *drafts) Lesson(string) (any, error)                   { return nil, d.err }
func (d *drafts) Finish() error                                { return d.err }
