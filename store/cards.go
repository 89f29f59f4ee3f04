package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"harbormaster/history"
)

// mostCard bounds a card's body, in bytes.
const mostCard = 16 << 10

// Cards lists the cards that people defined for a game, or for all ("").
func (s *Store) Cards(ctx context.Context, game string) ([]history.Card, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT id, game, name, body FROM cards WHERE ? IN ('', game) ORDER BY game, folded`, game)
	if err != nil {
		return nil, fmt.Errorf("list the cards: %w", err)
	}
	defer rows.Close()
	list := []history.Card{}
	for rows.Next() {
		var c history.Card
		var body string
		if err := rows.Scan(&c.ID, &c.Game, &c.Name, &body); err != nil {
			return nil, fmt.Errorf("list the cards: %w", err)
		}
		c.Body = json.RawMessage(body)
		list = append(list, c)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list the cards: %w", err)
	}
	return list, nil
}

// AddCard adds a card and returns it as it is kept.
func (s *Store) AddCard(ctx context.Context, c history.Card) (history.Card, error) {
	c, err := cardFits(c)
	if err != nil {
		return c, err
	}
	err = s.in(ctx, "add a card", func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, `INSERT INTO cards (game, name, folded, body) VALUES (?, ?, ?, ?)`, c.Game, c.Name, fold(c.Name), string(c.Body))
		if taken(err) {
			return sameCard
		}
		if err != nil {
			return err
		}
		c.ID, err = r.LastInsertId()
		return err
	})
	return c, err
}

// ChangeCard changes name and body of the card with the same id. Plays that
// have begun keep the card as it was: it is in their settings.
func (s *Store) ChangeCard(ctx context.Context, c history.Card) (history.Card, error) {
	c, err := cardFits(c)
	if err != nil {
		return c, err
	}
	err = s.in(ctx, "change a card", func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, `UPDATE cards SET game = ?, name = ?, folded = ?, body = ? WHERE id = ?`, c.Game, c.Name, fold(c.Name), string(c.Body), c.ID)
		if taken(err) {
			return sameCard
		}
		return touched(r, err, "card", c.ID)
	})
	return c, err
}

// RemoveCard removes a card.
func (s *Store) RemoveCard(ctx context.Context, id int64) error {
	return s.in(ctx, "remove a card", func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, `DELETE FROM cards WHERE id = ?`, id)
		return touched(r, err, "card", id)
	})
}

var sameCard = invalid("another card of that game has that name", "change that one, or choose another name")

func cardFits(c history.Card) (history.Card, error) {
	var err error
	if c.Name, err = tidy("a card", c.Name); err != nil {
		return c, err
	}
	if c.Game == "" {
		return c, invalid("a card needs its game", "give the game's name")
	}
	if err := bounded("the game's name", c.Game, mostShort); err != nil {
		return c, err
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, c.Body); err != nil || len(compact.Bytes()) == 0 || compact.Bytes()[0] != '{' {
		return c, invalid("a card's body must be a JSON object", "give what the game reads in its settings")
	}
	if compact.Len() > mostCard {
		return c, invalid(fmt.Sprintf("the card's body has %d bytes", compact.Len()), fmt.Sprintf("at most %d are allowed", mostCard))
	}
	c.Body = compact.Bytes()
	return c, nil
}
