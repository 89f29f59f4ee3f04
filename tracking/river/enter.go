package river

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
	"harbormaster/tracking"
)

// Place is a hex, "harbor_master", "agents" or "boat-1" of a player.
type Place struct {
	Player string `json:"player"`
	Space  string `json:"space"`
}

// Move is an action to be entered in the play. Assumed says that no picture
// shows it: it is what must or may have come before what is seen.
type Move struct {
	scoring.Action
	Assumed bool
}

// Keep returns the follower with places that somebody has set right: it enters
// nothing there past the rules.
func (f Follower) Keep(held []Place) Follower {
	f.kept = map[Place]bool{}
	for _, p := range held {
		f.kept[p] = true
	}
	return f
}

// Stand returns the follower of a play that now stands so, since people entered
// something or took it back. From the first time on Look says what to enter.
// Where people say otherwise than the camera, it waits until the camera has seen
// the place change.
func (f Follower) Stand(s *riverboat.State) Follower {
	view := Rules{}.View(s)
	if f.play == nil {
		f.begun, f.table = true, tracking.Entered(view, f.pace)
		f.guessed = false
	} else {
		f.table = f.table.Stand(view, f.pace)
		f.guessed = f.guessed && sameTiles(f.play, s)
	}
	f.play = s
	owed := make([]int, len(view))
	for i, side := range f.table.View() {
		owed[i] = view[i].Harbor - side.Harbor
	}
	f.ways = []tracking.Hypothesis{{State: s, Owed: owed}}
	f.asked = nil
	f.tiles = nil
	return f
}

// Hold returns the follower with hexes of a player that somebody has set right,
// before it has seen the first picture.
func (f Follower) Hold(player string, hexes []string) Follower {
	for i, side := range f.table.View() {
		if side.Player == player {
			f.table = f.table.Hold(i, hexes)
		}
	}
	return f
}

// Entered returns the follower after all moves of its last line were entered and
// the play stands so. What else may have been done stays possible.
func (f Follower) Entered(s *riverboat.State) Follower {
	if f.play == nil {
		return f
	}
	f.guessed = f.guessed || !sameTiles(f.play, s)
	f.play = s
	own := Rules{}.Key(s)
	ways := []tracking.Hypothesis{{State: s, Owed: f.ways[0].Owed}}
	for _, w := range f.ways {
		if (Rules{}).Key(w.State) != own {
			w.Cost += possible
			ways = append(ways, w)
		}
	}
	f.ways = ways
	return f
}

// Untold returns the follower knowing that who holds the phase tiles in the play
// was dealt by it and not told.
func (f Follower) Untold() Follower {
	f.guessed = true
	return f
}

// TilesTold reports whether who holds the phase tiles is more than a guess.
func (f Follower) TilesTold() bool { return !f.guessed }

// At returns the follower with another pace.
func (f Follower) At(pace tracking.Pace) Follower {
	f.pace = pace
	return f
}

// Overruled returns the follower after people said that what the camera sees and
// the play hasn't isn't so, at the places given, or anywhere if there are none: it
// waits until the camera has seen it change.
func (f Follower) Overruled(at ...Place) Follower {
	view := f.table.View()
	f.table = f.table.Overrule(f.pace, func(seat int, space string) bool {
		return len(at) == 0 || slices.Contains(at, Place{view[seat].Player, space})
	})
	return f
}

// Denied returns the follower after people said that what it would be, had a change
// been taken over, isn't so: it waits until the camera has seen those places change.
func (f Follower) Denied(would Follower) Follower {
	f.table = f.table.Deny(would.table.View(), f.pace)
	return f
}

// Pending reports whether a change is about to settle, so that another reading
// is worth making.
func (f Follower) Pending() bool { return f.table.Pending(f.pace) }

// Leaving is on how many hexes something was taken away, steadily, that the follower
// hasn't mended yet.
func (f Follower) Leaving() int { return len(f.table.Leaving(f.pace)) }

// Settled returns what the follower takes for settled, in order of play.
func (f Follower) Settled() tracking.View { return f.table.View() }

func sameTiles(a, b *riverboat.State) bool {
	return slices.EqualFunc(a.Players, b.Players, func(x, y riverboat.Player) bool { return x.Tiles == y.Tiles })
}

// forgetGuesses returns the state without phase tiles that nobody told of.
func (l *look) forgetGuesses(s *riverboat.State) *riverboat.State {
	if !l.guessed {
		return s
	}
	s = s.Showing(nil)
	for i := range s.Players {
		s.Players[i].Tiles = 0
	}
	return s
}

// moves returns what to enter, as legal actions from where the play stands. What
// they don't lead to, one bulk action sets.
func (l *look) moves() []Move {
	if l.play == nil || l.from == nil {
		return nil
	}
	return l.movesOf(l.from, l.steps)
}

func (l *look) movesOf(start scoring.State, steps []tracking.Step) []Move {
	game := riverboat.Game{}
	from, err := scoring.Own[*riverboat.State](start)
	if err != nil {
		return nil
	}
	var out []Move
	add := func(s scoring.State, a scoring.Action, assumed bool) (scoring.State, error) {
		next, _, err := game.Apply(s, a)
		if err == nil {
			out = append(out, Move{Action: a, Assumed: assumed})
		}
		return next, err
	}
	var at scoring.State = l.play
	if a, differs := Sync(l.play, from, l.kept); differs {
		if at, err = add(at, a, false); err != nil {
			return l.asSeen()
		}
	}
	for _, s := range steps {
		if at, err = add(at, s.Action, !shows(s)); err != nil {
			return l.asSeen()
		}
	}
	return out
}

// asSeen enters what lies on the table and nothing else, where the rest can't be.
func (l *look) asSeen() []Move {
	a := bulk(Rules{}.View(l.play), l.table.View())
	if _, _, err := (riverboat.Game{}).Apply(l.play, a); err != nil {
		return nil
	}
	return []Move{{Action: a}}
}

// shows reports whether a picture can show that the step was done.
func shows(s tracking.Step) bool {
	switch s.Action.Do {
	case "harbor", "agent":
		return true
	case "opportunity":
		return slices.ContainsFunc(s.Awards, func(w scoring.Award) bool { return w.Gain == "harbor" || w.Gain == "agent" })
	}
	return len(s.Action.Hexes) > 0
}

// Sync returns the bulk action that makes one state of a play into another, and
// whether they differ at all. Phase tiles that the other doesn't know stay, and so
// does what is kept.
func Sync(from, to *riverboat.State, kept map[Place]bool) (scoring.Action, bool) {
	to = dealt(from, to)
	is, want := document(from), document(to)
	set := map[string]any{}
	players := map[string]any{}
	for i, p := range want.Players {
		keys := difference(is.Players[i], p)
		for key := range keys {
			if kept[Place{to.Players[i].Name, key}] {
				delete(keys, key)
			}
		}
		if len(keys) > 0 {
			players[to.Players[i].Name] = keys
		}
	}
	if len(players) > 0 {
		set["players"] = players
	}
	if is.Round != want.Round {
		set["round"] = want.Round
	}
	if is.Phase != want.Phase || is.Round != want.Round || !reflect.DeepEqual(is.Flow, want.Flow) {
		set["phase"] = want.Phase
		if want.Flow != nil {
			set["flow"] = want.Flow
		}
	}
	data, err := json.Marshal(set)
	if err != nil { // names and numbers always can be written
		return scoring.Action{}, false
	}
	return scoring.Action{Do: scoring.Bulk, Set: data}, len(set) > 0
}

// dealt returns the state with all phase tiles held by somebody, as the rules of
// the box want it: as they were held before or, if nobody knows, in turn.
func dealt(from, to *riverboat.State) *riverboat.State {
	const all = 1<<1 | 1<<2 | 1<<3 | 1<<4 | 1<<5
	held := riverboat.TileSet(0)
	for _, p := range to.Players {
		held |= p.Tiles
	}
	if held == all || to.Phase == riverboat.Tiles {
		return to
	}
	to = to.Showing(nil)
	if held == 0 {
		for i, p := range from.Players {
			to.Players[i].Tiles = p.Tiles
			held |= p.Tiles
		}
	}
	next := to.Flow.First
	for n := 1; n <= 5; n++ {
		if !held.Has(n) {
			to.Players[next%len(to.Players)].Tiles |= 1 << n
			next++
		}
	}
	return to
}

// stateDocument is as much of a state file as Sync compares.
type stateDocument struct {
	Round   int              `json:"round"`
	Phase   string           `json:"phase"`
	Flow    map[string]any   `json:"flow"`
	Players []map[string]any `json:"players"`
}

func document(s *riverboat.State) stateDocument {
	var d stateDocument
	data, err := json.Marshal(s)
	if err == nil {
		err = json.Unmarshal(data, &d)
	}
	if err != nil { // a state always can be written and read
		panic(fmt.Sprintf("compare two states of a play: %v", err))
	}
	return d
}

// difference lists the keys of a player that are to be set.
func difference(is, want map[string]any) map[string]any {
	out := map[string]any{}
	for key, v := range want {
		switch {
		case key == "name":
		case key == "mat":
			if hexes := hexDifference(is[key], v); len(hexes) > 0 {
				out["hexes"] = hexes
			}
		case !reflect.DeepEqual(is[key], v):
			out[key] = v
		}
	}
	if _, had := is["cards"]; had && want["cards"] == nil {
		out["cards"] = []any{}
	}
	return out
}

// hexDifference lists what lies on those hexes that are to be changed.
func hexDifference(is, want any) map[string]any {
	list := func(m any) []any {
		object, _ := m.(map[string]any)
		hexes, _ := object["hexes"].([]any)
		return hexes
	}
	out := map[string]any{}
	before := list(is)
	for i, v := range list(want) {
		if i < len(before) && reflect.DeepEqual(before[i], v) {
			continue
		}
		hex, _ := v.(map[string]any)
		set := map[string]any{}
		for _, key := range []string{"crop", "worker", "barn", "well", "surveyor"} {
			set[key] = hex[key]
		}
		if id, ok := hex["id"].(string); ok {
			out[id] = set
		}
	}
	return out
}

// Counted returns the action that makes a play the end of the game as a reading
// shows it, and whether anything differs. What is covered stays as the play has it.
func (f Follower) Counted(s *riverboat.State, reading []tracking.SideSight) (scoring.Action, bool, error) {
	view := Rules{}.View(s).Clone()
	for i, see := range reading {
		to := &view[i]
		if see.Found && len(see.Hexes) != len(to.Mat.On) {
			return scoring.Action{}, false, fmt.Errorf("take over %s's mat: %d hexes of %d", to.Player, len(see.Hexes), len(to.Mat.On))
		}
		if see.Found {
			for k, h := range see.Hexes {
				if !h.Hidden {
					to.Mat.On[k] = h.On
				}
			}
			to.Boats = []string{}
			for _, b := range see.Boats {
				to.Boats = append(to.Boats, b.Type)
			}
			if see.Harbor != nil {
				to.Harbor = *see.Harbor
			}
		}
		if see.Agents != nil {
			to.Agents = *see.Agents
		}
	}
	end := s.Taking(seen(view)).Begun(lastRound, riverboat.End, s.Flow.First, -1)
	a, differs := Sync(s, end, nil)
	return a, differs, nil
}

// lastRound is the round that the game ends with.
const lastRound = 4
