package calibration

import (
	"strings"
	"testing"
)

func TestParseMarks(t *testing.T) {
	m, err := ParseMarks([]byte(`{"players":[
		{"name":"red","tags":[0,1,2,3],"harbor":{"first":[249,692],"last":[979,677],"steps":20,"notches":[2,4,6]},"agents_area":[[806,371],[1136,365],[1137,503],[807,509]]},
		{"name":"blue","corners":[[1290,640],[2090,605],[2108,1098],[1300,1118]]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	red, blue := m.Players[0], m.Players[1]
	if red.Name != "red" || len(red.Tags) != 4 || red.Harbor.Steps != 20 || red.Harbor.Last.Y != 677 || len(red.AgentsArea) != 4 {
		t.Errorf("red is %+v", red)
	}
	if blue.Harbor != nil || blue.Tags != nil || blue.Corners[2].X != 2108 {
		t.Errorf("blue is %+v", blue)
	}
}

func TestBadMarksAreRefusedByName(t *testing.T) {
	for text, want := range map[string]string{
		`{"players":[{"name":"red","tags":[0,1,2,3]}`: "read the marks",
		`{"players":[]}`:                                                                                              "no players",
		`{"players":[{"tags":[0,1,2,3]}]}`:                                                                            "player 1 has no name",
		`{"players":[{"name":"red","tags":[0,1,2]}]}`:                                                                 "red has 3 tags",
		`{"players":[{"name":"red","corners":[[0,0],[1,0],[1,1]]}]}`:                                                  "red has 3 corners",
		`{"players":[{"name":"red"}]}`:                                                                                "red has 0 corners and no tags",
		`{"players":[{"name":"red","tags":[0,1,2,3],"corners":[[0,0],[1,0],[1,1],[0,1]]}]}`:                           "both tags and corners",
		`{"players":[{"name":"red","tags":[0,1,2,3]},{"name":"blue","tags":[3,4,5,6]}]}`:                              "tag 3 is at both red and blue",
		`{"players":[{"name":"red","tags":[0,1,2,3]},{"name":"red","tags":[4,5,6,7]}]}`:                               `two players are called "red"`,
		`{"players":[{"name":"red","tags":[0,1,2,600]}]}`:                                                             "tag 600",
		`{"players":[{"name":"red","tags":[0,1,2,3],"harbour":{}}]}`:                                                  "harbour",
		`{"players":[{"name":"red","tags":[0,1,2,3],"harbor":{"first":[1,1],"steps":20}}]}`:                           "harbor needs first, last",
		`{"players":[{"name":"red","tags":[0,1,2,3],"harbor":{"first":[1,1],"last":[1,1],"steps":20}}]}`:              "harbor needs first, last",
		`{"players":[{"name":"red","tags":[0,1,2,3],"harbor":{"first":[1,1],"last":[9,1],"steps":3,"notches":[4]}}]}`: "a notch at 4",
		`{"players":[{"name":"red","tags":[0,1,2,3],"agents_area":[[1,1],[2,2]]}]}`:                                   "agents_area has 2 corners",
	} {
		_, err := ParseMarks([]byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q in it", text, err, want)
		}
	}
}

func TestMarksFromTags(t *testing.T) {
	m := MarksFromTags([]int{0, 1, 3, 8, 9, 10, 11, 40})
	if len(m.Players) != 2 || m.Players[0].Name != "player-1" || m.Players[1].Name != "player-3" || m.Players[1].Tags[0] != 8 {
		t.Errorf("got %+v", m.Players)
	}
	if len(MarksFromTags(nil).Players) != 0 {
		t.Error("players without cards")
	}
}
