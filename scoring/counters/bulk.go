package counters

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"harbormaster/scoring"
	"harbormaster/scoring/strict"
)

// Merge returns the state's JSON with a.Set laid over it: objects key by key,
// null takes a key away, everything else replaces. The set is a partial player
// if a.Player is given, otherwise a partial state whose players are told by
// their names, in a list or as {name: keys}. The game's own reader checks the outcome, so a correction can't
// do what a state file can't say.
func Merge(state scoring.State, a scoring.Action) ([]byte, error) {
	if set := strict.Parse(a.Set); set.Failed() || len(set.Map().Keys()) == 0 {
		return nil, scoring.Forbid(a.Player, "set", "play.bulk-empty")
	}
	// The file is the one form that all games share and all readers check.
	data, err := state.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("write the state to correct it: %w", err)
	}
	whole, err := decode(data)
	if err != nil {
		return nil, err
	}
	set, err := decode(a.Set)
	if err != nil {
		return nil, err
	}
	// The name finds the player, and may be changed by the correction itself.
	if a.Player != "" {
		set["name"] = nameOr(set["name"], a.Player)
		err = mergePlayer(whole, a.Player, set)
	} else {
		err = mergeTable(whole, set)
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(whole)
}

// nameOr keeps a new name that a correction gives to the player.
func nameOr(given any, name string) any {
	if given == nil {
		return name
	}
	return given
}

// decode reads numbers as they are written: none may be rounded on the way.
func decode(data []byte) (map[string]any, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var m map[string]any
	if err := dec.Decode(&m); err != nil {
		return nil, fmt.Errorf("read a state to correct it: %w", err)
	}
	return m, nil
}

// mergeTable lays keys over the whole state.
func mergeTable(whole, set map[string]any) error {
	// Players are a set of corrections by name; anything else in their place is
	// left for the game's reader to complain about.
	players, corrects := set["players"].([]any)
	if byName, ok := set["players"].(map[string]any); ok {
		players, corrects = listed(byName), true
	}
	if corrects {
		set["players"] = whole["players"]
	}
	merge(whole, set)
	for _, item := range players {
		one, _ := item.(map[string]any)
		name, _ := one["name"].(string)
		if err := mergePlayer(whole, name, one); err != nil {
			return err
		}
	}
	return nil
}

// listed turns {name: keys} into a list of players, in the order of names.
func listed(byName map[string]any) []any {
	var out []any
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		one, _ := byName[name].(map[string]any)
		if one == nil {
			one = map[string]any{}
		}
		one["name"] = name
		out = append(out, one)
	}
	return out
}

// mergePlayer lays keys over the player of that name, the first of two.
func mergePlayer(whole map[string]any, name string, set map[string]any) error {
	players, _ := whole["players"].([]any)
	i := slices.IndexFunc(players, func(item any) bool { return item.(map[string]any)["name"] == name })
	if i < 0 {
		var names []string
		for _, item := range players {
			known, _ := item.(map[string]any)["name"].(string)
			names = append(names, known)
		}
		return UnknownPlayer(name, names)
	}
	merge(players[i].(map[string]any), set)
	return nil
}

// merge lays one object over another, as JSON Merge Patch does.
func merge(into, set map[string]any) {
	for key, value := range set {
		inner, isObject := value.(map[string]any)
		old, wasObject := into[key].(map[string]any)
		switch {
		case value == nil:
			delete(into, key)
		case isObject && wasObject:
			merge(old, inner)
		default:
			into[key] = value
		}
	}
}
