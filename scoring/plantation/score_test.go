package plantation_test

import (
	"encoding/json"
	"fmt"
	"harbormaster/scoring/scoringtest"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"harbormaster/scoring"
	"harbormaster/scoring/plantation"
)

// worth is what one copy of a card scores when supported, written down from
// the text of the rules a second time and not from the data file.
func worth(card string, n map[string]int) int {
	with := func(other string, points int) int {
		if n[other] > 0 {
			return points
		}
		return 0
	}
	fields := n["Cotton Field"] + n["Tobacco Field"] + n["Sugar Field"] + n["Rice Field"] + n["Indigo Field"]
	switch card {
	case "Cotton Field", "Tobacco Field", "Sugar Field", "Rice Field", "Indigo Field":
		return 5 + n[card] - 1
	case "Big House":
		return 5 + with("Kitchen", 5) + with("Wash House", 5)
	case "Kitchen":
		return 5 + with("Smoke House", 5)
	case "Wash House":
		return 5 + with("Spring House", 5)
	case "River Dock":
		return fields
	case "Cooper":
		return 5 + n["Sugar Field"] + n["Indigo Field"]
	case "Drying House":
		return 5 + 2*n["Tobacco Field"]
	case "Sugar Mill":
		return 5 + 2*n["Sugar Field"] + with("Distillery", 5)
	case "Spinning House":
		return 5 + 2*n["Cotton Field"] + with("Weaving House", 5)
	case "Weaving House":
		return 5 + with("Sewing House", 5)
	case "Boot Making Shop":
		return 5 + n["Slave Quarters"]
	case "Carriage House", "Stables":
		return 5 + with("Blacksmith Shop", 4)
	}
	return 5
}

// copies is the deck without the cards that happen and are gone.
var copies = map[string]int{
	"Slave Quarters": 20, "Indentured Servants": 2, "Cotton Field": 10, "Tobacco Field": 10, "Sugar Field": 10, "Rice Field": 10,
	"Indigo Field": 10, "Big House": 4, "Kitchen": 2, "Wash House": 2, "Smoke House": 2, "Spring House": 2, "Sewing House": 2,
	"Distillery": 2, "River Dock": 2, "Cooper": 2, "Drying House": 2, "Sugar Mill": 2, "Spinning House": 2, "Weaving House": 2,
	"Boot Making Shop": 2, "Warehouses": 2, "Carpenter/Joinery": 2, "Stables": 2, "Carriage House": 2, "Blacksmith Shop": 2,
}

// bestByForce tries every set of cards that can be supported and returns the
// most and the fewest points they leave, the fewest with all support used.
func bestByForce(n map[string]int) (most, fewest int) {
	support := 5 * (n["Slave Quarters"] + n["Indentured Servants"])
	var worths []int // one entry a copy
	for card, count := range n {
		for range count {
			if card != "Slave Quarters" && card != "Indentured Servants" {
				// What has no support still counts for the others' bonuses.
				worths = append(worths, worth(card, n))
			}
		}
	}
	support = min(support, len(worths))
	fewest = 1 << 30
	for set := range 1 << len(worths) {
		points, size := 0, 0
		for i, each := range worths {
			if set&(1<<i) != 0 {
				points += each
				size++
			}
		}
		if size <= support {
			most = max(most, points)
		}
		if size == support {
			fewest = min(fewest, points)
		}
	}
	return most, fewest
}

func read(t interface{ Fatalf(string, ...any) }, settings string, hands ...map[string]int) scoring.State {
	var players []string
	for i, hand := range hands {
		cards, err := json.Marshal(hand)
		if err != nil {
			t.Fatalf("%v", err)
		}
		players = append(players, fmt.Sprintf(`{"name":"%c","cards":%s,"cash_crop_points":0}`, 'a'+i, cards))
	}
	file := `{"game":"plantation","settings":` + settings + `,"players":[` + join(players) + `]}`
	s, err := plantation.Game{}.ReadState([]byte(file))
	if err != nil {
		t.Fatalf("%v\n%s", err, file)
	}
	return s
}

func join(list []string) string {
	out := ""
	for i, item := range list {
		if i > 0 {
			out += ","
		}
		out += item
	}
	return out
}

func line(r scoring.Result, seat int, category string) int {
	for _, l := range r.Players[seat].Lines {
		if l.Category == category {
			return l.Points
		}
	}
	return -1 << 30
}

// The choice of what goes without support is the best there is, and with the
// other setting the worst: tried by force over every set of up to 13 cards.
func TestUnsupportedChoiceByForce(t *testing.T) {
	var names []string
	for name := range copies {
		names = append(names, name)
	}
	slices.Sort(names)
	rapid.Check(t, func(t *rapid.T) {
		hand := map[string]int{}
		size := 0
		for range rapid.IntRange(0, 13).Draw(t, "kinds") {
			name := rapid.SampledFrom(names).Draw(t, "card")
			n := rapid.IntRange(1, 4).Draw(t, "copies")
			isQuarters := name == "Slave Quarters" || name == "Indentured Servants"
			if hand[name]+n > copies[name] || isQuarters && hand[name] > 0 || !isQuarters && size+n > 13 {
				continue
			}
			hand[name] += n
			if !isQuarters {
				size += n
			}
		}
		most, fewest := bestByForce(hand)
		other := map[string]int{}
		if got := line(plantation.Game{}.Score(read(t, `{}`, hand, other)), 0, "fields_and_buildings"); got != most {
			t.Fatalf("%v make %d, by force %d", hand, got, most)
		}
		if got := line(plantation.Game{}.Score(read(t, `{"unsupported":"worst"}`, hand, other)), 0, "fields_and_buildings"); got != fewest {
			t.Fatalf("%v make %d at worst, by force %d", hand, got, fewest)
		}
		for _, set := range []string{"fields", "buildings"} {
			got := line(plantation.Game{}.Score(read(t, `{"unsupported":"`+set+`"}`, hand, other)), 0, "fields_and_buildings")
			if got > most || got < fewest {
				t.Fatalf("%v make %d with %s first, outside of %d to %d", hand, got, set, fewest, most)
			}
		}
	})
}

// Titles a second way: by looking for somebody who has more.
func TestTitlesASecondWay(t *testing.T) {
	crops := []string{"Cotton Field", "Tobacco Field", "Sugar Field", "Rice Field", "Indigo Field"}
	rapid.Check(t, func(t *rapid.T) {
		hands := make([]map[string]int, rapid.IntRange(2, 5).Draw(t, "players"))
		for i := range hands {
			hands[i] = map[string]int{"Slave Quarters": rapid.IntRange(0, 4).Draw(t, "quarters")}
			if i < 4 && rapid.Bool().Draw(t, "house") {
				hands[i]["Big House"] = 1
			}
			for _, crop := range crops {
				hands[i][crop] = rapid.IntRange(0, 2).Draw(t, crop)
			}
		}
		all := plantation.Game{}.Score(read(t, `{}`, hands...))
		none := plantation.Game{}.Score(read(t, `{"most_on_tie":"none"}`, hands...))
		for i, hand := range hands {
			want, strict := 0, 0
			if hand["Big House"] == 0 {
				want, strict = -10, -10
			}
			for _, card := range append([]string{"Slave Quarters"}, crops...) {
				points := 10
				if card == "Slave Quarters" {
					points = -10
				}
				more, equal := 0, 0
				for j, other := range hands {
					if j != i && other[card] > hand[card] {
						more++
					}
					if j != i && other[card] == hand[card] {
						equal++
					}
				}
				if hand[card] > 0 && more == 0 {
					want += points
					if equal == 0 {
						strict += points
					}
				}
			}
			if got := line(all, i, "titles"); got != want {
				t.Fatalf("player %d of %v has titles of %d, want %d", i, hands, got, want)
			}
			if got := line(none, i, "titles"); got != strict {
				t.Fatalf("player %d of %v has titles of %d, want %d without ties", i, hands, got, strict)
			}
		}
	})
}

// A second Kitchen for one Big House counts by setting.
func TestBonusesByCopy(t *testing.T) {
	hand := map[string]int{"Big House": 1, "Kitchen": 2, "Slave Quarters": 1}
	for settings, want := range map[string]int{`{}`: 10 + 5 + 5, `{"bonuses":"copy"}`: 15 + 5 + 5} {
		if got := line(plantation.Game{}.Score(read(t, settings, hand, map[string]int{})), 0, "fields_and_buildings"); got != want {
			t.Errorf("settings %s: %d, want %d", settings, got, want)
		}
	}
}

func TestNotes(t *testing.T) {
	scoringtest.Notes(t, plantation.Game{}, valid,
		"Indigo Field 6 x 10, Big House 1 x 10, Kitchen 2 x 10, River Dock 1 x 6; left out, as only 10 are supported: Smoke House 1",
		"2 cards x 2",
		"Most fields of Indigo: 10 each.",
		"2 points scored in play",
		"Indigo Field 3 x 7, Stables 1 x 5",
		"11 cards x 2",
		"Most Slave Quarters: -10. No Big House: -10.",
		"8 points scored in play",
	)
}
