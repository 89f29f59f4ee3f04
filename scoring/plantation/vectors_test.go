package plantation_test

import (
	"testing"

	"harbormaster/scoring/plantation"
	"harbormaster/scoring/scoringtest"
)

const vectors = "testdata/vectors"

func TestVectors(t *testing.T) { scoringtest.Vectors(t, plantation.Game{}, vectors) }

func FuzzReadState(f *testing.F) {
	scoringtest.FuzzReadState(f, plantation.Game{}, scoringtest.States(f, vectors)...)
}

func BenchmarkScore(b *testing.B) {
	scoringtest.BenchmarkScore(b, plantation.Game{}, scoringtest.States(b, vectors)[3])
}
