package session_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"harbormaster/scoring/catalog"
	"harbormaster/session"
)

func TestFeedTellsEachEventOnceInOrder(t *testing.T) {
	p := open(t, &memory{})
	b := begin(t, p, twoAtOrleans)
	const events, readers = 400, 20
	var group sync.WaitGroup
	for reader := range readers {
		first := p.Feed().Subscribe(b.Number)
		group.Go(func() {
			sub, last := first, b.Number
			take := func(e session.Event) {
				if e.Number != last+1 {
					t.Errorf("reader %d got event %d after %d", reader, e.Number, last)
				}
				last = e.Number
			}
			for last < b.Number+events {
				for _, e := range sub.Missed {
					take(e)
				}
				for last < b.Number+events {
					e, ok := <-sub.C
					if !ok {
						break
					}
					take(e)
					if int(last)%(reader+5) == 0 { // comes and goes
						break
					}
				}
				sub.Close()
				sub = p.Feed().Subscribe(last)
				if !sub.Whole {
					t.Errorf("reader %d: events after %d are gone", reader, last)
				}
			}
			sub.Close()
		})
	}
	c := *b
	for n := range events {
		c.do(coins("Ann", n%9))
	}
	group.Wait()
	if n := p.Feed().Len(); n != 0 {
		t.Errorf("%d readers are left", n)
	}
}

func TestSlowReaderIsCutOff(t *testing.T) {
	p := open(t, &memory{})
	b := begin(t, p, twoAtOrleans)
	sub := p.Feed().Subscribe(-1)
	for n := range 300 {
		b.do(coins("Ann", n%9))
	}
	got := 0
	for range sub.C {
		got++
	}
	if got == 0 || got >= 300 {
		t.Errorf("a reader that never reads got %d of 300 events, want some and the end", got)
	}
	sub.Close() // twice does no harm
}

func TestFeedAfterARestart(t *testing.T) {
	j := &memory{}
	p := open(t, j)
	b := begin(t, p, twoAtOrleans)
	for n := range 10 {
		b.do(coins("Ann", n))
	}
	p.Close()
	feed := open(t, j).Feed()
	for _, test := range []struct {
		after, missed int64
		whole         bool
	}{{0, 11, true}, {4, 7, true}, {11, 0, true}, {-1, 0, true}, {12, 0, false}} {
		sub := feed.Subscribe(test.after)
		if int64(len(sub.Missed)) != test.missed || sub.Whole != test.whole || sub.Number != 11 {
			t.Errorf("after %d: missed %d, whole %v, number %d; want %d, %v, 11", test.after, len(sub.Missed), sub.Whole, sub.Number, test.missed, test.whole)
		}
		sub.Close()
	}
}

func TestFarTooOldBeginsAnew(t *testing.T) {
	p := open(t, &memory{})
	b := begin(t, p, twoAtOrleans)
	for n := range 9000 {
		b.do(coins("Ann", n%9))
	}
	if sub := p.Feed().Subscribe(1); sub.Whole || len(sub.Missed) != 0 {
		t.Errorf("event 2 of 9001 is still there: %d kept", len(sub.Missed))
	}
	if sub := p.Feed().Subscribe(8000); !sub.Whole || len(sub.Missed) != 1001 {
		t.Errorf("after 8000: whole %v, %d missed, want 1001", sub.Whole, len(sub.Missed))
	}
}

func TestManyPlaysAreShutAndComeBack(t *testing.T) {
	j := &memory{}
	p := open(t, j)
	var tables []*table
	for range 40 {
		tables = append(tables, begin(t, p, twoAtOrleans))
	}
	var group sync.WaitGroup
	for _, b := range tables {
		group.Go(func() {
			for n := range 20 {
				c := coins("Bo", n+1)
				c.Based = b.Number
				v, err := p.Do(t.Context(), b.Play, c)
				if err != nil {
					t.Error(err)
					return
				}
				b.View = v
			}
		})
	}
	group.Wait()
	if n := len(j.events); n != 40*21 {
		t.Errorf("%d events, want %d", n, 40*21)
	}
	p.Close()
	_, err := p.View(t.Context(), tables[0].Play)
	var f *session.Failure
	if !errors.As(err, &f) || f.Reason != session.Closing {
		t.Errorf("after the end: %v", err)
	}
}

// TestReaderIsFasterThanWhoBegan: who hears of a new play and asks for it at
// once gets the one goroutine that owns it, not a second one beside it.
func TestReaderIsFasterThanWhoBegan(t *testing.T) {
	p := open(t, &memory{})
	s := p.Feed().Subscribe(-1)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for e := range s.C {
			if e.Kind != session.Started {
				continue
			}
			c := coins("Ann", 3)
			c.Based = e.Number
			if _, err := p.Do(t.Context(), e.Play, c); err != nil {
				t.Error(err)
			}
		}
	}()
	for range 100 {
		b := begin(t, p, twoAtOrleans)
		for b.Undo == nil { // until the reader's coins are there
			v, err := p.View(t.Context(), b.Play)
			if err != nil {
				t.Fatal(err)
			}
			b.View = v
		}
		b.do(session.Command{Kind: session.Undone})
	}
	p.Close() // hangs on a goroutine that nobody knows any more
	<-ended
}

// TestShutInTheMiddle has two clients at each of more plays than are kept open:
// a play that is shut while one of them acts must come back with that event.
func TestShutInTheMiddle(t *testing.T) {
	j := &slow{}
	p := open(t, j)
	var tables []*table
	for range 36 {
		tables = append(tables, begin(t, p, twoAtOrleans))
	}
	var based sync.Map // number of an event to the number that its command was based on
	var group sync.WaitGroup
	for _, b := range tables {
		for client := range 2 {
			group.Go(func() {
				for n := range 12 {
					v, err := p.View(t.Context(), b.Play)
					if err != nil {
						t.Error(err)
						return
					}
					c := coins([]string{"Ann", "Bo"}[client], n+1)
					c.Based = v.Number
					after, err := p.Do(t.Context(), b.Play, c)
					var f *session.Failure
					switch {
					case err == nil:
						based.Store(after.Number, c.Based)
					case !errors.As(err, &f) || f.Reason != session.Stale:
						t.Error(err)
					}
				}
			})
		}
	}
	group.Wait()
	for _, b := range tables {
		events, err := p.Log(t.Context(), b.Play)
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i < len(events); i++ {
			if want, ok := based.Load(events[i].Number); !ok || want != events[i-1].Number {
				t.Errorf("event %d comes after %d, its command was based on %v", events[i].Number, events[i-1].Number, want)
			}
		}
		replayed, _, err := session.Replay(catalog.Game, events)
		if err != nil {
			t.Fatal(err)
		}
		now, err := p.View(t.Context(), b.Play)
		if err != nil {
			t.Fatal(err)
		}
		if string(now.State) != string(replayed.State) || now.Number != replayed.Number {
			t.Errorf("play %s is at event %d, its log at %d", b.Play, now.Number, replayed.Number)
		}
	}
}

// slow is a journal that takes a moment for each event, as disks do.
type slow struct{ memory }

func (s *slow) Append(ctx context.Context, e session.Event, p session.Projection) (int64, error) {
	time.Sleep(300 * time.Microsecond)
	return s.memory.Append(ctx, e, p)
}
