package exchange

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestCellsThatAreFormulasAreDefused(t *testing.T) {
	for _, s := range []string{
		"=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "\u00a0=1", "\ufeff=1", "＝1", "＋1", "－1", "＠a",
		"=HYPERLINK(\"http://x\")", "-", "--1", "-1.", "-.5", "-1e5", "-1,5", "+49 170", "\tname", "=cmd|' /C calc'!A0", "\x00=1", "\v=1",
	} {
		if got := text(s); got[0] != '\'' {
			t.Errorf("%q stays %q", s, got)
		}
	}
	for _, s := range []string{
		"", "Anna", "a=b", "1+1", "a-b", "me@home", "'", "'=1", "-1", "-12.5", "-0", "5", "12.5", "Zoë", "a\tb", "a\nb", "1 - 2", "(=1)",
		"\"=1\"", "漢字", "😀", "#", "/", "*", "~", "x",
	} {
		if got := text(s); string(got) != s {
			t.Errorf("%q became %q", s, got)
		}
	}
}

// read parses a sheet as a spreadsheet would.
func read(t testing.TB, data string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(data, "\ufeff"))).ReadAll()
	if err != nil {
		t.Fatalf("%v in\n%s", err, data)
	}
	return rows
}

func TestSheetIsReadBack(t *testing.T) {
	rows := [][]string{{"a", "b"}, {"x, y", `say "hi"`}, {"two\nlines", " padded "}, {"", ";"}, {"-5", "a\tb"}}
	for _, mark := range []bool{false, true} {
		var b bytes.Buffer
		s := newSheet(&b, mark, rows[0]...)
		for _, r := range rows[1:] {
			s.row(text(r[0]), text(r[1]))
		}
		if err := s.end(); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(rows, read(t, b.String())); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		if got := strings.HasPrefix(b.String(), "\ufeff"); got != mark {
			t.Errorf("there is a mark: %v, want %v", got, mark)
		}
		if n := strings.Count(b.String(), "\r\n"); n != len(rows) {
			t.Errorf("%d rows end in CRLF, want %d", n, len(rows))
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, bytes.ErrTooLarge }

func TestSheetTellsOfAFullDisk(t *testing.T) {
	s := newSheet(full{}, true, "a")
	for range 10000 {
		s.row(text("some text"))
	}
	if s.end() == nil {
		t.Error("nobody was told")
	}
}

func FuzzCell(f *testing.F) {
	for _, s := range []string{"=1", "-1", "a,b", "\"", "\r\n", "\xff", "\x00=", " ＝", "-1-1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c := text(s)
		if !utf8.ValidString(string(c)) || strings.ContainsRune(string(c), 0) {
			t.Fatalf("%q gives %q", s, c)
		}
		if strings.TrimSpace(string(c)) != "" && begins(string(c)) && !negative(string(c)) {
			t.Fatalf("%q stays a formula: %q", s, c)
		}
		var b bytes.Buffer
		sheet := newSheet(&b, false, "a", "b")
		sheet.row(c, "end")
		if err := sheet.end(); err != nil {
			t.Fatal(err)
		}
		rows := read(t, b.String())
		// The reader of the test turns CRLF inside a cell into LF; nothing else may change.
		want := strings.ReplaceAll(string(c), "\r\n", "\n")
		if len(rows) != 2 || rows[1][0] != want || rows[1][1] != "end" {
			t.Fatalf("%q was read as %q", s, rows)
		}
	})
}
