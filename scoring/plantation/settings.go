package plantation

import (
	"slices"

	"harbormaster/scoring"
	"harbormaster/scoring/strict"
)

// Settings are the points that the text leaves open, as the table plays them.
type Settings struct {
	// MostOnTie says who has a title on a tie: TieAll or TieNone.
	MostOnTie string `json:"most_on_tie"`
	// Unsupported says which cards go without support.
	Unsupported string `json:"unsupported"`
	// Bonuses says whether a second copy of a card adds its bonus again.
	Bonuses string `json:"bonuses"`
	// Row says whether the cards turned up are entered before they are picked.
	Row string `json:"row"`
	// Master says whether going first passes to the left.
	Master string `json:"master"`
	// Houses are the buildings that Fire and the like can take; none: all.
	Houses []string `json:"houses,omitempty"`
}

// The values of the settings, the default first.
const (
	TieAll  = "all"
	TieNone = "none"

	SupportBest      = "best"      // the choice that leaves the player the most points
	SupportWorst     = "worst"     // the choice that leaves the fewest
	SupportFields    = "fields"    // fields before buildings
	SupportBuildings = "buildings" // buildings before fields

	BonusKind = "kind" // once a kind of card
	BonusCopy = "copy" // once for every copy owned

	RowPicked   = "picked"   // a card is entered when it is picked
	RowRevealed = "revealed" // all cards turned up are entered first

	MasterLeft  = "left"
	MasterStays = "stays"
)

// settingList describes the settings; their order is that of the file.
func settingList() []scoring.Setting {
	return []scoring.Setting{
		{Key: "most_on_tie", Values: []string{TieAll, TieNone}, Default: TieAll},
		{Key: "unsupported", Values: []string{SupportBest, SupportWorst, SupportFields, SupportBuildings}, Default: SupportBest},
		{Key: "bonuses", Values: []string{BonusKind, BonusCopy}, Default: BonusKind},
		{Key: "row", Values: []string{RowPicked, RowRevealed}, Default: RowPicked},
		{Key: "master", Values: []string{MasterLeft, MasterStays}, Default: MasterLeft},
		{Key: "houses", Default: "all buildings"},
	}
}

func (s *Settings) slot(key string) *string {
	switch key {
	case "most_on_tie":
		return &s.MostOnTie
	case "unsupported":
		return &s.Unsupported
	case "bonuses":
		return &s.Bonuses
	case "row":
		return &s.Row
	case "master":
		return &s.Master
	}
	return nil // houses, which isn't one of a few values
}

func defaultSettings() Settings {
	var s Settings
	for _, set := range settingList() {
		if at := s.slot(set.Key); at != nil {
			*at = set.Default
		}
	}
	return s
}

func readSettings(v strict.Value) Settings {
	s := defaultSettings()
	var keys []string
	for _, set := range settingList() {
		keys = append(keys, set.Key)
	}
	o := v.Object(keys...)
	for _, set := range settingList() {
		if at := s.slot(set.Key); at != nil && o.Has(set.Key) {
			*at = o.Get(set.Key).OneOf("setting", set.Values...)
		}
	}
	if !o.Has("houses") {
		return s
	}
	var buildings []string
	for _, c := range theRules().Cards {
		if c.Kind == building {
			buildings = append(buildings, c.Name)
		}
	}
	for _, item := range o.Get("houses").List() {
		name := item.OneOf("building", buildings...)
		if slices.Contains(s.Houses, name) {
			item.Forbid("plantation.house-twice", "card", name)
		}
		s.Houses = append(s.Houses, name)
	}
	return s
}

// takes reports whether a loss of that type can take the card.
func (s Settings) takes(what string, c *card) bool {
	if what == lossHouse {
		return c.Kind == building && (len(s.Houses) == 0 || slices.Contains(s.Houses, c.Name))
	}
	return c.LostTo == what
}
