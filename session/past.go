package session

import (
	"context"
	"fmt"
)

// Log returns the events of a play in order, as they were kept.
func (p *Plays) Log(ctx context.Context, id string) ([]Event, error) {
	events, err := p.journal.Events(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("read the log of play %s: %w", id, err)
	}
	if len(events) == 0 {
		return nil, unknownPlay(id)
	}
	return events, nil
}

// Entries returns everything that happened in a play in order, with what it
// earned and whether it still counts.
func (p *Plays) Entries(ctx context.Context, id string) ([]Entry, error) {
	events, err := p.Log(ctx, id)
	if err != nil {
		return nil, err
	}
	var entries []Entry
	at := map[int64]int{} // where in entries the event of that number is
	_, err = replay(p.games, events, func(f fold) {
		e := f.last
		entry := f.entryOf(e, nil, true)
		switch e.Kind {
		case Did, Corrected:
			entry = f.entry(f.top, true)
		case Undone, Redone:
			entries[at[e.Target]].Counts = e.Kind == Redone
		}
		at[e.Number] = len(entries)
		entries = append(entries, entry)
	})
	return entries, err
}

// At returns a play as it stood after the event of that number.
func (p *Plays) At(ctx context.Context, id string, number int64) (*View, error) {
	events, err := p.Log(ctx, id)
	if err != nil {
		return nil, err
	}
	for i, e := range events {
		if e.Number == number {
			f, err := replay(p.games, events[:i+1], nil)
			if err != nil {
				return nil, err
			}
			return f.view(id)
		}
	}
	return nil, &Failure{Reason: NotFound, What: fmt.Sprintf("play %s has no event %d", id, number), Hint: "its events are listed with their numbers"}
}

// Replay folds a whole log by the rules and returns the play as it stands,
// and what it leaves in the history: logs from elsewhere are tried with it
// before they are kept.
func Replay(games Games, events []Event) (*View, Projection, error) {
	f, err := replay(games, events, nil)
	if err != nil {
		return nil, Projection{}, err
	}
	v, err := f.view(events[0].Play)
	if err != nil {
		return nil, Projection{}, err
	}
	return v, Projection{Status: f.status, Note: f.note, Outcome: f.outcome()}, nil
}
