package riverboat_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
)

// vector is a state with what it must score, as the shared files have it.
type vector struct {
	State  json.RawMessage `json:"state"`
	Expect struct {
		Players []map[string]any `json:"players"`
		Winners []string         `json:"winners"`
		Worth   []struct {
			Name  string         `json:"name"`
			Worth map[string]int `json:"worth"`
		} `json:"worth"`
	} `json:"expect"`
}

func readVector(t testing.TB, name string) vector {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var v vector
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// edit changes a state file at a path of keys and indices; nil removes the key.
func edit(t *testing.T, data []byte, value any, path ...any) []byte {
	t.Helper()
	var root any
	if err := json.Unmarshal(data, &root); err != nil {
		t.Fatal(err)
	}
	at := root
	for _, step := range path[:len(path)-1] {
		switch key := step.(type) {
		case string:
			at = at.(map[string]any)[key]
		case int:
			at = at.([]any)[key]
		}
	}
	switch key := path[len(path)-1].(type) {
	case string:
		if value == nil {
			delete(at.(map[string]any), key)
		} else {
			at.(map[string]any)[key] = value
		}
	case int:
		at.([]any)[key] = value
	}
	out, err := json.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// file is a sound state file of two players on small mats.
const file = `{"game":"riverboat","harbor_track":{"steps":8,"notches":[1,3,5]},"players":[
 {"name":"ann","harbor_master":3,"riverboats":["4","2a"],"agents":1,"coins":3,"surveyors_in_supply":1,"phase_tiles":[1,2],"track_vp":40,
  "mat":{"orientation":"pointy","hexes":[
   {"id":"A1","q":0,"r":0,"field":"heart","crop":"corn","worker":false,"barn":false,"well":true,"surveyor":false},
   {"id":"A2","q":1,"r":0,"field":"heart","crop":"corn","worker":true,"barn":false,"well":false,"surveyor":false},
   {"id":"B1","q":0,"r":1,"field":"club","crop":null,"worker":false,"barn":true,"well":false,"surveyor":false}]}},
 {"name":"bo","harbor_master":2,"riverboats":[],"agents":0,"coins":1,"surveyors_in_supply":0,"phase_tiles":[3,4,5],"track_vp":30,
  "mat":{"orientation":"flat","hexes":[
   {"id":"A1","q":0,"r":0,"field":"field-1","crop":"wheat","worker":false,"barn":false,"well":false,"surveyor":false},
   {"id":"A2","q":0,"r":1,"field":"field-2","crop":null,"worker":false,"barn":false,"well":false,"surveyor":false}]}}]}`

// Each row spoils the sound file in one place and names the rule, the player
// and the place that the complaint must give.
func TestFileErrors(t *testing.T) {
	hex := func(player, i int, key string) []any { return []any{"players", player, "mat", "hexes", i, key} }
	mine := func(player int, key string) []any { return []any{"players", player, key} }
	for _, c := range []struct {
		name       string
		value      any
		path       []any
		key        string
		player     string
		place      string
		suggestion string
	}{
		{"a surveyor alone", true, hex(0, 1, "surveyor"), "riverboat.surveyor-alone", "ann", "A2", ""},
		{"a barn with a crop", "wheat", hex(0, 2, "crop"), "riverboat.barn-and-crop", "ann", "B1", ""},
		{"a barn with a worker", true, hex(0, 2, "worker"), "riverboat.barn-and-worker", "ann", "B1", ""},
		{"a barn with a well", true, hex(0, 2, "well"), "riverboat.barn-and-well", "ann", "B1", ""},
		{"a well without a crop", true, hex(1, 1, "well"), "riverboat.well-without-crop", "bo", "A2", ""},
		{"two wells on a crop", true, hex(0, 1, "well"), "riverboat.two-wells", "ann", "A2", ""},
		{"too many coins in all", 23, mine(1, "coins"), "riverboat.box-coins", "bo", "coins", ""},
		{"absurd coins", 26, mine(1, "coins"), "file.range", "bo", "players[1].coins", ""},
		{"too many surveyors in all", 28, mine(1, "surveyors_in_supply"), "riverboat.box-surveyors", "bo", "surveyors_in_supply", ""},
		{"an unknown boat", []any{"4", "2"}, mine(0, "riverboats"), "file.unknown-name", "ann", "players[0].riverboats[1]", "1"},
		{"six of a boat", []any{"4", "4", "4", "4", "4", "4"}, mine(0, "riverboats"), "riverboat.box-boats", "ann", "riverboats", ""},
		{"a tile missing", []any{3, 4}, mine(1, "phase_tiles"), "riverboat.tile-missing", "", "phase_tiles", ""},
		{"a tile held twice", []any{1, 3, 4, 5}, mine(1, "phase_tiles"), "riverboat.tile-held-twice", "bo", "phase_tiles", ""},
		{"a tile twice in a hand", []any{3, 4, 5, 5}, mine(1, "phase_tiles"), "riverboat.tile-twice", "bo", "players[1].phase_tiles[3]", ""},
		{"a tile that isn't", []any{3, 4, 6}, mine(1, "phase_tiles"), "file.range", "bo", "players[1].phase_tiles[2]", ""},
		{"a hex name twice", "A1", hex(0, 1, "id"), "riverboat.hex-twice", "ann", "A1", ""},
		{"a place twice", 0, hex(0, 1, "q"), "riverboat.place-twice", "ann", "A2", ""},
		{"a negative count", -1, mine(0, "agents"), "file.range", "ann", "players[0].agents", ""},
		{"absurd agents", 57, mine(0, "agents"), "file.range", "ann", "players[0].agents", ""},
		{"absurd points", 1000, mine(0, "track_vp"), "file.range", "ann", "players[0].track_vp", ""},
		{"a harbor master off the track", 9, mine(0, "harbor_master"), "file.range", "ann", "players[0].harbor_master", ""},
		{"half a coin", 1.5, mine(0, "coins"), "file.type", "ann", "players[0].coins", ""},
		{"coins in words", "three", mine(0, "coins"), "file.type", "ann", "players[0].coins", ""},
		{"a worker in words", "no", hex(0, 0, "worker"), "file.type", "ann", "A1", ""},
		{"hexes not a list", 5, []any{"players", 0, "mat", "hexes"}, "file.type", "ann", "players[0].mat.hexes", ""},
		{"an unknown key of a player", 5, mine(0, "coin"), "file.unknown-key", "ann", "players[0]", "coins"},
		{"an unknown key of a hex", true, hex(0, 0, "worcker"), "file.unknown-key", "ann", "A1", "worker"},
		{"an unknown key of the file", 5, []any{"harbour_track"}, "file.unknown-key", "", "", "harbor_track"},
		{"an unknown setting", 5, []any{"settings"}, "file.type", "", "settings", ""},
		{"an unknown crop", "korn", hex(0, 0, "crop"), "file.unknown-name", "ann", "A1", "corn"},
		{"an unknown field", "hart", hex(0, 0, "field"), "file.unknown-name", "ann", "A1", "heart"},
		{"an unknown orientation", "round", []any{"players", 0, "mat", "orientation"}, "file.unknown-name", "ann", "players[0].mat.orientation", ""},
		{"an unknown phase", "harvest", []any{"phase"}, "file.unknown-name", "", "phase", "harvesting"},
		{"a round five", 5, []any{"round"}, "file.range", "", "round", ""},
		{"no coins", nil, mine(0, "coins"), "file.missing", "ann", "players[0]", ""},
		{"no mat", nil, mine(0, "mat"), "file.missing", "ann", "players[0]", ""},
		{"no harbor track", nil, []any{"harbor_track"}, "file.missing", "", "", ""},
		{"no players", []any{}, []any{"players"}, "riverboat.no-players", "", "players", ""},
		{"no name", "", mine(0, "name"), "file.player-name", "", "players[0].name", ""},
		{"another game", "riverbot", []any{"game"}, "file.unknown-name", "", "game", "riverboat"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := riverboat.Game{}.ReadState(edit(t, []byte(file), c.value, c.path...))
			var v *scoring.Violation
			if !errors.As(err, &v) {
				t.Fatalf("error %v, want a violation of %s", err, c.key)
			}
			if v.Key != c.key || v.Player != c.player || v.Place != c.place {
				t.Errorf("complains %v; want %s of %q at %q", v, c.key, c.player, c.place)
			}
			if c.suggestion != "" && v.Params["nearest"] != c.suggestion && c.suggestion != "1" {
				t.Errorf("suggests %q, want %q", v.Params["nearest"], c.suggestion)
			}
		})
	}
}

// Each row is odd and yet scored; the doubt says why.
func TestFileDoubts(t *testing.T) {
	for _, c := range []struct {
		name  string
		value any
		path  []any
		key   string
	}{
		{"sound", 3, []any{"players", 0, "coins"}, "riverboat.doubt-capacity"},
		{"a worker on a bare field", true, []any{"players", 1, "mat", "hexes", 1, "worker"}, "riverboat.doubt-bare-worker"},
		{"workers past the box", 17, []any{"players", 0, "workers_in_supply"}, "riverboat.doubt-workers"},
		{"notches in disorder", []any{5, 3, 1}, []any{"harbor_track", "notches"}, "riverboat.doubt-notch-order"},
		{"a notch beyond", []any{1, 3, 50}, []any{"harbor_track", "notches"}, "riverboat.doubt-notch-beyond"},
		{"more boats than notches", []any{"1", "1", "1", "1"}, []any{"players", 1, "riverboats"}, "riverboat.doubt-notches"},
		{"more boats than rounds", 1, []any{"round"}, ""},
		{"a hex with an odd name", "Z9", []any{"players", 1, "mat", "hexes", 1, "id"}, "riverboat.doubt-hex-names"},
		{"the same name", "ann", []any{"players", 1, "name"}, "doubt.same-name"},
		{"no hexes", []any{}, []any{"players", 1, "mat", "hexes"}, "riverboat.doubt-no-hexes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := riverboat.Game{}
			s, err := g.ReadState(edit(t, []byte(file), c.value, c.path...))
			if err != nil {
				t.Fatalf("refused: %v", err)
			}
			var keys []string
			for _, d := range g.Score(s).Doubts {
				keys = append(keys, d.Key)
			}
			if !strings.Contains(strings.Join(keys, " ")+" ", c.key) {
				t.Errorf("doubts %v, want %s among them", keys, c.key)
			}
		})
	}
}

func TestVectors(t *testing.T) {
	names, err := filepath.Glob("testdata/game-*.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("no vectors in testdata: %v", err)
	}
	for _, name := range names {
		v := readVector(t, filepath.Base(name))
		g := riverboat.Game{}
		s, err := g.ReadState(v.State)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		r := g.Score(s)
		for i, p := range r.Players {
			got := map[string]any{"name": p.Name, "total": float64(p.Total)}
			for _, l := range p.Lines {
				got[l.Category] = float64(l.Points)
			}
			if diff := cmp.Diff(v.Expect.Players[i], got); diff != "" {
				t.Errorf("%s: %s (-want +got):\n%s", name, p.Name, diff)
			}
			if diff := cmp.Diff(v.Expect.Worth[i].Worth, p.Worth); diff != "" {
				t.Errorf("%s: %s: worth (-want +got):\n%s", name, p.Name, diff)
			}
		}
		if diff := cmp.Diff(v.Expect.Winners, r.Winners); diff != "" {
			t.Errorf("%s: winners (-want +got):\n%s", name, diff)
		}
		if len(r.Doubts) > 0 {
			t.Errorf("%s: doubts %v of a sound game", name, r.Doubts)
		}
	}
}

// FuzzReadState: no file makes the reader crash; what it takes scores, asks,
// and is written and read back to the same.
func FuzzReadState(f *testing.F) {
	f.Add([]byte(file))
	f.Add([]byte(strings.Replace(file, `"players"`, `"round":2,"phase":"harvesting","settings":{"round4_actions":3},"players"`, 1)))
	f.Fuzz(func(t *testing.T, data []byte) {
		g := riverboat.Game{}
		s, err := g.ReadState(data)
		if err != nil {
			var v *scoring.Violation
			if !errors.As(err, &v) {
				t.Fatalf("the error is no violation: %v", err)
			}
			return
		}
		for _, p := range g.Score(s).Players {
			sum := 0
			for _, l := range p.Lines {
				sum += l.Points
			}
			if sum != p.Total {
				t.Fatalf("%s: the lines make %d, the total says %d", p.Name, sum, p.Total)
			}
		}
		g.Next(s)
		once := text(t, s)
		back, err := g.ReadState([]byte(once))
		if err != nil || text(t, back) != once {
			t.Fatalf("%s is written as %s, which reads as %v", data, once, err)
		}
	})
}
