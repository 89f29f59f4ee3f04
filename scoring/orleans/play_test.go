package orleans_test

import (
	"testing"

	"pgregory.net/rapid"

	"harbormaster/scoring"
	"harbormaster/scoring/orleans"
	"harbormaster/scoring/scoringtest"
)

func begin(t *testing.T, names ...string) scoring.State {
	t.Helper()
	s, err := orleans.Game{}.Start(scoring.Setup{Players: names})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

type steps = []scoringtest.Step

func TestFirstRound(t *testing.T) {
	scoringtest.Script(t, orleans.Game{}, begin(t, "ann", "bo", "cy"), steps{
		{Do: `{"do":"census"}`, Refuse: "play.not-now"},
		{Do: `{"do":"tile","kind":"harvest"}`, Refuse: "play.choose"},
		{Do: `{"do":"tile","kind":"pilgrimage"}`, Asks: "orleans.ask.census"},
		// Nobody is alone in front or behind while all stand at the start.
		{Do: `{"do":"census"}`, Asks: "orleans.ask.followers"},
		{Do: `{"do":"next"}`, Asks: "orleans.ask.planning-pilgrimage"},
		{Do: `{"do":"next"}`, Asks: "orleans.ask.actions", Of: "ann"},
		{Do: `{"do":"done","player":"bo"}`, Refuse: "play.not-your-turn"},
		{Do: `{"do":"gain","player":"ann","key":"goods.wool","count":2}`, Of: "ann",
			Awards: []string{"ann +8 what changed makes 8 points: 8 now"}},
		{Do: `{"do":"gain","player":"ann","key":"goods.silk","count":2}`, Refuse: "file.unknown-name"},
		{Do: `{"do":"lose","player":"ann","key":"coins","count":1}`, Refuse: "play.counter"},
		{Do: `{"do":"gain","player":"ann","key":"coins"}`, Refuse: "play.counter"},
		{Do: `{"do":"done","player":"ann"}`, Of: "bo"},
		{Do: `{"do":"gain","player":"di","key":"coins","count":1}`, Refuse: "play.unknown-player"},
		{Do: `{"do":"pass","player":"bo"}`, Of: "cy"},
		// Who forgot something enters it later, out of turn.
		{Do: `{"do":"gain","player":"bo","key":"farmers_track","count":2}`, Of: "cy"},
		{Do: `{"do":"done","player":"cy"}`, Of: "ann"},
		{Do: `{"do":"done","player":"ann"}`, Of: "cy"},
		{Do: `{"do":"pass","player":"cy"}`, Of: "ann"},
		{Do: `{"do":"pass","player":"ann"}`, Asks: "orleans.ask.event"},
		{Do: `{"do":"dance"}`, Refuse: "play.unknown-action"},
		{Do: `{"do":"event"}`, Asks: "orleans.ask.start_player"},
		{Do: `{"do":"next"}`, Asks: "orleans.ask.hour_glass"},
		{Do: `{"do":"tile","kind":"taxes"}`},
		{Do: `{"do":"census"}`, Awards: []string{"bo +1 alone in front on the farmers track: 1 coin for bo"}},
	})
}

// at puts a game of three at the event of a later round.
func at(t *testing.T, event, players string) scoring.State {
	t.Helper()
	s, err := orleans.Game{}.ReadState([]byte(`{"game":"orleans","round":5,"phase":"event","first":1,"turn":1,"event":"` + event +
		`","last_citizen_available":true,"players":[` + players + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func player(name, rest string) string {
	return `{"name":"` + name + `",` + rest + `}`
}

const (
	rich = `"coins":9,"goods":{"brocade":0,"wool":4,"wine":1,"cheese":0,"grain":2},"trading_stations":3,"citizens":0,"development_status":2,"development_position":4`
	poor = `"coins":1,"goods":{"brocade":6,"wool":0,"wine":0,"cheese":0,"grain":0},"trading_stations":1,"citizens":0,"development_status":1,"development_position":1`
	bare = `"coins":3,"goods":{"brocade":0,"wool":0,"wine":0,"cheese":0,"grain":0},"trading_stations":0,"citizens":0,"development_status":1,"development_position":0`
)

func TestEvents(t *testing.T) {
	three := player("ann", rich) + "," + player("bo", poor) + "," + player("cy", bare)
	for event, awards := range map[string][]string{
		"income":      {"ann +2 income: 2 coins for ann, as many as the development status", "bo +1 income: 1 coin for bo, as many as the development status", "cy +1 income: 1 coin for cy, as many as the development status"},
		"trading_day": {"ann +3 trading day: 3 coins for ann, one a trading station", "bo +1 trading day: 1 coin for bo, one a trading station"},
		"taxes":       {"ann -2 taxes: ann pays 2 coins, one for each 3 goods", "bo -1 taxes: bo pays 1 coin, one for each 3 goods, 1 missing"},
	} {
		t.Run(event, func(t *testing.T) {
			scoringtest.Script(t, orleans.Game{}, at(t, event, three), steps{{Do: `{"do":"event"}`, Awards: awards}})
		})
	}
	t.Run("plague", func(t *testing.T) {
		_, awards, err := orleans.Game{}.Apply(at(t, "plague", three), scoring.Action{Do: "event"})
		if err != nil || len(awards) != 3 || awards[0].Gain != "follower" || awards[0].Points != 0 {
			t.Errorf("got %+v, %v; want a follower lost by each of three", awards, err)
		}
	})
}

func TestHarvestAndTorture(t *testing.T) {
	three := player("ann", rich) + "," + player("bo", poor) + "," + player("cy", bare)
	scoringtest.Script(t, orleans.Game{}, at(t, "harvest", three), steps{
		{Do: `{"do":"event"}`, Asks: "orleans.ask.harvest", Of: "bo"},
		{Do: `{"do":"next"}`, Refuse: "orleans.pay-first"},
		{Do: `{"do":"pay","player":"bo","kind":"grain"}`, Refuse: "play.choose"},
		{Do: `{"do":"pay","player":"bo","kind":"coins"}`, Asks: "orleans.ask.torture", Of: "bo"},
		{Do: `{"do":"torture","player":"ann","kind":"goods","key":"wool"}`, Refuse: "orleans.nothing-due"},
		{Do: `{"do":"torture","player":"bo","kind":"nothing"}`, Refuse: "play.choose"},
		{Do: `{"do":"torture","player":"bo","kind":"trading_station"}`},
		{Do: `{"do":"torture","player":"bo","kind":"trading_station"}`, Refuse: "play.choose"},
		{Do: `{"do":"torture","player":"bo","kind":"development_point"}`},
		{Do: `{"do":"torture","player":"bo","kind":"goods","key":"wool"}`, Refuse: "play.choose"},
		{Do: `{"do":"torture","player":"bo","kind":"goods","key":"brocade"}`},
		{Do: `{"do":"torture","player":"bo","kind":"follower"}`, Asks: "orleans.ask.harvest", Of: "cy"},
		{Do: `{"do":"pay","player":"cy","kind":"coins"}`, Asks: "orleans.ask.torture"},
		{Do: `{"do":"torture","player":"cy","kind":"nothing"}`, Asks: "orleans.ask.harvest", Of: "ann"},
		{Do: `{"do":"pay","player":"ann","kind":"grain"}`, Asks: "orleans.ask.start_player"},
		{Do: `{"do":"pay","player":"ann","kind":"grain"}`, Refuse: "orleans.nothing-due"},
		// The lost station is gone from the game: nine are left to build.
		{Do: `{"do":"gain","player":"bo","key":"trading_stations","count":10}`, Refuse: "orleans.stations"},
		{Do: `{"do":"gain","player":"bo","key":"trading_stations","count":9}`},
	})
}

func TestBulkAndResume(t *testing.T) {
	s, err := orleans.Game{}.ReadState([]byte(valid))
	if err != nil {
		t.Fatal(err)
	}
	scoringtest.Script(t, orleans.Game{}, s, steps{
		{Do: `{"do":"resume","kind":"event","count":3}`, Refuse: "play.choose"},
		{Do: `{"do":"resume","kind":"hour_glass","count":19}`, Refuse: "play.round"},
		{Do: `{"do":"resume","kind":"hour_glass","count":18}`, Asks: "orleans.ask.hour_glass"},
		{Do: `{"do":"resume","kind":"hour_glass","count":18}`, Refuse: "play.resumed"},
		{Do: `{"do":"bulk","player":"ann","set":{"coins":7,"goods":{"wine":1}}}`,
			Awards: []string{"ann +4 what changed makes 4 points: 62 now"}},
		{Do: `{"do":"bulk","set":{"players":{"bo":{"citizens":3}}}}`, Awards: []string{"bo +4 what changed makes 4 points: 117 now"}},
		{Do: `{"do":"bulk","set":{"players":[{"name":"bo","citizens":2}]}}`, Awards: []string{"bo -4 what changed makes -4 points: 113 now"}},
		{Do: `{"do":"bulk","set":{"players":{"cy":{"citizens":3}}}}`, Refuse: "play.unknown-player"},
		{Do: `{"do":"bulk","player":"ann","set":{"coin":7}}`, Refuse: "file.unknown-key"},
		{Do: `{"do":"bulk","player":"ann","set":{"coins":-7}}`, Refuse: "file.range"},
		{Do: `{"do":"bulk","player":"ann"}`, Refuse: "play.bulk-empty"},
		{Do: `{"do":"bulk","player":"ann","set":[]}`, Refuse: "play.bulk-empty"},
		{Do: `{"do":"bulk","set":{"game":"chess"}}`, Refuse: "file.unknown-name"},
		{Do: `{"do":"bulk","set":{"phase":"end"}}`, Asks: "orleans.ask.end"},
		{Do: `{"do":"gain","player":"ann","key":"coins","count":1}`, Refuse: "play.over"},
		{Do: `{"do":"bulk","player":"ann","set":{"coins":8}}`, Asks: "orleans.ask.end"},
	})
}

// Handing over the last citizen tile at the end must not change any score:
// Score counted it all along.
func TestLastCitizenChangesNoTotal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stations := rapid.SliceOfN(rapid.IntRange(0, 10), 3, 3).Draw(t, "stations")
		s := &orleans.State{LastCitizen: true}
		s.Round, s.Phase = 18, "start_player"
		for i, n := range stations {
			s.Players = append(s.Players, orleans.Player{Name: string(rune('a' + i)), Stations: n, Status: 1 + i, Followers: 4})
		}
		before := orleans.Game{}.Score(s)
		after, awards, err := orleans.Game{}.Apply(s, scoring.Action{Do: "next"})
		if err != nil {
			t.Fatal(err)
		}
		got := orleans.Game{}.Score(after)
		for i := range before.Players {
			if before.Players[i].Total != got.Players[i].Total {
				t.Fatalf("the total went from %d to %d", before.Players[i].Total, got.Players[i].Total)
			}
		}
		if len(awards) > 1 || len(awards) == 1 && after.(*orleans.State).LastCitizen {
			t.Fatalf("awards %v, last citizen left: %v", awards, after.(*orleans.State).LastCitizen)
		}
	})
}

func TestNotes(t *testing.T) {
	scoringtest.Notes(t, orleans.Game{}, valid,
		"6 coins, 1 each",
		"3 brocade 15, 2 wool 8, 3 cheese 6, 1 grain 1",
		"(8 stations + 3 citizens) x status 2",
		"15 coins, 1 each",
		"2 brocade 10, 5 wool 20, 3 wine 9, 1 cheese 2, 5 grain 5",
		"(10 stations + 3 citizens, the last citizen tile for the most stations among them) x status 4",
	)
}

// What a counter can't hold isn't given or owed: the state must stay readable.
func TestFullCounters(t *testing.T) {
	s := begin(t, "ann", "bo").(*orleans.State)
	s.Round, s.Phase = 18, "start_player"
	s.Players[0].Stations, s.Players[0].Citizens = 1, 99
	end := scoringtest.Script(t, orleans.Game{}, s, steps{{Do: `{"do":"next"}`, Asks: "orleans.ask.end"}})
	if got := end.(*orleans.State).Players[0].Citizens; got != 99 {
		t.Errorf("%d citizens, want 99", got)
	}
	s = begin(t, "ann", "bo").(*orleans.State)
	s.Round, s.Phase, s.Event = 2, "event", "harvest"
	s.Players[0].Owes, s.Players[0].Unfed = 999, true
	scoringtest.Script(t, orleans.Game{}, s, steps{
		{Do: `{"do":"pay","player":"ann","kind":"coins"}`, Refuse: "orleans.pay-first"},
		{Do: `{"do":"torture","player":"ann","kind":"nothing"}`, Asks: "orleans.ask.harvest"},
		{Do: `{"do":"pay","player":"ann","kind":"coins"}`, Asks: "orleans.ask.torture"},
	})
}
