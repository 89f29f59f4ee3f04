package main

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"

	"harbormaster/scoring"
	"harbormaster/scoring/catalog"
	"harbormaster/scoring/strict"
)

//go:embed recorded/riverboat.jsonl
var recordedGame []byte

type demoCommand struct{}

// Run plays the recorded game through the rules, prints each prompt with what
// was done, and the score table at the end.
func (c *demoCommand) Run(p *program) error { return p.playLog(p.out, recordedGame) }

// logStart is the first line of a log: the game, and what it started from.
// Every further line is one action.
type logStart struct {
	Game string `json:"game"`
	scoring.Setup
}

func (p *program) playLog(out io.Writer, log []byte) error {
	lines := bufio.NewScanner(bytes.NewReader(log))
	lines.Buffer(nil, 1<<20)
	var start logStart
	if !lines.Scan() {
		return fmt.Errorf("read the log: it is empty")
	}
	if err := json.Unmarshal(lines.Bytes(), &start); err != nil {
		return fmt.Errorf("read the log's first line: %w", err)
	}
	game, err := catalog.Game(start.Game)
	if err != nil {
		return fmt.Errorf("read the log's first line: %w", err)
	}
	state, err := game.Start(start.Setup)
	if err != nil {
		return fmt.Errorf("start the recorded game: %w", err)
	}
	w := bufio.NewWriter(out)
	heading := ""
	for n := 2; lines.Scan(); n++ {
		action, err := strict.ReadAction(lines.Bytes())
		if err != nil {
			return fmt.Errorf("read line %d of the log: %w", n, err)
		}
		prompt := game.Next(state)
		if h := fmt.Sprintf("Round %d, %s", prompt.Round, p.say.Name(start.Game, "phase-"+prompt.Phase)); h != heading {
			heading = h
			fmt.Fprintf(w, "\n%s\n", heading)
		}
		next, awards, err := game.Apply(state, action)
		if err != nil {
			return fmt.Errorf("carry out line %d of the log: %w", n, err)
		}
		state = next
		p.tell(w, prompt, start.Game, action, awards)
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read the log: %w", err)
	}
	result := game.Score(state)
	p.say.Explain(&result)
	fmt.Fprintf(w, "\n%s\n\n%s", p.say.Sentence(game.Next(state).Message), p.say.Table(result))
	if err := w.Flush(); err != nil {
		return fmt.Errorf("print the recorded game: %w", err)
	}
	return nil
}

// tell prints a prompt, the answer, and what that earned.
func (p *program) tell(w io.Writer, prompt scoring.Prompt, game string, a scoring.Action, awards []scoring.Award) {
	fmt.Fprintf(w, "  %s\n    %s\n", p.say.Sentence(prompt.Message), p.say.Sentence(scoring.Did(game, a)))
	for _, award := range awards {
		fmt.Fprintf(w, "      %s: %s\n", award.Player, p.say.Sentence(award.Message))
	}
}
