package api

import (
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"harbormaster/session"
)

// health says that the process answers.
func (s *Server) health(c *gin.Context) { c.JSON(http.StatusOK, gin.H{"status": "ok"}) }

// ready says whether everything that is needed works, with reasons.
func (s *Server) ready(c *gin.Context) {
	reasons := []string{}
	if err := s.Library.Check(c.Request.Context()); err != nil {
		s.Log.Error("the database isn't well", "error", err)
		reason := "the database doesn't answer: see the log"
		var failure *session.Failure
		if errors.As(err, &failure) {
			reason = failure.What + ": " + failure.Hint
		}
		reasons = append(reasons, reason)
	} else if s.unkept.Load() {
		reasons = append(reasons, "the last change could not be kept: see whether the disk is full or read-only")
	}
	status := http.StatusOK
	if len(reasons) > 0 {
		status = http.StatusServiceUnavailable
	}
	c.JSON(status, gin.H{"ready": len(reasons) == 0, "reasons": reasons})
}
