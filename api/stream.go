package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gin-gonic/gin"

	"harbormaster/session"
)

// Times of a stream.
const (
	heartbeat  = 15 * time.Second // a comment line, so that both ends know of a broken connection
	patience   = 10 * time.Second // for a reader to take what was written to it
	retryAfter = 2000             // ms a browser waits before it connects again
)

// streams counts the readers and keeps each play's newest view as bytes, since
// all readers get the same.
type streams struct {
	open  atomic.Int64
	mu    sync.Mutex
	views map[string]drawn
}

type drawn struct {
	number int64
	view   *session.View
	data   []byte
}

// stream sends every event as it is committed: its id is the event's number,
// so that a reader that comes back with Last-Event-ID (or ?after=) misses none
// and gets none twice. After events that arrived together follows the view of
// each play they changed, without an id. A reader that is new, or away for too
// long, begins with a snapshot.
//
//	event: snapshot  data: {"number": 12, "sessions": [view, ...]}
//	event: event     data: an event of a play's log
//	event: view      data: a play as it stands
//
// See sendNews for what comes of the camera's side.
func (s *Server) stream(c *gin.Context) {
	after, err := lastID(c.Request)
	if err != nil {
		fail(c, s, err)
		return
	}
	only := c.Query("session")
	if only != "" {
		if _, err := s.Plays.View(c.Request.Context(), only); err != nil {
			fail(c, s, err)
			return
		}
	}
	s.streams.open.Add(1)
	defer s.streams.open.Add(-1)
	sub := s.Plays.Feed().Subscribe(after)
	defer sub.Close()

	h := c.Writer.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	c.Status(http.StatusOK)
	out := &sse{w: c.Writer, control: http.NewResponseController(c.Writer)}
	fmt.Fprintf(out.w, "retry: %d\n\n", retryAfter)

	if after < 0 || !sub.Whole {
		err = s.sendSnapshot(c, out, sub.Number, only)
	} else {
		err = s.sendEvents(c.Request.Context(), out, sub.Missed, only)
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	var told news
	changes := s.changes()
	if changes != nil && err == nil {
		err = s.sendNews(out, &told)
	}
	for err == nil {
		if err = out.flush(); err != nil {
			break
		}
		select {
		case <-c.Request.Context().Done():
			return
		case <-beat.C:
			out.text(": still here\n\n")
		case <-changes:
			changes = s.changes()
			err = s.sendNews(out, &told)
		case e, ok := <-sub.C:
			if !ok { // too slow, or the service ends: the browser comes back by itself
				return
			}
			batch := []session.Event{e}
			for more := true; more; {
				select {
				case e, ok := <-sub.C:
					if more = ok; ok {
						batch = append(batch, e)
					}
				default:
					more = false
				}
			}
			err = s.sendEvents(c.Request.Context(), out, batch, only)
		}
	}
	if !errors.Is(err, context.Canceled) {
		s.Log.Debug("a stream ended", "error", err)
	}
}

// lastID returns the number that the reader has got to, or -1 for a new one.
func lastID(r *http.Request) (int64, error) {
	text := r.Header.Get("Last-Event-ID")
	if text == "" {
		text = r.URL.Query().Get("after")
	}
	if text == "" {
		return -1, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, invalid(fmt.Sprintf("%q is no event number", text), "leave Last-Event-ID out to begin with a snapshot")
	}
	return n, nil
}

func (s *Server) sendSnapshot(c *gin.Context, out *sse, number int64, only string) error {
	views := []json.RawMessage{}
	ids := []string{only}
	if only == "" {
		plays, err := s.underWay(c)
		if err != nil {
			return err
		}
		ids = nil
		for _, p := range plays {
			ids = append(ids, p.ID)
		}
	}
	for _, id := range ids {
		data, err := s.drawn(c.Request.Context(), id)
		if err != nil {
			return err
		}
		views = append(views, data)
	}
	data, err := json.Marshal(gin.H{"number": number, "sessions": views})
	if err != nil {
		return fmt.Errorf("write a snapshot: %w", err)
	}
	out.message("snapshot", number, data)
	return nil
}

// sendEvents sends events in order, and then the plays that they changed.
func (s *Server) sendEvents(ctx context.Context, out *sse, events []session.Event, only string) error {
	var changed []string
	for _, e := range events {
		if only != "" && e.Play != only {
			continue
		}
		data, err := json.Marshal(e)
		if err != nil {
			return fmt.Errorf("write event %d: %w", e.Number, err)
		}
		out.message("event", e.Number, data)
		if len(changed) == 0 || changed[len(changed)-1] != e.Play {
			changed = append(changed, e.Play)
		}
	}
	sent := map[string]bool{}
	for _, id := range changed {
		if sent[id] {
			continue
		}
		sent[id] = true
		data, err := s.drawn(ctx, id)
		if err != nil {
			return err
		}
		out.message("view", 0, data)
	}
	return nil
}

// drawn returns a play's view as JSON, the same bytes for all readers.
func (s *Server) drawn(ctx context.Context, id string) ([]byte, error) {
	v, err := s.Plays.View(ctx, id)
	if err != nil {
		return nil, err
	}
	s.streams.mu.Lock()
	defer s.streams.mu.Unlock()
	if d, ok := s.streams.views[id]; ok && d.view == v {
		return d.data, nil
	}
	data, err := json.Marshal(s.present(v))
	if err != nil {
		return nil, fmt.Errorf("write the view of play %s: %w", id, err)
	}
	if s.streams.views == nil || len(s.streams.views) > 16 {
		s.streams.views = map[string]drawn{}
	}
	s.streams.views[id] = drawn{v.Number, v, data}
	return data, nil
}

// sse writes server-sent events. The first error sticks.
type sse struct {
	w       http.ResponseWriter
	control *http.ResponseController
	err     error
}

func (o *sse) text(t string) {
	if o.err != nil {
		return
	}
	if err := o.control.SetWriteDeadline(time.Now().Add(patience)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		o.err = err
		return
	}
	_, o.err = o.w.Write([]byte(t))
}

// message writes one message; data is JSON and so has no line breaks.
func (o *sse) message(event string, id int64, data []byte) {
	head := "event: " + event + "\n"
	if id > 0 || event == "snapshot" {
		head = "id: " + strconv.FormatInt(id, 10) + "\n" + head
	}
	o.text(head + "data: " + string(data) + "\n\n")
}

func (o *sse) flush() error {
	if o.err != nil {
		return o.err
	}
	return o.control.Flush()
}
