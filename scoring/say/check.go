package say

import (
	"fmt"
	"strings"

	"harbormaster/scoring"
)

// Check returns an error unless there is a sentence for the message and every
// parameter the sentence names is given: for tests, since Sentence shows what
// it can and never fails.
func (s *Speaker) Check(m scoring.Message) error {
	pattern, ok := s.pattern(m.Key)
	if !ok {
		return fmt.Errorf("there is no sentence for the key %q", m.Key)
	}
	for _, name := range Parameters(pattern) {
		if _, given := m.Params[name]; !given {
			return fmt.Errorf("the sentence of %q names {%s}, which the message doesn't give", m.Key, name)
		}
	}
	return nil
}

// Parameters returns the names in braces of a sentence, those within plural
// forms too: for tests.
func Parameters(pattern string) []string {
	var out []string
	for {
		open := strings.IndexByte(pattern, '{')
		end := closing(pattern, max(open, 0))
		if open < 0 || end < 0 {
			return out
		}
		name, forms, isPlural := strings.Cut(pattern[open+1:end], ", plural,")
		out = append(out, strings.TrimSpace(name))
		for isPlural {
			from := strings.IndexByte(forms, '{')
			to := closing(forms, max(from, 0))
			if from < 0 || to < 0 {
				break
			}
			out = append(out, Parameters(forms[from+1:to])...)
			forms = forms[to+1:]
		}
		pattern = pattern[end+1:]
	}
}
