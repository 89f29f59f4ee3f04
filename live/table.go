package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"harbormaster/history"
	"harbormaster/live/follow"
	"harbormaster/scoring/riverboat"
	"harbormaster/session"
	"harbormaster/vision"
)

// Library is where the camera's side keeps what it has to keep.
type Library interface {
	KeepProof(ctx context.Context, play string, p history.Proof) error
	Proof(ctx context.Context, play string) (history.Proof, error)
	KeepExample(ctx context.Context, e history.Example) error
	Settings(ctx context.Context) (map[string]json.RawMessage, error)
	Set(ctx context.Context, settings map[string]json.RawMessage) error
}

// Settings of the table that the camera's side asks for, as they are kept.
const (
	SettingFollow = "follow" // "at once" or "propose"
	SettingTeach  = "teach"  // whether answers and corrections are learned from
	settingMats   = "mats/"  // and a play's name: whose mat is whose
)

// Propose is the value of SettingFollow that has every change wait for a tap.
const Propose = "propose"

// Table is all of the camera's side of the service: the eye, what watches with
// it, the play that follows, and what is kept of that.
type Table struct {
	*Eye
	Watch   *Watch
	Plays   *session.Plays
	Library Library
	Log     *slog.Logger

	mu     sync.Mutex // guards what follows, for a moment only
	news   chan struct{}
	camera CameraState
	ending ending
}

// ending is the picture of a play that may be over: by the time that people say so,
// the table may have been cleared.
type ending struct {
	play  string
	proof history.Proof
}

// CameraState says how a camera is doing, and gives a channel that is closed when
// that changes.
type CameraState func() (state any, changed <-chan struct{})

// Point has the table watched through a camera, once; see Watch.Point.
func (t *Table) Point(c Camera, singles bool, state CameraState) {
	t.mu.Lock()
	t.camera = state
	t.mu.Unlock()
	t.Watch.Point(c, singles)
	t.tell()
}

// cameraState is the camera's state; nil: there is none.
func (t *Table) cameraState() (any, <-chan struct{}) {
	t.mu.Lock()
	state := t.camera
	t.mu.Unlock()
	if state == nil {
		return nil, nil
	}
	return state()
}

// tell has those who wait for news look.
func (t *Table) tell() {
	t.mu.Lock()
	defer t.mu.Unlock()
	close(t.news)
	t.news = make(chan struct{})
}

// NewTable wires the camera's side. Current returns the play that is going on, before
// the one of this game that ended last, if not long ago; "": none.
func NewTable(eye *Eye, plays *session.Plays, library Library, current, before func(context.Context) (string, error), now func() time.Time, log *slog.Logger) *Table {
	t := &Table{Eye: eye, Plays: plays, Library: library, Log: log, news: make(chan struct{})}
	keeper := follow.New(follow.Options{Plays: plays, Current: current, Before: before, Settings: t.settings, Now: now, Log: log})
	t.Watch = NewWatch(eye, keeper, now, log)
	t.Watch.Ending = t.remember
	return t
}

// settings returns how a play is to be followed. What can't be read is as usual.
func (t *Table) settings(ctx context.Context, play string) follow.Settings {
	var out follow.Settings
	all, err := t.Library.Settings(ctx)
	if err != nil {
		t.Log.Warn("the settings can't be read, the play is followed as usual", "error", err)
		return out
	}
	var how string
	if json.Unmarshal(all[SettingFollow], &how) == nil {
		out.Propose = how == Propose
	}
	if data, ok := all[settingMats+play]; ok && json.Unmarshal(data, &out.Seats) != nil {
		out.Seats = nil
	}
	return out
}

// SetMats says whose mat is whose in a play, by the mats' names; nil: by name or
// in order of play.
func (t *Table) SetMats(ctx context.Context, play string, seats map[string]string) error {
	v, err := t.Plays.View(ctx, play)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, s := range v.Start.Seats {
		known[s.Name] = true
	}
	for _, name := range seats {
		if !known[name] {
			return &session.Failure{Reason: session.Invalid, What: fmt.Sprintf("nobody in this play is called %q", name), Hint: "give the names of the play's seats"}
		}
	}
	data, err := json.Marshal(seats)
	if err != nil {
		return fmt.Errorf("write whose mat is whose: %w", err)
	}
	if err := t.Library.Set(ctx, map[string]json.RawMessage{settingMats + play: data}); err != nil {
		return err
	}
	t.Watch.Keeper.Forget()
	return nil
}

// Run watches the camera, keeps the proofs of plays that end, and learns from
// corrections, until ctx ends.
func (t *Table) Run(ctx context.Context) {
	var running sync.WaitGroup
	running.Go(func() { t.Watch.Run(ctx) })
	running.Go(func() { t.tellAll(ctx) })
	running.Go(func() { t.heed(ctx) })
	running.Wait()
}

// tellAll passes on that something has changed, whoever it was.
func (t *Table) tellAll(ctx context.Context) {
	for {
		// Ask for what tells of the next change before telling of the last one, so
		// that none falls between.
		watch, keeper := t.Watch.Changed(), t.Watch.Keeper.Changed()
		_, camera := t.cameraState()
		t.tell()
		select {
		case <-ctx.Done():
			return
		case <-t.News(): // a camera was pointed
		case <-watch:
		case <-keeper:
		case <-camera:
		}
	}
}

// News returns a channel that is closed when the camera's state, the questions or
// what is unsure may have changed.
func (t *Table) News() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.news
}

// heed does what follows from events of the plays.
func (t *Table) heed(ctx context.Context) {
	for ctx.Err() == nil {
		s := t.Plays.Feed().Subscribe(-1)
		for e := range events(ctx, s.C) {
			if err := t.after(ctx, e); err != nil && ctx.Err() == nil {
				t.Log.Warn("what the camera saw of a play couldn't be kept", "play", e.Play, "error", err)
			}
		}
		s.Close()
		select { // it was too slow, or the plays are closed
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

// events are those of a channel until it or ctx ends.
func events(ctx context.Context, c <-chan session.Event) func(func(session.Event) bool) {
	return func(yield func(session.Event) bool) {
		for {
			select {
			case <-ctx.Done():
				return
			case e, ok := <-c:
				if !ok || !yield(e) {
					return
				}
			}
		}
	}
}

func (t *Table) after(ctx context.Context, e session.Event) error {
	switch {
	case e.Kind == session.Finished:
		return t.KeepProof(ctx, e.Play)
	case e.Kind == session.Corrected && e.Correction != nil:
		return t.learnFrom(ctx, e)
	}
	return nil
}

// proofWidth is the most that a proof measures, px: hexes stay legible, and the
// picture small.
const proofWidth = 1920

// KeepProof keeps with a play the picture that showed its end, or else the newest
// that was read, if that is of this play's table.
func (t *Table) KeepProof(ctx context.Context, play string) error {
	v, err := t.Plays.View(ctx, play)
	if err != nil {
		return err
	}
	if v.Start.Game != riverboat.Name || t.Watch.Keeper.Last() != play {
		return nil // the camera saw another table
	}
	t.mu.Lock()
	end := t.ending
	t.mu.Unlock()
	if end.play != play {
		if end.proof, err = t.proofNow(); err != nil {
			var none *session.Failure
			if errors.As(err, &none) && none.Reason == session.NotFound {
				return nil
			}
			return err
		}
	}
	if kept, err := t.Library.Proof(ctx, play); err == nil && kept.At.Equal(end.proof.At.UTC().Truncate(time.Millisecond)) {
		return nil // it is there
	}
	return t.Library.KeepProof(ctx, play, end.proof)
}

// remember keeps the newest picture of a play that may be over in mind.
func (t *Table) remember(play string) {
	p, err := t.proofNow()
	if err != nil {
		t.Log.Warn("the picture of a play that may be over can't be cut out", "error", err)
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ending = ending{play, p}
}

// proofNow is the newest picture that was read, with the places of the players' hexes.
func (t *Table) proofNow() (history.Proof, error) {
	picture, regions, at, err := t.cutOut(proofWidth)
	if err != nil {
		return history.Proof{}, err
	}
	// Pages know the players, not the mats.
	for i, m := range regions.Mats {
		regions.Mats[i].Mat = t.Watch.Keeper.Player(m.Mat)
	}
	data, err := json.Marshal(regions)
	if err != nil {
		return history.Proof{}, fmt.Errorf("write where the hexes are: %w", err)
	}
	return history.Proof{At: at, Picture: picture, Regions: data}, nil
}

// Proof returns the picture that a play was scored by.
func (t *Table) Proof(ctx context.Context, play string) (history.Proof, error) {
	return t.Library.Proof(ctx, play)
}

// cutOut returns the part of the newest picture that shows the mats.
func (e *Eye) cutOut(most int) ([]byte, vision.Regions, time.Time, error) {
	s, err := e.look()
	if err != nil {
		return nil, vision.Regions{}, time.Time{}, err
	}
	defer e.leave(s)
	e.work.Lock()
	defer e.work.Unlock()
	if e.reader == nil {
		return nil, vision.Regions{}, time.Time{}, uncalibrated()
	}
	picture, regions, err := e.reader.CutOut(s.frame, s.reading, most)
	return picture, regions, s.at, err
}

// Read reads a picture that somebody uploaded and has the play follow it.
func (t *Table) Read(ctx context.Context, name string, picture []byte) (json.RawMessage, error) {
	_, reading, err := t.Watch.Upload(ctx, name, picture)
	if reading == nil {
		return nil, err
	}
	if err != nil {
		t.Log.Warn("an uploaded picture was read and couldn't be followed", "error", err)
	}
	return document(*reading)
}

// Questions lists the open questions of a play.
func (t *Table) Questions(play string) []follow.Question { return t.Watch.Keeper.Questions(play) }

// QuestionPicture returns the close-up that was kept with a question, JPEG or nil.
func (t *Table) QuestionPicture(play, id string) []byte { return t.Watch.Keeper.CloseUp(play, id) }

// Unsure names the players of a play whose score isn't known well enough.
func (t *Table) Unsure(play string) []string { return t.Watch.Keeper.Unsure(play) }

// Answer takes an answer to a question and returns the play after it. What it says
// of a hex is kept as an example and, by setting, learned from.
func (t *Table) Answer(ctx context.Context, play, id string, r follow.Reply) (*session.View, error) {
	v, c, err := t.Watch.Keeper.Answer(ctx, play, id, r)
	if err == nil && v.Status == session.Complete {
		if err := t.KeepProof(ctx, play); err != nil {
			t.Log.Warn("the play is finished, but its picture couldn't be kept", "play", play, "error", err)
		}
	}
	if err != nil || c == nil {
		return v, err
	}
	if err := t.Library.KeepExample(ctx, history.Example{Play: play, At: t.now(), Mat: c.Mat, Hex: c.Hex, On: c.On, Picture: c.CloseUp}); err != nil {
		t.Log.Warn("the answer is entered, but couldn't be kept as an example", "error", err)
	}
	t.learn(ctx, play, c.Player, []string{c.Hex})
	return v, nil
}

// Count takes over what lies on the table now, as the end of the game, and asks
// for what no camera sees: for a game that nobody followed. Picture, if given, is
// read for it; else the newest one counts.
func (t *Table) Count(ctx context.Context, play string, picture []byte, who string) (*session.View, error) {
	var reading *vision.Reading
	p := Picture{Name: "counted", At: t.now()}
	if len(picture) > 0 {
		var err error
		if reading, err = t.See(ctx, p.Name, picture, p.At); err != nil {
			return nil, err
		}
	} else {
		s, err := t.look()
		if err != nil {
			return nil, err
		}
		reading, p.At = s.reading, s.at
		t.leave(s)
	}
	s, _, err := t.sighting(reading, p)
	if err != nil {
		return nil, err
	}
	v, err := t.Watch.Keeper.Count(ctx, play, s, who)
	t.Watch.tellEnding()
	return v, err
}

// CameraStatus is how the camera and what watches with it are doing.
type CameraStatus struct {
	Camera any `json:"camera"` // null: none is set
	Watching
}

// CameraStatus says how the camera and what watches with it are doing.
func (t *Table) CameraStatus() CameraStatus {
	s := CameraStatus{Watching: t.Watch.Status()}
	s.Camera, _ = t.cameraState()
	return s
}
