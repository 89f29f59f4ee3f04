package api

import (
	"net/http"

	"github.com/gin-gonic/gin"
)

// health says that the process answers.
func (s *Server) health(c *gin.Context) { c.JSON(http.StatusOK, gin.H{"status": "ok"}) }

// ready says whether everything that is needed works, with reasons.
func (s *Server) ready(c *gin.Context) {
	reasons := []string{}
	if err := s.Library.Check(c.Request.Context()); err != nil {
		s.Log.Error("the database doesn't answer", "error", err)
		reasons = append(reasons, "the database doesn't answer: see the log")
	}
	status := http.StatusOK
	if len(reasons) > 0 {
		status = http.StatusServiceUnavailable
	}
	c.JSON(status, gin.H{"ready": len(reasons) == 0, "reasons": reasons})
}
