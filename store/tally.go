package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// summaries add one finished play (?1) to the summaries, or with -1 for ?2
// take it away again: all of them are sums, so the two undo each other.
var summaries = []string{
	`INSERT INTO spread (player, game, kind, k, total, n, w, plays)
		SELECT whose, CASE scope WHEN 'game' THEN game ELSE '' END, kind,
			CASE kind WHEN 'game' THEN game WHEN 'count' THEN players WHEN 'seat' THEN seat WHEN 'start' THEN seat = 1 ELSE '' END,
			total, ?2, ?2 * won, ?2 * CASE WHEN kind IN ('seat', 'start') THEN 1.0 ELSE share END
		FROM (
			SELECT 0 AS whose, 1.0 / players AS share, game, players, seat, total, won FROM seats WHERE play = ?1 AND total IS NOT NULL
			UNION ALL SELECT player, 1.0, game, players, seat, total, won FROM seats WHERE play = ?1 AND total IS NOT NULL AND player IS NOT NULL)
		JOIN (SELECT 'all' AS kind UNION ALL VALUES ('game'), ('count'), ('seat'), ('start'))
		JOIN (SELECT 'game' AS scope UNION ALL VALUES ('all'))
		WHERE true
		ON CONFLICT DO UPDATE SET n = n + excluded.n, w = w + excluded.w, plays = plays + excluded.plays`,
	`INSERT INTO months (player, game, category, month, n, points)
		SELECT player, game, category, month, sum(n), sum(points) FROM (
			SELECT 0 AS player, game, category, strftime('%Y-%m', ended / 1000, 'unixepoch') AS month, ?2 AS n, ?2 * sum(points) AS points
				FROM seats JOIN lines ON lines.play = seats.play AND lines.seat = seats.seat AND round = 0
				WHERE seats.play = ?1 AND total IS NOT NULL GROUP BY seats.seat, category
			UNION ALL SELECT player, game, category, strftime('%Y-%m', ended / 1000, 'unixepoch'), ?2, ?2 * sum(points)
				FROM seats JOIN lines ON lines.play = seats.play AND lines.seat = seats.seat AND round = 0
				WHERE seats.play = ?1 AND total IS NOT NULL AND player IS NOT NULL GROUP BY seats.seat, category)
		WHERE true GROUP BY player, game, category, month
		ON CONFLICT DO UPDATE SET n = n + excluded.n, points = points + excluded.points`,
	`INSERT INTO meetings (player, game, other, n, ahead, behind, more)
		SELECT mine.player, mine.game, theirs.player, ?2, ?2 * (mine.rank < theirs.rank), ?2 * (mine.rank > theirs.rank), ?2 * (mine.total - theirs.total)
		FROM seats AS mine JOIN seats AS theirs ON theirs.play = mine.play AND theirs.seat <> mine.seat
		WHERE mine.play = ?1 AND mine.total IS NOT NULL AND theirs.total IS NOT NULL AND mine.player IS NOT NULL AND theirs.player IS NOT NULL
		ON CONFLICT DO UPDATE SET n = n + excluded.n, ahead = ahead + excluded.ahead, behind = behind + excluded.behind, more = more + excluded.more`,
}

// count adds a play, if it is finished, to the sums.
func count(ctx context.Context, tx *sql.Tx, play string) error {
	for _, q := range summaries {
		if _, err := tx.ExecContext(ctx, q, play, 1); err != nil {
			return fmt.Errorf("count the play: %w", err)
		}
	}
	return nil
}

// lengthen adds a finished play to its players' streaks.
func lengthen(ctx context.Context, tx *sql.Tx, play string) error {
	return eachSeat(ctx, tx, play, func(player, ended int64, game string, won bool) error {
		for _, in := range []string{game, ""} {
			if err := extend(ctx, tx, player, ended, in, won); err != nil {
				return fmt.Errorf("count the play in streaks: %w", err)
			}
		}
		return nil
	})
}

// uncount takes a play, if it is finished, out of sums and streaks, while its
// result is still there to say what was added.
func uncount(ctx context.Context, tx *sql.Tx, play string) error {
	for _, q := range summaries {
		if _, err := tx.ExecContext(ctx, q, play, -1); err != nil {
			return fmt.Errorf("take the play out of the summaries: %w", err)
		}
	}
	return eachSeat(ctx, tx, play, func(player, _ int64, game string, _ bool) error {
		for _, in := range []string{game, ""} {
			if err := recount(ctx, tx, player, in, play); err != nil {
				return fmt.Errorf("take the play out of streaks: %w", err)
			}
		}
		return nil
	})
}

// eachSeat calls for every known player at a finished play.
func eachSeat(ctx context.Context, tx *sql.Tx, play string, do func(player, ended int64, game string, won bool) error) error {
	type seat struct {
		player, ended int64
		game          string
		won           bool
	}
	rows, err := tx.QueryContext(ctx, `SELECT player, ended, game, won FROM seats WHERE play = ? AND total IS NOT NULL AND player IS NOT NULL`, play)
	if err != nil {
		return err
	}
	defer rows.Close()
	var list []seat
	for rows.Next() {
		var s seat
		if err := rows.Scan(&s.player, &s.ended, &s.game, &s.won); err != nil {
			return err
		}
		list = append(list, s)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, s := range list {
		if err := do(s.player, s.ended, s.game, s.won); err != nil {
			return err
		}
	}
	return nil
}

// extend adds a player's play to a streak, which is simple when it is the
// newest one. After an older one all are counted again.
func extend(ctx context.Context, tx *sql.Tx, player, ended int64, game string, won bool) error {
	var longest, current, last int64
	err := tx.QueryRowContext(ctx, `SELECT longest, current, last FROM streaks WHERE player = ? AND game = ?`, player, game).Scan(&longest, &current, &last)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	switch {
	case err == nil && ended <= last:
		return recount(ctx, tx, player, game, "")
	case won:
		current++
	default:
		current = 0
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO streaks (player, game, longest, current, last) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET longest = excluded.longest, current = excluded.current, last = excluded.last`, player, game, max(longest, current), current, ended)
	return err
}

// recount counts a player's streaks in a game, or all (""), anew, without one
// of the plays. Plays are numbered by how many were lost before: those won
// with the same number are a row.
func recount(ctx context.Context, tx *sql.Tx, player int64, game, without string) error {
	where := ""
	if game != "" {
		where = " AND game = ?2"
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM streaks WHERE player = ? AND game = ?`, player, game); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO streaks (player, game, longest, current, last)
		WITH marked AS MATERIALIZED (SELECT won, ended, sum(1 - won) OVER (ORDER BY ended, play) AS lost
			FROM seats INDEXED BY seats_time WHERE total IS NOT NULL AND player = ?1`+where+` AND play <> ?3),
		runs AS MATERIALIZED (SELECT lost, sum(won) AS length, max(ended) AS last FROM marked GROUP BY lost)
		SELECT ?1, ?2, max(length), (SELECT length FROM runs ORDER BY lost DESC LIMIT 1), max(last) FROM runs HAVING count(*) > 0`, player, game, without)
	return err
}
