package follow

import (
	"encoding/json"
	"slices"

	"harbormaster/scoring"
	"harbormaster/session"
)

// keyHarbor asks about a harbor master that isn't where the play has it.
const keyHarbor = "follow.harbor"

// berth is where a harbor master is seen and where the play has it.
type berth struct {
	player    string
	seen, has int
}

// askHarbor asks at the end about harbor masters that the play has moved and the
// table hasn't. While a game goes on such a step may still be made; at the end it
// was never given, or forgotten, and half of all boats may hang on it.
func (k *Keeper) askHarbor(s Sighting) {
	if !over(k.state) {
		k.drop(keyHarbor)
		k.berths = nil
		return
	}
	var differ []berth
	for i, side := range k.river.Settled() {
		held := slices.Contains(k.view.Held, session.Place{Player: side.Player, Space: "harbor_master"})
		if b := (berth{side.Player, side.Harbor, k.state.Players[i].HarborMaster}); b.seen != b.has && !held {
			differ = append(differ, b)
		}
	}
	now := map[berth]bool{}
	for _, b := range differ {
		now[b] = true
	}
	k.without(func(q *Question) bool {
		return q.Key == keyHarbor && !now[berth{q.Player, q.Params["seen"].(int), q.Params["has"].(int)}]
	})
	for _, b := range differ {
		if k.berths[b] {
			continue // it was asked
		}
		set, err := json.Marshal(map[string]int{"harbor_master": b.seen})
		if err != nil { // numbers can always be written
			continue
		}
		q := Question{Player: b.player, Spaces: []string{"harbor_master"}, Message: scoring.Msg(keyHarbor, "player", b.player, "seen", b.seen, "has", b.has), Answers: []Answer{
			{ID: "seen", Message: scoring.Msg("follow.seen"), Actions: []scoring.Action{{Player: b.player, Do: scoring.Bulk, Set: set}}},
			{ID: "keep", Message: scoring.Msg("follow.keep")},
		}}
		q.Points = k.stake(k.state, q.Answers)
		k.raise(q, s)
	}
	k.berths = now
}
