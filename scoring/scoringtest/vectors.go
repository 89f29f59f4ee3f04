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
	Expect struct {
		Players []map[string]any `json:"players"`
		Winners []string         `json:"winners"`
	} `json:"expect"`
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
			got := scored(game.Score(state))
			if diff := cmp.Diff(v.Expect.Players, got.Players); diff != "" {
				t.Errorf("score (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(v.Expect.Winners, got.Winners); diff != "" {
				t.Errorf("winners (-want +got):\n%s", diff)
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

type outcome struct {
	Players []map[string]any
	Winners []string
}

// scored brings a result into the form of a vector's expectation, in which all
// numbers are floats, as encoding/json reads them.
func scored(r scoring.Result) outcome {
	var out outcome
	for _, p := range r.Players {
		m := map[string]any{"name": p.Name, "total": float64(p.Total)}
		for _, l := range p.Lines {
			m[l.Category] = float64(l.Points)
		}
		if p.Worth != nil {
			worth := map[string]any{}
			for space, points := range p.Worth {
				worth[space] = float64(points)
			}
			m["worth"] = worth
		}
		out.Players = append(out.Players, m)
	}
	out.Winners = r.Winners
	return out
}
