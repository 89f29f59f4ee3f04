package api

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"harbormaster/access"
)

// TestRouteWithoutLevel: who forgets to say whom a route is for lets nobody in.
func TestRouteWithoutLevel(t *testing.T) {
	password, made, err := access.OpenPassword(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	guard := access.New(&access.Memory{}, password, access.Settings{Open: true, Local: true}, time.Now, log)
	admin, _, err := guard.Login(peer(httptest.NewRequest("GET", "/", nil)), access.Caller{}, made)
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Options: Options{Log: log, Door: Door{Guard: guard}}}
	for level, want := range map[access.Level]int{access.Unset: http.StatusForbidden, access.Admin: http.StatusNoContent} {
		router := gin.New()
		router.GET("/x", s.need(route{level: level}), func(c *gin.Context) { c.Status(http.StatusNoContent) })
		r := httptest.NewRequest("GET", "/x", nil)
		r.AddCookie(&http.Cookie{Name: "harbormaster-" + adminCookie, Value: admin})
		w := httptest.NewRecorder()
		router.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("level %v answers an admin with %d, want %d", level, w.Code, want)
		}
	}
}

// TestServerWithoutDoor: a door can't be forgotten.
func TestServerWithoutDoor(t *testing.T) {
	if s, err := New(Options{}); err == nil || s != nil {
		t.Error("a server without a door was made")
	}
}
