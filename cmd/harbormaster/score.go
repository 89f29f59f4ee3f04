package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"harbormaster/scoring"
	"harbormaster/scoring/catalog"
)

// maxStateFile is far above any table's state; more is a mistake or an attack.
const maxStateFile = 16 << 20

type scoreCommand struct {
	State   string `arg:"" optional:"" help:"The state file; - reads it from standard input."`
	Profile string `placeholder:"DIR" help:"Score a picture: the profile of its table, calibrated and taught."`
	Picture string `placeholder:"FILE" help:"The picture to score."`
	Known   string `placeholder:"FILE" help:"What no camera sees: coins, surveyors in supply, phase tiles, points in play."`
	Proof   string `placeholder:"FILE.png" help:"Write each mat from above, with what scores outlined and the points beside it."`
	JSON    bool   `help:"Print the result as one JSON document."`
	Debug   string `placeholder:"DIR" help:"Folder for pictures of each stage."`
}

// Run prints the final score of the state file or of the picture.
func (c *scoreCommand) Run(p *program) error {
	ofPicture := c.Profile != "" || c.Picture != "" || c.Known != "" || c.Proof != "" || c.Debug != ""
	var result scoring.Result
	var err error
	switch {
	case ofPicture && c.State != "":
		return usageError("give a state file, or --profile, --picture and --known, not both")
	case ofPicture && (c.Profile == "" || c.Picture == "" || c.Known == ""):
		return usageError("scoring a picture takes --profile, --picture and --known")
	case !ofPicture && c.State == "":
		return usageError("give a state file, or --profile, --picture and --known")
	case ofPicture:
		result, err = c.scorePicture(p)
	default:
		result, err = c.scoreFile(p)
	}
	if err != nil {
		return err
	}
	if c.JSON {
		return p.printJSON(result)
	}
	if _, err = io.WriteString(p.out, p.say.Table(result)); err != nil {
		return fmt.Errorf("print the result: %w", err)
	}
	return nil
}

func (c *scoreCommand) scoreFile(p *program) (scoring.Result, error) {
	data, err := p.read(c.State)
	if err != nil {
		return scoring.Result{}, err
	}
	game, state, err := catalog.ReadState(data)
	if err != nil {
		return scoring.Result{}, inFile(p, c.State, err)
	}
	result := game.Score(state)
	p.say.Explain(&result)
	return result, nil
}

// read returns a file's bytes, of "-" those of standard input.
func (p *program) read(name string) ([]byte, error) {
	in := p.in
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("read the state file: %w", err)
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, maxStateFile+1))
	if err != nil {
		return nil, fmt.Errorf("read the state file %s: %w", name, err)
	}
	if len(data) > maxStateFile {
		return nil, fmt.Errorf("read the state file %s: it is larger than %d MB, so it is no state file", name, maxStateFile>>20)
	}
	return data, nil
}

// inFile puts the file's name in front of what is wrong in it.
func inFile(p *program, file string, err error) error {
	var v *scoring.Violation
	if errors.As(err, &v) && v.Player != "" {
		return fmt.Errorf("%s: player %s", file, p.say.Error(err))
	}
	return fmt.Errorf("%s: %s", file, p.say.Error(err))
}

func (p *program) printJSON(v any) error {
	enc := json.NewEncoder(p.out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("write the result: %w", err)
	}
	return nil
}
