package session

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"harbormaster/scoring"
)

//go:embed messages
var messages embed.FS

// Messages returns this package's own message files.
func Messages() fs.FS { return messages }

// View is a play as it stands: what pages and displays show. It is a value
// that is never changed once it was given out.
type View struct {
	Play    string          `json:"play"`
	Number  int64           `json:"number"` // of the play's last event; commands are based on it
	Status  Status          `json:"status"`
	Began   time.Time       `json:"began"`
	Changed time.Time       `json:"changed"`
	Start   Start           `json:"start"`
	Title   string          `json:"title"`
	Note    string          `json:"note,omitempty"`
	Round   int             `json:"round,omitempty"`
	Phase   string          `json:"phase,omitempty"`
	Prompt  *scoring.Prompt `json:"prompt,omitempty"`
	State   json.RawMessage `json:"state,omitempty"` // a state file
	Result  scoring.Result  `json:"result"`          // as if the game ended now, corrected lines in it
	Rounds  []Round         `json:"rounds,omitempty"`
	Recent  []Entry         `json:"recent"`         // the last changes that count, newest first
	Undo    *Entry          `json:"undo,omitempty"` // what an undo would take back
	Redo    *Entry          `json:"redo,omitempty"` // what a redo would bring back
	Held    []Place         `json:"held,omitempty"` // where a correction holds against the camera
	Lines   []CorrectedLine `json:"corrected_lines,omitempty"`
	Outcome *Outcome        `json:"outcome,omitempty"` // of a play taken over from elsewhere
}

// Entry is a change with what it earned.
type Entry struct {
	Number     int64           `json:"number"`
	At         time.Time       `json:"at"`
	Kind       Kind            `json:"kind"`
	Origin     Origin          `json:"origin,omitempty"`
	Who        string          `json:"who,omitempty"`
	Why        string          `json:"why,omitempty"`
	Player     string          `json:"player,omitempty"`
	Counts     bool            `json:"counts"`           // false: it was undone
	Target     int64           `json:"target,omitempty"` // the change that an undo or redo meant
	Message    scoring.Message `json:"message"`
	Correction *Correction     `json:"correction,omitempty"`
	Credits    []Credit        `json:"credits,omitempty"`
}

// Credit is an award with where its points came from.
type Credit struct {
	scoring.Award
	Origin Origin `json:"origin"`
}

// Place is a hex or counter of a player.
type Place struct {
	Player string `json:"player"`
	Space  string `json:"space"`
}

// CorrectedLine is a line of the score that somebody set by hand.
type CorrectedLine struct {
	Player   string `json:"player"`
	Category string `json:"category"`
	Points   int    `json:"points"`
}

// mostRecent bounds Recent.
const mostRecent = 12

// view draws the fold up.
func (f fold) view(play string) (*View, error) {
	v := &View{Play: play, Number: f.number, Status: f.status, Began: f.began.At, Changed: f.last.At,
		Start: f.start, Note: f.note, Title: f.start.Game, Recent: []Entry{}}
	if f.record != nil {
		v.Title, v.Result, v.Outcome, v.Rounds = cmp.Or(f.record.Title, f.start.Game), f.record.Result, f.record, f.record.Rounds
		return v, nil
	}
	v.Title = f.game.Info().Title
	state, err := json.Marshal(f.top.state)
	if err != nil {
		return nil, fmt.Errorf("write the state of play %s: %w", play, err)
	}
	prompt := f.game.Next(f.top.state)
	v.State, v.Prompt, v.Round, v.Phase = state, &prompt, prompt.Round, prompt.Phase
	v.Result, v.Rounds = f.result(), f.top.rounds
	for s := f.top; s.before != nil && len(v.Recent) < mostRecent; s = s.before {
		v.Recent = append(v.Recent, f.entry(s, true))
	}
	if f.top.before != nil && f.status == Playing {
		e := f.entry(f.top, true)
		v.Undo = &e
	}
	if f.undone != nil && f.status == Playing {
		e := f.entry(f.undone.step, false)
		v.Redo = &e
	}
	for p := range f.top.held {
		v.Held = append(v.Held, Place{p.player, p.space})
	}
	slices.SortFunc(v.Held, func(a, b Place) int {
		return cmp.Or(cmp.Compare(a.Player, b.Player), cmp.Compare(a.Space, b.Space))
	})
	for l, points := range f.top.lines {
		v.Lines = append(v.Lines, CorrectedLine{l.player, l.category, points})
	}
	slices.SortFunc(v.Lines, func(a, b CorrectedLine) int {
		return cmp.Or(cmp.Compare(a.Player, b.Player), cmp.Compare(a.Category, b.Category))
	})
	return v, nil
}

// entry draws up a step.
func (f fold) entry(s *step, counts bool) Entry { return f.entryOf(s.event, s.awards, counts) }

func (f fold) entryOf(e Event, awards []scoring.Award, counts bool) Entry {
	entry := Entry{Number: e.Number, At: e.At, Kind: e.Kind, Origin: e.Origin, Who: e.Who, Why: e.Why, Counts: counts, Target: e.Target, Correction: e.Correction}
	origin := e.Origin
	switch {
	case e.Action != nil:
		entry.Player, entry.Message = e.Action.Player, scoring.Did(f.start.Game, *e.Action)
		if e.Origin != ByCamera && e.Action.Points == nil && e.Action.Do != scoring.Bulk {
			origin = ByRule
		}
	case e.Correction != nil && e.Correction.Category != "":
		entry.Player = e.Correction.Player
		if e.Correction.Points != nil {
			entry.Message = scoring.Msg("session.did-line", "player", entry.Player, "category", e.Correction.Category, "points", *e.Correction.Points)
		} else {
			entry.Message = scoring.Msg("session.did-line-counted", "player", entry.Player, "category", e.Correction.Category)
		}
	case e.Correction == nil:
		entry.Message = scoring.Msg("session.did-"+string(e.Kind), "why", e.Why)
	default:
		entry.Player, entry.Message = e.Correction.Player, scoring.Msg("session.did-correct", "player", e.Correction.Player, "what", told(e.Correction.Set))
	}
	for _, a := range awards {
		entry.Credits = append(entry.Credits, Credit{a, origin})
	}
	return entry
}

// result is the score as if the game ended now, with the lines set by hand
// in it. Who wins then follows from the totals alone, if a line was set.
func (f fold) result() scoring.Result {
	if f.record != nil {
		return f.record.Result
	}
	r := f.game.Score(f.top.state)
	if len(f.top.lines) == 0 {
		return r
	}
	for i := range r.Players {
		p := &r.Players[i]
		p.Lines = slices.Clone(p.Lines)
		for _, category := range f.game.Info().Categories {
			points, ok := f.top.lines[line{p.Name, category}]
			if !ok {
				continue
			}
			fixed := scoring.Line{Category: category, Points: points, Message: scoring.Msg("session.line-by-hand", "counted", 0)}
			if j := slices.IndexFunc(p.Lines, func(l scoring.Line) bool { return l.Category == category }); j >= 0 {
				fixed.Message.Params["counted"] = p.Lines[j].Points
				p.Total += points - p.Lines[j].Points
				p.Lines[j] = fixed
			} else {
				p.Add(fixed)
			}
		}
	}
	r.Notes = nil
	r.CrownMost(func(i int) (int, int) { return r.Players[i].Total, 0 })
	return r
}

// outcome is what a finished play leaves in the history; of any other, nil.
func (f fold) outcome() *Outcome {
	if f.status != Complete || f.record != nil {
		return f.record
	}
	r := f.result()
	rounds := f.top.rounds
	if last := f.game.Next(f.top.state).Round; last > 0 && (len(rounds) == 0 || rounds[len(rounds)-1].Round < last) {
		rounds = append(slices.Clip(rounds), Round{Round: last, Players: r.Players}) // the one that the end came in
	}
	return &Outcome{Result: r, Ranks: Ranks(r), Rounds: rounds, Started: f.began.At, Ended: f.ended}
}

// Ranks returns each player's rank, from 1: the winners first, all others by
// total, those with the same total on the same rank.
func Ranks(r scoring.Result) []int {
	ranks := make([]int, len(r.Players))
	wins := func(i int) bool { return slices.Contains(r.Winners, r.Players[i].Name) }
	for i := range r.Players {
		ranks[i] = 1
		for j := range r.Players {
			if !wins(i) && (wins(j) || r.Players[j].Total > r.Players[i].Total) {
				ranks[i]++
			}
		}
	}
	return ranks
}
