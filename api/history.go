package api

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"

	"harbormaster/access"
	"harbormaster/history"
	"harbormaster/scoring"
	"harbormaster/session"
)

// Past is what was played.
type Past interface {
	// Plays lists plays, newest first, from a cursor ("" for the first page).
	Plays(ctx context.Context, f history.Filter, cursor string, limit int) (history.Page, error)
	// Detail returns one play with its score sheet.
	Detail(ctx context.Context, id string) (history.Detail, error)
	// RemovePlay removes a play that is over.
	RemovePlay(ctx context.Context, id string) error
}

func (s *Server) historyRoutes() []route {
	return []route{
		{"GET", "/history", access.Watch, s.listHistory},
		{"GET", "/history/:id", access.Watch, s.showHistory},
		{"DELETE", "/history/:id", access.Admin, s.removePlay},
	}
}

// Bounds of a page of the history, in plays.
const (
	usualPage = 50
	mostPage  = 200
)

// filterKeys are the parameters that filterOf reads.
var filterKeys = []string{"game", "player", "place", "status", "players", "from", "to", "text"}

// filterOf reads a filter of the history from a query.
func filterOf(q *asked) history.Filter {
	return history.Filter{
		Game: q.text("game"), Player: q.id("player"), Place: q.id("place"), Players: int(q.number("players", 1, 99, 0)),
		Status: session.Status(q.oneOf("status", string(session.Playing), string(session.Resting), string(session.Left), string(session.Complete))),
		From:   q.moment("from"), To: q.moment("to"), Text: q.text("text"),
	}
}

func (s *Server) listHistory(c *gin.Context) {
	q := query(c, append([]string{"cursor", "limit"}, filterKeys...)...)
	f := filterOf(q)
	cursor, limit := q.text("cursor"), int(q.number("limit", 1, mostPage, usualPage))
	if q.err != nil {
		fail(c, s, q.err)
		return
	}
	page, err := s.Library.Plays(c.Request.Context(), f, cursor, limit)
	if err != nil {
		fail(c, s, err)
		return
	}
	c.JSON(http.StatusOK, page)
}

func (s *Server) showHistory(c *gin.Context) {
	d, err := s.Library.Detail(c.Request.Context(), c.Param("id"))
	if err != nil {
		fail(c, s, err)
		return
	}
	s.explain(d.Game, d.Final)
	for _, r := range d.Rounds {
		s.explain(d.Game, r.Players)
	}
	c.JSON(http.StatusOK, d)
}

// explain fills in the sentences of score sheets.
func (s *Server) explain(game string, sheets []scoring.PlayerResult) {
	r := scoring.Result{Game: game, Players: sheets}
	s.Say.Explain(&r)
}

func (s *Server) removePlay(c *gin.Context) {
	id := c.Param("id")
	if err := s.Library.RemovePlay(c.Request.Context(), id); err != nil {
		fail(c, s, err)
		return
	}
	s.Plays.Forget(id)
	c.Status(http.StatusNoContent)
}
