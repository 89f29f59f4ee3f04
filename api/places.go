package api

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"

	"harbormaster/access"
	"harbormaster/history"
)

// Places are where people play.
type Places interface {
	Places(ctx context.Context) ([]history.Place, error)
	AddPlace(ctx context.Context, name string) (history.Place, error)
	RenamePlace(ctx context.Context, id int64, name string) error
	RemovePlace(ctx context.Context, id int64) error
}

func (s *Server) placeRoutes() []route {
	return []route{
		{"GET", "/places", access.Watch, s.listPlaces},
		{"POST", "/places", access.Act, s.addPlace},
		{"PATCH", "/places/:id", access.Act, s.renamePlace},
		{"DELETE", "/places/:id", access.Act, s.removePlace},
	}
}

func (s *Server) listPlaces(c *gin.Context) {
	list, err := s.Library.Places(c.Request.Context())
	if err != nil {
		fail(c, s, err)
		return
	}
	c.JSON(http.StatusOK, gin.H{"places": list})
}

// nameIn reads a body that is nothing but a name.
func nameIn(c *gin.Context) (string, error) {
	o, err := body(c, "name")
	if err != nil {
		return "", err
	}
	name := o.Need("name").Text()
	return name, o.Err()
}

func (s *Server) addPlace(c *gin.Context) {
	name, err := nameIn(c)
	if err != nil {
		fail(c, s, err)
		return
	}
	p, err := s.Library.AddPlace(c.Request.Context(), name)
	if err != nil {
		fail(c, s, err)
		return
	}
	c.JSON(http.StatusCreated, p)
}

func (s *Server) renamePlace(c *gin.Context) {
	s.withID(c, func(ctx context.Context, id int64) error {
		name, err := nameIn(c)
		if err != nil {
			return err
		}
		if err := s.Library.RenamePlace(ctx, id, name); err != nil {
			return err
		}
		c.Status(http.StatusNoContent)
		return nil
	})
}

func (s *Server) removePlace(c *gin.Context) {
	s.withID(c, func(ctx context.Context, id int64) error {
		if err := s.Library.RemovePlace(ctx, id); err != nil {
			return err
		}
		c.Status(http.StatusNoContent)
		return nil
	})
}
