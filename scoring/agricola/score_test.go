package agricola_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"harbormaster/scoring/agricola"
	"harbormaster/scoring/say"
)

// sheet is the scoring table as a person reads it off the box: the most that
// still makes -1, 1, 2 and 3 points.
var sheet = map[string][4]int{
	"fields": {1, 2, 3, 4}, "pastures": {0, 1, 2, 3}, "grain": {0, 3, 5, 7}, "vegetables": {0, 1, 2, 3},
	"sheep": {0, 3, 5, 7}, "boar": {0, 2, 4, 6}, "cattle": {0, 1, 3, 5},
}

// again counts a category a second way.
func again(category string, n int) int {
	for i, most := range sheet[category] {
		if n <= most {
			return []int{-1, 1, 2, 3}[i]
		}
	}
	return 4
}

func TestScoreASecondWay(t *testing.T) {
	majors := map[string]int{"Fireplace (2 clay)": 1, "Fireplace (3 clay)": 1, "Cooking Hearth (4 clay)": 1, "Cooking Hearth (5 clay)": 1,
		"Clay Oven": 2, "Stone Oven": 3, "Joinery": 2, "Pottery": 2, "Basketmaker's Workshop": 2, "Well": 4}
	var names []string
	for name := range majors {
		names = append(names, name)
	}
	slices.Sort(names)
	n := rapid.IntRange(0, 10)
	rapid.Check(t, func(t *rapid.T) {
		p := agricola.Player{Name: "ann", Fields: n.Draw(t, "fields"), Pastures: n.Draw(t, "pastures"), Grain: n.Draw(t, "grain"),
			Vegetables: n.Draw(t, "vegetables"), Sheep: n.Draw(t, "sheep"), Boar: n.Draw(t, "boar"), Cattle: n.Draw(t, "cattle"),
			Unused: n.Draw(t, "unused"), Stables: n.Draw(t, "stables") % 5, Family: n.Draw(t, "family") % 6, Begging: n.Draw(t, "begging"),
			CardPoints: n.Draw(t, "cards"), BonusPoints: n.Draw(t, "bonus"),
			Rooms:     agricola.Rooms{Material: rapid.SampledFrom([]string{"wood", "clay", "stone"}).Draw(t, "house"), Count: n.Draw(t, "rooms")},
			Resources: agricola.Resources{Wood: n.Draw(t, "wood"), Clay: n.Draw(t, "clay"), Reed: n.Draw(t, "reed"), Stone: n.Draw(t, "stone")}}
		p.Improvements = rapid.SliceOfDistinct(rapid.SampledFrom(names), rapid.ID[string]).Draw(t, "improvements")
		want := map[string]int{"unused": -p.Unused, "stables": p.Stables, "family": 3 * p.Family, "begging": -3 * p.Begging,
			"cards": p.CardPoints, "bonus": p.BonusPoints,
			"rooms": map[string]int{"clay": 1, "stone": 2}[p.Rooms.Material] * p.Rooms.Count}
		for category, count := range map[string]int{"fields": p.Fields, "pastures": p.Pastures, "grain": p.Grain,
			"vegetables": p.Vegetables, "sheep": p.Sheep, "boar": p.Boar, "cattle": p.Cattle} {
			want[category] = again(category, count)
		}
		for _, card := range p.Improvements {
			want["improvements"] += majors[card]
			want["bonus"] += endBonus(card, p.Resources)
		}
		want["improvements"] += 0 // there is a line even without any
		got := map[string]int{}
		for _, l := range (agricola.Game{}).Score(&agricola.State{Players: []agricola.Player{p}}).Players[0].Lines {
			got[l.Category] = l.Points
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("lines (-second way +score):\n%s", diff)
		}
	})
}

// endBonus reads the bonus off the card.
func endBonus(card string, r agricola.Resources) int {
	steps := func(n, one, two, three int) int {
		switch {
		case n >= three:
			return 3
		case n >= two:
			return 2
		case n >= one:
			return 1
		}
		return 0
	}
	switch card {
	case "Joinery":
		return steps(r.Wood, 3, 5, 7)
	case "Pottery":
		return steps(r.Clay, 3, 5, 7)
	case "Basketmaker's Workshop":
		return steps(r.Reed, 2, 4, 5)
	}
	return 0
}

func TestNotes(t *testing.T) {
	s, err := agricola.Game{}.ReadState([]byte(valid))
	if err != nil {
		t.Fatal(err)
	}
	speaker, err := say.New("en", agricola.Game{}.Info().Messages)
	if err != nil {
		t.Fatal(err)
	}
	r := agricola.Game{}.Score(s)
	speaker.Explain(&r)
	got := map[string]string{}
	for _, l := range r.Players[0].Lines {
		got[l.Category] = l.Note
	}
	want := map[string]string{
		"fields": "2; 3 would make more", "pastures": "only one; 2 would make more", "grain": "4; 6 would make more",
		"vegetables": "2; 3 would make more", "sheep": "8, the most that counts", "boar": "8, the most that counts",
		"cattle": "only one; 2 would make more", "unused": "10 x -1", "stables": "1 x 1",
		"rooms": "2 clay rooms x 1", "family": "5 x 3", "begging": "1 x -3",
		"improvements": "Fireplace (2 clay) 1, Basketmaker's Workshop 2",
		"bonus":        "1 from cards; Basketmaker's Workshop 1 (2 reed)",
		"cards":        "3 points printed on occupations and minor improvements",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

// A tie is shared: the rules name nothing that breaks it.
func TestTieIsShared(t *testing.T) {
	p := agricola.Player{Name: "ann", Family: 2, Rooms: agricola.Rooms{Material: "wood", Count: 2}}
	q := p
	q.Name = "bo"
	r := agricola.Game{}.Score(&agricola.State{Players: []agricola.Player{p, q}})
	if diff := cmp.Diff([]string{"ann", "bo"}, r.Winners); diff != "" {
		t.Errorf("winners (-want +got):\n%s", diff)
	}
}

// A doubt doesn't change the score and names its player.
func TestDoubts(t *testing.T) {
	var file map[string]any
	if err := json.Unmarshal([]byte(valid), &file); err != nil {
		t.Fatal(err)
	}
	ann := file["players"].([]any)[0].(map[string]any)
	ann["pastures"], ann["family"], ann["name"] = 0, 0, "bo"
	ann["rooms"].(map[string]any)["count"] = 0
	data, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := agricola.Game{}.ReadState(data)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range (agricola.Game{}).Score(s).Doubts {
		got = append(got, d.Player+" "+d.Key)
	}
	want := []string{"bo doubt.same-name", "bo agricola.doubt.stables", "bo agricola.doubt.family", "bo agricola.doubt.rooms"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("doubts (-want +got):\n%s", diff)
	}
}
