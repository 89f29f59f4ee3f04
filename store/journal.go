package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"harbormaster/scoring"
	"harbormaster/session"
)

var _ session.Journal = (*Store)(nil)

// Append writes an event and what follows from it in one transaction and
// returns the event's number once it is committed and synced.
func (s *Store) Append(ctx context.Context, e session.Event, p session.Projection) (int64, error) {
	var number int64
	err := s.in(ctx, "keep an event", func(tx *sql.Tx) error {
		if e.Start != nil {
			if err := begin(ctx, tx, e, p); err != nil {
				return err
			}
		}
		body, err := json.Marshal(e)
		if err != nil {
			return fmt.Errorf("write it down: %w", err)
		}
		r, err := tx.ExecContext(ctx, `INSERT INTO events (play, at, kind, request, body) VALUES (?, ?, ?, nullif(?, ''), ?)`,
			e.Play, millis(e.At), string(e.Kind), e.Request, string(body))
		if err != nil {
			return err
		}
		if number, err = r.LastInsertId(); err != nil {
			return err
		}
		var ended any
		if p.Outcome != nil {
			ended = millis(p.Outcome.Ended)
		}
		if _, err := tx.ExecContext(ctx, `UPDATE plays SET status = ?, note = ?, ended = ? WHERE id = ?`, string(p.Status), p.Note, ended, e.Play); err != nil {
			return err
		}
		return project(ctx, tx, e, p)
	})
	return number, err
}

// begin writes the rows of a new play.
func begin(ctx context.Context, tx *sql.Tx, e session.Event, p session.Projection) error {
	var place sql.NullInt64
	if e.Start.Place != "" {
		if _, err := tx.ExecContext(ctx, `INSERT INTO places (name) VALUES (?) ON CONFLICT DO NOTHING`, e.Start.Place); err != nil {
			return err
		}
		if err := tx.QueryRowContext(ctx, `SELECT id FROM places WHERE name = ?`, e.Start.Place).Scan(&place); err != nil {
			return err
		}
	}
	var title, source, sourceID string
	if r := e.Record; r != nil {
		title, source, sourceID = r.Title, r.Source, r.SourceID
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO plays (id, game, title, status, place, began, players, source, source_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		e.Play, e.Start.Game, title, string(p.Status), place, millis(e.At), len(e.Start.Seats), source, sourceID); err != nil {
		return err
	}
	for i, seat := range e.Start.Seats {
		if _, err := tx.ExecContext(ctx, `INSERT INTO seats (play, seat, name, player, color, shape) VALUES (?, ?, ?, nullif(?, 0), ?, ?)`,
			e.Play, i+1, seat.Name, seat.Player, seat.Color, seat.Shape); err != nil {
			return err
		}
	}
	return nil
}

// project writes a finished play's result, and takes it away when the play
// goes on.
func project(ctx context.Context, tx *sql.Tx, e session.Event, p session.Projection) error {
	switch e.Kind {
	case session.Finished, session.Recorded, session.Reopened:
	default:
		return nil
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM lines WHERE play = ?`, e.Play); err != nil {
		return err
	}
	if p.Outcome == nil {
		_, err := tx.ExecContext(ctx, `UPDATE seats SET total = NULL, rank = NULL, won = NULL WHERE play = ?`, e.Play)
		return err
	}
	r := p.Outcome.Result
	for i, player := range r.Players {
		if _, err := tx.ExecContext(ctx, `UPDATE seats SET total = ?, rank = ?, won = ? WHERE play = ? AND seat = ?`,
			player.Total, p.Outcome.Ranks[i], slices.Contains(r.Winners, player.Name), e.Play, i+1); err != nil {
			return err
		}
	}
	for _, round := range append([]session.Round{{Round: 0, Players: r.Players}}, p.Outcome.Rounds...) {
		if err := insertLines(ctx, tx, e.Play, round.Round, round.Players); err != nil {
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

// Events returns the log of a play in order; an empty log is no play.
func (s *Store) Events(ctx context.Context, play string) ([]session.Event, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT number, body FROM events WHERE play = ? ORDER BY number`, play)
	if err != nil {
		return nil, fmt.Errorf("read a play's events: %w", err)
	}
	return events(rows)
}

// Newest returns the newest n events of all plays in order, and the number of
// the event before them.
func (s *Store) Newest(ctx context.Context, n int) ([]session.Event, int64, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT number, body FROM (SELECT number, body FROM events ORDER BY number DESC LIMIT ?) ORDER BY number`, n)
	if err != nil {
		return nil, 0, fmt.Errorf("read the newest events: %w", err)
	}
	newest, err := events(rows)
	if err != nil || len(newest) == 0 {
		return nil, 0, err
	}
	var before int64
	err = s.read.QueryRowContext(ctx, `SELECT coalesce(max(number), 0) FROM events WHERE number < ?`, newest[0].Number).Scan(&before)
	if err != nil {
		return nil, 0, fmt.Errorf("read the number of the event before: %w", err)
	}
	return newest, before, nil
}

// Begun returns the play that a request began, or "".
func (s *Store) Begun(ctx context.Context, request string) (string, error) {
	var play string
	err := s.read.QueryRowContext(ctx, `SELECT play FROM events WHERE request = ? AND kind = 'started'`, request).Scan(&play)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("look for a request: %w", err)
	}
	return play, nil
}

func events(rows *sql.Rows) ([]session.Event, error) {
	defer rows.Close()
	var list []session.Event
	for rows.Next() {
		var number int64
		var body []byte
		if err := rows.Scan(&number, &body); err != nil {
			return nil, fmt.Errorf("read an event: %w", err)
		}
		var e session.Event
		if err := json.Unmarshal(body, &e); err != nil {
			return nil, fmt.Errorf("read event %d: %w", number, err)
		}
		e.Number = number
		list = append(list, e)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read events: %w", err)
	}
	return list, nil
}
