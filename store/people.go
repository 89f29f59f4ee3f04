package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"harbormaster/session"
)

// person returns the player that a seat is for: the one that it names by id,
// or else the one of that name, who is made if there is none.
func person(ctx context.Context, tx *sql.Tx, seat session.Seat, at time.Time) (int64, error) {
	if seat.Player != 0 {
		var id int64
		err := tx.QueryRowContext(ctx, `SELECT id FROM players WHERE id = ?`, seat.Player).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return 0, invalid(fmt.Sprintf("no player has the id %d", seat.Player), "leave \"player\" out: the player is then found, or made, by name")
		}
		return id, err
	}
	id, _, err := named(ctx, tx, seat.Name, "", seat.Color, seat.Shape, at)
	return id, err
}

// named returns the player of a name and whether it had to be made. A new one
// gets the UUID, or one by chance.
func named(ctx context.Context, tx *sql.Tx, name, uuid, color, shape string, at time.Time) (id int64, made bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT id FROM players WHERE folded = ?`, fold(name)).Scan(&id)
	if !errors.Is(err, sql.ErrNoRows) {
		return id, false, err
	}
	if uuid == "" {
		uuid = newUUID()
	}
	r, err := tx.ExecContext(ctx, `INSERT INTO players (uuid, name, folded, color, shape, created) VALUES (?, ?, ?, ?, ?, ?)`,
		uuid, name, fold(name), color, shape, millis(at))
	if err != nil {
		return 0, false, err
	}
	id, err = r.LastInsertId()
	return id, true, err
}

// placed returns the place of a name, made if there is none, and whether it was.
func placed(ctx context.Context, tx *sql.Tx, name string) (id int64, made bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT id FROM places WHERE folded = ?`, fold(name)).Scan(&id)
	if !errors.Is(err, sql.ErrNoRows) {
		return id, false, err
	}
	r, err := tx.ExecContext(ctx, `INSERT INTO places (name, folded) VALUES (?, ?)`, name, fold(name))
	if err != nil {
		return 0, false, err
	}
	id, err = r.LastInsertId()
	return id, true, err
}
