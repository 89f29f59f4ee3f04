package api

import (
	"github.com/prometheus/client_golang/prometheus"
)

// following gives the figures of following a play, when somebody collects.
type following struct{ server *Server }

// followDescs are the figures of the camera's side by name and what they say.
var followDescs = []struct {
	name, help string
	kind       prometheus.ValueType
	of         func(FollowFigures) float64
}{
	{"camera_pictures_total", "Pictures that the camera gave.", prometheus.CounterValue, func(f FollowFigures) float64 { return float64(f.Pictures) }},
	{"camera_read_total", "Pictures of the camera that were read.", prometheus.CounterValue, func(f FollowFigures) float64 { return float64(f.Read) }},
	{"camera_failed_total", "Pictures of the camera that couldn't be looked at, read or followed.", prometheus.CounterValue, func(f FollowFigures) float64 { return float64(f.Failed) }},
	{"camera_reading_seconds_total", "Time spent on reading pictures of the camera.", prometheus.CounterValue, func(f FollowFigures) float64 { return f.Reading.Seconds() }},
	{"follow_latency_seconds", "Time from the last picture that changed the play to its event.", prometheus.GaugeValue, func(f FollowFigures) float64 { return f.Late.Seconds() }},
	{"follow_actions_total", "Actions that the camera entered.", prometheus.CounterValue, func(f FollowFigures) float64 { return float64(f.Entered) }},
	{"follow_questions_total", "Questions that were asked.", prometheus.CounterValue, func(f FollowFigures) float64 { return float64(f.Questions) }},
	{"follow_answers_total", "Questions that people answered.", prometheus.CounterValue, func(f FollowFigures) float64 { return float64(f.Answered) }},
	{"follow_withdrawn_total", "Questions that were settled without an answer.", prometheus.CounterValue, func(f FollowFigures) float64 { return float64(f.Withdrawn) }},
	{"follow_gave_up_total", "Searches for an explanation that ended before all was tried.", prometheus.CounterValue, func(f FollowFigures) float64 { return float64(f.SearchesEnded) }},
}

func followDesc(i int) *prometheus.Desc {
	return prometheus.NewDesc("harbormaster_"+followDescs[i].name, followDescs[i].help, nil, nil)
}

// Describe names what Collect gives.
func (f following) Describe(to chan<- *prometheus.Desc) {
	for i := range followDescs {
		to <- followDesc(i)
	}
}

// Collect gives the figures; none where nothing is followed.
func (f following) Collect(to chan<- prometheus.Metric) {
	if f.server.Follow == nil {
		return
	}
	got := f.server.Follow.Figures()
	for i, d := range followDescs {
		to <- prometheus.MustNewConstMetric(followDesc(i), d.kind, d.of(got))
	}
}
