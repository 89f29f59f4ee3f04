package agricola_test

import (
	"strings"
	"testing"

	"harbormaster/scoring/agricola"
	"harbormaster/scoring/scoringtest"
)

const valid = `{"game":"agricola","players":[
 {"name":"ann","fields":2,"pastures":1,"grain":4,"vegetables":2,"sheep":8,"boar":8,"cattle":1,"unused_spaces":10,"fenced_stables":1,"rooms":{"material":"clay","count":2},"family":5,"begging":1,"improvements":["Fireplace (2 clay)","Basketmaker's Workshop"],"card_points":3,"bonus_points":1,"resources":{"wood":5,"clay":7,"reed":2,"stone":4}},
 {"name":"bo","fields":5,"pastures":2,"grain":0,"vegetables":0,"sheep":0,"boar":1,"cattle":6,"unused_spaces":0,"fenced_stables":4,"rooms":{"material":"stone","count":4},"family":4,"begging":0,"improvements":["Joinery"],"card_points":0,"bonus_points":0,"resources":{"wood":6,"clay":0,"reed":0,"stone":0}}]}`

// one returns the valid file with keys of the second player's object changed.
func one(name, old, new, key, says string) scoringtest.Refusal {
	i := strings.Index(valid, `{"name":"bo"`)
	head, tail := valid[:i], valid[i:]
	if !strings.Contains(tail, old) { // Refusals fails on what the valid file hasn't got
		return scoringtest.Refusal{Name: name, Old: "in the second player: " + old, Key: key}
	}
	return scoringtest.Refusal{Name: name, Old: valid, New: head + strings.Replace(tail, old, new, 1), Key: key, Player: "bo", Says: says}
}

func TestReadStateRefuses(t *testing.T) {
	scoringtest.Refusals(t, agricola.Game{}, valid, []scoringtest.Refusal{
		{Name: "no JSON", Old: valid, New: "{", Key: "file.not-json"},
		{Name: "another game", Old: `"agricola"`, New: `"agricolla"`, Key: "file.unknown-name", Place: "game", Says: `did you mean "agricola"`},
		{Name: "nobody", Old: valid, New: `{"game":"agricola","players":[]}`, Key: "file.players", Says: "1 to 5"},
		{Name: "no players", Old: valid, New: `{"game":"agricola"}`, Key: "file.missing", Says: "players"},
		{Name: "unknown table key", Old: `"players"`, New: `"rounds":3,"players"`, Key: "file.unknown-key", Says: `did you mean "round"`},
		{Name: "round 15", Old: `"players"`, New: `"round":15,"players"`, Key: "file.range", Place: "round"},
		{Name: "unknown setting", Old: `"players"`, New: `"settings":{"cost":"paid"},"players"`, Key: "file.unknown-key", Says: `did you mean "costs"`},
		{Name: "unknown value of a setting", Old: `"players"`, New: `"settings":{"costs":"paidd"},"players"`, Key: "file.unknown-name", Says: `did you mean "paid"`},
		one("unknown key", `"cattle":6`, `"cattel":6`, "file.unknown-key", `did you mean "cattle"`),
		one("missing key", `"cattle":6,`, ``, "file.missing", "cattle"),
		one("negative", `"cattle":6`, `"cattle":-6`, "file.range", "-6"),
		one("absurd", `"cattle":6`, `"cattle":600`, "file.range", "600"),
		one("a text", `"cattle":6`, `"cattle":"six"`, "file.type", "whole number"),
		one("a sixth in the family", `"family":4`, `"family":6`, "file.range", "0 to 5"),
		one("a fifth stable", `"fenced_stables":4`, `"fenced_stables":5`, "file.range", "0 to 4"),
		one("unknown material", `"stone","count"`, `"brick","count"`, "file.unknown-name", "wood, clay, stone"),
		one("no material", `"material":"stone",`, ``, "file.missing", "material"),
		one("rooms a number", `{"material":"stone","count":4}`, `4`, "file.type", "an object"),
		one("unknown key of rooms", `"count":4`, `"number":4`, "file.unknown-key", "number"),
		one("unknown improvement", `"Joinery"`, `"Joinry"`, "file.unknown-name", `did you mean "Joinery"`),
		one("an improvement of wrong spelling", `"Joinery"`, `"Fireplace"`, "file.unknown-name", "Fireplace"),
		one("an improvement twice", `["Joinery"]`, `["Joinery","Well","Joinery"]`, "agricola.improvement-twice", "Joinery"),
		one("the other's improvement", `["Joinery"]`, `["Basketmaker's Workshop"]`, "agricola.improvement-twice", "ann"),
		one("improvements a text", `["Joinery"]`, `"Joinery"`, "file.type", "a list"),
		one("unknown resource", `"reed":0`, `"read":0`, "file.unknown-key", `did you mean "reed"`),
		one("missing resource", `"reed":0,`, ``, "file.missing", "reed"),
		one("eight occupations", `"name":"bo"`, `"name":"bo","occupations":8`, "file.range", "0 to 7"),
	})
}

// As many files that look odd but are no mistake.
func TestReadStateAccepts(t *testing.T) {
	odd := func(name, old, new string) scoringtest.Refusal {
		r := one(name, old, new, "", "")
		r.Player = ""
		return r
	}
	scoringtest.Refusals(t, agricola.Game{}, valid, []scoringtest.Refusal{
		odd("as it is", "", ""),
		{Name: "alone", Old: valid, New: valid[:strings.Index(valid, ",\n {\"name\":\"bo\"")] + "]}"},
		{Name: "a round", Old: `"players"`, New: `"round":14,"players"`},
		{Name: "a phase", Old: `"players"`, New: `"phase":"breeding","players"`},
		{Name: "under way", Old: `"players"`, New: `"round":4,"phase":"feeding","turn":1,"passed":[0],"players"`},
		{Name: "over", Old: `"players"`, New: `"round":14,"phase":"end","players"`},
		{Name: "a setting", Old: `"players"`, New: `"settings":{"costs":"paid"},"players"`},
		{Name: "no settings", Old: `"players"`, New: `"settings":{},"players"`},
		odd("no cattle", `"cattle":6`, `"cattle":0`),
		odd("many cattle", `"cattle":6`, `"cattle":99`),
		odd("nobody at home", `"family":4`, `"family":0`),
		odd("a full house", `"family":4`, `"family":5`),
		odd("stables without pastures", `"pastures":2`, `"pastures":0`),
		odd("wood", `"stone","count"`, `"wood","count"`),
		odd("clay", `"stone","count"`, `"clay","count"`),
		odd("no rooms", `"count":4`, `"count":0`),
		odd("keys of rooms in another order", `{"material":"stone","count":4}`, `{"count":4,"material":"stone"}`),
		odd("no improvements", `["Joinery"]`, `[]`),
		odd("many improvements", `["Joinery"]`, `["Joinery","Pottery","Well","Clay Oven","Stone Oven"]`),
		odd("both hearths", `["Joinery"]`, `["Cooking Hearth (4 clay)","Cooking Hearth (5 clay)"]`),
		odd("the other fireplace", `["Joinery"]`, `["Fireplace (3 clay)"]`),
		odd("begging", `"begging":0`, `"begging":9`),
		odd("no unused spaces", `"unused_spaces":0`, `"unused_spaces":13`),
		odd("rich", `"stone":0`, `"stone":50`),
		odd("cards", `"card_points":0`, `"card_points":20`),
		odd("bonus", `"bonus_points":0`, `"bonus_points":20`),
		odd("occupations", `"name":"bo"`, `"name":"bo","occupations":7`),
	})
}
