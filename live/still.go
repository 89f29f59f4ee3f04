package live

import "time"

// Still says when a mat can be read: nothing has moved over it for a while. It is
// a value; Look returns the next. The zero value has seen nothing.
type Still struct {
	moving  bool
	waits   bool      // something moved since the mat was read, so stillness is waited for
	since   time.Time // of the movement, or of the stillness
	seen    bool
	changed bool      // something has changed since the mat was read
	hand    bool      // something has moved over it since it was read
	asked   int       // readings since the last change
	last    time.Time // when it was read last
}

// Motion is what changed over a mat, as shares of its pixels.
type Motion struct {
	Moved   float64 // since the picture before
	Changed float64 // since the picture that was read last
	Whole   bool    // the whole table moved at once: a lamp or a bump, and no hand
}

// What stillness is. A hand covers a tenth of a mat and more, a worker two
// thousandths of it; a mat of nothing but noise stays far below either.
const (
	startMoving = 0.02   // share that moves when a hand comes
	stopMoving  = 0.002  // share below which it is gone
	changedAt   = 0.0004 // share that makes it worth reading again
	stillFor    = time.Second
	readAnyway  = 20 * time.Second // of movement without end: a lamp that flickers, a cat
	mostVotes   = 7                // readings of one state
	lookAgain   = time.Minute      // of a mat on which nothing seems to change: evening falls slowly
)

// Look returns the stillness after a picture taken at that time, and whether the
// mat should be read now. Wanted says that a reading is about to settle something.
func (s Still) Look(m Motion, at time.Time, wanted bool) (Still, bool) {
	if !s.seen {
		s = Still{seen: true, changed: true, hand: true, since: at}
	}
	if m.Changed >= changedAt && !s.changed {
		s.changed, s.asked = true, 0
	}
	switch {
	case !s.moving && m.Moved >= startMoving:
		s.moving, s.waits, s.changed, s.since, s.asked = true, true, true, at, 0
		s.hand = s.hand || !m.Whole
	case s.moving && m.Moved <= stopMoving:
		s.moving, s.since = false, at
	case !s.moving && m.Moved > stopMoving: // neither a hand nor still
		if s.changed && at.Sub(s.since) < readAnyway {
			return s, false
		}
	}
	switch {
	case s.moving && at.Sub(s.since) >= readAnyway:
		s.since = at // once, and again after as long
		return s, true
	case s.moving:
		return s, false
	case at.Sub(s.since) < stillFor && s.waits:
		return s, false
	}
	return s, s.changed || wanted && s.asked < mostVotes || at.Sub(s.last) >= lookAgain
}

// Again has the mat read though nothing on it changed, as by somebody who wasn't
// there before.
func (s Still) Again() Still {
	s.changed, s.hand, s.asked = true, true, 0
	return s
}

// Disturbed reports whether something has moved over the mat since it was last
// read with nothing left to settle.
func (s Still) Disturbed() bool { return s.hand }

// Read returns the stillness after the mat was read. Settled says that the reading
// left nothing that another may settle. At is when the picture was taken.
func (s Still) Read(settled bool, at time.Time) Still {
	s.changed, s.asked, s.last = false, s.asked+1, at
	if !s.moving {
		s.waits = false
		s.hand = s.hand && !settled && s.asked < mostVotes // no more readings will come
	}
	return s
}

// Moving reports whether something is moving over the mat now.
func (s Still) Moving() bool { return s.moving }
