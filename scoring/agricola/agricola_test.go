package agricola_test

import (
	"encoding/json"
	"testing"

	"harbormaster/scoring/agricola"
	"harbormaster/scoring/counters"
	"harbormaster/scoring/scoringtest"
)

func TestConformance(t *testing.T) {
	scoringtest.Run(t, agricola.Game{}, scoringtest.Options{
		Settings: []json.RawMessage{nil, json.RawMessage(`{"costs":"paid"}`)},
		Seated:   counters.FlowKeys(),
	})
}
