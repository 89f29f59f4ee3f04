package live

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"harbormaster/live/follow"
	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/session"
	"harbormaster/tracking"
	"harbormaster/vision"
)

// Picture is one picture as a camera gave it.
type Picture struct {
	Data   []byte // JPEG or PNG
	Name   string
	At     time.Time
	Number int64
	Loop   int // how often a recording has begun anew
}

// Camera gives the newest picture with a number above after, waiting for it.
type Camera interface {
	Next(ctx context.Context, after int64) (Picture, error)
}

// Watch has the play that is going on follow a camera: it looks at every picture,
// reads those in which something changed and nothing moves, and hands on what it
// read.
type Watch struct {
	Eye    *Eye
	Keeper *follow.Keeper
	Now    func() time.Time
	Log    *slog.Logger
	// Ending is told when a picture that was just read shows a play as it may end;
	// nil: nobody is.
	Ending func(play string)
	// Anew is called when a recording begins anew, before its first picture is looked
	// at; nil: nobody is told.
	Anew func(ctx context.Context) error

	pointed chan pointing

	mu      sync.Mutex // guards what follows, for a moment only
	status  Watching
	changed chan struct{}
	figures Figures
}

// pointing is a camera to watch.
type pointing struct {
	Camera
	singles bool
}

// NewWatch returns a watch without a camera: only what is uploaded is seen.
func NewWatch(eye *Eye, keeper *follow.Keeper, now func() time.Time, log *slog.Logger) *Watch {
	return &Watch{Eye: eye, Keeper: keeper, Now: now, Log: log, pointed: make(chan pointing, 1)}
}

// Point has the watch look through a camera, once. Singles says that every picture
// may show another state, as recorded ones do: each is read, and one confident
// reading counts.
func (w *Watch) Point(c Camera, singles bool) { w.pointed <- pointing{c, singles} }

// Watching is how watching goes, for pages.
type Watching struct {
	follow.Status
	Mats []Watched `json:"mats"`
	// Problems say what keeps the camera's side from following the play, each with
	// the mat it is about, if any. Play goes on by hand meanwhile.
	Problems []Problem `json:"problems"`
	Read     time.Time `json:"read,omitzero"` // when the last picture that was read was taken
}

// Watched is one mat.
type Watched struct {
	Mat    string `json:"mat"`
	Found  bool   `json:"found"`
	Moving bool   `json:"moving"` // a hand is over it, or it was a moment ago
}

// Problem is one thing that is wrong.
type Problem struct {
	Mat string `json:"mat,omitempty"`
	scoring.Message
}

// Figures are counts since the start.
type Figures struct {
	Pictures int64         // looked at
	Read     int64         // read
	Failed   int64         // that couldn't be looked at or read
	Reading  time.Duration // spent on reading, in all
	// Late is the time from a picture's being taken to its changes being entered,
	// of the last that entered something.
	Late time.Duration
}

// Figures returns the counts.
func (w *Watch) Figures() Figures {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.figures
}

// Status says how watching goes.
func (w *Watch) Status() Watching {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := w.status
	s.Status = w.Keeper.Status()
	s.Problems = append([]Problem{}, s.Problems...)
	if s.Status.Problem.Key != "" {
		s.Problems = append(s.Problems, Problem{Message: s.Status.Problem})
	}
	if s.Mats == nil {
		s.Mats = []Watched{}
	}
	return s
}

// Changed returns a channel that is closed when the status may have changed.
func (w *Watch) Changed() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.changed == nil {
		w.changed = make(chan struct{})
	}
	return w.changed
}

// say sets what the status says, and tells those who wait if that is new.
func (w *Watch) say(mats []Watched, problems []Problem) {
	w.mu.Lock()
	defer w.mu.Unlock()
	same := len(mats) == len(w.status.Mats) && len(problems) == len(w.status.Problems)
	for i := 0; same && i < len(mats); i++ {
		same = mats[i] == w.status.Mats[i]
	}
	for i := 0; same && i < len(problems); i++ {
		same = problems[i].Mat == w.status.Problems[i].Mat && problems[i].Key == w.status.Problems[i].Key
	}
	w.status.Mats, w.status.Problems = mats, problems
	if !same && w.changed != nil {
		close(w.changed)
		w.changed = nil
	}
}

// Run watches the camera once there is one, until ctx ends.
func (w *Watch) Run(ctx context.Context) {
	v := &vigil{Watch: w}
	select {
	case <-ctx.Done():
		return
	case v.pointing = <-w.pointed:
	}
	for {
		p, err := v.Next(ctx, v.number)
		if err != nil {
			return // the service ends
		}
		v.number = p.Number
		if p.Loop != v.loop && w.Anew != nil {
			if err := w.Anew(ctx); err != nil {
				w.Log.Warn("the recording began anew and its game didn't", "error", err)
			}
		}
		v.loop = p.Loop
		w.Eye.Show(p)
		w.mu.Lock()
		w.figures.Pictures++
		w.mu.Unlock()
		if err := v.look(ctx, p); err != nil && ctx.Err() == nil {
			w.mu.Lock()
			w.figures.Failed++
			w.mu.Unlock()
			w.Log.Warn("a picture of the table couldn't be followed", "error", err)
		}
	}
}

// vigil is a run of Watch over one camera's pictures.
type vigil struct {
	*Watch
	pointing
	number  int64
	loop    int
	watch   *vision.Watcher
	taught  int64
	last    []byte
	motions []vision.Motion // of the last picture
	still   []Still
	wanted  bool      // the last reading asked for another
	missing []Problem // mats that weren't found when they were read last
}

// look looks at one picture, and reads it if it is worth it.
func (v *vigil) look(ctx context.Context, p Picture) error {
	if !v.Eye.Ready() {
		v.watch = nil
		v.say(nil, []Problem{{Message: scoring.Msg("live.not-ready")}})
		return nil
	}
	if v.watch == nil || v.taught != v.Eye.Taught() {
		var err error
		if v.watch, v.taught, err = v.Eye.Watcher(); err != nil {
			return err
		}
		v.last, v.motions, v.still, v.missing = nil, nil, nil, nil
	}
	motions := v.motions
	unseen := v.Keeper.Unseen(ctx)
	if bytes.Equal(p.Data, v.last) { // the same picture once more
		if v.singles && !unseen {
			return nil
		}
		for i := range motions {
			motions[i].Moved = 0
		}
	} else {
		var err error
		if motions, err = v.watch.Look(p.Data); err != nil {
			return err
		}
	}
	v.last, v.motions = p.Data, motions
	if v.still == nil {
		v.still = make([]Still, len(motions))
	}
	whole := wholeMoved(motions)
	dark := []Problem{}
	for i, m := range motions {
		if m.Dark {
			dark = append(dark, Problem{Mat: v.Eye.matName(i), Message: scoring.Msg("live.dark", "mat", v.Eye.matName(i))})
		}
	}
	ready := make([]bool, len(motions))
	read := false
	for i, m := range motions {
		if unseen {
			v.still[i] = v.still[i].Again()
		}
		v.still[i], ready[i] = v.still[i].Look(Motion{m.Moved, m.Changed, whole}, p.At, v.wanted)
		ready[i] = (ready[i] || v.singles) && !m.Dark
		read = read || ready[i]
	}
	if !read {
		v.say(v.mats(nil), append(dark, v.missing...))
		return nil
	}
	return v.read(ctx, p, ready, dark)
}

// Shares that move when the whole table does, and not a hand. A camera that was nudged
// by a few pixels moves the edges on all mats, which are a third to half of them; arms
// come over the mats one by one, and cover up to 30 % of one.
const (
	wholeTable = 0.35 // of all mats together
	wholeMat   = 0.2  // of each
)

// wholeMoved reports whether the whole table moved since the picture before.
func wholeMoved(motions []vision.Motion) bool {
	sum := 0.0
	for _, m := range motions {
		if m.Moved < wholeMat {
			return false
		}
		sum += m.Moved
	}
	return sum >= wholeTable*float64(len(motions))
}

// read reads a picture and gives on what lies on the mats that are ready.
func (v *vigil) read(ctx context.Context, p Picture, ready []bool, problems []Problem) error {
	start := v.Now()
	reading, err := v.Eye.See(ctx, p.Name, p.Data, p.At)
	if err != nil {
		return err
	}
	v.mu.Lock()
	v.figures.Read++
	v.figures.Reading += v.Now().Sub(start)
	v.status.Read = p.At
	v.mu.Unlock()
	s, unlike, err := v.Eye.sighting(reading, p)
	if err != nil {
		return err
	}
	s.Single, s.Undisturbed = v.singles, true
	v.missing = nil
	for i := range s.Sights {
		see := &s.Sights[i]
		switch {
		case unlike[i] && ready[i]:
			v.missing = append(v.missing, Problem{Mat: see.Player, Message: scoring.Msg("live.unlike", "mat", see.Player)})
		case !see.Found && ready[i]:
			v.missing = append(v.missing, Problem{Mat: see.Player, Message: scoring.Msg("live.mat-not-found", "mat", see.Player)})
		}
		if !ready[i] { // an arm over this one doesn't keep the others waiting
			*see = tracking.SideSight{Player: see.Player}
			continue
		}
		v.watch.Taken(i)
		v.motions[i].Changed = 0
		s.Undisturbed = s.Undisturbed && !v.still[i].Disturbed()
	}
	v.say(v.mats(reading), append(problems, v.missing...))
	out, err := v.Keeper.See(ctx, s)
	if err != nil {
		v.last = nil // a recorded camera may have no other picture of this state
	}
	v.wanted = out.More || err != nil
	v.tellEnding()
	for i := range ready {
		if ready[i] {
			v.still[i] = v.still[i].Read(!v.wanted, p.At)
		}
	}
	if out.Entered > 0 {
		v.mu.Lock()
		v.figures.Late = v.Now().Sub(p.At)
		v.mu.Unlock()
	}
	return err
}

// mats is what the status says of each mat; without a reading, as before.
func (v *vigil) mats(reading *vision.Reading) []Watched {
	v.mu.Lock()
	before := v.status.Mats
	v.mu.Unlock()
	out := make([]Watched, len(v.still))
	for i := range out {
		out[i] = Watched{Mat: v.Eye.matName(i), Moving: v.still[i].Moving() && !v.singles}
		if reading != nil {
			out[i].Found = reading.Players[i].Found
		} else if i < len(before) {
			out[i].Found = before[i].Found
		}
	}
	return out
}

// Upload has the play follow a picture that somebody took: it is read, and one
// confident reading counts.
func (w *Watch) Upload(ctx context.Context, name string, picture []byte) (follow.Outcome, *vision.Reading, error) {
	p := Picture{Data: picture, Name: name, At: w.Now()}
	reading, err := w.Eye.See(ctx, name, picture, p.At)
	if err != nil {
		return follow.Outcome{}, nil, err
	}
	s, _, err := w.Eye.sighting(reading, p)
	if err != nil {
		return follow.Outcome{}, nil, err
	}
	s.Single = true
	out, err := w.Keeper.See(ctx, s)
	w.tellEnding()
	var failed *session.Failure
	if errors.As(err, &failed) && failed.Reason == session.Closing {
		err = nil // the reading itself is good
	}
	return out, reading, err
}

func (w *Watch) tellEnding() {
	if play := w.Keeper.Ending(); play != "" && w.Ending != nil {
		w.Ending(play)
	}
}

// Look reads a picture of a stream and has the play follow it, as if all of it had
// been lying still.
func (w *Watch) Look(ctx context.Context, p Picture) (follow.Outcome, error) {
	reading, err := w.Eye.See(ctx, p.Name, p.Data, p.At)
	if err != nil {
		return follow.Outcome{}, err
	}
	s, _, err := w.Eye.sighting(reading, p)
	if err != nil {
		return follow.Outcome{}, err
	}
	return w.Keeper.See(ctx, s)
}

// sighting is a reading as who follows the game wants it, and which of its mats
// look unlike those that were calibrated.
func (e *Eye) sighting(r *vision.Reading, p Picture) (follow.Sighting, []bool, error) {
	sights, err := Sights(r)
	if err != nil {
		return follow.Sighting{}, nil, err
	}
	unlike := withhold(sights)
	return follow.Sighting{
		Picture: p.Name, At: p.At, Sights: sights,
		Second: func(name, hex string) (mat.Contents, bool) { return second(r, name, hex) },
		CloseUp: func(name, hex string) []byte {
			data, _, err := e.CloseUp(name, hex, closeUpSide)
			if err != nil {
				return nil // a question without a picture is still a question
			}
			return data
		},
	}, unlike, nil
}

// closeUpSide is the size of the close-ups kept with questions, px.
const closeUpSide = 320

// second is the second best answer of a reading to what lies on a hex.
func second(r *vision.Reading, name, hex string) (mat.Contents, bool) {
	for _, p := range r.Players {
		for _, h := range p.Hexes {
			if p.Name != name || h.ID != hex || h.Second == nil {
				continue
			}
			on := mat.Contents{Worker: h.Second.Worker, Barn: h.Second.Barn, Well: h.Second.Well, Surveyor: h.Second.Surveyor}
			if h.Second.Crop != nil {
				crop, err := mat.ParseCrop(*h.Second.Crop)
				if err != nil {
					return mat.Contents{}, false
				}
				on.Crop = crop
			}
			return on, true
		}
	}
	return mat.Contents{}, false
}

// matName returns the name of a mat of the profile.
func (e *Eye) matName(i int) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	if i < len(e.status.Mats) {
		return e.status.Mats[i].Player
	}
	return ""
}
