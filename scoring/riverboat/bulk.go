package riverboat

import (
	"slices"

	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/scoring/strict"
)

// bulkKeys are what may be set of one player: the counters, and what lies on
// the mat, whole ("mat", in the one-line notation) or by hex ("hexes", where
// keys not given stay as they are).
var bulkKeys = append([]string{"riverboats", "phase_tiles", "cards", "mat", "hexes"}, counterKeys...)

// bulk takes over contents and counters as they are, past the rules of play
// but not past the rules of the box. With a player, Set holds that player's
// keys; without, it may hold "players" {name: keys}, "round", "phase", "first",
// "turn" and "track_workers", or "phase" with "flow", the whole flow of play as in
// a state file. A phase set without a flow begins without its tile's bonus,
// since what the bonus brought lies on the table already; a phase in which nobody
// can do anything is over at once, and the next begins as usual.
func (t *step) bulk(seat int, a scoring.Action) error {
	root := strict.Parse(a.Set)
	if root.Failed() {
		return root.Err()
	}
	before := make([]int, len(t.Players))
	for i := range t.Players {
		before[i] = t.Players[i].Points
	}
	if seat >= 0 {
		t.setPlayer(seat, root)
	} else {
		t.setTable(root)
	}
	if root.Failed() {
		return root.Err()
	}
	if err := t.check(); err != nil {
		return err
	}
	for i := range t.Players {
		if n := t.Players[i].Points - before[i]; n != 0 {
			t.Players[i].Points = before[i] // points adds them again
			t.points(i, n, nil, "riverboat.points-set")
		}
	}
	return nil
}

func (t *step) setPlayer(seat int, v strict.Value) {
	t.setKeys(seat, v.Of(t.Players[seat].Name).Object(bulkKeys...))
}

// setKeys sets what an object has of a player's keys; others are left alone.
func (t *step) setKeys(seat int, o strict.Object) {
	p := &t.Players[seat]
	for _, key := range o.Keys() {
		item := o.Get(key)
		switch {
		case slices.Contains(counterKeys, key):
			p.setCounter(key, item, t.Track)
		case key == "riverboats":
			p.Boats = readBoats(item)
		case key == "phase_tiles":
			p.Tiles = readTiles(item)
		case key == "cards":
			p.Cards = readCards(item)
		case key == "mat":
			p.setMat(item)
		case key == "hexes":
			p.setHexes(item)
		}
	}
}

func (p *Player) setMat(v strict.Value) {
	m, err := mat.Parse(v.Text())
	if err != nil {
		v.Forbid("riverboat.mat-notation", "reason", err.Error())
		return
	}
	if m.Len() != p.Mat.Len() {
		v.Forbid("riverboat.other-mat", "got", m.Len(), "hexes", p.Mat.Len())
		return
	}
	for i, c := range m.On {
		j, ok := p.Mat.IndexAt(m.Space(i).At)
		if !ok {
			v.Forbid("riverboat.other-mat", "got", m.Len(), "hexes", p.Mat.Len())
			return
		}
		p.Mat.On[j] = c
	}
}

func (p *Player) setHexes(v strict.Value) {
	o := v.Map()
	for _, id := range o.Keys() {
		i, ok := p.Mat.Index(id)
		if !ok {
			o.At(id).Forbid("riverboat.no-such-hex", "hex", id, "nearest", strict.Nearest(id, p.Mat.IDs()))
			return
		}
		on := &p.Mat.On[i]
		h := o.Get(id).At(id).Object("crop", "worker", "barn", "well", "surveyor")
		if h.Has("crop") {
			on.Crop = readCrop(h.Get("crop"))
		}
		for _, f := range flags(on) {
			if h.Has(f.key) {
				*f.on = h.Get(f.key).Bool()
			}
		}
	}
}

func (t *step) setTable(v strict.Value) {
	o := v.Object("players", "round", "phase", "first", "turn", "track_workers", "flow")
	var names []string
	for i := range t.Players {
		names = append(names, t.Players[i].Name)
	}
	seat := func(key string) int { return max(0, t.seat(o.Get(key).OneOf("player", names...))) }
	if o.Has("round") {
		t.Round = o.Get("round").Int(1, theRules().Play.Rounds)
	}
	if o.Has("first") {
		t.Flow.First = seat("first")
	}
	phase := NoPhase
	if o.Has("phase") {
		phase, _ = ParsePhase(o.Get("phase").OneOf("phase", phaseNames[1:]...))
	}
	// Choosing tiles begins with none taken, so what players hold is set after
	// it; every other phase begins with the holder of its tile, so before it.
	if phase == Tiles && !o.Has("flow") {
		t.beginAnew(phase)
	}
	if o.Has("players") {
		players := o.Get("players").Map()
		for _, name := range players.Keys() {
			if t.seat(name) < 0 {
				players.Get(name).Forbid("play.unknown-player", "name", name, "nearest", strict.Nearest(name, names), "known", names)
				return
			}
			t.setPlayer(t.seat(name), players.Get(name))
		}
	}
	switch {
	case o.Has("flow"):
		if phase != NoPhase {
			t.Phase = phase
		}
		t.setFlow(o.Get("flow"))
	case phase == NoPhase:
	case phase == Tiles:
		t.Flow.Turn = (t.Flow.First + 5 - len(t.freeTiles())) % len(t.Players)
	default:
		t.beginAnew(phase)
	}
	if o.Has("turn") {
		t.Flow.Turn = seat("turn")
	}
	if o.Has("track_workers") {
		t.Flow.TrackWorkers = o.Get("track_workers").Int(0, theRules().Start.TrackWorkers)
	}
	if !t.Flow.Known && (o.Has("turn") || o.Has("first") || o.Has("track_workers")) {
		o.Forbid("riverboat.flow-phase")
	}
}

// setFlow takes over a whole flow, if somebody can go on from it.
func (t *step) setFlow(v strict.Value) {
	f := readFlow(v, t.State)
	if v.Failed() {
		return
	}
	t.Flow = f
	trial := &step{State: t.clone()}
	trial.settle()
	if p := trial.ask(); !p.Over && len(p.Choices) == 0 {
		v.Forbid("riverboat.flow-stuck", "phase", t.Phase.String())
	}
}

// beginAnew begins a phase that somebody set.
func (t *step) beginAnew(p Phase) {
	if len(t.Flow.Seats) != len(t.Players) {
		t.Flow.Seats = make([]Seat, len(t.Players))
	}
	if !t.Flow.Known { // a game written down: the round track loses one worker a round, in cultivation
		t.Flow.TrackWorkers = theRules().Start.TrackWorkers - t.Round
		if p == Tiles {
			t.Flow.TrackWorkers++
		}
	}
	if p == Cultivation { // which cards are out isn't known any more
		t.Flow.CardsOut = cardSet{}
	}
	t.Flow.Known = true
	t.begin(p)
}
