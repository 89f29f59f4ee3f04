// Package scoreboard has the score displays follow the game: it makes what they
// show of a play as it stands, and shows the newest. It knows no lamps and no
// rules.
package scoreboard

import (
	"embed"
	"io/fs"
	"slices"

	"harbormaster/hardware/display"
	"harbormaster/scoring"
	"harbormaster/scoring/say"
	"harbormaster/session"
)

//go:embed messages
var messages embed.FS

// Messages returns this package's own message files.
func Messages() fs.FS { return messages }

// Content returns what displays show of a play: scores in order of play, whose
// turn it is, round and phase; at the end who has won. A play that was left
// shows nothing. Unsure names the players whose score isn't known well enough.
func Content(v *session.View, words *say.Speaker, unsure []string) display.Content {
	c := display.Content{Mode: display.Scores, Round: v.Round}
	if v.Phase != "" {
		c.Phase = words.Name(v.Start.Game, "phase-"+v.Phase)
	}
	switch v.Status {
	case session.Left:
		return display.Content{}
	case session.Complete:
		c.Mode = display.Finale
		c.Text = words.Sentence(scoring.Msg("scoreboard.wins", "winners", v.Result.Winners, "count", len(v.Result.Winners)))
		unsure = nil // people have said that this is the result
	}
	for _, p := range v.Result.Players {
		turn := v.Status == session.Playing && v.Prompt != nil && v.Prompt.Player == p.Name
		c.Players = append(c.Players, display.Player{Name: p.Name, Points: p.Total, Turn: turn, Unsure: slices.Contains(unsure, p.Name)})
	}
	return c
}
