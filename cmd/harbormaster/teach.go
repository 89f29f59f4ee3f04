package main

import (
	"fmt"
	"os"

	"harbormaster/calibration"
	"harbormaster/vision"
)

type teachCommand struct {
	Profile string `required:"" placeholder:"DIR" help:"Folder of the profile, made by calibrate."`
	Picture string `required:"" placeholder:"FILE" help:"Picture that shows the pieces, JPEG or PNG."`
	Labels  string `required:"" placeholder:"FILE" help:"What lies on one mat of that picture."`
	Debug   string `placeholder:"DIR" help:"Folder for pictures of each stage."`
}

// Run learns the pieces and adds them to the profile.
func (c *teachCommand) Run(p *program) error {
	profile, err := calibration.Load(c.Profile)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(c.Labels)
	if err != nil {
		return fmt.Errorf("read the labels: %w", err)
	}
	labels, err := vision.ParseLabels(data)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Labels, err)
	}
	frame, err := vision.DecodeFile(c.Picture)
	if err != nil {
		return err
	}
	defer frame.Close()
	warnings, err := vision.Teach(frame, profile, labels)
	if err != nil {
		return err
	}
	for _, w := range warnings {
		fmt.Fprintln(p.out, "! "+w.Text)
	}
	fmt.Fprintf(p.out, "Learnt from %d hexes and %d boats of %s's mat.\n", len(labels.Hexes), len(labels.Riverboats), labels.Player)
	if c.Debug != "" {
		return vision.DebugRead(c.Debug, frame, profile)
	}
	return nil
}
