package scoringtest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"harbormaster/scoring"
	"harbormaster/scoring/say"
)

// Notes scores a state file and compares the notes of all lines, player by
// player, as people read them.
func Notes(t *testing.T, game scoring.Game, file string, want ...string) {
	t.Helper()
	s, err := game.ReadState([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	speaker, err := say.New("en", game.Info().Messages)
	if err != nil {
		t.Fatal(err)
	}
	r := game.Score(s)
	speaker.Explain(&r)
	var got []string
	for _, p := range r.Players {
		for _, l := range p.Lines {
			got = append(got, l.Note)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}
