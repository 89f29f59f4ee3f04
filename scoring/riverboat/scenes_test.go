package riverboat_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
)

// tenFields is a mat as printed, ten the same under corn with workers.
const tenFields = "pointy / 0,0 h. h. h. h. h. / 0,1 s. s. s. s. s. / 0,2 d. d. d. d. d."

const ten = "pointy / 0,0 hC! hC! hC! hC! hC! / 0,1 sC! sC! sC! sC! sC! / 0,2 d. d. d. d. d."

func startOn(t *testing.T, notation string, players ...string) scoring.State {
	t.Helper()
	return start(t, `{"harbor_track":{"steps":8,"notches":[1,3,5]},"mats":["`+notation+`"]}`, players...)
}

// The first nine harvested of a crop bring an estate feature, once.
func TestHarvestBonus(t *testing.T) {
	s := startOn(t, tenFields, "ann", "bo")
	s, _, err := act(t, s, scene(1, "harvesting", `"mat":"`+ten+`"`, none),
		`{"player":"ann","do":"ship","boat":"5","hexes":["A1","A2","A3","A4","A5"]}`, `{"player":"ann","do":"agent","count":0}`,
		`{"player":"ann","do":"ship","boat":"3b","hexes":["B1","B2","B3"]}`)
	if err != nil {
		t.Fatal(err)
	}
	if p := (riverboat.Game{}).Next(s); p.Bonus {
		t.Fatalf("after eight there is a bonus: %+v", p)
	}
	s, _, err = act(t, s, scene(2, "harvesting", none, none), `{"player":"ann","do":"ship","boat":"1","hexes":["B4"]}`)
	if err != nil {
		t.Fatal(err)
	}
	p := riverboat.Game{}.Next(s)
	if p.Key != "riverboat.ask-feature" || p.Params["source"] != "corn" || len(p.Choices) != 3 {
		t.Fatalf("after nine: asks %+v, want an estate feature of three kinds for corn", p)
	}
	s, _, err = act(t, s, `{"player":"ann","do":"barn","hexes":["C1"]}`, `{"player":"ann","do":"ship","boat":"1","hexes":["B5"]}`)
	if err != nil {
		t.Fatal(err)
	}
	if p := (riverboat.Game{}).Next(s); p.Bonus {
		t.Errorf("the tenth brings a second bonus: %+v", p)
	}
}

// A boat that crosses nine in one go brings its own feature and the bonus.
func TestHarvestBonusBesideBoat(t *testing.T) {
	s := startOn(t, tenFields, "ann", "bo")
	s, _, err := act(t, s, scene(1, "harvesting", `"mat":"pointy / 0,0 hC hC hC hC hC / 0,1 sC sC! sC! sC! sC! / 0,2 d. d. d. d. d."`, none),
		`{"player":"ann","do":"ship","boat":"4","hexes":["B2","B3","B4","B5"]}`, `{"player":"ann","do":"barn","hexes":["C1"]}`)
	if err != nil {
		t.Fatal(err)
	}
	if p := (riverboat.Game{}).Next(s); p.Params["source"] != "corn" {
		t.Errorf("asks %+v, want the harvest bonus after the boat's barn", p)
	}
}

// With none of a kind left it is another kind; with none at all, nothing.
func TestFeaturesRunOut(t *testing.T) {
	const spent = `"coins":3,"surveyors_in_supply":`
	load := []string{`{"player":"ann","do":"ship","boat":"4","hexes":["A1","A2","A3","A4"]}`}
	barns := `"mat":"pointy / 0,0 h# h# h# h# h. / 0,1 s# s# s# s# s. / 0,2 d. d. d. d. d."`
	for _, c := range []struct{ name, ann, bo, want string }{
		{"barns left: a barn", none, none, "barn"},
		{"no barn left: a well or a surveyor", none, barns, "well surveyor"},
		{"no barn and no surveyor left: a well", spent + "28", barns, "well"},
	} {
		s := startOn(t, tenFields, "ann", "bo")
		ann := `"mat":"` + ten + `"`
		if c.ann != none {
			ann += `,"surveyors_in_supply":26`
		}
		s, _, err := act(t, s, append([]string{scene(1, "harvesting", ann, c.bo)}, load...)...)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var got []string
		for _, choice := range (riverboat.Game{}).Next(s).Choices {
			got = append(got, choice.Do)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: offers %v, want %s", c.name, got, c.want)
		}
	}
}

// With three players the last on the score track begins round 4; on a tie the
// table says whose marker lies on top.
func TestThreePlayersFirst(t *testing.T) {
	for _, c := range []struct {
		name   string
		points [3]int
		first  string
		asks   string
	}{
		{"one is last", [3]int{20, 9, 30}, "bo", "riverboat.ask-tile"},
		{"two are last", [3]int{9, 9, 30}, "", "riverboat.ask-first"},
	} {
		s := startOn(t, tenFields, "ann", "bo", "cy")
		var players []string
		for i, name := range []string{"ann", "bo", "cy"} {
			tiles := []string{"[1,2]", "[3,4]", "[5]"}[i]
			players = append(players, fmt.Sprintf(`%q:{"track_vp":%d,"phase_tiles":%s}`, name, c.points[i], tiles))
		}
		s, _, err := act(t, s, `{"do":"bulk","set":{"round":3,"phase":"scoring","players":{`+strings.Join(players, ",")+`}}}`)
		if err != nil {
			t.Fatal(err)
		}
		p := riverboat.Game{}.Next(s)
		if p.Key != c.asks || p.Player != c.first || p.Round != 4 {
			t.Errorf("%s: asks %+v, want %s of %q", c.name, p, c.asks, c.first)
		}
		if c.first != "" {
			continue
		}
		if _, _, err := act(t, s, `{"player":"cy","do":"first"}`); err == nil {
			t.Errorf("%s: who isn't last may begin", c.name)
		}
		s, _, err = act(t, s, `{"player":"bo","do":"first"}`)
		if p := (riverboat.Game{}).Next(s); err != nil || p.Player != "bo" {
			t.Errorf("%s: bo was chosen, %+v begins: %v", c.name, p, err)
		}
	}
}

// In other rounds, and with other numbers of players, first player passes left.
func TestFirstPassesLeft(t *testing.T) {
	s := startOn(t, tenFields, "ann", "bo")
	s, _, err := act(t, s, `{"do":"bulk","set":{"round":3,"phase":"scoring","first":"ann","players":{"ann":{"phase_tiles":[1,2,3]},"bo":{"phase_tiles":[4,5],"track_vp":50}}}}`)
	if err != nil {
		t.Fatal(err)
	}
	if p := (riverboat.Game{}).Next(s); p.Player != "bo" || p.Round != 4 {
		t.Errorf("asks %+v, want bo to choose first in round 4", p)
	}
}

// A state written down without a flow asks where the game stands.
func TestStateWithoutFlow(t *testing.T) {
	g := riverboat.Game{}
	s, err := g.ReadState([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	if p := g.Next(s); p.Key != "riverboat.ask-where" {
		t.Fatalf("asks %+v", p)
	}
	if _, _, err := act(t, s, `{"player":"ann","do":"pass"}`); err == nil {
		t.Error("an action is taken though nobody knows the phase")
	}
	s, _, err = act(t, s, `{"do":"bulk","set":{"round":2,"phase":"harvesting"}}`)
	if err != nil {
		t.Fatal(err)
	}
	if p := g.Next(s); p.Key != "riverboat.ask-ship" || p.Player != "ann" {
		t.Errorf("asks %+v, want ann to ship", p)
	}
}

func TestStartRefuses(t *testing.T) {
	for _, c := range []struct {
		name, settings string
		players        []string
		key            string
	}{
		{"one player", smallSettings, []string{"ann"}, "file.players"},
		{"five players", smallSettings, []string{"a", "b", "c", "d", "e"}, "file.players"},
		{"no name", smallSettings, []string{"ann", ""}, "file.player-name"},
		{"a name twice", smallSettings, []string{"ann", "ann"}, "file.player-twice"},
		{"no settings", "", []string{"ann", "bo"}, "file.missing"},
		{"an unknown setting", `{"harbour_track":1}`, []string{"ann", "bo"}, "file.unknown-key"},
		{"four actions in round 4", strings.Replace(smallSettings, "{", `{"round4_actions":4,`, 1), []string{"ann", "bo"}, "file.range"},
		{"a start off the track", strings.Replace(smallSettings, "{", `{"harbor_start":9,`, 1), []string{"ann", "bo"}, "riverboat.harbor-start"},
		{"two mats for three", strings.Replace(smallSettings, `"mats":[`, `"mats":["`+small+`",`, 1), []string{"a", "b", "c"}, "riverboat.mats"},
		{"a mat that isn't", strings.Replace(smallSettings, "pointy", "pointed", 1), []string{"ann", "bo"}, "riverboat.mat-notation"},
		{"a card twice", strings.Replace(smallSettings, `"bank"`, `"corn"`, 1), []string{"ann", "bo"}, "riverboat.card-twice"},
		{"a card of no kind", strings.Replace(smallSettings, `"owned"`, `"own"`, 1), []string{"ann", "bo"}, "file.unknown-name"},
		{"a card with a foreign key", strings.Replace(smallSettings, `"thing":"coin"`, `"thing":"coin","crop":"corn"`, 1), []string{"ann", "bo"}, "riverboat.card-key"},
	} {
		_, err := riverboat.Game{}.Start(scoring.Setup{Players: c.players, Settings: []byte(c.settings)})
		if v, ok := err.(*scoring.Violation); !ok || v.Key != c.key {
			t.Errorf("%s: error %v, want %s", c.name, err, c.key)
		}
	}
}

// By the setting skip, a card whose color is full can still be ignored for a
// coin, and only then is it asked at all.
func TestSkipForACoin(t *testing.T) {
	full := `"hexes":{"C1":{"crop":"corn"}}`
	for _, c := range []struct{ name, ann, asks string }{
		{"a coin could", full + `,"coins":1`, "riverboat.ask-work"},
		{"no coin to do it", full + `,"coins":0`, "riverboat.ask-card"},
	} {
		s := start(t, strings.Replace(smallSettings, "{", `{"full_color":"skip",`, 1), "ann", "bo")
		s, _, err := act(t, s, scene(1, "cultivation", c.ann, full+`,"coins":0`), `{"do":"card","card":"diamond"}`)
		if err != nil {
			t.Fatal(err)
		}
		p := riverboat.Game{}.Next(s)
		if p.Key != c.asks {
			t.Fatalf("%s: asks %+v, want %s", c.name, p, c.asks)
		}
		if p.Key != "riverboat.ask-work" {
			continue
		}
		for _, answer := range []string{`{"player":"ann","do":"pass"}`, `{"player":"ann","do":"work","hexes":["A1"],"coin":true}`} {
			after, _, err := act(t, s, answer)
			if err != nil || (riverboat.Game{}).Next(after).Key != "riverboat.ask-card" {
				t.Errorf("%s: %s: %v, then asks %+v", c.name, answer, err, riverboat.Game{}.Next(after))
			}
		}
		if _, _, err := act(t, s, `{"player":"ann","do":"work","hexes":["A1"]}`); err == nil {
			t.Errorf("%s: without a coin it is taken too", c.name)
		}
	}
}

// A game written down in round 4 goes on with the worker that the round track
// still has, if the round's tiles aren't chosen yet.
func TestTrackWorkersOfAWrittenGame(t *testing.T) {
	for _, c := range []struct {
		phase string
		want  int
	}{{"tiles", 1}, {"planting", 0}} {
		s, err := riverboat.Game{}.ReadState([]byte(file))
		if err != nil {
			t.Fatal(err)
		}
		s, _, err = act(t, s, `{"do":"bulk","set":{"round":4,"phase":"`+c.phase+`"}}`)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.(*riverboat.State).Flow.TrackWorkers; got != c.want {
			t.Errorf("set to %s: %d workers on the round track, want %d", c.phase, got, c.want)
		}
	}
}

// A card that nobody named gets a name that no rule and no other card has.
func TestUnnamedCards(t *testing.T) {
	settings := strings.Replace(smallSettings, `"name":"bank"`, `"name":"card-01"`, 1)
	s := start(t, settings, "ann", "bo")
	s, _, err := act(t, s, scene(1, "opportunity", none, none), `{"player":"ann","do":"opportunity","space":"coin"}`, `{"player":"bo","do":"opportunity","space":"coin"}`)
	if err != nil {
		t.Fatal(err)
	}
	players := s.(*riverboat.State).Players
	if a, b := players[0].Cards[0].Name, players[1].Cards[0].Name; a != "card-02" || b != "card-03" {
		t.Errorf("the cards are called %s and %s", a, b)
	}
}

func TestStartRefusesMats(t *testing.T) {
	for _, c := range []struct{ notation, key string }{
		{"pointy / 0,0 hC. ", "riverboat.mat-notation"},
		{"pointy / 0,0 hC", "riverboat.mat-not-empty"},
		{"pointy / 0,0 ?.", "riverboat.mat-no-field"},
		{"pointy / 0,0 h. 1.", "riverboat.mat-mixed"},
		{"pointy / 1000,0 h.", "riverboat.mat-far"},
	} {
		_, err := riverboat.Game{}.Start(scoring.Setup{Players: []string{"ann", "bo"},
			Settings: []byte(`{"harbor_track":{"steps":8,"notches":[1]},"mats":["` + c.notation + `"]}`)})
		if v, ok := err.(*scoring.Violation); !ok || v.Key != c.key {
			t.Errorf("%s: error %v, want %s", c.notation, err, c.key)
		}
	}
}

func BenchmarkScore(b *testing.B) {
	g := riverboat.Game{}
	s, err := g.ReadState(readVector(b, "game-1001.json").State)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		g.Score(s)
	}
}

func BenchmarkRandomGame(b *testing.B) {
	s := start(b, testSettings, "ann", "bo", "cy", "di")
	g := riverboat.Game{}
	seed := uint64(0)
	b.ReportAllocs()
	for b.Loop() {
		seed++
		rng := rand.New(rand.NewPCG(seed, 7))
		now := s
		for p := g.Next(now); !p.Over; p = g.Next(now) {
			next, _, err := g.Apply(now, randomAction(rng, p, neighborsOf(now, p.Player)))
			if err != nil {
				b.Fatal(err)
			}
			now = next
		}
	}
}
