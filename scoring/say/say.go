// Package say makes sentences of messages: at the edge, in one language, from
// message files. It knows no rules.
package say

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sort"
	"strings"

	"harbormaster/scoring"
)

//go:embed messages
var common embed.FS

// Messages returns this package's own message files.
func Messages() fs.FS { return common }

// Speaker makes sentences in one language.
type Speaker struct{ sentences map[string]string }

// New reads the sentences of a language ("en") from this package's own
// message files and those of the games given. A key in two files is an error:
// a game's keys begin with its name.
func New(language string, more ...fs.FS) (*Speaker, error) {
	s := &Speaker{sentences: map[string]string{}}
	for _, files := range append([]fs.FS{common}, more...) {
		name := "messages/" + language + ".json"
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("read the sentences of language %q: %w", language, err)
		}
		var some map[string]string
		if err := json.Unmarshal(data, &some); err != nil {
			return nil, fmt.Errorf("read the sentences in %s: %w", name, err)
		}
		for key, sentence := range some {
			if old, twice := s.sentences[key]; twice && old != sentence {
				return nil, fmt.Errorf("read the sentences in %s: %q is there twice and differs", name, key)
			}
			s.sentences[key] = sentence
		}
	}
	return s, nil
}

// Keys returns all known keys in order.
func (s *Speaker) Keys() []string {
	keys := make([]string, 0, len(s.sentences))
	for k := range s.sentences {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// Sentence returns the message in words. A key without a sentence is shown
// as it is with its parameters, so that nothing is hidden.
func (s *Speaker) Sentence(m scoring.Message) string {
	if m.Key == "" {
		return ""
	}
	pattern, ok := s.pattern(m.Key)
	if !ok {
		return (&scoring.Violation{Message: m}).Error()
	}
	game, _, _ := strings.Cut(m.Key, ".")
	// Parts that say nothing this time may leave a blank at the end.
	return strings.TrimSpace(s.fill(game, pattern, "#", m.Params))
}

// pattern returns a key's sentence: the game's own, else, for what is done in
// several games ("orleans.did-pass"), the common one ("did-pass").
func (s *Speaker) pattern(key string) (string, bool) {
	if p, ok := s.sentences[key]; ok {
		return p, true
	}
	_, common, _ := strings.Cut(key, ".")
	p, ok := s.sentences[common]
	return p, ok && strings.HasPrefix(common, "did-")
}

// Name returns the word for a name of the game: a category, a phase.
func (s *Speaker) Name(game, name string) string { return s.value(game, "", name) }

// Error returns the sentence of an error: a violation in words, with player
// and place in front, any other error as it is.
func (s *Speaker) Error(err error) string {
	var v *scoring.Violation
	if !errors.As(err, &v) {
		return err.Error()
	}
	var where []string
	if v.Player != "" {
		where = append(where, v.Player)
	}
	if v.Place != "" {
		where = append(where, v.Place)
	}
	sentence := fmt.Sprintf("%s (rule %s)", s.Sentence(v.Message), v.Key)
	if len(where) == 0 {
		return sentence
	}
	return strings.Join(where, ", ") + ": " + sentence
}

// Explain fills in the notes and warnings of a result. What it fills in is its
// own: others may be reading the lists that the result came with.
func (s *Speaker) Explain(r *scoring.Result) {
	r.Warnings = []string{}
	for _, d := range r.Doubts {
		text := s.Sentence(d.Message)
		if len(d.Spaces) > 0 {
			text = strings.Join(d.Spaces, ", ") + ": " + text
		}
		if d.Player != "" {
			text = d.Player + ": " + text
		}
		r.Warnings = append(r.Warnings, text)
	}
	r.Notes = slices.Clone(r.Notes)
	for i := range r.Notes {
		r.Notes[i].Note = s.Sentence(r.Notes[i].Message)
	}
	r.Players = slices.Clone(r.Players)
	for i := range r.Players {
		r.Players[i].Lines = slices.Clone(r.Players[i].Lines)
		for j := range r.Players[i].Lines {
			l := &r.Players[i].Lines[j]
			l.Note = s.Sentence(l.Message)
		}
	}
}

// fill replaces {name} by the parameter and {name, plural, one {..} other
// {..}} by one of its forms, # standing for the number: the part of ICU's
// MessageFormat that the message files use, so that pages can use them too.
// Parameters are put in last and never read as a pattern: names come from
// strangers. Counted is what # stands for, "#" outside of plurals.
func (s *Speaker) fill(game, pattern, counted string, params map[string]any) string {
	var b strings.Builder
	literal := func(text string) { b.WriteString(strings.ReplaceAll(text, "#", counted)) }
	for {
		open := strings.IndexByte(pattern, '{')
		end := closing(pattern, max(open, 0))
		if open < 0 || end < 0 {
			literal(pattern)
			return b.String()
		}
		literal(pattern[:open])
		name, forms, isPlural := strings.Cut(pattern[open+1:end], ", plural,")
		value := params[strings.TrimSpace(name)]
		shown := s.value(game, strings.TrimSpace(name), value)
		if isPlural {
			b.WriteString(s.fill(game, plural(forms, fmt.Sprint(value)), shown, params))
		} else {
			b.WriteString(shown)
		}
		pattern = pattern[end+1:]
	}
}

// closing returns the index of the brace that closes the one at open, or -1.
func closing(text string, open int) int {
	depth := 0
	for i := open; i < len(text); i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// plural returns the form that fits the number or text.
func plural(forms, number string) string {
	want := "other"
	if number == "1" {
		want = "one"
	}
	found := ""
	for {
		open := strings.IndexByte(forms, '{')
		end := closing(forms, max(open, 0))
		if open < 0 || end < 0 {
			return found
		}
		name := strings.TrimSpace(forms[:open])
		if name == "="+number { // an exact value, the empty text ("=") among them
			return forms[open+1 : end]
		}
		if name == want || (name == "other" && found == "") {
			found = forms[open+1 : end]
		}
		forms = forms[end+1:]
	}
}

// names lists the parameters whose values are names that people gave, never
// words of the language.
var names = []string{"player", "players", "turn", "name", "card", "file"}

// value says a parameter's value. A name of the game, such as a crop, is said
// by the game's own word for it ("riverboat.word.coin"), else by the common one.
func (s *Speaker) value(game, name string, value any) string {
	word := func(text string) string {
		// What is so long is no name; it must not drown the sentence.
		const longest = 80
		if letters := []rune(text); len(letters) > longest {
			return string(letters[:longest]) + "…"
		}
		if slices.Contains(names, name) {
			return text
		}
		for _, key := range []string{game + ".word." + text, "word." + text} {
			if translated, ok := s.sentences[key]; ok {
				return translated
			}
		}
		return text
	}
	switch x := value.(type) {
	case string:
		return word(x)
	case []string:
		words := make([]string, len(x))
		for i, text := range x {
			words[i] = word(text)
		}
		return strings.Join(words, ", ")
	case []any: // a list that was written down as JSON and read again
		words := make([]string, len(x))
		for i, item := range x {
			words[i] = s.value(game, name, item)
		}
		return strings.Join(words, ", ")
	case nil:
		return "?"
	}
	return fmt.Sprint(value)
}
