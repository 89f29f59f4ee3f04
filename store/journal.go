package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"harbormaster/scoring"
	"harbormaster/session"
)

var _ session.Journal = (*Store)(nil)

// Append writes an event and what follows from it in one transaction and
// returns the event's number once it is committed and synced. A seat is linked
// to the player that it names, by id or name. After an error, which is a
// *session.Failure if people can do something about it, nothing was kept.
func (s *Store) Append(ctx context.Context, e session.Event, p session.Projection) (int64, error) {
	var number int64
	err := s.in(ctx, "keep an event", func(tx *sql.Tx) error {
		if e.Start != nil {
			players, err := sitDown(ctx, tx, e)
			if err != nil {
				return err
			}
			if err := begin(ctx, tx, e, p, players); err != nil {
				return err
			}
		}
		var err error
		if number, err = insertEvent(ctx, tx, e, e.Request); err != nil {
			return err
		}
		if err := follow(ctx, tx, e, p); err != nil {
			return err
		}
		if p.Outcome != nil && (e.Kind == session.Finished || e.Kind == session.Recorded) {
			return lengthen(ctx, tx, e.Play)
		}
		return nil
	})
	return number, err
}

// sitDown finds the players of a new play's seats.
func sitDown(ctx context.Context, tx *sql.Tx, e session.Event) ([]int64, error) {
	players := make([]int64, len(e.Start.Seats))
	for i, seat := range e.Start.Seats {
		if _, err := tidy("a player", seat.Name); err != nil {
			return nil, err
		}
		for what, text := range map[string]string{"a player's color": seat.Color, "a player's shape": seat.Shape} {
			if err := bounded(what, text, mostShort); err != nil {
				return nil, err
			}
		}
		id, err := person(ctx, tx, seat, e.At)
		if err != nil {
			return nil, err
		}
		if slices.Contains(players[:i], id) {
			return nil, invalid("two seats of the play are for the same player", "give one of them another name, or another player's id")
		}
		players[i] = id
	}
	return players, nil
}

// begin writes the rows of a new play; players are those of the seats, 0 for
// nobody known.
func begin(ctx context.Context, tx *sql.Tx, e session.Event, p session.Projection, players []int64) error {
	var place any
	if e.Start.Place != "" {
		name, err := tidy("a place", e.Start.Place)
		if err != nil {
			return err
		}
		if place, _, err = placed(ctx, tx, name); err != nil {
			return err
		}
	}
	if err := bounded("the note", e.Start.Note, mostNote); err != nil {
		return err
	}
	var title, source, sourceID string
	began := e.At
	if r := e.Record; r != nil {
		title, source, sourceID = r.Title, r.Source, r.SourceID
		began = firstOf(r.Started, r.Ended, e.At)
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO plays (id, game, title, status, place, began, players, source, source_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		e.Play, e.Start.Game, title, string(p.Status), place, millis(began), len(e.Start.Seats), source, sourceID); err != nil {
		return err
	}
	for i, seat := range e.Start.Seats {
		if _, err := tx.ExecContext(ctx, `INSERT INTO seats (play, seat, name, player, color, shape, game, players) VALUES (?, ?, ?, nullif(?, 0), ?, ?, ?, ?)`,
			e.Play, i+1, seat.Name, players[i], seat.Color, seat.Shape, e.Start.Game, len(e.Start.Seats)); err != nil {
			return err
		}
	}
	return nil
}

// insertEvent writes an event into the log and returns its number.
func insertEvent(ctx context.Context, tx *sql.Tx, e session.Event, request string) (int64, error) {
	body, err := json.Marshal(e)
	if err != nil {
		return 0, fmt.Errorf("write it down: %w", err)
	}
	r, err := tx.ExecContext(ctx, `INSERT INTO events (play, at, kind, request, body) VALUES (?, ?, ?, nullif(?, ''), ?)`,
		e.Play, millis(e.At), string(e.Kind), request, string(body))
	if err != nil {
		return 0, err
	}
	return r.LastInsertId()
}

// follow writes what an event changes in the history.
func follow(ctx context.Context, tx *sql.Tx, e session.Event, p session.Projection) error {
	switch e.Kind {
	case session.Did, session.Undone, session.Redone, session.Corrected:
		return nil // neither status nor note nor result: these come with a finish
	}
	title, at := "", e.At
	if p.Outcome != nil {
		title = fold(p.Outcome.Title)
		at = firstOf(p.Outcome.Ended, p.Outcome.Started, e.At)
	}
	if e.Kind == session.Noted { // the end stays when it was
		_, err := tx.ExecContext(ctx, `UPDATE plays SET note = ?, search = ? WHERE id = ?`, p.Note, fold(p.Note)+" "+title, e.Play)
		return err
	}
	var ended any
	if p.Outcome != nil || e.Kind == session.Abandoned {
		ended = millis(at)
	}
	if _, err := tx.ExecContext(ctx, `UPDATE plays SET status = ?, note = ?, ended = ?, search = ? WHERE id = ?`,
		string(p.Status), p.Note, ended, fold(p.Note)+" "+title, e.Play); err != nil {
		return err
	}
	switch e.Kind {
	case session.Finished, session.Recorded, session.Reopened:
		if err := uncount(ctx, tx, e.Play); err != nil {
			return err
		}
		if err := project(ctx, tx, e.Play, p.Outcome, ended); err != nil {
			return err
		}
		return count(ctx, tx, e.Play)
	}
	return nil
}

// firstOf returns the first time that is known.
func firstOf(times ...time.Time) time.Time {
	for _, t := range times {
		if !t.IsZero() {
			return t
		}
	}
	return time.Time{}
}

// project writes a finished play's result, and takes it away when the play
// goes on. Ended is in ms.
func project(ctx context.Context, tx *sql.Tx, play string, o *session.Outcome, ended any) error {
	if err := withdraw(ctx, tx, play); err != nil {
		return err
	}
	if o == nil {
		return nil
	}
	r := o.Result
	for i, player := range r.Players {
		if _, err := tx.ExecContext(ctx, `UPDATE seats SET ended = ?, total = ?, rank = ?, won = ? WHERE play = ? AND seat = ?`,
			ended, player.Total, o.Ranks[i], slices.Contains(r.Winners, player.Name), play, i+1); err != nil {
			return err
		}
	}
	// Several winners, or a table of one, leave no margin; a tie broken by
	// another rule than points leaves one of 0.
	if _, err := tx.ExecContext(ctx, `UPDATE plays SET length = CASE WHEN ended > began THEN ended - began END,
		margin = (SELECT CASE WHEN sum(won) = 1 AND count(*) > 1 THEN max(CASE WHEN won THEN total END) - max(CASE WHEN NOT won THEN total END) END FROM seats WHERE play = plays.id)
		WHERE id = ?`, play); err != nil {
		return err
	}
	for _, round := range append([]session.Round{{Round: 0, Players: r.Players}}, o.Rounds...) {
		if err := insertLines(ctx, tx, play, round.Round, round.Players); err != nil {
			return err
		}
	}
	return nil
}

// withdraw takes a play's result out of the history.
func withdraw(ctx context.Context, tx *sql.Tx, play string) error {
	for _, q := range []string{
		`UPDATE plays SET length = NULL, margin = NULL WHERE id = ?`,
		`DELETE FROM lines WHERE play = ?`,
		`UPDATE seats SET ended = NULL, total = NULL, rank = NULL, won = NULL WHERE play = ?`,
	} {
		if _, err := tx.ExecContext(ctx, q, play); err != nil {
			return err
		}
	}
	return nil
}

func insertLines(ctx context.Context, tx *sql.Tx, play string, round int, players []scoring.PlayerResult) error {
	for i, player := range players {
		for j, l := range player.Lines {
			body, err := json.Marshal(l)
			if err != nil {
				return fmt.Errorf("write a line down: %w", err)
			}
			if _, err := tx.ExecContext(ctx, `INSERT INTO lines (play, round, seat, place, category, points, body) VALUES (?, ?, ?, ?, ?, ?, ?)`,
				play, round, i+1, j+1, l.Category, l.Points, string(body)); err != nil {
				return err
			}
		}
	}
	return nil
}
