package harbormaster

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"harbormaster/scoring/say"
)

// TestMessages: whatever the program says, it says in every language, and of
// the same things. Only a word may lack where the language uses the name itself.
func TestMessages(t *testing.T) {
	here := os.DirFS(".")
	files, err := fs.Glob(here, "*/messages/*en.json")
	if err != nil {
		t.Fatal(err)
	}
	more, err := fs.Glob(here, "*/*/messages/*en.json")
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, more...)
	if len(files) < 8 {
		t.Fatalf("there are only the messages of %q", files)
	}
	for _, file := range slices.Compact(slices.Sorted(slices.Values(files))) {
		first := messages(t, file)
		for _, language := range []string{"de", "fr"} {
			name := strings.TrimSuffix(file, "en.json") + language + ".json"
			other := messages(t, name)
			for key, sentence := range first {
				if said, there := other[key]; !there {
					t.Errorf("%s lacks %q", name, key)
				} else if want, got := parameters(sentence), parameters(said); !slices.Equal(want, got) {
					t.Errorf("%s: %q names %q, English %q", name, key, got, want)
				}
			}
			for key := range other {
				if _, there := first[key]; !there && !strings.Contains(key, ".word.") {
					t.Errorf("%s says %q, which English doesn't", name, key)
				}
			}
		}
	}
}

func messages(t *testing.T, file string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]string
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return all
}

func parameters(sentence string) []string {
	names := map[string]bool{}
	for _, n := range say.Parameters(sentence) {
		names[n] = true
	}
	return slices.Sorted(maps.Keys(names))
}
