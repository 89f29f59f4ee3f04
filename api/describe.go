package api

import (
	_ "embed"
	"net/http"

	"github.com/gin-gonic/gin"
)

// Description is the OpenAPI description of all routes under /api/v1.
//
//go:embed openapi.yaml
var Description []byte

func (s *Server) describe(c *gin.Context) {
	c.Data(http.StatusOK, "application/yaml", Description)
}
