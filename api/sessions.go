package api

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"harbormaster/history"
	"harbormaster/scoring"
	"harbormaster/scoring/strict"
	"harbormaster/session"
)

// commands are the addresses below a session that make events.
var commands = map[string]session.Kind{
	"actions":     session.Did,
	"undo":        session.Undone,
	"redo":        session.Redone,
	"corrections": session.Corrected,
	"pause":       session.Paused,
	"resume":      session.Resumed,
	"abandon":     session.Abandoned,
	"finish":      session.Finished,
	"reopen":      session.Reopened,
	"note":        session.Noted,
}

// view is a play as pages get it: with its sentences.
type view struct {
	*session.View
	Text   string         `json:"text,omitempty"` // the prompt
	Recent []said         `json:"recent"`
	Undo   *said          `json:"undo,omitempty"`
	Redo   *said          `json:"redo,omitempty"`
	Result scoring.Result `json:"result"`
	Unsure []string       `json:"unsure,omitempty"` // players whose score isn't known well enough
}

// said is an entry with its sentences.
type said struct {
	session.Entry
	Text    string   `json:"text"`
	Earned  []string `json:"earned,omitempty"` // a sentence a credit
	Credits any      `json:"credits,omitempty"`
}

func (s *Server) present(v *session.View) view {
	out := view{View: v, Result: v.Result, Recent: []said{}, Unsure: s.unsure(v.Play)}
	if v.Prompt != nil {
		out.Text = s.Say.Sentence(v.Prompt.Message)
	}
	s.Say.Explain(&out.Result)
	for _, e := range v.Recent {
		out.Recent = append(out.Recent, s.said(e))
	}
	if v.Undo != nil {
		e := s.said(*v.Undo)
		out.Undo = &e
	}
	if v.Redo != nil {
		e := s.said(*v.Redo)
		out.Redo = &e
	}
	return out
}

func (s *Server) said(e session.Entry) said {
	out := said{Entry: e, Text: s.Say.Sentence(e.Message)}
	if len(e.Credits) > 0 {
		out.Credits = e.Credits
	}
	for _, credit := range e.Credits {
		out.Earned = append(out.Earned, fmt.Sprintf("%s: %s", credit.Player, s.Say.Sentence(credit.Message)))
	}
	return out
}

func (s *Server) games(c *gin.Context) {
	type game struct {
		Name       string            `json:"name"`
		Title      string            `json:"title"`
		MinPlayers int               `json:"min_players"`
		MaxPlayers int               `json:"max_players"`
		Categories []string          `json:"categories"`
		Settings   []scoring.Setting `json:"settings"`
	}
	list := []game{}
	for _, g := range s.Games {
		i := g.Info()
		list = append(list, game{i.Name, i.Title, i.MinPlayers, i.MaxPlayers, i.Categories, append([]scoring.Setting{}, i.Settings...)})
	}
	c.JSON(http.StatusOK, gin.H{"games": list})
}

// listSessions lists the plays that are under way.
func (s *Server) listSessions(c *gin.Context) {
	list, err := s.underWay(c)
	if err != nil {
		fail(c, s, err)
		return
	}
	c.JSON(http.StatusOK, gin.H{"sessions": list})
}

func (s *Server) underWay(c *gin.Context) ([]history.Play, error) {
	list := []history.Play{}
	for _, status := range []session.Status{session.Playing, session.Resting} {
		page, err := s.Library.Plays(c.Request.Context(), history.Filter{Status: status}, "", 100)
		if err != nil {
			return nil, err
		}
		list = append(list, page.Plays...)
	}
	return list, nil
}

func (s *Server) beginSession(c *gin.Context) {
	o, err := body(c, "game", "seats", "settings", "place", "note", "state", "who", "request")
	if err != nil {
		fail(c, s, err)
		return
	}
	start := session.Start{Game: o.Need("game").Text()}
	for _, v := range o.Need("seats").List() {
		seat := v.Object("name", "player", "color", "shape")
		one := session.Seat{Name: seat.Need("name").Text()}
		if seat.Has("player") {
			one.Player = int64(seat.Get("player").Int(0, 1<<31-1))
		}
		one.Color, one.Shape = optional(seat, "color"), optional(seat, "shape")
		start.Seats = append(start.Seats, one)
	}
	for key, into := range map[string]*json.RawMessage{"settings": &start.Settings, "state": &start.State} {
		if o.Has(key) {
			*into = o.Get(key).JSON()
		}
	}
	start.Place, start.Note = optional(o, "place"), optional(o, "note")
	who, request := optional(o, "who"), optional(o, "request")
	if o.Failed() {
		fail(c, s, o.Err())
		return
	}
	v, err := s.Plays.Begin(c.Request.Context(), start, s.who(c, who), request)
	if err != nil {
		fail(c, s, err)
		return
	}
	c.Header("Location", "/api/v1/sessions/"+v.Play)
	c.JSON(http.StatusCreated, s.present(v))
}

// showSession answers with a play as it stands, or with ?at= as it stood
// after that event.
func (s *Server) showSession(c *gin.Context) {
	v, err := s.Plays.View(c.Request.Context(), c.Param("id"))
	if at := c.Query("at"); at != "" && err == nil {
		number, bad := strconv.ParseInt(at, 10, 64)
		if bad != nil {
			fail(c, s, invalid(fmt.Sprintf("%q is no event number", at), "leave \"at\" out to see the play as it stands"))
			return
		}
		v, err = s.Plays.At(c.Request.Context(), c.Param("id"), number)
	}
	if err != nil {
		fail(c, s, err)
		return
	}
	tag := strconv.Quote(strconv.FormatInt(v.Number, 10))
	c.Header("ETag", tag)
	c.Header("Cache-Control", "no-cache")
	if c.GetHeader("If-None-Match") == tag {
		c.Status(http.StatusNotModified)
		return
	}
	c.JSON(http.StatusOK, s.present(v))
}

func (s *Server) showPrompt(c *gin.Context) {
	v, err := s.Plays.View(c.Request.Context(), c.Param("id"))
	if err != nil {
		fail(c, s, err)
		return
	}
	p := s.present(v)
	c.JSON(http.StatusOK, gin.H{"number": v.Number, "status": v.Status, "prompt": v.Prompt, "text": p.Text})
}

func (s *Server) showEvents(c *gin.Context) {
	events, err := s.Plays.Log(c.Request.Context(), c.Param("id"))
	if err != nil {
		fail(c, s, err)
		return
	}
	entries, err := s.Plays.Entries(c.Request.Context(), c.Param("id"))
	if err != nil {
		fail(c, s, err)
		return
	}
	list := make([]said, len(entries))
	for i, e := range entries {
		list[i] = s.said(e)
	}
	c.JSON(http.StatusOK, gin.H{"events": events, "entries": list})
}

// command answers a command of one kind with the play after it.
func (s *Server) command(kind session.Kind) gin.HandlerFunc {
	return func(c *gin.Context) {
		o, err := body(c, "based", "request", "who", "why", "action", "correction")
		if err != nil {
			fail(c, s, err)
			return
		}
		cmd := session.Command{Kind: kind, Based: int64(o.Need("based").Int(0, 1<<53)), Request: optional(o, "request"), Who: optional(o, "who"), Why: optional(o, "why")}
		if kind == session.Did {
			a, err := strict.ReadAction(o.Need("action").JSON())
			if err != nil && !o.Failed() {
				fail(c, s, err)
				return
			}
			cmd.Action = &a
		}
		if kind == session.Corrected {
			cmd.Correction = correction(o.Need("correction"))
		}
		if o.Failed() {
			fail(c, s, o.Err())
			return
		}
		cmd.Who = s.who(c, cmd.Who)
		v, err := s.Plays.Do(c.Request.Context(), c.Param("id"), cmd)
		if err != nil {
			fail(c, s, err)
			return
		}
		s.metrics.counted(kind, v)
		s.unkept.Store(false)
		c.JSON(http.StatusOK, s.present(v))
	}
}

// who names whoever sent a request: as they say themselves, else by the name
// under which their device was paired.
func (s *Server) who(c *gin.Context, said string) string {
	if device := caller(c).Device; said == "" && device != nil {
		return device.Name
	}
	return said
}

func correction(v strict.Value) *session.Correction {
	o := v.Object("player", "set", "category", "points")
	r := &session.Correction{Player: optional(o, "player"), Category: optional(o, "category")}
	if o.Has("set") {
		r.Set = o.Get("set").JSON()
	}
	if o.Has("points") && !o.Get("points").Null() {
		n := o.Get("points").Int(-9999, 9999)
		r.Points = &n
	}
	return r
}

// body reads the body of a request as a JSON object with these keys.
func body(c *gin.Context, keys ...string) (strict.Object, error) {
	data, err := io.ReadAll(c.Request.Body)
	if err != nil {
		return strict.Object{}, fmt.Errorf("read the request: %w", err)
	}
	v := strict.Parse(data)
	if v.Failed() {
		return strict.Object{}, v.Err()
	}
	o := v.Object(keys...)
	if v.Failed() {
		return strict.Object{}, v.Err()
	}
	return o, nil
}

func optional(o strict.Object, key string) string {
	if !o.Has(key) || o.Get(key).Null() {
		return ""
	}
	return o.Get(key).Text()
}
