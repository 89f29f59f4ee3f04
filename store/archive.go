package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"

	"harbormaster/history"
	"harbormaster/session"
)

// exportPage is how many plays Logs reads the list of at once.
const exportPage = 100

// Log returns one play with its whole log.
func (s *Store) Log(ctx context.Context, id string) (history.Log, error) {
	var l history.Log
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return l, fmt.Errorf("read play %s: %w", id, err)
	}
	defer tx.Rollback()
	if l.Play, err = detail(ctx, tx, id); err != nil {
		return l, err
	}
	rows, err := tx.QueryContext(ctx, `SELECT number, body FROM events WHERE play = ? ORDER BY number`, id)
	if err != nil {
		return l, fmt.Errorf("read the events of play %s: %w", id, err)
	}
	l.Events, err = events(rows)
	return l, err
}

// Logs gives all plays that a filter takes with their logs, newest first, and
// ends at the first error. Between two plays nothing is held open, so a slow
// reader keeps nobody waiting; a play removed meanwhile is left out.
func (s *Store) Logs(ctx context.Context, f history.Filter) iter.Seq2[history.Log, error] {
	return func(yield func(history.Log, error) bool) {
		for cursor := ""; ; {
			page, err := s.Plays(ctx, f, cursor, exportPage)
			if err != nil {
				yield(history.Log{}, err)
				return
			}
			for _, p := range page.Plays {
				l, err := s.Log(ctx, p.ID)
				if missing(err) {
					continue
				}
				if !yield(l, err) || err != nil {
					return
				}
			}
			if cursor = page.Next; cursor == "" {
				return
			}
		}
	}
}

// Import takes over a batch in one transaction: all of it or nothing. Plays
// that are here already, by id or by source and source id, stay as they are.
// An error that people can do something about is a *session.Failure.
func (s *Store) Import(ctx context.Context, b history.Batch) (history.Report, error) {
	return s.take(ctx, b, nil)
}

// errTried undoes an import that was only a try.
var errTried = errors.New("only tried")

// TryImport says what Import would do, and changes nothing.
func (s *Store) TryImport(ctx context.Context, b history.Batch) (history.Report, error) {
	r, err := s.take(ctx, b, errTried)
	if errors.Is(err, errTried) {
		err = nil
	}
	return r, err
}

// take imports a batch and ends the transaction with the error given.
func (s *Store) take(ctx context.Context, b history.Batch, end error) (history.Report, error) {
	var r history.Report
	err := s.in(ctx, "import", func(tx *sql.Tx) error {
		in := incoming{ctx: ctx, tx: tx, players: map[int64]int64{}, scored: map[scored]bool{}}
		for _, p := range b.Players {
			if err := in.player(p, b.Pictures[p.ID]); err != nil {
				return err
			}
		}
		for _, name := range b.Places {
			if err := in.place(name); err != nil {
				return err
			}
		}
		for _, c := range b.Cards {
			if err := in.card(c); err != nil {
				return err
			}
		}
		for _, p := range b.Plays {
			if err := in.play(p); err != nil {
				return err
			}
		}
		if err := in.settings(b.Settings); err != nil {
			return err
		}
		if err := in.streaks(); err != nil {
			return err
		}
		r = in.report
		return end
	})
	return r, err
}

// incoming is an import under way.
type incoming struct {
	ctx     context.Context
	tx      *sql.Tx
	players map[int64]int64 // from the batch's ids to those here
	scored  map[scored]bool // whose streaks have changed
	report  history.Report
}

func (in *incoming) player(p history.Player, picture history.Picture) error {
	name := fitting(p.Name)
	if name == "" {
		return invalid("a player of the import has no name", "give every player one")
	}
	var id int64
	err := in.tx.QueryRowContext(in.ctx, `SELECT id FROM players WHERE uuid = ?`, p.UUID).Scan(&id)
	if err == sql.ErrNoRows {
		var made bool
		id, made, err = named(in.ctx, in.tx, name, p.UUID, p.Color, p.Shape, p.Created)
		if made {
			in.report.Players++
			if p.Hidden && err == nil {
				_, err = in.tx.ExecContext(in.ctx, `UPDATE players SET hidden = 1 WHERE id = ?`, id)
			}
		}
	}
	if err != nil {
		return err
	}
	in.players[p.ID] = id
	if len(picture.Body) == 0 {
		return nil
	}
	if err := picture.Check(); err != nil {
		return err
	}
	_, err = in.tx.ExecContext(in.ctx, `INSERT INTO pictures (player, type, body) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, id, picture.Type, picture.Body)
	return err
}

func (in *incoming) place(name string) error {
	if name = fitting(name); name == "" {
		return nil
	}
	_, made, err := placed(in.ctx, in.tx, name)
	if made {
		in.report.Places++
	}
	return err
}

func (in *incoming) card(c history.Card) error {
	c, err := cardFits(c)
	if err != nil {
		return err
	}
	r, err := in.tx.ExecContext(in.ctx, `INSERT INTO cards (game, name, folded, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`, c.Game, c.Name, fold(c.Name), string(c.Body))
	if err != nil {
		return err
	}
	n, err := r.RowsAffected()
	in.report.Cards += int(n)
	return err
}

// settings sets what isn't set here.
func (in *incoming) settings(all map[string]json.RawMessage) error {
	for key, body := range all {
		if err := settingFits(key, body); err != nil {
			return err
		}
		r, err := in.tx.ExecContext(in.ctx, `INSERT INTO settings (key, body) VALUES (?, ?) ON CONFLICT DO NOTHING`, key, string(body))
		if err != nil {
			return err
		}
		n, err := r.RowsAffected()
		if err != nil {
			return err
		}
		in.report.Settings += int(n)
	}
	return nil
}

func (in *incoming) play(p history.Incoming) error {
	if len(p.Events) == 0 || p.Events[0].Start == nil || p.Events[0].Play == "" {
		return invalid("a play of the import has no beginning", "its first event must be \"started\" or \"recorded\", with a play and a start")
	}
	first := p.Events[0]
	var source, sourceID string
	if r := first.Record; r != nil {
		source, sourceID = r.Source, r.SourceID
	}
	var here bool
	if err := in.tx.QueryRowContext(in.ctx, `SELECT EXISTS (SELECT 1 FROM plays WHERE id = ?) OR ?3 <> '' AND EXISTS (SELECT 1 FROM plays WHERE source = ?2 AND source_id = ?3 AND source_id <> '')`,
		first.Play, source, sourceID).Scan(&here); err != nil {
		return err
	}
	if here {
		in.report.Skipped++
		return nil
	}
	if o := p.Projection.Outcome; o != nil && (len(o.Result.Players) != len(first.Start.Seats) || len(o.Ranks) != len(first.Start.Seats)) {
		return invalid("the result of a play of the import isn't for the players at its table", "give every seat a result and a rank, in the same order")
	}
	if first.Start.Place != "" {
		if err := in.place(first.Start.Place); err != nil {
			return err
		}
		start := *first.Start
		start.Place = fitting(start.Place)
		first.Start = &start
	}
	players, err := in.sitDown(first, p.Seats)
	if err != nil {
		return err
	}
	if err := begin(in.ctx, in.tx, first, p.Projection, players); err != nil {
		return err
	}
	if err := in.events(p.Events, players); err != nil {
		return err
	}
	in.report.Plays++
	return in.follow(p)
}

// sitDown finds the players of a play's seats. A person who sits there twice,
// as other programs allow, counts once.
func (in *incoming) sitDown(first session.Event, given []int64) ([]int64, error) {
	players := make([]int64, len(first.Start.Seats))
	for i, seat := range first.Start.Seats {
		theirs := seat.Player
		if i < len(given) && given[i] != 0 {
			theirs = given[i]
		}
		id, known := in.players[theirs]
		if !known {
			name := fitting(seat.Name)
			if name == "" {
				continue
			}
			var made bool
			var err error
			if id, made, err = named(in.ctx, in.tx, name, "", seat.Color, seat.Shape, first.At); err != nil {
				return nil, err
			}
			if made {
				in.report.Players++
			}
		}
		if !slices.Contains(players[:i], id) {
			players[i] = id
		}
	}
	return players, nil
}

// events writes a log with numbers of this machine, and this machine's players
// in its start. Names of requests count only where they were sent.
func (in *incoming) events(list []session.Event, players []int64) error {
	numbers := make(map[int64]int64, len(list))
	for i, e := range list {
		if e.Play != list[0].Play || (e.Start != nil) != (i == 0) {
			return invalid("the events of a play of the import aren't one play's", "keep each play's log together, with one beginning")
		}
		if e.Start != nil {
			start := *e.Start
			start.Seats = slices.Clone(start.Seats)
			for j := range start.Seats {
				if start.Seats[j].Player != 0 {
					start.Seats[j].Player = players[j]
				}
			}
			e.Start = &start
		}
		if e.Target != 0 {
			target, ok := numbers[e.Target]
			if !ok {
				return invalid(fmt.Sprintf("an event of the import is about event %d, which doesn't come before it", e.Target), "import logs as they were exported")
			}
			e.Target = target
		}
		was := e.Number
		number, err := insertEvent(in.ctx, in.tx, e, "")
		if err != nil {
			return err
		}
		numbers[was] = number
	}
	return nil
}

// follow writes what the log comes to.
func (in *incoming) follow(p history.Incoming) error {
	last := p.Events[len(p.Events)-1]
	o := p.Projection.Outcome
	switch {
	case o != nil:
		last.Kind = session.Finished
	case p.Projection.Status == session.Left:
		for _, e := range p.Events { // a note may have come after it
			if e.Kind == session.Abandoned {
				last = e
			}
		}
	default:
		last.Kind = session.Reopened
	}
	if err := follow(in.ctx, in.tx, last, p.Projection); err != nil {
		return err
	}
	return eachSeat(in.ctx, in.tx, last.Play, func(player, _ int64, game string, _ bool) error {
		in.scored[scored{player, game}], in.scored[scored{player, ""}] = true, true
		return nil
	})
}

// streaks counts those anew to which plays were added, at the end and once:
// an import brings plays in any order, most of them old.
func (in *incoming) streaks() error {
	for s := range in.scored {
		if err := recount(in.ctx, in.tx, s.player, s.game, ""); err != nil {
			return fmt.Errorf("count streaks: %w", err)
		}
	}
	return nil
}

// scored is a player who finished plays of a game.
type scored struct {
	player int64
	game   string
}
