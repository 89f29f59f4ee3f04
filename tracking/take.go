package tracking

import (
	"fmt"
	"slices"
)

// Take returns the table with doubtful changes settled after all, since
// something else speaks for them.
func (t Table) Take(changes []Change) Table {
	t = t.clone()
	for _, c := range changes {
		s := &t.sides[c.Seat]
		switch n, boat := boatPlace(c.Space); {
		case c.Space == "harbor_master":
			s.harbor = s.harbor.take()
		case c.Space == "agents":
			s.agents = s.agents.take()
		case boat && n < len(s.boats):
			s.boats[n] = s.boats[n].take()
		default:
			if k, ok := s.of.Index(c.Space); ok {
				s.hexes[k] = s.hexes[k].take()
			}
		}
	}
	return t
}

// Boat returns the table with a boat's type set by what else is known of it,
// as firmly as if it had been read many times.
func (t Table) Boat(seat, n int, name string, p Pace) Table {
	t = t.clone()
	t.sides[seat].boats[n] = belief[string]{is: name, support: p.Most}
	return t
}

// Freeze returns the table with the sides given as they were before.
func (t Table) Freeze(before Table, seats []int) Table {
	t = t.clone()
	for _, i := range seats {
		t.sides[i] = before.sides[i]
	}
	return t
}

// Doubts lists, a seat, the hexes that are settled on less evidence than need.
func (t Table) Doubts(seat int, need float64) []string {
	var out []string
	for k, h := range t.sides[seat].hexes {
		if h.support < need && !h.is.Empty() {
			out = append(out, t.sides[seat].of.Space(k).ID)
		}
	}
	return out
}

// Seats returns the seats that have a change.
func Seats(changes []Change) []int {
	var out []int
	for _, c := range changes {
		if !slices.Contains(out, c.Seat) {
			out = append(out, c.Seat)
		}
	}
	return out
}

// String names the change for logs.
func (c Change) String() string {
	return fmt.Sprintf("seat %d %s %v to %v", c.Seat, c.Space, c.From, c.To)
}
