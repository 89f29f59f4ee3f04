package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// binary returns a command that runs the program in a process of its own; see
// TestMain.
func binary(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, args...)
	cmd.Args[0] = "harbormaster"
	return cmd
}

// TestVectors scores whole games of every kind through the program's command
// line: those in the repository, and all of the shared ones where they lie
// beside it. One of each folder runs in a process of its own, which takes long.
func TestVectors(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../../scoring/*/testdata/game-*.json", "../../scoring/*/testdata/vectors/*.json", "../../../shared/vectors/*/*.json"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) < 20 {
		t.Fatalf("only %d vectors were found", len(files))
	}
	seen := map[string]bool{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var v struct {
			State  json.RawMessage
			Expect map[string]any
		}
		if err := json.Unmarshal(data, &v); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		var out, complaint bytes.Buffer
		if code := run([]string{"score", "--json", "-"}, bytes.NewReader(v.State), &out, &complaint); code != exitOK {
			t.Errorf("%s: exit %d: %s", file, code, complaint.String())
			continue
		}
		if folder := filepath.Dir(file); !seen[folder] {
			seen[folder] = true
			cmd := binary(t, "score", "--json", "-")
			cmd.Stdin = bytes.NewReader(v.State)
			if alone, err := cmd.Output(); err != nil || !bytes.Equal(alone, out.Bytes()) {
				t.Errorf("%s: a process of its own says %s, %v; want %s", file, alone, err, out.Bytes())
			}
		}
		if diff := cmp.Diff(v.Expect, shape(t, out.Bytes())); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
}

// shape turns a result into what vectors expect of it.
func shape(t *testing.T, result []byte) map[string]any {
	t.Helper()
	var r struct {
		Players []struct {
			Name  string
			Total float64
			Lines []struct {
				Category string
				Points   float64
			}
			Worth map[string]any
		}
		Winners []any
	}
	if err := json.Unmarshal(result, &r); err != nil {
		t.Fatalf("%s: %v", result, err)
	}
	var players, worth []any
	for _, p := range r.Players {
		lines := map[string]any{"name": p.Name, "total": p.Total}
		for _, l := range p.Lines {
			lines[l.Category] = l.Points
		}
		players = append(players, lines)
		if p.Worth != nil {
			worth = append(worth, map[string]any{"name": p.Name, "worth": p.Worth})
		}
	}
	out := map[string]any{"players": players, "winners": r.Winners}
	if worth != nil {
		out["worth"] = worth
	}
	return out
}
