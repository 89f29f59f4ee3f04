// Package river follows a game of Riverboat through readings of its table: it
// tells tracking what only this game knows, guesses where a game that is under
// way stands, and names what was done. It knows no pictures, no files and no
// time.
package river

import (
	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
	"harbormaster/tracking"
)

// Rules is Riverboat as tracking.Explain needs it.
type Rules struct{ riverboat.Game }

// View returns what a camera would see.
func (Rules) View(s scoring.State) tracking.View {
	own, err := scoring.Own[*riverboat.State](s)
	if err != nil {
		return nil
	}
	var out tracking.View
	for _, see := range own.Visible() {
		out = append(out, tracking.Side{
			Player: see.Player, Mat: see.Mat, Boats: see.Boats, Harbor: *see.HarborMaster, Agents: *see.Agents,
		})
	}
	return out
}

// Key is the same for states that play on alike.
func (Rules) Key(s scoring.State) string {
	own, err := scoring.Own[*riverboat.State](s)
	if err != nil {
		return ""
	}
	return own.Key()
}

// Price says how unlikely an action is. What a camera sees costs 1; what it
// can't see costs little, but enough that nothing is made up without need.
func (Rules) Price(a scoring.Action) float64 {
	coin := 0.0
	if a.Coin {
		coin = 2
	}
	switch a.Do {
	case "tile":
		return 0.01
	case "card":
		if a.Card == "wild" {
			return 0.3
		}
		return 0
	case "pass", "surveyor", "coin":
		return 0.3
	case "first":
		return 0.1
	case "harbor":
		return 0.5
	case "agent":
		if a.Count == 0 {
			return 0.3
		}
		return 0.5
	case "opportunity":
		return 0.6
	case "survey":
		if a.Kind == "card" {
			return 0.6
		}
	}
	return 1 + coin
}

// Late: a tile's step comes by itself at the start of harvesting, when nobody
// has touched the harbor master yet; a boat's is moved with the boat as a rule.
func (Rules) Late(awards []scoring.Award) []tracking.Lag {
	var out []tracking.Lag
	for _, a := range awards {
		if a.Gain == "harbor" {
			out = append(out, tracking.Lag{Player: a.Player, Steps: a.Count, Usual: a.Params["source"] == "tile"})
		}
	}
	return out
}
