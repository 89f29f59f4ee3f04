package live

import (
	"encoding/json"
	"time"

	"harbormaster/session"
	"harbormaster/vision"
)

// keep makes a shot the newest; nil takes it away.
func (e *Eye) keep(s *shot) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if old := e.last; old != nil {
		old.stale = true
		if s != nil {
			s.number = old.number + 1
		}
		if old.users == 0 {
			old.frame.Close()
		}
	}
	e.last, e.newest = s, nil
}

// Show makes a picture of the camera the newest to be looked at, though nothing
// is read in it.
func (e *Eye) Show(p Picture) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.newest = &p
}

// shown returns the newest picture that wasn't read, or nil.
func (e *Eye) shown() *Picture {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.newest
}

// look takes the newest shot, whose pixels stay until leave.
func (e *Eye) look() (*shot, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.last == nil {
		return nil, &session.Failure{Reason: session.NotFound, What: "there is no picture yet", Hint: "point the camera at the table, or upload a picture"}
	}
	e.last.users++
	return e.last, nil
}

func (e *Eye) leave(s *shot) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if s.users--; s.users == 0 && s.stale {
		s.frame.Close()
	}
}

// Picture returns the newest picture as JPEG, at most most pixels wide (0: as
// it is), and when it was taken.
func (e *Eye) Picture(most int) ([]byte, time.Time, error) {
	if p := e.shown(); p != nil {
		frame, err := vision.Decode(p.Name, p.Data)
		if err != nil {
			return nil, time.Time{}, refuse(err, "")
		}
		defer frame.Close()
		data, err := frame.JPEG(most)
		return data, p.At, err
	}
	s, err := e.look()
	if err != nil {
		return nil, time.Time{}, err
	}
	defer e.leave(s)
	data, err := s.frame.JPEG(most)
	return data, s.at, err
}

// CloseUp returns the surroundings of a hex in the newest picture as JPEG, side
// pixels square, and when it was taken.
func (e *Eye) CloseUp(player, hex string, side int) ([]byte, time.Time, error) {
	s, err := e.look()
	if err != nil {
		return nil, time.Time{}, err
	}
	defer e.leave(s)
	data, err := vision.CloseUp(s.frame, s.reading, player, hex, side)
	if err != nil {
		return nil, time.Time{}, &session.Failure{Reason: session.NotFound, What: err.Error()}
	}
	return data, s.at, nil
}

// Reading returns what was read in the newest picture, as JSON.
func (e *Eye) Reading() (json.RawMessage, error) {
	s, err := e.look()
	if err != nil {
		return nil, err
	}
	defer e.leave(s)
	return document(*s.reading)
}
