package exchange

import (
	"fmt"
	"slices"
	"time"

	"harbormaster/scoring"
	"harbormaster/session"
)

// record checks a result that was taken over from another program: no rules
// replay it, so it must at least add up.
func (r *reader) record(where string, kind session.Kind, start session.Start, o session.Outcome) error {
	bad := func(what string) error { return r.problem(where+", record", what, "export the file again") }
	if kind != session.Recorded {
		return bad("only a recorded play has a record")
	}
	for _, text := range []string{o.Source, o.SourceID, o.Title, o.Result.Game} {
		if err := r.worded(where+", record", text, mostName); err != nil {
			return err
		}
	}
	for _, at := range []time.Time{o.Started, o.Ended} {
		if !at.IsZero() && (at.Before(earliest) || at.After(latest)) {
			return bad("a time can't be right")
		}
	}
	if len(o.Result.Players) != len(start.Seats) || len(o.Ranks) != len(start.Seats) {
		return bad(fmt.Sprintf("%d seats have %d scores and %d ranks", len(start.Seats), len(o.Result.Players), len(o.Ranks)))
	}
	for i, p := range o.Result.Players {
		if p.Name != start.Seats[i].Name {
			return bad(fmt.Sprintf("score %d is that of %.40q, seat %d that of %.40q", i+1, p.Name, i+1, start.Seats[i].Name))
		}
		if o.Ranks[i] < 1 || o.Ranks[i] > len(o.Ranks) {
			return bad(fmt.Sprintf("%.40q can't be on rank %d", p.Name, o.Ranks[i]))
		}
	}
	for _, w := range o.Result.Winners {
		if !slices.ContainsFunc(o.Result.Players, func(p scoring.PlayerResult) bool { return p.Name == w }) {
			return bad(fmt.Sprintf("%.40q wins but didn't play", w))
		}
	}
	rounds := append([]session.Round{{Players: o.Result.Players}}, o.Rounds...)
	for _, round := range rounds {
		if len(round.Players) != len(start.Seats) || len(rounds) > 1000 {
			return bad("the rounds don't fit the seats")
		}
		for _, p := range round.Players {
			if what := adds(p); what != "" {
				return bad(what)
			}
		}
	}
	return nil
}

// adds says what is wrong with a score, "" if nothing.
func adds(p scoring.PlayerResult) string {
	sum := 0
	for _, l := range p.Lines {
		if len(l.Category) > mostName || len(l.Note) > mostText || len(p.Lines) > 200 {
			return fmt.Sprintf("the lines of %.40q are too many or too long", p.Name)
		}
		if l.Points < -mostScore || l.Points > mostScore {
			return fmt.Sprintf("%d points of %.40q can't be right", l.Points, p.Name)
		}
		sum += l.Points
	}
	if sum != p.Total {
		return fmt.Sprintf("the total of %.40q is %d, the lines make %d", p.Name, p.Total, sum)
	}
	return ""
}
