package riverboat_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
	"harbormaster/scoring/strict"
)

// small is a mat of two rows on which scenes are easy to read: hearts A1 A2,
// spades A3 B1, clubs B2 B3, diamond C1, star C2.
const small = "pointy / 0,0 h. h. s. / 0,1 s. c. c. / 0,2 d. *."

const smallSettings = `{"harbor_track":{"steps":8,"notches":[1,3,5]},"mats":["` + small + `"],
 "opportunity_cards":[{"name":"corn","kind":"harvested","crop":"corn","points":2},{"name":"bank","kind":"owned","thing":"coin","points":2},
 {"name":"pilot","kind":"fixed","points":3,"extra":"harbor","count":2},{"name":"builder","kind":"fixed","points":1,"extra":"barn"}]}`

// scene begins a phase for ann (first) and bo with what lies on their mats.
func scene(round int, phase, ann, bo string) string {
	return fmt.Sprintf(`{"do":"bulk","set":{"players":{"ann":{"phase_tiles":[1,3,5],%s},"bo":{"phase_tiles":[2,4],%s}},"round":%d,"phase":"%s","turn":"ann"}}`, ann, bo, round, phase)
}

func onMat(notation string) string { return `"mat":"` + notation + `"` }

const none = `"coins":3`

// act applies actions in their JSON form and returns the last one's awards.
func act(t *testing.T, s scoring.State, lines ...string) (scoring.State, []scoring.Award, error) {
	t.Helper()
	var awards []scoring.Award
	for i, line := range lines {
		a, err := strict.ReadAction([]byte(line))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		next, got, err := riverboat.Game{}.Apply(s, a)
		if err != nil {
			if i < len(lines)-1 {
				t.Fatalf("%s: %v", line, err)
			}
			return s, nil, err
		}
		s, awards = next, got
	}
	return s, awards, nil
}

// sums shortens awards to one text: "ann +2 points; bo +1 coin".
func sums(awards []scoring.Award) string {
	var out []string
	for _, a := range awards {
		if a.Points != 0 {
			out = append(out, fmt.Sprintf("%s %+d points", a.Player, a.Points))
		} else {
			out = append(out, fmt.Sprintf("%s %+d %s", a.Player, a.Count, a.Gain))
		}
	}
	return strings.Join(out, "; ")
}

const (
	// cornAll is the small mat under corn with a worker on every hex.
	cornAll = "pointy / 0,0 hC! hC! sC! / 0,1 sC! cC! cC! / 0,2 dC! *C!"
	bare    = "pointy / 0,0 h! h! s! / 0,1 s. c! c. / 0,2 d. *!"
)

// Each row is a scene, what is done in it, and what that earns and asks for
// next, or the rule that forbids it.
func TestRules(t *testing.T) {
	ship := func(round int, ann string) string { return scene(round, "harvesting", ann, none) }
	for _, c := range []struct {
		name    string
		actions []string
		earns   string
		asks    string
		forbids string
	}{
		// Phase tiles.
		{name: "a tile is chosen", actions: []string{`{"player":"ann","do":"tile","kind":"scoring"}`}, asks: "riverboat.ask-tile"},
		{name: "not in turn", actions: []string{`{"player":"bo","do":"tile","kind":"scoring"}`}, forbids: "play.not-your-turn"},
		{name: "a tile taken", actions: []string{`{"player":"ann","do":"tile","kind":"scoring"}`, `{"player":"bo","do":"tile","kind":"scoring"}`}, forbids: "riverboat.tile-taken"},
		{name: "no such tile", actions: []string{`{"player":"ann","do":"tile","kind":"harvest"}`}, forbids: "riverboat.no-such-tile"},
		{name: "planting before its time", actions: []string{`{"player":"ann","do":"plant","hexes":["A1"],"crops":["corn"]}`}, forbids: "play.not-now"},
		{name: "all tiles: cultivation begins with its bonus", actions: []string{
			`{"player":"ann","do":"tile","kind":"scoring"}`, `{"player":"bo","do":"tile","kind":"cultivation"}`, `{"player":"ann","do":"tile","kind":"planting"}`,
			`{"player":"bo","do":"tile","kind":"harvesting"}`, `{"player":"ann","do":"tile","kind":"opportunity"}`}, asks: "riverboat.ask-bonus-worker"},
		// Cultivation.
		{name: "a card is turned up", actions: []string{scene(1, "cultivation", none, none), `{"do":"card","card":"heart"}`}, asks: "riverboat.ask-work"},
		{name: "no such card", actions: []string{scene(1, "cultivation", none, none), `{"do":"card","card":"hart"}`}, forbids: "riverboat.no-such-card"},
		{name: "a second card at once", actions: []string{scene(1, "cultivation", none, none), `{"do":"card","card":"heart"}`, `{"do":"card","card":"heart"}`}, forbids: "riverboat.card-open"},
		{name: "work by color", actions: []string{scene(1, "cultivation", none, none), `{"player":"ann","do":"work","hexes":["A1"],"card":"heart"}`}, asks: "riverboat.ask-work"},
		{name: "both answer in any order", actions: []string{scene(1, "cultivation", none, none), `{"do":"card","card":"heart"}`, `{"player":"bo","do":"work","hexes":["A1"]}`, `{"player":"ann","do":"work","hexes":["A1"]}`}, asks: "riverboat.ask-card"},
		{name: "work on another color", actions: []string{scene(1, "cultivation", none, none), `{"player":"ann","do":"work","hexes":["A3"],"card":"heart"}`}, forbids: "riverboat.wrong-color"},
		{name: "a coin ignores the card", actions: []string{scene(1, "cultivation", none, none), `{"player":"ann","do":"work","hexes":["A3"],"card":"heart","coin":true}`}, asks: "riverboat.ask-work"},
		{name: "no coin to ignore it with", actions: []string{scene(1, "cultivation", `"coins":0`, none), `{"player":"ann","do":"work","hexes":["A3"],"card":"heart","coin":true}`}, forbids: "riverboat.no-coin"},
		{name: "wild takes any field", actions: []string{scene(1, "cultivation", none, none), `{"player":"ann","do":"work","hexes":["C2"],"card":"wild"}`}, asks: "riverboat.ask-work"},
		{name: "no card named", actions: []string{scene(1, "cultivation", none, none), `{"player":"ann","do":"work","hexes":["C2"]}`}, forbids: "riverboat.no-card-open"},
		{name: "twice for a card", actions: []string{scene(1, "cultivation", none, none), `{"player":"ann","do":"work","hexes":["A1"],"card":"heart"}`, `{"player":"ann","do":"work","hexes":["A2"]}`}, forbids: "riverboat.card-answered"},
		{name: "a color that is full: any field", actions: []string{scene(1, "cultivation", `"hexes":{"C1":{"crop":"corn"}}`, none), `{"player":"ann","do":"work","hexes":["A1"],"card":"diamond"}`}, asks: "riverboat.ask-work"},
		{name: "a taken field", actions: []string{scene(1, "cultivation", `"hexes":{"C1":{"crop":"corn"}}`, none), `{"player":"ann","do":"work","hexes":["C1"],"card":"wild"}`}, forbids: "riverboat.field-taken"},
		{name: "no such hex", actions: []string{scene(1, "cultivation", none, none), `{"player":"ann","do":"work","hexes":["D1"],"card":"wild"}`}, forbids: "riverboat.no-such-hex"},
		{name: "no worker in supply", actions: []string{scene(1, "cultivation", `"workers_in_supply":0`, none), `{"player":"ann","do":"work","hexes":["A1"],"card":"wild"}`}, forbids: "riverboat.no-worker"},
		{name: "a card that fits must be answered", actions: []string{scene(1, "cultivation", none, none), `{"do":"card","card":"heart"}`, `{"player":"ann","do":"pass"}`}, forbids: "play.not-now"},
		// Planting.
		{name: "one hex earns nothing", actions: []string{scene(1, "planting", onMat(bare), none), `{"player":"ann","do":"plant","hexes":["A1"],"crops":["corn"]}`}, asks: "riverboat.ask-plant"},
		{name: "two hexes, 1 VP", actions: []string{scene(1, "planting", onMat(bare), none), `{"player":"ann","do":"plant","hexes":["A2","A1"],"crops":["corn","wheat"]}`}, earns: "ann +1 points", asks: "riverboat.ask-plant"},
		{name: "three hexes, 2 VP", actions: []string{scene(1, "planting", onMat(bare), none), `{"player":"ann","do":"plant","hexes":["A1","A2","A3"],"crops":["corn","wheat","corn"]}`}, earns: "ann +2 points", asks: "riverboat.ask-plant"},
		{name: "three crops on a tile", actions: []string{scene(1, "planting", onMat(bare), none), `{"player":"ann","do":"plant","hexes":["A1","A2","A3"],"crops":["corn","wheat","potato"]}`}, forbids: "riverboat.three-crops"},
		{name: "hexes apart", actions: []string{scene(1, "planting", onMat(bare), none), `{"player":"ann","do":"plant","hexes":["A1","A3"],"crops":["corn"]}`}, forbids: "riverboat.not-connected"},
		{name: "not under a worker", actions: []string{scene(1, "planting", onMat(bare), none), `{"player":"ann","do":"plant","hexes":["A1","B1"],"crops":["corn"]}`}, forbids: "riverboat.not-under-worker"},
		{name: "no crop named", actions: []string{scene(1, "planting", onMat(bare), none), `{"player":"ann","do":"plant","hexes":["A1"]}`}, forbids: "riverboat.crop-count"},
		{name: "an unknown crop", actions: []string{scene(1, "planting", onMat(bare), none), `{"player":"ann","do":"plant","hexes":["A1"],"crops":["korn"]}`}, forbids: "file.unknown-name"},
		{name: "four hexes", actions: []string{scene(1, "planting", onMat(bare), none), `{"player":"ann","do":"plant","hexes":["A1","A2","A3","B2"],"crops":["corn"]}`}, forbids: "riverboat.hex-count"},
		{name: "a coin for a tile of the pile", actions: []string{scene(1, "planting", onMat(bare), none), `{"player":"ann","do":"plant","hexes":["A2","A1"],"crops":["corn"],"coin":true}`}, earns: "ann +1 points", asks: "riverboat.ask-plant"},
		{name: "no coin buys three hexes", actions: []string{scene(1, "planting", onMat(bare), none), `{"player":"ann","do":"plant","hexes":["A1","A2","A3"],"crops":["corn"],"coin":true}`}, forbids: "riverboat.no-coin-for-three"},
		{name: "the last worker is covered: harvesting begins with its bonus", actions: []string{scene(1, "planting", onMat("pointy / 0,0 h! h. s. / 0,1 s. c. c. / 0,2 d. *."), none), `{"player":"ann","do":"plant","hexes":["A1"],"crops":["corn"]}`}, earns: "ann +1 harbor", asks: "riverboat.ask-ship"},
		// Harvesting and shipping.
		{name: "boat 1", actions: []string{ship(1, onMat(cornAll)), `{"player":"ann","do":"ship","boat":"1","hexes":["A1"]}`}, earns: "ann +1 coin; ann +3 harbor", asks: "riverboat.ask-ship"},
		{name: "boat 2a", actions: []string{ship(1, onMat(cornAll)), `{"player":"ann","do":"ship","boat":"2a","hexes":["A1","C2"]}`}, earns: "ann +1 points; ann +2 harbor", asks: "riverboat.ask-ship"},
		{name: "boat 2b", actions: []string{ship(1, onMat(cornAll)), `{"player":"ann","do":"ship","boat":"2b","hexes":["A1","C2"]}`}, earns: "ann +2 points; ann +1 harbor", asks: "riverboat.ask-ship"},
		{name: "boat 3a", actions: []string{ship(1, onMat(cornAll)), `{"player":"ann","do":"ship","boat":"3a","hexes":["A1","C2","B2"]}`}, earns: "ann +3 points; ann +1 harbor", asks: "riverboat.ask-ship"},
		{name: "boat 3b", actions: []string{ship(1, onMat(cornAll)), `{"player":"ann","do":"ship","boat":"3b","hexes":["A1","C2","B2"]}`}, earns: "ann +3 points; ann +1 coin", asks: "riverboat.ask-ship"},
		{name: "boat 4 brings a well where no field is free", actions: []string{ship(1, onMat(cornAll)), `{"player":"ann","do":"ship","boat":"4","hexes":["A1","C2","B2","B3"]}`}, asks: "riverboat.ask-feature"},
		{name: "a well", actions: []string{ship(1, onMat(cornAll)), `{"player":"ann","do":"ship","boat":"4","hexes":["A1","C2","B2","B3"]}`, `{"player":"ann","do":"well","hexes":["A1"]}`}, asks: "riverboat.ask-ship"},
		{name: "no barn on a crop", actions: []string{ship(1, onMat(cornAll)), `{"player":"ann","do":"ship","boat":"4","hexes":["A1","C2","B2","B3"]}`, `{"player":"ann","do":"barn","hexes":["A1"]}`}, forbids: "play.not-now"},
		{name: "boat 4 brings a barn", actions: []string{ship(1, onMat("pointy / 0,0 hC! hC! sC! / 0,1 sC! c. c. / 0,2 d. *.")), `{"player":"ann","do":"ship","boat":"4","hexes":["A1","A2","A3","B1"]}`, `{"player":"ann","do":"barn","hexes":["B2"]}`}, asks: "riverboat.ask-opportunity", earns: "bo +1 points"},
		{name: "boat 5: a surveyor, up to one worker", actions: []string{ship(1, onMat(cornAll)), `{"player":"ann","do":"ship","boat":"5","hexes":["A1","C2","B2","B3","A2"]}`}, earns: "ann +1 surveyor", asks: "riverboat.ask-agents"},
		{name: "none is sent", actions: []string{ship(1, onMat(cornAll)), `{"player":"ann","do":"ship","boat":"5","hexes":["A1","C2","B2","B3","A2"]}`, `{"player":"ann","do":"agent","count":0}`}, asks: "riverboat.ask-ship"},
		{name: "too many are sent", actions: []string{ship(1, onMat(cornAll)), `{"player":"ann","do":"ship","boat":"5","hexes":["A1","C2","B2","B3","A2"]}`, `{"player":"ann","do":"agent","count":2}`}, forbids: "riverboat.agents-count"},
		{name: "boat 7: a feature, then up to three workers", actions: []string{ship(1, onMat(cornAll)), `{"player":"ann","do":"ship","boat":"7","hexes":["A1","C2","B2","B3","A2","A3","B1"]}`, `{"player":"ann","do":"surveyor"}`, `{"player":"ann","do":"agent","count":3}`}, earns: "ann +3 agent", asks: "riverboat.ask-ship"},
		{name: "not the boat's capacity", actions: []string{ship(1, onMat(cornAll)), `{"player":"ann","do":"ship","boat":"4","hexes":["A1","C2","B2"]}`}, forbids: "riverboat.hex-count"},
		{name: "two crops", actions: []string{ship(1, onMat("pointy / 0,0 hC! hT! s. / 0,1 s. c. c. / 0,2 d. *.")), `{"player":"ann","do":"ship","boat":"2a","hexes":["A1","A2"]}`}, forbids: "riverboat.mixed-harvest"},
		{name: "nothing there", actions: []string{ship(1, onMat("pointy / 0,0 hC! hC s. / 0,1 s. c. c. / 0,2 d. *.")), `{"player":"ann","do":"ship","boat":"2a","hexes":["A1","A2"]}`}, forbids: "riverboat.nothing-to-harvest"},
		{name: "a sixth boat of a type", actions: []string{ship(1, onMat(cornAll)+`,"riverboats":["1","1","1","1","1"]`), `{"player":"ann","do":"ship","boat":"1","hexes":["A1"]}`}, forbids: "riverboat.boats-used-up"},
		{name: "no such boat", actions: []string{ship(1, onMat(cornAll)), `{"player":"ann","do":"ship","boat":"2","hexes":["A1","A2"]}`}, forbids: "file.unknown-name"},
		{name: "two boats a round", actions: []string{ship(1, onMat(cornAll)), `{"player":"ann","do":"ship","boat":"1","hexes":["A1"]}`, `{"player":"ann","do":"ship","boat":"1","hexes":["A2"]}`}, earns: "ann +1 coin; ann +3 harbor; bo +1 points", asks: "riverboat.ask-opportunity"},
		{name: "passing ends the phase", actions: []string{ship(1, onMat(cornAll)), `{"player":"ann","do":"pass"}`}, earns: "bo +1 points", asks: "riverboat.ask-opportunity"},
		{name: "the harbor master stops at the end", actions: []string{ship(1, onMat(cornAll)+`,"harbor_master":7`), `{"player":"ann","do":"ship","boat":"1","hexes":["A1"]}`}, earns: "ann +1 coin; ann +1 harbor", asks: "riverboat.ask-ship"},
		{name: "no coin left in the box", actions: []string{scene(1, "harvesting", onMat(cornAll)+`,"coins":20`, `"coins":5`), `{"player":"ann","do":"ship","boat":"1","hexes":["A1"]}`}, earns: "ann +3 harbor", asks: "riverboat.ask-ship"},
		// Opportunity.
		{name: "out of turn", actions: []string{scene(1, "opportunity", none, none), `{"player":"bo","do":"opportunity","space":"harbor2"}`}, forbids: "play.not-your-turn"},
		{name: "the harbor space", actions: []string{scene(1, "opportunity", none, none), `{"player":"ann","do":"opportunity","space":"harbor2"}`}, earns: "ann +2 harbor", asks: "riverboat.ask-opportunity"},
		{name: "the agent space", actions: []string{scene(1, "opportunity", none, none), `{"player":"ann","do":"opportunity","space":"agent"}`}, earns: "ann +1 agent", asks: "riverboat.ask-opportunity"},
		{name: "the surveyor space", actions: []string{scene(1, "opportunity", none, none), `{"player":"ann","do":"opportunity","space":"surveyor"}`}, earns: "ann +1 surveyor", asks: "riverboat.ask-opportunity"},
		{name: "a coin for a card of the pile", actions: []string{scene(1, "opportunity", none, none), `{"player":"ann","do":"opportunity","coin":true,"card":"bank"}`}, asks: "riverboat.ask-opportunity"},
		{name: "a coin and a space", actions: []string{scene(1, "opportunity", none, none), `{"player":"ann","do":"opportunity","coin":true,"space":"coin"}`}, forbids: "riverboat.coin-or-space"},
		{name: "no such space", actions: []string{scene(1, "opportunity", none, none), `{"player":"ann","do":"opportunity","space":"harbor"}`}, forbids: "file.unknown-name"},
		{name: "a card held by another", actions: []string{scene(1, "opportunity", none, `"cards":[{"name":"bank","scored":false}]`), `{"player":"ann","do":"opportunity","space":"coin","card":"bank"}`}, forbids: "riverboat.card-taken"},
		// Scoring.
		{name: "a barn", actions: []string{scene(1, "scoring", onMat("pointy / 0,0 h# hC sC / 0,1 sC c. c. / 0,2 d. *."), none), `{"player":"ann","do":"survey","kind":"barn","hexes":["A1"]}`}, earns: "ann +4 points; ann +1 points", asks: "riverboat.ask-tile"},
		{name: "a well", actions: []string{scene(1, "scoring", onMat("pointy / 0,0 hCo hC sC / 0,1 sC c. c. / 0,2 d. *."), none), `{"player":"ann","do":"survey","hexes":["A1"]}`}, earns: "ann +4 points; ann +1 points", asks: "riverboat.ask-tile"},
		{name: "a scored well", actions: []string{scene(1, "scoring", onMat("pointy / 0,0 hCo^ h# sC / 0,1 sC c. c. / 0,2 d. *."), none), `{"player":"ann","do":"survey","hexes":["A1"]}`}, forbids: "riverboat.scored-already"},
		{name: "nothing there to survey", actions: []string{scene(1, "scoring", onMat("pointy / 0,0 hCo h# sC / 0,1 sC c. c. / 0,2 d. *."), none), `{"player":"ann","do":"survey","hexes":["A3"]}`}, forbids: "riverboat.nothing-to-survey"},
		{name: "a barn called a well", actions: []string{scene(1, "scoring", onMat("pointy / 0,0 hCo h# sC / 0,1 sC c. c. / 0,2 d. *."), none), `{"player":"ann","do":"survey","kind":"well","hexes":["A2"]}`}, forbids: "riverboat.other-kind"},
		{name: "no surveyor", actions: []string{scene(1, "scoring", onMat("pointy / 0,0 hCo h# sC / 0,1 sC c. c. / 0,2 d. *.")+`,"surveyors_in_supply":0`, onMat("pointy / 0,0 h# h. s. / 0,1 s. c. c. / 0,2 d. *.")), `{"player":"ann","do":"survey","hexes":["A2"]}`}, forbids: "play.not-your-turn"},
		{name: "an undefined card takes a typed value", actions: []string{scene(1, "scoring", `"cards":[{"name":"mystery","scored":false}]`, none), `{"player":"ann","do":"survey","kind":"card","card":"mystery","points":9}`}, earns: "ann +9 points; ann +1 points", asks: "riverboat.ask-tile"},
		{name: "a value is needed", actions: []string{scene(1, "scoring", `"cards":[{"name":"mystery","scored":false}]`, none), `{"player":"ann","do":"survey","kind":"card","card":"mystery"}`}, forbids: "riverboat.card-points"},
		{name: "a card by coins", actions: []string{scene(1, "scoring", `"cards":[{"name":"bank","scored":false}]`, none), `{"player":"ann","do":"survey","kind":"card","card":"bank"}`}, earns: "ann +6 points; ann +1 points", asks: "riverboat.ask-tile"},
		{name: "a card by harvest", actions: []string{scene(1, "scoring", onMat("pointy / 0,0 hC hC sC! / 0,1 s. c. c. / 0,2 d. *.")+`,"cards":[{"name":"corn","scored":false}]`, none), `{"player":"ann","do":"survey","kind":"card","card":"corn"}`}, earns: "ann +4 points; ann +1 points", asks: "riverboat.ask-tile"},
		{name: "a card with an extra", actions: []string{scene(1, "scoring", `"cards":[{"name":"pilot","scored":false}]`, none), `{"player":"ann","do":"survey","kind":"card","card":"pilot"}`}, earns: "ann +3 points; ann +2 harbor; ann +1 points", asks: "riverboat.ask-tile"},
		{name: "a card that builds", actions: []string{scene(1, "scoring", `"cards":[{"name":"builder","scored":false}]`, none), `{"player":"ann","do":"survey","kind":"card","card":"builder"}`}, earns: "ann +1 points", asks: "riverboat.ask-feature"},
		{name: "another value than the card's", actions: []string{scene(1, "scoring", `"cards":[{"name":"bank","scored":false}]`, none), `{"player":"ann","do":"survey","kind":"card","card":"bank","points":7}`}, forbids: "riverboat.card-defined"},
		{name: "a card not held", actions: []string{scene(1, "scoring", `"cards":[{"name":"bank","scored":false}]`, none), `{"player":"ann","do":"survey","kind":"card","card":"banker"}`}, forbids: "riverboat.card-not-held"},
		{name: "the round ends: surveyors and agents", actions: []string{scene(1, "scoring", `"agents":2,`+onMat("pointy / 0,0 hCo^ h# sC / 0,1 sC c. c. / 0,2 d. *."), none), `{"player":"ann","do":"pass"}`}, earns: "ann +3 points", asks: "riverboat.ask-tile"},
		{name: "the game ends", actions: []string{scene(4, "scoring", onMat("pointy / 0,0 hCo h# sC / 0,1 sC c. c. / 0,2 d. *."), none), `{"player":"ann","do":"pass"}`}, asks: "riverboat.ask-over"},
		{name: "nothing after the end", actions: []string{scene(4, "end", none, none), `{"player":"ann","do":"pass"}`}, forbids: "play.not-now"},
		// Any time.
		{name: "an unknown action", actions: []string{`{"player":"ann","do":"plants"}`}, forbids: "play.unknown-action"},
		{name: "an unknown player", actions: []string{`{"player":"anne","do":"pass"}`}, forbids: "play.unknown-player"},
		{name: "a counter by hand", actions: []string{`{"player":"ann","do":"bulk","set":{"track_vp":12,"coins":1}}`}, earns: "ann +12 points", asks: "riverboat.ask-tile"},
		{name: "an unknown counter", actions: []string{`{"player":"ann","do":"bulk","set":{"coin":1}}`}, forbids: "file.unknown-key"},
		{name: "more coins than the box has", actions: []string{`{"player":"ann","do":"bulk","set":{"coins":23}}`}, forbids: "riverboat.box-coins"},
		{name: "a mat by hand", actions: []string{`{"player":"ann","do":"bulk","set":{"mat":"` + cornAll + `"}}`}, asks: "riverboat.ask-tile"},
		{name: "another mat", actions: []string{`{"player":"ann","do":"bulk","set":{"mat":"pointy / 0,0 h."}}`}, forbids: "riverboat.other-mat"},
		{name: "hexes by hand", actions: []string{`{"player":"ann","do":"bulk","set":{"hexes":{"A1":{"crop":"corn","well":true},"A2":{"worker":true}}}}`}, asks: "riverboat.ask-tile"},
		{name: "tiles by hand", actions: []string{`{"do":"bulk","set":{"phase":"tiles","players":{"ann":{"phase_tiles":[1]}}}}`, `{"player":"ann","do":"tile","kind":"scoring"}`}, forbids: "play.not-your-turn"},
		{name: "more points than a track can show", actions: []string{`{"player":"ann","do":"bulk","set":{"track_vp":999}}`, scene(1, "scoring", `"cards":[{"name":"mystery","scored":false}]`, none), `{"player":"ann","do":"survey","kind":"card","card":"mystery","points":9}`}, forbids: "file.range"},
		{name: "more points than a card can bring", actions: []string{scene(1, "scoring", `"cards":[{"name":"mystery","scored":false}]`, none), `{"player":"ann","do":"survey","kind":"card","card":"mystery","points":100}`}, forbids: "file.range"},
		{name: "an impossible hex by hand", actions: []string{`{"player":"ann","do":"bulk","set":{"hexes":{"A1":{"well":true}}}}`}, forbids: "riverboat.well-without-crop"},
		{name: "a tile lost by hand", actions: []string{`{"do":"bulk","set":{"players":{"ann":{"phase_tiles":[1]}},"phase":"planting"}}`}, forbids: "riverboat.tile-missing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, awards, err := act(t, start(t, smallSettings, "ann", "bo"), c.actions...)
			var v *scoring.Violation
			switch {
			case c.forbids == "" && err != nil:
				t.Fatalf("forbidden: %v", err)
			case c.forbids != "" && (!errors.As(err, &v) || v.Key != c.forbids):
				t.Fatalf("error %v, want %s", err, c.forbids)
			case c.forbids != "":
				return
			}
			if got := sums(awards); got != c.earns {
				t.Errorf("earned %q, want %q", got, c.earns)
			}
			if got := (riverboat.Game{}).Next(s); got.Key != c.asks {
				data, _ := json.Marshal(got)
				t.Errorf("asks %s, want %s", data, c.asks)
			}
		})
	}
}
