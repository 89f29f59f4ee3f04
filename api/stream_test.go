package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"harbormaster/session"
)

// message is one server-sent event.
type message struct {
	id, event, data string
}

// stream is an open connection to /api/v1/events.
type stream struct {
	body  io.ReadCloser
	lines *bufio.Reader
}

// follow opens a stream. The reader goes away with ctx.
func (s *service) follow(ctx context.Context, query, last string) (*stream, error) {
	r, err := http.NewRequestWithContext(ctx, "GET", s.url+"/api/v1/events"+query, nil)
	if err != nil {
		return nil, err
	}
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	response, err := s.client.Do(r)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "text/event-stream" {
		response.Body.Close()
		return nil, fmt.Errorf("the stream answers %d, %s", response.StatusCode, response.Header.Get("Content-Type"))
	}
	contract.Lock()
	contract.met["GET /events"] = true
	contract.Unlock()
	return &stream{response.Body, bufio.NewReader(response.Body)}, nil
}

// next reads one message, passing over comments.
func (s *stream) next() (message, error) {
	var m message
	for {
		line, err := s.lines.ReadString('\n')
		if err != nil {
			return m, err
		}
		switch field, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": "); field {
		case "id":
			m.id = value
		case "event":
			m.event = value
		case "data":
			m.data = value
		case "":
			if m.data != "" {
				return m, nil
			}
		}
	}
}

func (s *service) mustFollow(query, last string) *stream {
	s.t.Helper()
	f, err := s.follow(s.t.Context(), query, last)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { f.body.Close() })
	return f
}

// wants reads the next message and checks its name and id.
func (f *stream) wants(t testing.TB, event, id string) message {
	t.Helper()
	m, err := f.next()
	if err != nil {
		t.Fatal(err)
	}
	if m.event != event || m.id != id {
		t.Fatalf("got message %q %q, want %q %q: %.200s", m.event, m.id, event, id, m.data)
	}
	return m
}

func TestStreamBeginsWithASnapshot(t *testing.T) {
	s := serve(t)
	v, other := s.begin("orleans", "Ann", "Bo"), s.begin("agricola", "Cy")
	f := s.mustFollow("", "")
	var snapshot struct {
		Number   int64
		Sessions []viewed
	}
	if err := json.Unmarshal([]byte(f.wants(t, "snapshot", "2").data), &snapshot); err != nil {
		t.Fatal(err)
	}
	if snapshot.Number != 2 || len(snapshot.Sessions) != 2 || snapshot.Sessions[0].Text == "" {
		t.Errorf("the snapshot: %+v", snapshot)
	}
	one := s.mustFollow("?session="+v.Play, "")
	one.wants(t, "snapshot", "2")
	s.post(&other, "pause", nil).wants(t, 200)
	s.post(&v, "pause", nil).wants(t, 200)
	f.wants(t, "event", "3")
	one.wants(t, "event", "4")
	var now viewed
	if err := json.Unmarshal([]byte(one.wants(t, "view", "").data), &now); err != nil || now.Number != 4 || now.Status != "paused" {
		t.Errorf("the view after the event: %v %+v", err, now)
	}
	back := s.mustFollow("", "2")
	back.wants(t, "event", "3")
	back.wants(t, "event", "4")
	back.wants(t, "view", "")
	s.mustFollow("?after=3", "").wants(t, "event", "4")
	s.mustFollow("", "99").wants(t, "snapshot", "4") // of another database
}

// TestManyStreams has readers come and go while others act: each gets every
// event once and in order.
func TestManyStreams(t *testing.T) {
	const readers, events = 200, 60
	s := serve(t)
	v := s.begin("orleans", "Ann", "Bo")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var group sync.WaitGroup
	first := v.Number
	for n := range readers {
		group.Go(func() {
			if err := s.readAll(ctx, first, first+events, 5+n%50); err != nil {
				t.Errorf("reader %d: %v", n, err)
			}
		})
	}
	for n := range events {
		c := session.Command{Kind: session.Corrected, Based: v.Number, Who: "w", Why: "y", Correction: &session.Correction{Player: "Ann", Set: json.RawMessage(fmt.Sprintf(`{"coins":%d}`, n))}}
		view, err := s.plays.Do(ctx, v.Play, c)
		if err != nil {
			t.Fatal(err)
		}
		v.Number = view.Number
	}
	group.Wait()
}

// readAll reads the events after one number up to another and hangs up after
// every so many of them.
func (s *service) readAll(ctx context.Context, last, end int64, stay int) error {
	for last < end {
		f, err := s.follow(ctx, "", strconv.FormatInt(last, 10))
		if err != nil {
			return err
		}
		for got := 0; last < end && got < stay; {
			m, err := f.next()
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) { // cut off for being slow
				break
			}
			if err != nil {
				return fmt.Errorf("after event %d: %w", last, err)
			}
			if m.event != "event" {
				continue
			}
			if want := strconv.FormatInt(last+1, 10); m.id != want {
				return fmt.Errorf("got event %s, want %s", m.id, want)
			}
			last++
			got++
		}
		f.body.Close()
	}
	return nil
}

// TestStreamEndsWithTheService: readers don't keep the service from ending.
func TestStreamEndsWithTheService(t *testing.T) {
	s := serve(t)
	f := s.mustFollow("", "")
	f.wants(t, "snapshot", "0")
	s.plays.Close()
	if _, err := f.next(); !errors.Is(err, io.EOF) {
		t.Errorf("after the end of the service: %v", err)
	}
	s.ask("GET", "/api/v1/sessions/some", nil).refused(t, http.StatusServiceUnavailable, "closing")
}
