package calibration

import (
	"fmt"
	"slices"

	"harbormaster/mat"
)

// Size is a picture's extent in pixels, after EXIF orientation.
type Size struct {
	Width  int `json:"width"`
	Height int `json:"height"`
}

// Harbor is a mat's harbor track on the mat plane (hex radii): the middle of
// place 0, the middle of place Steps, the places between evenly spaced.
type Harbor struct {
	First   mat.Point
	Last    mat.Point
	Steps   int
	Notches []int // Notches[i] is the place at which boat i is reached
}

// Place returns the middle of place n on the mat plane.
func (h Harbor) Place(n int) mat.Point {
	t := float64(n) / float64(h.Steps)
	return mat.Point{X: h.First.X + t*(h.Last.X-h.First.X), Y: h.First.Y + t*(h.Last.Y-h.First.Y)}
}

// Card is an AprilTag card beside a mat, as seen in the empty picture.
type Card struct {
	ID      int          // 36h11 number
	Corners [4]mat.Point // of the black square, clockwise from its own top left, px of the empty picture
}

// Mat is one player's mat. The mat plane has the hex radius as its unit and
// the middle of hex (0,0) as its origin; its player sees the river on top.
type Mat struct {
	Name     string
	Template *mat.Template
	// ToPicture takes the mat plane to pixels of the empty picture.
	ToPicture Homography
	// Corners of the mat as tapped, or as guessed from the cards: clockwise
	// from the top left seen by the player, on the mat plane. Rough: good for
	// saying where to look, not for measuring.
	Corners [4]mat.Point
	// Tags are the numbers of the four cards in the order of Corners, or none.
	Tags []int
	// Cards are those of the four that were seen in the empty picture.
	Cards []Card
	// Harbor is nil where the user marked none.
	Harbor *Harbor
	// AgentsArea is this player's part of New Orleans as a polygon in pixels
	// of the empty picture (it lies on a board of its own), or none.
	AgentsArea []mat.Point
}

// Layout returns the lattice of the mat plane.
func (m *Mat) Layout() mat.Layout {
	return mat.Layout{Orientation: m.Template.Orientation(), Radius: 1}
}

// Middle returns the middle of hex i on the mat plane.
func (m *Mat) Middle(i int) mat.Point { return m.Layout().Middle(m.Template.Space(i).At) }

// Bounds returns the smallest upright rectangle on the mat plane that holds
// all hexes, as its top left and bottom right.
func (m *Mat) Bounds() (low, high mat.Point) {
	for i := range m.Template.Len() {
		for _, c := range m.Layout().Corners(m.Template.Space(i).At) {
			if i == 0 && low == high {
				low, high = c, c
			}
			low = mat.Point{X: min(low.X, c.X), Y: min(low.Y, c.Y)}
			high = mat.Point{X: max(high.X, c.X), Y: max(high.Y, c.Y)}
		}
	}
	return low, high
}

// Profile is what was learnt of a table from the picture of it with nothing
// on it. Its folder also holds that picture, and whatever other packages
// learn later in files of their own (see WriteFile).
type Profile struct {
	// ID changes with every calibration: what was learnt by an older one says so.
	ID      string
	Picture Size
	Mats    []Mat
	// Notes are what calibration had to say.
	Notes []Note

	dir   string
	files map[string]fileMark
}

// Dir returns the folder that the profile was loaded from or saved to.
func (p *Profile) Dir() string { return p.dir }

// Mat returns the mat called name.
func (p *Profile) Mat(name string) (*Mat, bool) {
	i := slices.IndexFunc(p.Mats, func(m Mat) bool { return m.Name == name })
	if i < 0 {
		return nil, false
	}
	return &p.Mats[i], true
}

// check refuses a profile that nothing could be read with.
func (p *Profile) check() error {
	if p.Picture.Width <= 0 || p.Picture.Height <= 0 || len(p.Mats) == 0 {
		return fmt.Errorf("it has no picture size or no mats")
	}
	for i := range p.Mats {
		m := &p.Mats[i]
		if m.Template == nil || m.Template.Len() == 0 {
			return fmt.Errorf("mat %q has no hexes", m.Name)
		}
		if d := m.ToPicture.Det(); d == 0 || d != d {
			return fmt.Errorf("mat %q has no place in the picture", m.Name)
		}
		if h := m.Harbor; h != nil && h.Steps < 1 {
			return fmt.Errorf("mat %q has a harbor track without places", m.Name)
		}
	}
	return nil
}
