package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"

	"harbormaster/history"
)

// tallies makes all figures of seats with equal totals (n of them, w won). The
// median is the mean of the totals at the two places in the middle, which are
// one and the same for an odd count.
const tallies = `spread_out AS (
	SELECT kind, k, total, n, w, plays, sum(n) OVER (PARTITION BY kind, k ORDER BY total) AS upto, sum(n) OVER (PARTITION BY kind, k) AS every FROM counted
)
SELECT kind, k, CAST(round(sum(plays)) AS INTEGER), sum(w), 1.0 * sum(w) / sum(n), max(total), min(total), 1.0 * sum(total * n) / sum(n),
	sum(total * (((every + 1) / 2 BETWEEN upto - n + 1 AND upto) + ((every + 2) / 2 BETWEEN upto - n + 1 AND upto))) / 2.0
FROM spread_out GROUP BY kind, k ORDER BY kind, k`

// breakdownQuery counts the seats of a player (0: of everybody) from all
// sides. Of everybody, a play at which two sit has two seats, each of which is
// half of it, where plays are counted and not seats.
func breakdownQuery(player int64, game string) (string, []any) {
	where, args, whole := "player = ?", []any{player}, "1.0 * n / players"
	if player != 0 {
		whole = "n"
	}
	if game != "" {
		where, args = where+" AND game = ?", append(args, game)
	}
	query := `WITH equal AS MATERIALIZED (
	SELECT game, players, seat, total, n, w FROM spread WHERE ` + where + ` AND n > 0
), by_game AS MATERIALIZED (
	SELECT game, total, sum(n) AS n, sum(w) AS w, sum(` + whole + `) AS plays FROM equal GROUP BY game, total
), by_seat AS MATERIALIZED (
	SELECT seat, total, sum(n) AS n, sum(w) AS w FROM equal GROUP BY seat, total
), counted AS (
	SELECT 'all' AS kind, '' AS k, total, sum(n) AS n, sum(w) AS w, sum(plays) AS plays FROM by_game GROUP BY total
	UNION ALL SELECT 'game', game, total, n, w, plays FROM by_game
	UNION ALL SELECT 'count', players, total, sum(n), sum(w), sum(` + whole + `) FROM equal GROUP BY players, total
	UNION ALL SELECT 'seat', seat, total, n, w, n FROM by_seat
	UNION ALL SELECT 'start', seat = 1, total, sum(n), sum(w), sum(n) FROM by_seat GROUP BY seat = 1, total
), ` + tallies
	return query, args
}

// breakdown reads the figures of a player, or of all (0), for a game, or all ("").
func (s *Store) breakdown(ctx context.Context, player int64, game string) (history.Breakdown, error) {
	b := history.Breakdown{ByGame: []history.GameTally{}, ByCount: []history.CountTally{}, BySeat: []history.SeatTally{}}
	query, args := breakdownQuery(player, game)
	rows, err := s.read.QueryContext(ctx, query, args...)
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
	err = rows.Scan(&kind, &k, &t.Plays, &t.Wins, &t.Rate, &t.Best, &t.Worst, &t.Mean, &t.Median)
	return kind, k, t, err
}

// playersQuery counts the seats of every player.
func playersQuery(game string) (string, []any) {
	where, args := "n > 0", []any{}
	if game != "" {
		where, args = where+" AND game = ?", []any{game}
	}
	return `WITH counted AS MATERIALIZED (
	SELECT 'player' AS kind, player AS k, total, sum(n) AS n, sum(w) AS w, sum(n) AS plays FROM scores WHERE ` + where + ` GROUP BY player, total
), ` + tallies, args
}

// Overview returns the statistics of everybody for a game, or all ("").
func (s *Store) Overview(ctx context.Context, game string) (history.Overview, error) {
	o := history.Overview{Players: []history.PlayerTally{}}
	var err error
	if o.Breakdown, err = s.breakdown(ctx, 0, game); err != nil {
		return o, err
	}
	query, args := playersQuery(game)
	rows, err := s.read.QueryContext(ctx, `SELECT players.id, players.name, t.*, longest, current
		FROM (`+query+`) AS t JOIN players ON players.id = t.k JOIN streaks ON streaks.player = t.k AND streaks.game = ? WHERE NOT hidden ORDER BY 5 DESC, folded`, append(args, game)...)
	if err != nil {
		return o, fmt.Errorf("count the players' plays: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var p history.PlayerTally
		var kind, k string
		t := &p.Tally
		if err := rows.Scan(&p.Player, &p.Name, &kind, &k, &t.Plays, &t.Wins, &t.Rate, &t.Best, &t.Worst, &t.Mean, &t.Median, &p.Longest, &p.Current); err != nil {
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
