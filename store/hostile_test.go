package store

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"harbormaster/history"
	"harbormaster/session"
)

// nasty are texts that were trouble somewhere.
var nasty = []string{"", " ", "'; DROP TABLE players; --", `"`, "%", "_", "\x00", "\xff\xfe", "a\u0000b", "<script>", "=1+1", "\u202egnp", "ﬁ", "İ", "ß", "SS", "ẞ",
	"\u00e4", "a\u0308", "\U0001F600", strings.Repeat("x", 81), strings.Repeat("ä", 80), "NULL", "0", "-1", "1e999", "line\nbreak", "\u2028"}

func text() *rapid.Generator[string] {
	return rapid.OneOf(rapid.SampledFrom(nasty), rapid.String())
}

// TestAnyTextIsKeptOrRefused: whatever people type comes back as it was typed,
// or is refused with a reason; it is never a fault, and never changed.
func TestAnyTextIsKeptOrRefused(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	if _, err := s.write.Exec(`PRAGMA synchronous = OFF`); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		name, color := text().Draw(t, "name"), text().Draw(t, "color")
		p, err := s.AddPlayer(ctx, history.Player{Name: name, Color: color, Created: evening})
		if err != nil {
			refused(t, err, session.Invalid)
			return
		}
		if want := strings.Join(strings.Fields(name), " "); p.Name != want || p.Color != color {
			t.Fatalf("%q, %q came back as %q, %q", name, color, p.Name, p.Color)
		}
		if !utf8.ValidString(p.Name) || utf8.RuneCountInString(p.Name) > mostName {
			t.Fatalf("%q was kept", p.Name)
		}
		_, err = s.AddPlayer(ctx, history.Player{Name: strings.ToUpper(name), Created: evening})
		refused(t, err, session.Invalid)
		if _, err := s.RemovePlayer(ctx, p.ID); err != nil {
			t.Fatal(err)
		}
	})
}

// TestAnyFilterIsAnswered: no filter and no cursor is a fault.
func TestAnyFilterIsAnswered(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	add(t, s, finished("one", "orleans", evening, names(3), []int{1, 2, 3}))
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.OneOf(rapid.Int64Range(-2, 4), rapid.Int64())
		day := rapid.Custom(func(t *rapid.T) time.Time {
			return evening.AddDate(rapid.IntRange(-3000, 3000).Draw(t, "year"), 0, 0)
		})
		f := history.Filter{Game: text().Draw(t, "game"), Player: id.Draw(t, "player"), Place: id.Draw(t, "place"),
			Status: session.Status(text().Draw(t, "status")), Players: rapid.Int().Draw(t, "players"), From: day.Draw(t, "from"), To: day.Draw(t, "to"), Text: text().Draw(t, "text")}
		cursor := rapid.OneOf(text(), rapid.Just(""), rapid.Just(cursorAt(math.MaxInt64, "x")), rapid.Just(cursorAt(math.MinInt64, ""))).Draw(t, "cursor")
		if _, err := s.Plays(ctx, f, cursor, rapid.IntRange(-1, 3).Draw(t, "limit")); err != nil {
			refused(t, err, session.Invalid)
		}
		if _, err := s.Overview(ctx, f.Game); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Records(ctx, f.Game); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Categories(ctx, 0, f.Game); err != nil {
			t.Fatal(err)
		}
	})
}

// TestSeats: a seat is for the player that it names, by id or name, and is
// refused where that can't be.
func TestSeats(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	ann, err := s.AddPlayer(ctx, history.Player{Name: "Ann", Created: evening})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.AddPlayer(ctx, history.Player{Name: "Bo", Created: evening}); err != nil {
		t.Fatal(err)
	}
	plays := over(t, s)
	tests := map[string]struct {
		seats []session.Seat
		want  string // players' names today; "" refused
	}{
		"by id, whatever the name": {[]session.Seat{{Name: "Granny", Player: ann.ID}, {Name: "Bo"}}, "Ann Bo"},
		"by name":                  {[]session.Seat{{Name: "aNN"}, {Name: "BO"}}, "Ann Bo"},
		"a new one":                {[]session.Seat{{Name: "Ann"}, {Name: "Ömer"}}, "Ann Ömer"},
		"who doesn't exist":        {[]session.Seat{{Name: "Ann", Player: 99}, {Name: "Bo"}}, ""},
		"the same twice":           {[]session.Seat{{Name: "Bo"}, {Name: "bo"}}, ""},
		"the same by id and name":  {[]session.Seat{{Name: "x", Player: ann.ID}, {Name: "Ann"}}, ""},
		"a name too long":          {[]session.Seat{{Name: "Ann"}, {Name: strings.Repeat("n", 81)}}, ""},
		"a shape too long":         {[]session.Seat{{Name: "Ann"}, {Name: "Bo", Shape: strings.Repeat("n", 41)}}, ""},
	}
	for name, c := range tests {
		t.Run(name, func(t *testing.T) {
			var before, after int
			if err := s.read.QueryRow(`SELECT count(*) FROM players`).Scan(&before); err != nil {
				t.Fatal(err)
			}
			v, err := plays.Begin(ctx, session.Start{Game: "orleans", Seats: c.seats}, "", "")
			if c.want == "" {
				refused(t, err, session.Invalid)
				if err := s.read.QueryRow(`SELECT count(*) FROM players`).Scan(&after); err != nil || after != before {
					t.Errorf("a refused play made %d players (%v)", after-before, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			d, err := s.Detail(ctx, v.Play)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, seat := range d.Seats {
				got = append(got, seat.Person)
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("the seats are for %v, want %s", got, c.want)
			}
		})
	}
}
