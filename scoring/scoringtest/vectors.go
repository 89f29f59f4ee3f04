package scoringtest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"harbormaster/scoring"
)

// vector is a whole game with what it must score.
type vector struct {
	State  json.RawMessage `json:"state"`
	Expect outcome         `json:"expect"`
}

// outcome is what a vector says about a result: each player's categories and
// total, the winners and, for games with surveyors, the worth of what they can
// be placed on.
type outcome struct {
	Players []map[string]any `json:"players"`
	Winners []string         `json:"winners"`
	Worth   []worth          `json:"worth"`
}

type worth struct {
	Name  string         `json:"name"`
	Worth map[string]int `json:"worth"`
}

// Vectors reads every *.json of a folder and scores its state, which must come
// out exactly as the file expects. An empty folder is a failure: nothing would
// be tested.
func Vectors(t *testing.T, game scoring.Game, folder string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no vectors in %s (%v)", folder, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			v := readVector(t, file)
			state, err := game.ReadState(v.State)
			if err != nil {
				t.Fatalf("read the state: %v", err)
			}
			if diff := cmp.Diff(v.Expect, scored(game.Score(state))); diff != "" {
				t.Errorf("score (-want +got):\n%s", diff)
			}
		})
	}
}

// States returns the state files of a folder of vectors, for fuzz targets and
// benchmarks to begin with.
func States(t testing.TB, folder string) []json.RawMessage {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no vectors in %s (%v)", folder, err)
	}
	slices.Sort(files)
	var out []json.RawMessage
	for _, file := range files {
		out = append(out, readVector(t, file).State)
	}
	return out
}

// readVector reads one file; a vector that can't be read is a failure.
func readVector(t testing.TB, file string) vector {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var v vector
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("read %s: %v", file, err)
	}
	return v
}

// scored brings a result into the form of a vector's expectation, in which all
// numbers are floats, as encoding/json reads them.
func scored(r scoring.Result) outcome {
	var out outcome
	// Absent worth stays absent: only some games have it.
	for _, p := range r.Players {
		m := map[string]any{"name": p.Name, "total": float64(p.Total)}
		for _, l := range p.Lines {
			m[l.Category] = float64(l.Points)
		}
		if p.Worth != nil {
			out.Worth = append(out.Worth, worth{p.Name, p.Worth})
		}
		out.Players = append(out.Players, m)
	}
	out.Winners = r.Winners
	return out
}
