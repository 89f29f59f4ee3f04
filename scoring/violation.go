package scoring

import (
	"fmt"
	"slices"
	"strings"
)

// Violation is the error of this package and all games: what is wrong, with
// whom and where, as a message. The key names the rule.
type Violation struct {
	Player string // whose; empty: the table's or the file's
	Place  string // the hex, boat or key meant
	Message
}

// Forbid returns a violation by key. Pairs are parameter names and values.
func Forbid(player, place, key string, pairs ...any) *Violation {
	return &Violation{Player: player, Place: place, Message: Msg(key, pairs...)}
}

// Error returns the parts as they are, for logs; scoring/say makes the
// sentence for people.
func (v *Violation) Error() string {
	var b strings.Builder
	b.WriteString(v.Key)
	if v.Player != "" {
		fmt.Fprintf(&b, " player=%q", v.Player)
	}
	if v.Place != "" {
		fmt.Fprintf(&b, " place=%q", v.Place)
	}
	names := make([]string, 0, len(v.Params))
	for name := range v.Params {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(&b, " %s=%q", name, fmt.Sprint(v.Params[name]))
	}
	return b.String()
}
