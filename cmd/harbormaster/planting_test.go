package main

import (
	"testing"

	"harbormaster/vision"
)

// Only a worker that surely stands on a bare field says that planting goes on.
func TestSurelyPlanting(t *testing.T) {
	corn := "corn"
	for name, c := range map[string]struct {
		hex  vision.HexReading
		want bool
	}{
		"a sure one":      {vision.HexReading{Worker: true, Confidence: 0.95}, true},
		"a doubtful one":  {vision.HexReading{Worker: true, Confidence: 0.55}, false},
		"one on a crop":   {vision.HexReading{Worker: true, Crop: &corn, Confidence: 0.95}, false},
		"nobody":          {vision.HexReading{Confidence: 0.99}, false},
		"what is covered": {vision.HexReading{Worker: true, Confidence: 0.95, Hidden: true}, false},
	} {
		r := &vision.Reading{Players: []vision.PlayerReading{{Hexes: []vision.HexReading{c.hex}}}}
		if got := surelyPlanting(r); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
