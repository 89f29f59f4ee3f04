package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"harbormaster/calibration"
	"harbormaster/vision"
)

type calibrateCommand struct {
	Profile string `required:"" placeholder:"DIR" help:"Folder to save the profile in."`
	Picture string `required:"" placeholder:"FILE" help:"Picture of the empty table, JPEG or PNG."`
	Marks   string `placeholder:"FILE" help:"What was marked on that picture; without it cards 0-3 are player-1's, 4-7 player-2's and so on."`
	JSON    bool   `help:"Print one JSON document."`
	Debug   string `placeholder:"DIR" help:"Folder for pictures of each stage."`

	passing bool // the profile won't be kept, so don't point to its files
}

// Run finds the mats and their hexes and saves the profile.
func (c *calibrateCommand) Run(p *program) error {
	var marks *calibration.Marks
	if c.Marks != "" {
		data, err := os.ReadFile(c.Marks)
		if err != nil {
			return fmt.Errorf("read the marks: %w", err)
		}
		if marks, err = calibration.ParseMarks(data); err != nil {
			return err
		}
	}
	frame, err := vision.DecodeFile(c.Picture)
	if err != nil {
		return err
	}
	defer frame.Close()
	start := time.Now()
	profile, err := vision.Calibrate(frame, marks)
	if err != nil {
		return err
	}
	took := time.Since(start)
	if err := vision.SaveProfile(c.Profile, frame, profile); err != nil {
		return err
	}
	if c.Debug != "" {
		if err := vision.DebugCalibrate(c.Debug, frame, profile); err != nil {
			return err
		}
	}
	reading := vision.EmptyReading(frame, profile, took)
	if c.JSON {
		return p.printJSON(reading)
	}
	for _, m := range reading.Players {
		if m.Found {
			fmt.Fprintf(p.out, "%s: %d hexes\n", m.Name, len(m.Hexes))
		}
	}
	for _, s := range profile.Problems() {
		fmt.Fprintln(p.out, "! "+s)
	}
	if lattice, err := profile.FilePath("lattice"); err == nil && !c.passing {
		fmt.Fprintf(p.out, "Saved to %s. Look at %s: each hex should be outlined and named.\n", c.Profile, filepath.Base(lattice))
	}
	return nil
}
