package api

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"harbormaster/access"
	"harbormaster/history"
	"harbormaster/session"
)

// People are who plays.
type People interface {
	// Players lists players by name, those hidden only if asked for.
	Players(ctx context.Context, hidden bool) ([]history.Player, error)
	Player(ctx context.Context, id int64) (history.Player, error)
	AddPlayer(ctx context.Context, p history.Player) (history.Player, error)
	ChangePlayer(ctx context.Context, p history.Player) (history.Player, error)
	// RemovePlayer hides a player who is in the history and says so.
	RemovePlayer(ctx context.Context, id int64) (hidden bool, err error)
	Picture(ctx context.Context, id int64) (history.Picture, error)
	// SetPicture sets a picture, or with an empty body takes it away.
	SetPicture(ctx context.Context, id int64, p history.Picture) error
}

func (s *Server) playerRoutes() []route {
	return []route{
		{"GET", "/players", access.Watch, s.listPlayers},
		{"POST", "/players", access.Act, s.addPlayer},
		{"GET", "/players/:id", access.Watch, s.showPlayer},
		{"PATCH", "/players/:id", access.Act, s.changePlayer},
		{"DELETE", "/players/:id", access.Act, s.removePlayer},
		{"GET", "/players/:id/picture", access.Act, s.showPlayerPicture},
		{"PUT", "/players/:id/picture", access.Act, s.setPlayerPicture},
		{"DELETE", "/players/:id/picture", access.Act, s.removePlayerPicture},
	}
}

// identity reads a number from the address.
func identity(c *gin.Context) (int64, error) {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil || id < 1 {
		return 0, &session.Failure{Reason: session.NotFound, What: fmt.Sprintf("%.40q is no id", c.Param("id")), Hint: "ids are whole numbers from 1; the list has them all"}
	}
	return id, nil
}

// withID answers for the thing with the id in the address.
func (s *Server) withID(c *gin.Context, answer func(ctx context.Context, id int64) error) {
	id, err := identity(c)
	if err == nil {
		err = answer(c.Request.Context(), id)
	}
	if err != nil {
		fail(c, s, err)
	}
}

func (s *Server) listPlayers(c *gin.Context) {
	q := query(c, "hidden")
	hidden := q.flag("hidden")
	if q.err != nil {
		fail(c, s, q.err)
		return
	}
	list, err := s.Library.Players(c.Request.Context(), hidden)
	if err != nil {
		fail(c, s, err)
		return
	}
	c.JSON(http.StatusOK, gin.H{"players": list})
}

func (s *Server) showPlayer(c *gin.Context) {
	s.withID(c, func(ctx context.Context, id int64) error {
		p, err := s.Library.Player(ctx, id)
		if err == nil {
			c.JSON(http.StatusOK, p)
		}
		return err
	})
}

func (s *Server) addPlayer(c *gin.Context) {
	o, err := body(c, "name", "color", "shape")
	if err != nil {
		fail(c, s, err)
		return
	}
	p := history.Player{Name: o.Need("name").Text(), Color: optional(o, "color"), Shape: optional(o, "shape"), Created: time.Now().UTC().Truncate(time.Millisecond)}
	if o.Failed() {
		fail(c, s, o.Err())
		return
	}
	if p, err = s.Library.AddPlayer(c.Request.Context(), p); err != nil {
		fail(c, s, err)
		return
	}
	c.Header("Location", "/api/v1/players/"+strconv.FormatInt(p.ID, 10))
	c.JSON(http.StatusCreated, p)
}

func (s *Server) changePlayer(c *gin.Context) {
	s.withID(c, func(ctx context.Context, id int64) error {
		o, err := body(c, "name", "color", "shape", "hidden")
		if err != nil {
			return err
		}
		p, err := s.Library.Player(ctx, id)
		if err != nil {
			return err
		}
		for key, into := range map[string]*string{"name": &p.Name, "color": &p.Color, "shape": &p.Shape} {
			if o.Has(key) {
				*into = o.Get(key).Text()
			}
		}
		if o.Has("hidden") {
			p.Hidden = o.Get("hidden").Bool()
		}
		if o.Failed() {
			return o.Err()
		}
		if p, err = s.Library.ChangePlayer(ctx, p); err == nil {
			c.JSON(http.StatusOK, p)
		}
		return err
	})
}

func (s *Server) removePlayer(c *gin.Context) {
	s.withID(c, func(ctx context.Context, id int64) error {
		hidden, err := s.Library.RemovePlayer(ctx, id)
		if err == nil {
			c.JSON(http.StatusOK, gin.H{"hidden": hidden})
		}
		return err
	})
}

func (s *Server) showPlayerPicture(c *gin.Context) {
	s.withID(c, func(ctx context.Context, id int64) error {
		p, err := s.Library.Picture(ctx, id)
		if err == nil {
			c.Header("Cache-Control", "private, no-cache")
			c.Data(http.StatusOK, p.Type, p.Body)
		}
		return err
	})
}

func (s *Server) setPlayerPicture(c *gin.Context) {
	s.withID(c, func(ctx context.Context, id int64) error {
		data, err := io.ReadAll(c.Request.Body)
		if err != nil {
			return fmt.Errorf("read the picture: %w", err)
		}
		if len(data) == 0 {
			return invalid("there is no picture in the request", "send a JPEG or PNG as the body")
		}
		// What a picture is shows in its bytes; a header may say anything.
		if err := s.Library.SetPicture(ctx, id, history.Picture{Type: http.DetectContentType(data), Body: data}); err != nil {
			return err
		}
		c.Status(http.StatusNoContent)
		return nil
	})
}

func (s *Server) removePlayerPicture(c *gin.Context) {
	s.withID(c, func(ctx context.Context, id int64) error {
		if err := s.Library.SetPicture(ctx, id, history.Picture{}); err != nil {
			return err
		}
		c.Status(http.StatusNoContent)
		return nil
	})
}
