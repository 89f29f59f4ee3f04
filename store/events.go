package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"harbormaster/session"
)

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
	rows, err := s.read.QueryContext(ctx, `SELECT number, body FROM (SELECT number, body FROM events WHERE number > 0 ORDER BY number DESC LIMIT ?) ORDER BY number`, n)
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
