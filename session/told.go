package session

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"
)

// mostTold bounds how many things a correction's sentence lists.
const mostTold = 8

// told lists what a correction sets, for its sentence: "coins 7",
// "A1 crop corn, worker yes".
func told(set json.RawMessage) []string {
	var object map[string]any
	if json.Unmarshal(set, &object) != nil { // the game has refused it before
		return nil
	}
	var list []string
	for key, value := range object {
		hexes, many := value.(map[string]any)
		if !many {
			list = append(list, key+" "+toldValue(value))
			continue
		}
		for name, what := range hexes {
			list = append(list, name+" "+toldValue(what))
		}
	}
	sort.Strings(list)
	if more := len(list) - mostTold; more > 0 {
		list = append(list[:mostTold], fmt.Sprintf("and %d more", more))
	}
	return list
}

func toldValue(v any) string {
	switch x := v.(type) {
	case nil:
		return "none"
	case bool:
		if x {
			return "yes"
		}
		return "no"
	case map[string]any:
		var parts []string
		for key, value := range x {
			parts = append(parts, key+" "+toldValue(value))
		}
		sort.Strings(parts)
		return strings.Join(parts, ", ")
	case []any:
		var parts []string
		for _, item := range x {
			parts = append(parts, toldValue(item))
		}
		return strings.Join(parts, " ")
	}
	return fmt.Sprint(v)
}
