package live

import (
	"testing"

	"harbormaster/mat"
)

// board is a template of rows of these lengths.
func board(t *testing.T, o mat.Orientation, rows ...int) *mat.Template {
	t.Helper()
	var spaces []mat.Space
	for r, n := range rows {
		for q := range n {
			a := mat.Axial{Q: q, R: r}
			if o == mat.Flat {
				a = mat.Axial{Q: r, R: q}
			}
			spaces = append(spaces, mat.Space{At: a, Field: mat.Field1})
		}
	}
	out, err := mat.NewTemplate(o, spaces)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestLessonShowsEveryPiece: whatever the mat, each crop with and without a worker,
// and each building lies on it once, if there is room.
func TestLessonShowsEveryPiece(t *testing.T) {
	for name, template := range map[string]*mat.Template{
		"wide rows":    board(t, mat.Pointy, 6, 7, 6, 7, 6),
		"flat":         board(t, mat.Flat, 5, 6, 6, 6, 5),
		"short rows":   board(t, mat.Pointy, 4, 4, 4, 4, 4),
		"a first stub": board(t, mat.Flat, 2, 6, 6, 6, 6),
		"just enough":  board(t, mat.Pointy, 18),
	} {
		seen := map[LabeledHex]int{}
		for id, on := range lessonHexes(template) {
			if _, ok := template.Index(id); !ok || on == (LabeledHex{}) {
				t.Errorf("%s: %+v on %s", name, on, id)
			}
			seen[on]++
		}
		for _, g := range lessonGroups() {
			for _, on := range g {
				if on != (LabeledHex{}) && seen[on] == 0 {
					t.Errorf("%s: %+v isn't laid", name, on)
				}
			}
		}
	}
	if n := len(lessonHexes(board(t, mat.Pointy, 3))); n != 3 {
		t.Errorf("a mat of three hexes is laid with %d", n)
	}
}
