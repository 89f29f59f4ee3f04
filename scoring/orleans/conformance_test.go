package orleans_test

import (
	"testing"

	"harbormaster/scoring/counters"
	"harbormaster/scoring/orleans"
	"harbormaster/scoring/scoringtest"
)

// vectors is the folder of whole games with what they must score, copied from
// those that were agreed on outside of this repository.
const vectors = "testdata/vectors"

func TestConformance(t *testing.T) {
	scoringtest.Run(t, orleans.Game{}, scoringtest.Options{Seated: counters.FlowKeys()})
}

// Every sentence has its key in the source, and the other way round.
func TestKeys(t *testing.T) { scoringtest.Keys(t, orleans.Game{}, ".") }

func TestVectors(t *testing.T) { scoringtest.Vectors(t, orleans.Game{}, vectors) }

func FuzzReadState(f *testing.F) {
	scoringtest.FuzzReadState(f, orleans.Game{}, scoringtest.States(f, vectors)...)
}

func BenchmarkScore(b *testing.B) {
	scoringtest.BenchmarkScore(b, orleans.Game{}, scoringtest.States(b, vectors)[3])
}
