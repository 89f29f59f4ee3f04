// Package harbormaster holds the tests that look at the whole tree.
package harbormaster

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// room is one folder of the house with what it may import. Arrows point
// inwards; the reason says why the row is as it is. The longest matching
// folder counts. A name ending in /... stands for all below it, a * for any folder.
type room struct {
	folder  string
	ours    []string // below harbormaster/
	outside []string // modules; std is always allowed unless it is in never
	never   []string // parts of std that would break what the room promises
	reason  string
}

// impure lists the parts of std that functions of values have no use for.
var impure = []string{"time", "math/rand", "math/rand/v2", "os", "os/exec", "net", "net/http", "log", "log/slog", "database/sql", "crypto/rand", "syscall", "unsafe"}

// impureButTime is for values that carry times but ask no clock's help.
var impureButTime = []string{"math/rand", "math/rand/v2", "os", "os/exec", "net", "net/http", "log", "log/slog", "database/sql", "crypto/rand", "syscall", "unsafe"}

var rooms = []room{
	{".", nil, nil, nil, "tests of the whole tree"},
	{"mat", nil, nil, impure, "the vocabulary: everybody imports it, it imports nobody"},
	{"scoring", []string{"mat"}, nil, impure, "pure rules: no clock, no chance, no files"},
	{"scoring/strict", []string{"mat", "scoring"}, nil, impure, "reads bytes, opens nothing"},
	{"scoring/say", []string{"mat", "scoring"}, nil, impure, "sentences for any game, so it knows none"},
	{"scoring/catalog", []string{"scoring", "scoring/..."}, nil, impure, "the one list of games"},
	{"scoring/scoringtest", []string{"mat", "scoring", "scoring/say", "scoring/strict"}, []string{"pgregory.net/rapid", "github.com/google/go-cmp"}, nil, "the conformance suite is a library of tests"},
	{"scoring/counters", []string{"mat", "scoring", "scoring/strict"}, nil, impure, "what the hand-entered games share"},
	{"scoring/*", []string{"mat", "scoring", "scoring/strict", "scoring/counters"}, nil, impure, "a game: pure, and a new one needs no row of its own"},
	{"calibration", []string{"mat"}, nil, nil, "arithmetic of places, and the profile on disk"},
	{"calibration/apriltag", []string{"mat"}, nil, nil, "the one cgo binding"},
	{"vision", []string{"mat", "calibration", "calibration/...", "vision", "vision/..."}, []string{"gocv.io/x/gocv", "golang.org/x/image"}, nil, "pixels; the home of gocv; x/image for the letters on proofs"},
	{"tracking", []string{"mat", "scoring"}, nil, impure, "readings to settled changes to the legal actions behind them; any game's"},
	{"tracking/river", []string{"mat", "scoring", "scoring/riverboat", "tracking"}, nil, impure, "what following a game takes that only Riverboat knows"},
	{"session", []string{"mat", "scoring"}, nil, []string{"os", "net/http", "database/sql"}, "one play as a log; what keeps the log is an interface"},
	{"history", []string{"session", "scoring"}, nil, impureButTime, "values about the past"},
	{"access", []string{"history"}, []string{"golang.org/x/crypto"}, []string{"net/http", "database/sql"}, "who may do what: PINs, passwords, tokens"},
	{"config", []string{"scoring/strict"}, []string{"go.yaml.in/yaml/v3"}, []string{"os", "net/http", "database/sql", "log/slog", "time"}, "bytes to settings; opens no file; the home of YAML; strict for the nearest key"},
	{"store", []string{"session", "history", "scoring", "mat"}, []string{"github.com/mattn/go-sqlite3", "github.com/pressly/goose/v3"}, []string{"net/http"}, "the one home of SQL"},
	{"live/follow", []string{"session", "mat", "scoring", "scoring/riverboat", "tracking", "tracking/river"}, nil, []string{"net/http", "database/sql", "os"}, "readings into a play and its questions: no pixels, so its tests need no camera"},
	{"live", []string{"session", "history", "mat", "scoring", "scoring/riverboat", "calibration", "vision", "tracking", "live/follow"}, nil, []string{"net/http", "database/sql"}, "the camera's side of the service: joins vision to the rest"},
	{"api", []string{"session", "history", "access", "exchange", "scoring", "scoring/say", "scoring/strict", "mat", "web", "live/follow", "tracking"}, []string{"github.com/gin-gonic/gin", "github.com/prometheus/client_golang"}, []string{"database/sql"}, "the one home of gin: requests to commands, views to JSON; tracking for its sentences"},
	{"web", nil, nil, []string{"net/http", "os"}, "files for browsers, embedded, and the tests that look at them"},
	{"exchange", []string{"mat", "scoring", "session", "history"}, []string{"codeberg.org/go-pdf/fpdf", "github.com/piglig/go-qr"}, []string{"os", "net/http"}, "files for people and other programs, as bytes; the home of PDF"},
	{"hardware/camera", nil, []string{"gocv.io/x/gocv"}, []string{"database/sql"}, "sources of pictures by address; knows nothing of what is on them; gocv's videoio for v4l2 and rtsp"},
	{"hardware/display", nil, []string{"periph.io/x/conn/v3"}, []string{"net", "net/http", "database/sql", "os"}, "score displays: drivers take a bus and open nothing"},
	{"hardware/host", nil, []string{"periph.io/x/conn/v3", "periph.io/x/host/v3"}, nil, "the one leaf that opens the machine's buses"},
	{"doctor", []string{"hardware/display", "hardware/camera"}, nil, []string{"net/http", "database/sql", "os/exec", "syscall"}, "looks at the machine over a root folder, and runs nothing"},
	{"scoreboard", []string{"session", "scoring", "scoring/say", "hardware/display"}, nil, []string{"os", "net/http", "database/sql"}, "has the displays follow the plays: views to what is shown"},
	{"cmd/harbormaster", []string{"..."}, []string{"github.com/alecthomas/kong"}, nil, "wires everything"},
}

// inTests are modules that only test files may import, anywhere.
var inTests = []string{"periph.io/x/conn/v3", "github.com/google/go-cmp", "pgregory.net/rapid", "github.com/rogpeppe/go-internal", "github.com/getkin/kin-openapi", "github.com/santhosh-tekuri/jsonschema/v6", "github.com/piglig/go-qr", "github.com/chromedp/chromedp", "github.com/chromedp/cdproto"}

// oursInTests are packages of ours that any test may import.
var oursInTests = []string{"scoring/scoringtest", "scoring/say", "scoring/strict", "scoring/catalog", "session", "store", "calibration/apriltag"}

func TestImports(t *testing.T) {
	seen := map[string]bool{}
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && d.Name() != "." || d.Name() == "testdata" || d.Name() == "bin") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(file, ".go") {
			return nil
		}
		r, ok := roomOf(path.Dir(filepath.ToSlash(file)))
		if !ok {
			t.Errorf("%s: its folder has no row in imports_test.go; add one with a reason", file)
			return nil
		}
		seen[r.folder] = true
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range parsed.Imports {
			name := strings.Trim(spec.Path.Value, `"`)
			if !r.allows(name, strings.HasSuffix(file, "_test.go")) {
				t.Errorf("%s imports %s, which its row doesn't list (%s)", file, name, r.reason)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rooms {
		if _, err := os.Stat(r.folder); err == nil && !seen[r.folder] {
			t.Errorf("the row of %s fits no file; take it out", r.folder)
		}
	}
}

func roomOf(dir string) (room, bool) {
	for ; ; dir = path.Dir(dir) {
		for _, r := range rooms { // rows by name come before the row of all games
			if fits, err := path.Match(r.folder, dir); err == nil && fits {
				return r, true
			}
		}
		if dir == "." {
			return room{}, false
		}
	}
}

func (r room) allows(name string, test bool) bool {
	if name == "C" {
		return r.folder == "calibration/apriltag"
	}
	if ours, ok := strings.CutPrefix(name, "harbormaster/"); ok {
		return ours == r.folder || test && path.Dir(ours) == path.Dir(r.folder) && strings.HasSuffix(r.folder, "*") ||
			matches(r.ours, ours) || test && matches(oursInTests, ours)
	}
	if first, _, _ := strings.Cut(name, "/"); !strings.Contains(first, ".") {
		return test || !slices.Contains(r.never, name)
	}
	return matches(r.outside, name) || test && matches(inTests, name)
}

// matches reports whether the name is in the list, or below one of its modules.
func matches(list []string, name string) bool {
	for _, l := range list {
		below := strings.TrimSuffix(l, "...")
		if name == l || below != l && (below == "" || strings.HasPrefix(name, below)) || strings.HasPrefix(name, l+"/") && strings.Contains(l, ".") {
			return true
		}
	}
	return false
}

// TestFileLength keeps files short enough to be read in one sitting.
func TestFileLength(t *testing.T) {
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "vendor") {
			return filepath.SkipDir
		}
		if !slices.Contains([]string{".go", ".js", ".css"}, filepath.Ext(file)) {
			return nil
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if n := strings.Count(string(data), "\n"); n > 600 {
			t.Errorf("%s has %d lines; split it at 600", file, n)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
