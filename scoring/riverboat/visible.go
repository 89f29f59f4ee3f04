package riverboat

import (
	"slices"
	"strconv"

	"harbormaster/mat"
	"harbormaster/scoring/strict"
)

// What a camera follows a game by: what a state shows, a game found under way,
// and what people say of the rest.

// Visible returns what a picture of the table would show if it stood as the
// state says. The mats are the state's own: don't write to them.
func (s *State) Visible() []Seen {
	out := make([]Seen, len(s.Players))
	for i := range s.Players {
		p := &s.Players[i]
		out[i] = Seen{Player: p.Name, Mat: p.Mat, Boats: boatNames(p.Boats), HarborMaster: &p.HarborMaster, Agents: &p.Agents}
	}
	return out
}

// Showing returns the state with what lies on the table as seen, one a
// player in order of play. Workers that left the table are in supply again.
// What wasn't seen stays.
func (s *State) Showing(seen []Seen) *State {
	c := s.clone()
	for i, see := range seen {
		p := &c.Players[i]
		all := p.allWorkers()
		if see.Mat.Template != nil {
			p.Mat.On = slices.Clone(see.Mat.On)
		}
		if see.Boats != nil {
			p.Boats = p.Boats[:0]
			for _, name := range see.Boats {
				if b, ok := ParseBoat(name); ok {
					p.Boats = append(p.Boats, b)
				}
			}
		}
		if see.HarborMaster != nil {
			p.HarborMaster = *see.HarborMaster
		}
		if see.Agents != nil {
			p.Agents = *see.Agents
		}
		p.Workers = 0
		p.Workers = max(0, all-p.allWorkers())
	}
	return c
}

func (p *Player) allWorkers() int {
	return p.Workers + p.Agents + p.Mat.Count(func(c mat.Contents) bool { return c.Worker })
}

// Found returns a state for a table found with a game under way, in no phase
// yet: counters that nobody told are those of the start. Every eight workers
// placed are a round's; more came from the round track.
func Found(seen []Seen, track Track) *State {
	start := theRules().Start
	s := &State{Round: 1, Settings: defaultSettings(), Track: track}
	for _, see := range seen {
		s.Players = append(s.Players, Player{
			Name: see.Player, Mat: mat.NewMat(see.Mat.Template), Coins: start.Coins, Surveyors: start.Surveyors, Workers: start.Workers,
		})
	}
	return s.Taking(seen)
}

// Taking returns the state showing what is seen after whole phases were
// missed: beside what Showing does, players have the workers that the round
// track must have given them.
func (s *State) Taking(seen []Seen) *State {
	c := s.clone()
	for i, see := range seen {
		if see.Mat.Template == nil {
			continue
		}
		placed := 0
		for k, on := range see.Mat.On {
			if c.Players[i].Mat.On[k].Empty() && (on.Worker || on.Crop != mat.NoCrop) {
				placed++
			}
		}
		rounds := (2*placed + theRules().Play.CardsARound) / (2*theRules().Play.CardsARound + 1)
		c.Players[i].Workers += min(rounds, max(0, placed-rounds*theRules().Play.CardsARound))
	}
	return c.Showing(seen)
}

// Begun returns the state at the beginning of a phase, without its tile's
// bonus: what that brought lies on the table. First and turn are seats.
func (s *State) Begun(round int, phase Phase, first, turn int) *State {
	t := &step{State: s.clone()}
	t.Round, t.Flow.First = round, first
	t.beginAnew(phase)
	t.Flow.TrackWorkers = theRules().Start.TrackWorkers - round
	if phase == Tiles {
		t.Flow.TrackWorkers++
	}
	if turn >= 0 {
		t.Flow.Turn = turn
	}
	return t.State
}

// Told returns the state with what a "known" document says of the players'
// counters and phase tiles. Keys it lacks and players it doesn't name stay as
// they are; what it says of things a camera sees is taken too.
func (s *State) Told(known []byte) (*State, error) {
	root := strict.Parse(known)
	if root.Failed() {
		return nil, root.Err()
	}
	o := root.Object("harbor_track", "players", "settings")
	c := s.clone()
	if o.Has("settings") {
		c.Settings = readSettings(o.Get("settings").Object(settingKeys...))
	}
	if o.Has("harbor_track") {
		c.Track = readTrack(o.Get("harbor_track"))
	}
	if !o.Has("players") {
		return c, root.Err()
	}
	var names []string
	for i := range c.Players {
		names = append(names, c.Players[i].Name)
	}
	t := &step{State: c}
	for _, v := range o.Get("players").List() {
		v = v.Of(v.Peek("name"))
		p := v.Object(append([]string{"name", "riverboats", "phase_tiles", "cards", "hexes"}, counterKeys...)...)
		seat := c.seat(p.Need("name").OneOf("player", names...))
		if root.Failed() {
			return nil, root.Err()
		}
		t.setKeys(seat, p)
	}
	if root.Failed() {
		return nil, root.Err()
	}
	return c, nil
}

// Key returns a short text that is the same for states between which no rule
// can tell a difference.
func (s *State) Key() string {
	b := make([]byte, 0, 512)
	num := func(list ...int) {
		for _, n := range list {
			b = strconv.AppendInt(b, int64(n), 36)
			b = append(b, ' ')
		}
	}
	f := &s.Flow
	num(s.Round, int(s.Phase), f.First, f.Turn, f.TrackWorkers, f.CardsTurned, f.TilesLaid[1], f.TilesLaid[2], f.TilesLaid[3])
	b = append(append(b, f.Card...), f.CardsOut[0], f.CardsOut[1], f.CardsOut[2], f.CardsOut[3], f.CardsOut[4], f.CardsOut[5])
	for _, p := range f.Pending {
		num(int(p.Kind), p.Seat, p.Max)
		b = append(b, p.Only...)
	}
	for i := range s.Players {
		p := &s.Players[i]
		passed := 0
		if i < len(f.Seats) {
			if f.Seats[i].Passed {
				passed = 1
			}
			num(f.Seats[i].Acts, passed)
		}
		num(p.HarborMaster, p.Agents, p.Coins, p.Surveyors, p.Workers, int(p.Tiles), p.Points, len(p.Cards), len(p.unscoredCards()))
		for _, boat := range p.Boats {
			b = append(b, byte(boat))
		}
		for _, c := range p.Mat.On {
			n := byte(c.Crop)
			for k, is := range [...]bool{c.Worker, c.Barn, c.Well, c.Surveyor} {
				if is {
					n |= 8 << k
				}
			}
			b = append(b, n)
		}
	}
	return string(b)
}
