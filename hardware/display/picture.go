package display

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Kind is what a display's lamps look like.
type Kind string

// The kinds.
const (
	Seven    Kind = "seven"    // digits of seven segments and a dot
	Fourteen Kind = "fourteen" // digits of fourteen segments and a dot
	Matrix   Kind = "matrix"   // columns of eight lamps
)

// Face is what a display has to draw on: some modules, each a row of cells. A
// cell is a digit, or a column of a matrix.
type Face struct {
	Kind    Kind `json:"kind"`
	Modules int  `json:"modules"`
	Cells   int  `json:"cells"` // of one module
	// Still says that nothing moves there, because each picture costs a line
	// of a log: nothing blinks, takes turns or scrolls.
	Still bool `json:"still,omitempty"`
}

// Picture says which lamps of a face are lit.
type Picture struct {
	Face
	// Lamps holds a number a cell, module by module from left to right. Of a
	// digit, the bits from the lowest are the segments a to g and the dot, or
	// a to f, g, h, i to n and the dot; of a column, the lamps from the top.
	Lamps []uint16 `json:"lamps"`
}

// Blank returns the picture with no lamp lit.
func (f Face) Blank() Picture { return Picture{f, make([]uint16, f.Modules*f.Cells)} }

// Lit returns the picture with all lamps lit.
func (f Face) Lit() Picture {
	p := f.Blank()
	for i := range p.Lamps {
		p.Lamps[i] = math.MaxUint16
	}
	return p
}

// fits returns an error for a picture that was drawn for another face.
func (f Face) fits(p Picture) error {
	if p.Face != f || len(p.Lamps) != f.Modules*f.Cells {
		return fmt.Errorf("the picture is for %d modules of %d cells (%s), the display has %d of %d (%s)", p.Modules, p.Cells, p.Kind, f.Modules, f.Cells, f.Kind)
	}
	return nil
}

// Equal reports whether two pictures are the same.
func (p Picture) Equal(q Picture) bool { return p.Face == q.Face && slices.Equal(p.Lamps, q.Lamps) }

// module returns the cells of module i; they may be written.
func (p Picture) module(i int) []uint16 { return p.Lamps[i*p.Cells : (i+1)*p.Cells] }

// upsideDown maps each segment, or lamp of a column, to the one in its place
// once the display hangs upside down. The dot has no such place and stays: it
// is then at the top left.
var upsideDown = map[Kind][]int{
	Seven:    {3, 4, 5, 0, 1, 2, 6, 7},
	Fourteen: {3, 4, 5, 0, 1, 2, 7, 6, 13, 12, 11, 10, 9, 8, 14},
	Matrix:   {7, 6, 5, 4, 3, 2, 1, 0},
}

// UpsideDown returns the picture for a display that hangs upside down. Digits
// stay with their module, which stands before its player; the modules of a
// matrix are one row, which turns as a whole.
func (p Picture) UpsideDown() Picture {
	turned := p.Blank()
	places := upsideDown[p.Kind]
	for i, lamps := range p.Lamps {
		to := len(p.Lamps) - 1 - i
		if p.Kind != Matrix {
			m, c := i/p.Cells, i%p.Cells
			to = m*p.Cells + p.Cells - 1 - c
		}
		for bit, other := range places {
			if lamps&(1<<bit) != 0 {
				turned.Lamps[to] |= 1 << other
			}
		}
	}
	return turned
}

// Text draws the picture with characters, one block of lines a module, or one
// block for a whole matrix. Blanks at the ends of lines are left out.
func (p Picture) Text() string {
	var b strings.Builder
	write := func(rows [][]byte) {
		for _, row := range rows {
			b.WriteString(strings.TrimRight(string(row), " ") + "\n")
		}
	}
	if p.Kind == Matrix {
		rows := make([][]byte, 8)
		for y := range rows {
			for _, column := range p.Lamps {
				rows[y] = append(rows[y], ".#"[column>>y&1])
			}
		}
		write(rows)
		return b.String()
	}
	drawing := drawings[p.Kind]
	for i := range p.Modules {
		rows := make([][]byte, len(drawing))
		for y, line := range drawing {
			for _, lamps := range p.module(i) {
				for _, segment := range line {
					rows[y] = append(rows[y], stroke(p.Kind, lamps, segment))
				}
			}
		}
		write(rows)
	}
	return b.String()
}

// drawings place the segments on lines of characters.
var drawings = map[Kind][]string{
	Seven:    {" a   ", "fgb  ", "edcp "},
	Fourteen: {" aaa   ", "fijkb  ", " g h   ", "elmnc  ", " ddd p "},
}

// strokes are the characters of the segments.
var strokes = map[rune]byte{'a': '_', 'b': '|', 'c': '|', 'd': '_', 'e': '|', 'f': '|', 'g': '-', 'h': '-',
	'i': '\\', 'j': '|', 'k': '/', 'l': '/', 'm': '|', 'n': '\\', 'p': '.'}

func stroke(k Kind, lamps uint16, segment rune) byte {
	bit := strings.IndexRune(segments[k], segment)
	switch {
	case bit < 0 || lamps&(1<<bit) == 0:
		return ' '
	case k == Seven && segment == 'g':
		return '_'
	}
	return strokes[segment]
}
