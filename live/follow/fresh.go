package follow

import (
	"context"
	"fmt"

	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
	"harbormaster/session"
	"harbormaster/tracking"
)

// keyLeft says that the game before still lies on the table.
const keyLeft = "follow.not-cleared"

// Unseen reports whether there is a play to follow that was given no reading since
// it began, went on after a pause, or got its mats: the table is to be read for it
// though nothing on it changed.
func (k *Keeper) Unseen(ctx context.Context) bool {
	k.work.Lock()
	defer k.work.Unlock()
	id, err := k.Current(ctx)
	if err != nil || id == "" {
		k.given = ""
		return false
	}
	v, err := k.Plays.View(ctx, id)
	if err != nil || !followable(v) {
		k.given = ""
		return false
	}
	return k.given != id
}

func followable(v *session.View) bool {
	return v.Start.Game == riverboat.Name && v.Status == session.Playing
}

// leave keeps what lay on the mats as the play that was followed is let go.
func (k *Keeper) leave() {
	if !k.bound {
		return
	}
	k.laid, k.laidBy = map[string][]mat.Contents{}, k.view.Play
	view := k.river.Settled()
	for i, seat := range k.seats {
		k.laid[k.names[i]] = view[seat].Mat.On
	}
}

// begins has a new play wait until the table of the one that was finished before it
// is cleared: else all of that would be taken over.
func (k *Keeper) begins(ctx context.Context, v *session.View, sights []tracking.SideSight) error {
	k.left = nil
	if k.laidBy == v.Play || len(v.Recent) > 0 || len(v.Start.State) > 0 {
		return nil
	}
	if k.laidBy == "" && k.Before != nil { // nothing was followed since the program started
		id, err := k.Before(ctx)
		if err != nil {
			return fmt.Errorf("look for the game before this one: %w", err)
		}
		if err := k.recall(ctx, id, sights); err != nil {
			return err
		}
	}
	if k.laidBy == "" {
		return nil
	}
	if before, err := k.Plays.View(ctx, k.laidBy); err == nil && before.Status == session.Complete {
		k.left = k.laid
	}
	return nil
}

// recall takes from a play that ended what must have lain on these mats.
func (k *Keeper) recall(ctx context.Context, id string, sights []tracking.SideSight) error {
	if id == "" {
		return nil
	}
	v, err := k.Plays.View(ctx, id)
	if err != nil {
		return fmt.Errorf("look at the game before this one: %w", err)
	}
	state, err := read(v)
	if err != nil {
		return err
	}
	seats, problem := seatsOf(state, sights, k.settings(ctx, id).Seats)
	if problem.Key != "" {
		return nil // it was played on other mats
	}
	k.laid, k.laidBy = map[string][]mat.Contents{}, id
	for i, seat := range seats {
		k.laid[sights[i].Player] = state.Players[seat].Mat.On
	}
	return nil
}

// awaitClear returns the sights without the mats on which the game before still
// lies, and whether there are any.
func (k *Keeper) awaitClear(sights []tracking.SideSight) ([]tracking.SideSight, bool) {
	if len(k.left) == 0 {
		return sights, false
	}
	if len(k.view.Recent) > 0 { // people have begun: the table is as they say
		k.left = nil
		return sights, false
	}
	out := make([]tracking.SideSight, len(sights))
	for i, s := range sights {
		out[i] = s
		lay, waits := k.left[s.Player]
		switch {
		case !waits || !s.Found:
		case lies(lay, s):
			out[i] = tracking.SideSight{Player: s.Player}
		default:
			delete(k.left, s.Player)
		}
	}
	return out, len(k.left) > 0
}

// lies reports whether anything that lay on a mat still does.
func lies(lay []mat.Contents, s tracking.SideSight) bool {
	for j, h := range s.Hexes {
		if !h.Hidden && h.Confidence >= sure && !h.On.Empty() && j < len(lay) && h.On == lay[j] {
			return true
		}
	}
	return false
}

// sayLeft says that the table is to be cleared.
func (k *Keeper) sayLeft() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.dirty = k.dirty || k.problem.Key != keyLeft
	k.problem = scoring.Msg(keyLeft)
}
