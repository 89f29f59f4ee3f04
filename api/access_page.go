package api

import (
	_ "embed" // the page is in the program
	"net/http"

	"github.com/gin-gonic/gin"
)

// The plain page that pairs a browser.
var (
	//go:embed pair.html
	pairHTML []byte
	//go:embed pair.js
	pairJS []byte
)

func (s *Server) pairPage(c *gin.Context) {
	secret(c)
	c.Data(http.StatusOK, "text/html; charset=utf-8", pairHTML)
}

func (s *Server) pairScript(c *gin.Context) {
	c.Data(http.StatusOK, "text/javascript; charset=utf-8", pairJS)
}
