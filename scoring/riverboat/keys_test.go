package riverboat_test

import (
	"testing"

	"harbormaster/scoring/riverboat"
	"harbormaster/scoring/scoringtest"
)

func TestKeys(t *testing.T) { scoringtest.Keys(t, riverboat.Game{}, ".") }
