package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"

	"harbormaster/history"
)

// tallies makes all figures of seats with equal totals. The median is the mean
// of the totals at the two places in the middle, which are one and the same
// for an odd count. The key of spread has its rows in the order that this takes.
func tallies(from string) string {
	return `WITH ordered AS (
	SELECT player, kind, k, total, n, w, plays, sum(n) OVER (PARTITION BY player, kind, k ORDER BY total) AS upto, sum(n) OVER (PARTITION BY player, kind, k) AS every
	FROM ` + from + `)
SELECT player, kind, k, CAST(round(sum(plays)) AS INTEGER), sum(w), 1.0 * sum(w) / sum(n), max(total), min(total), 1.0 * sum(total * n) / sum(n),
	sum(total * (((every + 1) / 2 BETWEEN upto - n + 1 AND upto) + ((every + 2) / 2 BETWEEN upto - n + 1 AND upto))) / 2.0
FROM ordered GROUP BY player, kind, k`
}

var (
	breakdownQuery = tallies(`spread WHERE player = ? AND game = ? AND n > 0`) + ` ORDER BY player, kind, k`
	playersQuery   = `SELECT players.id, name, t.*, longest, current FROM (` +
		tallies(`players CROSS JOIN spread ON player = players.id AND game = ?1 AND kind = 'all' WHERE n > 0 AND NOT hidden`) + `) AS t
		CROSS JOIN players ON players.id = t.player CROSS JOIN streaks ON streaks.player = t.player AND streaks.game = ?1 ORDER BY 6 DESC, folded`
)

// breakdown reads the figures of a player, or of all (0), for a game, or all ("").
func (s *Store) breakdown(ctx context.Context, player int64, game string) (history.Breakdown, error) {
	b := history.Breakdown{ByGame: []history.GameTally{}, ByCount: []history.CountTally{}, BySeat: []history.SeatTally{}}
	rows, err := s.read.QueryContext(ctx, breakdownQuery, player, game)
	if err != nil {
		return b, fmt.Errorf("count the plays: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		kind, k, t, err := scanTally(rows)
		if err != nil {
			return b, fmt.Errorf("count the plays: %w", err)
		}
		n, _ := strconv.Atoi(k) // where k is a number at all
		switch kind {
		case "all":
			b.All = t
		case "game":
			b.ByGame = append(b.ByGame, history.GameTally{Game: k, Tally: t})
		case "count":
			b.ByCount = append(b.ByCount, history.CountTally{Players: n, Tally: t})
		case "seat":
			b.BySeat = append(b.BySeat, history.SeatTally{Seat: n, Tally: t})
		case "start":
			if n == 1 {
				b.Starting = t
			} else {
				b.Others = t
			}
		}
	}
	if err := rows.Err(); err != nil {
		return b, fmt.Errorf("count the plays: %w", err)
	}
	return b, nil
}

func scanTally(rows *sql.Rows) (kind, k string, t history.Tally, err error) {
	var player int64
	err = rows.Scan(&player, &kind, &k, &t.Plays, &t.Wins, &t.Rate, &t.Best, &t.Worst, &t.Mean, &t.Median)
	return kind, k, t, err
}

// Overview returns the statistics of everybody for a game, or all ("").
func (s *Store) Overview(ctx context.Context, game string) (history.Overview, error) {
	o := history.Overview{Players: []history.PlayerTally{}}
	var err error
	if o.Breakdown, err = s.breakdown(ctx, 0, game); err != nil {
		return o, err
	}
	rows, err := s.read.QueryContext(ctx, playersQuery, game)
	if err != nil {
		return o, fmt.Errorf("count the players' plays: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var p history.PlayerTally
		var id int64
		var kind, k string
		t := &p.Tally
		if err := rows.Scan(&p.Player, &p.Name, &id, &kind, &k, &t.Plays, &t.Wins, &t.Rate, &t.Best, &t.Worst, &t.Mean, &t.Median, &p.Longest, &p.Current); err != nil {
			return o, fmt.Errorf("count the players' plays: %w", err)
		}
		o.Players = append(o.Players, p)
	}
	if err := rows.Err(); err != nil {
		return o, fmt.Errorf("count the players' plays: %w", err)
	}
	return o, nil
}

// mostForm bounds a player's Form.
const mostForm = 20

const formQuery = `SELECT play, game, ended, total, won FROM seats WHERE total IS NOT NULL AND player = ?1 AND (?2 = '' OR game = ?2) ORDER BY ended DESC, play DESC LIMIT ?3`

// PlayerStatistics returns those of one player for a game, or all ("").
func (s *Store) PlayerStatistics(ctx context.Context, id int64, game string) (history.PlayerStatistics, error) {
	p := history.PlayerStatistics{Player: id, Form: []history.Form{}}
	who, err := s.Player(ctx, id)
	if err != nil {
		return p, err
	}
	p.Name = who.Name
	if p.Breakdown, err = s.breakdown(ctx, id, game); err != nil {
		return p, err
	}
	err = s.read.QueryRowContext(ctx, `SELECT longest, current FROM streaks WHERE player = ? AND game = ?`, id, game).Scan(&p.Streaks.Longest, &p.Streaks.Current)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return p, fmt.Errorf("read a player's streaks: %w", err)
	}
	rows, err := s.read.QueryContext(ctx, formQuery, id, game, mostForm)
	if err != nil {
		return p, fmt.Errorf("list a player's last plays: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var f history.Form
		var ended int64
		if err := rows.Scan(&f.Play, &f.Game, &ended, &f.Total, &f.Won); err != nil {
			return p, fmt.Errorf("list a player's last plays: %w", err)
		}
		f.Ended = moment(ended)
		p.Form = append(p.Form, f)
	}
	if err := rows.Err(); err != nil {
		return p, fmt.Errorf("list a player's last plays: %w", err)
	}
	return p, nil
}
