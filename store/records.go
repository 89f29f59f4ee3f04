package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"harbormaster/history"
)

const meetingsQuery = `SELECT other, name, sum(n) AS plays, sum(ahead), sum(behind), 1.0 * sum(more) / sum(n) FROM meetings JOIN players ON players.id = other
	WHERE player = ?1 AND (?2 = '' OR game = ?2) AND (?3 = 0 OR other = ?3) AND n > 0 GROUP BY other ORDER BY plays DESC, folded`

// Meetings returns how a player fared against everybody else, or against one
// (0 for all), in a game, or all (""), whoever they met most often first.
func (s *Store) Meetings(ctx context.Context, player, against int64, game string) ([]history.Meeting, error) {
	for _, id := range []int64{player, against} {
		if id == 0 && player != 0 {
			continue
		}
		if _, err := s.Player(ctx, id); err != nil {
			return nil, err
		}
	}
	rows, err := s.read.QueryContext(ctx, meetingsQuery, player, game, against)
	if err != nil {
		return nil, fmt.Errorf("compare players: %w", err)
	}
	defer rows.Close()
	list := []history.Meeting{}
	for rows.Next() {
		var m history.Meeting
		if err := rows.Scan(&m.Player, &m.Name, &m.Plays, &m.Ahead, &m.Behind, &m.Mean); err != nil {
			return nil, fmt.Errorf("compare players: %w", err)
		}
		list = append(list, m)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("compare players: %w", err)
	}
	return list, nil
}

// categoriesQuery gives months by category; the row without a month is the
// category's over all of them.
const categoriesQuery = `SELECT game, category, '' AS month, sum(n), 1.0 * sum(points) / sum(n) FROM months
	WHERE player = ?2 AND (?1 = '' OR game = ?1) AND n > 0 GROUP BY game, category
UNION ALL SELECT game, category, month, n, 1.0 * points / n FROM months WHERE player = ?2 AND (?1 = '' OR game = ?1) AND n > 0
ORDER BY 1, 2, 3`

// Categories returns what each line of the score sheet brought by month, of a
// game, or all (""), and of a player, or all (0).
func (s *Store) Categories(ctx context.Context, player int64, game string) ([]history.Category, error) {
	if player != 0 {
		if _, err := s.Player(ctx, player); err != nil {
			return nil, err
		}
	}
	rows, err := s.read.QueryContext(ctx, categoriesQuery, game, player)
	if err != nil {
		return nil, fmt.Errorf("sum up categories: %w", err)
	}
	defer rows.Close()
	list := []history.Category{}
	for rows.Next() {
		c := history.Category{Months: []history.Month{}}
		var m history.Month
		if err := rows.Scan(&c.Game, &c.Category, &m.Month, &m.Plays, &m.Mean); err != nil {
			return nil, fmt.Errorf("sum up categories: %w", err)
		}
		if m.Month == "" {
			c.Plays, c.Mean = m.Plays, m.Mean
			list = append(list, c)
		} else {
			last := &list[len(list)-1]
			last.Months = append(last.Months, m)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("sum up categories: %w", err)
	}
	return list, nil
}

// recordsQuery takes the first or last row of a game from each index, and of
// equal ones the oldest. The games are found by stepping from one to the next.
const recordsQuery = `WITH RECURSIVE games (game) AS (
	SELECT min(game) FROM plays WHERE ?1 = '' OR game = ?1
	UNION ALL SELECT (SELECT min(game) FROM plays WHERE game > games.game) FROM games WHERE game IS NOT NULL AND ?1 = ''
), extremes (kind, game, value) AS (
	SELECT 'highest-score', game, (SELECT max(total) FROM seats WHERE game = games.game AND won = 1 AND total IS NOT NULL) FROM games
	UNION ALL SELECT 'highest-lost', game, (SELECT max(total) FROM seats WHERE game = games.game AND won = 0 AND total IS NOT NULL) FROM games
	UNION ALL SELECT 'lowest-win', game, (SELECT min(total) FROM seats WHERE game = games.game AND won = 1 AND total IS NOT NULL) FROM games
), seated AS (
	SELECT kind, extremes.game, value, seats.play, seats.ended, seats.player FROM extremes JOIN seats ON (seats.play, seats.seat) =
		(SELECT play, seat FROM seats WHERE game = extremes.game AND won = (kind <> 'highest-lost') AND total = value ORDER BY ended LIMIT 1)
), spans (kind, game, value) AS (
	SELECT 'widest-margin', game, (SELECT max(margin) FROM plays WHERE game = games.game AND margin IS NOT NULL) FROM games
	UNION ALL SELECT 'closest-win', game, (SELECT min(margin) FROM plays WHERE game = games.game AND margin IS NOT NULL) FROM games
), margins AS (
	SELECT kind, spans.game, value, plays.id, plays.ended, (SELECT player FROM seats WHERE play = plays.id AND won LIMIT 1) FROM spans JOIN plays ON plays.id =
		(SELECT id FROM plays WHERE game = spans.game AND margin = value ORDER BY ended LIMIT 1)
), times (kind, game, value) AS (
	SELECT 'longest-play', game, (SELECT max(length) FROM plays WHERE game = games.game AND length IS NOT NULL) FROM games
	UNION ALL SELECT 'shortest-play', game, (SELECT min(length) FROM plays WHERE game = games.game AND length IS NOT NULL) FROM games
), lengths AS (
	SELECT kind, times.game, (value + 30000) / 60000, plays.id, plays.ended, NULL FROM times JOIN plays ON plays.id =
		(SELECT id FROM plays WHERE game = times.game AND length = value ORDER BY ended LIMIT 1)
)
SELECT kind, game, value, play, ended, coalesce(players.id, 0), coalesce(players.name, '')
FROM (SELECT * FROM seated UNION ALL SELECT * FROM margins UNION ALL SELECT * FROM lengths) AS found LEFT JOIN players ON players.id = found.player
ORDER BY game, kind`

// Records returns the extremes of each game, or of one, and the longest row of
// plays that anybody won in it, or in all games together.
func (s *Store) Records(ctx context.Context, game string) ([]history.Record, error) {
	rows, err := s.read.QueryContext(ctx, recordsQuery, game)
	if err != nil {
		return nil, fmt.Errorf("look for records: %w", err)
	}
	defer rows.Close()
	list := []history.Record{}
	for rows.Next() {
		var r history.Record
		var ended sql.NullInt64
		if err := rows.Scan(&r.Kind, &r.Game, &r.Value, &r.Play, &ended, &r.Player, &r.Name); err != nil {
			return nil, fmt.Errorf("look for records: %w", err)
		}
		if ended.Valid {
			at := moment(ended.Int64)
			r.At = &at
		}
		list = append(list, r)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("look for records: %w", err)
	}
	streak := history.Record{Kind: history.LongestStreak, Game: game}
	err = s.read.QueryRowContext(ctx, streakQuery, game).Scan(&streak.Value, &streak.Player, &streak.Name)
	if errors.Is(err, sql.ErrNoRows) {
		return list, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for the longest streak: %w", err)
	}
	return append(list, streak), nil
}

const streakQuery = `SELECT longest, players.id, players.name FROM streaks JOIN players ON players.id = streaks.player
	WHERE game = ? AND longest > 0 ORDER BY longest DESC LIMIT 1`
