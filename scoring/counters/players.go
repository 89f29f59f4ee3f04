package counters

import (
	"slices"

	"harbormaster/scoring"
	"harbormaster/scoring/strict"
)

// ReadPlayers returns the names and objects of a state file's players. The
// name is read before anything else, so that every complaint can say whose
// object it is about. Known are the keys of a player besides the name.
func ReadPlayers(root strict.Object, info scoring.Info, known ...string) ([]string, []strict.Object) {
	list := root.Need("players").List()
	// No player is nothing to score; another odd number of them is a doubt.
	if len(list) == 0 {
		root.Get("players").At("players").Forbid("file.players", "title", info.Title,
			"low", info.MinPlayers, "high", info.MaxPlayers, "got", 0)
	}
	known = append([]string{"name"}, known...)
	names, objects := make([]string, len(list)), make([]strict.Object, len(list))
	for i, v := range list {
		if root.Failed() {
			return nil, nil
		}
		name := v.Map().Need("name").Text()
		if name == "" {
			v.Forbid("file.player-name")
		}
		names[i], objects[i] = name, v.Of(name).Object(known...)
	}
	return names, objects
}

// DoubtPlayers returns a doubt where there are more or fewer players than the
// box is for, and one for every name that two of them bear: the score can be
// counted, but not told apart.
func DoubtPlayers(info scoring.Info, names []string) []scoring.Doubt {
	var out []scoring.Doubt
	if n := len(names); n < info.MinPlayers || n > info.MaxPlayers {
		out = append(out, scoring.Doubt{Message: scoring.Msg("doubt.players", "got", n, "low", info.MinPlayers, "high", info.MaxPlayers)})
	}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			out = append(out, scoring.Doubt{Player: name, Message: scoring.Msg("doubt.same-name", "name", name)})
		}
	}
	return out
}

// Seat returns the index of the player who does the action.
func Seat(names []string, a scoring.Action) (int, error) {
	if i := slices.Index(names, a.Player); i >= 0 {
		return i, nil
	}
	return 0, scoring.Forbid("", "player", "play.unknown-player", "name", a.Player,
		"nearest", strict.Nearest(a.Player, names), "known", names)
}

// UnknownAction is the violation for an action whose Do no rule knows.
func UnknownAction(a scoring.Action, known ...string) error {
	return scoring.Forbid(a.Player, "do", "play.unknown-action", "do", a.Do, "nearest", strict.Nearest(a.Do, known))
}

// NotNow is the violation for an action that is none of the prompt's answers.
func NotNow(a scoring.Action, p scoring.Prompt) error {
	var now []string
	for _, c := range p.Choices {
		if !slices.Contains(now, c.Do) {
			now = append(now, c.Do)
		}
	}
	return scoring.Forbid(a.Player, "do", "play.not-now", "do", a.Do, "now", now)
}

// Pick returns the index of a named thing among those that may be chosen now.
func Pick(a scoring.Action, place, what, name string, known []string) (int, error) {
	if i := slices.Index(known, name); i >= 0 {
		return i, nil
	}
	return 0, scoring.Forbid(a.Player, place, "play.choose", "what", what, "name", name,
		"nearest", strict.Nearest(name, known), "known", known)
}
