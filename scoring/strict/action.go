package strict

import "harbormaster/scoring"

// ReadAction reads the JSON form of an action. The error is a
// *scoring.Violation. Bounds here only keep absurd numbers out; the game's
// rules say what fits.
func ReadAction(data []byte) (scoring.Action, error) {
	root := Parse(data)
	if root.Failed() {
		return scoring.Action{}, root.Err()
	}
	o := root.Object("player", "do", "hexes", "crops", "boat", "kind", "card", "space", "key", "count", "points", "coin", "set")
	text := func(key string) string {
		if !o.Has(key) {
			return ""
		}
		return o.Get(key).Text()
	}
	texts := func(key string) []string {
		if !o.Has(key) {
			return nil
		}
		return o.Get(key).Texts()
	}
	a := scoring.Action{
		Player: text("player"), Do: o.Need("do").Text(), Hexes: texts("hexes"), Crops: texts("crops"),
		Boat: text("boat"), Kind: text("kind"), Card: text("card"), Space: text("space"), Key: text("key"),
	}
	if o.Has("count") {
		a.Count = o.Get("count").Int(-9999, 9999)
	}
	if o.Has("points") {
		points := o.Get("points").Int(-9999, 9999)
		a.Points = &points
	}
	if o.Has("coin") {
		a.Coin = o.Get("coin").Bool()
	}
	if o.Has("set") {
		a.Set = o.Get("set").JSON()
	}
	if root.Failed() {
		return scoring.Action{}, root.Err()
	}
	return a, nil
}
