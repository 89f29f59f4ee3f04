package river

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
	"harbormaster/tracking"
)

const (
	mat36    = "pointy / 1,0 s. *. *. h. c. d. / 0,1 s. *. *. *. h. c. d. / -1,2 s. s. *. *. h. c. c. d. / -1,3 s. s. s. h. c. c. d. d. / -1,4 h. h. h. h. c. d. d."
	settings = `{"harbor_track":{"steps":20,"notches":[2,4,6,8,10,12,14,16,18]},"mats":["` + mat36 + `"]}`
)

// randomMove answers a prompt with a legal action, as people play: they pass
// only where there is nothing better, and seldom pay a coin.
func randomMove(rng *rand.Rand, s *riverboat.State, p scoring.Prompt) scoring.Action {
	choices := slices.DeleteFunc(slices.Clone(p.Choices), func(c scoring.Choice) bool {
		return len(p.Choices) > 1 && (c.Do == "pass" && rng.IntN(6) > 0 || c.Coin && rng.IntN(12) > 0)
	})
	if len(choices) == 0 {
		choices = p.Choices
	}
	c := choices[rng.IntN(len(choices))]
	if c.Do == "ship" { // the largest boat, more often than not
		for _, other := range choices {
			if other.Do == "ship" && other.Min > c.Min && rng.IntN(2) == 0 {
				c = other
			}
		}
	}
	a := scoring.Action{Player: p.Player, Do: c.Do, Coin: c.Coin, Kind: c.Kind, Boat: c.Boat, Card: c.Card, Space: c.Space}
	if c.Player != "" {
		a.Player = c.Player
	}
	n := c.Min
	if c.Max > c.Min {
		n += rng.IntN(c.Max - c.Min + 1)
	}
	switch {
	case len(c.Hexes) == 0:
		a.Count = n
	case c.Connected:
		a.Hexes = grow(rng, s, p.Player, c.Hexes, n)
	default:
		hexes := slices.Clone(c.Hexes)
		rng.Shuffle(len(hexes), func(i, j int) { hexes[i], hexes[j] = hexes[j], hexes[i] })
		a.Hexes = hexes[:n]
	}
	if c.Do == "plant" {
		for range a.Hexes {
			a.Crops = append(a.Crops, c.Crops[rng.IntN(2)+2*rng.IntN(2)])
		}
		if len(a.Crops) == 3 {
			a.Crops[2] = a.Crops[rng.IntN(2)]
		}
	}
	if c.Typed {
		points := rng.IntN(12)
		a.Points = &points
	}
	return a
}

// grow picks a connected group of n of the hexes.
func grow(rng *rand.Rand, s *riverboat.State, player string, from []string, n int) []string {
	i := slices.IndexFunc(s.Players, func(p riverboat.Player) bool { return p.Name == player })
	m := s.Players[i].Mat
	for {
		out := []string{from[rng.IntN(len(from))]}
		for tries := 0; len(out) < n && tries < 20; tries++ {
			k, _ := m.Index(out[rng.IntN(len(out))])
			near := m.Neighbors(k)
			id := m.Space(near[rng.IntN(len(near))]).ID
			if slices.Contains(from, id) && !slices.Contains(out, id) {
				out = append(out, id)
			}
		}
		if len(out) == n {
			return out
		}
	}
}

// eye says how often a reading is wrong.
type eye struct {
	hex     float64 // a hex that changed or not: something else is read, without being sure
	unsure  float64 // a hex is read right, without being sure
	boat    float64 // a boat is taken for its twin, now and then quite surely
	counter float64 // harbor master or agents
	hand    float64 // a picture with a hand over part of a mat
}

// real is what the eye does on tables it was taught, tenfold ten times worse.
// Hexes: 1 in 1000; boats: 9 of 480 boats of two types in the shared sessions.
func real(times float64) eye {
	return eye{hex: 0.001 * times, unsure: 0.01 * times, boat: 0.01 * times, counter: 0.0005 * times, hand: 0.1}
}

// read turns a state into a reading with errors.
func (e eye) read(rng *rand.Rand, s *riverboat.State) []tracking.SideSight {
	var out []tracking.SideSight
	for i, see := range s.Visible() {
		side := tracking.SideSight{Player: see.Player, Found: true, HarborConfidence: 0.99, AgentsConfidence: 0.99}
		harbor, agents := *see.HarborMaster, *see.Agents
		if rng.Float64() < e.counter {
			harbor, side.HarborConfidence = rng.IntN(21), 0.6
		}
		if rng.Float64() < e.counter {
			agents, side.AgentsConfidence = rng.IntN(5), 0.6
		}
		side.Harbor, side.Agents = &harbor, &agents
		covered := -1
		if i == 0 && rng.Float64() < e.hand {
			covered = rng.IntN(see.Mat.Len())
		}
		for k, on := range see.Mat.On {
			h := tracking.HexSight{On: on, Confidence: 0.9 + 0.09*rng.Float64()}
			switch {
			case covered >= 0 && see.Mat.Space(k).At.Distance(see.Mat.Space(covered).At) <= 1:
				h = tracking.HexSight{Hidden: true}
			case rng.Float64() < e.hex:
				h.Confidence = 0.35 + 0.4*rng.Float64()
				h.On = []mat.Contents{{}, {Worker: true}, {Crop: mat.Corn}, {Crop: mat.Potato, Worker: true}, {Barn: true}}[rng.IntN(5)]
			case rng.Float64() < e.unsure:
				h.Confidence = 0.55 + 0.3*rng.Float64()
			}
			if covered >= 0 {
				h.Confidence = min(h.Confidence, 0.79)
			}
			side.Hexes = append(side.Hexes, h)
		}
		for _, name := range see.Boats {
			b := tracking.BoatSight{Type: name, Confidence: 0.99}
			if rng.Float64() < e.boat && twinOf(name) != "" {
				b = tracking.BoatSight{Type: twinOf(name), Confidence: 0.6 + 0.37*rng.Float64()}
			}
			side.Boats = append(side.Boats, b)
		}
		out = append(out, side)
	}
	return out
}

// outcome is how following a whole game went.
type outcome struct {
	pictures, questions, bulks int
	shown, named               int  // actions on hexes, and how many were named at once or on the next picture
	exact                      bool // the mats, boats, harbor masters and agents at the end
	counters                   bool // coins, surveyors and points besides
	wrong                      string
	unnamed                    []string
}

// followRandom plays a random game and follows it from a round's beginning, a
// picture after everything that shows. Nobody tells it anything.
func followRandom(t testing.TB, seed uint64, players, from int, e eye) outcome {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 7))
	game := riverboat.Game{}
	start, err := game.Start(scoring.Setup{Players: []string{"red", "blue", "green", "yellow"}[:players], Settings: []byte(settings)})
	if err != nil {
		t.Fatal(err)
	}
	s := start.(*riverboat.State)
	var templates []*mat.Template
	for _, p := range s.Players {
		templates = append(templates, p.Mat.Template)
	}
	f := New(templates, s.Track, tracking.Single())
	var o outcome
	var line Line
	look := func() {
		if f, line, err = f.Look(e.read(rng, s), nil); err != nil {
			t.Fatal(err)
		}
		o.pictures++
		o.questions += len(line.Questions)
		for _, a := range line.Actions {
			if a.Do == scoring.Bulk {
				o.bulks++
			}
		}
	}
	if from == 1 {
		look()
	}
	var waiting []string // actions that weren't named yet
	for range 1000 {
		p := game.Next(s)
		if p.Over {
			break
		}
		move := randomMove(rng, s, p)
		next, awards, err := game.Apply(s, move)
		if err != nil {
			t.Fatal(err)
		}
		if p.Round < from {
			if s = next.(*riverboat.State); s.Round == from {
				look()
			}
			continue
		}
		before := (Rules{}).View(s)
		s = next.(*riverboat.State)
		if !equal(before, (Rules{}).View(s)) {
			look()
			var did []string
			for _, a := range line.Actions {
				did = append(did, actionKey(a))
			}
			for _, key := range waiting { // it was due at the latest now
				if slices.Contains(did, key) {
					o.named++
				} else {
					o.unnamed = append(o.unnamed, key)
				}
			}
			waiting = nil
			if len(move.Hexes) > 0 {
				o.shown++
				move.Points = pointsOf(tracking.Step{Action: move, Awards: awards})
				if key := actionKey(move); slices.Contains(did, key) {
					o.named++
				} else {
					waiting = append(waiting, key)
				}
			}
		}
	}
	e.hand = 0
	look() // people look at the end for a while
	look()
	want, got := (Rules{}).View(s), (Rules{}).View(line.State)
	o.exact = equal(got, want)
	o.counters = true
	for i := range want {
		for _, d := range differ(got[i], want[i]) {
			o.wrong += want[i].Player + " " + d + " "
		}
		is, was := line.State.Players[i], s.Players[i]
		o.counters = o.counters && is.Coins == was.Coins && is.Surveyors == was.Surveyors && is.Points == was.Points
	}
	return o
}

// games is how many random games a test follows: one each for two, three and four
// players, and many in the soak.
func games() uint64 {
	if os.Getenv("HARBORMASTER_SOAK") != "" {
		return 30
	}
	return 3
}

// Random games are followed to exactly what lies on the table.
func TestRandomGamesAreFollowed(t *testing.T) {
	for seed := range games() {
		o := followRandom(t, seed, 2+int(seed%3), 1+int(seed%2), real(1))
		t.Logf("game %d: %+v", seed, o)
		if !o.exact || o.named < o.shown*98/100 {
			t.Errorf("game %d: not followed: %+v", seed, o)
		}
	}
}

func benchmarkGames(b *testing.B, times float64) {
	var sum outcome
	exact, games := 0, 0
	for i := 0; b.Loop(); i++ {
		o := followRandom(b, uint64(i), 2+i%3, 1+i%2, real(times))
		games++
		if o.exact {
			exact++
		} else {
			b.Logf("game %d: %+v", i, o)
		}
		sum.pictures += o.pictures
		sum.questions += o.questions
		sum.bulks += o.bulks
		sum.shown += o.shown
		sum.named += o.named
	}
	n := float64(games)
	b.ReportMetric(float64(exact)/n, "exact/game")
	b.ReportMetric(float64(sum.questions)/n, "questions/game")
	b.ReportMetric(float64(sum.bulks)/n, "bulks/game")
	b.ReportMetric(float64(sum.named)/float64(sum.shown), "named/action")
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(sum.pictures), "ms/picture")
}

// The eye errs as it does on real pictures, and ten times as often.
func BenchmarkGamesAtRealRate(b *testing.B) { benchmarkGames(b, 1) }

func BenchmarkGamesAtTenTimes(b *testing.B) { benchmarkGames(b, 10) }
