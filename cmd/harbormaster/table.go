package main

import (
	"context"
	"errors"
	"strings"

	"harbormaster/api"
	"harbormaster/hardware/camera"
	"harbormaster/live"
)

// lens gives the pictures of a camera to those who watch.
type lens struct{ *camera.Camera }

// Next waits for a picture with a number above after, and returns the newest.
func (l lens) Next(ctx context.Context, after int64) (live.Picture, error) {
	p, err := l.Camera.Next(ctx, after)
	return live.Picture{Data: p.Data, Name: p.Name, At: p.At, Number: p.Number}, err
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
