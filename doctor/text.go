package doctor

import (
	"fmt"
	"io"
	"strings"
)

// Write writes the report for people: a line a check, and under what isn't
// well the command that mends it.
func (r Report) Write(w io.Writer) error {
	var b strings.Builder
	for _, l := range r.Lines {
		state := string(l.State)
		if l.State == Wrong {
			state = "WRONG"
		}
		fmt.Fprintf(&b, "%-6s %-12s %s\n", state, l.Check, l.Text)
		if l.Mend != "" {
			fmt.Fprintf(&b, "%-19s → %s\n", "", l.Mend)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
