package live

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"harbormaster/calibration"
	"harbormaster/session"
	"harbormaster/vision"
)

// Draft is how far setting up has come, so that it can be left and gone on
// with anywhere. It lies in the profile's folder.
type Draft struct {
	Step string `json:"step"` // where people were last; the pages' own word
	// Marks are those under way, as calibrating takes them, or none.
	Marks json.RawMessage `json:"marks,omitempty"`
	// Picture is the size of the picture of the empty table they belong to; nil: there is none yet.
	Picture *calibration.Size `json:"picture,omitempty"`
}

// The draft's files.
const (
	draftFile    = "setup.json"
	draftPicture = "setup.picture"
)

// mostDraft bounds the marks under way, in bytes.
const mostDraft = 64 << 10

// Draft returns how far setting up has come.
func (e *Eye) Draft() (any, error) {
	e.drafting.Lock()
	defer e.drafting.Unlock()
	return e.draft()
}

// draft is Draft with drafting held. A damaged draft counts as none: it holds
// nothing that can't be entered again.
func (e *Eye) draft() (Draft, error) {
	data, err := os.ReadFile(filepath.Join(e.dir, draftFile))
	if errors.Is(err, fs.ErrNotExist) {
		return Draft{}, nil
	}
	if err != nil {
		return Draft{}, fmt.Errorf("read how far setting up has come: %w", err)
	}
	var d Draft
	if json.Unmarshal(data, &d) != nil {
		return Draft{}, nil
	}
	return d, nil
}

// Remember keeps the step, and the marks under way unless they are nil.
func (e *Eye) Remember(step string, marks json.RawMessage) error {
	if len(marks) > mostDraft || len(step) > 40 {
		return refuse(errors.New("the marks are too long to be kept"), "")
	}
	return e.redraft(func(d *Draft) {
		d.Step = step
		if marks != nil {
			d.Marks = marks
		}
		if string(marks) == "null" {
			d.Marks = nil
		}
	})
}

func (e *Eye) redraft(change func(*Draft)) error {
	e.drafting.Lock()
	defer e.drafting.Unlock()
	d, err := e.draft()
	if err != nil {
		return err
	}
	change(&d)
	data, err := json.Marshal(d)
	if err != nil {
		return fmt.Errorf("keep how far setting up has come: %w", err)
	}
	if err := os.MkdirAll(e.dir, 0o700); err != nil {
		return fmt.Errorf("make the profile's folder: %w", err)
	}
	return calibration.WriteFile(filepath.Join(e.dir, draftFile), data)
}

// KeepEmpty keeps a picture of the empty table for marking and calibrating. Marks
// on another size of picture are dropped.
func (e *Eye) KeepEmpty(picture []byte) error {
	frame, err := vision.Decode("the picture", picture)
	if err != nil {
		return refuse(err, "")
	}
	size := frame.Size()
	if err := frame.Close(); err != nil {
		return fmt.Errorf("free the picture: %w", err)
	}
	if err := os.MkdirAll(e.dir, 0o700); err != nil {
		return fmt.Errorf("make the profile's folder: %w", err)
	}
	if err := calibration.WriteFile(filepath.Join(e.dir, draftPicture), picture); err != nil {
		return err
	}
	return e.redraft(func(d *Draft) {
		if d.Picture != nil && *d.Picture != size {
			d.Marks = nil
		}
		d.Picture = &size
	})
}

// empty returns the picture of the empty table: the one being marked, else the
// one the profile was made of.
func (e *Eye) empty() ([]byte, error) {
	data, err := os.ReadFile(filepath.Join(e.dir, draftPicture))
	if err == nil {
		return data, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the picture of the empty table: %w", err)
	}
	profile, err := calibration.Load(e.dir)
	if err == nil {
		data, err = profile.ReadFile(calibration.EmptyPicture)
	}
	if err != nil {
		return nil, &session.Failure{Reason: session.NotFound, What: "there is no picture of the empty table yet", Hint: "take one, or upload one"}
	}
	return data, nil
}

// Empty returns the picture of the empty table as JPEG, at most most pixels wide
// (0: as it is).
func (e *Eye) Empty(most int) ([]byte, error) {
	data, err := e.empty()
	if err != nil {
		return nil, err
	}
	frame, err := vision.Decode("the picture", data)
	if err != nil {
		return nil, refuse(err, "")
	}
	defer frame.Close()
	return frame.JPEG(most)
}

// Drafted returns the picture and the marks that calibrating takes from the
// draft; no marks where it has none.
func (e *Eye) Drafted() (picture, marks []byte, err error) {
	if picture, err = e.empty(); err != nil {
		return nil, nil, err
	}
	e.drafting.Lock()
	defer e.drafting.Unlock()
	d, err := e.draft()
	return picture, d.Marks, err
}

// Finish forgets the draft: the profile holds what came of it.
func (e *Eye) Finish() error {
	e.drafting.Lock()
	defer e.drafting.Unlock()
	for _, name := range []string{draftFile, draftPicture} {
		if err := os.Remove(filepath.Join(e.dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("forget how far setting up had come: %w", err)
		}
	}
	return nil
}
