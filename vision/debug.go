package vision

import (
	"fmt"
	"os"
	"path/filepath"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
)

// DebugCalibrate writes the pictures of a calibration's stages to folder dir: the
// lattice on the picture, each mat from above, and its patches of bare print.
func DebugCalibrate(dir string, f *Frame, p *calibration.Profile) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("write debug pictures: %w", err)
	}
	drawn, err := DrawLattice(f, p)
	if err != nil {
		return err
	}
	if err := calibration.WriteFile(filepath.Join(dir, "calibrate-lattice.png"), drawn); err != nil {
		return err
	}
	prints, err := newPrints(f.Img, p)
	if err != nil {
		return err
	}
	for i := range p.Mats {
		sheet := SheetOf(&p.Mats[i], printScale)
		if err := writeSheet(filepath.Join(dir, fmt.Sprintf("calibrate-mat-%d.png", i+1)), f.Img, sheet, p.Mats[i].ToPicture, nil); err != nil {
			return err
		}
		if err := writeSheet(filepath.Join(dir, fmt.Sprintf("calibrate-patches-%d.png", i+1)), f.Img, sheet, p.Mats[i].ToPicture, prints.Mats[i].Fine); err != nil {
			return err
		}
		if b := prints.Boards[i]; b != nil {
			if err := writeSheet(filepath.Join(dir, fmt.Sprintf("calibrate-board-%d.png", i+1)), f.Img, b.Sheet, calibration.Identity(), b.Fine); err != nil {
				return err
			}
		}
	}
	return nil
}

// DebugLocate writes where the mats were found in a later picture: the lattice on the picture
// and each mat from above.
func DebugLocate(dir string, f *Frame, p *calibration.Profile, places []Placement) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("write debug pictures: %w", err)
	}
	drawn, err := DrawPlaces(f, p, places)
	if err != nil {
		return err
	}
	if err := calibration.WriteFile(filepath.Join(dir, "locate-lattice.png"), drawn); err != nil {
		return err
	}
	for i := range p.Mats {
		if !places[i].Found {
			continue
		}
		if err := writeSheet(filepath.Join(dir, fmt.Sprintf("locate-mat-%d.png", i+1)), f.Img, SheetOf(&p.Mats[i], printScale), places[i].ToPicture, nil); err != nil {
			return err
		}
	}
	return nil
}

// writeSheet writes a sheet as a PNG, with patches outlined where some are given.
func writeSheet(path string, img gocv.Mat, s Sheet, toPicture calibration.Homography, patches []patch) error {
	flat, err := s.Rectify(img, toPicture)
	if err != nil {
		return err
	}
	defer flat.Close()
	for _, q := range patches {
		if err := gocv.Rectangle(&flat, patchRect(q), fieldPaint[5], 1); err != nil {
			return fmt.Errorf("write debug pictures: %w", err)
		}
	}
	buf, err := gocv.IMEncode(gocv.PNGFileExt, flat)
	if err != nil {
		return fmt.Errorf("write debug pictures: %w", err)
	}
	defer buf.Close()
	return calibration.WriteFile(path, buf.GetBytes())
}
