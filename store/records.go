package store

import (
	"context"
	"database/sql"
	"fmt"

	"harbormaster/history"
)

func meetingsQuery(game string, against int64) string {
	query := `WITH met AS (
	SELECT theirs.player AS other, count(*) AS plays, sum(mine.rank < theirs.rank) AS ahead, sum(mine.rank > theirs.rank) AS behind, avg(mine.total - theirs.total) AS more
	FROM seats AS mine CROSS JOIN seats AS theirs ON theirs.play = mine.play
	WHERE mine.player = ?1 AND mine.total IS NOT NULL AND theirs.total IS NOT NULL AND theirs.player <> ?1`
	if game != "" {
		query += ` AND mine.game = ?2`
	}
	if against != 0 {
		query += ` AND theirs.player = ?3`
	}
	return query + ` GROUP BY theirs.player)
SELECT other, name, plays, ahead, behind, more, ?2, ?3 FROM met JOIN players ON players.id = other ORDER BY plays DESC, folded`
}

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
	rows, err := s.read.QueryContext(ctx, meetingsQuery(game, against), player, game, against)
	if err != nil {
		return nil, fmt.Errorf("compare players: %w", err)
	}
	defer rows.Close()
	list := []history.Meeting{}
	for rows.Next() {
		var m history.Meeting
		var rest [2]any // the parameters, so that each is used in every query
		if err := rows.Scan(&m.Player, &m.Name, &m.Plays, &m.Ahead, &m.Behind, &m.Mean, &rest[0], &rest[1]); err != nil {
			return nil, fmt.Errorf("compare players: %w", err)
		}
		list = append(list, m)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("compare players: %w", err)
	}
	return list, nil
}

// categoriesQuery adds months up over players; the row without a month is the
// category's over all of them.
const categoriesQuery = `WITH counted AS MATERIALIZED (
	SELECT game, category, month, sum(plays) AS plays, sum(points) AS points FROM months
	WHERE (?1 = '' OR game = ?1) AND (?2 = 0 OR player = ?2) AND plays > 0 GROUP BY game, category, month)
SELECT game, category, '' AS month, sum(plays), 1.0 * sum(points) / sum(plays) FROM counted GROUP BY game, category
UNION ALL SELECT game, category, month, plays, 1.0 * points / plays FROM counted
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

// recordsQuery takes from each index its first or last row of a game. Beside
// max and min, SQLite gives the columns of the row that has it; of equal ones
// that is the first, and the indexes have the oldest first.
const recordsQuery = `WITH extremes AS (
	SELECT 'highest-score' AS kind, game, max(total) AS value, play, ended, player FROM seats INDEXED BY seats_best WHERE total IS NOT NULL AND (?1 = '' OR game = ?1) GROUP BY game
	UNION ALL SELECT 'highest-lost', game, max(total), play, ended, player FROM seats INDEXED BY seats_best WHERE total IS NOT NULL AND NOT won AND (?1 = '' OR game = ?1) GROUP BY game
	UNION ALL SELECT 'lowest-win', game, min(total), play, ended, player FROM seats INDEXED BY seats_best WHERE total IS NOT NULL AND won AND (?1 = '' OR game = ?1) GROUP BY game
	UNION ALL SELECT 'widest-margin', game, max(margin), id, ended, NULL FROM plays WHERE margin IS NOT NULL AND (?1 = '' OR game = ?1) GROUP BY game
	UNION ALL SELECT 'closest-win', game, min(margin), id, ended, NULL FROM plays WHERE margin IS NOT NULL AND (?1 = '' OR game = ?1) GROUP BY game
	UNION ALL SELECT 'longest-play', game, (max(length) + 30000) / 60000, id, ended, NULL FROM plays WHERE length IS NOT NULL AND (?1 = '' OR game = ?1) GROUP BY game
	UNION ALL SELECT 'shortest-play', game, (min(length) + 30000) / 60000, id, ended, NULL FROM plays WHERE length IS NOT NULL AND (?1 = '' OR game = ?1) GROUP BY game
)
SELECT kind, extremes.game, value, play, ended, coalesce(players.id, 0), coalesce(players.name, '')
FROM extremes LEFT JOIN players ON players.id = coalesce(extremes.player,
	CASE WHEN kind IN ('widest-margin', 'closest-win') THEN (SELECT player FROM seats WHERE seats.play = extremes.play AND won LIMIT 1) END)
ORDER BY extremes.game, kind`

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
	query, args := streaksQuery(0, game)
	streak := history.Record{Kind: history.LongestStreak, Game: game}
	err = s.read.QueryRowContext(ctx, `SELECT s.longest, players.id, players.name FROM (`+query+`) AS s
		JOIN players ON players.id = s.player WHERE s.longest > 0 ORDER BY s.longest DESC, folded LIMIT 1`, args...).Scan(&streak.Value, &streak.Player, &streak.Name)
	if err == sql.ErrNoRows {
		return list, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for the longest streak: %w", err)
	}
	return append(list, streak), nil
}
