package river

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
	"harbormaster/tracking"
)

// named lists what was done as people call it: the actions that changed the
// table, each followed by what it brought. What can't be seen is only named if
// it is vouched for by the counters that people told.
func named(before, now tracking.View, e tracking.Explanation, vouched bool) []scoring.Action {
	moved := map[string]int{} // steps of the harbor masters that show
	for i := range now {
		moved[now[i].Player] = now[i].Harbor - before[i].Harbor
	}
	var out []scoring.Action
	for _, s := range e.Steps {
		a := scoring.Action{Player: s.Action.Player, Do: s.Action.Do, Hexes: s.Action.Hexes, Boat: s.Action.Boat}
		shows := len(a.Hexes) > 0
		switch a.Do {
		case "plant":
			a.Crops = s.Action.Crops
			a.Points = pointsOf(s)
		case "ship":
			a.Points = pointsOf(s)
		case "survey":
			a.Kind, a.Points = s.Action.Kind, pointsOf(s)
			shows = shows || vouched
		case "opportunity":
			a.Space = s.Action.Space
			shows = vouched
			for _, w := range s.Awards {
				shows = shows || w.Player == a.Player && (w.Gain == "harbor" || w.Gain == "agent") && w.Params["source"] != "tile"
			}
		case "agent":
			a.Count = s.Action.Count
			shows = a.Count > 0
		case "harbor":
			shows = false // what it gained says it below
		}
		if shows {
			out = append(out, a)
		}
		for _, w := range s.Awards {
			switch {
			case w.Gain == "harbor":
				if n := min(w.Count, moved[w.Player]); n > 0 {
					moved[w.Player] -= n
					out = append(out, scoring.Action{Player: w.Player, Do: "harbor", Count: n})
				}
			case w.Gain == "agent" && a.Do == "opportunity":
				out = append(out, scoring.Action{Player: w.Player, Do: "agent", Count: w.Count})
			}
		}
	}
	// Steps that were due before, made now: they come first.
	var late []scoring.Action
	for _, side := range now {
		if n := moved[side.Player]; n > 0 {
			late = append(late, scoring.Action{Player: side.Player, Do: "harbor", Count: n})
		}
	}
	return append(late, out...)
}

// pointsOf returns what the action itself scored, without what the next phase
// or the end of the round brought at the same time.
func pointsOf(s tracking.Step) *int {
	n := 0
	for _, w := range s.Awards {
		if w.Player == s.Action.Player && w.Key != "riverboat.points-tile" && w.Key != "riverboat.points-round" {
			n += w.Points
		}
	}
	return &n
}

// part is what a step of an explanation did to the mats; "" if nothing.
func part(s tracking.Step) string {
	if len(s.Action.Hexes) == 0 {
		return ""
	}
	hexes := slices.Sorted(slices.Values(s.Action.Hexes))
	return strings.Join([]string{s.Action.Player, s.Action.Do, s.Action.Boat, strings.Join(hexes, "+")}, " ")
}

// signature is what an explanation says was done to the mats, whatever the order.
func signature(e tracking.Explanation) string { return strings.Join(partsOf(e), ", ") }

func partsOf(e tracking.Explanation) []string {
	var parts []string
	for _, s := range e.Steps {
		if p := part(s); p != "" {
			parts = append(parts, p)
		}
	}
	slices.Sort(parts)
	return parts
}

// written writes down those steps that aren't in all explanations, in no language:
// "red: A1+A2" is one tile of red's and "red: A1 & A2" are two; a boat stands before
// its hexes.
func written(e tracking.Explanation, common map[string]bool) string {
	var players []string
	done := map[string][]string{}
	for _, s := range e.Steps {
		if p := part(s); p == "" || common[p] {
			continue
		}
		a := s.Action
		text := strings.Join(slices.Sorted(slices.Values(a.Hexes)), "+")
		switch a.Do {
		case "plant":
		case "ship":
			text = a.Boat + " " + text
		default:
			text = a.Do + " " + text
		}
		if done[a.Player] == nil {
			players = append(players, a.Player)
		}
		done[a.Player] = append(done[a.Player], text)
	}
	slices.Sort(players)
	for i, name := range players {
		slices.Sort(done[name])
		players[i] = name + ": " + strings.Join(done[name], " & ")
	}
	return strings.Join(players, " / ")
}

// closeCall is how much cheaper the best explanation must be not to be asked. One
// action more, such as a second tile where one larger one would do, is no proof:
// hands are quick. One more with a pass or a phase made up around it is.
const closeCall = 1.05

// doubt returns the question that the explanations found leave open. While there is
// a doubt from before, such as one tile or two, they may lead from another answer
// to it to where a second doubt of the kind leads from this one, and each would
// hide the other: then what else was done is looked for from the best start alone.
func (l *look) doubt(found []tracking.Explanation) (Question, bool) {
	q, several := l.ambiguous(found)
	start := found[0].Start
	had := counters(tracking.Explanation{End: start})
	if several || !slices.ContainsFunc(found, func(e tracking.Explanation) bool {
		return !slices.Equal(counters(tracking.Explanation{End: e.Start}), had)
	}) {
		return q, several
	}
	again, _ := tracking.Explain(Rules{}, []tracking.Hypothesis{start}, l.sought(l.table.View()), l.effort)
	return l.ambiguous(slices.Insert(again, 0, found[0]))
}

// ambiguous returns the question between explanations that are as good as each
// other, do other things to the mats and move counters otherwise. Where all comes to
// the same, nobody needs to be asked. Counters are compared by what was gained: a
// doubt from before, which nobody has answered yet, must not hide another.
func (l *look) ambiguous(found []tracking.Explanation) (Question, bool) {
	var ways []string
	gained := map[string][]string{} // what each may bring
	first := map[string]tracking.Explanation{}
	vouched := l.said != nil && l.said.odd(found[0].End.State) == 0
	for _, e := range found {
		if e.End.Cost > found[0].End.Cost+closeCall {
			break
		}
		if vouched && l.said.odd(e.End.State) > 0 {
			continue // the counters say that it wasn't so
		}
		way := signature(e)
		if !slices.Contains(ways, way) {
			ways = append(ways, way)
			first[way] = e
		}
		gained[way] = append(gained[way], fmt.Sprint(gains(e)))
	}
	best := ways[0]
	ways = slices.DeleteFunc(ways, func(way string) bool {
		return way != best && slices.ContainsFunc(gained[way], func(g string) bool { return slices.Contains(gained[best], g) })
	})
	if len(ways) < 2 {
		return Question{}, false
	}
	// What all have in common is no doubt, and isn't asked about.
	common := map[string]bool{}
	for _, p := range partsOf(found[0]) {
		common[p] = !slices.ContainsFunc(ways, func(way string) bool { return !slices.Contains(partsOf(first[way]), p) })
	}
	var q Question
	var texts []string
	for _, way := range ways {
		e := first[way]
		w := Way{Text: written(e, common), Differs: map[string]map[string]int{}}
		texts = append(texts, w.Text)
		if l.play != nil {
			w.Moves = l.movesOf(e.Start.State, e.Steps)
		}
		is, was := gains(e), gains(found[0])
		for i, n := range is {
			if d := n - was[i]; d != 0 {
				name := l.before[i/len(counterNames)].Player
				if w.Differs[name] == nil {
					w.Differs[name] = map[string]int{}
				}
				w.Differs[name][counterNames[i%len(counterNames)]] = d
			}
		}
		q.Ways = append(q.Ways, w)
	}
	q.Message = scoring.Msg("tracking.several", "ways", texts)
	for _, s := range found[0].Steps {
		if p := part(s); p != "" && !common[p] && (q.Player == "" || q.Player == s.Action.Player) {
			q.Player = s.Action.Player
			q.Spaces = append(q.Spaces, s.Action.Hexes...)
		}
	}
	return q, true
}

// counterNames are what counters gives of each player, by their keys in state files.
var counterNames = [...]string{"coins", "surveyors_in_supply", "track_vp"}

// counters are what scores beside what lies on the table, a player after the other.
func counters(e tracking.Explanation) []int {
	s, err := scoring.Own[*riverboat.State](e.End.State)
	if err != nil {
		return nil
	}
	var out []int
	for _, p := range s.Players {
		out = append(out, p.Coins, p.Surveyors, p.Points)
	}
	return out
}

// gains is by how much an explanation moves the counters.
func gains(e tracking.Explanation) []int {
	out, was := counters(e), counters(tracking.Explanation{End: e.Start})
	for i := range was {
		out[i] -= was[i]
	}
	return out
}

// unexplained asks to check what no rule explains, a question a player.
func unexplained(before, now tracking.View) []Question {
	var out []Question
	for i := range now {
		if spaces := differ(before[i], now[i]); len(spaces) > 0 {
			out = append(out, Question{Player: now[i].Player, Spaces: spaces, Message: scoring.Msg("tracking.unexplained", "spaces", spaces, "what", brings(before[i], now[i]))})
		}
	}
	return out
}

// brings lists what would have had to be done, as nothing that play allows now
// brings it about: worker, crop, harvest, barn, well, surveyor, boat, harbor, agent.
func brings(a, b tracking.Side) []string {
	var out []string
	add := func(what string, is bool) {
		if is && !slices.Contains(out, what) {
			out = append(out, what)
		}
	}
	for k, c := range b.Mat.On {
		was := a.Mat.On[k]
		add("worker", c.Worker && !was.Worker)
		add("crop", c.Crop != was.Crop)
		add("harvest", was.Worker && !c.Worker)
		add("barn", c.Barn && !was.Barn)
		add("well", c.Well && !was.Well)
		add("surveyor", c.Surveyor && !was.Surveyor)
		add("taken", was.Barn && !c.Barn || was.Well && !c.Well || was.Surveyor && !c.Surveyor)
	}
	add("boat", !slices.Equal(a.Boats, b.Boats))
	add("harbor", a.Harbor != b.Harbor)
	add("agent", a.Agents != b.Agents)
	return out
}

// Differ names the places of a side that changed: hexes, "riverboats",
// "harbor_master" and "agents".
func Differ(a, b tracking.Side) []string { return differ(a, b) }

func differ(a, b tracking.Side) []string {
	var out []string
	for k, c := range b.Mat.On {
		if c != a.Mat.On[k] {
			out = append(out, b.Mat.Space(k).ID)
		}
	}
	if !slices.Equal(a.Boats, b.Boats) {
		out = append(out, "riverboats")
	}
	if a.Harbor != b.Harbor {
		out = append(out, "harbor_master")
	}
	if a.Agents != b.Agents {
		out = append(out, "agents")
	}
	return out
}

// bulk is the one action that takes over what is seen.
func bulk(before, now tracking.View) scoring.Action {
	type hex struct {
		Crop     *string `json:"crop"`
		Worker   bool    `json:"worker"`
		Barn     bool    `json:"barn"`
		Well     bool    `json:"well"`
		Surveyor bool    `json:"surveyor"`
	}
	players := map[string]map[string]any{}
	for i := range now {
		set, hexes := map[string]any{}, map[string]hex{}
		for k, c := range now[i].Mat.On {
			if c == before[i].Mat.On[k] {
				continue
			}
			h := hex{Worker: c.Worker, Barn: c.Barn, Well: c.Well, Surveyor: c.Surveyor}
			if name := c.Crop.String(); name != "" {
				h.Crop = &name
			}
			hexes[now[i].Mat.Space(k).ID] = h
		}
		for _, place := range differ(before[i], now[i]) {
			switch place {
			case "riverboats":
				set[place] = now[i].Boats
			case "harbor_master":
				set[place] = now[i].Harbor
			case "agents":
				set[place] = now[i].Agents
			default:
				set["hexes"] = hexes
			}
		}
		if len(set) > 0 {
			players[now[i].Player] = set
		}
	}
	a := scoring.Action{Do: scoring.Bulk}
	data, err := json.Marshal(map[string]any{"players": players})
	if err == nil { // names and numbers always can be written
		a.Set = data
	}
	return a
}
