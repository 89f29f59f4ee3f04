package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"time"

	"harbormaster/api"
	"harbormaster/hardware/camera"
	"harbormaster/live"
)

// adjusting is a camera that adjusts exposure, white balance and focus by itself
// until it is told to leave them.
type adjusting interface {
	State() camera.State
	Lock(ctx context.Context) error
	Unlock(ctx context.Context) error
}

// steady keeps what a camera adjusts by itself as it was when the empty table
// was taken: hands and pieces would change it, and with it every color. People set the
// table up with a camera that adjusts itself; from the picture of the empty
// table on it stays as it is. After a start of the service, which cameras
// forget these things over, it gets a moment to adjust itself to the same lamp.
type steady struct {
	camera     func() adjusting // the one that is watched; nil: none
	calibrated func() bool
	log        *slog.Logger

	seen, locked adjusting // at the ticks before
}

// adjusts is how long a camera gets to adjust itself after it began to give pictures.
const adjusts = 5 * time.Second

// run looks at the camera at each tick until ctx ends.
func (s *steady) run(ctx context.Context, ticks <-chan time.Time) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
			s.tick(ctx)
		}
	}
}

// tick locks each camera that gives pictures of a calibrated table, once, when it
// did so at the tick before as well.
func (s *steady) tick(ctx context.Context) {
	c := s.camera()
	switch {
	case c == nil || c == s.locked || !s.calibrated() || c.State().Status != camera.OK:
		s.seen = nil
	case c != s.seen:
		s.seen = c
	default:
		s.locked = c
		s.tell(c.Lock(ctx))
	}
}

// lock leaves the camera as it is now; unlock has it adjust itself again. What
// it refuses is no reason to stop setting up: reading bears with it.
func (s *steady) lock(ctx context.Context) {
	if c := s.camera(); c != nil {
		s.tell(c.Lock(ctx))
	}
}

func (s *steady) unlock(ctx context.Context) {
	if c := s.camera(); c != nil {
		s.tell(c.Unlock(ctx))
	}
}

func (s *steady) tell(err error) {
	switch {
	case errors.Is(err, camera.ErrNoLock):
		s.log.Info("the camera adjusts itself", "why", err)
	case err != nil && !errors.Is(err, context.Canceled):
		s.log.Warn("the camera goes on adjusting itself, which changes colors: give it steady light", "error", err)
	}
}

// steadySetup is setting up with the camera held steady at the right moments.
type steadySetup struct {
	api.Setup
	steady *steady
	ctx    context.Context // of the service: a camera takes longer than a request
}

// stepCamera is the pages' word for the step in which the camera is looked at.
const stepCamera = "camera"

// Remember keeps how far people are; the camera adjusts itself while they look at it.
func (s steadySetup) Remember(step string, marks json.RawMessage) error {
	err := s.Setup.Remember(step, marks)
	if err == nil && step == stepCamera {
		s.steady.unlock(s.ctx)
	}
	return err
}

// KeepEmpty keeps the picture of the empty table; the camera stays as it was for it.
func (s steadySetup) KeepEmpty(picture []byte) error {
	err := s.Setup.KeepEmpty(picture)
	if err == nil {
		s.steady.lock(s.ctx)
	}
	return err
}

// Finish ends setting up, maybe before there was a picture.
func (s steadySetup) Finish() error {
	err := s.Setup.Finish()
	if err == nil {
		s.steady.lock(s.ctx)
	}
	return err
}

// steadyEye is reading the table, with the camera held steady once it is calibrated.
type steadyEye struct {
	*live.Table
	steady *steady
}

// Calibrate finds the mats in a picture of the empty table.
func (e steadyEye) Calibrate(ctx context.Context, picture, marks []byte) (json.RawMessage, error) {
	found, err := e.Table.Calibrate(ctx, picture, marks)
	if err == nil {
		e.steady.lock(context.WithoutCancel(ctx))
	}
	return found, err
}

// steadyCamera is the camera that is watched, as steady wants it.
func (s *service) steadyCamera() adjusting {
	s.mu.Lock()
	c, e := s.camera, s.chosen
	s.mu.Unlock()
	if e != nil {
		e.mu.Lock()
		c = e.now
		e.mu.Unlock()
	}
	if c == nil {
		return nil // and not an interface that holds nothing
	}
	return c
}

func (s *service) calibrated() bool {
	is, ok := s.eye.Status().(live.Status)
	return ok && is.Calibrated
}
