package plantation_test

import (
	"testing"

	"harbormaster/scoring/plantation"
	"harbormaster/scoring/scoringtest"
)

func TestKeys(t *testing.T) { scoringtest.Keys(t, plantation.Game{}, ".") }
