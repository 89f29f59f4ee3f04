package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"harbormaster/session"
)

// correctCoins enters one event and returns its number.
func (s *service) correctCoins(ctx context.Context, play string, based int64, n int) (int64, error) {
	v, err := s.plays.Do(ctx, play, session.Command{Kind: session.Corrected, Based: based, Who: "w", Why: "y",
		Correction: &session.Correction{Player: "Ann", Set: json.RawMessage(fmt.Sprintf(`{"coins":%d}`, n%40))}})
	if err != nil {
		return 0, err
	}
	return v.Number, nil
}

// BenchmarkStreams measures the way from an acknowledged event to 200 readers
// at once: the median and the 99th percentile over all readers, in ms.
func BenchmarkStreams(b *testing.B) {
	const readers = 200
	s := serve(b)
	v := s.begin("orleans", "Ann", "Bo")
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	events := int64(b.N)
	acked := make([]atomic.Int64, events+1) // ns, by event
	got := make([][]time.Time, readers)
	var ready, group sync.WaitGroup
	ready.Add(readers)
	first := v.Number
	for n := range readers {
		group.Go(func() {
			f, err := s.follow(ctx, "", strconv.FormatInt(first, 10))
			ready.Done()
			if err != nil {
				b.Error(err)
				return
			}
			defer f.body.Close()
			for want := first + 1; want <= first+events; {
				m, err := f.next()
				if err != nil {
					b.Errorf("reader %d before event %d: %v", n, want, err)
					return
				}
				if m.event != "event" {
					continue
				}
				if m.id != strconv.FormatInt(want, 10) {
					b.Errorf("reader %d got event %s, want %d", n, m.id, want)
					return
				}
				got[n] = append(got[n], time.Now())
				want++
			}
		})
	}
	ready.Wait()
	b.ResetTimer()
	for i := range events {
		number, err := s.correctCoins(ctx, v.Play, first+i, int(i))
		if err != nil {
			b.Fatal(err)
		}
		acked[number-first].Store(time.Now().UnixNano())
		time.Sleep(20 * time.Millisecond) // people don't act faster than that; it isn't measured
	}
	group.Wait()
	b.StopTimer()
	var ms []float64
	for _, times := range got {
		for i, at := range times {
			// A reader may have it before the sender hears of it.
			ms = append(ms, max(0, float64(at.UnixNano()-acked[i+1].Load())/1e6))
		}
	}
	slices.Sort(ms)
	if len(ms) > 0 {
		b.ReportMetric(ms[len(ms)/2], "ms/median")
		b.ReportMetric(ms[len(ms)*99/100], "ms/p99")
	}
}

// TestMemoryStaysFlat: many events and readers that come and go leave nothing
// behind but the log and the newest events kept for those who come back.
func TestMemoryStaysFlat(t *testing.T) {
	events, readers := int64(1500), 10
	if os.Getenv("HARBORMASTER_SOAK") != "" {
		events, readers = 10000, 200
	}
	s := serve(t)
	v := s.begin("orleans", "Ann", "Bo")
	first := v.Number
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	var group sync.WaitGroup
	for n := range readers {
		group.Go(func() {
			if err := s.readAll(t.Context(), first, first+events, 100+n); err != nil {
				t.Errorf("reader %d: %v", n, err)
			}
		})
	}
	var early uint64
	for i := range events {
		if i == events/5 {
			early = heap()
		}
		if _, err := s.correctCoins(t.Context(), v.Play, first+i, int(i)); err != nil {
			t.Fatal(err)
		}
	}
	group.Wait()
	late := heap()
	t.Logf("heap after %d events %d KB, after %d events %d KB", events/5, early>>10, events, late>>10)
	// What stays of an event: itself among the newest, and its step in the play.
	if most := early + uint64(events)*1000 + 3<<20; late > most {
		t.Errorf("%d KB in use after %d events, want at most %d KB", late>>10, events, most>>10)
	}
	if n := s.plays.Feed().Len(); n > readers {
		t.Errorf("%d readers are left", n)
	}
}
