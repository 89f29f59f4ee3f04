package follow

import (
	"encoding/json"
	"fmt"
	"slices"

	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
	"harbormaster/tracking/river"
)

// mostQuestions bounds the list: beyond, the table has other worries.
const mostQuestions = 20

// raise puts a question on the list, with its close-up and what hangs on it.
// Before is the state that its actions are entered in; nil: as the play stands.
func (k *Keeper) raise(q Question, s Sighting) int {
	q.Play, q.At, q.Picture = k.view.Play, k.Now(), s.Picture
	if q.Spaces == nil {
		q.Spaces = []string{}
	}
	for i := range q.Answers {
		if q.Answers[i].Actions == nil {
			q.Answers[i].Actions = []scoring.Action{}
		}
	}
	if i := slices.IndexFunc(q.Spaces, func(space string) bool { return k.isHex(q.Player, space) }); i >= 0 && s.CloseUp != nil {
		q.hex = q.Spaces[i]
		q.closeUp = s.CloseUp(k.matOf(q.Player), q.hex)
		q.CloseUp = len(q.closeUp) > 0
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, old := range k.list {
		if old.Key == q.Key && old.Player == q.Player && slices.Equal(old.Spaces, q.Spaces) && q.Key != keyProposed {
			return 0 // it is being asked
		}
	}
	k.count++
	q.ID = fmt.Sprint(k.count)
	if len(k.list) == mostQuestions {
		k.list = k.list[1:]
		k.counts.Withdrawn++
	}
	k.list = append(k.list, &q)
	k.counts.Questions++
	k.dirty = true
	return 1
}

func (k *Keeper) isHex(player, space string) bool {
	for _, p := range k.state.Players {
		if p.Name == player {
			_, ok := p.Mat.Index(space)
			return ok
		}
	}
	return false
}

// ask asks what a line asks. Before is the play before the line was entered.
func (k *Keeper) ask(line river.Line, s Sighting, before *riverboat.State) (asked int) {
	k.settled(line)
	for _, q := range line.Questions {
		out := Question{Player: q.Player, Spaces: q.Spaces, Message: q.Message}
		if q.Key == keyUnexplained {
			out.before = before
		}
		switch {
		case len(q.Ways) > 0:
			for i, w := range q.Ways {
				out.Answers = append(out.Answers, Answer{ID: fmt.Sprintf("way-%d", i+1), Message: scoring.Msg("follow.way", "way", w.Text), differs: w.Differs, Actions: k.adjusted(w.Differs)})
			}
		case q.Seen != nil:
			out.Answers = append(out.Answers, Answer{ID: "keep", Message: scoring.Msg("follow.keep"), undone: true},
				Answer{ID: "seen", Message: scoring.Msg("follow.seen"), Actions: []scoring.Action{*q.Seen}})
		default:
			out.Answers = append(out.Answers, Answer{ID: "keep", Message: scoring.Msg("follow.right")})
		}
		if second, ok := k.second(q, s); ok {
			out.Answers = append(out.Answers, second)
		}
		out.Answers = append(out.Answers, Answer{ID: Other, Message: scoring.Msg("follow.other"), undone: q.Seen != nil})
		out.Points = k.stake(k.state, out.Answers)
		asked += k.raise(out, s)
	}
	if line.Missed {
		k.without(func(q *Question) bool { return q.Key == keyCounters })
		asked += k.raise(Question{Message: scoring.Msg(keyCounters), Form: k.form(), Answers: []Answer{
			{ID: "set", Message: scoring.Msg("follow.set"), set: true}, {ID: "keep", Message: scoring.Msg("follow.right")},
		}}, s)
	}
	return asked
}

// settled withdraws questions about what the camera no longer sees as odd.
func (k *Keeper) settled(line river.Line) {
	k.without(func(q *Question) bool {
		return q.Key == keyContrary && !slices.ContainsFunc(line.Contrary, func(p river.Place) bool {
			return p.Player == q.Player && slices.Contains(q.Spaces, p.Space)
		})
	})
}

// second is the answer that the eye holds for next likely, if one hex is asked about.
func (k *Keeper) second(q river.Question, s Sighting) (Answer, bool) {
	if len(q.Spaces) != 1 || s.Second == nil || !k.isHex(q.Player, q.Spaces[0]) {
		return Answer{}, false
	}
	on, ok := s.Second(k.matOf(q.Player), q.Spaces[0])
	if !ok {
		return Answer{}, false
	}
	a := scoring.Action{Player: q.Player, Do: scoring.Bulk, Set: hexSet(q.Spaces[0], on)}
	if _, _, err := (riverboat.Game{}).Apply(k.state, a); err != nil {
		return Answer{}, false
	}
	says := scoring.Msg("follow.second", "hex", q.Spaces[0], "what", words(on))
	if on.Empty() {
		says = scoring.Msg("follow.empty", "hex", q.Spaces[0])
	}
	return Answer{ID: "second", Message: says, Actions: []scoring.Action{a}}, true
}

func hexSet(hex string, on mat.Contents) json.RawMessage {
	set := map[string]any{"crop": nil, "worker": on.Worker, "barn": on.Barn, "well": on.Well, "surveyor": on.Surveyor}
	if on.Crop != mat.NoCrop {
		set["crop"] = on.Crop.String()
	}
	data, err := json.Marshal(map[string]any{"hexes": map[string]any{hex: set}})
	if err != nil { // words and truths can always be written
		return nil
	}
	return data
}

// words lists what lies on a hex.
func words(on mat.Contents) []string {
	out := []string{}
	if on.Crop != mat.NoCrop {
		out = append(out, on.Crop.String())
	}
	for i, is := range [...]bool{on.Worker, on.Barn, on.Well, on.Surveyor} {
		if is {
			out = append(out, [...]string{"worker", "barn", "well", "surveyor"}[i])
		}
	}
	return out
}

// propose puts a change on the list that waits for people. The same change is
// proposed once.
func (k *Keeper) propose(key string, line river.Line, s Sighting) int {
	var actions []scoring.Action
	for _, m := range line.Moves {
		actions = append(actions, m.Action)
	}
	data, err := json.Marshal(actions)
	if err != nil || string(data) == k.again {
		return 0
	}
	k.drop(waiting...)
	k.again = string(data)
	k.mu.Lock()
	k.ending = "" // the picture shows something else than the play
	k.mu.Unlock()
	q := Question{Message: scoring.Msg(key)}
	for _, a := range line.Actions {
		if len(a.Hexes) > 0 && (q.Player == "" || q.Player == a.Player) { // what can be shown
			q.Player = a.Player
			q.Spaces = append(q.Spaces, a.Hexes...)
		}
	}
	if q.Player == "" && len(line.Actions) > 0 {
		q.Player = line.Actions[0].Player
	}
	if i := unexplained(line); i >= 0 && key == keyUnmoved { // the first of them; what it enters is all of it
		odd := line.Questions[i]
		q.Player, q.Spaces = odd.Player, odd.Spaces
		q.Message.Params = odd.Params
	}
	several := slices.IndexFunc(line.Questions, func(q river.Question) bool { return len(q.Ways) > 0 })
	if several >= 0 {
		for i, w := range line.Questions[several].Ways {
			a := Answer{ID: fmt.Sprintf("way-%d", i+1), Message: scoring.Msg("follow.way", "way", w.Text)}
			for _, m := range w.Moves {
				a.Actions = append(a.Actions, m.Action)
			}
			q.Answers = append(q.Answers, a)
		}
	} else {
		q.Answers = append(q.Answers, Answer{ID: "enter", Message: scoring.Msg("follow.enter"), Actions: actions})
	}
	q.Answers = append(q.Answers, Answer{ID: "keep", Message: scoring.Msg("follow.keep"), undone: true}, Answer{ID: Other, Message: scoring.Msg("follow.other"), undone: true})
	q.Points = k.stake(k.state, q.Answers)
	return k.raise(q, s)
}

// stake is by how much the score of any player differs between the answers.
func (k *Keeper) stake(state *riverboat.State, answers []Answer) int {
	game := riverboat.Game{}
	low, high := map[string]int{}, map[string]int{}
	for n, a := range answers {
		var after scoring.State = state
		for _, action := range a.Actions {
			if next, _, err := game.Apply(after, action); err == nil {
				after = next
			}
		}
		for _, p := range game.Score(after).Players {
			if n == 0 {
				low[p.Name], high[p.Name] = p.Total, p.Total
			}
			low[p.Name], high[p.Name] = min(low[p.Name], p.Total), max(high[p.Name], p.Total)
		}
	}
	most := 0
	for name := range low {
		most = max(most, high[name]-low[name])
	}
	return most
}

// adjusted is the action that moves counters by so much from where they are.
func (k *Keeper) adjusted(by map[string]map[string]int) []scoring.Action {
	players := map[string]map[string]int{}
	for _, p := range k.state.Players {
		for key, n := range by[p.Name] {
			now := map[string]int{"coins": p.Coins, "surveyors_in_supply": p.Surveyors, "track_vp": p.Points}[key]
			if players[p.Name] == nil {
				players[p.Name] = map[string]int{}
			}
			players[p.Name][key] = max(0, now+n)
		}
	}
	if len(players) == 0 {
		return nil
	}
	data, err := json.Marshal(map[string]any{"players": players})
	if err != nil { // names and numbers can always be written
		return nil
	}
	return []scoring.Action{{Do: scoring.Bulk, Set: data}}
}
