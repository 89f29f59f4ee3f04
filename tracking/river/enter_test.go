package river

import (
	"math/rand/v2"
	"slices"
	"testing"

	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
	"harbormaster/tracking"
)

// entered is how entering a whole game from what is seen went.
type entered struct {
	pictures, moves, bulks, refused, questions int
	exact                                      bool // what lies on the table at the end
	off                                        int  // by how much the totals differ in all
	wrong                                      string
}

// enterRandom plays a random game at a table of which the camera is told nothing
// but how it began, and enters what it sees.
func enterRandom(t testing.TB, seed uint64, players int, e eye, tilesByHand bool) entered {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 11))
	game := riverboat.Game{}
	start, err := game.Start(scoring.Setup{Players: []string{"red", "blue", "green", "yellow"}[:players], Settings: []byte(settings)})
	if err != nil {
		t.Fatal(err)
	}
	truth := start.(*riverboat.State)
	play := truth
	var templates []*mat.Template
	for _, p := range truth.Players {
		templates = append(templates, p.Mat.Template)
	}
	f := New(templates, truth.Track, tracking.Single()).Stand(play)
	var o entered
	look := func() {
		next, line, err := f.Look(e.read(rng, truth), nil)
		if err != nil {
			t.Fatal(err)
		}
		o.pictures++
		o.questions += len(line.Questions)
		var at scoring.State = play
		for _, m := range line.Moves {
			o.moves++
			if m.Do == scoring.Bulk {
				o.bulks++
			}
			if at, _, err = game.Apply(at, m.Action); err != nil {
				t.Fatalf("picture %d: the move %+v is refused: %v", o.pictures, m, err)
			}
		}
		if len(line.Moves) > 0 {
			play = at.(*riverboat.State)
			next = next.Entered(play)
		}
		f = next
	}
	look()
	for range 1000 {
		p := game.Next(truth)
		if p.Over {
			break
		}
		move := randomMove(rng, truth, p)
		next, _, err := game.Apply(truth, move)
		if err != nil {
			t.Fatal(err)
		}
		before := (Rules{}).View(truth)
		truth = next.(*riverboat.State)
		if move.Do == "tile" && tilesByHand {
			if at, _, err := game.Apply(play, move); err == nil {
				play = at.(*riverboat.State)
				f = f.Stand(play)
			} else {
				o.refused++
			}
		}
		if !equal(before, (Rules{}).View(truth)) {
			look()
		}
	}
	e.hand = 0
	for range 3 { // people look at the end for a while
		look()
	}
	want, got := (Rules{}).View(truth), (Rules{}).View(play)
	o.exact = true
	for i := range want {
		for _, d := range differ(got[i], want[i]) {
			if d == "harbor_master" { // the rules may be a step ahead of slow hands
				continue
			}
			o.exact = false
			o.wrong += want[i].Player + " " + d + " "
		}
	}
	a, b := game.Score(truth), game.Score(play)
	for i := range a.Players {
		o.off += max(a.Players[i].Total-b.Players[i].Total, b.Players[i].Total-a.Players[i].Total)
	}
	return o
}

// Random games of which nobody tells anything are entered, in legal actions, as
// what lies on the table; also with the phase tiles entered by hand.
func TestRandomGamesAreEntered(t *testing.T) {
	for seed := range games() {
		o := enterRandom(t, seed, 2+int(seed%3), real(1), seed%2 == 0)
		t.Logf("game %d: %+v", seed, o)
		if !o.exact {
			t.Errorf("game %d isn't entered as it lies: %+v", seed, o)
		}
	}
}

// What Sync writes makes any state of a play into any other.
func TestSync(t *testing.T) {
	game := riverboat.Game{}
	start, err := game.Start(scoring.Setup{Players: []string{"red", "blue"}, Settings: []byte(settings)})
	if err != nil {
		t.Fatal(err)
	}
	var states []*riverboat.State
	rng := rand.New(rand.NewPCG(5, 5))
	for s := start.(*riverboat.State); ; {
		states = append(states, s)
		p := game.Next(s)
		if p.Over {
			break
		}
		next, _, err := game.Apply(s, randomMove(rng, s, p))
		if err != nil {
			t.Fatal(err)
		}
		s = next.(*riverboat.State)
	}
	for range 60 {
		from, to := states[rng.IntN(len(states))], states[rng.IntN(len(states))]
		a, differs := Sync(from, to, nil)
		if !differs {
			if from.Key() != to.Key() {
				t.Errorf("two states that differ are said to be the same")
			}
			continue
		}
		got, _, err := game.Apply(from, a)
		if err != nil {
			t.Fatalf("%s: %v", a.Set, err)
		}
		if key := got.(*riverboat.State).Key(); key != to.Key() {
			t.Errorf("%s leads elsewhere:\n%q\n%q", a.Set, key, to.Key())
		}
	}
	if !slices.ContainsFunc(states, func(s *riverboat.State) bool { return s.Phase == riverboat.End }) {
		t.Error("the game never ended")
	}
}

// What people need to answer, and how near the counters come, in games of which
// nobody tells the camera anything.
func BenchmarkGamesEntered(b *testing.B) {
	var sum entered
	exact, games := 0, 0
	for i := 0; b.Loop(); i++ {
		o := enterRandom(b, uint64(i), 2+i%3, real(1), false)
		games++
		if o.exact {
			exact++
		}
		sum.questions += o.questions
		sum.bulks += o.bulks
		sum.moves += o.moves
		sum.off += o.off
	}
	n := float64(games)
	b.ReportMetric(float64(exact)/n, "exact/game")
	b.ReportMetric(float64(sum.questions)/n, "questions/game")
	b.ReportMetric(float64(sum.bulks)/n, "bulks/game")
	b.ReportMetric(float64(sum.moves)/n, "moves/game")
	b.ReportMetric(float64(sum.off)/n, "points-off/game")
}
