package store

import (
	"context"
	"database/sql"
	"fmt"

	"harbormaster/history"
)

// Places lists the places by name, with how many plays each has seen.
func (s *Store) Places(ctx context.Context) ([]history.Place, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT id, name, (SELECT count(*) FROM plays WHERE place = places.id) FROM places ORDER BY folded`)
	if err != nil {
		return nil, fmt.Errorf("list the places: %w", err)
	}
	defer rows.Close()
	list := []history.Place{}
	for rows.Next() {
		var p history.Place
		if err := rows.Scan(&p.ID, &p.Name, &p.Plays); err != nil {
			return nil, fmt.Errorf("list the places: %w", err)
		}
		list = append(list, p)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list the places: %w", err)
	}
	return list, nil
}

// AddPlace adds a place.
func (s *Store) AddPlace(ctx context.Context, name string) (history.Place, error) {
	p := history.Place{}
	name, err := tidy("a place", name)
	if err != nil {
		return p, err
	}
	err = s.in(ctx, "add a place", func(tx *sql.Tx) error {
		id, made, err := placed(ctx, tx, name)
		if err == nil && !made {
			return invalid("another place has that name", "choose a name that tells the two apart")
		}
		p.ID, p.Name = id, name
		return err
	})
	return p, err
}

// RenamePlace renames a place; its plays stay with it.
func (s *Store) RenamePlace(ctx context.Context, id int64, name string) error {
	name, err := tidy("a place", name)
	if err != nil {
		return err
	}
	return s.in(ctx, "rename a place", func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, `UPDATE places SET name = ?, folded = ? WHERE id = ?`, name, fold(name), id)
		if taken(err) {
			return invalid("another place has that name", "choose a name that tells the two apart")
		}
		return touched(r, err, "place", id)
	})
}

// RemovePlace removes a place that no play names.
func (s *Store) RemovePlace(ctx context.Context, id int64) error {
	return s.in(ctx, "remove a place", func(tx *sql.Tx) error {
		var plays int
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM plays WHERE place = ?`, id).Scan(&plays); err != nil {
			return err
		}
		if plays > 0 {
			return invalid(fmt.Sprintf("the place is in the history, with %d plays", plays), "rename it instead")
		}
		r, err := tx.ExecContext(ctx, `DELETE FROM places WHERE id = ?`, id)
		return touched(r, err, "place", id)
	})
}

// touched says that a statement found no row with the id.
func touched(r sql.Result, err error, what string, id int64) error {
	if err != nil {
		return err
	}
	n, err := r.RowsAffected()
	if err == nil && n == 0 {
		return notFound(fmt.Sprintf("there is no %s with the id %d", what, id), "the list has all ids")
	}
	return err
}
