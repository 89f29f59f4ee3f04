package plantation_test

import (
	"encoding/json"
	"testing"

	"harbormaster/scoring/counters"
	"harbormaster/scoring/plantation"
	"harbormaster/scoring/scoringtest"
)

func TestConformance(t *testing.T) {
	scoringtest.Run(t, plantation.Game{}, scoringtest.Options{
		Settings: []json.RawMessage{
			nil,
			json.RawMessage(`{"row":"revealed","master":"stays"}`),
			json.RawMessage(`{"most_on_tie":"none","unsupported":"worst","bonuses":"copy","houses":["Big House","Kitchen"]}`),
			json.RawMessage(`{"unsupported":"fields"}`),
			json.RawMessage(`{"unsupported":"buildings"}`),
		},
		Seated: append(counters.FlowKeys(), "left", "event", "row", "out"),
	})
}
