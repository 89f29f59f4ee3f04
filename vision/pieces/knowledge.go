// Package pieces learns what lies on a table's mats and reads it: crops,
// workers, barns, wells, surveyors, boats, the harbor master and agents, with how
// sure it is. It learns from a picture or two with labels, takes the light off
// before it compares colors, and multiplies the few examples it has. It must
// not know how mats are found, nor anything of one printing.
package pieces

import (
	"errors"
	"fmt"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// Knowledge is what was learnt of one table's mats and pieces. It isn't safe
// for use by several goroutines at once.
type Knowledge struct {
	// ProfileID names the calibration it belongs to.
	ProfileID string

	sheets   []*sheet
	tracks   []*track     // nil where the mat has none marked
	areas    []*agentArea // nil where none is marked
	examples []*example
	palette  *palette
	judges   map[mat.Orientation]*judge
	boats    *boatReader
	agents   agentRuler

	measurers []*measurer // one a sheet, so that mats can be read side by side
}

// Place is where a mat lies in a picture.
type Place struct {
	Found     bool
	ToPicture calibration.Homography // mat plane to this picture
	Table     calibration.Homography // pixels of the empty picture to this picture
}

// New starts with the mats as printed, from the profile's empty picture (8-bit BGR).
func New(profile *calibration.Profile, empty gocv.Mat) (*Knowledge, error) {
	k := &Knowledge{ProfileID: profile.ID, judges: map[mat.Orientation]*judge{}, agents: usualAgents()}
	var mats []*calibration.Mat
	var empties []Pixels
	for i := range profile.Mats {
		m := &profile.Mats[i]
		p, err := rectify(empty, m.ToPicture, hexFrame(m))
		if err != nil {
			return nil, fmt.Errorf("look at the empty mat %s: %w", m.Name, err)
		}
		mats, empties = append(mats, m), append(empties, p)
		var t *track
		if m.Harbor != nil {
			if t, err = newTrack(m, empty); err != nil {
				return nil, fmt.Errorf("look at %s's harbor track: %w", m.Name, err)
			}
		}
		k.tracks = append(k.tracks, t)
	}
	for _, m := range mats {
		var a *agentArea
		if len(m.AgentsArea) >= 3 {
			var err error
			if a, err = newAgentArea(m, mats, empty); err != nil {
				return nil, fmt.Errorf("look at %s's agents area: %w", m.Name, err)
			}
		}
		k.areas = append(k.areas, a)
	}
	k.sheets = newSheets(mats, empties)
	return k, nil
}

// Lesson is a picture with what lies on one of its mats.
type Lesson struct {
	Img   gocv.Mat // 8-bit BGR, the caller's
	Empty gocv.Mat // the profile's empty picture, the caller's
	Mat   int      // index in the profile
	Place Place
	// Hexes by name; those not named are empty. Nil: hexes aren't taught.
	Hexes map[string]mat.Contents
	// Boats along the top from the left; nil: not taught.
	Boats        []string
	HarborMaster *int
	Agents       *int
}

// Teach learns from a lesson, on top of what was learnt before. It returns
// notes on what of it couldn't be learnt.
func (k *Knowledge) Teach(l Lesson) (warnings []calibration.Note, err error) {
	if l.Mat < 0 || l.Mat >= len(k.sheets) || !l.Place.Found {
		return nil, errors.New("teach: the mat of the labels wasn't found in the picture: show all of it, with its cards")
	}
	s := k.sheets[l.Mat]
	for id := range l.Hexes {
		if _, ok := s.mat.Template.Index(id); !ok {
			return nil, fmt.Errorf("teach: %s's mat has no hex %s: check the labels against the calibration", s.mat.Name, id)
		}
	}
	if l.Hexes != nil {
		w, err := k.teachHexes(l, s)
		if err != nil {
			return nil, err
		}
		warnings = append(warnings, w...)
	}
	if l.Boats != nil {
		if err := k.teachBoats(l, s); err != nil {
			warnings = append(warnings, calibration.Note{Key: "teach.boats", Params: map[string]any{"count": len(l.Boats)}, Text: err.Error()})
		}
	}
	if err := k.teachTrack(l); err != nil {
		return nil, err
	}
	return warnings, k.teachAgents(l)
}

func (k *Knowledge) teachHexes(l Lesson, s *sheet) (warnings []calibration.Note, err error) {
	raw, err := rectify(l.Img, l.Place.ToPicture, s.frame)
	if err != nil {
		return nil, fmt.Errorf("teach: %w", err)
	}
	light := s.light(s.blockMeans(raw))
	if share := s.shineOf(l, raw, light); share < 1 && len(k.examples) == 0 { // later lessons must not change what earlier ones saw
		for i, other := range k.sheets {
			empty, err := rectify(l.Empty, other.mat.ToPicture, other.frame)
			if err != nil {
				return nil, fmt.Errorf("teach, mat %d: %w", i+1, err)
			}
			other.dull(share, empty)
		}
	}
	bare := s.bare(raw, s.empty, light)
	for i := range s.mat.Template.Len() {
		space := s.mat.Template.Space(i)
		on, named := l.Hexes[space.ID]
		e := &example{field: space.Field, on: on}
		s.cut(i, bare, s.print, &e.patch)
		s.markClipped(i, raw, e)
		if named && e.clippedShare() > 0.6 {
			warnings = append(warnings, calibration.Note{Key: "teach.glare", Params: map[string]any{"hex": space.ID},
				Text: fmt.Sprintf("hex %s lies in glare and was left out of the examples: teach it again without the lamp's reflection", space.ID)})
			continue
		}
		k.examples = append(k.examples, e)
	}
	k.train()
	return warnings, nil
}

// clippedShare is how much of the patch the camera cut off at white.
func (e *example) clippedShare() float64 {
	n := 0
	for _, is := range e.clipped {
		if is {
			n++
		}
	}
	return float64(n) / float64(len(e.clipped))
}

// train learns from all examples so far.
func (k *Knowledge) train() {
	var prints []*patch
	for _, s := range k.sheets {
		for i := range s.mids {
			p := &patch{}
			s.cut(i, s.print, s.print, p)
			prints = append(prints, p)
		}
	}
	k.palette, k.measurers = nil, nil
	clear(k.judges)
	for _, s := range k.sheets {
		o := s.mat.Template.Orientation()
		if k.judges[o] != nil {
			continue
		}
		if k.palette == nil {
			k.palette = learnPalette(k.examples, insidePixels(o))
		}
		k.judges[o] = trainJudge(k, k.palette, prints, o)
	}
}

// makeMeasurers makes what the mats are measured with, where it isn't there yet.
func (k *Knowledge) makeMeasurers() {
	for len(k.measurers) < len(k.sheets) {
		o := k.sheets[len(k.measurers)].mat.Template.Orientation()
		m := newMeasurer(k.palette, k.judges[o].shape, o)
		m.tones = k.judges[o].tones
		k.measurers = append(k.measurers, m)
	}
}

// teachBoats learns the boats along the top of the lesson's mat, from the left.
func (k *Knowledge) teachBoats(l Lesson, s *sheet) error {
	board := &boatBoard{}
	if k.boats != nil {
		board = &k.boats.Board
	} else {
		var err error
		if board, err = findBoats(s.mat, l.Empty, l.Img, l.Place, len(l.Boats)); err != nil {
			return err
		}
	}
	look := func() (*boatReader, error) {
		p, err := rectifyAt(l.Img, l.Place.ToPicture, board.strip(s.mat, max(boatPlaces, len(l.Boats))))
		if err != nil {
			return nil, err
		}
		return learnBoats(k.boats, *board, p, l.Boats), nil
	}
	r, err := look()
	if err == nil && k.boats == nil && r.fitted.Pitch > 0 {
		// Once more with the pitch that the boats themselves say.
		*board = r.fitted
		r, err = look()
	}
	if err != nil {
		return err
	}
	k.boats = r
	return nil
}

func (k *Knowledge) teachTrack(l Lesson) error {
	t := k.tracks[l.Mat]
	if t == nil || l.HarborMaster == nil {
		return nil
	}
	if n := *l.HarborMaster; n < 0 || n > t.steps {
		return fmt.Errorf("teach: the harbor master can't stand on %d, the track ends at %d", n, t.steps)
	}
	p, err := t.see(l.Img, l.Place.ToPicture)
	if err != nil {
		return fmt.Errorf("teach the harbor master: %w", err)
	}
	t.learnGold(evenLight(t.empty, p), *l.HarborMaster)
	return nil
}

func (k *Knowledge) teachAgents(l Lesson) error {
	a := k.areas[l.Mat]
	if a == nil || l.Agents == nil || *l.Agents == 0 {
		return nil
	}
	p, err := a.see(l.Img, l.Place.Table)
	if err != nil {
		return fmt.Errorf("teach the agents: %w", err)
	}
	k.agents.learn(a, p, *l.Agents)
	return nil
}
