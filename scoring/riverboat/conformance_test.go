package riverboat_test

import (
	"encoding/json"
	"slices"
	"testing"

	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
	"harbormaster/scoring/scoringtest"
)

// filler picks the hexes that must hang together.
type filler struct{}

func (filler) Fill(r scoringtest.Rand, s scoring.State, p scoring.Prompt, c scoring.Choice, a *scoring.Action) {
	if !c.Connected {
		return
	}
	next := neighborsOf(s, a.Player)
	for {
		hexes := []string{c.Hexes[r.IntN(len(c.Hexes))]}
		for len(hexes) < c.Min {
			var can []string
			for _, id := range hexes {
				for _, other := range next(id) {
					if slices.Contains(c.Hexes, other) && !slices.Contains(hexes, other) {
						can = append(can, other)
					}
				}
			}
			if len(can) == 0 {
				break // a dead end: begin elsewhere, since the choice promises a way
			}
			hexes = append(hexes, can[r.IntN(len(can))])
		}
		if len(hexes) == c.Min {
			a.Hexes = hexes
			return
		}
	}
}

func TestConformance(t *testing.T) {
	scoringtest.Run(t, riverboat.Game{}, scoringtest.Options{
		Settings: []json.RawMessage{json.RawMessage(testSettings)},
		Filler:   filler{},
		Seated:   []string{"flow", "phase"},
	})
}

// Every sentence has its key in the source, and the other way round.
func TestKeys(t *testing.T) { scoringtest.Keys(t, riverboat.Game{}, ".") }
