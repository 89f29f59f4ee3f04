package api

import (
	"context"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"harbormaster/session"
)

// metrics are what Prometheus may collect. No player's name is in them.
type metrics struct {
	handler     http.Handler
	frames      *prometheus.CounterVec
	reading     prometheus.Histogram
	corrections *prometheus.CounterVec
}

// figures asks the database when somebody collects, and not before.
type figures struct {
	server                    *Server
	games, inProgress, dbSize *prometheus.Desc
}

func newMetrics(s *Server) *metrics {
	m := &metrics{
		frames: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "harbormaster_frames_total",
			Help: "Pictures that came in, by what became of them: read or refused."}, []string{"result"}),
		reading: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "harbormaster_frame_processing_seconds",
			Help: "Time from a picture to what was read in it.", Buckets: prometheus.ExponentialBuckets(0.02, 2, 10)}),
		corrections: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "harbormaster_corrections_total",
			Help: "Corrections by hand since the start."}, []string{"game"}),
	}
	info := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "harbormaster_build_info", Help: "Always 1; the version is the label."}, []string{"version"})
	info.WithLabelValues(s.Version).Set(1)
	name := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("harbormaster_"+name, help, labels, nil)
	}
	r := prometheus.NewRegistry()
	r.MustRegister(info, m.frames, m.reading, m.corrections,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "harbormaster_sse_clients", Help: "Open event streams."},
			func() float64 { return float64(s.streams.open.Load()) }),
		&figures{s, name("games_total", "Finished plays in the history.", "game"),
			name("game_in_progress", "Plays that are going on or paused."), name("db_size_bytes", "Size of the database.")},
		following{s},
		displayErrors{s, name("display_errors_total", "Errors of score displays since the start.", "driver")},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.handler = promhttp.HandlerFor(r, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: 4})
	return m
}

// Describe names what Collect gives.
func (f *figures) Describe(to chan<- *prometheus.Desc) {
	to <- f.games
	to <- f.inProgress
	to <- f.dbSize
}

// Collect asks the database. What it doesn't answer is an error among the metrics.
func (f *figures) Collect(to chan<- prometheus.Metric) {
	const patience = 5 * time.Second
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	got, err := f.server.Library.Figures(ctx)
	if err != nil {
		f.server.Log.Error("count for the metrics", "error", err)
		to <- prometheus.NewInvalidMetric(f.dbSize, err)
		return
	}
	for game, n := range got.Finished {
		to <- prometheus.MustNewConstMetric(f.games, prometheus.CounterValue, float64(n), game)
	}
	to <- prometheus.MustNewConstMetric(f.inProgress, prometheus.GaugeValue, float64(got.UnderWay))
	to <- prometheus.MustNewConstMetric(f.dbSize, prometheus.GaugeValue, float64(got.Bytes))
}

func (s *Server) showMetrics(c *gin.Context) { s.metrics.handler.ServeHTTP(c.Writer, c.Request) }

// counted notes a command that was carried out.
func (m *metrics) counted(kind session.Kind, v *session.View) {
	if kind == session.Corrected {
		m.corrections.WithLabelValues(v.Start.Game).Inc()
	}
}

// looked notes a picture that came in.
func (m *metrics) looked(took time.Duration, err error) {
	if err != nil {
		m.frames.WithLabelValues("refused").Inc()
		return
	}
	m.frames.WithLabelValues("read").Inc()
	m.reading.Observe(took.Seconds())
}
