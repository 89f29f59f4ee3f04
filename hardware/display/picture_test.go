package display

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the goldens anew")

// golden compares a text with a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s (-want +got); -update writes it anew:\n%s", file, diff)
	}
}

// TestFonts draws everything that the fonts know.
func TestFonts(t *testing.T) {
	for _, kind := range []Kind{Seven, Fourteen, Matrix} {
		var b strings.Builder
		for _, text := range []string{"0123456789", "ABCDEFGHIJ", "KLMNOPQRST", "UVWXYZ", "abcdefghij", "klmnopqrst", "uvwxyz", "-._='!?,:/"} {
			f := fonts()[kind]
			cells := f.set(text)
			b.WriteString(text + "\n" + Picture{Face{Kind: kind, Modules: 1, Cells: len(cells)}, cells}.Text())
		}
		golden(t, "font-"+string(kind), b.String())
	}
}

// TestLetters: accents fall away, cases stand in for each other, dots go into
// the digit before, and what nobody can draw is a blank.
func TestLetters(t *testing.T) {
	f := fonts()[Seven]
	for text, same := range map[string]string{"É": "E", "ø": "o", "e": "E", "–": "-", "漢": " "} {
		if diff := cmp.Diff(f.set(same), f.set(text)); diff != "" {
			t.Errorf("%s isn't drawn as %s: %s", text, same, diff)
		}
	}
	for text, cells := range map[string]int{"": 0, "1.2": 2, "1..2": 3, ".1": 2, "192.168.1.20": 9, "!.": 2} {
		if got := len(f.set(text)); got != cells {
			t.Errorf("%q takes %d cells, want %d", text, got, cells)
		}
	}
	if got := f.cut("Maximilian", 4); len(got) != 4 {
		t.Errorf("cut to %d cells", len(got))
	}
	if got := fonts()[Matrix].cut("WWW", 12); len(got) != 11 {
		t.Errorf("a letter was cut in the middle: %d columns", len(got))
	}
}

// TestUpsideDown: turned twice it is as before, and each face is turned as it hangs.
func TestUpsideDown(t *testing.T) {
	for _, f := range []Face{{Kind: Seven, Modules: 3, Cells: 8}, {Kind: Fourteen, Modules: 2, Cells: 4}, {Kind: Matrix, Modules: 4, Cells: 8}} {
		p, _ := Layout(f, evening(), nil, 0)
		if !p.UpsideDown().UpsideDown().Equal(p) {
			t.Errorf("%s turned twice is not what it was", f.Kind)
		}
		if p.UpsideDown().Equal(p) {
			t.Errorf("%s turned is the same", f.Kind)
		}
		golden(t, "upside-down-"+string(f.Kind), p.UpsideDown().Text())
	}
}

func evening() Content {
	return Content{Mode: Scores, Round: 3, Phase: "Harvest", Players: []Player{{Name: "Ann", Points: 74, Turn: true}, {Name: "Bo", Points: 168}, {Name: "Søren", Points: 61, Unsure: true}, {Name: "Di", Points: -5}}}
}

// TestLayouts draws each content on each face at some moments.
func TestLayouts(t *testing.T) {
	contents := map[string]Content{
		"greeting": {Mode: Greeting, Text: "http://192.168.1.20:8080", PIN: "123 456"},
		"short":    {Mode: Greeting, Text: "Hi"},
		"scores":   evening(),
		"two":      {Mode: Scores, Players: evening().Players[:2]},
		"finale":   {Mode: Finale, Text: "Bo wins", Players: evening().Players},
		"dark":     {Text: "never shown", Players: evening().Players},
	}
	faces := map[string]Face{
		"seven-one":      {Kind: Seven, Modules: 1, Cells: 8},
		"seven-each":     {Kind: Seven, Modules: 4, Cells: 8},
		"seven-free":     {Kind: Seven, Modules: 5, Cells: 8},
		"seven-log":      {Kind: Seven, Modules: 5, Cells: 8, Still: true},
		"fourteen-small": {Kind: Fourteen, Modules: 2, Cells: 4},
		"matrix-4":       {Kind: Matrix, Modules: 4, Cells: 8},
		"matrix-8":       {Kind: Matrix, Modules: 8, Cells: 8},
	}
	for faceName, face := range faces {
		for contentName, content := range contents {
			var b strings.Builder
			for _, at := range []time.Duration{0, 800 * time.Millisecond, 4100 * time.Millisecond, 16500 * time.Millisecond, 90 * time.Second} {
				p, next := Layout(face, content, nil, at)
				b.WriteString("at " + at.String())
				if next > 0 {
					b.WriteString(", until " + (at + next).String())
				}
				b.WriteString("\n" + p.Text())
				if next == 0 {
					break
				}
			}
			golden(t, faceName+"-"+contentName, b.String())
		}
	}
}

// TestNothingChangesBefore: until the time that Layout says, its picture is the
// same; and then something moves on within a cycle.
func TestNothingChangesBefore(t *testing.T) {
	for _, face := range []Face{{Kind: Seven, Modules: 1, Cells: 8}, {Kind: Seven, Modules: 2, Cells: 4}, {Kind: Matrix, Modules: 4, Cells: 8}, {Kind: Matrix, Modules: 1, Cells: 8}, {Kind: Seven, Modules: 6, Cells: 8}} {
		for _, c := range []Content{evening(), {Mode: Finale, Text: "Ann wins", Players: evening().Players}, {Mode: Greeting, Text: "a text that scrolls through"}} {
			changed := 0
			before, _ := Layout(face, c, nil, 0)
			for at := time.Duration(0); at < 40*time.Second; {
				p, next := Layout(face, c, nil, at)
				if !p.Equal(before) {
					changed++
				}
				before = p
				if next == 0 {
					break
				}
				if next < 0 {
					t.Fatalf("%v at %s: next is %s", face, at, next)
				}
				for _, part := range []time.Duration{next / 3, next - time.Nanosecond} {
					if q, _ := Layout(face, c, nil, at+part); !q.Equal(p) {
						t.Fatalf("%v, mode %d: changed %s after %s, before the %s that were said", face, c.Mode, part, at, next)
					}
				}
				at += next
			}
			if changed == 0 {
				t.Errorf("%v, mode %d: nothing ever changed", face, c.Mode)
			}
		}
	}
}

// TestOrder: each module shows the seat that it was set to.
func TestOrder(t *testing.T) {
	face := Face{Kind: Seven, Modules: 2, Cells: 8}
	c := Content{Mode: Scores, Players: []Player{{Name: "A", Points: 1}, {Name: "B", Points: 2}, {Name: "C", Points: 3}}}
	swapped := c
	swapped.Players = []Player{c.Players[2], c.Players[0]}
	want, _ := Layout(face, swapped, nil, 0)
	if got, _ := Layout(face, c, []int{3, 1, 9}, 0); !got.Equal(want) {
		t.Errorf("seats 3,1:\n%s", got.Text())
	}
}

// TestScoreIsWhole: a score for which there is no room runs through with the name;
// never is a part of it shown as if it were all.
func TestScoreIsWhole(t *testing.T) {
	face := Face{Kind: Matrix, Modules: 1, Cells: 8}
	for points, room := range map[int]bool{0: true, 42: true, -5: true, 168: false, 200: false} {
		c := Content{Mode: Scores, Players: []Player{{Name: "A", Points: points}}}
		_, next := Layout(face, c, nil, 0)
		if (next == 0) != room {
			t.Errorf("%d: the next picture is due after %s", points, next)
		}
		if room {
			continue
		}
		text := fonts()[Matrix].set("A " + strconv.Itoa(points))
		var seen []uint16 // what comes in at the right edge
		for at := time.Duration(0); len(seen) < len(text); at += pixelTime {
			p, _ := Layout(face, c, nil, at)
			seen = append(seen, p.Lamps[len(p.Lamps)-1])
		}
		if diff := cmp.Diff(text, seen); diff != "" {
			t.Errorf("%d: what runs through (-want +got):\n%s", points, diff)
		}
		face.Still = true
		still, _ := Layout(face, c, nil, 0)
		face.Still = false
		if want := fonts()[Matrix].set("?"); !slices.Equal(still.Lamps[:len(want)], want) {
			t.Errorf("%d in a log:\n%s", points, still.Text())
		}
	}
}

// TestSixInALog: nothing takes turns in a log, so there is room for a full table.
func TestSixInALog(t *testing.T) {
	s, err := Parse("terminal:")
	if err != nil {
		t.Fatal(err)
	}
	c := Content{Mode: Scores, Round: 3}
	for i := range 6 {
		c.Players = append(c.Players, Player{Name: "P", Points: 10 + i})
	}
	p, _ := Layout(s.Face, c, nil, 0)
	lit := 0
	for i := range p.Modules {
		if slices.Max(p.module(i)) > 0 {
			lit++
		}
	}
	if lit != len(c.Players)+1 {
		t.Errorf("%d modules show something:\n%s", lit, p.Text())
	}
}

// TestEmpty: nothing breaks without players, text or room.
func TestEmpty(t *testing.T) {
	for _, kind := range []Kind{Seven, Fourteen, Matrix} {
		for _, still := range []bool{false, true} {
			for _, cells := range []int{1, 2, 8} {
				for mode := Dark; mode <= Finale; mode++ {
					for _, text := range []string{"", "x", "averylongwordwithoutend and more", strings.Repeat("ab ", 50)} {
						for players := range 4 {
							c := Content{Mode: mode, Text: text, Players: make([]Player, players), Round: players, Phase: text}
							for i := range c.Players {
								c.Players[i] = Player{Name: text, Points: 1234567, Turn: true}
							}
							for _, at := range []time.Duration{-time.Second, 0, time.Minute} {
								Layout(Face{kind, 2, cells, still}, c, nil, at)
							}
						}
					}
				}
			}
		}
	}
}
