package exchange

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// sheet writes RFC 4180: commas, CRLF at the end of a row, quotes where needed.
// encoding/csv isn't used, since it changes line breaks inside a cell.
type sheet struct {
	w   *bufio.Writer
	err error
}

// newSheet begins a sheet; the mark (BOM) tells older spreadsheets that it is UTF-8.
func newSheet(w io.Writer, mark bool, head ...string) *sheet {
	s := &sheet{w: bufio.NewWriter(w)}
	if mark {
		_, s.err = s.w.WriteString("\ufeff")
	}
	cells := make([]csvCell, len(head))
	for i, name := range head {
		cells[i] = csvCell(name)
	}
	s.row(cells...)
	return s
}

// csvCell is one cell as it is written, before quoting.
type csvCell string

// text is a cell of what people or other programs wrote. Spreadsheets carry
// out a cell that begins like a formula, so it gets an apostrophe in front,
// which they take for "this is text"; a plain negative number does no harm and
// stays. What isn't UTF-8, and NUL, which ends cells in some programs, is dropped.
func text(s string) csvCell {
	s = strings.ReplaceAll(s, "\x00", "")
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\ufffd")
	}
	if begins(s) && !negative(s) {
		s = "'" + s
	}
	return csvCell(s)
}

// begins reports whether a cell would be taken for a formula. Spreadsheets
// skip white space and byte order marks in front of it, some take the full-width signs of Asian
// keyboards too.
func begins(s string) bool {
	if s != "" && strings.ContainsRune("\t\r\n", rune(s[0])) {
		return true
	}
	s = strings.TrimLeft(s, " \t\r\n\v\f\u00a0\u200b\u2060\u3000\ufeff")
	first, _ := utf8.DecodeRuneInString(s)
	return s != "" && strings.ContainsRune("=+-@＝＋－＠", first)
}

// negative reports whether the text is a negative number and nothing else.
func negative(s string) bool {
	digits, ok := strings.CutPrefix(s, "-")
	if !ok || digits == "" {
		return false
	}
	whole, part, dot := strings.Cut(digits, ".")
	only := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	return only(whole) && (!dot || only(part))
}

func number(n int) csvCell { return csvCell(strconv.Itoa(n)) }

// optionalNumber is an empty cell where nothing is known.
func optionalNumber(n *int) csvCell {
	if n == nil {
		return ""
	}
	return number(*n)
}

// yes writes a truth as 1 or 0, which every spreadsheet can add up.
func yes(b bool) csvCell {
	if b {
		return "1"
	}
	return "0"
}

// instant writes a time in UTC, as RFC 3339 does.
func instant(t time.Time) csvCell {
	if t.IsZero() {
		return ""
	}
	return csvCell(t.UTC().Format("2006-01-02T15:04:05.000Z"))
}

func (s *sheet) row(cells ...csvCell) {
	if s.err != nil {
		return
	}
	for i, c := range cells {
		if i > 0 {
			s.w.WriteByte(',')
		}
		if strings.ContainsAny(string(c), "\",\r\n;\t") || strings.TrimSpace(string(c)) != string(c) {
			c = csvCell(`"` + strings.ReplaceAll(string(c), `"`, `""`) + `"`)
		}
		s.w.WriteString(string(c))
	}
	_, s.err = s.w.WriteString("\r\n") // a buffered writer keeps its first error
}

// end writes what is left and returns the first error.
func (s *sheet) end() error {
	if s.err != nil {
		return s.err
	}
	return s.w.Flush()
}
