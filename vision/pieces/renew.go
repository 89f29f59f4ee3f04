package pieces

import (
	"fmt"
	"os"
	"path/filepath"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
)

// Renewed returns what was learnt for a profile with the same mats in the same
// places, but other hexes or field colors: the examples, boats, harbor masters
// and agents are kept, and the trees learn anew from the prints as they are now.
func (k *Knowledge) Renewed(profile *calibration.Profile, empty gocv.Mat) (*Knowledge, error) {
	if len(profile.Mats) != len(k.sheets) {
		return nil, fmt.Errorf("take over what was taught: the profile has %d mats instead of %d", len(profile.Mats), len(k.sheets))
	}
	n, err := New(profile, empty)
	if err != nil {
		return nil, err
	}
	n.tracks, n.areas = k.tracks, k.areas // neither depends on the hexes
	n.examples, n.boats, n.agents = k.examples, k.boats, k.agents
	if len(n.examples) > 0 {
		n.train()
	}
	return n, nil
}

// besideFile is where knowledge waits while its profile is being saved.
func besideFile(dir, id string) string { return filepath.Join(dir, "pieces-"+id+".bin") }

// SaveBeside writes what was learnt beside what the profile's folder holds
// already. Load takes it from there once the profile is the one that it belongs to.
func (k *Knowledge) SaveBeside(dir string) error { return k.saveAs(besideFile(dir, k.ProfileID)) }

// Settle puts what SaveBeside wrote in its usual place.
func (k *Knowledge) Settle(dir string) error {
	if err := os.Rename(besideFile(dir, k.ProfileID), filepath.Join(dir, File)); err != nil {
		return fmt.Errorf("save what was taught: %w", err)
	}
	return nil
}
