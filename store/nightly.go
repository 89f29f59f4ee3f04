package store

import (
	"context"
	"fmt"
	"time"
)

// Clock is what the nightly backup knows of time.
type Clock struct {
	Now   func() time.Time
	After func(time.Duration) <-chan time.Time
	Plan  func() Plan // asked anew each time, since it may change; nil: DefaultPlan
}

// Plan is when backups are made and how many are kept.
type Plan struct {
	Keep int // of each kind
	Hour int // 0 to 23, local time
}

// DefaultPlan is the plan of those who made none. At four nobody plays, and no
// clock is set forward or back.
func DefaultPlan() Plan { return Plan{Keep: KeepBackups, Hour: 4} }

// Times of the nightly backup.
const (
	soonest = 2 * time.Minute  // after the start, so that a table that is switched on isn't kept waiting
	again   = 30 * time.Minute // after a backup that failed
	longest = time.Hour        // between two looks at the clock, which may be set meanwhile
)

// BackUpNightly backs the database up every night until ctx ends, and keeps
// the newest ones. A machine that is off at night catches up when it is on.
// What goes wrong is told to report, and tried again later.
func (s *Store) BackUpNightly(ctx context.Context, c Clock, report func(error)) {
	last := time.Time{}
	list, err := Backups(s.dir)
	if err != nil {
		report(err)
	}
	if len(list) > 0 {
		last = backupTime(list[0])
	}
	if c.Plan == nil {
		c.Plan = DefaultPlan
	}
	earliest := c.Now().Add(soonest)
	for {
		now, plan := c.Now(), c.Plan()
		if due := later(earliest, night(last, plan.Hour, now.Location())); now.Before(due) {
			select {
			case <-ctx.Done():
				return
			case <-c.After(min(due.Sub(now), longest)):
			}
			continue
		}
		if err := s.backUpOnce(ctx, now, plan.Keep); err != nil {
			if ctx.Err() != nil {
				return
			}
			report(fmt.Errorf("the nightly backup: %w", err))
			earliest = now.Add(again)
			continue
		}
		last = now
	}
}

func (s *Store) backUpOnce(ctx context.Context, now time.Time, keep int) error {
	if _, err := BackUp(ctx, s.dir, "", now); err != nil {
		return err
	}
	if err := prune(s.dir, keep); err != nil {
		return err
	}
	// At night nobody reads: the log ahead of the pages can be cut to nothing.
	if _, err := s.write.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
		return explain("shorten the database's log", err)
	}
	return nil
}

// night returns the first night after a time, in a place.
func night(t time.Time, hour int, in *time.Location) time.Time {
	t = t.In(in)
	n := time.Date(t.Year(), t.Month(), t.Day(), hour, 0, 0, 0, in)
	if !n.After(t) {
		n = time.Date(t.Year(), t.Month(), t.Day()+1, hour, 0, 0, 0, in)
	}
	return n
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
