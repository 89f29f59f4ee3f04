package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"harbormaster/history"
	"harbormaster/session"
)

// Check says whether the database answers.
func (s *Store) Check(ctx context.Context) error {
	var one int
	if err := s.read.QueryRowContext(ctx, `SELECT 1 FROM plays LIMIT 1`).Scan(&one); err != nil && err != sql.ErrNoRows {
		return fmt.Errorf("ask the database: %w", err)
	}
	return nil
}

// Plays lists plays, newest first, from a cursor ("" for the first page).
func (s *Store) Plays(ctx context.Context, f history.Filter, cursor string, limit int) (history.Page, error) {
	var where []string
	var args []any
	if f.Status != "" {
		where, args = append(where, "plays.status = ?"), append(args, string(f.Status))
	}
	if f.Game != "" {
		where, args = append(where, "plays.game = ?"), append(args, f.Game)
	}
	query := `SELECT plays.id, game, title, status, coalesce(places.name, ''), note, began, ended FROM plays LEFT JOIN places ON places.id = plays.place`
	if len(where) > 0 {
		query += " WHERE " + strings.Join(where, " AND ")
	}
	rows, err := s.read.QueryContext(ctx, query+" ORDER BY began DESC, plays.id DESC LIMIT ?", append(args, limit)...)
	if err != nil {
		return history.Page{}, fmt.Errorf("list plays: %w", err)
	}
	defer rows.Close()
	page := history.Page{Plays: []history.Play{}}
	for rows.Next() {
		p := history.Play{Seats: []history.Seat{}}
		var status string
		var began int64
		var ended sql.NullInt64
		if err := rows.Scan(&p.ID, &p.Game, &p.Title, &status, &p.Place, &p.Note, &began, &ended); err != nil {
			return page, fmt.Errorf("list plays: %w", err)
		}
		p.Status, p.Began = session.Status(status), moment(began)
		page.Plays = append(page.Plays, p)
	}
	return page, rows.Err()
}
