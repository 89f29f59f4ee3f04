package api

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"

	"harbormaster/access"
	"harbormaster/history"
)

// Statistics are what finished plays come to, in a game or all ("").
type Statistics interface {
	Overview(ctx context.Context, game string) (history.Overview, error)
	PlayerStatistics(ctx context.Context, id int64, game string) (history.PlayerStatistics, error)
	// Meetings are against one player, or all (0).
	Meetings(ctx context.Context, player, against int64, game string) ([]history.Meeting, error)
	// Categories are of one player, or all (0).
	Categories(ctx context.Context, player int64, game string) ([]history.Category, error)
	Records(ctx context.Context, game string) ([]history.Record, error)
}

func (s *Server) statisticsRoutes() []route {
	return []route{
		{"GET", "/statistics", access.Watch, s.overview},
		{"GET", "/statistics/players/:id", access.Watch, s.playerStatistics},
		{"GET", "/statistics/head-to-head", access.Watch, s.headToHead},
		{"GET", "/statistics/categories", access.Watch, s.categories},
		{"GET", "/statistics/records", access.Watch, s.records},
	}
}

// counted answers with what an answer function makes of the query.
func (s *Server) counted(c *gin.Context, keys []string, answer func(ctx context.Context, q *asked, game string) (any, error)) {
	q := query(c, append([]string{"game"}, keys...)...)
	game := q.text("game")
	v, err := answer(c.Request.Context(), q, game)
	if q.err != nil {
		err = q.err
	}
	if err != nil {
		fail(c, s, err)
		return
	}
	c.JSON(http.StatusOK, v)
}

func (s *Server) overview(c *gin.Context) {
	s.counted(c, nil, func(ctx context.Context, q *asked, game string) (any, error) {
		return s.Library.Overview(ctx, game)
	})
}

func (s *Server) playerStatistics(c *gin.Context) {
	s.counted(c, nil, func(ctx context.Context, q *asked, game string) (any, error) {
		id, err := identity(c)
		if err != nil {
			return nil, err
		}
		return s.Library.PlayerStatistics(ctx, id, game)
	})
}

func (s *Server) headToHead(c *gin.Context) {
	s.counted(c, []string{"player", "against"}, func(ctx context.Context, q *asked, game string) (any, error) {
		player, against := q.id("player"), q.id("against")
		if player == 0 {
			q.fail("whose meetings?", "give player, the id of one; against narrows it to two")
		}
		if q.err != nil {
			return nil, q.err
		}
		list, err := s.Library.Meetings(ctx, player, against, game)
		return gin.H{"player": player, "meetings": list}, err
	})
}

func (s *Server) categories(c *gin.Context) {
	s.counted(c, []string{"player"}, func(ctx context.Context, q *asked, game string) (any, error) {
		list, err := s.Library.Categories(ctx, q.id("player"), game)
		return gin.H{"categories": list}, err
	})
}

func (s *Server) records(c *gin.Context) {
	s.counted(c, nil, func(ctx context.Context, q *asked, game string) (any, error) {
		list, err := s.Library.Records(ctx, game)
		return gin.H{"records": list}, err
	})
}
