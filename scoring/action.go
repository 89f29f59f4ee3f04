package scoring

import "encoding/json"

// Action is one thing done at the table, with its stable JSON form. It is one
// type for all games; which fields an action takes is said by the game's
// Apply, and a field it doesn't take is left out.
type Action struct {
	Player string   `json:"player,omitempty"`
	Do     string   `json:"do"`
	Hexes  []string `json:"hexes,omitempty"` // a set of hex names
	Crops  []string `json:"crops,omitempty"` // one for all hexes, or one a hex
	Boat   string   `json:"boat,omitempty"`
	Kind   string   `json:"kind,omitempty"`
	Card   string   `json:"card,omitempty"`
	Space  string   `json:"space,omitempty"`
	Key    string   `json:"key,omitempty"`   // the counter meant
	Count  int      `json:"count,omitempty"` // how many
	Points *int     `json:"points,omitempty"`
	Coin   bool     `json:"coin,omitempty"` // a coin is paid to bend the rule
	// Set is what a bulk action takes over: a partial state.
	Set json.RawMessage `json:"set,omitempty"`
}

// Bulk is the Do of an action that takes over contents and counters as they
// are, past the rules of play. Every game knows it.
const Bulk = "bulk"

// Did returns the message that tells what an action did, for the game's own
// sentences: the key is "GAME.did-DO", the parameters are the fields it has.
func Did(game string, a Action) Message {
	m := Msg(game+".did-"+a.Do, "player", a.Player, "coin", 0)
	for name, text := range map[string]string{"boat": a.Boat, "kind": a.Kind, "card": a.Card, "space": a.Space, "key": a.Key} {
		m.Params[name] = text
	}
	for name, list := range map[string][]string{"hexes": a.Hexes, "crops": a.Crops} {
		m.Params[name] = list
	}
	m.Params["count"] = a.Count
	if a.Points != nil {
		m.Params["points"] = *a.Points
	}
	if a.Coin {
		m.Params["coin"] = 1
	}
	return m
}
