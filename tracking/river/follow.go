package river

import (
	"fmt"
	"math"
	"slices"

	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
	"harbormaster/tracking"
)

// Question is a doubt of the eye or of the explanation.
type Question struct {
	Player string
	Spaces []string
	scoring.Message
	Ways []Way // of a question which it was: the first is what is gone on with
	// Seen sets what the camera sees there, where that wasn't taken over. Nil where it was.
	Seen *scoring.Action
}

// Way is one of several explanations that fit.
type Way struct {
	Text  string // what was done to the mats
	Moves []Move // to be entered in the play as it stood before
	// Differs says by player how much a counter ends higher than in the first way:
	// coins, surveyors_in_supply, track_vp.
	Differs map[string]map[string]int
}

// Line is what one reading brought.
type Line struct {
	Actions   []scoring.Action
	Questions []Question
	State     *riverboat.State // what is seen, with the counters as told or counted
	GaveUp    bool             // the search for an explanation ended before all was tried
	// Missed says that whole phases were missed and nobody told of the counters
	// at that moment: a good time to ask for them, once.
	Missed bool
	// Moves are what to enter in the play that the follower was told of with
	// Stand, so that it shows what is seen.
	Moves []Move
	// Contrary are the places that are steadily seen as play can't bring them about.
	Contrary []Place
}

// Follower follows one game. It is a value: Look returns the next.
type Follower struct {
	track     riverboat.Track
	templates []*mat.Template
	pace      tracking.Pace
	effort    tracking.Effort

	begun bool
	table tracking.Table
	ways  []tracking.Hypothesis // how the game may stand, likeliest first
	tiles []riverboat.TileSet   // who held which phase tile, while the next are chosen
	asked map[string]bool       // questions that were asked and still hold
	waits int                   // readings for which settled changes have been waiting
	mends int                   // readings for which what was read wrong before has been waiting to be mended

	play    *riverboat.State // the play that is entered, as it stands; nil: nobody enters any
	kept    map[Place]bool   // what somebody has set right in it
	guessed bool             // who holds the phase tiles in it was never told
}

// New returns a follower that has seen nothing yet. Templates are the mats in
// order of play.
func New(templates []*mat.Template, track riverboat.Track, pace tracking.Pace) Follower {
	return Follower{templates: templates, track: track, pace: pace, effort: tracking.Usual()}
}

// most changes of one picture that are explained one by one: beyond, whole
// phases were missed, and which worker came first can't be told any more.
const (
	mostWorkers = 4
	mostPlanted = 5
	mostOthers  = 9
)

// strong is the evidence from which a doubtful change may be explained by itself.
const strong = 0.7

// Look takes a reading and what people told at that moment, which may be
// nothing, and says what happened since the last one.
func (f Follower) Look(reading []tracking.SideSight, known []byte) (Follower, Line, error) {
	said, err := readTold(known)
	if err != nil {
		return f, Line{}, err
	}
	if !f.begun && f.play == nil {
		return f.begin(reading, said)
	}
	before := f.table.View()
	table, changes := tracking.Settle(f.table, reading, f.pace)
	l := look{Follower: f, earlier: f, before: before, reading: reading, said: said}
	l.table = table
	l.mend(changes)
	l.explain(changes)
	l.ask(changes)
	l.hear()
	line, err := l.line()
	return l.Follower, line, err
}

func (f Follower) begin(reading []tracking.SideSight, said *told) (Follower, Line, error) {
	table, err := tracking.NewTable(f.templates, reading)
	if err != nil {
		return f, Line{}, fmt.Errorf("read the first picture: %w", err)
	}
	f.begun, f.table = true, table
	s := riverboat.Found(seen(table.View()), f.track)
	if said != nil {
		if s, err = s.Told(said.raw); err != nil {
			return f, Line{}, fmt.Errorf("take over what is known: %w", err)
		}
	}
	f.ways = starts(s, 0)
	l := look{Follower: f, earlier: f, before: table.View(), reading: reading, said: said}
	l.ask(tracking.Changes{})
	l.hear()
	line, err := l.line()
	return l.Follower, line, err
}

// seen hands a view to the rules.
func seen(v tracking.View) []riverboat.Seen {
	var out []riverboat.Seen
	for i := range v {
		out = append(out, riverboat.Seen{
			Player: v[i].Player, Mat: v[i].Mat, Boats: v[i].Boats, HarborMaster: &v[i].Harbor, Agents: &v[i].Agents,
		})
	}
	return out
}

// look is one reading being worked on.
type look struct {
	Follower
	earlier   Follower      // as it was
	before    tracking.View // what was settled before it
	reading   []tracking.SideSight
	said      *told
	actions   []scoring.Action
	questions []Question
	gaveUp    bool
	missed    bool
	contrary  []Place
	from      scoring.State   // where the play is to be set before the steps; nil: it stands there
	steps     []tracking.Step // what brings it to what is seen
}

// mend takes over what turned out to have been read wrong before: the
// hypotheses never had it right either.
func (l *look) mend(changes tracking.Changes) {
	var wrong []tracking.Change
	for _, c := range changes.Settled {
		if !c.Forward {
			wrong = append(wrong, c)
		}
	}
	if len(wrong) == 0 {
		l.mends = 0
		return
	}
	// Pieces that somebody takes away together are mended together, so that whoever
	// enters it can tell them from a misreading.
	if l.pace.Doubt >= l.pace.Settle && l.mends < 2*mostWaits && len(l.table.Leaving(l.pace)) > 0 {
		l.mends++
		l.table = l.table.Defer(l.earlier.table, wrong, l.pace)
		return
	}
	l.mends = 0
	now := l.table.View()
	show := func(v tracking.View) tracking.View {
		v = v.Clone()
		for _, c := range wrong {
			to, from := &v[c.Seat], now[c.Seat]
			switch k, hex := l.templates[c.Seat].Index(c.Space); {
			case hex:
				to.Mat.On[k] = from.Mat.On[k]
			case c.Space == "harbor_master":
				to.Harbor = from.Harbor
			case c.Space == "agents":
				to.Agents = from.Agents
			default:
				n := min(len(to.Boats), len(from.Boats))
				copy(to.Boats[:n], from.Boats[:n])
			}
		}
		return v
	}
	was := l.before
	l.before = show(l.before)
	l.actions = append(l.actions, bulk(was, l.before))
	for i := range l.ways {
		w := &l.ways[i]
		if s, err := scoring.Own[*riverboat.State](w.State); err == nil {
			w.State = s.Showing(seen(show(Rules{}.View(s))))
		}
	}
	l.from = l.ways[0].State
}

// explain finds out what was done between the last reading and this one.
func (l *look) explain(changes tracking.Changes) {
	sure := l.table
	all := l.table.Take(changes.Doubtful)
	settled := slices.ContainsFunc(changes.Settled, func(c tracking.Change) bool { return c.Forward })
	weak := func(c tracking.Change) bool { return c.Backed < strong }
	firm := slices.DeleteFunc(slices.Clone(changes.Doubtful), weak)
	switch {
	case !settled && len(firm) == 0:
		l.waits = 0
		l.quiet()
		return
	case l.defers(changes, mostWaits, tracking.Table.PendingAt):
		return
	case tooMuch(l.before, all.View()):
		// Whole phases were missed. What the eye isn't sure of is taken as it is
		// read, since the old state is past in any case.
		l.table = all
		l.askUnsure(changes.Doubtful)
		l.takeOver(false)
		return
	}
	// What is hardly read isn't believed because the rules happen to allow it, but
	// because it comes with what is read well, or nothing makes sense without it.
	targets := []target{{sure.Take(firm), 0}}
	if len(firm) < len(changes.Doubtful) {
		targets = append(targets, target{all, weakReading})
	}
	for _, from := range []func() []tracking.Hypothesis{l.going, l.anew} {
		ways := from()
		if l.explainBy(ways, targets) || settled && len(firm) > 0 && l.explainBy(ways, []target{{sure, 0}}) {
			l.waits = 0
			return
		}
	}
	anywhere := func(t tracking.Table, _ int, p tracking.Pace) bool { return t.Pending(p) }
	if l.defers(changes, 2*mostWaits, anywhere) {
		return
	}
	l.waits = 0
	// No explanation. Under a hand more may have happened than shows: wait.
	var covered []int
	for i, r := range l.reading {
		if r.Hand() || !r.Found {
			covered = append(covered, i)
		}
	}
	l.table = sure.Take(l.lawful(changes.Doubtful, sure, all)).Freeze(l.earlier.table, covered)
	if !equal(l.before, l.table.View()) {
		l.takeOver(true)
	}
}

// mostWaits bounds for how many readings of a stream a change waits for others.
const mostWaits = 4

// defers puts off what has settled while more is about to settle beside it: the
// parts of a tile or the workers of a boat don't all gather their evidence in the
// same reading. Where each reading may be the last of its state nothing waits.
func (l *look) defers(changes tracking.Changes, most int, pending func(tracking.Table, int, tracking.Pace) bool) bool {
	if l.pace.Doubt < l.pace.Settle || l.waits >= most || len(l.actions) > 0 {
		return false
	}
	if !slices.ContainsFunc(tracking.Seats(changes.Settled), func(seat int) bool { return pending(l.Follower.table, seat, l.pace) }) {
		return false
	}
	l.waits++
	l.table = l.table.Defer(l.earlier.table, changes.Settled, l.pace)
	return true
}

// lawful picks the doubtful changes of those sides that obey a law with them
// and not without: boats hold exactly what was harvested.
func (l *look) lawful(doubtful []tracking.Change, sure, all tracking.Table) []tracking.Change {
	with, without := all.View(), sure.View()
	return slices.DeleteFunc(slices.Clone(doubtful), func(c tracking.Change) bool {
		return !balanced(with[c.Seat]) || balanced(without[c.Seat])
	})
}

func balanced(s tracking.Side) bool {
	harvested := s.Mat.Count(func(c mat.Contents) bool { return c.Crop != mat.NoCrop && !c.Worker })
	for _, name := range s.Boats {
		if b, ok := riverboat.ParseBoat(name); ok {
			harvested -= b.Capacity()
		}
	}
	return harvested == 0
}

// going are the hypotheses at hand, anew those of somebody who has just come in.
func (l *look) going() []tracking.Hypothesis { return l.ways }

func (l *look) anew() []tracking.Hypothesis {
	s, err := scoring.Own[*riverboat.State](l.ways[0].State)
	if err != nil {
		return nil
	}
	return starts(l.keepTiles(l.forgetGuesses(s.Showing(seen(l.before)))), 2)
}

// tooMuch reports whether more changed than can be told apart.
func tooMuch(from, to tracking.View) bool {
	workers, planted, others := 0, 0, 0
	for i := range to {
		for k, c := range to[i].Mat.On {
			was := from[i].Mat.On[k]
			if was.Empty() && (c.Worker || c.Crop != mat.NoCrop) {
				workers++
			}
			if was.Crop == mat.NoCrop && c.Crop != mat.NoCrop {
				planted++
			}
			if c.Barn != was.Barn || c.Well != was.Well || c.Surveyor != was.Surveyor {
				others++
			}
		}
		others += len(to[i].Boats) - len(from[i].Boats)
	}
	return workers > mostWorkers || planted > mostPlanted || others > mostOthers
}

func equal(a, b tracking.View) bool {
	return slices.EqualFunc(a, b, func(x, y tracking.Side) bool {
		return x.Harbor == y.Harbor && x.Agents == y.Agents && slices.Equal(x.Boats, y.Boats) && slices.Equal(x.Mat.On, y.Mat.On)
	})
}

// sought says what is to be explained.
func (l *look) sought(to tracking.View) tracking.Sought {
	s := tracking.Sought{View: to, Typed: map[string]int{}}
	if l.said != nil {
		s.Odd, s.Deny = l.said.odd, l.said.denies
		if own, err := scoring.Own[*riverboat.State](l.ways[0].State); err == nil {
			for _, p := range own.Players {
				if say := l.said.players[p.Name].Points; say != nil && *say > p.Points {
					s.Typed[p.Name] = min(99, *say-p.Points)
				}
			}
		}
	}
	return s
}

// target is a table to be explained; price says how unlikely it is by the eye.
type target struct {
	table tracking.Table
	price float64
}

// weakReading is the price of believing a weak reading that comes with others.
const weakReading = 0.3

// explainBy tries to explain what is seen, with the boats that came new also
// taken for their twins, which look much alike.
func (l *look) explainBy(from []tracking.Hypothesis, targets []target) bool {
	for _, to := range targets[:len(targets):len(targets)] {
		view := to.table.View()
		for i := range view {
			for n := len(l.before[i].Boats); n < len(view[i].Boats); n++ {
				if twin, price := l.twin(i, n, view[i].Boats[n]); twin != "" {
					targets = append(targets, target{to.table.Boat(i, n, twin, l.pace), to.price + price})
				}
			}
		}
	}
	var best []tracking.Explanation
	var table tracking.Table
	least := 0.0
	for _, to := range targets {
		found, gaveUp := tracking.Explain(Rules{}, from, l.sought(to.table.View()), l.effort)
		l.gaveUp = l.gaveUp || gaveUp && len(found) == 0
		if len(found) > 0 && (len(best) == 0 || found[0].End.Cost+to.price < least) {
			best, table, least = found, to.table, found[0].End.Cost+to.price
		}
	}
	if len(best) == 0 {
		return false
	}
	if len(l.actions) == 0 && l.halfSeen(best[0]) {
		l.table = l.earlier.table
		return true
	}
	l.table = table
	l.accept(best)
	return true
}

// halfSeen reports whether an explanation lays a tile beside a worker under a
// hand: the tile may be larger than what shows. The next picture will tell.
func (l *look) halfSeen(e tracking.Explanation) bool {
	for _, s := range e.Steps {
		i := slices.IndexFunc(l.before, func(side tracking.Side) bool { return side.Player == s.Action.Player })
		if s.Action.Do != "plant" || len(s.Action.Hexes) == 3 || !l.reading[i].Hand() {
			continue
		}
		m := l.before[i].Mat
		for _, id := range s.Action.Hexes {
			k, _ := m.Index(id)
			for _, j := range m.Neighbors(k) {
				if l.reading[i].Hexes[j].Hidden && m.On[j].Worker && m.On[j].Crop == mat.NoCrop {
					return true
				}
			}
		}
	}
	return false
}

// twinOf returns the boat of the same capacity, if there is one.
func twinOf(boat string) string {
	switch boat {
	case "2a":
		return "2b"
	case "2b":
		return "2a"
	case "3a":
		return "3b"
	case "3b":
		return "3a"
	}
	return ""
}

// twin returns the boat that this one may be instead, and how unlikely that is
// by the eye alone: it takes the harbor master or the counters to outweigh it.
func (l *look) twin(seat, n int, boat string) (string, float64) {
	sure := 0.99
	if r := l.reading[seat]; n < len(r.Boats) {
		sure = min(sure, max(0.5, r.Boats[n].Confidence))
	}
	return twinOf(boat), 0.2 + 0.4*math.Log(sure/(1-sure))
}

// accept goes on with the explanations found, the best first.
func (l *look) accept(found []tracking.Explanation) {
	best := found[0]
	l.actions = append(l.actions, named(l.before, l.table.View(), best, l.said != nil && l.said.odd(best.End.State) == 0)...)
	if q, several := l.doubt(found); several {
		l.questions = append(l.questions, q)
	}
	l.from, l.steps = best.Start.State, best.Steps
	l.carryOn(found)
}

func (l *look) carryOn(found []tracking.Explanation) {
	least := found[0].End.Cost
	known := map[string]bool{}
	l.ways = nil
	for _, e := range found {
		key := Rules{}.Key(e.End.State)
		if known[key] {
			continue
		}
		known[key] = true
		w := e.End
		w.Cost -= least
		l.ways = append(l.ways, w)
	}
}

// quiet looks for what can't be seen where people told of other counters.
func (l *look) quiet() {
	if l.said == nil || l.said.odd(l.ways[0].State) == 0 {
		return
	}
	found, _ := tracking.Explain(Rules{}, l.ways, l.sought(l.table.View()), l.effort)
	if len(found) > 0 && l.said.odd(found[0].End.State) == 0 {
		l.actions = append(l.actions, named(l.before, l.before, found[0], true)...)
		l.carryOn(found)
	}
}

// takeOver enters what is seen as it is, in one action, and starts to follow
// from there.
func (l *look) takeOver(ask bool) {
	now := l.table.View()
	l.missed = l.said == nil
	l.actions = append(l.actions, bulk(l.before, now))
	if ask {
		l.questions = append(l.questions, unexplained(l.before, now)...)
	}
	s, err := scoring.Own[*riverboat.State](l.ways[0].State)
	if err != nil {
		return
	}
	l.ways = starts(l.keepTiles(l.forgetGuesses(s.Taking(seen(now)))), 0)
	l.from, l.steps = l.ways[0].State, nil
}

// keepTiles returns the state with the phase tiles last held, where it has none.
func (l *look) keepTiles(s *riverboat.State) *riverboat.State {
	held := riverboat.TileSet(0)
	for _, p := range s.Players {
		held |= p.Tiles
	}
	if held == 0 && len(l.tiles) == len(s.Players) {
		s = s.Showing(nil)
		for i := range s.Players {
			s.Players[i].Tiles = l.tiles[i]
		}
	}
	return s
}

// hear puts the counters right by what people told.
func (l *look) hear() {
	if l.said != nil {
		for i := range l.ways {
			if s, err := scoring.Own[*riverboat.State](l.ways[i].State); err == nil {
				l.ways[i].State = l.said.onto(s)
			}
		}
	}
	if l.said != nil && l.said.tiles != nil {
		l.tiles = nil
		for _, side := range l.before {
			var set riverboat.TileSet
			for n, name := range l.said.tiles {
				if name == side.Player {
					set |= 1 << n
				}
			}
			l.tiles = append(l.tiles, set)
		}
		return
	}
	s, err := scoring.Own[*riverboat.State](l.ways[0].State)
	if err == nil && s.Phase != riverboat.Tiles && s.Phase != riverboat.NoPhase {
		l.tiles = nil
		for _, p := range s.Players {
			l.tiles = append(l.tiles, p.Tiles)
		}
	}
}

// line is the answer: the likeliest state, showing what is settled.
func (l *look) line() (Line, error) {
	s, err := scoring.Own[*riverboat.State](l.ways[0].State)
	if err != nil {
		return Line{}, fmt.Errorf("say how the game stands: %w", err)
	}
	s = s.Showing(seen(l.table.View()))
	if l.said != nil {
		if s, err = s.Told(l.said.raw); err != nil {
			return Line{}, fmt.Errorf("take over what is known: %w", err)
		}
	} else {
		s = l.keepTiles(s)
	}
	// A state file has the phases of the rulebook only, and no flow: what lies
	// on the table may be behind it.
	switch {
	case s.Phase == riverboat.End:
		s.Phase = riverboat.Scoring
	case s.Phase == riverboat.Tiles && s.Round > 1:
		s.Round, s.Phase = s.Round-1, riverboat.Scoring
	case s.Phase == riverboat.Tiles:
		s.Phase = riverboat.Cultivation
	}
	s.Flow = riverboat.Flow{}
	return Line{Actions: l.actions, Questions: l.questions, State: s, GaveUp: l.gaveUp, Missed: l.missed, Moves: l.moves(), Contrary: l.contrary}, nil
}
