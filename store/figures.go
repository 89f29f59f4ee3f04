package store

import (
	"context"
	"fmt"

	"harbormaster/history"
)

// Figures counts plays and measures the database.
func (s *Store) Figures(ctx context.Context) (history.Figures, error) {
	f := history.Figures{Finished: map[string]int{}}
	rows, err := s.read.QueryContext(ctx, `SELECT game, status, count(*) FROM plays GROUP BY game, status`)
	if err != nil {
		return f, fmt.Errorf("count plays: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var game, status string
		var n int
		if err := rows.Scan(&game, &status, &n); err != nil {
			return f, fmt.Errorf("count plays: %w", err)
		}
		switch status {
		case "finished":
			f.Finished[game] += n
		case "playing", "paused":
			f.UnderWay += n
		}
	}
	if err := rows.Err(); err != nil {
		return f, fmt.Errorf("count plays: %w", err)
	}
	if err := s.read.QueryRowContext(ctx, `SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`).Scan(&f.Bytes); err != nil {
		return f, fmt.Errorf("measure the database: %w", err)
	}
	return f, nil
}
