package live

import (
	"testing"

	"harbormaster/tracking"
)

func TestWithhold(t *testing.T) {
	side := func(found bool, hexes ...tracking.HexSight) tracking.SideSight {
		return tracking.SideSight{Player: "red", Found: found, Hexes: hexes, Agents: new(3)}
	}
	good, bad, hidden := tracking.HexSight{Confidence: 0.8}, tracking.HexSight{Confidence: 0.79}, tracking.HexSight{Hidden: true}
	for _, c := range []struct {
		name   string
		sight  tracking.SideSight
		unlike bool
	}{
		{"all sure", side(true, good, good), false},
		{"half sure", side(true, good, bad), false},
		{"less than half", side(true, good, bad, bad), true},
		{"a hand over the rest", side(true, good, hidden, hidden, hidden), false},
		{"all under a hand", side(true, hidden, hidden), false},
		{"not found", side(false, bad, bad), false},
	} {
		sights := []tracking.SideSight{c.sight}
		unlike := withhold(sights)
		if unlike[0] != c.unlike {
			t.Errorf("%s: unlike is %v", c.name, unlike[0])
		}
		if kept := len(sights[0].Hexes) > 0 && sights[0].Agents != nil; kept == c.unlike || sights[0].Player != "red" {
			t.Errorf("%s: handed on is %+v", c.name, sights[0])
		}
	}
}
