package riverboat_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
	"harbormaster/scoring/strict"
)

// drawn lets rapid choose what the random player does, so that a failing game
// shrinks to a short one.
type drawn struct{ t *rapid.T }

func (d drawn) Uint64() uint64 { return rapid.Uint64().Draw(d.t, "choice") }

func drawStart(t *rapid.T) scoring.State {
	names := []string{"ann", "bo", "cy", "di"}[:rapid.IntRange(2, 4).Draw(t, "players")]
	s, err := riverboat.Game{}.Start(scoring.Setup{Players: names, Settings: []byte(testSettings)})
	if err != nil {
		t.Fatal(err)
	}
	if rapid.Bool().Draw(t, "french") {
		s.(*riverboat.State).Settings.Round4Actions = 3
		s.(*riverboat.State).Settings.FullColor = riverboat.FullColorSkip
	}
	return s
}

// drawGame plays a random number of legal actions, or a whole game.
func drawGame(t *rapid.T, each func(a scoring.Action, before, after *riverboat.State, awards []scoring.Award)) *riverboat.State {
	s := drawStart(t)
	g := riverboat.Game{}
	rng := rand.New(drawn{t})
	for n := 0; ; n++ {
		p := g.Next(s)
		if p.Over {
			return s.(*riverboat.State)
		}
		if len(p.Choices) == 0 || n > 2000 {
			t.Fatalf("after %d actions nothing can be done: %+v", n, p)
		}
		a := randomAction(rng, p, neighborsOf(s, p.Player))
		after, awards, err := g.Apply(s, a)
		if err != nil {
			t.Fatalf("action %d, %+v, asked %s: %v", n, a, p.Key, err)
		}
		if each != nil {
			each(a, s.(*riverboat.State), after.(*riverboat.State), awards)
		}
		s = after
	}
}

// pieces counts what the box must hold: nothing appears, nothing is lost.
func pieces(s *riverboat.State) map[string]int {
	n := map[string]int{"workers": s.Flow.TrackWorkers}
	boats := map[string]int{}
	for _, p := range s.Players {
		n["workers"] += p.Workers + p.Agents + p.Mat.Count(func(c mat.Contents) bool { return c.Worker })
		n["coins"] += p.Coins
		n["barns"] += p.Mat.Count(func(c mat.Contents) bool { return c.Barn })
		n["wells"] += p.Mat.Count(func(c mat.Contents) bool { return c.Well })
		n["surveyors"] += p.Surveyors + p.Mat.Count(func(c mat.Contents) bool { return c.Surveyor })
		n["cards"] += len(p.Cards)
		for _, c := range p.Cards {
			if c.Scored {
				n["surveyors"]++
			}
		}
		for _, b := range p.Boats {
			boats[b.String()]++
		}
		n["boats"] += len(p.Boats)
	}
	for _, k := range boats {
		n["most of a boat"] = max(n["most of a boat"], k)
	}
	return n
}

func TestRandomGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rounds := map[int]bool{}
		end := drawGame(t, func(a scoring.Action, before, after *riverboat.State, awards []scoring.Award) {
			rounds[after.Round] = true
			n := pieces(after)
			if want := 13*len(after.Players) + 4; n["workers"] != want {
				t.Fatalf("after %+v there are %d workers, want %d", a, n["workers"], want)
			}
			for what, most := range map[string]int{"coins": 25, "barns": 8, "wells": 8, "surveyors": 28, "boats": 45, "most of a boat": 5, "cards": 17} {
				if n[what] > most {
					t.Fatalf("after %+v there are %d %s, the box holds %d", a, n[what], what, most)
				}
			}
			// What was earned is what the score track shows.
			for i, p := range after.Players {
				moved := p.Points - before.Players[i].Points
				for _, w := range awards {
					if w.Player == p.Name {
						moved -= w.Points
					}
				}
				if moved != 0 {
					t.Fatalf("after %+v %s moved %d past the awards %+v", a, p.Name, moved, awards)
				}
			}
		})
		if len(rounds) != 4 || end.Round != 4 || end.Phase != riverboat.End {
			t.Fatalf("the game ended in round %d, %v, having seen %v", end.Round, end.Phase, rounds)
		}
	})
}

// A barn, well or card pays once: no action may pay for a surveyor that stood
// there before, and a scored one keeps its surveyor.
func TestScoredOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scored := map[string]bool{}
		g := riverboat.Game{}
		drawGame(t, func(a scoring.Action, before, after *riverboat.State, _ []scoring.Award) {
			if a.Do != "survey" {
				return
			}
			what := a.Player + " " + a.Card + " " + slices.Concat(a.Hexes, []string{""})[0]
			if scored[what] {
				t.Fatalf("%s was scored twice", what)
			}
			scored[what] = true
			again := after
			if _, _, err := g.Apply(again, a); err == nil {
				t.Fatalf("%+v could be done twice in a row", a)
			}
		})
	})
}

func TestReplay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := riverboat.Game{}
		var first scoring.State
		var log [][]byte
		end := drawGame(t, func(a scoring.Action, before, _ *riverboat.State, _ []scoring.Award) {
			if first == nil {
				first = before
			}
			line, err := json.Marshal(a)
			if err != nil {
				t.Fatal(err)
			}
			log = append(log, line)
		})
		s := first
		for _, line := range log {
			a, err := strict.ReadAction(line)
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			if s, _, err = g.Apply(s, a); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
		}
		if diff := cmp.Diff(text(t, end), text(t, s)); diff != "" {
			t.Fatalf("replayed, the state differs (-want +got):\n%s", diff)
		}
	})
}

func text(t interface{ Fatal(...any) }, s scoring.State) string {
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A state in the middle of a game, written and read, goes on like the original.
func TestStateFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := riverboat.Game{}
		stop := rapid.IntRange(0, 300).Draw(t, "stop")
		n := 0
		drawGame(t, func(a scoring.Action, before, after *riverboat.State, _ []scoring.Award) {
			if n++; n != stop {
				return
			}
			back, err := g.ReadState([]byte(text(t, before)))
			if err != nil {
				t.Fatalf("%s: %v", text(t, before), err)
			}
			if diff := cmp.Diff(text(t, before), text(t, back)); diff != "" {
				t.Fatalf("read back, the state differs (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(g.Next(before), g.Next(back)); diff != "" {
				t.Fatalf("read back, it asks for something else (-want +got):\n%s", diff)
			}
			next, _, err := g.Apply(back, a)
			if err != nil || text(t, next) != text(t, after) {
				t.Fatalf("read back, %+v leads elsewhere: %v", a, err)
			}
		})
	})
}

// Whatever is set by hand in between, a game can be written and read, and
// asks for something that can be done.
func TestSetByHand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := riverboat.Game{}
		rng := rand.New(drawn{t})
		s := drawStart(t)
		for range rapid.IntRange(1, 60).Draw(t, "actions") {
			p := g.Next(s)
			a := scoring.Action{Do: scoring.Bulk, Set: drawSet(rng)}
			if !p.Over && rng.IntN(3) > 0 {
				a = randomAction(rng, p, neighborsOf(s, p.Player))
			}
			after, _, err := g.Apply(s, a)
			if err != nil {
				if a.Do == scoring.Bulk { // what the box doesn't hold is refused
					continue
				}
				t.Fatalf("%+v, asked %s: %v", a, p.Key, err)
			}
			s = after
			if p := g.Next(s); !p.Over && len(p.Choices) == 0 {
				t.Fatalf("after %+v %s nothing can be done: %+v", a, a.Set, p)
			}
			back, err := g.ReadState([]byte(text(t, s)))
			if err != nil || text(t, back) != text(t, s) {
				t.Fatalf("after %+v %s the state can't be read back: %v\n%s", a, a.Set, err, text(t, s))
			}
		}
	})
}

// drawSet draws what somebody may set by hand, sense or not.
func drawSet(rng *rand.Rand) json.RawMessage {
	phases := []string{"tiles", "cultivation", "planting", "harvesting", "opportunity", "scoring"}
	return []json.RawMessage{
		json.RawMessage(fmt.Sprintf(`{"phase":%q}`, phases[rng.IntN(len(phases))])),
		json.RawMessage(fmt.Sprintf(`{"phase":%q,"round":%d}`, phases[rng.IntN(len(phases))], 1+rng.IntN(4))),
		json.RawMessage(fmt.Sprintf(`{"players":{"ann":{"coins":%d,"workers_in_supply":%d,"agents":%d,"surveyors_in_supply":%d}}}`, rng.IntN(9), rng.IntN(20), rng.IntN(20), rng.IntN(9))),
		json.RawMessage(`{"players":{"bo":{"hexes":{"A1":{"crop":"corn","worker":true,"barn":false},"A2":{"crop":"corn","worker":true,"barn":false},"A3":{"crop":null,"worker":true,"barn":false,"well":false,"surveyor":false}}}}}`),
		json.RawMessage(fmt.Sprintf(`{"turn":"bo","track_workers":%d}`, rng.IntN(5))),
	}[rng.IntN(5)]
}

func TestTotalIsTheSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := riverboat.Game{}.Score(drawGame(t, nil))
		most := 0
		for _, p := range r.Players {
			sum := 0
			for _, l := range p.Lines {
				sum += l.Points
			}
			if sum != p.Total {
				t.Fatalf("%s: the lines make %d, the total says %d", p.Name, sum, p.Total)
			}
			most = max(most, p.Total)
		}
		for _, p := range r.Players {
			if slices.Contains(r.Winners, p.Name) != (p.Total == most) {
				t.Fatalf("%s with %d of at most %d; winners %v", p.Name, p.Total, most, r.Winners)
			}
		}
	})
}

// Other names and another order of players change names and order, no points.
func TestNamesAndOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := riverboat.Game{}
		s := drawGame(t, nil)
		want := g.Score(s)
		order := rapid.Permutation([]int{0, 1, 2, 3}[:len(s.Players)]).Draw(t, "order")
		other := *s
		other.Players = nil
		for _, i := range order {
			p := s.Players[i]
			p.Name = "player of " + p.Name
			other.Players = append(other.Players, p)
		}
		got := g.Score(&other)
		for k, i := range order {
			if diff := cmp.Diff(points(want.Players[i]), points(got.Players[k])); diff != "" {
				t.Fatalf("%s scores differently (-before +after):\n%s", want.Players[i].Name, diff)
			}
		}
		var winners []string
		for _, w := range want.Winners {
			winners = append(winners, "player of "+w)
		}
		sort.Strings(winners)
		again := slices.Sorted(slices.Values(got.Winners))
		if !slices.Equal(winners, again) {
			t.Fatalf("winners %v, want %v", again, winners)
		}
	})
}

func points(p scoring.PlayerResult) map[string]int {
	out := map[string]int{"total": p.Total}
	for _, l := range p.Lines {
		out[l.Category] = l.Points
	}
	for hex, n := range p.Worth {
		out[hex] = n
	}
	return out
}

// One more hex of its crop beside a group never lowers a well, nor a barn
// beside it.
func TestGrowing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawGame(t, nil)
		g := riverboat.Game{}
		before := g.Score(s)
		for i := range s.Players {
			p := s.Players[i]
			p.Mat = p.Mat.Clone()
			crop := mat.Crop(rapid.IntRange(1, mat.NumCrops).Draw(t, "crop"))
			for k, c := range p.Mat.On {
				if c.Empty() && rapid.Bool().Draw(t, "grow") {
					p.Mat.On[k].Crop = crop
				}
			}
			s.Players[i] = p
		}
		after := g.Score(s)
		for i := range before.Players {
			for hex, n := range before.Players[i].Worth {
				if got := after.Players[i].Worth[hex]; got < n {
					t.Fatalf("%s: %s was worth %d, grown only %d", before.Players[i].Name, hex, n, got)
				}
			}
		}
	})
}

// Half of the harbor is rounded up once, on the sum; only who is beaten by
// nobody has it whole.
func TestHarborHalves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawGame(t, nil)
		r := riverboat.Game{}.Score(s)
		beats := func(a, b riverboat.Player) bool {
			return a.HarborMaster > b.HarborMaster || a.HarborMaster == b.HarborMaster && a.Tiles.First() < b.Tiles.First()
		}
		for i, p := range s.Players {
			want, beaten := 0, false
			for k, b := range p.Boats {
				if k < len(s.Track.Notches) && s.Track.Notches[k] <= p.HarborMaster {
					want += b.Capacity()
				}
			}
			for _, other := range s.Players {
				beaten = beaten || beats(other, p)
			}
			if beaten {
				want = want/2 + want%2
			}
			if got := points(r.Players[i])["harbor"]; got != want {
				t.Fatalf("%s scores %d in the harbor, want %d", p.Name, got, want)
			}
		}
	})
}

// Groups and barns by brute force: hexes as places in a set, grown by looking
// at all pairs until nothing changes.
func TestWorthByBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawGame(t, nil)
		r := riverboat.Game{}.Score(s)
		for i, p := range s.Players {
			crop := map[mat.Axial]mat.Crop{}
			for k, c := range p.Mat.On {
				crop[p.Mat.Space(k).At] = c.Crop
			}
			for k, c := range p.Mat.On {
				at, id := p.Mat.Space(k).At, p.Mat.Space(k).ID
				want := 0
				switch {
				case c.Well:
					want = len(grow(at, crop))
				case c.Barn:
					for _, kind := range mat.Crops() {
						n := 0
						for other, its := range crop {
							if its == kind && other.Distance(at) == 1 {
								n++
							}
						}
						want = max(want, 2*n)
					}
				default:
					if _, listed := r.Players[i].Worth[id]; listed {
						t.Fatalf("%s is listed without barn or well", id)
					}
					continue
				}
				if got := r.Players[i].Worth[id]; got != want {
					t.Fatalf("%s on %s is worth %d, want %d", id, p.Mat, got, want)
				}
			}
		}
	})
}

func grow(at mat.Axial, crop map[mat.Axial]mat.Crop) map[mat.Axial]bool {
	group := map[mat.Axial]bool{at: true}
	for grew := true; grew; {
		grew = false
		for a, its := range crop {
			for b := range group {
				if its == crop[at] && !group[a] && a.Distance(b) == 1 {
					group[a], grew = true, true
				}
			}
		}
	}
	return group
}
