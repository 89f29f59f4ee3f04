// Package api is the service's face to tablets, displays and other programs:
// routes under /api/v1, server-sent events, health and metrics. It turns
// requests into commands and views into JSON; it knows no SQL and no pixels.
package api

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/gin-gonic/gin"

	"harbormaster/access"
	"harbormaster/history"
	"harbormaster/scoring"
	"harbormaster/scoring/say"
	"harbormaster/session"
)

// Library is what the API asks of the past.
type Library interface {
	People
	Places
	Cards
	Settings
	Past
	Statistics
	Archive
	// Figures counts plays and measures the database.
	Figures(ctx context.Context) (history.Figures, error)
	// Check says whether the database answers.
	Check(ctx context.Context) error
}

// Options are what a server is made of.
type Options struct {
	Plays   *session.Plays
	Library Library
	Eye     Eye
	Setup   Setup
	Follow  Following // nil: no play follows a camera
	Games   []scoring.Game
	Say     *say.Speaker
	// Messages are sentences for pages that are neither theirs nor the games'.
	Messages []fs.FS
	Log      *slog.Logger
	Version  string
	Machine  Machine
	Door
}

// Server answers HTTP requests.
type Server struct {
	Options
	router  *gin.Engine
	streams streams
	// importing is held by the import under way.
	importing sync.Mutex
	metrics   *metrics
	unkept    atomic.Bool // the last change could not be kept
	pages     pages
}

// New returns a server with all routes. It is an error if the options leave its
// door open without saying so.
func New(o Options) (*Server, error) {
	gin.SetMode(gin.ReleaseMode)
	if err := o.Door.check(); err != nil {
		return nil, err
	}
	s := &Server{Options: o, router: gin.New()}
	s.metrics = newMetrics(s)
	s.router.HandleMethodNotAllowed = true
	s.router.RedirectTrailingSlash = false // an address is right or it isn't
	s.router.UseRawPath = true             // a name may hold a slash, as %2F
	s.router.Use(s.recover, s.secure, s.bound)
	s.router.NoRoute(s.nothing)
	s.router.NoMethod(func(c *gin.Context) {
		write(c, http.StatusMethodNotAllowed, problem{Code: "method", Message: "this address doesn't take that method"})
	})
	for _, path := range pagePaths {
		s.router.GET(path, s.page)
	}
	s.router.GET("/assets/:version/*path", s.asset)
	s.router.GET("/healthz", s.health)
	s.router.GET("/readyz", s.ready)
	s.router.GET("/metrics", s.showMetrics)
	v1 := s.router.Group("/api/v1")
	for _, r := range s.routes() {
		v1.Handle(r.method, r.path, s.need(r), r.run)
	}
	return s, nil
}

// route is one address under /api/v1 with what it takes to ask it.
type route struct {
	method, path string
	level        access.Level
	run          gin.HandlerFunc
}

func (s *Server) routes() []route {
	routes := []route{
		{"GET", "/games", access.Watch, s.games},
		{"GET", "/sessions", access.Watch, s.listSessions},
		{"POST", "/sessions", access.Act, s.beginSession},
		{"GET", "/sessions/:id", access.Watch, s.showSession},
		{"GET", "/sessions/:id/prompt", access.Watch, s.showPrompt},
		{"GET", "/sessions/:id/events", access.Watch, s.showEvents},
		{"GET", "/events", access.Watch, s.stream},
		{"GET", "/openapi.yaml", access.Anybody, s.describe},
	}
	for name, kind := range commands {
		routes = append(routes, route{"POST", "/sessions/:id/" + name, access.Act, s.command(kind)})
	}
	return slices.Concat(routes, s.playerRoutes(), s.placeRoutes(), s.cardRoutes(), s.settingRoutes(), s.historyRoutes(), s.statisticsRoutes(),
		s.accessRoutes(), s.eyeRoutes(), s.setupRoutes(), s.followRoutes(), s.machineRoutes(), s.exchangeRoutes())
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.router.ServeHTTP(w, r) }

// recover answers a request whose handler panicked, and logs where.
func (s *Server) recover(c *gin.Context) {
	defer func() {
		if r := recover(); r != nil {
			if r == http.ErrAbortHandler { // an answer breaks off on purpose
				panic(r)
			}
			s.Log.Error("a request ended in a panic", "method", c.Request.Method, "route", c.FullPath(), "panic", r, "stack", stack())
			if !c.Writer.Written() {
				write(c, http.StatusInternalServerError, problem{Code: "fault", Message: "the program made a mistake", Hint: "the log says where; please report it"})
			}
			c.Abort()
		}
	}()
	c.Next()
}

// Route is an address under /api/v1, with its parameters in braces.
type Route struct {
	Method, Path string
	Level        access.Level
}

// Routes lists all addresses under /api/v1.
func (s *Server) Routes() []Route {
	var list []Route
	for _, r := range s.routes() {
		parts := strings.Split(r.path, "/")
		for i, p := range parts {
			if name, ok := strings.CutPrefix(p, ":"); ok {
				parts[i] = "{" + name + "}"
			}
		}
		list = append(list, Route{r.method, strings.Join(parts, "/"), r.level})
	}
	return list
}
