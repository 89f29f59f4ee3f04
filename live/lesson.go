package live

import (
	"fmt"

	"harbormaster/calibration"
	"harbormaster/mat"
	"harbormaster/session"
)

// Labels are what lies where on a teaching picture, in the shape that teaching
// takes.
type Labels struct {
	Player       string                `json:"player"`
	Hexes        map[string]LabeledHex `json:"hexes"`
	Riverboats   []string              `json:"riverboats"`
	HarborMaster *int                  `json:"harbor_master,omitempty"`
	Agents       *int                  `json:"agents,omitempty"`
}

// LabeledHex is what lies on one hex.
type LabeledHex struct {
	Crop     string `json:"crop,omitempty"`
	Worker   bool   `json:"worker,omitempty"`
	Barn     bool   `json:"barn,omitempty"`
	Well     bool   `json:"well,omitempty"`
	Surveyor bool   `json:"surveyor,omitempty"`
}

// boatTypes are the box's boats, as they are laid for teaching from the left.
func boatTypes() []string { return []string{"1", "2a", "2b", "3a", "3b", "4", "5", "6", "7"} }

// lessonGroups are what is to be laid, each group on a line of its own where
// there is room: all crops, all crops with a worker, buildings, workers alone. A hex left
// free between pieces is an empty one.
func lessonGroups() [][]LabeledHex {
	var crops, tended []LabeledHex
	for _, c := range mat.Crops() {
		crops = append(crops, LabeledHex{Crop: c.String()})
		tended = append(tended, LabeledHex{Crop: c.String(), Worker: true})
	}
	return [][]LabeledHex{crops, tended, {
		{Barn: true}, {Barn: true, Surveyor: true}, {},
		{Crop: mat.Potato.String(), Well: true}, {Crop: mat.Corn.String(), Well: true, Surveyor: true}, {Crop: mat.Turnip.String(), Worker: true, Well: true},
	}, {{}, {Worker: true}, {Worker: true}}}
}

// lessonAgents are enough to learn the area that one takes.
const lessonAgents = 2

// Lesson says what to lay where on a player's mat for teaching.
func (e *Eye) Lesson(player string) (any, error) {
	p, err := calibration.Load(e.dir)
	if err != nil {
		return nil, uncalibrated()
	}
	m, ok := p.Mat(player)
	if !ok {
		return nil, &session.Failure{Reason: session.NotFound, What: fmt.Sprintf("there is no mat of %q", player)}
	}
	l := Labels{Player: player, Hexes: lessonHexes(m.Template), Riverboats: boatTypes()}
	if m.Harbor != nil {
		at := max(1, m.Harbor.Steps/4) // off place 0, where it stands on the empty table
		l.HarborMaster = &at
	}
	if len(m.AgentsArea) > 0 {
		n := lessonAgents
		l.Agents = &n
	}
	return l, nil
}

// lessonHexes lays the groups on a template: line by line if each finds a line
// that is long enough, else one piece after the other for as long as there are
// hexes.
func lessonHexes(t *mat.Template) map[string]LabeledHex {
	lines := [][]string{}
	last := 0
	for i := range t.Len() {
		s := t.Space(i)
		line := s.At.R
		if t.Orientation() == mat.Flat {
			line = s.At.Q
		}
		if i == 0 || line != last {
			lines = append(lines, nil)
		}
		last = line
		lines[len(lines)-1] = append(lines[len(lines)-1], s.ID)
	}
	out := map[string]LabeledHex{}
	next, fits := 0, true
	for _, g := range lessonGroups() {
		for next < len(lines) && len(lines[next]) < len(g) {
			next++
		}
		if fits = next < len(lines); !fits {
			break
		}
		for i, on := range g {
			if on != (LabeledHex{}) {
				out[lines[next][i]] = on
			}
		}
		next++
	}
	if fits {
		return out
	}
	out = map[string]LabeledHex{}
	at := 0
	for _, g := range lessonGroups() {
		for _, on := range g {
			if on != (LabeledHex{}) && at < t.Len() {
				out[t.Space(at).ID] = on
				at++
			}
		}
	}
	return out
}
