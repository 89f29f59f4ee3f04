package scoringtest

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"harbormaster/scoring"
)

// Keys compares the keys of messages in a game's source files with those of
// its English sentences: none may lack its sentence, and no sentence may be
// left over. A key in the source that ends in a dot or dash is the beginning of
// keys made at run time, and any key may get an ending after a dash. Folder is that of the game's package.
func Keys(t *testing.T, game scoring.Game, folder string) {
	t.Helper()
	info := game.Info()
	data, err := fs.ReadFile(info.Messages, "messages/en.json")
	if err != nil {
		t.Fatal(err)
	}
	var sentences map[string]string
	if err := json.Unmarshal(data, &sentences); err != nil {
		t.Fatal(err)
	}
	used := keysIn(t, info.Name, folder)
	for key := range used {
		if _, said := sentences[key]; !said && !strings.HasSuffix(key, ".") && !strings.HasSuffix(key, "-") {
			t.Errorf("%q has no sentence", key)
		}
	}
	for key := range sentences {
		if !strings.HasPrefix(key, info.Name+".") {
			t.Errorf("the key %q doesn't begin with the game's name", key)
		}
		// Words and what an action did are looked up by names of the game; Run
		// checks the latter.
		lookedUp := strings.HasPrefix(key, info.Name+".word.") || strings.HasPrefix(key, info.Name+".did-")
		if !used[key] && !begun(used, key) && !lookedUp {
			t.Errorf("the sentence of %q is never said", key)
		}
	}
}

// begun reports whether the source makes keys with that beginning.
func begun(used map[string]bool, key string) bool {
	for beginning := range used {
		open := strings.HasSuffix(beginning, ".") || strings.HasSuffix(beginning, "-")
		if open && strings.HasPrefix(key, beginning) || strings.HasPrefix(key, beginning+"-") {
			return true
		}
	}
	return false
}

// keysIn collects the texts in the source that look like keys of the game.
func keysIn(t *testing.T, name, folder string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no source files in %s (%v)", folder, err)
	}
	key := regexp.MustCompile(`"(` + regexp.QuoteMeta(name) + `\.[a-z0-9_.-]+)"`)
	used := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") { // tests name keys they expect
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range key.FindAllStringSubmatch(string(source), -1) {
			used[found[1]] = true
		}
	}
	return used
}
