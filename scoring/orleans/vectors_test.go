package orleans_test

import (
	"testing"

	"harbormaster/scoring/orleans"
	"harbormaster/scoring/scoringtest"
)

const vectors = "testdata/vectors"

func TestVectors(t *testing.T) { scoringtest.Vectors(t, orleans.Game{}, vectors) }

func FuzzReadState(f *testing.F) {
	scoringtest.FuzzReadState(f, orleans.Game{}, scoringtest.States(f, vectors)...)
}

func BenchmarkScore(b *testing.B) {
	scoringtest.BenchmarkScore(b, orleans.Game{}, scoringtest.States(b, vectors)[3])
}
