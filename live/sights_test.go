package live

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"harbormaster/mat"
	"harbormaster/tracking"
	"harbormaster/vision"
)

func TestSights(t *testing.T) {
	corn, odd, step := "corn", "maize", 3
	reading := &vision.Reading{Players: []vision.PlayerReading{{
		Name: "red", Found: true, HarborMaster: &step, HarborMasterConfidence: 0.9,
		Riverboats: []string{"2a", "7"}, RiverboatsConfidence: []float64{0.8},
		Hexes: []vision.HexReading{{ID: "A1", Crop: &corn, Worker: true, Confidence: 0.7}, {ID: "A2", Crop: &corn, Hidden: true}},
	}}}
	got, err := Sights(reading)
	if err != nil {
		t.Fatal(err)
	}
	want := []tracking.SideSight{{
		Player: "red", Found: true, Harbor: &step, HarborConfidence: 0.9,
		Boats: []tracking.BoatSight{{Type: "2a", Confidence: 0.8}, {Type: "7", Confidence: 1}},
		Hexes: []tracking.HexSight{{On: mat.Contents{Crop: mat.Corn, Worker: true}, Confidence: 0.7}, {Hidden: true}},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	reading.Players[0].Hexes[0].Crop = &odd
	if _, err := Sights(reading); err == nil {
		t.Error("an unknown crop is handed on")
	}
}
