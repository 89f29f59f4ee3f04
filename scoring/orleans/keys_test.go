package orleans_test

import (
	"testing"

	"harbormaster/scoring/orleans"
	"harbormaster/scoring/scoringtest"
)

func TestKeys(t *testing.T) { scoringtest.Keys(t, orleans.Game{}, ".") }
