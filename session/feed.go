package session

import (
	"sync"
)

// Feed tells subscribers of events, in order, each once. Nobody waits for a
// slow one: it is cut off, and comes back with the number it has got to.
type Feed struct {
	mu    sync.Mutex
	subs  map[*Subscriber]struct{}
	kept  []Event // the newest events, for those who come back
	first int64   // everything after this number is in kept
	last  int64
	done  bool
}

// Bounds of the feed: how many events a subscriber may be behind before it is
// cut off, and how many are kept for those who come back.
const (
	feedBuffer = 256
	feedKept   = 4096
)

// Subscriber is one reader of the feed.
type Subscriber struct {
	// C gets every event after Missed. It is closed when the subscriber was
	// too slow or the feed has ended.
	C <-chan Event
	// Missed are the events after the number that was asked for, up to now.
	Missed []Event
	// Whole is false when some events after that number are no longer kept:
	// the reader must begin with a snapshot.
	Whole bool
	// Number is that of the last event in Missed or before.
	Number int64

	c    chan Event
	feed *Feed
}

// newFeed returns a feed that goes on after the events given, the newest of
// the journal in order; first is the number before them.
func newFeed(first int64, newest []Event) *Feed {
	f := &Feed{subs: map[*Subscriber]struct{}{}, kept: newest, first: first, last: first}
	if n := len(newest); n > 0 {
		f.last = newest[n-1].Number
	}
	return f
}

// Subscribe registers a reader that has all events up to number after; a
// negative number asks for news only.
func (f *Feed) Subscribe(after int64) *Subscriber {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := make(chan Event, feedBuffer)
	s := &Subscriber{C: c, c: c, feed: f, Number: f.last, Whole: true}
	if after >= 0 && after < f.last {
		s.Whole = after >= f.first
		if s.Whole {
			for i, e := range f.kept {
				if e.Number > after {
					s.Missed = append(s.Missed, f.kept[i:]...)
					break
				}
			}
		}
	}
	if after > f.last { // of another database, or from before a restore
		s.Whole = false
	}
	if f.done {
		close(c)
		return s
	}
	f.subs[s] = struct{}{}
	return s
}

// Close ends the subscription. It may be called more than once.
func (s *Subscriber) Close() {
	s.feed.mu.Lock()
	defer s.feed.mu.Unlock()
	s.feed.drop(s)
}

// Len returns how many readers there are.
func (f *Feed) Len() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.subs)
}

func (f *Feed) drop(s *Subscriber) {
	if _, ok := f.subs[s]; ok {
		delete(f.subs, s)
		close(s.c)
	}
}

// publish tells all readers of an event that is committed.
func (f *Feed) publish(e Event) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last = e.Number
	f.kept = append(f.kept, e)
	if len(f.kept) > 2*feedKept { // halve it now and then instead of moving all each time
		cut := len(f.kept) - feedKept
		f.first = f.kept[cut-1].Number
		f.kept = append([]Event(nil), f.kept[cut:]...)
	}
	for s := range f.subs {
		select {
		case s.c <- e:
		default:
			f.drop(s)
		}
	}
}

// end closes all subscriptions.
func (f *Feed) end() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.done = true
	for s := range f.subs {
		f.drop(s)
	}
}
