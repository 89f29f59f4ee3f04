package plantation_test

import (
	"strings"
	"testing"

	"harbormaster/scoring/plantation"
	"harbormaster/scoring/scoringtest"
)

const valid = `{"game":"plantation","players":[
 {"name":"ann","cards":{"Indigo Field":6,"Smoke House":1,"River Dock":1,"Slave Quarters":2,"Big House":1,"Kitchen":2},"cash_crop_points":2},
 {"name":"bo","cards":{"Indigo Field":3,"Slave Quarters":10,"Indentured Servants":1,"Stables":1},"cash_crop_points":8}]}`

// table returns the valid file with keys of a game under way.
func table(name, keys, key, says string) scoringtest.Refusal {
	return scoringtest.Refusal{Name: name, Old: `"players"`, New: keys + `,"players"`, Key: key, Says: says}
}

func TestReadStateRefuses(t *testing.T) {
	bo := func(name, old, new, key, says string) scoringtest.Refusal {
		return scoringtest.Refusal{Name: name, Old: old, New: new, Key: key, Player: "bo", Says: says}
	}
	scoringtest.Refusals(t, plantation.Game{}, valid, []scoringtest.Refusal{
		{Name: "no JSON", Old: valid, New: "[", Key: "file.not-json"},
		{Name: "another game", Old: `"plantation"`, New: `"plantage"`, Key: "file.unknown-name", Place: "game", Says: `did you mean "plantation"`},
		{Name: "nobody", Old: valid, New: `{"game":"plantation","players":[]}`, Key: "file.players", Says: "2 to 6"},
		bo("unknown card", `"Stables":1`, `"Stable":1`, "file.unknown-name", `did you mean "Stables"`),
		bo("a card nobody owns", `"Stables":1`, `"Cash Crops":1`, "file.unknown-name", "Cash Crops"),
		bo("a loss in hand", `"Stables":1`, `"Blight":1`, "file.unknown-name", "Blight"),
		bo("a card twice", `"Stables":1`, `"Stables":3`, "plantation.copies", "Stables"),
		bo("too many over all players", `"Indigo Field":3`, `"Indigo Field":5`, "plantation.copies", "11 copies of Indigo Field"),
		bo("negative", `"Stables":1`, `"Stables":-1`, "file.range", "-1"),
		bo("absurd", `"Stables":1`, `"Stables":1000`, "file.range", "1000"),
		bo("a text", `"Stables":1`, `"Stables":"one"`, "file.type", "whole number"),
		bo("cards a list", `{"Indigo Field":3,"Slave Quarters":10,"Indentured Servants":1,"Stables":1}`, `["Stables"]`, "file.type", "an object"),
		bo("no cards", `"cards":{"Indigo Field":3,"Slave Quarters":10,"Indentured Servants":1,"Stables":1},`, ``, "file.missing", "cards"),
		bo("no points", `,"cash_crop_points":8`, ``, "file.missing", "cash_crop_points"),
		bo("negative points", `"cash_crop_points":8`, `"cash_crop_points":-8`, "file.range", "-8"),
		bo("unknown key", `"cash_crop_points":8`, `"cash_crops_points":8`, "file.unknown-key", `did you mean "cash_crop_points"`),
		table("unknown setting", `"settings":{"most_on_ties":"all"}`, "file.unknown-key", `did you mean "most_on_tie"`),
		table("unknown value", `"settings":{"most_on_tie":"both"}`, "file.unknown-name", "all, none"),
		table("a house that is none", `"settings":{"houses":["Slave Quarters"]}`, "file.unknown-name", "Slave Quarters"),
		table("a house twice", `"settings":{"houses":["Kitchen","Kitchen"]}`, "plantation.house-twice", "Kitchen"),
		table("out too often", `"out":{"Blight":2}`, "plantation.copies", "Blight"),
		table("unknown card out", `"out":{"Blihgt":1}`, "file.unknown-name", `did you mean "Blight"`),
		table("nothing to pick", `"round":2,"phase":"pick"`, "plantation.table", "pick"),
		table("a row that isn't entered", `"round":2,"phase":"roll","row":{"Blight":1}`, "plantation.table", "row"),
		table("a row of another size", `"settings":{"row":"revealed"},"round":2,"phase":"pick","left":2,"row":{"Blight":1}`, "plantation.table", "row"),
		table("nothing to reveal", `"settings":{"row":"revealed"},"round":2,"phase":"reveal"`, "plantation.table", "reveal"),
		table("a loss without its event", `"round":2,"phase":"losing","left":1`, "plantation.table", "losing"),
		table("an event that is none", `"event":"Cash Crops"`, "file.unknown-name", "Cash Crops"),
		table("an unknown phase", `"phase":"picks"`, "file.unknown-name", `did you mean "pick"`),
	})
}

// As many files that look odd but are no mistake.
func TestReadStateAccepts(t *testing.T) {
	ok := func(name, old, new string) scoringtest.Refusal {
		return scoringtest.Refusal{Name: name, Old: old, New: new}
	}
	keys := func(name, keys string) scoringtest.Refusal { return table(name, keys, "", "") }
	scoringtest.Refusals(t, plantation.Game{}, valid, []scoringtest.Refusal{
		ok("as it is", "", ""),
		ok("no cards", `{"Indigo Field":3,"Slave Quarters":10,"Indentured Servants":1,"Stables":1}`, `{}`),
		ok("none of a card", `"Stables":1`, `"Stables":0`),
		ok("both of a card", `"Stables":1`, `"Stables":2`),
		ok("all of a field", `"Indigo Field":3`, `"Indigo Field":4`),
		ok("all quarters", `"Slave Quarters":10`, `"Slave Quarters":18`),
		ok("no quarters", `"Slave Quarters":10,"Indentured Servants":1,`, ``),
		ok("no points", `"cash_crop_points":8`, `"cash_crop_points":0`),
		ok("odd points", `"cash_crop_points":8`, `"cash_crop_points":7`),
		ok("many points", `"cash_crop_points":8`, `"cash_crop_points":500`),
		ok("a name twice", `"name":"bo"`, `"name":"ann"`),
		keys("no settings", `"settings":{}`),
		keys("nobody on a tie", `"settings":{"most_on_tie":"none"}`),
		keys("the worst choice", `"settings":{"unsupported":"worst"}`),
		keys("fields first", `"settings":{"unsupported":"fields"}`),
		keys("buildings first", `"settings":{"unsupported":"buildings"}`),
		keys("each copy", `"settings":{"bonuses":"copy"}`),
		keys("the Master stays", `"settings":{"master":"stays"}`),
		keys("some houses", `"settings":{"houses":["Big House","Kitchen"]}`),
		keys("no houses are all", `"settings":{"houses":[]}`),
		keys("some out", `"out":{"Blight":1,"Cash Crops":4,"Indigo Field":1}`),
		{Name: "alone", Old: valid, New: valid[:strings.Index(valid, ",\n {\"name\":\"bo\"")] + "]}"},
		keys("a turn alone", `"round":2`),
		keys("to roll", `"round":2,"phase":"roll","first":1,"turn":1`),
		keys("to pick", `"round":2,"phase":"pick","left":3`),
		keys("to pick of a row", `"settings":{"row":"revealed"},"round":2,"phase":"pick","left":2,"row":{"Blight":1,"Stables":1}`),
		keys("to reveal", `"settings":{"row":"revealed"},"round":2,"phase":"reveal","left":2,"row":{"Blight":1}`),
		keys("to lose", `"round":2,"phase":"losing","left":0,"event":"Blight"`),
		keys("over", `"round":20,"phase":"end"`),
		keys("an event that waits for nothing", `"event":"Blight"`),
	})
}
