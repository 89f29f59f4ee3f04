package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"harbormaster/api"
	"harbormaster/hardware/camera"
	"harbormaster/history"
	"harbormaster/live"
	"harbormaster/live/follow"
	"harbormaster/scoring/riverboat"
	"harbormaster/session"
)

// lens gives the pictures of a camera to those who watch.
type lens struct{ *camera.Camera }

// Next waits for a picture with a number above after, and returns the newest.
func (l lens) Next(ctx context.Context, after int64) (live.Picture, error) {
	p, err := l.Camera.Next(ctx, after)
	return live.Picture{Data: p.Data, Name: p.Name, At: p.At, Number: p.Number, Loop: p.Loop}, err
}

// beginAgain begins the game anew that a recording shows from its beginning again: with
// the same players, mats and settings as the last one, which is left if it wasn't
// finished. Where people have begun one already, or paused it, that is theirs.
func (s *service) beginAgain(ctx context.Context) error {
	page, err := s.store.Plays(ctx, history.Filter{Game: riverboat.Name}, "", 1)
	if err != nil || len(page.Plays) == 0 || page.Plays[0].Source != "" {
		return err
	}
	v, err := s.plays.View(ctx, page.Plays[0].ID)
	if err != nil {
		return fmt.Errorf("look at the last game: %w", err)
	}
	switch {
	case v.Status == session.Resting || v.Status == session.Playing && len(v.Recent) == 0:
		return nil
	case v.Status == session.Playing:
		if _, err := s.plays.Do(ctx, v.Play, session.Command{Kind: session.Abandoned, Based: v.Number, Who: follow.Camera, Why: "the recording began anew"}); err != nil {
			return fmt.Errorf("leave the game that wasn't finished: %w", err)
		}
	}
	start := v.Start
	start.State = nil
	if _, err := s.plays.Begin(ctx, start, follow.Camera, ""); err != nil {
		return fmt.Errorf("begin the next game: %w", err)
	}
	return nil
}

// recordedCamera reports whether an address names a folder of recorded pictures,
// each of which may show another state.
func recordedCamera(address string) bool { return strings.HasPrefix(address, "dir:") }

// point has the table watch the camera at an address. One that is away is looked
// for as long as the service runs.
func (s *service) point(address string) error {
	c, err := camera.Open(address, camera.Options{Log: s.log})
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.camera = c
	s.mu.Unlock()
	s.table.Point(lens{c}, recordedCamera(address), func() (any, <-chan struct{}) {
		changed := c.Changed() // before the state that it is compared with
		return c.State(), changed
	})
	return nil
}

// watched returns the camera of which there are pictures now; nil: none.
func (s *service) watched() *camera.Camera {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.chosen != nil {
		s.chosen.mu.Lock()
		defer s.chosen.mu.Unlock()
		if s.chosen.now != nil {
			return s.chosen.now
		}
	}
	return s.camera
}

// closeCamera ends the camera, if there is one.
func (s *service) closeCamera() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var err error
	if s.chosen != nil {
		err = s.chosen.put(nil, "")
	}
	if s.camera != nil { // also beside one to choose, in the demo
		err = errors.Join(err, s.camera.Close())
	}
	return err
}

// following is the camera's side as the API wants it.
type following struct{ *live.Table }

// CameraStatus is how the camera and what watches with it are doing.
func (f following) CameraStatus() api.CameraStatus {
	is := f.Table.CameraStatus()
	out := api.CameraStatus{Camera: is.Camera, Play: is.Play, Questions: is.Questions, Unsure: is.Unsure, Read: is.Read,
		Mats: []api.WatchedMat{}, Problems: []api.EyeProblem{}}
	for _, m := range is.Mats {
		out.Mats = append(out.Mats, api.WatchedMat(m))
	}
	for _, p := range is.Problems {
		out.Problems = append(out.Problems, api.EyeProblem{Mat: p.Mat, Message: p.Message})
	}
	return out
}

// Figures are counts since the start.
func (f following) Figures() api.FollowFigures {
	w, k := f.Watch.Figures(), f.Watch.Keeper.Counts()
	return api.FollowFigures{Pictures: w.Pictures, Read: w.Read, Failed: w.Failed, Reading: w.Reading, Late: w.Late,
		Readings: k.Readings, Entered: k.Entered, Questions: k.Questions, Answered: k.Answered, Withdrawn: k.Withdrawn, SearchesEnded: k.GaveUp}
}
