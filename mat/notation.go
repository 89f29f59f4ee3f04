package mat

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The notation is one line: the orientation, then every row (a column on flat
// mats) behind a slash, beginning with the axial coordinates of its first
// hex. A hex is its field's letter followed by what lies on it; an underscore
// is a place of the lattice where the mat has no hex.
//
//	pointy / 1,0 s# *. hP! / 0,1 sT _ *To^
//
// Fields: h heart, s spade, c club, d diamond, * star, 1 to 5 for field-1 to
// field-5, ? unknown. On it: T W C P K for turnip, wheat, corn, potato,
// pumpkin; ! worker, # barn, o well, ^ surveyor, . nothing.
// Hexes are named by their place, as Names does.
const (
	fieldLetters = "?hscd*12345"
	cropLetters  = ".TWCPK"
)

// String returns the mat in the one-line notation. An ID that isn't the one
// Names would give is not kept.
func (m Mat) String() string {
	if m.Template == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(m.orientation.String())
	major := func(a Axial) int { return a.R }
	minor := func(a Axial) int { return a.Q }
	if m.orientation == Flat {
		major, minor = minor, major
	}
	order := make([]int, m.Len())
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		a, b := m.spaces[i].At, m.spaces[j].At
		return cmp.Or(cmp.Compare(major(a), major(b)), cmp.Compare(minor(a), minor(b)))
	})
	for k, i := range order {
		at := m.spaces[i].At
		if k == 0 || major(m.spaces[order[k-1]].At) != major(at) {
			fmt.Fprintf(&b, " / %d,%d", at.Q, at.R)
		} else {
			for n := minor(m.spaces[order[k-1]].At) + 1; n < minor(at); n++ {
				b.WriteString(" _")
			}
		}
		b.WriteByte(' ')
		b.WriteByte(fieldLetters[m.spaces[i].Field])
		writeContents(&b, m.On[i])
	}
	return b.String()
}

func writeContents(b *strings.Builder, c Contents) {
	if c.Empty() {
		b.WriteByte('.')
		return
	}
	if c.Crop != NoCrop {
		b.WriteByte(cropLetters[c.Crop])
	}
	for _, mark := range []struct {
		on     bool
		letter byte
	}{{c.Worker, '!'}, {c.Barn, '#'}, {c.Well, 'o'}, {c.Surveyor, '^'}} {
		if mark.on {
			b.WriteByte(mark.letter)
		}
	}
}

// maxNotationSpan bounds rows and coordinates, so that a line from a stranger
// can't ask for much memory or overflow a coordinate.
const maxNotationSpan = 1000

// Parse reads the one-line notation. The error says which row and hex is
// wrong and what would be right.
func Parse(line string) (Mat, error) {
	rows := strings.Split(line, "/")
	var o Orientation
	if err := o.UnmarshalText([]byte(strings.TrimSpace(rows[0]))); err != nil {
		return Mat{}, fmt.Errorf("read a mat's notation: %w", err)
	}
	var spaces []Space
	var on []Contents
	for n, row := range rows[1:] {
		tokens := strings.Fields(row)
		if len(tokens) == 0 {
			return Mat{}, fmt.Errorf("read a mat's notation: row %d is empty; it begins with q,r of its first hex", n+1)
		}
		at, err := parseAxial(tokens[0])
		if err != nil {
			return Mat{}, fmt.Errorf("read a mat's notation: row %d: %w", n+1, err)
		}
		if len(tokens) > maxNotationSpan {
			return Mat{}, fmt.Errorf("read a mat's notation: row %d has more than %d places", n+1, maxNotationSpan)
		}
		for k, token := range tokens[1:] {
			here := Axial{at.Q + k, at.R}
			if o == Flat {
				here = Axial{at.Q, at.R + k}
			}
			if token == "_" {
				continue
			}
			field, contents, err := parseHex(token)
			if err != nil {
				return Mat{}, fmt.Errorf("read a mat's notation: row %d, place %d: %w", n+1, k+1, err)
			}
			spaces, on = append(spaces, Space{At: here, Field: field}), append(on, contents)
		}
	}
	t, err := NewTemplate(o, spaces)
	if err != nil {
		return Mat{}, fmt.Errorf("read a mat's notation: %w", err)
	}
	return Mat{Template: t, On: on}, nil
}

func parseAxial(token string) (Axial, error) {
	left, right, ok := strings.Cut(token, ",")
	q, errQ := strconv.Atoi(left)
	r, errR := strconv.Atoi(right)
	if !ok || errQ != nil || errR != nil || abs(q) > maxNotationSpan || abs(r) > maxNotationSpan {
		return Axial{}, fmt.Errorf("%q is not q,r of its first hex, such as 1,0", token)
	}
	return Axial{q, r}, nil
}

func parseHex(token string) (Field, Contents, error) {
	field := strings.IndexByte(fieldLetters, token[0])
	if field < 0 {
		return 0, Contents{}, fmt.Errorf("%q begins with no field (one of %s)", token, fieldLetters)
	}
	var c Contents
	for i := 1; i < len(token); i++ {
		letter := token[i]
		seen := false
		set := func(flag *bool) { seen, *flag = *flag, true }
		switch letter {
		case '.':
			seen = len(token) != 2
		case '!':
			set(&c.Worker)
		case '#':
			set(&c.Barn)
		case 'o':
			set(&c.Well)
		case '^':
			set(&c.Surveyor)
		default:
			crop := strings.IndexByte(cropLetters, letter)
			if crop < 0 {
				return 0, Contents{}, fmt.Errorf("%q has %q, which is none of . T W C P K ! # o ^", token, letter)
			}
			seen = c.Crop != NoCrop
			c.Crop = Crop(crop)
		}
		if seen {
			return 0, Contents{}, fmt.Errorf("%q has %q where it is one too many", token, letter)
		}
	}
	if len(token) == 1 {
		return 0, Contents{}, fmt.Errorf("%q says nothing of what lies there; write a dot for nothing", token)
	}
	return Field(field), c, nil
}
