package exchange

import (
	"errors"
	"fmt"
	"strings"

	"harbormaster/scoring"
)

// Problem says what is wrong with a file that somebody wants to bring in, and
// where. After a problem nothing of the file was taken.
type Problem struct {
	Where string // such as: line 12, plays[3] (play "k3jd92mfk2l1o0qa"), event 17
	What  string
	Hint  string // how to mend it
	Err   error  // the cause, if any: a rule's refusal, for one
}

// Error returns place and problem.
func (p *Problem) Error() string {
	text := p.What
	if p.Err != nil {
		text = fmt.Sprintf("%s: %v", p.What, p.Err)
	}
	if p.Where == "" {
		return text
	}
	return p.Where + ": " + text
}

// Unwrap returns the cause.
func (p *Problem) Unwrap() error { return p.Err }

// Sentence returns place and problem in words; say makes a sentence of a
// rule's refusal, which stands where the refusal's key would.
func (p *Problem) Sentence(say func(error) string) string {
	text := p.Error()
	var v *scoring.Violation
	if errors.As(p.Err, &v) {
		text = strings.Replace(text, v.Error(), say(v), 1)
	}
	return text
}
