package display

import (
	"fmt"
	"io"
	"strings"
)

// Terminal draws the lamps as text: on a terminal, or in a log.
type Terminal struct {
	to     io.Writer
	face   Face
	redraw bool
	shown  Picture
	torn   bool // drawing failed: it isn't known what is there
	lines  int  // drawn last, to draw over
}

// NewTerminal returns a display that draws on a writer, each picture below the
// one before, or over it on a terminal that knows ANSI's commands.
func NewTerminal(to io.Writer, face Face, redraw bool) *Terminal {
	return &Terminal{to: to, face: face, redraw: redraw, shown: face.Blank()}
}

// Face says what there is to draw on.
func (t *Terminal) Face() Face { return t.face }

// Show draws a picture that is new. Text has no brightness.
func (t *Terminal) Show(p Picture, _ int) error {
	if err := t.face.fits(p); err != nil {
		return err
	}
	if p.Equal(t.shown) && !t.torn {
		return nil
	}
	if err := t.draw(used(p).Text()); err != nil {
		return err
	}
	t.shown = p
	return nil
}

// Refresh does nothing: what was drawn stays.
func (t *Terminal) Refresh() error { return nil }

// Halt says that the display is dark.
func (t *Terminal) Halt() error {
	if t.shown.Equal(t.face.Blank()) && !t.torn {
		return nil
	}
	t.shown = t.face.Blank()
	const dark = "(the display is dark)\n"
	err := t.draw(dark)
	if err != nil {
		_ = t.draw(dark) // the first error is the one that is told
	}
	return err
}

// used leaves out the modules at the end on which nothing is lit.
func used(p Picture) Picture {
	if p.Kind == Matrix {
		return p
	}
	for p.Modules > 1 && strings.TrimSpace((Picture{Face{Kind: p.Kind, Modules: 1, Cells: p.Cells}, p.module(p.Modules - 1)}).Text()) == "" {
		p.Modules--
	}
	return p
}

func (t *Terminal) draw(text string) error {
	before := "-- score display --\n" // so that nobody wonders at the strokes in a log
	switch {
	case !t.redraw:
	case t.lines == 0:
		before = ""
	default:
		before = fmt.Sprintf("\x1b[%dA\x1b[J", t.lines)
	}
	t.torn = true
	if _, err := io.WriteString(t.to, before+text); err != nil {
		return fmt.Errorf("draw the display as text: %w", err)
	}
	t.lines, t.torn = strings.Count(text, "\n"), false
	return nil
}

// Mirror is a display without lamps: the picture it would show is in the
// runner's status, for pages to draw.
type Mirror struct{ face Face }

// Face says what there would be to draw on.
func (m *Mirror) Face() Face { return m.face }

// Show accepts any picture of its face.
func (m *Mirror) Show(p Picture, _ int) error { return m.face.fits(p) }

// Refresh does nothing.
func (m *Mirror) Refresh() error { return nil }

// Halt does nothing.
func (m *Mirror) Halt() error { return nil }
