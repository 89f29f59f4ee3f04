package pieces

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A drawn agent stands or lies about (x, y); shadows fall from it by so many px.
type drawnAgent struct {
	x, y   int
	fallen bool
}

type drawnShadow struct {
	dx, dy, depth float64
}

// wooden says what an agent shows at px (x, y) from its middle: nothing, its lit or its
// dark sides. One that stands shows three bands and its front, one that lies a body
// with a head and arms.
func (d drawnAgent) wooden(x, y int) (light float64, is bool) {
	x, y = x-d.x, y-d.y
	if d.fallen {
		body := abs(x) <= 5 && abs(y) <= 9 || abs(x) <= 10 && abs(y+2) <= 3
		return 1.02, body
	}
	if abs(x) > 8 || abs(y) > 7 {
		return 0, false
	}
	if y > 3 {
		return 0.55, true
	}
	if abs(x) <= 2 {
		return 1.05, true
	}
	return 0.8, true
}

// drawAgents shows agents on paper (linear light of blue, green and red) with soft
// shadows.
func drawAgents(paper [3]float64, agents []drawnAgent, shadows []drawnShadow) (*agentArea, Pixels) {
	const w, h = 240, 130
	a := &agentArea{w: w, h: h, inside: make([]bool, w*h)}
	rnd := rand.New(rand.NewPCG(1, 2))
	code := func(v float64) uint8 {
		c := float64(srgbOf[min(max(int(v*codeSteps), 0), codeSteps)])
		return uint8(min(max(c+1.2*rnd.NormFloat64()+0.5, 0), 255))
	}
	light := make([]float64, 3*w*h)
	for i := range a.inside {
		x, y := i%w, i/w
		a.inside[i] = x >= 24 && y >= 24 && x < w-24 && y < h-24
		for c := range 3 {
			light[3*i+c] = paper[c]
			if !a.inside[i] { // the board, whose print holds the light's fit
				light[3*i+c] = 0.2 + 0.15*float64(x/4%2)
			}
		}
	}
	show := func() Pixels {
		p := Pixels{w, h, make([]uint8, 3*w*h)}
		for i, v := range light {
			p.Pix[i] = code(v)
		}
		return p
	}
	a.empty = show()
	for _, s := range shadows {
		shade := make([]float64, w*h)
		steps := int(math.Hypot(s.dx, s.dy))
		for _, d := range agents {
			for y := d.y - 12; y <= d.y+12; y++ {
				for x := d.x - 12; x <= d.x+12; x++ {
					if _, is := d.wooden(x, y); !is {
						continue
					}
					for k := range steps {
						t := float64(k) / float64(steps)
						if at := (y+int(t*s.dy))*w + x + int(t*s.dx); at >= 0 && at < len(shade) {
							shade[at] = s.depth
						}
					}
				}
			}
		}
		for range 3 { // a lamp isn't a point
			soft := make([]float64, len(shade))
			for i := 2*w + 2; i < len(shade)-2*w-2; i++ {
				for _, o := range [9]int{0, -1, 1, -w, w, -2, 2, -2 * w, 2 * w} {
					soft[i] += shade[i+o] / 9
				}
			}
			shade = soft
		}
		for i, v := range shade {
			for c := range 3 {
				light[3*i+c] *= 1 - v
			}
		}
	}
	for _, d := range agents {
		for y := d.y - 12; y <= d.y+12; y++ {
			for x := d.x - 12; x <= d.x+12; x++ {
				if v, is := d.wooden(x, y); is {
					for c := range 3 {
						light[3*(y*w+x)+c] = 0.72 * v
					}
				}
			}
		}
	}
	return a, show()
}

var (
	pink      = [3]float64{0.5, 0.5, 0.66}
	yellow    = [3]float64{0.38, 0.6, 0.66}
	nearWhite = [3]float64{0.68, 0.72, 0.73}

	oneLamp  = []drawnShadow{{8, 9, 0.5}}
	twoLamps = []drawnShadow{{14, 9, 0.35}, {-13, 6, 0.3}}
	lowLamp  = []drawnShadow{{44, 16, 0.45}}

	inRow       = []drawnAgent{{40, 50, false}, {68, 50, false}, {96, 52, false}, {124, 50, false}}
	fallenAgent = []drawnAgent{{40, 50, true}, {68, 50, false}, {98, 52, true}, {128, 50, false}}
	crowded     = []drawnAgent{{40, 42, false}, {61, 44, false}, {84, 43, true}, {40, 64, false}, {62, 66, false}, {84, 67, false}, {106, 50, false}}
)

func TestAgentsAreCountedByWhatIsCrisp(t *testing.T) {
	cases := []struct {
		name    string
		paper   [3]float64
		agents  []drawnAgent
		shadows []drawnShadow
	}{
		{"a row", pink, inRow, oneLamp},
		{"some fallen", pink, fallenAgent, oneLamp},
		{"on other paper", yellow, inRow, oneLamp},
		{"fallen on other paper", yellow, fallenAgent[:3], oneLamp},
		{"near-white paper", nearWhite, inRow, oneLamp},
		{"two lamps", pink, inRow, twoLamps},
		{"two lamps, fallen, other paper", yellow, fallenAgent[:3], twoLamps},
		{"long shadows on each other", pink, inRow, lowLamp},
		{"long shadows on near-white paper", nearWhite, inRow[:3], lowLamp},
		{"one", yellow, inRow[:1], lowLamp},
	}
	for _, c := range cases {
		paper := pink
		if c.paper == nearWhite {
			paper = nearWhite
		}
		taught, lesson := drawAgents(paper, inRow[:2], c.shadows)
		ruler := usualAgents()
		ruler.learn(taught, lesson, 2)
		if ruler.Sharp.Crisp == nil {
			t.Fatalf("%s: nothing crisp was learnt", c.name)
		}
		a, now := drawAgents(c.paper, c.agents, c.shadows)
		even := evenLight(a.empty, now)
		x, _, ok := ruler.Sharp.count(a, even, a.sharpest(a.look(now)))
		got := a.read(now, ruler)
		t.Logf("%s: %d agents, %.2f by what is crisp, read %d with %.2f", c.name, len(c.agents), x, got.Value, got.Chance)
		if !ok || math.Abs(x-float64(len(c.agents))) > max(0.4, 0.16*float64(len(c.agents))) {
			t.Errorf("%s: %.2f by what is crisp, there are %d", c.name, x, len(c.agents))
		}
		// Where shadows hide much of each, the number may be one off, but never surely.
		hard := c.name == "long shadows on each other" && abs(got.Value-len(c.agents)) == 1 && got.Chance < sureFrom
		if got.Value != len(c.agents) && !hard {
			t.Errorf("%s: read %d with %.2f, there are %d", c.name, got.Value, got.Chance, len(c.agents))
		}
	}
}

// Where agents touch, less of each is seen: a count that is too low mustn't be sure.
func TestCrowdedAgents(t *testing.T) {
	for _, paper := range [][3]float64{pink, nearWhite} {
		for _, shadows := range [][]drawnShadow{oneLamp, twoLamps, lowLamp} {
			taught, lesson := drawAgents(paper, inRow[:2], shadows)
			ruler := usualAgents()
			ruler.learn(taught, lesson, 2)
			a, now := drawAgents(paper, crowded, shadows)
			got := a.read(now, ruler)
			if off := abs(got.Value - len(crowded)); off > 2 || off > 0 && got.Chance >= sureFrom {
				t.Errorf("%d crowded agents: read %d with %.2f", len(crowded), got.Value, got.Chance)
			}
		}
	}
}

// The lit sides of agents on paper that isn't as white tell them apart where they lie,
// touch, or are larger than those that were taught.
func TestAgentsAreToldApartByTheirLitSides(t *testing.T) {
	big := []drawnAgent{{40, 50, true}, {72, 50, true}, {104, 52, true}, {136, 50, true}}
	for _, agents := range [][]drawnAgent{big, crowded, inRow} {
		for _, shadows := range [][]drawnShadow{oneLamp, twoLamps} {
			taught, lesson := drawAgents(pink, inRow[:2], shadows)
			ruler := usualAgents()
			ruler.learn(taught, lesson, 2)
			if ruler.Wood.Patch == 0 {
				t.Fatal("nothing was learnt of the lit sides")
			}
			a, now := drawAgents(yellow, agents, shadows)
			wood, ok := ruler.Wood.count(a, evenLight(a.empty, now))
			got := a.read(now, ruler)
			t.Logf("%d agents: %d lit sides, read %d with %.2f", len(agents), wood.sides, got.Value, got.Chance)
			wrong := got.Value != len(agents) && (len(agents) < len(crowded) || got.Chance >= sureFrom)
			if !ok || wood.sides != len(agents) || wrong {
				t.Errorf("%d agents: %d lit sides, read %d with %.2f", len(agents), wood.sides, got.Value, got.Chance)
			}
		}
	}
	if got := leastOf([]float64{0.3, 0.28, 0.25}, 2); got != 0 {
		t.Errorf("three patches of one size by two agents: a patch measures %.2f", got)
	}
	if got := leastOf([]float64{0.3, 0.28, 0.02}, 2); got < 0.05 || got > 0.2 {
		t.Errorf("two agents and a splinter: a patch measures %.2f", got)
	}
}

// What falls across the border from the next player's agents isn't counted; where
// their shadows end far in the area, it may be, but not surely.
func TestTheNextPlayersShadow(t *testing.T) {
	next := []drawnAgent{{12, 66, false}, {11, 92, false}}
	for _, shadows := range [][]drawnShadow{{{18, 8, 0.5}}, {{22, 8, 0.35}, {-13, 6, 0.3}}, {{34, 5, 0.45}}} {
		taught, lesson := drawAgents(pink, inRow[:2], shadows)
		ruler := usualAgents()
		ruler.learn(taught, lesson, 2)
		own := []drawnAgent{{100, 60, false}, {132, 62, true}}
		for n := range 3 {
			a, now := drawAgents(yellow, append(next[:2:2], own[:n]...), shadows)
			if got := a.read(now, ruler); got.Value != n && (shadows[0].dx < 30 || got.Chance >= sureFrom) {
				t.Errorf("shadows %v: %d agents and two of the next player: read %d with %.2f", shadows, n, got.Value, got.Chance)
			}
		}
	}
}

// Out of focus nothing is crisp any more: that mustn't make a wrong count sure.
func TestAgentsOutOfFocus(t *testing.T) {
	taught, lesson := drawAgents(pink, inRow[:2], oneLamp)
	ruler := usualAgents()
	ruler.learn(taught, lesson, 2)
	for n := 1; n <= len(inRow); n++ {
		a, now := drawAgents(pink, inRow[:n], oneLamp)
		for blur := range 6 {
			if got := a.read(now, ruler); got.Value != n && got.Chance >= sureFrom {
				t.Errorf("%d agents, %d times blurred: read %d with %.2f", n, blur, got.Value, got.Chance)
			}
			now = softer(now)
		}
	}
}

// The shadow of a hand or of something beside the area is no agent.
func TestShadowIsNoAgent(t *testing.T) {
	taught, lesson := drawAgents(pink, inRow[:2], oneLamp)
	ruler := usualAgents()
	ruler.learn(taught, lesson, 2)
	a, _ := drawAgents(pink, nil, nil)
	now := Pixels{a.w, a.h, append([]uint8(nil), a.empty.Pix...)}
	for i := range a.inside {
		d := (float64(i%a.w) - 0.4*float64(i/a.w) - 130) / 25 // soft, from the right
		f := 1 - 0.35*min(max(d+0.5, 0), 1)
		for c := range 3 {
			v := float64(linearOf[a.empty.Pix[3*i+c]]) * f
			now.Pix[3*i+c] = srgbOf[int(v*codeSteps)]
		}
	}
	if got := a.read(now, ruler); got.Value != 0 && got.Chance >= sureFrom {
		t.Errorf("a shadow alone: read %d with %.2f", got.Value, got.Chance)
	}
}

// Who was never shown an agent guesses, and says so.
func TestAgentsUntaught(t *testing.T) {
	a, now := drawAgents(pink, inRow, oneLamp)
	got := a.read(now, usualAgents())
	if !got.Known || got.Value == 0 || got.Chance >= sureFrom {
		t.Errorf("untaught: %+v", got)
	}
}

// What was taught before sharpness was measured still counts, without it.
func TestAgentsTaughtBeforeSharpness(t *testing.T) {
	taught, lesson := drawAgents(pink, inRow[:2], oneLamp)
	ruler := usualAgents()
	ruler.learn(taught, lesson, 2)
	ruler.Sharp = sharpRuler{}
	if got := taught.read(lesson, ruler); got.Value != 2 {
		t.Errorf("read %d, there are 2", got.Value)
	}
}
