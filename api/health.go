package api

import (
	"errors"
	"html/template"
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

var frontPage = template.Must(template.New("front").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Harbormaster</title></head>
<body><h1>Harbormaster</h1><p>The service is running, version {{.}}.</p>
<p><a href="/pair">Pair this device, so that it may act and see pictures</a></p>
<p><a href="/api/v1/openapi.yaml">What programs can ask of it</a></p></body></html>
`))

func (s *Server) front(c *gin.Context) {
	c.Header("Content-Type", "text/html; charset=utf-8")
	if err := frontPage.Execute(c.Writer, s.Version); err != nil {
		s.Log.Error("write the front page", "error", err)
	}
}
