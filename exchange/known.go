package exchange

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"harbormaster/history"
	"harbormaster/session"
)

// Lister lists the plays that are here, newest first.
type Lister interface {
	Plays(ctx context.Context, f history.Filter, cursor string, limit int) (history.Page, error)
}

// zones is how far a time may be off for lack of a time zone.
const zones = 26 * time.Hour

// DropKnown leaves those plays out of a reading that are here already, be it in another
// form: a play that was sent to BG Stats and comes back from there has another
// number, and maybe the hour of another time zone. It returns how many it left
// out; the store passes over others that have the same id.
func (r *Reading) DropKnown(ctx context.Context, l Lister) (int, error) {
	var records []history.Incoming
	from, to := latest, earliest
	for _, in := range r.Batch.Plays {
		if o := in.Events[0].Record; o != nil {
			records = append(records, in)
			if o.Started.Before(from) {
				from = o.Started
			}
			if o.Started.After(to) {
				to = o.Started
			}
		}
	}
	if len(records) == 0 {
		return 0, nil
	}
	here, err := listed(ctx, l, history.Filter{From: from.Add(-zones), To: to.Add(zones)})
	if err != nil {
		return 0, err
	}
	n := len(r.Batch.Plays)
	r.Batch.Plays = slices.DeleteFunc(r.Batch.Plays, func(in history.Incoming) bool {
		o := in.Events[0].Record
		if o == nil || !here.holds(in) {
			return false
		}
		title := o.Title
		if title == "" {
			title = o.Result.Game
		}
		r.Note("%s of %s: left out, since it is here already", title, o.Started.Format("2006-01-02 15:04"))
		return true
	})
	return n - len(r.Batch.Plays), nil
}

// shown is what the list of plays tells about them.
type shown struct {
	uuids map[string]bool        // that plays have, or would have, in BG Stats
	times map[string][]time.Time // by game, people and points
}

func listed(ctx context.Context, l Lister, f history.Filter) (shown, error) {
	s := shown{map[string]bool{}, map[string][]time.Time{}}
	for cursor := ""; ; {
		page, err := l.Plays(ctx, f, cursor, 100)
		if err != nil {
			return s, fmt.Errorf("look for plays that are here already: %w", err)
		}
		for _, p := range page.Plays {
			s.uuids[strings.ToLower(appUUID(p))] = true
			for _, person := range []bool{false, true} {
				key := looks(p.Game, p.Title, p.Seats, person)
				s.times[key] = append(s.times[key], p.Began)
			}
		}
		if cursor = page.Next; cursor == "" {
			return s, nil
		}
	}
}

func (s shown) holds(in history.Incoming) bool {
	o := in.Events[0].Record
	if o.Source == source && s.uuids[strings.ToLower(o.SourceID)] {
		return true
	}
	var seats []history.Seat
	points := false
	for i, seat := range in.Events[0].Start.Seats {
		p := o.Result.Players[i]
		seats = append(seats, history.Seat{Seat: session.Seat{Name: seat.Name}, Total: &p.Total})
		points = points || p.Total != 0
	}
	for _, began := range s.times[looks(in.Events[0].Start.Game, o.Title, seats, false)] {
		off := began.Truncate(time.Minute).Sub(o.Started.Truncate(time.Minute)).Abs()
		// Time zones differ by quarters of an hour. Without points, two plays
		// of one evening look the same: only the minute tells them apart.
		if off == 0 || points && off <= zones && off%(15*time.Minute) == 0 {
			return true
		}
	}
	return false
}

// looks writes a play's game, people and points as one text.
func looks(game, title string, seats []history.Seat, person bool) string {
	if title != "" {
		game = strings.ToLower(title)
	}
	var parts []string
	for _, seat := range seats {
		name := seat.Name
		if person && seat.Person != "" {
			name = seat.Person
		}
		total := 0
		if seat.Total != nil {
			total = *seat.Total
		}
		parts = append(parts, strings.ToLower(name)+"="+strconv.Itoa(total))
	}
	slices.Sort(parts)
	return game + "\x00" + strings.Join(parts, "\x00")
}
