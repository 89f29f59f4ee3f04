package exchange

import (
	"fmt"
	"slices"
	"strings"

	"harbormaster/history"
	"harbormaster/scoring"
	"harbormaster/session"
)

// Words gives the words of a game for people, such as those of its categories.
type Words interface {
	Name(game, name string) string
}

// Summary returns a finished play as plain text to paste into a comment on
// BoardGameGeek or a message: where and when, then a line a player from the
// first rank down with the points by category.
func Summary(p history.Play, o session.Outcome, games session.Games, words Words) string {
	var b strings.Builder
	b.WriteString(title(games, p))
	for _, part := range []string{p.Began.UTC().Format("2006-01-02"), oneLine(p.Place)} {
		if part != "" {
			b.WriteString(", " + part)
		}
	}
	if p.Minutes > 0 {
		fmt.Fprintf(&b, ", %d min", p.Minutes)
	}
	b.WriteString("\n\n")
	order := make([]int, len(o.Result.Players))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return rank(o, i) - rank(o, j) })
	for _, i := range order {
		player := o.Result.Players[i]
		fmt.Fprintf(&b, "%d. %s: %d", rank(o, i), oneLine(player.Name), player.Total)
		if parts := breakdown(p.Game, player, words); parts != "" {
			fmt.Fprintf(&b, " (%s)", parts)
		}
		b.WriteString("\n")
	}
	for _, n := range o.Result.Notes {
		if n.Note != "" {
			b.WriteString("\n" + n.Note + "\n")
		}
	}
	if p.Note != "" {
		b.WriteString("\n" + strings.TrimSpace(p.Note) + "\n")
	}
	return b.String()
}

func rank(o session.Outcome, i int) int {
	if i < len(o.Ranks) {
		return o.Ranks[i]
	}
	return len(o.Ranks) + 1
}

// breakdown lists a player's points by category; categories that gave nothing
// and a single line that is the total say nothing.
func breakdown(game string, p scoring.PlayerResult, words Words) string {
	var parts []string
	for _, l := range p.Lines {
		if l.Points != 0 && len(p.Lines) > 1 {
			parts = append(parts, fmt.Sprintf("%s %d", words.Name(game, "category-"+l.Category), l.Points))
		}
	}
	return strings.Join(parts, ", ")
}

// oneLine takes line breaks out of a name.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
