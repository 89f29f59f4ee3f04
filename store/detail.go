package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"harbormaster/history"
	"harbormaster/scoring"
	"harbormaster/session"
)

// Detail returns one play with its score sheet, at the end and by round.
func (s *Store) Detail(ctx context.Context, id string) (history.Detail, error) {
	d := history.Detail{Final: []scoring.PlayerResult{}, Rounds: []session.Round{}}
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return d, fmt.Errorf("read play %s: %w", id, err)
	}
	defer tx.Rollback()
	if d.Play, err = detail(ctx, tx, id); err != nil {
		return d, err
	}
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM events WHERE play = ?`, id).Scan(&d.Events); err != nil {
		return d, fmt.Errorf("count the events of play %s: %w", id, err)
	}
	rows, err := tx.QueryContext(ctx, `SELECT round, seat, body FROM lines WHERE play = ? ORDER BY round, seat, place`, id)
	if err != nil {
		return d, fmt.Errorf("read the score sheet of play %s: %w", id, err)
	}
	defer rows.Close()
	sheets := map[int][]scoring.PlayerResult{}
	var order []int
	for rows.Next() {
		var round, seat int
		var body []byte
		var l scoring.Line
		if err := rows.Scan(&round, &seat, &body); err != nil {
			return d, fmt.Errorf("read the score sheet of play %s: %w", id, err)
		}
		if err := json.Unmarshal(body, &l); err != nil {
			return d, fmt.Errorf("read a line of play %s: %w", id, err)
		}
		if sheets[round] == nil {
			for _, seat := range d.Seats {
				sheets[round] = append(sheets[round], scoring.PlayerResult{Name: seat.Name, Lines: []scoring.Line{}})
			}
			order = append(order, round)
		}
		if seat <= len(d.Seats) {
			sheets[round][seat-1].Add(l)
		}
	}
	if err := rows.Err(); err != nil {
		return d, fmt.Errorf("read the score sheet of play %s: %w", id, err)
	}
	for _, round := range order {
		if round == 0 {
			d.Final = sheets[0]
		} else {
			d.Rounds = append(d.Rounds, session.Round{Round: round, Players: sheets[round]})
		}
	}
	return d, nil
}

// RemovePlay removes a play that is over, with its log and all that it counts
// for. One under way is refused: somebody is at that table.
func (s *Store) RemovePlay(ctx context.Context, id string) error {
	return s.in(ctx, "remove a play", func(tx *sql.Tx) error {
		p, err := detail(ctx, tx, id)
		if err != nil {
			return err
		}
		if p.Status != session.Complete && p.Status != session.Left {
			return &session.Failure{Reason: session.Locked, What: fmt.Sprintf("the play is %s", p.Status), Hint: "abandon or finish it first"}
		}
		if err := uncount(ctx, tx, id); err != nil {
			return err
		}
		if err := withdraw(ctx, tx, id); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM plays WHERE id = ?`, id)
		return err
	})
}
