package catalog_test

import (
	"errors"
	"testing"

	"harbormaster/scoring"
	"harbormaster/scoring/catalog"
	"harbormaster/scoring/say"
)

// Names of games and keys of sentences must tell the games apart.
func TestGamesAreApart(t *testing.T) {
	seen := map[string]bool{}
	for _, g := range catalog.Games() {
		name := g.Info().Name
		if seen[name] {
			t.Errorf("two games are called %q", name)
		}
		seen[name] = true
		if again, err := catalog.Game(name); err != nil || again.Info().Name != name {
			t.Errorf("Game(%q) gives %v, %v", name, again, err)
		}
	}
	if _, err := say.New("en", catalog.Messages()...); err != nil {
		t.Error(err)
	}
}

func TestReadState(t *testing.T) {
	for _, test := range []struct{ file, key string }{
		{`{"game":"orleans","last_citizen_available":false,"players":[]}`, "file.players"},
		{`{"game":"agricola","players":[]}`, "file.players"},
		{`{"game":"plantation","players":[]}`, "file.players"},
		{`{"game":"riverboat"}`, "file.missing"},
		{`{"game":"orlean"}`, "file.game"},
		{`{"game":7}`, "file.type"},
		{`{"players":[]}`, "file.missing"},
		{`[]`, "file.type"},
		{``, "file.empty"},
	} {
		_, _, err := catalog.ReadState([]byte(test.file))
		var v *scoring.Violation
		if !errors.As(err, &v) || v.Key != test.key {
			t.Errorf("%s: got %v, want a violation of %s", test.file, err, test.key)
		}
	}
}

// The nearest name is given for an unknown one, and none where none is near.
func TestNearestGame(t *testing.T) {
	for name, nearest := range map[string]string{"riverbaot": "riverboat", "Agricola": "agricola", "plantations": "plantation", "chess": ""} {
		_, err := catalog.Game(name)
		var v *scoring.Violation
		if !errors.As(err, &v) || v.Params["nearest"] != nearest {
			t.Errorf("Game(%q): got %v, want the nearest name %q", name, err, nearest)
		}
	}
}
