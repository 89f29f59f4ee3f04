package plantation_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"harbormaster/scoring"
	"harbormaster/scoring/plantation"
	"harbormaster/scoring/scoringtest"
)

type steps = []scoringtest.Step

func begin(t *testing.T, settings string, names ...string) scoring.State {
	t.Helper()
	s, err := plantation.Game{}.Start(scoring.Setup{Players: names, Settings: json.RawMessage(settings)})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTurns(t *testing.T) {
	scoringtest.Script(t, plantation.Game{}, begin(t, "", "ann", "bo"), steps{
		{Do: `{"do":"pick","player":"ann","card":"Kitchen"}`, Refuse: "play.not-now"},
		{Do: `{"do":"roll","player":"bo","count":1}`, Refuse: "play.not-your-turn"},
		{Do: `{"do":"roll","player":"ann","count":7}`, Refuse: "plantation.die"},
		{Do: `{"do":"roll","player":"ann","count":1}`, Asks: "plantation.ask.pick", Of: "ann"},
		{Do: `{"do":"pick","player":"bo","card":"Kitchen"}`, Refuse: "play.not-your-turn"},
		{Do: `{"do":"pick","player":"ann","card":"Kitchens"}`, Refuse: "play.choose"},
		{Do: `{"do":"pick","player":"ann","card":"Slave Quarters"}`, Of: "bo",
			Awards: []string{"ann -8 what changed makes -8 points: -18 now"}},
		{Do: `{"do":"pick","player":"bo","card":"Cotton Field"}`, Of: "ann",
			Awards: []string{"bo +10 what changed makes 10 points: 0 now"}},
		{Do: `{"do":"pick","player":"ann","card":"Cash Crops"}`, Refuse: "play.choose"},
		{Do: `{"do":"pick","player":"ann","card":"Cash Crops","kind":"Corn"}`, Refuse: "play.choose"},
		{Do: `{"do":"pick","player":"ann","card":"Cash Crops","kind":"Cotton"}`, Asks: "plantation.ask.roll", Of: "bo",
			Awards: []string{"ann +0 Cash Crops, Cotton: 0 for ann, who has 0 fields", "bo +2 Cash Crops, Cotton: 2 for bo, who has 1 field"}},
	})
}

func TestLosses(t *testing.T) {
	scoringtest.Script(t, plantation.Game{}, begin(t, `{"houses":["Big House"]}`, "ann", "bo"), steps{
		{Do: `{"do":"roll","player":"ann","count":6}`},
		{Do: `{"do":"pick","player":"ann","card":"Blight"}`, Of: "bo",
			Awards: []string{"ann +0 Blight does nothing to ann, who has nothing to lose (field)"}},
		{Do: `{"do":"pick","player":"bo","card":"Rice Field"}`},
		{Do: `{"do":"pick","player":"ann","card":"Warehouses"}`},
		{Do: `{"do":"pick","player":"bo","card":"Drought"}`, Asks: "plantation.ask.losing", Of: "bo"},
		{Do: `{"do":"pick","player":"bo","card":"Kitchen"}`, Refuse: "play.not-now"},
		{Do: `{"do":"discard","player":"bo","card":"Cotton Field"}`, Refuse: "play.choose"},
		{Do: `{"do":"discard","player":"bo","card":"Rice Field"}`, Asks: "plantation.ask.pick", Of: "ann",
			Awards: []string{"bo +0 bo loses Rice Field to Drought", "bo -10 what changed makes -10 points: -10 now"}},
		{Do: `{"do":"pick","player":"ann","card":"Locusts"}`,
			Awards: []string{"ann +0 Locusts does nothing to ann, who owns Warehouses"}},
		{Do: `{"do":"pick","player":"bo","card":"Kitchen"}`},
		{Do: `{"do":"pick","player":"ann","card":"Slave Quarters"}`},
		// The Kitchen is no house at this table.
		{Do: `{"do":"pick","player":"bo","card":"Fire"}`, Asks: "plantation.ask.roll", Of: "bo"},
	})
}

func TestCarriageHouse(t *testing.T) {
	scoringtest.Script(t, plantation.Game{}, begin(t, `{"master":"stays"}`, "ann", "bo", "cy"), steps{
		{Do: `{"do":"roll","player":"ann","count":1}`},
		{Do: `{"do":"pick","player":"ann","card":"Kitchen"}`},
		{Do: `{"do":"pick","player":"bo","card":"Kitchen"}`},
		{Do: `{"do":"pick","player":"cy","card":"Carriage House"}`},
		{Do: `{"do":"pick","player":"ann","card":"Kitchen"}`, Refuse: "play.choose"},
		{Do: `{"do":"pick","player":"ann","card":"Cooper"}`, Asks: "plantation.ask.roll", Of: "cy"},
	})
}

func TestRevealedRow(t *testing.T) {
	scoringtest.Script(t, plantation.Game{}, begin(t, `{"row":"revealed"}`, "ann", "bo"), steps{
		{Do: `{"do":"roll","player":"ann","count":1}`, Asks: "plantation.ask.reveal"},
		{Do: `{"do":"reveal","card":"Blight"}`},
		{Do: `{"do":"reveal","card":"Blight"}`, Refuse: "play.choose"},
		{Do: `{"do":"reveal","card":"Cooper"}`},
		{Do: `{"do":"pick","player":"ann","card":"Cooper"}`, Refuse: "play.not-now"},
		{Do: `{"do":"reveal","card":"Cooper"}`, Asks: "plantation.ask.pick", Of: "ann"},
		{Do: `{"do":"pick","player":"ann","card":"Kitchen"}`, Refuse: "play.choose"},
		{Do: `{"do":"pick","player":"ann","card":"Cooper"}`, Of: "bo"},
		{Do: `{"do":"pick","player":"bo","card":"Cooper"}`, Of: "ann"},
		{Do: `{"do":"pick","player":"ann","card":"Blight"}`, Asks: "plantation.ask.roll", Of: "bo"},
	})
}

func TestResume(t *testing.T) {
	s, err := plantation.Game{}.ReadState([]byte(valid))
	if err != nil {
		t.Fatal(err)
	}
	scoringtest.Script(t, plantation.Game{}, s, steps{
		{Do: `{"do":"resume","kind":"pick","count":3}`, Refuse: "play.choose"},
		{Do: `{"do":"resume","kind":"roll","count":3}`, Asks: "plantation.ask.roll"},
		{Do: `{"do":"bulk","player":"ann","set":{"cards":{"Kitchen":0}}}`, Awards: []string{"ann -20 what changed makes -20 points: 92 now"}},
		{Do: `{"do":"bulk","player":"ann","set":{"cards":{"Kitchen":3}}}`, Refuse: "plantation.copies"},
		{Do: `{"do":"bulk","set":{"out":{"Stables":1},"phase":"end"}}`, Asks: "plantation.ask.end"},
		{Do: `{"do":"roll","player":"ann","count":3}`, Refuse: "play.over"},
	})
}

// The box holds 126 cards, and at every moment each of them is in one place.
func TestDeckIsKept(t *testing.T) {
	total := 0
	for _, n := range copies {
		total += n
	}
	if total+4+10 != 126 {
		t.Fatalf("the deck of the tests has %d cards", total+14)
	}
	rapid.Check(t, func(t *rapid.T) {
		row := rapid.SampledFrom([]string{"picked", "revealed"}).Draw(t, "row")
		s, err := plantation.Game{}.Start(scoring.Setup{Players: []string{"ann", "bo", "cy"}, Settings: []byte(`{"row":"` + row + `"}`)})
		if err != nil {
			t.Fatal(err)
		}
		picks := 0
		for {
			p := plantation.Game{}.Next(s)
			if p.Over {
				break
			}
			c := p.Choices[rapid.IntRange(0, len(p.Choices)-1).Draw(t, "choice")]
			a := scoring.Action{Player: p.Player, Do: c.Do, Card: c.Card, Kind: c.Kind, Count: c.Max}
			if strings.HasPrefix(c.Do, "pick") {
				picks++
			}
			if s, _, err = (plantation.Game{}).Apply(s, a); err != nil {
				t.Fatal(err)
			}
		}
		if picks != 126 {
			t.Fatalf("%d cards were picked, want all 126", picks)
		}
		state := s.(*plantation.State)
		held := map[string]int{}
		for _, counts := range []plantation.Counts{state.Out, state.Row, state.Players[0].Cards, state.Players[1].Cards, state.Players[2].Cards} {
			data, err := json.Marshal(counts)
			if err != nil {
				t.Fatal(err)
			}
			var byName map[string]int
			if err := json.Unmarshal(data, &byName); err != nil {
				t.Fatal(err)
			}
			for name, n := range byName {
				held[name] += n
			}
		}
		for name := range held {
			if _, owned := copies[name]; !owned {
				delete(held, name)
			}
		}
		if diff := cmp.Diff(copies, held); diff != "" {
			t.Fatalf("cards (-box +table):\n%s", diff)
		}
	})
}
