package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"harbormaster/history"
)

const playerColumns = `players.id, uuid, name, color, shape, hidden, created, EXISTS (SELECT 1 FROM pictures WHERE player = players.id)`

func scanPlayer(row interface{ Scan(...any) error }) (history.Player, error) {
	var p history.Player
	var created int64
	err := row.Scan(&p.ID, &p.UUID, &p.Name, &p.Color, &p.Shape, &p.Hidden, &created, &p.Picture)
	p.Created = moment(created)
	return p, err
}

// Players lists the players by name, those that are hidden only if asked for.
func (s *Store) Players(ctx context.Context, hidden bool) ([]history.Player, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT `+playerColumns+` FROM players WHERE NOT hidden OR ? ORDER BY folded`, hidden)
	if err != nil {
		return nil, fmt.Errorf("list the players: %w", err)
	}
	defer rows.Close()
	list := []history.Player{}
	for rows.Next() {
		p, err := scanPlayer(rows)
		if err != nil {
			return nil, fmt.Errorf("list the players: %w", err)
		}
		list = append(list, p)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list the players: %w", err)
	}
	return list, nil
}

// Player returns one player.
func (s *Store) Player(ctx context.Context, id int64) (history.Player, error) {
	return player(ctx, s.read, id)
}

// asker is a database or a transaction.
type asker interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func player(ctx context.Context, from asker, id int64) (history.Player, error) {
	p, err := scanPlayer(from.QueryRowContext(ctx, `SELECT `+playerColumns+` FROM players WHERE id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return p, notFound(fmt.Sprintf("there is no player with the id %d", id), "the list of players has all ids")
	}
	if err != nil {
		return p, fmt.Errorf("read a player: %w", err)
	}
	return p, nil
}

// AddPlayer adds a player with this name, color, shape and time of creation,
// and returns it as it is kept.
func (s *Store) AddPlayer(ctx context.Context, p history.Player) (history.Player, error) {
	name, err := playerFits(p)
	if err != nil {
		return p, err
	}
	err = s.in(ctx, "add a player", func(tx *sql.Tx) error {
		id, made, err := named(ctx, tx, name, "", p.Color, p.Shape, p.Created)
		if err != nil {
			return err
		}
		if p, err = player(ctx, tx, id); err != nil || made {
			return err
		}
		return sameName(p)
	})
	return p, err
}

// sameName says that a player has the name that another one asks for.
func sameName(p history.Player) error {
	if p.Hidden {
		return invalid("a player who is hidden has that name", fmt.Sprintf("show that player (id %d) again, or choose another name", p.ID))
	}
	return invalid("another player has that name", "choose a name that tells the two apart")
}

func playerFits(p history.Player) (name string, err error) {
	if name, err = tidy("a player", p.Name); err != nil {
		return "", err
	}
	if err := bounded("a player's color", p.Color, mostShort); err != nil {
		return "", err
	}
	return name, bounded("a player's shape", p.Shape, mostShort)
}

// ChangePlayer changes name, color, shape and hidden of the player with the
// same id. The history stays with the player.
func (s *Store) ChangePlayer(ctx context.Context, p history.Player) (history.Player, error) {
	name, err := playerFits(p)
	if err != nil {
		return p, err
	}
	err = s.in(ctx, "change a player", func(tx *sql.Tx) error {
		other, err := scanPlayer(tx.QueryRowContext(ctx, `SELECT `+playerColumns+` FROM players WHERE folded = ? AND id <> ?`, fold(name), p.ID))
		if err == nil {
			return sameName(other)
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE players SET name = ?, folded = ?, color = ?, shape = ?, hidden = ? WHERE id = ?`,
			name, fold(name), p.Color, p.Shape, p.Hidden, p.ID); err != nil {
			return err
		}
		p, err = player(ctx, tx, p.ID)
		return err
	})
	return p, err
}

// RemovePlayer removes a player who is in no play; one who is gets hidden
// instead, which it reports, since the history needs them.
func (s *Store) RemovePlayer(ctx context.Context, id int64) (hidden bool, err error) {
	err = s.in(ctx, "remove a player", func(tx *sql.Tx) error {
		if _, err := player(ctx, tx, id); err != nil {
			return err
		}
		if err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM seats WHERE player = ?)`, id).Scan(&hidden); err != nil {
			return err
		}
		query := `DELETE FROM players WHERE id = ?`
		if hidden {
			query = `UPDATE players SET hidden = 1 WHERE id = ?`
		}
		_, err := tx.ExecContext(ctx, query, id)
		return err
	})
	return hidden, err
}

// Picture returns a player's picture.
func (s *Store) Picture(ctx context.Context, id int64) (history.Picture, error) {
	var p history.Picture
	err := s.read.QueryRowContext(ctx, `SELECT type, body FROM pictures WHERE player = ?`, id).Scan(&p.Type, &p.Body)
	if errors.Is(err, sql.ErrNoRows) {
		return p, notFound("that player has no picture", "")
	}
	if err != nil {
		return p, fmt.Errorf("read a player's picture: %w", err)
	}
	return p, nil
}

// SetPicture sets a player's picture, or with an empty body takes it away.
func (s *Store) SetPicture(ctx context.Context, id int64, p history.Picture) error {
	if len(p.Body) > 0 {
		if err := p.Check(); err != nil {
			return err
		}
	}
	return s.in(ctx, "set a player's picture", func(tx *sql.Tx) error {
		if _, err := player(ctx, tx, id); err != nil {
			return err
		}
		if len(p.Body) == 0 {
			_, err := tx.ExecContext(ctx, `DELETE FROM pictures WHERE player = ?`, id)
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO pictures (player, type, body) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET type = excluded.type, body = excluded.body`, id, p.Type, p.Body)
		return err
	})
}
