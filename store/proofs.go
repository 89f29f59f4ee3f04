package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"harbormaster/history"
)

// mostProof bounds a picture that is kept with a play, in bytes.
const mostProof = 4 << 20

// KeepProof keeps the picture that a play was scored by, in the place of an
// earlier one.
func (s *Store) KeepProof(ctx context.Context, play string, p history.Proof) error {
	if len(p.Picture) == 0 || len(p.Picture) > mostProof || !json.Valid(p.Regions) {
		return invalid("the picture of the end can't be kept", fmt.Sprintf("a JPEG of at most %d bytes, with its regions as JSON", mostProof))
	}
	return s.in(ctx, "keep the picture of the end", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO proofs (play, at, picture, regions) VALUES (?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET at = excluded.at, picture = excluded.picture, regions = excluded.regions`, play, p.At.UnixMilli(), p.Picture, string(p.Regions))
		return err
	})
}

// Proof returns the picture that a play was scored by.
func (s *Store) Proof(ctx context.Context, play string) (history.Proof, error) {
	var p history.Proof
	var at int64
	var regions string
	err := s.read.QueryRowContext(ctx, `SELECT at, picture, regions FROM proofs WHERE play = ?`, play).Scan(&at, &p.Picture, &regions)
	if errors.Is(err, sql.ErrNoRows) {
		return p, notFound("no picture was kept with that play", "plays that a camera saw the end of have one")
	}
	if err != nil {
		return p, fmt.Errorf("read the picture of the end: %w", err)
	}
	p.At, p.Regions = time.UnixMilli(at).UTC(), json.RawMessage(regions)
	return p, nil
}

// KeepExample keeps what somebody said of a hex, with what the camera saw.
func (s *Store) KeepExample(ctx context.Context, e history.Example) error {
	if len(e.Picture) == 0 || len(e.Picture) > mostProof || !json.Valid(e.On) {
		return invalid("the example can't be kept", "")
	}
	return s.in(ctx, "keep an example", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO examples (play, at, mat, hex, body, picture) VALUES (?, ?, ?, ?, ?, ?)`,
			e.Play, e.At.UnixMilli(), e.Mat, e.Hex, string(e.On), e.Picture)
		return err
	})
}

// Examples lists what was said of hexes in a play, oldest first.
func (s *Store) Examples(ctx context.Context, play string) ([]history.Example, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT at, mat, hex, body, picture FROM examples WHERE play = ? ORDER BY id`, play)
	if err != nil {
		return nil, fmt.Errorf("read the examples: %w", err)
	}
	defer rows.Close()
	var list []history.Example
	for rows.Next() {
		e := history.Example{Play: play}
		var at int64
		var body string
		if err := rows.Scan(&at, &e.Mat, &e.Hex, &body, &e.Picture); err != nil {
			return nil, fmt.Errorf("read the examples: %w", err)
		}
		e.At, e.On = time.UnixMilli(at).UTC(), json.RawMessage(body)
		list = append(list, e)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read the examples: %w", err)
	}
	return list, nil
}
