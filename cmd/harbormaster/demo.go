package main

import (
	"bufio"
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"harbormaster/config"
	"harbormaster/scoring"
	"harbormaster/scoring/catalog"
	"harbormaster/scoring/strict"
)

//go:embed recorded/riverboat.jsonl
var recordedGame []byte

// recordedTable is a table as a camera saw it: empty, with the pieces laid out
// for teaching, and at the end of a game; and that whole game, a picture at each
// phase's end, with what its people would say of what no camera sees.
//
//go:embed recorded/table recorded/game
var recordedTable embed.FS

type demoCommand struct {
	Listen  string        `default:"127.0.0.1:8080" placeholder:"ADDR" help:"Address to listen on."`
	Data    string        `placeholder:"DIR" help:"Folder for the database and the profile; without it, a temporary one."`
	Display []string      `sep:"none" placeholder:"ADDR" help:"Score display instead of the terminal's, which is drawn on standard error, and the one on the page. May be given several times; none for none."`
	Every   time.Duration `default:"2s" placeholder:"TIME" help:"How long the recorded camera shows each of its pictures."`
	Once    bool          `help:"Print the recorded evenings and end, instead of serving."`
	Proof   string        `placeholder:"FILE.png" help:"Write the proof picture of the recorded table."`
	Debug   string        `placeholder:"DIR" help:"Folder for pictures of each stage."`
}

// Run starts the whole service, plays the recorded evening into it, prints each
// prompt with what was done and the score table at the end; then it reads
// another table from recorded pictures, from the empty table on, and scores
// that; then it follows the game that led there, through a camera. The service
// goes on with all of it until it is ended.
func (c *demoCommand) Run(p *program) error {
	ctx, stop := untilSignal()
	defer stop()
	if c.Once {
		table, err := os.MkdirTemp("", "harbormaster-table-")
		if err != nil {
			return fmt.Errorf("make a folder for the demo's table: %w", err)
		}
		defer os.RemoveAll(table)
		return c.evenings(ctx, p, nil, table)
	}
	dir := c.Data
	if dir == "" {
		var err error
		if dir, err = os.MkdirTemp("", "harbormaster-demo-"); err != nil {
			return fmt.Errorf("make a folder for the demo: %w", err)
		}
		defer os.RemoveAll(dir)
	}
	table, err := os.MkdirTemp("", "harbormaster-table-")
	if err != nil {
		return fmt.Errorf("make a folder for the demo's table: %w", err)
	}
	// Whatever is being read when the service ends is left where it is, so the
	// folder is taken away here and not by who reads.
	defer os.RemoveAll(table)
	settings, err := config.Default().Set("listen", c.Listen)
	if err != nil {
		return usageError("--listen: " + err.Error())
	}
	displays := c.Display
	if len(displays) == 0 {
		displays = []string{"terminal:", "mirror:?modules=3"}
	}
	settings.Data, settings.Displays = dir, slices.DeleteFunc(displays, func(d string) bool { return d == "none" })
	return p.serve(ctx, settings, nil, func(ctx context.Context, s *service) error {
		if err := c.evenings(ctx, p, s, table); err != nil || ctx.Err() != nil {
			return err
		}
		if err := c.follow(ctx, p, s, table); err != nil || ctx.Err() != nil {
			return err
		}
		fmt.Fprintln(p.out, "\nThe service goes on: open its address in a browser. Ctrl-C ends it.")
		return nil
	})
}

// evenings shows both recorded evenings and, with a service, leaves them in its
// history.
func (c *demoCommand) evenings(ctx context.Context, p *program, s *service, dir string) error {
	fmt.Fprintln(p.out, "An evening entered by hand: every prompt, what was done, what it earned.")
	if err := p.playLog(p.out, recordedGame); err != nil {
		return err
	}
	if s != nil {
		if err := s.enter(ctx, recordedGame); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		return nil
	}
	fmt.Fprintln(p.out, "\nAnother evening, seen by the camera: the empty table, the pieces, the end of the game.")
	return c.readTable(ctx, p, s, dir)
}

// readTable goes the way of a new user in the folder given:
// calibrate, teach, score a picture.
func (c *demoCommand) readTable(ctx context.Context, p *program, s *service, dir string) error {
	table, err := fs.Sub(recordedTable, "recorded/table")
	if err != nil {
		return fmt.Errorf("open the recorded table: %w", err)
	}
	if err := os.CopyFS(dir, table); err != nil {
		return fmt.Errorf("lay out the recorded table: %w", err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	profile := at("profile")
	for _, step := range []interface{ Run(*program) error }{
		&calibrateCommand{Profile: profile, Picture: at("empty.jpg"), Marks: at("marks.json"), Debug: c.Debug, passing: true},
		&teachCommand{Profile: profile, Picture: at("teach.jpg"), Labels: at("labels.json"), Debug: c.Debug},
		&scoreCommand{Profile: profile, Picture: at("final.jpg"), Known: at("known.json"), Proof: c.Proof, Debug: c.Debug},
	} {
		if ctx.Err() != nil { // somebody ended the demo
			return nil
		}
		fmt.Fprintln(p.out)
		if err := step.Run(p); err != nil {
			return fmt.Errorf("read the recorded table: %w", err)
		}
	}
	if s == nil {
		return nil
	}
	return s.show(ctx, profile, at("final.jpg"))
}

// logStart is the first line of a log: the game, and what it started from.
// Every further line is one action.
type logStart struct {
	Game string `json:"game"`
	scoring.Setup
}

// readLog reads a recorded game: what it starts from, and what was done.
func readLog(log []byte) (logStart, []scoring.Action, error) {
	lines := bufio.NewScanner(bytes.NewReader(log))
	lines.Buffer(nil, 1<<20)
	var start logStart
	if !lines.Scan() {
		return start, nil, fmt.Errorf("read the log: it is empty")
	}
	if err := json.Unmarshal(lines.Bytes(), &start); err != nil {
		return start, nil, fmt.Errorf("read the log's first line: %w", err)
	}
	var actions []scoring.Action
	for n := 2; lines.Scan(); n++ {
		action, err := strict.ReadAction(lines.Bytes())
		if err != nil {
			return start, nil, fmt.Errorf("read line %d of the log: %w", n, err)
		}
		actions = append(actions, action)
	}
	if err := lines.Err(); err != nil {
		return start, nil, fmt.Errorf("read the log: %w", err)
	}
	return start, actions, nil
}

func (p *program) playLog(out io.Writer, log []byte) error {
	start, actions, err := readLog(log)
	if err != nil {
		return err
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
	for n, action := range actions {
		prompt := game.Next(state)
		if h := fmt.Sprintf("Round %d, %s", prompt.Round, p.say.Name(start.Game, "phase-"+prompt.Phase)); h != heading {
			heading = h
			fmt.Fprintf(w, "\n%s\n", heading)
		}
		next, awards, err := game.Apply(state, action)
		if err != nil {
			return fmt.Errorf("carry out line %d of the log: %w", n+2, err)
		}
		state = next
		p.tell(w, prompt, start.Game, action, awards)
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
