package riverboat

import (
	"slices"

	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/scoring/strict"
)

// doing is one kind of action: the phase it belongs to (NoPhase: it answers
// something pending, or none) and what it does.
type doing struct {
	phase Phase
	run   func(t *step, seat int, a scoring.Action) error
}

// doings lists the actions by what they are called in logs. It is a function
// so that nothing global can be written to.
func doings() map[string]doing {
	return map[string]doing{
		"tile":         {Tiles, (*step).takeTile},
		"card":         {Cultivation, (*step).turnCard},
		"work":         {Cultivation, (*step).work},
		"plant":        {Planting, (*step).plant},
		"ship":         {Harvesting, (*step).ship},
		"pass":         {NoPhase, (*step).pass},
		"opportunity":  {Opportunity, (*step).opportunity},
		"survey":       {Scoring, (*step).survey},
		"bonus-worker": {NoPhase, (*step).bonusWorker},
		"barn":         {NoPhase, (*step).barn},
		"well":         {NoPhase, (*step).well},
		"surveyor":     {NoPhase, (*step).surveyor},
		"agent":        {NoPhase, (*step).agent},
		"coin":         {NoPhase, (*step).coin},
		"harbor":       {NoPhase, (*step).harborMaster},
		"first":        {NoPhase, (*step).first},
		scoring.Bulk:   {NoPhase, (*step).bulk},
	}
}

// Apply carries out one action; see doings for what they are called. Only
// cultivation lets players act out of turn, since every player answers a card.
func (g Game) Apply(state scoring.State, a scoring.Action) (scoring.State, []scoring.Award, error) {
	old, err := scoring.Own[*State](state)
	if err != nil {
		return nil, nil, err
	}
	all := doings()
	what, known := all[a.Do]
	if !known {
		names := make([]string, 0, len(all))
		for name := range all {
			names = append(names, name)
		}
		slices.Sort(names)
		return nil, nil, scoring.Forbid(a.Player, "", "play.unknown-action", "do", a.Do, "nearest", strict.Nearest(a.Do, names))
	}
	t := &step{State: old.clone()}
	seat, err := t.actor(a, what)
	if err != nil {
		return nil, nil, err
	}
	if err := what.run(t, seat, a); err != nil {
		return nil, nil, err
	}
	if t.Flow.Known {
		t.settle()
	}
	for i := range t.Players {
		if t.Players[i].Points > maxPoints {
			return nil, nil, scoring.Forbid(t.Players[i].Name, "track_vp", "file.range", "value", t.Players[i].Points, "low", 0, "high", maxPoints, "key", "track_vp")
		}
	}
	return t.State, t.awards, nil
}

// actor finds the seat that acts and refuses what isn't its turn or phase.
func (t *step) actor(a scoring.Action, what doing) (int, error) {
	seat := t.seat(a.Player)
	stranger := func() error {
		var names []string
		for i := range t.Players {
			names = append(names, t.Players[i].Name)
		}
		return scoring.Forbid("", "", "play.unknown-player", "name", a.Player, "nearest", strict.Nearest(a.Player, names), "known", names)
	}
	switch {
	case a.Do == scoring.Bulk || a.Do == "first" || a.Do == "card":
		if seat < 0 && a.Player != "" {
			return 0, stranger()
		}
	case seat < 0:
		return 0, stranger()
	}
	if a.Do == scoring.Bulk {
		return seat, nil
	}
	notNow := func() error { return scoring.Forbid(a.Player, "", "play.not-now", "do", a.Do, "now", t.now()) }
	if !t.Flow.Known || t.Phase == End {
		return 0, notNow()
	}
	if len(t.Flow.Pending) > 0 {
		i := slices.IndexFunc(t.Flow.Pending, func(p Pending) bool {
			return (p.Seat == seat || p.Kind == ChooseFirst) && slices.Contains(t.answers(p), a.Do)
		})
		if i >= 0 {
			return seat, nil
		}
		if whose := t.Flow.Pending[0]; whose.Seat != seat && whose.Kind != ChooseFirst && slices.Contains(t.now(), a.Do) {
			return 0, scoring.Forbid(a.Player, "", "play.not-your-turn", "turn", t.Players[whose.Seat].Name)
		}
		return 0, notNow()
	}
	if what.phase != t.Phase && !(a.Do == "pass" && t.canPass(seat)) {
		return 0, notNow()
	}
	if t.Phase != Cultivation && seat != t.Flow.Turn {
		return 0, scoring.Forbid(a.Player, "", "play.not-your-turn", "turn", t.Players[t.Flow.Turn].Name)
	}
	return seat, nil
}

// now lists what can be done at the moment, for a complaint.
func (t *step) now() []string {
	out := []string{}
	for _, c := range (Game{}).Next(t.State).Choices {
		if !slices.Contains(out, c.Do) {
			out = append(out, c.Do)
		}
	}
	return append(out, scoring.Bulk)
}

// answers lists the actions that answer something pending.
func (s *State) answers(p Pending) []string {
	switch p.Kind {
	case BonusWorker:
		return []string{"bonus-worker"}
	case Feature:
		return s.featureOptions(p)
	case SendAgents:
		return []string{"agent"}
	case PhaseBonus:
		return s.phaseBonuses(p.Seat)
	case ChooseFirst:
		return []string{"first"}
	}
	return nil
}

// resolve takes off the list the first thing pending that the action answers.
func (t *step) resolve(seat int, do string) Pending {
	for i, p := range t.Flow.Pending {
		if (p.Seat == seat || p.Kind == ChooseFirst) && slices.Contains(t.answers(p), do) {
			t.Flow.Pending = slices.Delete(t.Flow.Pending, i, i+1)
			return p
		}
	}
	return Pending{}
}

// pay takes a coin for an action that bends a rule by one.
func (t *step) pay(seat int, a scoring.Action) error {
	p := &t.Players[seat]
	if !a.Coin {
		return nil
	}
	if p.Coins == 0 {
		return scoring.Forbid(p.Name, "", "riverboat.no-coin")
	}
	p.Coins--
	return nil
}

// hexes returns the indices of the hexes named, each once, or says which
// isn't on the player's mat.
func (p *Player) hexes(names []string, low, high int) ([]int, error) {
	var out []int
	for _, id := range names {
		i, ok := p.Mat.Index(id)
		if !ok {
			return nil, scoring.Forbid(p.Name, id, "riverboat.no-such-hex", "hex", id, "nearest", strict.Nearest(id, p.Mat.IDs()))
		}
		if slices.Contains(out, i) {
			return nil, scoring.Forbid(p.Name, id, "riverboat.hex-named-twice", "hex", id)
		}
		out = append(out, i)
	}
	if n := len(out); n < low || n > high {
		return nil, scoring.Forbid(p.Name, "", "riverboat.hex-count", "got", n, "low", low, "high", high)
	}
	return out, nil
}

// emptyField returns the one empty field an action names.
func (p *Player) emptyField(a scoring.Action) (int, error) {
	at, err := p.hexes(a.Hexes, 1, 1)
	if err != nil {
		return 0, err
	}
	if c := p.Mat.On[at[0]]; !c.Empty() {
		return 0, scoring.Forbid(p.Name, a.Hexes[0], "riverboat.field-taken", "hex", a.Hexes[0])
	}
	return at[0], nil
}

func (t *step) takeTile(seat int, a scoring.Action) error {
	p := &t.Players[seat]
	phase, ok := ParsePhase(a.Kind)
	n := phase.tile()
	if !ok || n == 0 {
		return scoring.Forbid(p.Name, a.Kind, "riverboat.no-such-tile", "kind", a.Kind, "nearest", strict.Nearest(a.Kind, phaseNames[Cultivation:End]))
	}
	if !slices.Contains(t.freeTiles(), n) {
		return scoring.Forbid(p.Name, a.Kind, "riverboat.tile-taken", "kind", a.Kind)
	}
	p.Tiles |= 1 << n
	t.Flow.Turn = (seat + 1) % len(t.Players)
	return nil
}

// pass is out for the phase; in cultivation, of a card that only a coin could
// answer, it is out for that card.
func (t *step) pass(seat int, _ scoring.Action) error {
	if t.Phase == Cultivation {
		t.Flow.Seats[seat].Acts = 1
		return nil
	}
	t.Flow.Seats[seat].Passed = true
	return nil
}

func (t *step) first(_ int, a scoring.Action) error {
	seat := t.seat(a.Player)
	if seat < 0 || !slices.Contains(t.lastOnTrack(), seat) {
		var last []string
		for _, i := range t.lastOnTrack() {
			last = append(last, t.Players[i].Name)
		}
		return scoring.Forbid(a.Player, "", "riverboat.not-last", "players", last)
	}
	t.resolve(seat, a.Do)
	t.Flow.First, t.Flow.Turn = seat, seat
	return nil
}

func (t *step) bonusWorker(seat int, a scoring.Action) error {
	p := &t.Players[seat]
	i, err := p.emptyField(a)
	if err != nil {
		return err
	}
	t.resolve(seat, a.Do)
	t.Flow.TrackWorkers--
	p.Mat.On[i].Worker = true
	return nil
}

func (t *step) barn(seat int, a scoring.Action) error {
	p := &t.Players[seat]
	i, err := p.emptyField(a)
	if err != nil {
		return err
	}
	t.resolve(seat, a.Do)
	p.Mat.On[i].Barn = true
	return nil
}

func (t *step) well(seat int, a scoring.Action) error {
	p := &t.Players[seat]
	at, err := p.hexes(a.Hexes, 1, 1)
	if err != nil {
		return err
	}
	c := p.Mat.On[at[0]]
	if c.Crop == mat.NoCrop {
		return scoring.Forbid(p.Name, a.Hexes[0], "riverboat.well-without-crop")
	}
	if !slices.Contains(p.wellSpots(), a.Hexes[0]) {
		return scoring.Forbid(p.Name, a.Hexes[0], "riverboat.second-well", "crop", c.Crop.String())
	}
	t.resolve(seat, a.Do)
	p.Mat.On[at[0]].Well = true
	return nil
}

func (t *step) surveyor(seat int, a scoring.Action) error {
	source := t.resolve(seat, a.Do).Source
	t.Players[seat].Surveyors++
	t.gain(seat, "surveyor", 1, source)
	return nil
}

// agent sends 0 to Max workers from supply to New Orleans, one as the scoring
// tile's bonus.
func (t *step) agent(seat int, a scoring.Action) error {
	i := slices.IndexFunc(t.Flow.Pending, func(p Pending) bool { return p.Seat == seat && slices.Contains(t.answers(p), "agent") })
	p := t.Flow.Pending[i] // actor found it
	n := a.Count
	if p.Kind == PhaseBonus {
		n = 1
	}
	if most := min(p.Max, t.Players[seat].Workers); p.Kind == SendAgents && (n < 0 || n > most) {
		return scoring.Forbid(a.Player, "", "riverboat.agents-count", "got", n, "most", most)
	}
	t.resolve(seat, a.Do)
	t.agents(seat, n, p.Source)
	return nil
}

func (t *step) coin(seat int, a scoring.Action) error {
	t.coins(seat, 1, t.resolve(seat, a.Do).Source)
	return nil
}

func (t *step) harborMaster(seat int, a scoring.Action) error {
	t.harbor(seat, 1, t.resolve(seat, a.Do).Source)
	return nil
}
