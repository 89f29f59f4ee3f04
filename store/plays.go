package store

import (
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"harbormaster/history"
)

// playColumns are the columns of a play in the order that scanPlay takes them.
const playColumns = `plays.id, plays.game, plays.title, plays.status, coalesce(places.name, ''), plays.note, plays.began, plays.ended, plays.source, plays.source_id`

// Plays lists plays, newest first, from a cursor ("" for the first page), at
// most limit.
func (s *Store) Plays(ctx context.Context, f history.Filter, cursor string, limit int) (history.Page, error) {
	page := history.Page{Plays: []history.Play{}}
	if limit < 1 {
		return page, invalid("a page needs at least one play", "give a limit of 1 or more")
	}
	where, args := conditions(f)
	// One transaction, so that count, list and seats are of one moment.
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return page, fmt.Errorf("list plays: %w", err)
	}
	defer tx.Rollback()
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM plays`+where, args...).Scan(&page.Total); err != nil {
		return page, fmt.Errorf("count plays: %w", err)
	}
	if cursor != "" {
		began, id, err := position(cursor)
		if err != nil {
			return page, err
		}
		where += " AND (plays.began, plays.id) < (?, ?)"
		args = append(args, began, id)
	}
	rows, err := tx.QueryContext(ctx, `SELECT `+playColumns+` FROM plays LEFT JOIN places ON places.id = plays.place`+where+
		` ORDER BY plays.began DESC, plays.id DESC LIMIT ?`, append(args, limit+1)...)
	if err != nil {
		return page, fmt.Errorf("list plays: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		p, err := scanPlay(rows)
		if err != nil {
			return page, fmt.Errorf("list plays: %w", err)
		}
		page.Plays = append(page.Plays, p)
	}
	if err := rows.Err(); err != nil {
		return page, fmt.Errorf("list plays: %w", err)
	}
	if len(page.Plays) > limit { // the one too many says that there is a next page
		page.Plays = page.Plays[:limit]
		last := page.Plays[limit-1]
		page.Next = cursorAt(millis(last.Began), last.ID)
	}
	return page, seats(ctx, tx, page.Plays)
}

// conditions returns what a filter asks for as SQL, with a condition that
// always holds at its beginning.
func conditions(f history.Filter) (string, []any) {
	where, args := " WHERE plays.began > -9e18", []any{} // says in which index to look
	add := func(condition string, values ...any) {
		where += " AND " + condition
		args = append(args, values...)
	}
	if f.Game != "" {
		add("plays.game = ?", f.Game)
	}
	if f.Status != "" {
		add("plays.status = ?", string(f.Status))
	}
	if f.Place != 0 {
		add("plays.place = ?", f.Place)
	}
	if f.Players != 0 {
		add("plays.players = ?", f.Players)
	}
	if f.Player != 0 {
		add("plays.id IN (SELECT play FROM seats WHERE player = ?)", f.Player)
	}
	if !f.From.IsZero() {
		add("plays.began >= ?", millis(f.From))
	}
	if !f.To.IsZero() {
		add("plays.began < ?", millis(f.To))
	}
	if text := fold(f.Text); text != "" {
		// Places and players are few: found first, they lead to plays by index.
		add(`(instr(plays.search, ?) OR plays.place IN (SELECT id FROM places WHERE instr(folded, ?))
			OR plays.id IN (SELECT play FROM seats WHERE player IN (SELECT id FROM players WHERE instr(folded, ?))))`, text, text, text)
	}
	return where, args
}

// scanPlay reads the columns of playColumns.
func scanPlay(row interface{ Scan(...any) error }) (history.Play, error) {
	p := history.Play{Seats: []history.Seat{}}
	var began int64
	var ended sql.NullInt64
	if err := row.Scan(&p.ID, &p.Game, &p.Title, (*string)(&p.Status), &p.Place, &p.Note, &began, &ended, &p.Source, &p.SourceID); err != nil {
		return p, err
	}
	p.Began = moment(began)
	if ended.Valid {
		at := moment(ended.Int64)
		p.Ended, p.Minutes = &at, int(at.Sub(p.Began).Round(time.Minute)/time.Minute)
	}
	return p, nil
}

// seats fills in the seats of plays.
func seats(ctx context.Context, tx *sql.Tx, plays []history.Play) error {
	at := make(map[string]int, len(plays))
	ids := make([]string, len(plays))
	for i, p := range plays {
		at[p.ID], ids[i] = i, p.ID
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return fmt.Errorf("write the list of plays: %w", err)
	}
	rows, err := tx.QueryContext(ctx, `SELECT seats.play, seats.name, coalesce(seats.player, 0), coalesce(players.name, ''),
			coalesce(nullif(seats.color, ''), players.color, ''), coalesce(nullif(seats.shape, ''), players.shape, ''), total, rank, coalesce(won, 0)
		FROM json_each(?) AS wanted CROSS JOIN seats ON seats.play = wanted.value LEFT JOIN players ON players.id = seats.player
		ORDER BY wanted.key, seats.seat`, string(list))
	if err != nil {
		return fmt.Errorf("read the seats of plays: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var play string
		var seat history.Seat
		if err := rows.Scan(&play, &seat.Name, &seat.Player, &seat.Person, &seat.Color, &seat.Shape, &seat.Total, &seat.Rank, &seat.Won); err != nil {
			return fmt.Errorf("read the seats of plays: %w", err)
		}
		plays[at[play]].Seats = append(plays[at[play]].Seats, seat)
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read the seats of plays: %w", err)
	}
	return nil
}

// cursorAt returns the cursor of the page after a play; began is in ms.
func cursorAt(began int64, id string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(began, 10) + "." + id))
}

// position returns the play that a cursor stands behind.
func position(cursor string) (began int64, id string, err error) {
	data, err := base64.RawURLEncoding.DecodeString(cursor)
	before, id, found := strings.Cut(string(data), ".")
	if err == nil && found {
		if began, err = strconv.ParseInt(before, 10, 64); err == nil {
			return began, id, nil
		}
	}
	return 0, "", invalid("the cursor is none that a page gave", "begin without one, then take \"next\" of each page")
}

// unknownPlay is the answer to a play's id that doesn't exist.
func unknownPlay(id string) error {
	return notFound(fmt.Sprintf("there is no play %q", id), "the history lists all plays")
}

// detail reads one play with its seats.
func detail(ctx context.Context, tx *sql.Tx, id string) (history.Play, error) {
	p, err := scanPlay(tx.QueryRowContext(ctx, `SELECT `+playColumns+` FROM plays LEFT JOIN places ON places.id = plays.place WHERE plays.id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return p, unknownPlay(id)
	}
	if err != nil {
		return p, fmt.Errorf("read play %s: %w", id, err)
	}
	one := []history.Play{p}
	err = seats(ctx, tx, one)
	return one[0], err
}
