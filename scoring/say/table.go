package say

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"harbormaster/scoring"
)

// Table returns the result as aligned text: players across, categories down,
// the winners marked with a star, the notes and warnings under it. Call
// Explain first, so that there are notes.
func (s *Speaker) Table(r scoring.Result) string {
	if len(r.Players) == 0 {
		return ""
	}
	// Two players may have one name; then the winner is the one with more.
	won := map[string]int{}
	for _, p := range r.Players {
		if slices.Contains(r.Winners, p.Name) {
			won[p.Name] = max(won[p.Name], p.Total)
		}
	}
	head := []string{""}
	for _, p := range r.Players {
		name := Printable(p.Name)
		if best, ok := won[p.Name]; ok && p.Total == best {
			name += " *"
		}
		head = append(head, name)
	}
	rows := [][]string{head}
	for i, l := range r.Players[0].Lines {
		row := []string{s.Name(r.Game, "category-"+l.Category)}
		for _, p := range r.Players {
			row = append(row, strconv.Itoa(p.Lines[i].Points))
		}
		rows = append(rows, row)
	}
	total := []string{s.Name(r.Game, "total")}
	for _, p := range r.Players {
		total = append(total, strconv.Itoa(p.Total))
	}
	var b strings.Builder
	widths := columnWidths(append(rows, total))
	for _, row := range rows {
		writeRow(&b, row, widths)
	}
	line := 0
	for _, w := range widths {
		line += w + 2
	}
	b.WriteString(strings.Repeat("-", line-2) + "\n")
	writeRow(&b, total, widths)
	s.notes(&b, r)
	return b.String()
}

func columnWidths(rows [][]string) []int {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	return widths
}

// writeRow aligns the first column left and the points right.
func writeRow(b *strings.Builder, row []string, widths []int) {
	for i, cell := range row {
		gap := strings.Repeat(" ", widths[i]-len([]rune(cell)))
		switch {
		case i == 0:
			b.WriteString(cell + gap)
		default:
			b.WriteString("  " + gap + cell)
		}
	}
	b.WriteString("\n")
}

func (s *Speaker) notes(b *strings.Builder, r scoring.Result) {
	winners := make([]string, len(r.Winners))
	for i, name := range r.Winners {
		winners[i] = Printable(name)
	}
	b.WriteString("\n* " + s.Sentence(scoring.Msg("result.winners", "count", len(winners), "players", winners)) + "\n")
	for _, n := range r.Notes {
		b.WriteString("  " + Printable(n.Note) + "\n")
	}
	for _, p := range r.Players {
		fmt.Fprintf(b, "\n%s\n", Printable(p.Name))
		for _, l := range p.Lines {
			if l.Note != "" {
				fmt.Fprintf(b, "  %s %d: %s\n", s.Name(r.Game, "category-"+l.Category), l.Points, Printable(l.Note))
			}
		}
		if len(p.Worth) > 0 {
			var worth []string
			for _, hex := range slices.Sorted(maps.Keys(p.Worth)) {
				worth = append(worth, fmt.Sprintf("%s %d", Printable(hex), p.Worth[hex]))
			}
			fmt.Fprintf(b, "  %s\n", s.Sentence(scoring.Msg("result.worth", "worth", worth)))
		}
	}
	if len(r.Warnings) > 0 {
		b.WriteString("\n" + s.Sentence(scoring.Msg("result.warnings")) + "\n")
		for _, w := range r.Warnings {
			b.WriteString("  " + Printable(w) + "\n")
		}
	}
}

// Printable returns the text with what would upset a terminal (control and
// formatting characters) replaced: names come from files of strangers.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return '\uFFFD'
		}
		return r
	}, text)
}
