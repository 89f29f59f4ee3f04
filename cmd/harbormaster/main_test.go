package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"harbormaster/scoring/catalog"
	"harbormaster/scoring/say"
)

// TestMain lets the test binary be the program itself, so that scripts and
// tests run the real thing in a process of its own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"harbormaster": main})
}

// TestScripts runs the command line as people do; see testdata/*.txtar.
func TestScripts(t *testing.T) {
	table, err := filepath.Abs("recorded/table")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Setup: func(e *testscript.Env) error { // TABLE: the folder of real pictures
			e.Setenv("TABLE", table)
			return nil
		},
		Dir: "testdata", UpdateScripts: os.Getenv("UPDATE") != "",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

// testProgram returns a program with its sentences and no streams.
func testProgram(t *testing.T) *program {
	t.Helper()
	speaker, err := say.New("en", catalog.Messages()...)
	if err != nil {
		t.Fatal(err)
	}
	return &program{say: speaker}
}

// exits CODE COMMAND ARG...: the command ends with that exit code, and says
// no more than one line on standard error unless its usage was wrong.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ARG...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	code := 0
	var failed *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &failed):
		code = failed.ExitCode()
	default:
		ts.Check(err)
	}
	if code != want {
		ts.Fatalf("%v ended with %d, want %d", args[1:], code, want)
	}
	if lines := strings.Count(ts.ReadFile("stderr"), "\n"); want == exitFailed && lines != 1 {
		ts.Fatalf("%v said %d lines on standard error, want one", args[1:], lines)
	}
}
