package riverboat

import (
	"harbormaster/mat"
	"harbormaster/scoring"
)

// features are the estate features by name, in the order they are offered.
var features = []string{"barn", "well", "surveyor"}

// step is one action being carried out: the new state and what it earned so far.
type step struct {
	*State
	awards []scoring.Award
}

func (t *step) award(seat int, a scoring.Award) {
	a.Player = t.Players[seat].Name
	t.Players[seat].Points += a.Points
	t.awards = append(t.awards, a)
}

// points moves the score marker and says why.
func (t *step) points(seat, n int, spaces []string, key string, pairs ...any) {
	if n != 0 {
		t.award(seat, scoring.Award{Points: n, Spaces: spaces, Message: scoring.Msg(key, append(pairs, "points", n)...)})
	}
}

func (t *step) gain(seat int, what string, n int, source string) {
	t.award(seat, scoring.Award{Gain: what, Count: n, Message: scoring.Msg("riverboat.gain-"+what, "count", n, "source", source)})
}

// coins come from the common pile; an empty pile gives none.
func (t *step) coins(seat, n int, source string) {
	if n = min(n, t.coinsLeft()); n > 0 {
		t.Players[seat].Coins += n
		t.gain(seat, "coin", n, source)
	}
}

// harbor moves the harbor master, who stops at the end of the track.
func (t *step) harbor(seat, n int, source string) {
	p := &t.Players[seat]
	if n = min(n, t.Track.Steps-p.HarborMaster); n > 0 {
		p.HarborMaster += n
		t.gain(seat, "harbor", n, source)
	}
}

func (t *step) agents(seat, n int, source string) {
	p := &t.Players[seat]
	if n = min(n, p.Workers); n > 0 {
		p.Workers -= n
		p.Agents += n
		t.gain(seat, "agent", n, source)
	}
}

// bring gives all that a boat or an opportunity space brings; what takes a
// choice becomes pending.
func (t *step) bring(seat int, b benefit, source string) {
	t.points(seat, b.Points, nil, "riverboat.points-boat", "boat", b.Name)
	t.coins(seat, b.Coins, source)
	t.harbor(seat, b.Harbor, source)
	if b.Feature != "" {
		t.pend(Pending{Kind: Feature, Seat: seat, Only: b.Feature, Source: source})
	}
	if b.Agents > 0 {
		t.pend(Pending{Kind: SendAgents, Seat: seat, Max: b.Agents, Source: source})
	}
}

func (t *step) pend(p Pending) { t.Flow.Pending = append(t.Flow.Pending, p) }

// featureOptions returns the estate features a player may take: the one
// wanted if it can be had, else the others that can be (deduced: another kind
// when a pile is empty or no field or crop is free for it).
func (s *State) featureOptions(p Pending) []string {
	var can []string
	for _, kind := range features {
		if !s.featureLeft(p.Seat, kind) {
			continue
		}
		if kind == p.Only {
			return []string{kind}
		}
		can = append(can, kind)
	}
	return can
}

func (s *State) featureLeft(seat int, kind string) bool {
	p := &s.Players[seat]
	switch kind {
	case "barn":
		return s.barnsLeft() > 0 && len(p.emptyFields(mat.NoField)) > 0
	case "well":
		return s.wellsLeft() > 0 && len(p.wellSpots()) > 0
	}
	return s.surveyorsLeft() > 0
}

// phaseBonuses returns what the scoring tile can bring the player.
func (s *State) phaseBonuses(seat int) []string {
	var out []string
	p := &s.Players[seat]
	if s.coinsLeft() > 0 {
		out = append(out, "coin")
	}
	if p.Workers > 0 {
		out = append(out, "agent")
	}
	if p.HarborMaster < s.Track.Steps {
		out = append(out, "harbor")
	}
	return out
}

// settle drops or carries out what is pending without a choice, then goes on
// to the next player, phase or round until somebody has to decide.
func (t *step) settle() {
	for {
		t.settlePending()
		if len(t.Flow.Pending) > 0 || !t.nextSeat() {
			return
		}
	}
}

func (t *step) settlePending() {
	waiting := t.Flow.Pending
	t.Flow.Pending = nil
	for _, p := range waiting {
		player := &t.Players[p.Seat]
		switch p.Kind {
		case BonusWorker:
			if t.Flow.TrackWorkers == 0 || len(player.emptyFields(mat.NoField)) == 0 {
				continue
			}
		case SendAgents:
			if player.Workers == 0 {
				continue
			}
		case PhaseBonus:
			if len(t.phaseBonuses(p.Seat)) == 0 {
				continue
			}
		case Feature:
			options := t.featureOptions(p)
			if len(options) == 0 {
				continue
			}
			if len(options) == 1 && options[0] == "surveyor" { // goes to supply: nothing to choose
				player.Surveyors++
				t.gain(p.Seat, "surveyor", 1, p.Source)
				continue
			}
		}
		t.pend(p)
	}
}

// nextSeat finds who acts next and reports whether the game moved on by that,
// so that there may be more to settle.
func (t *step) nextSeat() bool {
	f := &t.Flow
	n := len(t.Players)
	seek := func(can func(seat int) bool) bool {
		for k := range n {
			if seat := (f.Turn + k) % n; can(seat) {
				f.Turn = seat
				return true
			}
		}
		return false
	}
	switch t.Phase {
	case Tiles:
		if len(t.freeTiles()) == 0 {
			t.enter(Cultivation)
			return true
		}
	case Cultivation:
		if !seek(t.canWork) { // nobody can answer this card, or any card
			f.Card = ""
			if f.CardsTurned == theRules().Play.CardsARound || !t.anyCanWork() || !t.anyCardLeft() {
				t.enter(Planting)
				return true
			}
			f.Turn = t.holder(Cultivation)
			t.clearSeats()
		}
	case Planting:
		if !seek(t.canPlant) {
			t.enter(Harvesting)
			return true
		}
	case Harvesting:
		if !seek(t.canShip) {
			t.enter(Opportunity)
			return true
		}
	case Opportunity:
		if !seek(t.canTakeCard) {
			t.enter(Scoring)
			return true
		}
	case Scoring:
		if !seek(t.canSurvey) {
			t.endRound()
			return true
		}
	}
	return false
}

func (t *step) clearSeats() {
	for i := range t.Flow.Seats {
		t.Flow.Seats[i] = Seat{}
	}
}

// holder returns the seat that holds the phase's tile, else the first player.
func (s *State) holder(p Phase) int {
	for i := range s.Players {
		if s.Players[i].Tiles.Has(p.tile()) {
			return i
		}
	}
	return s.Flow.First
}

// enter begins a phase: its holder first, with the tile's bonus.
func (t *step) enter(p Phase) {
	t.begin(p)
	seat := t.holder(p)
	const tile = "tile"
	switch p {
	case Cultivation:
		t.pend(Pending{Kind: BonusWorker, Seat: seat, Source: tile})
	case Planting:
		t.coins(seat, 1, tile)
	case Harvesting:
		t.harbor(seat, 1, tile)
	case Opportunity:
		t.points(seat, 1, nil, "riverboat.points-tile", "phase", p.String())
	case Scoring:
		t.pend(Pending{Kind: PhaseBonus, Seat: seat, Source: tile})
	}
}

// begin sets the flow to the start of a phase, without its bonus.
func (t *step) begin(p Phase) {
	t.Phase = p
	t.clearSeats()
	t.Flow.Card, t.Flow.CardsTurned, t.Flow.Pending = "", 0, nil
	t.Flow.Turn = t.Flow.First
	if p == Tiles {
		for i := range t.Players {
			t.Players[i].Tiles = 0
		}
		return
	}
	t.Flow.Turn = t.holder(p)
}

// endRound scores surveyors and agents for everybody and begins the next
// round, or ends the game.
func (t *step) endRound() {
	for i := range t.Players {
		p := &t.Players[i]
		placed := p.surveyorsPlaced()
		t.points(i, placed+p.Agents, nil, "riverboat.points-round", "surveyors", placed, "agents", p.Agents)
	}
	if t.Round == theRules().Play.Rounds {
		t.begin(End)
		return
	}
	t.Round++
	t.Flow.First = (t.Flow.First + 1) % len(t.Players)
	if len(t.Players) == 3 && t.Round == theRules().Play.Rounds {
		last := t.lastOnTrack()
		t.Flow.First = last[0]
		t.begin(Tiles)
		if len(last) > 1 { // the marker on top can't be known: ask
			t.pend(Pending{Kind: ChooseFirst, Seat: last[0], Source: "track"})
		}
		return
	}
	t.begin(Tiles)
}

// lastOnTrack returns the seats with the fewest points.
func (s *State) lastOnTrack() []int {
	var out []int
	for i := range s.Players {
		switch {
		case len(out) == 0 || s.Players[i].Points < s.Players[out[0]].Points:
			out = append(out[:0], i)
		case s.Players[i].Points == s.Players[out[0]].Points:
			out = append(out, i)
		}
	}
	return out
}

func (s *State) freeTiles() []int {
	var all TileSet
	for i := range s.Players {
		all |= s.Players[i].Tiles
	}
	var out []int
	for n := 1; n <= 5; n++ {
		if !all.Has(n) {
			out = append(out, n)
		}
	}
	return out
}
