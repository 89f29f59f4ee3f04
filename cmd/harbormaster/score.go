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
	State string `arg:"" help:"The state file; - reads it from standard input."`
	JSON  bool   `help:"Print the result as one JSON document."`
}

// Run prints the final score of the state file.
func (c *scoreCommand) Run(p *program) error {
	data, err := p.read(c.State)
	if err != nil {
		return err
	}
	game, state, err := catalog.ReadState(data)
	if err != nil {
		return inFile(p, c.State, err)
	}
	result := game.Score(state)
	p.say.Explain(&result)
	if c.JSON {
		return p.printJSON(result)
	}
	_, err = io.WriteString(p.out, p.say.Table(result))
	return err
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
