package live

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"harbormaster/history"
	"harbormaster/mat"
	"harbormaster/scoring/riverboat"
	"harbormaster/session"
	"harbormaster/vision"
)

// learnFrom keeps what somebody corrected on hexes as examples, and learns from
// it by setting.
func (t *Table) learnFrom(ctx context.Context, e session.Event) error {
	var set struct {
		Hexes map[string]json.RawMessage `json:"hexes"`
	}
	if t.Watch.Keeper.Last() != e.Play || json.Unmarshal(e.Correction.Set, &set) != nil || len(set.Hexes) == 0 {
		return nil
	}
	name := t.Watch.Keeper.Mat(e.Correction.Player)
	var hexes []string
	for hex, on := range set.Hexes {
		picture, at, err := t.CloseUp(name, hex, closeUpSide)
		if err != nil {
			continue // it isn't in the picture
		}
		if err := t.Library.KeepExample(ctx, history.Example{Play: e.Play, At: at, Mat: name, Hex: hex, On: on, Picture: picture}); err != nil {
			return err
		}
		hexes = append(hexes, hex)
	}
	if len(hexes) > 0 {
		t.learn(ctx, e.Play, e.Correction.Player, hexes)
	}
	return nil
}

// learn teaches the eye what people said of hexes, by the newest picture, if the
// table wants that.
func (t *Table) learn(ctx context.Context, play, player string, hexes []string) {
	all, err := t.Library.Settings(ctx)
	var wanted bool
	if err != nil || json.Unmarshal(all[SettingTeach], &wanted) != nil || !wanted {
		return
	}
	labels, err := t.labels(ctx, play, player, hexes)
	if err == nil && labels != nil {
		_, err = t.Teach(ctx, nil, labels)
	}
	if err != nil {
		t.Log.Warn("what somebody said of a hex is kept, but couldn't be learned from", "hexes", hexes, "error", err)
	}
}

// labels say what lies on a player's mat, for a lesson. Nil: the newest picture and
// the play differ elsewhere too, so it would teach something wrong.
func (t *Table) labels(ctx context.Context, play, player string, said []string) ([]byte, error) {
	v, err := t.Plays.View(ctx, play)
	if err != nil {
		return nil, err
	}
	state, err := riverboat.Game{}.ReadState(v.State)
	if err != nil {
		return nil, err
	}
	s, err := t.look()
	if err != nil {
		return nil, err
	}
	defer t.leave(s)
	name := t.Watch.Keeper.Mat(player)
	i := slices.IndexFunc(s.reading.Players, func(p vision.PlayerReading) bool { return p.Name == name })
	if i < 0 || !s.reading.Players[i].Found {
		return nil, nil
	}
	own, ok := state.(*riverboat.State)
	if !ok {
		return nil, nil
	}
	at := slices.IndexFunc(own.Players, func(p riverboat.Player) bool { return p.Name == player })
	if at < 0 {
		return nil, nil
	}
	sights, err := Sights(&vision.Reading{Players: s.reading.Players[i : i+1]})
	if err != nil {
		return nil, err
	}
	type hex struct {
		Crop     *string `json:"crop"`
		Worker   bool    `json:"worker"`
		Barn     bool    `json:"barn"`
		Well     bool    `json:"well"`
		Surveyor bool    `json:"surveyor"`
	}
	labels := map[string]hex{}
	m := own.Players[at].Mat
	for k, on := range m.On {
		id := m.Space(k).ID
		if see := sights[0].Hexes[k]; !slices.Contains(said, id) && (see.Hidden || see.On != on) {
			return nil, nil
		}
		if on.Empty() {
			continue
		}
		h := hex{Worker: on.Worker, Barn: on.Barn, Well: on.Well, Surveyor: on.Surveyor}
		if on.Crop != mat.NoCrop {
			crop := on.Crop.String()
			h.Crop = &crop
		}
		labels[id] = h
	}
	data, err := json.Marshal(map[string]any{"player": name, "hexes": labels})
	if err != nil {
		return nil, fmt.Errorf("write what lies on the mat: %w", err)
	}
	return data, nil
}
