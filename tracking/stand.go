package tracking

import (
	"strconv"
	"strings"

	"harbormaster/mat"
)

// boatPlace returns which boat a place is, counted from 0.
func boatPlace(space string) (int, bool) {
	rest, is := strings.CutPrefix(space, "boat-")
	n, err := strconv.Atoi(rest)
	return n - 1, is && err == nil
}

// pin keeps what people said of a place against a camera that goes on seeing
// what it saw when they said it. The zero value pins nothing.
type pin[T comparable] struct {
	on     bool
	blank  bool // what the camera saw isn't known: its first look counts as that
	saw    T
	said   T
	weight float64 // evidence that the place has changed since
}

// through returns what a reading says of the place once what people said is
// heard: as long as the camera sees what it saw then, it sees what they said.
// Alike, if given, does so for a part of what is seen. Once the camera sees
// something else, steadily, the pin is gone.
func (b *belief[T]) through(v T, confidence float64, p Pace, alike func(v, saw, said T) (T, bool)) T {
	if !b.pin.on || confidence < p.Ignore {
		return v
	}
	if b.pin.blank {
		b.pin.saw, b.pin.blank = v, false
	}
	if v == b.pin.saw {
		b.pin.weight = 0
		return b.pin.said
	}
	if alike != nil {
		if w, is := alike(v, b.pin.saw, b.pin.said); is {
			b.pin.weight = 0
			return w
		}
	}
	if b.pin.weight += confidence; b.pin.weight >= p.Settle {
		b.pin = pin[T]{}
	}
	return v
}

// sameCrop: a crop that somebody called by another name keeps that name when a
// worker or well comes or goes.
func sameCrop(v, saw, said mat.Contents) (mat.Contents, bool) {
	if v.Crop == saw.Crop && saw.Crop != said.Crop && saw.Crop != mat.NoCrop && said.Crop != mat.NoCrop {
		v.Crop = said.Crop
		return v, true
	}
	return v, false
}

// say makes a place what people say it is.
func (b belief[T]) say(v T, p Pace) belief[T] {
	if b.is == v {
		return b
	}
	saw := b.is
	if b.pin.on && b.pin.said == b.is { // the camera never saw what was said before either
		saw = b.pin.saw
	}
	out := belief[T]{is: v, support: p.Most, firm: true}
	if b.pin.on && b.pin.blank || saw != v {
		out.pin = pin[T]{on: true, blank: b.pin.on && b.pin.blank, saw: saw, said: v}
	}
	return out
}

// Stand returns the table as people say it is, one side a player in order. Where
// that is new, what the camera sees there now says nothing any more until it
// changes; and what play can't bring about is from now on asked, not taken. A
// harbor master that is ahead in the play isn't what they spoke of, whatever they
// entered: steps that it was given may still have to be made.
func (t Table) Stand(v View, p Pace) Table {
	t = t.clone()
	for i := range t.sides {
		s := &t.sides[i]
		for k := range s.hexes {
			s.hexes[k] = s.hexes[k].say(v[i].Mat.On[k], p)
		}
		for k := range max(len(s.boats), len(v[i].Boats)) {
			name := ""
			if k < len(v[i].Boats) {
				name = v[i].Boats[k]
			}
			if k == len(s.boats) {
				s.boats = append(s.boats, belief[string]{})
			}
			s.boats[k] = s.boats[k].say(name, p)
		}
		s.agents = s.agents.say(v[i].Agents, p)
		if s.harbor.is > v[i].Harbor {
			s.harbor = s.harbor.say(v[i].Harbor, p)
		}
	}
	return t
}

// Entered returns the table of a play that others have followed so far: all as
// the play has it, and nothing seen yet.
func Entered(v View, p Pace) Table {
	var t Table
	for _, side := range v {
		s := sideBelief{player: side.Player, of: side.Mat.Template}
		for _, c := range side.Mat.On {
			s.hexes = append(s.hexes, belief[mat.Contents]{is: c, support: p.Most, firm: !c.Empty()})
		}
		for _, b := range side.Boats {
			s.boats = append(s.boats, belief[string]{is: b, support: p.Most, firm: true})
		}
		s.harbor = belief[int]{is: side.Harbor, support: p.Most, firm: true}
		s.agents = belief[int]{is: side.Agents, support: p.Most, firm: true}
		t.sides = append(t.sides, s)
	}
	return t
}

// Hold returns the table with hexes that somebody has set right: what the camera
// sees there at its first look says nothing until it changes.
func (t Table) Hold(seat int, hexes []string) Table {
	t = t.clone()
	for _, id := range hexes {
		if k, ok := t.sides[seat].of.Index(id); ok {
			b := &t.sides[seat].hexes[k]
			b.firm, b.pin = true, pin[mat.Contents]{on: true, blank: true, said: b.is}
		}
	}
	return t
}

// Overrule returns the table after people said that all is as settled, and not
// what the camera has all but settled on instead. Where, if given, says at which
// places of a seat they meant.
func (t Table) Overrule(p Pace, where func(seat int, space string) bool) Table {
	t = t.clone()
	meant := func(seat int, space string) bool { return where == nil || where(seat, space) }
	for i := range t.sides {
		s := &t.sides[i]
		for k := range s.hexes {
			if meant(i, s.of.Space(k).ID) {
				s.hexes[k] = s.hexes[k].overrule(p)
			}
		}
		for k := range s.boats {
			if meant(i, "riverboats") {
				s.boats[k] = s.boats[k].overrule(p)
			}
		}
		if meant(i, "harbor_master") {
			s.harbor = s.harbor.overrule(p)
		}
		if meant(i, "agents") {
			s.agents = s.agents.overrule(p)
		}
	}
	return t
}

func (b belief[T]) overrule(p Pace) belief[T] {
	if b.weight < p.Settle/2 || b.next == b.is {
		return b
	}
	return b.deny(b.next, p)
}

// Deny returns the table after people said that all is as settled, and not what the
// camera has settled on instead, one side a player in order.
func (t Table) Deny(seen View, p Pace) Table {
	t = t.clone()
	for i, v := range seen {
		s := &t.sides[i]
		for k := range s.hexes {
			s.hexes[k] = s.hexes[k].deny(v.Mat.On[k], p)
		}
		for k, name := range v.Boats {
			if k == len(s.boats) {
				s.boats = append(s.boats, belief[string]{})
			}
			s.boats[k] = s.boats[k].deny(name, p)
		}
		s.harbor, s.agents = s.harbor.deny(v.Harbor, p), s.agents.deny(v.Agents, p)
	}
	return t
}

func (b belief[T]) deny(seen T, p Pace) belief[T] {
	if seen == b.is {
		return b
	}
	return belief[T]{is: b.is, support: p.Most, firm: true, pin: pin[T]{on: true, saw: seen, said: b.is}}
}

// Pending reports whether another reading may settle something.
func (t Table) Pending(p Pace) bool {
	for _, s := range t.sides {
		for _, b := range s.hexes {
			if b.pending(p) {
				return true
			}
		}
		for _, b := range s.boats {
			if b.pending(p) {
				return true
			}
		}
		if s.harbor.pending(p) || s.agents.pending(p) {
			return true
		}
	}
	return false
}

func (b belief[T]) pending(p Pace) bool {
	return b.next != b.is && b.weight >= p.Ignore && b.weight < 2*p.Settle
}

// Defer returns the table with changes that have settled put off until the next
// reading that agrees, so that what belongs to them can settle with them. Before
// is the table before they settled.
func (t Table) Defer(before Table, changes []Change, p Pace) Table {
	t = t.clone()
	for _, c := range changes {
		now, was := &t.sides[c.Seat], before.sides[c.Seat]
		switch n, boat := boatPlace(c.Space); {
		case c.Space == "harbor_master":
			now.harbor = now.harbor.putOff(was.harbor, p)
		case c.Space == "agents":
			now.agents = now.agents.putOff(was.agents, p)
		case boat:
			var old belief[string]
			if n < len(was.boats) {
				old = was.boats[n]
			}
			now.boats[n] = now.boats[n].putOff(old, p)
		default:
			if k, ok := now.of.Index(c.Space); ok {
				now.hexes[k] = now.hexes[k].putOff(was.hexes[k], p)
			}
		}
	}
	return t
}

// Leaving lists the hexes, by seat, that steadily look as play can't bring them
// about, and are about to be mended.
func (t Table) Leaving(p Pace) []Change {
	var out []Change
	for i, s := range t.sides {
		for k, b := range s.hexes {
			if b.next != b.is && !b.firm && b.weight >= p.Settle && !Forward(b.is, b.next) {
				out = append(out, Change{Seat: i, Space: s.of.Space(k).ID, From: b.is, To: b.next, Backed: b.weight})
			}
		}
	}
	return out
}

// putOff is the belief as it was, about to become what it is.
func (b belief[T]) putOff(was belief[T], p Pace) belief[T] {
	was.next, was.weight, was.pin = b.is, max(was.weight, p.Settle-p.Ignore), b.pin
	return was
}

// PendingAt reports whether another reading may bring about a change by play on
// that seat's side.
func (t Table) PendingAt(seat int, p Pace) bool {
	s := t.sides[seat]
	for _, b := range s.hexes {
		if b.pending(p) && Forward(b.is, b.next) {
			return true
		}
	}
	for _, b := range s.boats {
		if b.is == "" && b.pending(p) {
			return true
		}
	}
	return s.harbor.pending(p) && s.harbor.next > s.harbor.is || s.agents.pending(p) && s.agents.next > s.agents.is
}
