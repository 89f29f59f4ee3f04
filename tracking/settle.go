package tracking

import (
	"fmt"
	"slices"

	"harbormaster/mat"
)

// Pace says how much evidence makes a change. Evidence is the sum of the
// confidences of readings that agree.
type Pace struct {
	Settle float64 // makes a change that play allows
	Doubt  float64 // makes a change worth explaining: it counts if the rules confirm it
	Ignore float64 // readings less confident than this say nothing
	Hand   float64 // with a hand on the mat, readings less confident than this say nothing
	Most   float64 // evidence for what is settled is kept up to this
}

// Single settles a change on one confident reading, for pictures that may
// show each state only once.
func Single() Pace { return Pace{Settle: 0.8, Doubt: 0.4, Ignore: 0.4, Hand: 0.75, Most: 3} }

// Steady settles a change on three confident readings, for a stream.
func Steady() Pace { return Pace{Settle: 2.4, Doubt: 2.4, Ignore: 0.5, Hand: 0.75, Most: 6} }

// belief is what is settled of one place and what may be about to replace it.
type belief[T comparable] struct {
	is      T
	support float64 // evidence for it
	next    T
	weight  float64 // evidence for next since a reading last said otherwise
	firm    bool    // somebody said so: what play can't bring about is asked, never taken
	pin     pin[T]
}

// verdict says what a reading did to a belief.
type verdict uint8

const (
	stays    verdict = iota
	doubtful         // next is worth explaining
	changed          // next became what is settled
	contrary         // next is steady but can't come by play
)

// see returns the belief after one more reading. A change that play doesn't
// allow needs more evidence than there is for what it contradicts, so a wrong
// reading is outvoted and a wrong settlement is mended.
func (b belief[T]) see(v T, confidence float64, forward bool, p Pace) (belief[T], verdict) {
	if confidence < p.Ignore {
		return b, stays
	}
	if v == b.is {
		b.support = min(p.Most, b.support+confidence)
		b.weight = max(0, b.weight-confidence)
		return b, stays
	}
	if v != b.next {
		b.next, b.weight = v, 0
	}
	b.weight += confidence
	need := p.Settle
	if !forward {
		need = max(need, b.support+0.1)
	}
	switch {
	case b.weight >= need && (forward || !b.firm):
		return b.take(), changed
	case !forward && b.weight >= 2*p.Settle:
		return b, contrary
	case forward && b.weight >= p.Doubt:
		return b, doubtful
	}
	return b, stays
}

// backing is the evidence for what a verdict is about.
func (b belief[T]) backing(v verdict) float64 {
	if v == changed {
		return b.support
	}
	return b.weight
}

func (b belief[T]) take() belief[T] {
	return belief[T]{is: b.next, support: b.weight, pin: b.pin}
}

// sideBelief is what is settled of one player's side.
type sideBelief struct {
	player string
	of     *mat.Template
	hexes  []belief[mat.Contents]
	boats  []belief[string]
	harbor belief[int]
	agents belief[int]
}

// Table is what is settled of a whole table. It is a value: Settle returns another.
type Table struct {
	sides []sideBelief
}

// Change is a place that settled, or may settle, on something new.
type Change struct {
	Seat    int
	Space   string // a hex, "boat-3", "harbor_master" or "agents"
	From    mat.Contents
	To      mat.Contents // of a hex
	Count   int          // of the harbor master or agents: what is read
	Backed  float64      // the evidence for it
	Forward bool         // play can bring it about
}

// Changes is what one reading did.
type Changes struct {
	Settled  []Change // the table has them
	Doubtful []Change // see Table.Take
	Contrary []Change // steady, but play can't bring them about: to be asked
}

// NewTable returns the table that the first reading shows: all of it settled,
// as firmly as it was read. Templates are the mats as printed, one a side; hexes
// that weren't seen begin empty.
func NewTable(templates []*mat.Template, first []SideSight) (Table, error) {
	if len(templates) != len(first) {
		return Table{}, fmt.Errorf("begin to follow a table: %d mats for %d players", len(templates), len(first))
	}
	var t Table
	for i, s := range first {
		if s.Found && len(s.Hexes) != templates[i].Len() {
			return Table{}, fmt.Errorf("begin to follow a table: %s's reading has %d hexes and the mat %d", s.Player, len(s.Hexes), templates[i].Len())
		}
		b := sideBelief{player: s.Player, of: templates[i], hexes: make([]belief[mat.Contents], templates[i].Len())}
		if s.Found {
			for k, h := range s.Hexes {
				if !h.Hidden {
					b.hexes[k] = belief[mat.Contents]{is: h.On, support: h.Confidence}
				}
			}
			for _, boat := range s.Boats {
				b.boats = append(b.boats, belief[string]{is: boat.Type, support: boat.Confidence})
			}
			if s.Harbor != nil {
				b.harbor = belief[int]{is: *s.Harbor, support: s.HarborConfidence}
			}
		}
		if s.Agents != nil {
			b.agents = belief[int]{is: *s.Agents, support: s.AgentsConfidence}
		}
		t.sides = append(t.sides, b)
	}
	return t, nil
}

// View returns what is settled.
func (t Table) View() View {
	out := make(View, len(t.sides))
	for i, s := range t.sides {
		out[i] = Side{Player: s.player, Mat: mat.NewMat(s.of), Harbor: s.harbor.is, Agents: s.agents.is, Boats: []string{}}
		for k, h := range s.hexes {
			out[i].Mat.On[k] = h.is
		}
		for _, b := range s.boats {
			if b.is == "" { // seen, but not settled yet
				break
			}
			out[i].Boats = append(out[i].Boats, b.is)
		}
	}
	return out
}

func (t Table) clone() Table {
	out := Table{sides: slices.Clone(t.sides)}
	for i := range out.sides {
		s := &out.sides[i]
		s.hexes, s.boats = slices.Clone(s.hexes), slices.Clone(s.boats)
	}
	return out
}

// Settle returns the table after one more reading and what that changed. A
// place that is hidden, or whose side wasn't found, keeps its state.
func Settle(t Table, reading []SideSight, p Pace) (Table, Changes) {
	t = t.clone()
	var c Changes
	for i := range t.sides {
		if i >= len(reading) {
			break
		}
		t.sides[i].see(i, reading[i], p, &c)
	}
	return t, c
}

func (s *sideBelief) see(seat int, r SideSight, p Pace, c *Changes) {
	if r.Hand() {
		p.Ignore = max(p.Ignore, p.Hand)
	}
	note := func(v verdict, ch Change) {
		ch.Seat = seat
		switch v {
		case changed:
			c.Settled = append(c.Settled, ch)
		case doubtful:
			c.Doubtful = append(c.Doubtful, ch)
		case contrary:
			c.Contrary = append(c.Contrary, ch)
		}
	}
	if r.Found && len(r.Hexes) == len(s.hexes) {
		for k, h := range r.Hexes {
			if h.Hidden {
				continue
			}
			was := s.hexes[k].is
			on := s.hexes[k].through(h.On, h.Confidence, p, sameCrop)
			forward := Forward(was, on)
			next, v := s.hexes[k].see(on, h.Confidence, forward, p)
			s.hexes[k] = next
			note(v, Change{Space: s.of.Space(k).ID, From: was, To: on, Backed: next.backing(v), Forward: forward})
		}
		s.seeBoats(r.Boats, p, note)
		if r.Harbor != nil {
			at := s.harbor.through(*r.Harbor, r.HarborConfidence, p, nil)
			forward := at > s.harbor.is
			next, v := s.harbor.see(at, r.HarborConfidence, forward, p)
			s.harbor = next
			note(v, Change{Space: "harbor_master", Count: at, Backed: next.backing(v), Forward: forward})
		}
	}
	if r.Agents != nil {
		count := s.agents.through(*r.Agents, r.AgentsConfidence, p, nil)
		forward := count > s.agents.is
		next, v := s.agents.see(count, r.AgentsConfidence, forward, p)
		s.agents = next
		note(v, Change{Space: "agents", Count: count, Backed: next.backing(v), Forward: forward})
	}
}

// seeBoats: boats are gained from the left and never lost or swapped, so
// another type in an old place is a doubt of the eye.
func (s *sideBelief) seeBoats(boats []BoatSight, p Pace, note func(verdict, Change)) {
	for k, b := range boats {
		space := fmt.Sprintf("boat-%d", k+1)
		if k < len(s.boats) {
			if b.Type = s.boats[k].through(b.Type, b.Confidence, p, nil); b.Type == "" {
				break // somebody took it back, and it still lies there
			}
		}
		if k < len(s.boats) && s.boats[k].is != "" {
			next, v := s.boats[k].see(b.Type, b.Confidence, false, p)
			s.boats[k] = next
			if v == changed {
				note(v, Change{Space: space, Backed: next.backing(v)})
			}
			continue
		}
		if k >= len(s.boats) {
			s.boats = append(s.boats, belief[string]{})
		}
		next, v := s.boats[k].see(b.Type, b.Confidence, true, p)
		s.boats[k] = next
		if v == stays {
			break // the boats behind it can't be told apart from it
		}
		note(v, Change{Space: space, Backed: next.backing(v), Forward: true})
	}
	for k := len(boats); k < len(s.boats); k++ {
		if s.boats[k].is == "" { // taken back, and now off the table: the next one is new
			s.boats[k].through("", 1, p, nil)
		}
	}
}
