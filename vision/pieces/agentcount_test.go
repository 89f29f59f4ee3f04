package pieces

import "testing"

// drawnArea is paper of one color with n agents in a row on it, each a light top with
// a shadow beside.
func drawnArea(n int, paper uint8) (*agentArea, Pixels) {
	const w, h = 260, 90
	a := &agentArea{w: w, h: h, inside: make([]bool, w*h), empty: Pixels{w, h, make([]uint8, 3*w*h)}}
	for i := range a.inside {
		x, y := i%w, i/w
		a.inside[i] = x >= 20 && y >= 20 && x < w-20 && y < h-20
	}
	for i := range a.empty.Pix {
		a.empty.Pix[i] = paper
		if !a.inside[i/3] { // the board, whose print holds the light's fit
			a.empty.Pix[i] = paper/2 + uint8(i/3%w/4%2*40)
		}
	}
	now := Pixels{w, h, append([]uint8(nil), a.empty.Pix...)}
	box := func(x0, y0, x1, y1 int, v uint8) {
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				for c := range 3 {
					now.Pix[3*(y*w+x)+c] = v
				}
			}
		}
	}
	for i := range n {
		x := 30 + 24*i // they touch: tops and shadows make one blob
		box(x+10, 40, x+24, 56, paper-50)
		box(x, 36, x+18, 50, 235)
	}
	return a, now
}

// read counts the agents in the area as rectified.
func (a *agentArea) read(p Pixels, ruler agentRuler) Count { return a.count(a.look(p), ruler) }

func TestAgentsThatTouchAreCountedByArea(t *testing.T) {
	taught, lesson := drawnArea(2, 170)
	ruler := usualAgents()
	ruler.learn(taught, lesson, 2)
	for n := range 8 {
		a, now := drawnArea(n, 170)
		if got := a.read(now, ruler); got.Value != n {
			t.Errorf("%d agents: read %d with %.2f", n, got.Value, got.Chance)
		}
	}
}

// On the next player's paper wood and shadow have other contrasts.
func TestAgentsOnOtherPaper(t *testing.T) {
	taught, lesson := drawnArea(2, 170)
	ruler := usualAgents()
	ruler.learn(taught, lesson, 2)
	for n := range 6 {
		a, now := drawnArea(n, 150)
		if got := a.read(now, ruler); got.Value != n {
			t.Errorf("%d agents: read %d with %.2f", n, got.Value, got.Chance)
		}
	}
}

// Where agents and shadows cover most of the area, the rest still says what is noise:
// a full area isn't an empty one.
func TestAgentsEverywhere(t *testing.T) {
	a, _ := drawnArea(0, 170)
	diff := make([]uint8, len(a.inside))
	for i := range diff {
		diff[i] = uint8(i % 4) // noise
		if i%a.w > a.w/3 {
			diff[i] = 80
		}
	}
	if noise := a.noise(diff); noise > 8 {
		t.Errorf("a noise of %.0f codes, it is some 2", noise)
	}
	if a.thresholds(diff) == nil {
		t.Error("nothing is seen in an area full of agents")
	}
}
