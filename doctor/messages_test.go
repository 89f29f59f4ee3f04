package doctor

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// keysSaid finds the keys in the checks' source; bus checks have theirs twice.
func keysSaid(t *testing.T) map[string]bool {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	literal := regexp.MustCompile(`say\((?:check|b\.check|"[a-z]+"), [A-Za-z]+(?:\([^,]*\))?, (b\.key\+)?"([a-z0-9.-]+)"`)
	keys := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range literal.FindAllStringSubmatch(string(data), -1) {
			if m[1] != "" {
				keys["spi"+m[2]], keys["i2c"+m[2]] = true, true
			} else {
				keys[m[2]] = true
			}
		}
	}
	return keys
}

// sentences are the messages by language.
func sentences(t *testing.T) map[string]map[string]string {
	t.Helper()
	said := map[string]map[string]string{}
	for _, language := range []string{"en", "de", "fr"} {
		data, err := fs.ReadFile(Messages(), "messages/"+language+".json")
		if err != nil {
			t.Fatal(err)
		}
		words := map[string]string{}
		if err := json.Unmarshal(data, &words); err != nil {
			t.Fatal(err)
		}
		said[language] = words
	}
	return said
}

var (
	param = regexp.MustCompile(`\{([a-z_]+)[,}]`)
	// command is a cure that can be pasted into a terminal as it is; prose isn't.
	command = regexp.MustCompile(`^(sudo|ls|df|vcgencmd) [^;():,]*$`)
)

// sayable complains of a line that a page can't say in each language: its
// sentence and, unless that is a command, its cure need only what the line has.
func sayable(t *testing.T, said map[string]map[string]string, l Line) {
	t.Helper()
	for language, words := range said {
		cure, known := words["doctor."+l.Key+".mend"]
		if l.Mend != "" && known == command.MatchString(l.Mend) {
			t.Errorf("%s is mended by %q; a command is shown as it is, for all else %s wants a sentence", l.Key, l.Mend, language)
		}
		for _, p := range param.FindAllStringSubmatch(words["doctor."+l.Key]+cure, -1) {
			if _, ok := l.Params[p[1]]; !ok {
				t.Errorf("%s wants %s in %s, which isn't among its parameters %v", l.Key, p[1], language, l.Params)
			}
		}
	}
}

// TestEveryLineHasASentence: whatever the report says, pages can say it in
// every language, and with the same parameters.
func TestEveryLineHasASentence(t *testing.T) {
	keys := keysSaid(t)
	if len(keys) < 60 {
		t.Fatalf("only %d keys were found in the source", len(keys))
	}
	said := sentences(t)
	for language, words := range said {
		for key := range keys {
			if words["doctor."+key] == "" {
				t.Errorf("%s has no sentence for %s", language, key)
			}
		}
	}
	for key, english := range said["en"] {
		for _, language := range []string{"de", "fr"} {
			other := said[language][key]
			for _, p := range param.FindAllStringSubmatch(english, -1) {
				if !strings.Contains(other, "{"+p[1]) {
					t.Errorf("%s doesn't say %s in %s: %q", language, p[1], key, other)
				}
			}
		}
	}
	for _, l := range well(t, pi()).Examine(t.Context()).Lines {
		sayable(t, said, l)
	}
}
