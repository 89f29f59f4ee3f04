package follow

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
	"harbormaster/session"
	"harbormaster/tracking/river"
)

// Reply is what somebody answered.
type Reply struct {
	Answer string
	// Set holds what a form was filled in with: {"players": {name: keys}}.
	Set json.RawMessage
	Who string
}

// Confirmed is what an answer says of a hex: an example to learn from.
type Confirmed struct {
	Play, Player, Mat, Hex string
	On                     json.RawMessage // what lies there, as in a state file
	CloseUp                []byte          // JPEG
}

// Answer takes an answer to a question and returns the play after it. Confirmed is
// what it says of a hex, or nil.
func (k *Keeper) Answer(ctx context.Context, play, id string, r Reply) (*session.View, *Confirmed, error) {
	k.work.Lock()
	defer k.work.Unlock()
	defer k.tell()
	k.mu.Lock()
	i := slices.IndexFunc(k.list, func(q *Question) bool { return q.Play == play && q.ID == id })
	var q Question
	if i >= 0 {
		q = *k.list[i]
	}
	k.mu.Unlock()
	if i < 0 || !k.bound || k.view.Play != play {
		return nil, nil, &session.Failure{Reason: session.NotFound, What: "this question isn't open", Hint: "it was answered, or settled since it was asked; look at the questions again"}
	}
	at := slices.IndexFunc(q.Answers, func(a Answer) bool { return a.ID == r.Answer })
	if at < 0 {
		var ids []string
		for _, a := range q.Answers {
			ids = append(ids, a.ID)
		}
		return nil, nil, &session.Failure{Reason: session.Invalid, What: fmt.Sprintf("%q is no answer to this question", r.Answer), Hint: "the answers are " + strings.Join(ids, ", ")}
	}
	v, err := k.carryOut(ctx, q, q.Answers[at], r)
	if err != nil {
		return v, nil, err
	}
	k.mu.Lock()
	k.list = slices.DeleteFunc(k.list, func(o *Question) bool { return o.ID == id })
	k.counts.Answered++
	k.dirty = true
	k.again = ""
	k.mu.Unlock()
	if v.Status != session.Playing {
		k.unbind(scoring.Message{})
		return v, nil, nil
	}
	k.hear(q, q.Answers[at])
	if v.Number != k.view.Number {
		if err := k.stand(v); err != nil {
			return v, nil, err
		}
	}
	return v, k.confirmed(q, q.Answers[at]), nil
}

// hear tells the follower what an answer says of what it sees.
func (k *Keeper) hear(q Question, a Answer) {
	waited := slices.Contains(waiting, q.Key)
	switch {
	case waited && a.undone:
		// What the camera sees is settled, or as good as, and people say it is otherwise.
		k.river = k.river.Denied(k.offer).Overruled()
	case waited:
		k.river = k.offer // it has seen what it proposed, harbor masters too
	case a.undone:
		var at []river.Place
		for _, space := range q.Spaces {
			at = append(at, river.Place{Player: q.Player, Space: space})
		}
		k.river = k.river.Overruled(at...)
	}
}

// carryOut enters what an answer enters.
func (k *Keeper) carryOut(ctx context.Context, q Question, a Answer, r Reply) (*session.View, error) {
	v, err := k.Plays.View(ctx, q.Play)
	if err != nil {
		return nil, err
	}
	actions := a.Actions
	if a.differs != nil {
		actions = k.adjusted(a.differs)
	}
	if a.set {
		set, err := k.filled(r.Set, a.ends)
		if err == nil && a.ends {
			err = k.untold(r.Set)
		}
		if err != nil {
			return v, err
		}
		actions = nil
		if set != nil {
			actions = []scoring.Action{*set}
		}
	}
	if len(actions) > 0 && v.Number != k.view.Number && a.differs == nil && !a.set {
		return v, &session.Failure{Reason: session.Stale, Now: v.Number, What: "the play has moved on since this was asked", Hint: "look at the questions again"}
	}
	for _, action := range actions {
		if v, err = k.Plays.Do(ctx, q.Play, session.Command{Kind: session.Did, Based: v.Number, Who: r.Who, Why: q.Key, Action: &action}); err != nil {
			return v, err
		}
	}
	if a.ends {
		return k.Plays.Do(ctx, q.Play, session.Command{Kind: session.Finished, Based: v.Number, Who: r.Who})
	}
	return v, nil
}

// confirmed is the example that an answer makes.
func (k *Keeper) confirmed(q Question, a Answer) *Confirmed {
	if q.hex == "" || a.ID == Other || len(q.closeUp) == 0 {
		return nil
	}
	for _, p := range k.state.Players {
		if j, ok := p.Mat.Index(q.hex); ok && p.Name == q.Player {
			var set struct {
				Hexes map[string]json.RawMessage `json:"hexes"`
			}
			if json.Unmarshal(hexSet(q.hex, p.Mat.On[j]), &set) != nil {
				return nil
			}
			return &Confirmed{Play: q.Play, Player: p.Name, Mat: k.matOf(p.Name), Hex: q.hex, On: set.Hexes[q.hex], CloseUp: q.closeUp}
		}
	}
	return nil
}

// form is what no camera sees, as the log has it, to be filled in. Phase tiles that
// nobody told of aren't in anybody's row: a guess that is there already would be
// taken for the truth, and it breaks ties in New Orleans.
func (k *Keeper) form() json.RawMessage {
	type counters struct {
		Coins     int   `json:"coins"`
		Surveyors int   `json:"surveyors_in_supply"`
		Tiles     []int `json:"phase_tiles"`
		Points    int   `json:"track_vp"`
	}
	players := map[string]counters{}
	for _, p := range k.state.Players {
		c := counters{p.Coins, p.Surveyors, []int{}, p.Points}
		if k.river.TilesTold() {
			c.Tiles = p.Tiles.List()
		}
		players[p.Name] = c
	}
	data, err := json.Marshal(map[string]any{"players": players})
	if err != nil { // names and numbers can always be written
		return nil
	}
	return data
}

// filled is the action that enters a form; nil where it changes nothing.
func (k *Keeper) filled(set json.RawMessage, ends bool) (*scoring.Action, error) {
	var doc map[string]json.RawMessage
	if len(set) > 0 {
		if err := json.Unmarshal(set, &doc); err != nil {
			return nil, &session.Failure{Reason: session.Invalid, What: "the form that was filled in can't be read", Hint: `give "set" as {"players": {name: {"coins": 3}}}`, Err: err}
		}
	}
	out := map[string]any{}
	for key, v := range doc {
		if key != "players" {
			return nil, &session.Failure{Reason: session.Invalid, What: fmt.Sprintf("%q isn't asked in this form", key), Hint: `give "set" as {"players": {name: {"coins": 3}}}`}
		}
		out[key] = v
	}
	if ends {
		out["round"], out["phase"] = lastRound, riverboat.End.String()
	}
	if len(out) == 0 {
		return nil, nil
	}
	data, err := json.Marshal(out)
	if err != nil {
		return nil, fmt.Errorf("write the form: %w", err)
	}
	return &scoring.Action{Do: scoring.Bulk, Set: data}, nil
}

// untold refuses to end a game of which nobody said who holds the phase tiles.
func (k *Keeper) untold(set json.RawMessage) error {
	if k.river.TilesTold() {
		return nil
	}
	var doc struct {
		Players map[string]struct {
			Tiles *[]int `json:"phase_tiles"`
		} `json:"players"`
	}
	if len(set) > 0 {
		if err := json.Unmarshal(set, &doc); err != nil {
			return nil // the rules say what is wrong with it
		}
	}
	for _, p := range k.state.Players {
		if doc.Players[p.Name].Tiles == nil {
			return &session.Failure{Reason: session.Invalid, What: "nobody has said which phase tiles " + p.Name + " holds, and they break ties", Hint: `give "set" with phase_tiles of every player`}
		}
	}
	return nil
}

// lastRound is the round after which the game is over.
const lastRound = 4

// askEnd asks for what no camera sees and whether the game is over, once the
// table looks like it.
func (k *Keeper) askEnd(s Sighting) {
	ending := ""
	if over(k.state) {
		ending = k.view.Play
	}
	k.mu.Lock()
	k.ending = ending
	k.mu.Unlock()
	k.askHarbor(s)
	if ending == "" {
		k.drop(keyEnd)
		return
	}
	now := k.form()
	k.mu.Lock()
	i := slices.IndexFunc(k.list, func(q *Question) bool { return q.Key == keyEnd })
	if i >= 0 {
		k.dirty = k.dirty || string(k.list[i].Form) != string(now)
		k.list[i].Form, k.list[i].Picture = now, s.Picture
	}
	k.mu.Unlock()
	if i < 0 {
		k.raise(endQuestion(now), s)
	}
}

func endQuestion(form json.RawMessage) Question {
	return Question{Message: scoring.Msg(keyEnd), Form: form, Answers: []Answer{
		{ID: "finish", Message: scoring.Msg("follow.finish"), set: true, ends: true},
	}}
}

// over reports whether the game may be over: it is by the rules, or in the last
// phase of the last round everybody has all boats.
func over(s *riverboat.State) bool {
	if s.Phase == riverboat.End {
		return true
	}
	if s.Round < lastRound || s.Phase < riverboat.Opportunity {
		return false
	}
	return !slices.ContainsFunc(s.Players, func(p riverboat.Player) bool { return len(p.Boats) < 2*lastRound })
}
