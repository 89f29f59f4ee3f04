package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"harbormaster/access"
	"harbormaster/history"
	"harbormaster/scoring"
)

// Cards are the opportunity cards that people defined.
type Cards interface {
	// Cards lists those of a game, or all ("").
	Cards(ctx context.Context, game string) ([]history.Card, error)
	AddCard(ctx context.Context, c history.Card) (history.Card, error)
	ChangeCard(ctx context.Context, c history.Card) (history.Card, error)
	RemoveCard(ctx context.Context, id int64) error
}

func (s *Server) cardRoutes() []route {
	return []route{
		{"GET", "/cards", access.Watch, s.listCards},
		{"POST", "/cards", access.Act, s.addCard},
		{"PUT", "/cards/:id", access.Act, s.changeCard},
		{"DELETE", "/cards/:id", access.Act, s.removeCard},
	}
}

func (s *Server) listCards(c *gin.Context) {
	q := query(c, "game")
	game := q.text("game")
	if q.err != nil {
		fail(c, s, q.err)
		return
	}
	list, err := s.Library.Cards(c.Request.Context(), game)
	if err != nil {
		fail(c, s, err)
		return
	}
	c.JSON(http.StatusOK, gin.H{"cards": list})
}

// cardGame is a game that has cards which people define.
type cardGame interface{ CheckCard(body []byte) error }

// cardIn reads a card. What its body means only its game knows, which checks it.
func (s *Server) cardIn(c *gin.Context) (history.Card, error) {
	o, err := body(c, "game", "name", "body")
	if err != nil {
		return history.Card{}, err
	}
	card := history.Card{Game: o.Need("game").Text(), Name: o.Need("name").Text(), Body: o.Need("body").JSON()}
	if o.Failed() {
		return card, o.Err()
	}
	i := slices.IndexFunc(s.Games, func(g scoring.Game) bool { return g.Info().Name == card.Game })
	if i < 0 {
		return card, invalid("no game has the name "+strconv.Quote(card.Game), "the list of games has their names")
	}
	game, has := s.Games[i].(cardGame)
	if !has {
		return card, invalid(s.Games[i].Info().Title+" has no cards that are defined by hand", "")
	}
	if card.Body, err = named(card.Body, card.Name); err != nil {
		return card, err
	}
	return card, game.CheckCard(card.Body)
}

// named gives a card's definition the card's name, which games want in it.
func named(definition json.RawMessage, name string) (json.RawMessage, error) {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(definition, &keys); err != nil || keys == nil {
		return nil, invalid("the body of a card must be a JSON object", "give what the game's settings take as an opportunity card")
	}
	own, err := json.Marshal(name)
	if err != nil {
		return nil, fmt.Errorf("write a card's name: %w", err)
	}
	if there, ok := keys["name"]; ok && string(there) != string(own) {
		return nil, invalid("the card's body has another name", "leave it out there")
	}
	keys["name"] = own
	return json.Marshal(keys)
}

func (s *Server) addCard(c *gin.Context) {
	card, err := s.cardIn(c)
	if err == nil {
		card, err = s.Library.AddCard(c.Request.Context(), card)
	}
	if err != nil {
		fail(c, s, err)
		return
	}
	c.JSON(http.StatusCreated, card)
}

func (s *Server) changeCard(c *gin.Context) {
	s.withID(c, func(ctx context.Context, id int64) error {
		card, err := s.cardIn(c)
		if err != nil {
			return err
		}
		card.ID = id
		if card, err = s.Library.ChangeCard(ctx, card); err == nil {
			c.JSON(http.StatusOK, card)
		}
		return err
	})
}

func (s *Server) removeCard(c *gin.Context) {
	s.withID(c, func(ctx context.Context, id int64) error {
		if err := s.Library.RemoveCard(ctx, id); err != nil {
			return err
		}
		c.Status(http.StatusNoContent)
		return nil
	})
}
