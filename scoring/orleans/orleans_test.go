package orleans_test

import (
	"testing"

	"harbormaster/scoring/counters"
	"harbormaster/scoring/orleans"
	"harbormaster/scoring/scoringtest"
)

func TestConformance(t *testing.T) {
	scoringtest.Run(t, orleans.Game{}, scoringtest.Options{Seated: counters.FlowKeys()})
}
