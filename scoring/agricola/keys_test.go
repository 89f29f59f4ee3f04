package agricola_test

import (
	"testing"

	"harbormaster/scoring/agricola"
	"harbormaster/scoring/scoringtest"
)

func TestKeys(t *testing.T) { scoringtest.Keys(t, agricola.Game{}, ".") }
