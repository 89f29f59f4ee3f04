package api

import (
	"context"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"

	"harbormaster/access"
)

// Machine is what the API asks of the box the service runs on.
type Machine struct {
	// Displays says how the score displays are doing; nil: there are none.
	Displays func() []Display
	// Doctor examines the machine and returns a report as JSON has it; nil: it
	// can't be examined from here.
	Doctor func(ctx context.Context) any
	// Judge says of a picture whether it is sharp and lit well enough, as lines
	// of a report; nil: it can't be done from here.
	Judge func(picture []byte) (any, error)
	// Cards draws the printable cards for so many players on a4 or letter, as PDF.
	Cards func(players int, paper string) ([]byte, error)
	// Cameras lists the cameras of the machine as {cameras, fixed}; nil: they can't
	// be looked for from here.
	Cameras func(ctx context.Context) (any, error)
	// ChooseCamera has the table watch the camera at an address, "" none.
	ChooseCamera func(ctx context.Context, address string) error
	// TestDisplays lights all lamps of all displays for a moment; nil: there are none.
	TestDisplays func()
	// Bundle returns a zip for whoever helps, without secrets; nil: there is none.
	Bundle func(ctx context.Context) ([]byte, error)
}

// Display is how a score display is doing.
type Display struct {
	Address string    `json:"address"`
	Driver  string    `json:"driver"`
	Error   string    `json:"error,omitempty"` // why it fails; empty: it works
	Failing time.Time `json:"failing,omitzero"`
	Errors  int64     `json:"errors"` // since the start
	// Picture is the lamps, for pages to draw: {kind, modules, cells, lamps}. A
	// PIN that is on the lamps isn't in it.
	Picture any `json:"picture"`
}

func (s *Server) machineRoutes() []route {
	return []route{
		{"GET", "/displays", access.Watch, s.showDisplays},
		{"GET", "/doctor", access.Admin, s.examine},
		{"GET", "/doctor/bundle.zip", access.Admin, s.giveBundle},
	}
}

func (m Machine) displays() []Display {
	if m.Displays == nil {
		return []Display{}
	}
	return m.Displays()
}

func (s *Server) showDisplays(c *gin.Context) {
	c.JSON(http.StatusOK, gin.H{"displays": s.Machine.displays()})
}

func (s *Server) examine(c *gin.Context) {
	if s.Machine.Doctor == nil {
		fail(c, s, notFound("this machine can't be examined from here"))
		return
	}
	c.JSON(http.StatusOK, s.Machine.Doctor(c.Request.Context()))
}

func (s *Server) giveBundle(c *gin.Context) {
	if s.Machine.Bundle == nil {
		fail(c, s, notFound("there is no support bundle to be had from here"))
		return
	}
	data, err := s.Machine.Bundle(c.Request.Context())
	if err != nil {
		fail(c, s, err)
		return
	}
	c.Header("Content-Disposition", `attachment; filename="harbormaster.zip"`)
	c.Data(http.StatusOK, "application/zip", data)
}

// displayErrors counts the errors of displays for the metrics, by driver.
type displayErrors struct {
	server *Server
	desc   *prometheus.Desc
}

// Describe names what Collect gives.
func (d displayErrors) Describe(to chan<- *prometheus.Desc) { to <- d.desc }

// Collect sums up what the displays say.
func (d displayErrors) Collect(to chan<- prometheus.Metric) {
	sums := map[string]int64{}
	for _, one := range d.server.Machine.displays() {
		sums[one.Driver] += one.Errors
	}
	for driver, n := range sums {
		to <- prometheus.MustNewConstMetric(d.desc, prometheus.CounterValue, float64(n), driver)
	}
}
