package exchange

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"harbormaster/history"
	"harbormaster/scoring"
	"harbormaster/session"
)

// Library is what exports are made from.
type Library interface {
	// Players lists the players, those who are hidden too if asked.
	Players(ctx context.Context, hidden bool) ([]history.Player, error)
	Picture(ctx context.Context, player int64) (history.Picture, error)
	Places(ctx context.Context) ([]history.Place, error)
	// Cards lists the cards of a game, "" for all.
	Cards(ctx context.Context, game string) ([]history.Card, error)
	// Settings are what people set at the table, by key.
	Settings(ctx context.Context) (map[string]json.RawMessage, error)
	// Detail returns one play with its score sheet.
	Detail(ctx context.Context, id string) (history.Detail, error)
	// Logs gives all plays that a filter takes, newest first, and ends at the first error.
	Logs(ctx context.Context, f history.Filter) iter.Seq2[history.Log, error]
}

// Options say what goes into an export.
type Options struct {
	Filter   history.Filter // which plays
	Some     bool           // the library itself gives only some plays
	Pictures bool           // the players' pictures too
	Program  string         // version of the program, for the document's head
	Now      time.Time
}

// whole reports whether the export is of everything, not of some plays.
func (o Options) whole() bool { return !o.Some && o.Filter == (history.Filter{}) }

// WriteJSON writes the program's own document. Plays are written one at a
// time; what they refer to follows. An export of some plays holds only the
// people and places that are in them.
func WriteJSON(ctx context.Context, w io.Writer, l Library, o Options) error {
	players, err := l.Players(ctx, true)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	uuids := make(map[int64]string, len(players))
	for _, p := range players {
		uuids[p.ID] = p.UUID
	}
	d := &document{w: bufio.NewWriter(w)}
	d.put("{\n\"format\": ", Format, ",\n\"version\": ", Version, ",\n\"program\": ", o.Program, ",\n\"exported\": ", o.Now.UTC().Truncate(time.Second), ",\n\"plays\": [")
	met, where := map[string]bool{}, map[string]bool{}
	first := true
	for log, err := range l.Logs(ctx, o.Filter) {
		if err != nil {
			return fmt.Errorf("export the plays: %w", err)
		}
		p := portable(log, uuids)
		for _, uuid := range p.Players {
			met[uuid] = true
		}
		where[log.Play.Place] = true
		if d.element(&first, p); d.err != nil {
			break
		}
	}
	d.put("],\n\"players\": [")
	if err := d.people(ctx, l, players, o, met); err != nil {
		return fmt.Errorf("export the players: %w", err)
	}
	d.put("],\n\"places\": [")
	if err := d.places(ctx, l, o, where); err != nil {
		return fmt.Errorf("export the places: %w", err)
	}
	d.put("],\n\"cards\": [")
	if o.whole() {
		if err := d.cards(ctx, l); err != nil {
			return fmt.Errorf("export the cards: %w", err)
		}
	}
	d.put("],\n\"settings\": ")
	settings := map[string]json.RawMessage{}
	if o.whole() {
		set, err := l.Settings(ctx)
		if err != nil {
			return fmt.Errorf("export the settings: %w", err)
		}
		maps.Copy(settings, set)
	}
	d.value(settings)
	d.put("\n}\n")
	if d.err == nil {
		d.err = d.w.Flush()
	}
	if d.err != nil {
		return fmt.Errorf("export: write the document: %w", d.err)
	}
	return nil
}

// document writes JSON piece by piece and keeps the first error.
type document struct {
	w   *bufio.Writer
	err error
}

// put writes JSON as it is (strings at even places) and values (at odd ones).
func (d *document) put(parts ...any) {
	for i, part := range parts {
		if d.err != nil {
			return
		}
		if i%2 == 0 {
			_, d.err = d.w.WriteString(part.(string))
			continue
		}
		d.value(part)
	}
}

func (d *document) value(v any) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		d.err = err
		return
	}
	_, d.err = d.w.WriteString(strings.TrimSuffix(b.String(), "\n"))
}

// element writes one element of a list on a line of its own.
func (d *document) element(first *bool, v any) {
	comma := ",\n"
	if *first {
		comma = "\n"
	}
	*first = false
	d.put(comma, v)
}

func (d *document) people(ctx context.Context, l Library, players []history.Player, o Options, met map[string]bool) error {
	players = slices.Clone(players)
	slices.SortFunc(players, func(a, b history.Player) int { return strings.Compare(a.UUID, b.UUID) })
	first := true
	for _, p := range players {
		if !o.whole() && !met[p.UUID] {
			continue
		}
		out := person{UUID: p.UUID, Name: p.Name, Color: p.Color, Shape: p.Shape, Hidden: p.Hidden, Created: p.Created}
		if o.Pictures && p.Picture {
			got, err := l.Picture(ctx, p.ID)
			if err != nil {
				return err
			}
			out.Picture = (*picture)(&got)
		}
		d.element(&first, out)
	}
	return nil
}

func (d *document) places(ctx context.Context, l Library, o Options, met map[string]bool) error {
	places, err := l.Places(ctx)
	if err != nil {
		return err
	}
	slices.SortFunc(places, func(a, b history.Place) int { return strings.Compare(a.Name, b.Name) })
	first := true
	for _, p := range places {
		if o.whole() || met[p.Name] {
			d.element(&first, p.Name)
		}
	}
	return nil
}

func (d *document) cards(ctx context.Context, l Library) error {
	cards, err := l.Cards(ctx, "")
	if err != nil {
		return err
	}
	slices.SortFunc(cards, func(a, b history.Card) int {
		return strings.Compare(a.Game+"\x00"+a.Name, b.Game+"\x00"+b.Name)
	})
	first := true
	for _, c := range cards {
		d.element(&first, card{c.Game, c.Name, c.Body})
	}
	return nil
}

// result returns what a finished play came to; nil for any other. Replaying
// the log would say it too, but takes a hundred times as long.
func result(ctx context.Context, l Library, p history.Play) (*session.Outcome, error) {
	if p.Status != session.Complete {
		return nil, nil
	}
	d, err := l.Detail(ctx, p.ID)
	if err != nil {
		return nil, fmt.Errorf("read the score of play %s: %w", p.ID, err)
	}
	if len(d.Final) != len(p.Seats) {
		return nil, fmt.Errorf("play %s has %d seats, but %d scores", p.ID, len(p.Seats), len(d.Final))
	}
	o := &session.Outcome{Result: scoring.NewResult(p.Game), Rounds: d.Rounds, Started: p.Began, Source: p.Source, SourceID: p.SourceID, Title: p.Title}
	o.Result.Players = d.Final
	for _, seat := range p.Seats {
		rank := 1
		if seat.Rank != nil {
			rank = *seat.Rank
		}
		o.Ranks = append(o.Ranks, rank)
		if seat.Won {
			o.Result.Winners = append(o.Result.Winners, seat.Name)
		}
	}
	return o, nil
}
