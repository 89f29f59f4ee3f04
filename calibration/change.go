package calibration

import (
	"fmt"
	"slices"

	"harbormaster/mat"
)

// Added is a hex that calibration missed.
type Added struct {
	At    mat.Axial
	Field mat.Field
}

// Change is what a person sets right of a mat as calibration found it. Hexes
// are called by their names before the change.
type Change struct {
	Remove []string
	Add    []Added
	Fields map[string]mat.Field
}

// mostHexes bounds a mat: no board of the game comes near, and all that is
// learnt grows with it.
const mostHexes = 200

// Changed returns the mat's template after a change; the mat itself stays. Hexes
// are named anew by their places, as if calibration had found them so. A hex
// that is added must touch another: the lattice is known there.
func (m *Mat) Changed(c Change) (*mat.Template, error) {
	for id := range c.Fields {
		if _, ok := m.Template.Index(id); !ok || slices.Contains(c.Remove, id) {
			return nil, fmt.Errorf("change %s's mat: it has no hex %s to give a color to", m.Name, id)
		}
	}
	for _, id := range c.Remove {
		if _, ok := m.Template.Index(id); !ok {
			return nil, fmt.Errorf("change %s's mat: it has no hex %s to take away", m.Name, id)
		}
	}
	var spaces []mat.Space
	there := map[mat.Axial]bool{}
	for i := range m.Template.Len() {
		s := m.Template.Space(i)
		if slices.Contains(c.Remove, s.ID) {
			continue
		}
		if f, ok := c.Fields[s.ID]; ok {
			s.Field = f
		}
		spaces = append(spaces, mat.Space{At: s.At, Field: s.Field})
		there[s.At] = true
	}
	for _, a := range c.Add {
		if there[a.At] {
			return nil, fmt.Errorf("change %s's mat: there is a hex at q %d, r %d already", m.Name, a.At.Q, a.At.R)
		}
		if !slices.ContainsFunc(mat.Directions[:], func(d mat.Axial) bool { return there[a.At.Add(d)] }) {
			return nil, fmt.Errorf("change %s's mat: a hex at q %d, r %d would touch no other", m.Name, a.At.Q, a.At.R)
		}
		spaces = append(spaces, mat.Space{At: a.At, Field: a.Field})
		there[a.At] = true
	}
	if len(spaces) == 0 || len(spaces) > mostHexes {
		return nil, fmt.Errorf("change %s's mat: it would have %d hexes, want 1 to %d", m.Name, len(spaces), mostHexes)
	}
	slices.SortFunc(spaces, func(a, b mat.Space) int { return m.Template.Orientation().Compare(a.At, b.At) })
	t, err := mat.NewTemplate(m.Template.Orientation(), spaces)
	if err != nil {
		return nil, fmt.Errorf("change %s's mat: %w", m.Name, err)
	}
	return t, nil
}

// Beside lists the places that touch a hex of the mat and have none: where one
// may be added.
func (m *Mat) Beside() []mat.Axial {
	var out []mat.Axial
	for i := range m.Template.Len() {
		for _, d := range mat.Directions {
			a := m.Template.Space(i).At.Add(d)
			if _, ok := m.Template.IndexAt(a); !ok && !slices.Contains(out, a) {
				out = append(out, a)
			}
		}
	}
	return out
}

// WithMat returns a copy of the profile, with another template for one mat, that
// isn't saved yet. Notes on what was found there are left out: a person has
// looked at it.
func (p *Profile) WithMat(name string, t *mat.Template) *Profile {
	next := *p
	next.Mats, next.Notes = slices.Clone(p.Mats), nil
	for i := range next.Mats {
		if next.Mats[i].Name == name {
			next.Mats[i].Template = t
		}
	}
	for _, n := range p.Notes {
		if !(n.Found && (n.Params["player"] == name || n.Params["player"] == nil)) {
			next.Notes = append(next.Notes, n)
		}
	}
	return &next
}
