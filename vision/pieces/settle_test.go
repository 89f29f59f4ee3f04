package pieces

import (
	"math"
	"strings"
	"testing"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// sheetOf has n hexes in a row, A1 to An.
func sheetOf(t *testing.T, n int) *sheet {
	t.Helper()
	spaces := make([]mat.Space, n)
	for i := range spaces {
		spaces[i] = mat.Space{At: mat.Axial{Q: i}, Field: mat.Field1}
	}
	template, err := mat.NewTemplate(mat.Pointy, spaces)
	if err != nil {
		t.Fatal(err)
	}
	return &sheet{mat: &calibration.Mat{Template: template}}
}

func TestSettleBareWorkers(t *testing.T) {
	bare, wheat, corn := mat.Contents{Worker: true}, mat.Contents{Crop: mat.Wheat, Worker: true}, mat.Contents{Crop: mat.Corn, Worker: true}
	for _, c := range []struct {
		name    string
		hex     Hex
		planted bool
		want    mat.Contents
		chance  float64
		problem bool
	}{
		{"before planting a bare worker stays", Hex{Best: [2]Answer{{bare, 0.55}, {wheat, 0.4}}}, false, bare, 0.55, false},
		{"a doubtful one gives way", Hex{Best: [2]Answer{{bare, 0.55}, {wheat, 0.4}}}, true, wheat, 0.838, false},
		{"a sure one is a problem, and not sure any more", Hex{Best: [2]Answer{{bare, 0.97}, {wheat, 0.02}}}, true, bare, 0.79, true},
		{"one with no second answer is a problem", Hex{Best: [2]Answer{{bare, 0.6}, {wheat, 0.1}}}, true, bare, 0.6, true},
		{"a crop that might have been bare becomes surer", Hex{Best: [2]Answer{{wheat, 0.6}, {bare, 0.3}}}, true, wheat, 0.839, false},
		{"but never quite sure", Hex{Best: [2]Answer{{wheat, 0.55}, {bare, 0.45}}}, true, wheat, 0.95, false},
		{"other doubts stay", Hex{Best: [2]Answer{{wheat, 0.6}, {corn, 0.3}}}, true, wheat, 0.6, false},
		{"what is hidden stays hidden", Hex{Hidden: true}, true, mat.Contents{}, 0, false},
	} {
		m := &Mat{Hexes: []Hex{c.hex}}
		(&Knowledge{}).settle(sheetOf(t, 1), m, Play{Planted: c.planted})
		got := m.Hexes[0]
		if got.Best[0].On != c.want || math.Abs(got.Best[0].Chance-c.chance) > 0.005 || got.Hidden != c.hex.Hidden {
			t.Errorf("%s: %+v", c.name, got)
		}
		if (len(m.Problems) > 0) != c.problem || c.problem && !strings.Contains(m.Problems[0], "A1") {
			t.Errorf("%s: problems %q", c.name, m.Problems)
		}
	}
}

// Of two wells on one crop the less sure one gives way, and two sure ones are a problem.
func TestSettleWells(t *testing.T) {
	well, plain := mat.Contents{Crop: mat.Corn, Well: true}, mat.Contents{Crop: mat.Corn}
	m := &Mat{Hexes: []Hex{{Best: [2]Answer{{well, 0.95}, {plain, 0.03}}}, {Best: [2]Answer{{well, 0.6}, {plain, 0.35}}}}}
	(&Knowledge{}).settle(sheetOf(t, 2), m, Play{})
	if m.Hexes[0].Best[0].On != well || m.Hexes[1].Best[0].On != plain || len(m.Problems) > 0 {
		t.Errorf("a doubtful second well: %+v", m)
	}
	m = &Mat{Hexes: []Hex{{Best: [2]Answer{{well, 0.95}, {plain, 0.03}}}, {Best: [2]Answer{{well, 0.9}, {plain, 0.05}}}}}
	(&Knowledge{}).settle(sheetOf(t, 2), m, Play{})
	if m.Hexes[0].Best[0].Chance >= sureFrom || m.Hexes[1].Best[0].Chance >= sureFrom || len(m.Problems) != 1 {
		t.Errorf("two sure wells on one crop: %+v", m)
	}
	onWheat := mat.Contents{Crop: mat.Wheat, Well: true}
	m = &Mat{Hexes: []Hex{{Best: [2]Answer{{well, 0.9}, {plain, 0.05}}}, {Best: [2]Answer{{plain, 0.7}, {well, 0.25}}}, {Best: [2]Answer{{plain, 0.7}, {onWheat, 0.25}}}}}
	(&Knowledge{}).settle(sheetOf(t, 3), m, Play{})
	if m.Hexes[1].Best[0].Chance < 0.85 || m.Hexes[2].Best[0].Chance != 0.7 {
		t.Errorf("beside a certain well of the crop a second one is hardly possible, one of another crop is: %+v", m)
	}
}
