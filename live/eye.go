// Package live is the camera's side of the running service: the profile in
// use, the newest picture and what was read in it. It joins vision to the rest
// and knows no rules and no HTTP.
package live

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"harbormaster/calibration"
	"harbormaster/mat"
	"harbormaster/session"
	"harbormaster/vision"
)

// Eye reads pictures with the profile in a folder. Its methods may be called
// from several goroutines; reading, calibrating and teaching take turns, and
// looking at the newest picture doesn't wait for them.
type Eye struct {
	dir string
	now func() time.Time

	work    sync.Mutex // held by whoever reads, calibrates or teaches
	profile *calibration.Profile
	reader  *vision.Reader

	drafting sync.Mutex // guards the draft's files

	mu     sync.Mutex // guards what follows, for a moment only
	status Status
	last   *shot
	newest *Picture // of a camera, if it is newer than the last that was read
	taught int64    // counts the profiles that were taken into use
}

// Status says what the eye can do.
type Status struct {
	Calibrated bool     `json:"calibrated"`
	Taught     bool     `json:"taught"`
	Mats       []Mat    `json:"mats"`
	Problems   []string `json:"problems"` // with the profile, and how to mend them
	Seen       bool     `json:"seen"`     // there is a picture to look at
}

// Mat is a mat of the profile.
type Mat struct {
	Player string `json:"player"`
	Hexes  int    `json:"hexes"`
	Harbor bool   `json:"harbor"` // its harbor track was marked
	Agents bool   `json:"agents"` // its part of New Orleans was marked
	// Notation is the mat as printed and Track its harbor track, as a new game
	// takes them.
	Notation string `json:"notation"`
	Track    *Track `json:"track,omitempty"`
}

// Track is a harbor track as it was marked.
type Track struct {
	Steps   int   `json:"steps"`
	Notches []int `json:"notches"`
}

// shot is a picture with what was read in it. Its pixels are closed when
// the next takes its place and nobody looks at it any more.
type shot struct {
	frame   *vision.Frame
	reading *vision.Reading
	at      time.Time
	number  int64
	users   int
	stale   bool
}

// Open opens the eye on a profile folder, which may be empty yet. A profile
// that can't be used is a problem in Status, not an error: it can be made anew.
func Open(dir string, now func() time.Time) *Eye {
	e := &Eye{dir: dir, now: now}
	if err := e.load(); err != nil {
		e.status = Status{Mats: []Mat{}, Problems: []string{err.Error()}}
	}
	return e
}

// load takes the profile in the folder into use; called with work held.
func (e *Eye) load() error {
	profile, err := calibration.Load(e.dir)
	if err != nil {
		return err
	}
	status := Status{Calibrated: true, Mats: []Mat{}, Problems: append([]string{}, profile.Problems()...)}
	for i := range profile.Mats {
		m := &profile.Mats[i]
		one := Mat{Player: m.Name, Hexes: m.Template.Len(), Harbor: m.Harbor != nil, Agents: len(m.AgentsArea) > 0, Notation: mat.NewMat(m.Template).String()}
		if m.Harbor != nil {
			one.Track = &Track{m.Harbor.Steps, append([]int{}, m.Harbor.Notches...)}
		}
		status.Mats = append(status.Mats, one)
	}
	reader, err := vision.NewReader(profile)
	if err == nil {
		status.Taught = true
	} else {
		status.Problems = append(status.Problems, err.Error())
	}
	if e.reader != nil {
		e.reader.Close()
	}
	e.profile, e.reader = profile, reader
	e.mu.Lock()
	e.status = status
	e.taught++
	e.mu.Unlock()
	return nil
}

// Adopt takes over a profile that was made in another folder. One that is in
// use already stays: it is somebody's own table.
func (e *Eye) Adopt(dir string) error {
	e.work.Lock()
	defer e.work.Unlock()
	if e.profile != nil {
		return nil
	}
	if err := os.MkdirAll(e.dir, 0o700); err != nil {
		return fmt.Errorf("make the profile's folder: %w", err)
	}
	if err := os.CopyFS(e.dir, os.DirFS(dir)); err != nil {
		return fmt.Errorf("copy the profile: %w", err)
	}
	return e.load()
}

// Close frees the newest picture and the reader.
func (e *Eye) Close() error {
	e.work.Lock()
	defer e.work.Unlock()
	e.keep(nil)
	if e.reader == nil {
		return nil
	}
	reader := e.reader
	e.reader = nil
	return reader.Close()
}

// Status says what the eye can do.
func (e *Eye) Status() any {
	e.mu.Lock()
	defer e.mu.Unlock()
	status := e.status
	status.Seen = e.last != nil
	return status
}

// refuse is the failure for a picture or document that can't be used.
func refuse(err error, hint string) error {
	return &session.Failure{Reason: session.Invalid, What: err.Error(), Hint: hint}
}

// Calibrate finds the mats in a picture of the empty table, with marks (JSON)
// or by the cards alone, saves the profile and takes it into use. It returns
// the reading of the empty table as JSON. What was taught is kept if the folder
// keeps it.
func (e *Eye) Calibrate(ctx context.Context, picture, marks []byte) (json.RawMessage, error) {
	e.work.Lock()
	defer e.work.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var m *calibration.Marks
	if len(marks) > 0 {
		var err error
		if m, err = calibration.ParseMarks(marks); err != nil {
			return nil, refuse(err, "")
		}
	}
	frame, err := vision.Decode("the picture", picture)
	if err != nil {
		return nil, refuse(err, "")
	}
	defer frame.Close()
	start := e.now()
	profile, err := vision.Calibrate(frame, m)
	if err != nil {
		return nil, refuse(err, "")
	}
	took := e.now().Sub(start)
	if err := os.MkdirAll(e.dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the profile's folder: %w", err)
	}
	if err := vision.SaveProfile(e.dir, frame, profile); err != nil {
		return nil, err
	}
	if err := e.load(); err != nil {
		return nil, err
	}
	return document(vision.EmptyReading(frame, e.profile, took))
}

// Lesson is what came of teaching.
type Lesson struct {
	Player   string   `json:"player"`
	Hexes    int      `json:"hexes"`
	Boats    int      `json:"boats"`
	Warnings []string `json:"warnings"`
	// Notes are the warnings with what pages say them by.
	Notes []calibration.Note `json:"notes"`
}

// Teach learns the pieces from a picture with labels (JSON). Without a picture
// it takes the newest: so a correction at the table is taught.
func (e *Eye) Teach(ctx context.Context, picture, labels []byte) (any, error) {
	e.work.Lock()
	defer e.work.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if e.profile == nil {
		return nil, uncalibrated()
	}
	l, err := vision.ParseLabels(labels)
	if err != nil {
		return nil, refuse(err, "")
	}
	var frame *vision.Frame
	if len(picture) > 0 {
		if frame, err = vision.Decode("the picture", picture); err != nil {
			return nil, refuse(err, "")
		}
		defer frame.Close()
	} else {
		s, err := e.look()
		if err != nil {
			return nil, err
		}
		defer e.leave(s)
		frame = s.frame
	}
	warnings, err := vision.Teach(frame, e.profile, l)
	if err != nil {
		return nil, refuse(err, "")
	}
	if err := e.load(); err != nil {
		return nil, err
	}
	lesson := Lesson{Player: l.Player, Hexes: len(l.Hexes), Boats: len(l.Riverboats), Warnings: []string{}, Notes: append([]calibration.Note{}, warnings...)}
	for _, w := range warnings {
		lesson.Warnings = append(lesson.Warnings, w.Text)
	}
	return lesson, nil
}

// Read reads a picture, which becomes the newest, and returns the reading as JSON.
func (e *Eye) Read(ctx context.Context, name string, picture []byte) (json.RawMessage, error) {
	s, err := e.See(ctx, name, picture, e.now())
	if err != nil {
		return nil, err
	}
	return document(*s)
}

// See reads a picture taken at that time, which becomes the newest.
func (e *Eye) See(ctx context.Context, name string, picture []byte, at time.Time) (*vision.Reading, error) {
	e.work.Lock()
	defer e.work.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if e.profile == nil {
		return nil, uncalibrated()
	}
	if e.reader == nil {
		return nil, &session.Failure{Reason: session.NotFound, What: "the pieces haven't been taught yet", Hint: "teach them with a picture on which they lie where the labels say"}
	}
	frame, err := vision.Decode(name, picture)
	if err != nil {
		return nil, refuse(err, "")
	}
	reading, err := e.reader.Read(frame)
	if err != nil {
		frame.Close()
		return nil, fmt.Errorf("read the picture: %w", err)
	}
	e.keep(&shot{frame: frame, reading: reading, at: at})
	return reading, nil
}

// Watcher returns what compares pictures of the table quickly, and the count of
// profiles taken into use by then: when that has grown, it is another table.
func (e *Eye) Watcher() (*vision.Watcher, int64, error) {
	e.work.Lock()
	defer e.work.Unlock()
	if e.profile == nil {
		return nil, 0, uncalibrated()
	}
	w, err := vision.NewWatcher(e.profile)
	return w, e.Taught(), err
}

// Taught counts the profiles that were taken into use.
func (e *Eye) Taught() int64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.taught
}

// Ready reports whether pictures can be read.
func (e *Eye) Ready() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.status.Calibrated && e.status.Taught
}

func uncalibrated() error {
	return &session.Failure{Reason: session.NotFound, What: "the table isn't calibrated yet", Hint: "calibrate with a picture of the empty table first"}
}

// document writes a reading as read prints it.
func document(r vision.Reading) (json.RawMessage, error) {
	data, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("write the reading: %w", err)
	}
	return data, nil
}

// Preview returns the picture of the empty table with the lattice drawn, as PNG.
func (e *Eye) Preview() ([]byte, error) {
	e.work.Lock()
	defer e.work.Unlock()
	if e.profile == nil {
		return nil, uncalibrated()
	}
	file, err := e.profile.FilePath("lattice")
	if err != nil {
		return nil, refuse(err, "")
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", filepath.Base(file), err)
	}
	return data, nil
}
