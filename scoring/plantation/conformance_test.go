package plantation_test

import (
	"encoding/json"
	"testing"

	"harbormaster/scoring/counters"
	"harbormaster/scoring/plantation"
	"harbormaster/scoring/scoringtest"
)

// vectors is the folder of whole games with what they must score, copied from
// those that were agreed on outside of this repository.
const vectors = "testdata/vectors"

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

// Every sentence has its key in the source, and the other way round.
func TestKeys(t *testing.T) { scoringtest.Keys(t, plantation.Game{}, ".") }

func TestVectors(t *testing.T) { scoringtest.Vectors(t, plantation.Game{}, vectors) }

func FuzzReadState(f *testing.F) {
	scoringtest.FuzzReadState(f, plantation.Game{}, scoringtest.States(f, vectors)...)
}

func BenchmarkScore(b *testing.B) {
	scoringtest.BenchmarkScore(b, plantation.Game{}, scoringtest.States(b, vectors)[3])
}
