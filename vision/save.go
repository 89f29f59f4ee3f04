package vision

import "harbormaster/calibration"

// SaveProfile writes a profile that Calibrate made of frame f to the folder dir: the
// empty picture, what finds the mats again, and the picture of the lattice for
// a person to check, lattice-ID.png.
func SaveProfile(dir string, f *Frame, p *calibration.Profile) error {
	pr, err := newPrints(f.Img, p)
	if err != nil {
		return err
	}
	data, err := pr.encode()
	if err != nil {
		return err
	}
	drawn, err := DrawLattice(f, p)
	if err != nil {
		return err
	}
	return p.Save(dir, map[string][]byte{calibration.EmptyPicture: f.Data, printsFile: data, "lattice": drawn})
}
