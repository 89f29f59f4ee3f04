package api

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"harbormaster/exchange"
	"harbormaster/history"
	"harbormaster/session"
)

// finished returns a finished play with its result in words.
func (s *Server) finished(c *gin.Context) (history.Play, session.Outcome, error) {
	log, err := s.Library.Log(c.Request.Context(), c.Param("id"))
	if err != nil {
		return history.Play{}, session.Outcome{}, err
	}
	_, p, err := session.Replay(s.game, log.Events)
	if err != nil {
		return log.Play, session.Outcome{}, err
	}
	if p.Outcome == nil {
		return log.Play, session.Outcome{}, &session.Failure{Reason: session.Locked, What: "the play isn't finished", Hint: "finish it first; then there is something to share"}
	}
	o := *p.Outcome
	s.Say.Explain(&o.Result)
	return log.Play, o, nil
}

// summary answers with a finished play as text to paste.
func (s *Server) summary(c *gin.Context) {
	p, o, err := s.finished(c)
	if err != nil {
		fail(c, s, err)
		return
	}
	c.Data(http.StatusOK, "text/plain; charset=utf-8", []byte(exchange.Summary(p, o, s.game, s.Say)))
}

// toBGStats sends a phone on to the app with the play filled in. The address
// is short, so that its QR code is read across a room; the one it leads to isn't.
func (s *Server) toBGStats(c *gin.Context) {
	p, o, err := s.finished(c)
	if err != nil {
		fail(c, s, err)
		return
	}
	list, err := s.Library.Players(c.Request.Context(), true)
	if err != nil {
		fail(c, s, err)
		return
	}
	people := make(map[int64]history.Player, len(list))
	for _, person := range list {
		people[person.ID] = person
	}
	link, err := exchange.Link(p, s.game, people, exchange.Summary(p, o, s.game, s.Say))
	if err != nil {
		fail(c, s, err)
		return
	}
	c.Header("Cache-Control", "no-store")
	c.Redirect(http.StatusFound, link)
}

func (s *Server) codeSVG(c *gin.Context) {
	if code, ok := s.code(c); ok {
		c.Data(http.StatusOK, "image/svg+xml", code.SVG())
	}
}

// codePNG answers with the code at 12 pixels a cell, sharp on a television.
func (s *Server) codePNG(c *gin.Context) {
	code, ok := s.code(c)
	if !ok {
		return
	}
	data, err := code.PNG(12)
	if err != nil {
		fail(c, s, err)
		return
	}
	c.Data(http.StatusOK, "image/png", data)
}

// code draws the address of a finished play's redirect.
func (s *Server) code(c *gin.Context) (exchange.Code, bool) {
	if _, _, err := s.finished(c); err != nil { // a code that leads nowhere helps nobody
		fail(c, s, err)
		return nil, false
	}
	base := "http://" + c.Request.Host
	if bases := s.bases(c.Request); len(bases) > 0 {
		base = bases[0]
	}
	code, err := exchange.QR(base + "/api/v1/history/" + c.Param("id") + "/bgstats")
	if err != nil {
		fail(c, s, err)
		return nil, false
	}
	return code, true
}
