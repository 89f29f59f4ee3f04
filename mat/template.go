package mat

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

// Space is one hex of a mat as printed: its name, its place on the lattice
// and its field color.
type Space struct {
	ID    string
	At    Axial
	Field Field
}

// Template is a mat as printed: any set of hexes. It is made once and never
// changed, so mats and states share it.
type Template struct {
	orientation Orientation
	spaces      []Space
	placeNames  []string
	neighbors   [][]int
	byID        map[string]int
	byAt        map[Axial]int
}

// NewTemplate builds a template from its spaces, kept in the order given.
// Spaces without an ID are named by their place (see Name). A name or a place
// given twice, or a missing orientation, is an error.
func NewTemplate(o Orientation, spaces []Space) (*Template, error) {
	if o != Pointy && o != Flat {
		return nil, fmt.Errorf("build a mat: its orientation is neither pointy nor flat")
	}
	t := &Template{
		orientation: o,
		spaces:      slices.Clone(spaces),
		neighbors:   make([][]int, len(spaces)),
		byID:        make(map[string]int, len(spaces)),
		byAt:        make(map[Axial]int, len(spaces)),
	}
	t.placeNames = Names(o, places(spaces))
	for i := range t.spaces {
		s := &t.spaces[i]
		if s.ID == "" {
			s.ID = t.placeNames[i]
		}
		if _, twice := t.byID[s.ID]; twice {
			return nil, fmt.Errorf("build a mat: hex %s is there twice", s.ID)
		}
		if j, twice := t.byAt[s.At]; twice {
			return nil, fmt.Errorf("build a mat: hexes %s and %s are both at q %d, r %d", t.spaces[j].ID, s.ID, s.At.Q, s.At.R)
		}
		t.byID[s.ID], t.byAt[s.At] = i, i
	}
	for i, s := range t.spaces {
		for _, d := range Directions {
			if j, ok := t.byAt[s.At.Add(d)]; ok {
				t.neighbors[i] = append(t.neighbors[i], j)
			}
		}
	}
	return t, nil
}

func places(spaces []Space) []Axial {
	out := make([]Axial, len(spaces))
	for i, s := range spaces {
		out[i] = s.At
	}
	return out
}

// Orientation returns which way the hexes point.
func (t *Template) Orientation() Orientation { return t.orientation }

// Len returns the number of hexes.
func (t *Template) Len() int { return len(t.spaces) }

// Space returns hex i, counted from 0 in the template's order.
func (t *Template) Space(i int) Space { return t.spaces[i] }

// Neighbors returns the indices of the hexes that touch hex i. The slice
// belongs to the template: don't write to it.
func (t *Template) Neighbors(i int) []int { return t.neighbors[i] }

// Index returns the index of the hex called id.
func (t *Template) Index(id string) (int, bool) {
	i, ok := t.byID[id]
	return i, ok
}

// IndexAt returns the index of the hex at place a.
func (t *Template) IndexAt(a Axial) (int, bool) {
	i, ok := t.byAt[a]
	return i, ok
}

// IDs returns the names of all hexes in the template's order.
func (t *Template) IDs() []string {
	out := make([]string, len(t.spaces))
	for i, s := range t.spaces {
		out[i] = s.ID
	}
	return out
}

// line returns which row or column a place is in, and where along it.
func (o Orientation) line(a Axial) (major, minor int) {
	if o == Flat {
		return a.Q, a.R
	}
	return a.R, a.Q
}

// Compare orders places as they are read: rows from the top of a pointy mat,
// columns from the left of a flat one.
func (o Orientation) Compare(a, b Axial) int {
	am, an := o.line(a)
	bm, bn := o.line(b)
	return cmp.Or(cmp.Compare(am, bm), cmp.Compare(an, bn))
}

// Names returns the name of each of the hexes at the places given. On a
// pointy mat the letter is the row from the top and the number counts from
// the left among the hexes that exist in that row; on a flat mat the letter
// is the column from the left and the number counts down. After Z comes AA.
func Names(o Orientation, at []Axial) []string {
	order := make([]int, len(at))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return o.Compare(at[i], at[j]) })
	names := make([]string, len(at))
	letter, number := -1, 0
	last := 0
	for _, i := range order {
		major, _ := o.line(at[i])
		if letter < 0 || major != last {
			letter, number, last = letter+1, 0, major
		}
		number++
		names[i] = letters(letter) + strconv.Itoa(number)
	}
	return names
}

// letters counts A to Z, then AA, AB and so on.
func letters(n int) string {
	if n < 26 {
		return string(rune('A' + n))
	}
	return letters(n/26-1) + string(rune('A'+n%26))
}

// PlaceName returns the name that hex i would have by its place; see Names.
func (t *Template) PlaceName(i int) string { return t.placeNames[i] }
