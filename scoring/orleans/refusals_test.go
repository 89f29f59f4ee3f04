package orleans_test

import (
	"testing"

	"harbormaster/scoring/orleans"
	"harbormaster/scoring/scoringtest"
)

const valid = `{"game":"orleans","last_citizen_available":true,"players":[
 {"name":"ann","coins":6,"goods":{"brocade":3,"wool":2,"wine":0,"cheese":3,"grain":1},"trading_stations":8,"citizens":3,"development_status":2,"development_position":7},
 {"name":"bo","coins":15,"goods":{"brocade":2,"wool":5,"wine":3,"cheese":1,"grain":5},"trading_stations":10,"citizens":2,"development_status":4,"development_position":25}]}`

func TestReadStateRefuses(t *testing.T) {
	scoringtest.Refusals(t, orleans.Game{}, valid, []scoringtest.Refusal{
		{Name: "no JSON", Old: valid, New: "orleans", Key: "file.not-json"},
		{Name: "nothing", Old: valid, New: " ", Key: "file.empty"},
		{Name: "two documents", Old: valid, New: valid + "{}", Key: "file.not-json"},
		{Name: "another game", Old: `"game":"orleans"`, New: `"game":"orlean"`, Key: "file.unknown-name", Place: "game", Says: `did you mean "orleans"`},
		{Name: "no game", Old: `"game":"orleans",`, New: "", Key: "file.missing", Says: "game"},
		{Name: "no last citizen", Old: `"last_citizen_available":true,`, New: "", Key: "file.missing", Says: "last_citizen_available"},
		{Name: "last citizen a number", Old: `"last_citizen_available":true`, New: `"last_citizen_available":1`, Key: "file.type", Says: "true or false"},
		{Name: "unknown table key", Old: `"players"`, New: `"player":1,"players"`, Key: "file.unknown-key", Says: `did you mean "players"`},
		{Name: "a key twice", Old: `"coins":6`, New: `"coins":6,"coins":7`, Key: "file.key-twice", Says: "coins"},
		{Name: "players an object", Old: valid, New: `{"game":"orleans","last_citizen_available":true,"players":{}}`, Key: "file.type", Place: "players"},
		{Name: "no player", Old: valid, New: `{"game":"orleans","last_citizen_available":true,"players":[]}`, Key: "file.players", Says: "2 to 4"},
		{Name: "an empty name", Old: `"name":"bo"`, New: `"name":""`, Key: "file.player-name", Place: "players[1]"},
		{Name: "unknown player key", Old: `"citizens":2`, New: `"citizen":2`, Key: "file.unknown-key", Player: "bo", Says: `did you mean "citizens"`},
		{Name: "missing player key", Old: `"citizens":2,`, New: "", Key: "file.missing", Player: "bo", Says: "citizens"},
		{Name: "unknown good", Old: `"wine":3`, New: `"whine":3`, Key: "file.unknown-key", Player: "bo", Says: `did you mean "wine"`},
		{Name: "missing good", Old: `"wine":3,`, New: "", Key: "file.missing", Player: "bo", Place: "goods", Says: "wine"},
		{Name: "coins a text", Old: `"coins":15`, New: `"coins":"15"`, Key: "file.type", Player: "bo", Place: "coins", Says: "whole number"},
		{Name: "half a coin", Old: `"coins":15`, New: `"coins":1.5`, Key: "file.type", Player: "bo", Place: "coins"},
		{Name: "negative coins", Old: `"coins":15`, New: `"coins":-1`, Key: "file.range", Player: "bo", Place: "coins", Says: "-1"},
		{Name: "absurd grain", Old: `"grain":5`, New: `"grain":100000`, Key: "file.range", Player: "bo", Place: "grain"},
		{Name: "more than a number holds", Old: `"grain":5`, New: `"grain":99999999999999999999999`, Key: "file.range", Player: "bo", Place: "grain"},
		{Name: "11 stations", Old: `"trading_stations":10`, New: `"trading_stations":11`, Key: "file.range", Player: "bo", Place: "trading_stations", Says: "0 to 10"},
		{Name: "status 0", Old: `"development_status":4`, New: `"development_status":0`, Key: "file.range", Player: "bo", Place: "development_status", Says: "1 to 6"},
		{Name: "status 7", Old: `"development_status":4`, New: `"development_status":7`, Key: "file.range", Player: "bo", Place: "development_status"},
		{Name: "lost and owned stations", Old: `"name":"bo"`, New: `"name":"bo","stations_lost":1`, Key: "orleans.stations", Player: "bo", Says: "10"},
		{Name: "round 19", Old: `"players"`, New: `"round":19,"players"`, Key: "file.range", Place: "round"},
		{Name: "unknown phase", Old: `"players"`, New: `"phase":"event s","players"`, Key: "file.unknown-name", Says: `did you mean "event"`},
		{Name: "an event without its tile", Old: `"players"`, New: `"round":2,"phase":"event","players"`, Key: "file.missing", Says: "event"},
		{Name: "actions without the tile", Old: `"players"`, New: `"round":2,"phase":"actions","players"`, Key: "file.missing", Says: "event"},
		{Name: "turn of nobody", Old: `"players"`, New: `"turn":2,"players"`, Key: "file.range", Place: "turn"},
		{Name: "out twice", Old: `"players"`, New: `"passed":[1,1],"players"`, Key: "play.passed-twice"},
		{Name: "its turn, but out", Old: `"players"`, New: `"turn":1,"passed":[1],"players"`, Key: "play.turn-passed"},
		{Name: "all out", Old: `"players"`, New: `"passed":[0,1],"players"`, Key: "play.all-passed"},
		{Name: "a setting", Old: `"players"`, New: `"settings":{"ties":1},"players"`, Key: "file.unknown-key", Says: "ties"},
	})
}

// As many files that look odd but are no mistake.
func TestReadStateAccepts(t *testing.T) {
	odd := func(name, old, new string) scoringtest.Refusal {
		return scoringtest.Refusal{Name: name, Old: old, New: new}
	}
	scoringtest.Refusals(t, orleans.Game{}, valid, []scoringtest.Refusal{
		odd("as it is", "", ""),
		odd("blanks around", valid, "\n\t "+valid+"\n"),
		odd("the last citizen gone", `"last_citizen_available":true`, `"last_citizen_available":false`),
		odd("no settings", `"players"`, `"settings":{},"players"`),
		odd("two of a name", `"name":"bo"`, `"name":"ann"`),
		odd("a name of signs", `"name":"bo"`, `"name":"{ü} ☃"`),
		odd("no coins", `"coins":15`, `"coins":0`),
		odd("rich", `"coins":15`, `"coins":999`),
		odd("all of a good", `"grain":5`, `"grain":99`),
		odd("no stations", `"trading_stations":10`, `"trading_stations":0`),
		odd("stations lost", `"trading_stations":10`, `"trading_stations":9,"stations_lost":1`),
		odd("status 1", `"development_status":4`, `"development_status":1`),
		odd("status 6", `"development_status":4`, `"development_status":6`),
		odd("the start of the track", `"development_position":25`, `"development_position":0`),
		odd("many citizens", `"citizens":2`, `"citizens":20`),
		odd("the first round", `"players"`, `"round":1,"phase":"hour_glass","players"`),
		odd("the last round", `"players"`, `"round":18,"phase":"start_player","players"`),
		odd("over", `"players"`, `"round":18,"phase":"end","players"`),
		odd("a round alone", `"players"`, `"round":3,"players"`),
		odd("a phase alone", `"players"`, `"phase":"census","players"`),
		odd("an event", `"players"`, `"round":2,"phase":"event","event":"taxes","players"`),
		odd("one is out", `"players"`, `"round":2,"phase":"actions","event":"plague","first":1,"turn":1,"passed":[0],"players"`),
		odd("a debt", `"name":"bo"`, `"name":"bo","owes":3`),
		odd("hungry", `"name":"bo"`, `"name":"bo","unfed":true`),
		odd("farmers", `"name":"bo"`, `"name":"bo","farmers_track":7`),
		odd("knights", `"name":"bo"`, `"name":"bo","followers_drawn":7`),
		odd("the marker elsewhere", `"players"`, `"first":1,"players"`),
		odd("keys in another order", `"name":"bo","coins":15`, `"coins":15,"name":"bo"`),
	})
}
