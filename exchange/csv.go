package exchange

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"harbormaster/history"
	"harbormaster/scoring"
	"harbormaster/session"
)

// CSV says how sheets are written.
type CSV struct {
	Filter history.Filter
	Mark   bool // begin with a byte order mark, for spreadsheets that take UTF-8 for something else
	Games  session.Games
}

// WritePlays writes a sheet with a row a play, newest first.
func (c CSV) WritePlays(ctx context.Context, w io.Writer, l Library) error {
	s := newSheet(w, c.Mark, "play", "game", "title", "status", "began", "ended", "minutes", "place", "note", "source", "players", "names", "winners", "best")
	err := each(ctx, l, c.Filter, func(log history.Log) error {
		p := log.Play
		var names, winners []string
		var best *int
		for _, seat := range p.Seats {
			names = append(names, seat.Name)
			if seat.Won {
				winners = append(winners, seat.Name)
			}
			if seat.Total != nil && (best == nil || *seat.Total > *best) {
				best = seat.Total
			}
		}
		var ended csvCell
		if p.Ended != nil {
			ended = instant(*p.Ended)
		}
		s.row(text(p.ID), text(p.Game), text(title(c.Games, p)), text(string(p.Status)), instant(p.Began), ended, number(p.Minutes), text(p.Place), text(p.Note),
			text(p.Source), number(len(p.Seats)), text(strings.Join(names, "; ")), text(strings.Join(winners, "; ")), optionalNumber(best))
		return s.err
	})
	return finish(s, "the plays", err)
}

// WriteScores writes the score sheets of all finished plays: a row a category
// of a player, since games have different categories and that is what pivot
// tables want. A player's total, rank and whether it won are in each of the
// player's rows; a score without lines has one row without a category.
func (c CSV) WriteScores(ctx context.Context, w io.Writer, l Library) error {
	s := newSheet(w, c.Mark, "play", "game", "began", "seat", "player", "person", "category", "points", "total", "rank", "won")
	err := each(ctx, l, c.Filter, func(log history.Log) error {
		o, err := result(ctx, l, log.Play)
		if err != nil || o == nil {
			return err
		}
		for i, p := range o.Result.Players {
			seat := history.Seat{Seat: session.Seat{Name: p.Name}}
			if i < len(log.Play.Seats) {
				seat = log.Play.Seats[i]
			}
			lines := p.Lines
			if len(lines) == 0 {
				lines = []scoring.Line{{Points: p.Total}}
			}
			for _, line := range lines {
				s.row(text(log.Play.ID), text(log.Play.Game), instant(log.Play.Began), number(i+1), text(p.Name), text(seat.Person),
					text(line.Category), number(line.Points), number(p.Total), number(o.Ranks[i]), yes(seat.Won))
			}
		}
		return s.err
	})
	return finish(s, "the scores", err)
}

// WriteEvents writes the logs: a row an event, numbered from 1 in each play.
// The last cell is the event's own part as JSON: action, correction or what
// the play started from.
func (c CSV) WriteEvents(ctx context.Context, w io.Writer, l Library) error {
	s := newSheet(w, c.Mark, "play", "game", "number", "at", "kind", "origin", "who", "why", "player", "does", "target", "details")
	err := each(ctx, l, c.Filter, func(log history.Log) error {
		for _, e := range portable(log, nil).Events {
			var player, does string
			var part any
			switch {
			case e.Action != nil:
				player, does, part = e.Action.Player, e.Action.Do, e.Action
			case e.Correction != nil:
				player, does, part = e.Correction.Player, e.Correction.Category, e.Correction
			case e.Record != nil:
				part = e.Record
			case e.Start != nil:
				part = e.Start
			}
			var target, details csvCell
			if e.Target != 0 {
				target = number(int(e.Target))
			}
			if part != nil {
				data, err := json.Marshal(part)
				if err != nil {
					return fmt.Errorf("write event %d of play %s down: %w", e.Number, log.Play.ID, err)
				}
				details = text(string(data))
			}
			s.row(text(log.Play.ID), text(log.Play.Game), number(int(e.Number)), instant(e.At), text(string(e.Kind)), text(string(e.Origin)),
				text(e.Who), text(e.Why), text(player), text(does), target, details)
		}
		return s.err
	})
	return finish(s, "the events", err)
}

// each calls for each play until there is an error.
func each(ctx context.Context, l Library, f history.Filter, run func(history.Log) error) error {
	for log, err := range l.Logs(ctx, f) {
		if err == nil {
			err = run(log)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func finish(s *sheet, what string, err error) error {
	if end := s.end(); err == nil {
		err = end
	}
	if err != nil {
		return fmt.Errorf("export %s as a sheet: %w", what, err)
	}
	return nil
}

// title returns the name on the box.
func title(games session.Games, p history.Play) string {
	if p.Title != "" {
		return p.Title
	}
	if game, err := games(p.Game); err == nil {
		return game.Info().Title
	}
	return p.Game
}
