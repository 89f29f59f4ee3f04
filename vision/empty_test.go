package vision

import (
	"slices"
	"testing"

	"harbormaster/calibration"
)

// A mat that calibration didn't find is listed as not found, with the reason.
func TestEmptyReadingListsWhatIsMissing(t *testing.T) {
	p := &calibration.Profile{Notes: []calibration.Note{
		{Key: "calibrate.missing", Params: map[string]any{"missing": "b"}, Text: "b's mat: no cards."},
		{Key: "calibrate.dark", Text: "It is dark."},
	}}
	r := EmptyReading(&Frame{Name: "x"}, p, 0)
	if len(r.Players) != 1 || r.Players[0].Found || r.Players[0].Name != "b" || !slices.Equal(r.Players[0].Problems, []string{"b's mat: no cards."}) {
		t.Errorf("players: %+v", r.Players)
	}
	if !slices.Equal(r.Problems, []string{"It is dark."}) {
		t.Errorf("problems of the picture: %q", r.Problems)
	}
}
