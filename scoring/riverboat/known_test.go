package riverboat_test

import (
	"strings"
	"testing"

	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
)

func seen(t *testing.T, player, notation string, boats []string, step, agents int) riverboat.Seen {
	t.Helper()
	m, err := mat.Parse(notation)
	if err != nil {
		t.Fatal(err)
	}
	return riverboat.Seen{Player: player, Mat: m, Boats: boats, HarborMaster: &step, Agents: &agents}
}

const knownOfBoth = `{"players":[{"name":"bo","coins":1,"surveyors_in_supply":0,"phase_tiles":[2,4],"track_vp":30},
 {"name":"ann","coins":3,"surveyors_in_supply":1,"phase_tiles":[1,3,5],"track_vp":40}]}`

func TestFromPicture(t *testing.T) {
	ann := seen(t, "ann", "pointy / 0,0 1Co 1C! / 0,1 2#", []string{"1"}, 3, 1)
	bo := seen(t, "bo", "pointy / 0,0 1. 1. / 0,1 2.", []string{}, 2, 0)
	track := &riverboat.Track{Steps: 8, Notches: []int{1, 3, 5}}
	hidden := ann
	hidden.Hidden = []string{"A1", "B1"}
	lost := ann
	lost.Mat = mat.Mat{}
	unread := ann
	unread.HarborMaster, unread.Boats = nil, nil
	for _, c := range []struct {
		name  string
		ann   riverboat.Seen
		track *riverboat.Track
		edits []string // pairs of old and new in what is known
		total int      // ann's
		key   string
		place string
	}{
		{"all is there", ann, track, nil, 40 + 3 + 14 + 6 + 1 + 20, "", ""},
		{"the track is known", ann, nil, []string{`{"players"`, `{"harbor_track":{"steps":8,"notches":[1]},"players"`}, 84, "", ""},
		{"nobody knows the track", ann, nil, nil, 0, "file.missing", ""},
		{"coins aren't known", ann, track, []string{`"coins":3,`, ``}, 0, "riverboat.known-missing", "coins"},
		{"tiles aren't known", ann, track, []string{`"phase_tiles":[1,3,5],`, ``}, 0, "riverboat.known-missing", "phase_tiles"},
		{"nobody known", ann, track, []string{`,
 {"name":"ann","coins":3,"surveyors_in_supply":1,"phase_tiles":[1,3,5],"track_vp":40}`, ``}, 0, "riverboat.known-missing", "coins"},
		{"the user overrules a counter", ann, track, []string{`"coins":3`, `"coins":3,"agents":0,"harbor_master":0`}, 40 + 3 + 14 + 6, "", ""},
		{"the user overrules a hex", ann, track, []string{`"coins":3`, `"coins":3,"hexes":{"B1":{"barn":false}}`}, 40 + 3 + 7 + 4 + 1 + 20, "", ""},
		{"a hand is in the way", hidden, track, nil, 0, "riverboat.known-hidden", "A1"},
		{"half of it is known", hidden, track, []string{`"coins":3`, `"coins":3,"hexes":{"B1":{"barn":true}}`}, 0, "riverboat.known-hidden", "A1"},
		{"all of it is known", hidden, track, []string{`"coins":3`, `"coins":3,"hexes":{"B1":{"barn":true},"A1":{"crop":"corn","well":true}}`}, 84, "", ""},
		{"the mat wasn't found", lost, track, nil, 0, "riverboat.known-no-mat", "mat"},
		{"the eye is not sure of counters", unread, track, nil, 0, "riverboat.known-missing", "harbor_master"},
		{"a stranger is known", ann, track, []string{`"name":"bo"`, `"name":"bob"`}, 0, "file.unknown-name", "players[0].name"},
		{"one is known twice", ann, track, []string{`"name":"bo"`, `"name":"ann"`}, 0, "riverboat.known-twice", "players[1]"},
		{"no such hex", ann, track, []string{`"coins":3`, `"coins":3,"hexes":{"Q7":{"barn":true}}`}, 0, "riverboat.no-such-hex", "Q7"},
		{"what can't lie there", ann, track, []string{`"coins":3`, `"coins":3,"hexes":{"A1":{"barn":true}}`}, 0, "riverboat.barn-and-crop", "A1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			known := strings.NewReplacer(c.edits...).Replace(knownOfBoth)
			s, err := riverboat.FromPicture([]riverboat.Seen{c.ann, bo}, c.track, []byte(known))
			if c.key != "" {
				v, ok := err.(*scoring.Violation)
				if !ok || v.Key != c.key || v.Place != c.place {
					t.Fatalf("error %v, want %s at %q", err, c.key, c.place)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := (riverboat.Game{}).Score(s).Players[0].Total; got != c.total {
				t.Errorf("ann has %d, want %d", got, c.total)
			}
		})
	}
}
