package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"harbormaster/hardware/camera"
	"harbormaster/live"
	"harbormaster/session"
)

// settingCamera is where the address of a camera that was chosen on a page is
// kept. It may hold a password, so it isn't among the settings that pages see.
const settingCamera = "camera"

// eyepiece is a camera that can be changed for another while the table is
// watched. Its pictures are numbered on over the change.
type eyepiece struct {
	mu      sync.Mutex
	now     *camera.Camera // nil: none
	address string         // of it
	base    int64          // its numbers begin above this
	given   int64          // the highest number given out
	changed chan struct{}  // closed when there is another
}

// Next waits for a picture with a number above after, of whatever camera there
// is by then.
func (e *eyepiece) Next(ctx context.Context, after int64) (live.Picture, error) {
	for {
		e.mu.Lock()
		c, base, changed := e.now, e.base, e.changed
		e.mu.Unlock()
		if c != nil {
			p, err := c.Next(ctx, max(0, after-base))
			if err == nil {
				e.mu.Lock()
				e.given = max(e.given, base+p.Number)
				e.mu.Unlock()
				return live.Picture{Data: p.Data, Name: p.Name, At: p.At, Number: base + p.Number, Loop: p.Loop}, nil
			}
			if !errors.Is(err, camera.ErrClosed) {
				return live.Picture{}, err
			}
		}
		select { // it was closed, since there is another or the service ends
		case <-changed:
		case <-ctx.Done():
			return live.Picture{}, ctx.Err()
		}
	}
}

// put puts a camera in place of the one there is, which is closed; nil takes it out.
func (e *eyepiece) put(c *camera.Camera, address string) error {
	e.mu.Lock()
	old := e.now
	e.now, e.address, e.base = c, address, e.given
	close(e.changed)
	e.changed = make(chan struct{})
	e.mu.Unlock()
	if old == nil {
		return nil
	}
	return old.Close()
}

// state is how the camera is doing, and what tells when that changes.
func (e *eyepiece) state() (any, <-chan struct{}) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.now == nil {
		return nil, e.changed
	}
	changed := e.now.Changed() // before the state that it is compared with
	return e.now.State(), changed
}

// letChoose has the table watch the camera that somebody chose on a page. Where
// the config names one, that is the camera.
func (s *service) letChoose(ctx context.Context) error {
	if s.settings().Camera != "" {
		return nil
	}
	e := &eyepiece{changed: make(chan struct{})}
	kept, err := s.store.Settings(ctx)
	if err != nil {
		return err
	}
	if address := chosenCamera(kept); address != "" {
		c, err := camera.Open(address, camera.Options{Log: s.log})
		if err != nil {
			s.log.Warn("the camera that was chosen can't be used: choose another in the first steps", "error", err)
		} else if err := e.put(c, address); err != nil {
			return err
		}
	}
	s.mu.Lock()
	s.chosen = e
	s.mu.Unlock()
	s.table.Point(e, false, e.state)
	return nil
}

// chosenCamera is the address among kept settings of the camera that was chosen
// on a page; "": none was.
func chosenCamera(kept map[string]json.RawMessage) string {
	var address string
	if json.Unmarshal(kept[settingCamera], &address) != nil {
		return ""
	}
	return address
}

// eyepiece is where a camera can be chosen; nil where the config names one.
func (s *service) eyepiece() *eyepiece {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.chosen
}

// wantedCamera is the address of the camera that is to be watched; "": none.
func (s *service) wantedCamera() string {
	if e := s.eyepiece(); e != nil {
		e.mu.Lock()
		defer e.mu.Unlock()
		return e.address
	}
	return s.settings().Camera
}

// cameras lists the cameras of this machine for the first steps.
func (s *service) cameras(ctx context.Context) (any, error) {
	found, err := camera.List(ctx, "")
	if err != nil {
		return nil, err
	}
	return struct {
		Cameras []camera.Found `json:"cameras"`
		Fixed   bool           `json:"fixed"` // the config names the camera
	}{append([]camera.Found{}, found...), s.eyepiece() == nil}, nil
}

// chooseCamera has the table watch another camera, from now on and after the
// next start; "" has it watch none.
func (s *service) chooseCamera(ctx context.Context, address string) error {
	e := s.eyepiece()
	if e == nil {
		return &session.Failure{Reason: session.Invalid, What: "the config names the camera", Hint: "change camera in the config file, and restart the service"}
	}
	var c *camera.Camera
	if address != "" {
		var err error
		if c, err = camera.Open(address, camera.Options{Log: s.log}); err != nil {
			return &session.Failure{Reason: session.Invalid, What: err.Error(), Hint: "harbormaster cameras lists those that are plugged in"}
		}
	}
	data, err := json.Marshal(address)
	if err == nil {
		err = s.store.Set(ctx, map[string]json.RawMessage{settingCamera: data})
	}
	if err != nil {
		if c != nil {
			err = errors.Join(err, c.Close())
		}
		return fmt.Errorf("keep which camera was chosen: %w", err)
	}
	return e.put(c, address)
}
