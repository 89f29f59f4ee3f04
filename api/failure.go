package api

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"runtime/debug"

	"github.com/gin-gonic/gin"

	"harbormaster/access"
	"harbormaster/exchange"
	"harbormaster/scoring"
	"harbormaster/session"
)

// problem is the one shape of all errors: {"error": {...}}.
type problem struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
	// Key, Params, Player and Place are a rule's refusal, for pages that say
	// it in other languages.
	Key    string         `json:"key,omitempty"`
	Params map[string]any `json:"params,omitempty"`
	Player string         `json:"player,omitempty"`
	Place  string         `json:"place,omitempty"`
	// Number is that of the play's last event, where a command was stale.
	Number int64 `json:"number,omitempty"`
}

// kinds turns reasons into codes: the one table.
var kinds = map[session.Reason]struct {
	status int
	code   string
}{
	session.Fault:    {http.StatusInternalServerError, "fault"},
	session.Invalid:  {http.StatusUnprocessableEntity, "invalid"},
	session.NotFound: {http.StatusNotFound, "not-found"},
	session.Stale:    {http.StatusConflict, "stale"},
	session.Locked:   {http.StatusConflict, "locked"},
	session.Nothing:  {http.StatusConflict, "nothing"},
	session.Held:     {http.StatusConflict, "held"},
	session.Closing:  {http.StatusServiceUnavailable, "closing"},
	session.Unkept:   {http.StatusInsufficientStorage, "unkept"},
}

func notFound(what string) error {
	return &session.Failure{Reason: session.NotFound, What: what}
}

func invalid(what, hint string) error {
	return &session.Failure{Reason: session.Invalid, What: what, Hint: hint}
}

// fail answers with an error.
func fail(c *gin.Context, s *Server, err error) {
	var failure *session.Failure
	var violation *scoring.Violation
	var tooBig *http.MaxBytesError
	var refusal *access.Refusal
	var unread *exchange.Problem
	switch {
	case errors.As(err, &unread):
		write(c, http.StatusUnprocessableEntity, s.unread(unread))
	case errors.As(err, &violation):
		write(c, http.StatusUnprocessableEntity, problem{Code: "rule", Message: s.Say.Error(err), Key: violation.Key,
			Params: violation.Params, Player: violation.Player, Place: violation.Place})
	case errors.As(err, &failure):
		kind := kinds[failure.Reason]
		if failure.Reason == session.Unkept {
			s.unkept.Store(true)
		}
		if kind.status >= http.StatusInternalServerError {
			s.Log.Error("a request failed", "route", c.FullPath(), "error", err)
		}
		write(c, kind.status, problem{Code: kind.code, Message: failure.What, Hint: failure.Hint, Number: failure.Now})
	case errors.As(err, &tooBig):
		write(c, http.StatusRequestEntityTooLarge, problem{Code: "too-big", Message: "the request is too big"})
	case errors.As(err, &refusal):
		refuse(c, refusal)
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, io.ErrUnexpectedEOF):
		c.Header("Connection", "close")
		write(c, http.StatusRequestTimeout, problem{Code: "too-slow", Message: "the request didn't arrive in time", Hint: "send it again"})
	case errors.Is(err, context.Canceled):
		c.Abort() // nobody is listening any more
	default:
		s.Log.Error("a request failed", "route", c.FullPath(), "error", err)
		write(c, http.StatusInternalServerError, problem{Code: "fault", Message: "something went wrong here", Hint: "the log says what"})
	}
}

func write(c *gin.Context, status int, p problem) {
	c.AbortWithStatusJSON(status, gin.H{"error": p})
}

func stack() string { return string(debug.Stack()) }
