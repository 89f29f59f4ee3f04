// Command harbormaster keeps the score of board games. This package holds
// flags, wiring and exit codes, and nothing that could live deeper inside.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"harbormaster/live/follow"
	"harbormaster/scoreboard"
	"harbormaster/scoring/catalog"
	"harbormaster/scoring/say"
	"harbormaster/session"
	"harbormaster/tracking"
)

// Exit codes, as the description of the commands fixes them.
const (
	exitOK     = 0
	exitFailed = 1 // one line on standard error says what was wrong
	exitUsage  = 2
)

// commands is the command line. The doc of each flag is its help.
type commands struct {
	Calibrate calibrateCommand `cmd:"" help:"Find the mats and their hexes in a picture of the empty table and save the profile."`
	Teach     teachCommand     `cmd:"" help:"Learn what this copy's pieces look like from a picture with labels."`
	Read      readCommand      `cmd:"" help:"Say what lies where in pictures of the table."`
	Replay    replayCommand    `cmd:"" help:"Follow a game over a folder of pictures: what was done, what is asked, how it stands."`
	Tags      tagsCommand      `cmd:"" help:"Write the printable cards that lie beside the mats."`
	Demo      demoCommand      `cmd:"" help:"Play the recorded game shipped with the program, then read and score the recorded table."`
	Serve     serveCommand     `cmd:"" help:"Run the service: tablets, displays and the camera talk to it."`
	Backup    backupCommand    `cmd:"" help:"Copy the database, also while the service runs."`
	Restore   restoreCommand   `cmd:"" help:"Put a backup in the place of the database; the one there is kept beside it."`
	PIN       pinCommand       `cmd:"" name:"pin" help:"Say the PIN with which a phone or tablet is paired with the service running here."`
	Password  passwordCommand  `cmd:"" help:"Make a new admin password."`
	Export    exportCommand    `cmd:"" help:"Write everything that is kept as JSON, or plays for a spreadsheet or another app."`
	Import    importCommand    `cmd:"" help:"Take over an export, or a file of the app BG Stats; what is here stays as it is."`
	Score     scoreCommand     `cmd:"" help:"Score a state file: the final score, every line explained."`
	Cameras   camerasCommand   `cmd:"" help:"List the cameras plugged into this machine, each with its address for the config and a small picture."`
	Doctor    doctorCommand    `cmd:"" help:"Say what is wrong with this machine for this job, and how to mend it."`
	Version   versionCommand   `cmd:"" help:"Say the versions of the program and of what it is built with."`
}

// program is what commands work with, so that tests can start one.
type program struct {
	in       io.Reader
	out, err io.Writer
	say      *say.Speaker
}

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run carries out one command line and returns the exit code.
func run(args []string, in io.Reader, out, errOut io.Writer) int {
	p := &program{in: in, out: out, err: errOut}
	speaker, err := speakerOf("en")
	if err != nil {
		return p.fail(err)
	}
	p.say = speaker
	var c commands
	exited := -1
	parser, err := kong.New(&c, kong.Name("harbormaster"),
		kong.Description("The companion that watches a board game and keeps the score."),
		kong.Writers(out, errOut), kong.UsageOnError(), kong.Exit(func(code int) { exited = code }))
	if err != nil {
		return p.fail(fmt.Errorf("build the command line: %w", err))
	}
	ctx, err := parser.Parse(args)
	if exited == exitOK { // --help was printed
		return exitOK
	}
	if err != nil {
		fmt.Fprintf(errOut, "harbormaster: %v; see harbormaster --help\n", err)
		return exitUsage
	}
	if err := ctx.Run(p); err != nil {
		var usage usageError
		if errors.As(err, &usage) {
			fmt.Fprintf(errOut, "harbormaster: %v; see harbormaster %s --help\n", err, ctx.Selected().Name)
			return exitUsage
		}
		return p.fail(err)
	}
	return exitOK
}

// speakerOf says everything that the program has to say in a language.
func speakerOf(language string) (*say.Speaker, error) {
	return say.New(language, append(catalog.Messages(), session.Messages(), tracking.Messages(), scoreboard.Messages(), follow.Messages())...)
}

// usageError is a command line that parses but makes no sense.
type usageError string

func (u usageError) Error() string { return string(u) }

// fail prints the one line that says what was wrong.
func (p *program) fail(err error) int {
	text := err.Error()
	if p.say != nil {
		text = p.say.Error(err)
	}
	fmt.Fprintln(p.err, "harbormaster: "+say.Printable(strings.ReplaceAll(text, "\n", " ")))
	return exitFailed
}
