package riverboat

import (
	"fmt"
	"slices"

	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/scoring/strict"
)

// CardRule is an opportunity card as its owner defined it: the seventeen
// cards of the box aren't public. Kinds follow the rulebook's examples.
type CardRule struct {
	Name string `json:"name"`
	// Kind: "harvested" pays Points for each harvested crop of type Crop,
	// "owned" for each Thing the player has, "fixed" pays Points once and
	// brings Count of Extra.
	Kind   string `json:"kind"`
	Crop   string `json:"crop,omitempty"`
	Thing  string `json:"thing,omitempty"`
	Points int    `json:"points"`
	Extra  string `json:"extra,omitempty"`
	Count  int    `json:"count,omitempty"`
}

var (
	cardKinds  = []string{"harvested", "owned", "fixed"}
	cardThings = []string{"agent", "barn", "boat", "coin", "crop", "surveyor", "well", "worker"}
	cardExtras = []string{"agent", "barn", "coin", "feature", "harbor", "surveyor", "well"}
)

func readCardRule(v strict.Value) CardRule {
	o := v.Object("name", "kind", "crop", "thing", "points", "extra", "count")
	c := CardRule{Name: o.Need("name").Text(), Points: o.Need("points").Int(0, 99)}
	if c.Name == "" {
		o.Get("name").Forbid("riverboat.card-name")
	}
	c.Kind = o.Need("kind").OneOf("kind of card", cardKinds...)
	allowed := []string{"name", "kind", "points"}
	switch c.Kind {
	case "harvested":
		c.Crop = o.Need("crop").OneOf("crop", cropNames()...)
		allowed = append(allowed, "crop")
	case "owned":
		c.Thing = o.Need("thing").OneOf("thing", cardThings...)
		allowed = append(allowed, "thing")
	case "fixed":
		if o.Has("extra") {
			c.Extra = o.Get("extra").OneOf("extra", cardExtras...)
			c.Count = 1
			if o.Has("count") {
				c.Count = o.Get("count").Int(1, 9)
			}
		}
		allowed = append(allowed, "extra", "count")
	}
	for _, key := range o.Keys() {
		if !slices.Contains(allowed, key) {
			o.Get(key).Forbid("riverboat.card-key", "key", key, "kind", c.Kind)
		}
	}
	return c
}

func cropNames() []string {
	var out []string
	for _, c := range mat.Crops() {
		out = append(out, c.String())
	}
	return out
}

// cardRule returns the definition of a card, if the table made one.
func (s *State) cardRule(name string) (CardRule, bool) {
	i := slices.IndexFunc(s.Settings.Cards, func(c CardRule) bool { return c.Name == name })
	if i < 0 {
		return CardRule{}, false
	}
	return s.Settings.Cards[i], true
}

// points returns what the card scores for the player now.
func (c CardRule) points(p *Player) int {
	switch c.Kind {
	case "harvested":
		crop, err := mat.ParseCrop(c.Crop)
		if err != nil { // can't be: readCardRule checked it
			return 0
		}
		return c.Points * p.harvested(crop)
	case "owned":
		return c.Points * p.owned(c.Thing)
	}
	return c.Points
}

// owned counts what a card may pay for. A surveyor counts in supply; a crop is
// a hex under a crop tile.
func (p *Player) owned(thing string) int {
	switch thing {
	case "agent":
		return p.Agents
	case "barn":
		return p.Mat.Count(func(c mat.Contents) bool { return c.Barn })
	case "boat":
		return len(p.Boats)
	case "coin":
		return p.Coins
	case "crop":
		return p.Mat.Count(func(c mat.Contents) bool { return c.Crop != mat.NoCrop })
	case "surveyor":
		return p.Surveyors
	case "well":
		return p.Mat.Count(func(c mat.Contents) bool { return c.Well })
	case "worker":
		return p.Workers
	}
	return 0
}

// freshCard returns the name under which a card that nobody named is kept: one
// that nobody holds and nobody defined, so that no rule is taken for its own.
func (s *State) freshCard() string {
	for n := 1; ; n++ {
		name := fmt.Sprintf("card-%02d", n)
		if _, defined := s.cardRule(name); !defined && s.checkCardFree("", name) == nil {
			return name
		}
	}
}

// checkCardFree checks that a named card isn't held by anybody: each is in the
// box once.
func (s *State) checkCardFree(player, name string) error {
	for _, p := range s.Players {
		for _, c := range p.Cards {
			if c.Name == name {
				return scoring.Forbid(player, name, "riverboat.card-taken", "card", name, "player", p.Name)
			}
		}
	}
	return nil
}

// CheckCard says what is wrong with the definition of an opportunity card, as
// it stands in the settings, or nil.
func (Game) CheckCard(body []byte) error {
	v := strict.Parse(body)
	if !v.Failed() {
		readCardRule(v)
	}
	if v.Failed() {
		return v.Err()
	}
	return nil
}
