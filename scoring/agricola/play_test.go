package agricola_test

import (
	"encoding/json"
	"testing"

	"harbormaster/scoring"
	"harbormaster/scoring/agricola"
	"harbormaster/scoring/scoringtest"
)

type steps = []scoringtest.Step

func begin(t *testing.T, settings string, names ...string) scoring.State {
	t.Helper()
	s, err := agricola.Game{}.Start(scoring.Setup{Players: names, Settings: json.RawMessage(settings)})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestWork(t *testing.T) {
	scoringtest.Script(t, agricola.Game{}, begin(t, "", "ann", "bo", "cy"), steps{
		{Do: `{"do":"done","player":"ann"}`, Refuse: "play.not-now"},
		{Do: `{"do":"next"}`, Asks: "agricola.ask.work", Of: "ann"},
		{Do: `{"do":"next"}`, Refuse: "play.not-now"},
		{Do: `{"do":"play","player":"ann","kind":"occupation","points":1}`,
			Awards: []string{"ann +1 ann reads the occupation aloud; it costs 0 food on the printed space"}},
		{Do: `{"do":"play","player":"ann","kind":"occupation"}`,
			Awards: []string{"ann +0 ann reads the occupation aloud; it costs 1 food on the printed space"}},
		{Do: `{"do":"play","player":"ann","kind":"major"}`, Refuse: "play.choose"},
		{Do: `{"do":"play","player":"ann","kind":"minor","points":-1}`, Refuse: "agricola.card-points"},
		{Do: `{"do":"play","player":"cy","kind":"traveling","points":2}`,
			Awards: []string{"cy +0 cy reads the card aloud; after its effect it goes to the hand of ann"}},
		{Do: `{"do":"done","player":"ann"}`, Of: "bo"},
		{Do: `{"do":"done","player":"ann"}`, Refuse: "play.not-your-turn"},
		{Do: `{"do":"first_player","player":"bo"}`, Of: "bo"},
		{Do: `{"do":"gain","player":"bo","key":"sheep","count":1}`, Awards: []string{"bo +2 what changed makes 2 points: -5 now"}},
		{Do: `{"do":"gain","player":"bo","key":"sheeps","count":1}`, Refuse: "file.unknown-name"},
		{Do: `{"do":"gain","player":"bo","key":"fenced_stables","count":5}`, Refuse: "play.counter"},
		{Do: `{"do":"grow","player":"bo"}`, Awards: []string{"bo +3 what changed makes 3 points: -2 now"}},
		{Do: `{"do":"renovate","player":"bo"}`},
		{Do: `{"do":"renovate","player":"bo"}`},
		{Do: `{"do":"renovate","player":"bo"}`, Refuse: "agricola.renovated"},
		{Do: `{"do":"beg","player":"bo","count":1}`, Refuse: "play.not-now"},
		{Do: `{"do":"pass","player":"bo"}`, Of: "cy"},
		{Do: `{"do":"pass","player":"cy"}`, Of: "ann"},
		{Do: `{"do":"pass","player":"ann"}`, Asks: "agricola.ask.returning_home"},
		{Do: `{"do":"first_player","player":"ann"}`, Refuse: "play.not-now"},
		{Do: `{"do":"next"}`, Asks: "agricola.ask.preparation"},
		{Do: `{"do":"next"}`, Asks: "agricola.ask.work", Of: "bo"},
	})
}

func TestImprovements(t *testing.T) {
	scoringtest.Script(t, agricola.Game{}, begin(t, "", "ann", "bo"), steps{
		{Do: `{"do":"next"}`},
		{Do: `{"do":"improve","player":"ann","card":"Fireplace (2 clay)"}`, Awards: []string{"ann +1 ann builds Fireplace (2 clay) for 2 clay"}},
		{Do: `{"do":"improve","player":"bo","card":"Fireplace (2 clay)"}`, Refuse: "agricola.improvement-taken"},
		{Do: `{"do":"improve","player":"bo","card":"Fireplace"}`, Refuse: "play.choose"},
		{Do: `{"do":"upgrade","player":"bo","card":"Cooking Hearth (4 clay)","kind":"Fireplace (2 clay)"}`, Refuse: "play.choose"},
		{Do: `{"do":"upgrade","player":"ann","card":"Well","kind":"Fireplace (2 clay)"}`, Refuse: "play.choose"},
		{Do: `{"do":"upgrade","player":"ann","card":"Cooking Hearth (4 clay)","kind":"Fireplace (2 clay)"}`,
			Awards: []string{"ann +0 ann takes Cooking Hearth (4 clay) for Fireplace (2 clay), which goes back to the board and no longer counts"}},
		// The fireplace is on the board again.
		{Do: `{"do":"improve","player":"bo","card":"Fireplace (2 clay)"}`},
		{Do: `{"do":"play","player":"bo","kind":"minor","points":2}`},
		{Do: `{"do":"upgrade","player":"bo","card":"Cooking Hearth (5 clay)","kind":"minor","count":3}`, Refuse: "agricola.card-points"},
		{Do: `{"do":"upgrade","player":"bo","card":"Cooking Hearth (5 clay)","kind":"minor","count":2}`,
			Awards: []string{"bo -1 bo takes Cooking Hearth (5 clay) for a minor improvement, which leaves the game"}},
		// Pottery brings two points, and one more for three clay in supply.
		{Do: `{"do":"gain","player":"bo","key":"resources.clay","count":3}`},
		{Do: `{"do":"improve","player":"bo","card":"Pottery"}`,
			Awards: []string{"bo +2 bo builds Pottery for 2 clay, 2 stone", "bo +1 what changed makes 1 point: -2 now"}},
	})
}

func TestPaidCosts(t *testing.T) {
	end := scoringtest.Script(t, agricola.Game{}, begin(t, `{"costs":"paid"}`, "ann"), steps{
		{Do: `{"do":"next"}`},
		{Do: `{"do":"improve","player":"ann","card":"Well"}`, Refuse: "agricola.cost"},
		{Do: `{"do":"bulk","player":"ann","set":{"resources":{"wood":2,"stone":3}}}`},
		{Do: `{"do":"improve","player":"ann","card":"Well"}`},
		{Do: `{"do":"improve","player":"ann","card":"Joinery"}`, Refuse: "agricola.cost"},
	})
	want := agricola.Resources{Wood: 1}
	if got := end.(*agricola.State).Players[0].Resources; got != want {
		t.Errorf("left are %+v, want %+v", got, want)
	}
}

// A harvest comes after the rounds 4, 7, 9, 11, 13 and 14, and the game ends.
func TestRoundsAndHarvests(t *testing.T) {
	s := begin(t, "", "ann")
	var harvests []int
	for n := 0; ; n++ {
		p := agricola.Game{}.Next(s)
		if p.Over {
			break
		}
		if p.Phase == "field" {
			harvests = append(harvests, p.Round)
		}
		a := scoring.Action{Do: p.Choices[0].Do, Player: p.Player}
		next, _, err := agricola.Game{}.Apply(s, a)
		if err != nil || n > 1000 {
			t.Fatalf("after %d actions: %v", n, err)
		}
		s = next
	}
	want := [6]int{4, 7, 9, 11, 13, 14}
	if len(harvests) != 6 || [6]int(harvests) != want {
		t.Errorf("harvests after %v, want %v", harvests, want)
	}
}

func TestHarvest(t *testing.T) {
	s := begin(t, "", "ann", "bo")
	state := s.(*agricola.State)
	state.Round, state.Phase = 4, "field"
	scoringtest.Script(t, agricola.Game{}, state, steps{
		{Do: `{"do":"next"}`, Asks: "agricola.ask.feeding", Of: "ann"},
		{Do: `{"do":"pass","player":"ann"}`, Refuse: "play.not-now"},
		{Do: `{"do":"beg","player":"ann"}`, Refuse: "play.counter"},
		{Do: `{"do":"beg","player":"ann","count":2}`, Awards: []string{"ann -6 what changed makes -6 points: -13 now"}},
		{Do: `{"do":"done","player":"ann"}`, Of: "bo"},
		{Do: `{"do":"done","player":"bo"}`, Asks: "agricola.ask.breeding", Of: "ann"},
		{Do: `{"do":"gain","player":"ann","key":"boar","count":1}`},
		{Do: `{"do":"done","player":"ann"}`, Of: "bo"},
		{Do: `{"do":"done","player":"bo"}`, Asks: "agricola.ask.preparation"},
	})
}

func TestResume(t *testing.T) {
	s, err := agricola.Game{}.ReadState([]byte(valid))
	if err != nil {
		t.Fatal(err)
	}
	scoringtest.Script(t, agricola.Game{}, s, steps{
		{Do: `{"do":"next"}`, Refuse: "play.not-now"},
		{Do: `{"do":"resume","kind":"feding","count":3}`, Refuse: "play.choose"},
		{Do: `{"do":"resume","kind":"feeding","count":0}`, Refuse: "play.round"},
		{Do: `{"do":"resume","kind":"feeding","count":4}`, Asks: "agricola.ask.feeding"},
		{Do: `{"do":"bulk","player":"bo","set":{"improvements":["Fireplace (2 clay)"]}}`, Refuse: "agricola.improvement-twice"},
		{Do: `{"do":"bulk","player":"bo","set":{"improvements":[]}}`, Awards: []string{"bo -4 what changed makes -4 points: 32 now"}},
		{Do: `{"do":"bulk","player":"bo","set":{"family":null}}`, Refuse: "file.missing"},
		{Do: `{"do":"grow","player":"ann"}`, Refuse: "agricola.family-full"},
	})
}
