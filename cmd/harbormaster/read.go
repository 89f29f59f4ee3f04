package main

import (
	"fmt"
	"io"
	"strings"

	"harbormaster/calibration"
	"harbormaster/vision"
)

type readCommand struct {
	Profile  string   `required:"" placeholder:"DIR" help:"Folder of the profile, calibrated and taught."`
	Pictures []string `arg:"" name:"picture" help:"Pictures of the table, JPEG or PNG."`
	JSON     bool     `help:"Print one JSON document, an array for more than one picture."`
	Phase    string   `enum:"cultivation,planting,harvesting,opportunity,scoring," default:"" placeholder:"PHASE" help:"Phase that the table is in, if you know it: after planting no worker stands on a bare field, which settles doubts."`
	Debug    string   `placeholder:"DIR" help:"Folder for pictures of each stage."`
}

// openProfile loads the profile in a folder, to read pictures with. Close the reader.
func openProfile(dir string) (*calibration.Profile, *vision.Reader, error) {
	profile, err := calibration.Load(dir)
	if err != nil {
		return nil, nil, err
	}
	reader, err := vision.NewReader(profile)
	return profile, reader, err
}

// Run says what lies where in each picture.
func (c *readCommand) Run(p *program) error {
	profile, reader, err := openProfile(c.Profile)
	if err != nil {
		return err
	}
	defer reader.Close()
	var readings []*vision.Reading
	for _, name := range c.Pictures {
		r, err := c.read(reader, profile, name)
		if err != nil {
			return err
		}
		readings = append(readings, r)
	}
	switch {
	case !c.JSON:
		for _, r := range readings {
			if _, err := io.WriteString(p.out, readingText(r)); err != nil {
				return fmt.Errorf("write the reading: %w", err)
			}
		}
		return nil
	case len(readings) == 1:
		return p.printJSON(readings[0])
	}
	return p.printJSON(readings)
}

// read reads one picture and frees it before the next.
func (c *readCommand) read(reader *vision.Reader, profile *calibration.Profile, name string) (*vision.Reading, error) {
	frame, err := vision.DecodeFile(name)
	if err != nil {
		return nil, err
	}
	defer frame.Close()
	planted := c.Phase == "harvesting" || c.Phase == "opportunity" || c.Phase == "scoring"
	r, err := reader.ReadDuring(frame, vision.Play{Planted: planted})
	if err != nil {
		return nil, err
	}
	if c.Debug != "" {
		if err := vision.DebugRead(c.Debug, frame, profile); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// readingText is a reading for people: what lies on each mat, doubtful hexes
// with a question mark.
func readingText(r *vision.Reading) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", r.Picture)
	for _, m := range r.Players {
		if !m.Found {
			fmt.Fprintf(&b, "  %s: not found\n", m.Name)
		} else {
			fmt.Fprintf(&b, "  %s:", m.Name)
			if m.HarborMaster != nil {
				fmt.Fprintf(&b, " harbor master on %d,", *m.HarborMaster)
			}
			if m.Agents != nil {
				fmt.Fprintf(&b, " agents %d,", *m.Agents)
			}
			fmt.Fprintf(&b, " boats %s\n   ", strings.Join(m.Riverboats, " "))
			for _, h := range m.Hexes {
				if s := hexText(h); s != "" {
					fmt.Fprintf(&b, " %s %s;", h.ID, s)
				}
			}
			b.WriteByte('\n')
		}
		for _, s := range m.Problems {
			fmt.Fprintf(&b, "  ! %s\n", s)
		}
	}
	return b.String()
}

// sureFrom is the confidence from which a hex counts as sure.
const sureFrom = 0.8

func hexText(h vision.HexReading) string {
	if h.Hidden {
		return "hidden"
	}
	var on []string
	if h.Crop != nil {
		on = append(on, *h.Crop)
	}
	for _, x := range []struct {
		is   bool
		name string
	}{{h.Barn, "barn"}, {h.Well, "well"}, {h.Worker, "worker"}, {h.Surveyor, "surveyor"}} {
		if x.is {
			on = append(on, x.name)
		}
	}
	s := strings.Join(on, "+")
	if h.Confidence < sureFrom {
		return s + "?"
	}
	return s
}
