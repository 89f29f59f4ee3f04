package agricola_test

import (
	"testing"

	"harbormaster/scoring/agricola"
	"harbormaster/scoring/scoringtest"
)

const vectors = "testdata/vectors"

func TestVectors(t *testing.T) { scoringtest.Vectors(t, agricola.Game{}, vectors) }

func FuzzReadState(f *testing.F) {
	scoringtest.FuzzReadState(f, agricola.Game{}, scoringtest.States(f, vectors)...)
}

func BenchmarkScore(b *testing.B) {
	scoringtest.BenchmarkScore(b, agricola.Game{}, scoringtest.States(b, vectors)[3])
}
