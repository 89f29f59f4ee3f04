package follow

import (
	"context"
	"fmt"
	"slices"

	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/session"
	"harbormaster/tracking"
	"harbormaster/tracking/river"
)

// Count takes over what a picture shows as the end of the game, and asks for what
// no camera sees and for what can't be made out.
func (k *Keeper) Count(ctx context.Context, play string, s Sighting, who string) (*session.View, error) {
	k.work.Lock()
	defer k.work.Unlock()
	defer k.tell()
	ready, err := k.bind(ctx, s.Sights)
	if err != nil {
		return nil, err
	}
	if !ready || k.view.Play != play {
		return nil, &session.Failure{Reason: session.Invalid, What: "this play can't be counted by the camera", Hint: "it takes a play of Riverboat that is going on, on the mats that the camera knows; begin or resume it, or enter its state by hand"}
	}
	sights := k.ordered(s.Sights)
	a, differs, err := k.river.Counted(k.state, sights)
	if err != nil {
		return nil, fmt.Errorf("count what lies on the table: %w", err)
	}
	v, before := k.view, k.state
	if differs {
		if v, err = k.Plays.Do(ctx, play, session.Command{Kind: session.Did, Based: v.Number, Origin: session.ByCamera, Who: Camera, Why: "counted for " + who, Action: &a}); err != nil {
			return v, err
		}
	}
	if err := k.stand(v); err != nil {
		return v, err
	}
	for i, p := range k.state.Players {
		if p.Tiles != before.Players[i].Tiles {
			k.river = k.river.Untold()
		}
	}
	k.seen(river.Line{}, sights)
	for i, see := range sights {
		name := k.state.Players[i].Name
		if !see.Found {
			k.raise(Question{Player: name, Message: scoring.Msg("follow.no-mat", "player", name), Answers: []Answer{{ID: Other, Message: scoring.Msg("follow.other")}}}, s)
			continue
		}
		k.askDoubts(i, name, see.Hexes, s)
	}
	k.without(func(q *Question) bool { return q.Key == keyEnd || q.Key == keyCounters })
	k.raise(endQuestion(k.form()), s)
	k.mu.Lock()
	k.ending = play
	k.mu.Unlock()
	return v, nil
}

// askDoubts asks about the hexes of a mat that are covered or can hardly be made out.
func (k *Keeper) askDoubts(seat int, name string, hexes []tracking.HexSight, s Sighting) {
	m := k.state.Players[seat].Mat
	for j, h := range hexes {
		if !h.Hidden && h.Confidence >= sure {
			continue
		}
		id := m.Space(j).ID
		q := Question{Player: name, Spaces: []string{id}, Message: scoring.Msg("tracking.unsure", "spaces", []string{id})}
		if h.Hidden {
			q.Message = scoring.Msg("follow.hidden", "spaces", []string{id})
		}
		q.Answers = append(q.Answers, Answer{ID: "keep", Message: scoring.Msg("follow.right")})
		if second, ok := k.second(river.Question{Player: name, Spaces: q.Spaces}, s); ok {
			q.Answers = append(q.Answers, second)
		}
		emptied := slices.ContainsFunc(q.Answers, func(a Answer) bool { return a.Message.Key == "follow.empty" })
		if h.On != (mat.Contents{}) && !h.Hidden && !emptied {
			q.Answers = append(q.Answers, Answer{ID: "empty", Message: scoring.Msg("follow.empty", "hex", id),
				Actions: []scoring.Action{{Player: name, Do: scoring.Bulk, Set: hexSet(id, mat.Contents{})}}})
		}
		q.Answers = append(q.Answers, Answer{ID: Other, Message: scoring.Msg("follow.other")})
		q.Points = k.stake(k.state, q.Answers)
		k.raise(q, s)
	}
}

// Last returns the play that was followed last; "": none.
func (k *Keeper) Last() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.last
}

// Ending returns the play that is followed if it may be over and the last picture
// shows it as it stands; "": none.
func (k *Keeper) Ending() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.ending
}

// Mat returns the name of a player's mat in the play that was followed last.
func (k *Keeper) Mat(player string) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.mats[player]
}

// Player returns whose mat this was in the play that was followed last; the mat's
// own name if nobody's.
func (k *Keeper) Player(name string) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	for player, m := range k.mats {
		if m == name {
			return player
		}
	}
	return name
}

// Forget has the keeper find out anew whose mat is whose.
func (k *Keeper) Forget() {
	k.work.Lock()
	defer k.work.Unlock()
	k.unbind(scoring.Message{})
}
