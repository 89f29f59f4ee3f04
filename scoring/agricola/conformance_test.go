package agricola_test

import (
	"encoding/json"
	"testing"

	"harbormaster/scoring/agricola"
	"harbormaster/scoring/counters"
	"harbormaster/scoring/scoringtest"
)

// vectors is the folder of whole games with what they must score, copied from
// those that were agreed on outside of this repository.
const vectors = "testdata/vectors"

func TestConformance(t *testing.T) {
	scoringtest.Run(t, agricola.Game{}, scoringtest.Options{
		Settings: []json.RawMessage{nil, json.RawMessage(`{"costs":"paid"}`)},
		Seated:   counters.FlowKeys(),
	})
}

// Every sentence has its key in the source, and the other way round.
func TestKeys(t *testing.T) { scoringtest.Keys(t, agricola.Game{}, ".") }

func TestVectors(t *testing.T) { scoringtest.Vectors(t, agricola.Game{}, vectors) }

func FuzzReadState(f *testing.F) {
	scoringtest.FuzzReadState(f, agricola.Game{}, scoringtest.States(f, vectors)...)
}

func BenchmarkScore(b *testing.B) {
	scoringtest.BenchmarkScore(b, agricola.Game{}, scoringtest.States(b, vectors)[3])
}
