package vision

import (
	"errors"
	"fmt"

	"harbormaster/calibration"
	"harbormaster/vision/pieces"
)

// Change sets right which hexes and field colors the profile's mat of a player
// has, and saves the profile in its folder. What was taught is kept. Whenever
// it is broken off, the folder holds the old profile or the new one, each with
// what was taught.
func Change(p *calibration.Profile, player string, c calibration.Change) error {
	m, ok := p.Mat(player)
	if !ok {
		return fmt.Errorf("change a mat: the profile has no player %q", player)
	}
	t, err := m.Changed(c)
	if err != nil {
		return err
	}
	data, err := p.ReadFile(calibration.EmptyPicture)
	if err != nil {
		return err
	}
	empty, err := Decode(calibration.EmptyPicture, data)
	if err != nil {
		return err
	}
	defer empty.Close()
	next := p.WithMat(player, t)
	next.ID = next.NextID(data)
	k, err := pieces.Load(p)
	taught := err == nil
	if err != nil && !errors.Is(err, pieces.ErrNotTaught) {
		return err
	}
	if taught {
		if k, err = k.Renewed(next, empty.Img); err != nil {
			return err
		}
		if err := k.SaveBeside(p.Dir()); err != nil {
			return err
		}
	}
	if err := SaveProfile(p.Dir(), empty, next); err != nil {
		return err
	}
	if taught {
		return k.Settle(p.Dir())
	}
	return nil
}
