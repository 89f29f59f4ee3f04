package access

import (
	"net/netip"
	"time"
)

// guesses slows down whoever guesses. Each address has a few free tries, then
// pauses that double; all addresses together share a slow trickle of tries, so
// that many addresses don't help. Nobody is ever shut out for good, and those
// that are known already (a paired device, the machine itself) don't wait for
// the noise that others make.
type guesses struct {
	by    map[netip.Prefix]*tally
	spare float64 // tries left of those that all strangers share
	asked time.Time
}

type tally struct {
	wrong int
	next  time.Time // no guess is looked at before
	last  time.Time
}

const (
	freeTries     = 3
	firstPause    = 2 * time.Second
	longestPause  = 5 * time.Minute
	forgetAfter   = time.Hour
	sharedTries   = 30
	sharedRefill  = 30 * time.Second // one more try for all
	mostAddresses = 1024             // remembered; beyond, strangers share the trickle only
)

// charge counts a guess as wrong and returns 0, or returns how long to wait,
// having counted nothing. A guess is charged before it is looked at, so that
// a thousand at once don't all get in.
func (g *guesses) charge(from netip.Addr, known bool, now time.Time) time.Duration {
	key := neighborhood(from)
	t := g.by[key]
	if t != nil && now.Before(t.next) {
		return t.next.Sub(now)
	}
	if !known {
		if g.asked.IsZero() {
			g.spare = sharedTries
		} else if past := now.Sub(g.asked); past > 0 {
			g.spare = min(sharedTries, g.spare+float64(past)/float64(sharedRefill))
		}
		g.asked = now
		if g.spare < 1 {
			return time.Duration((1 - g.spare) * float64(sharedRefill)).Round(time.Second)
		}
		g.spare--
	}
	if t == nil || now.Sub(t.last) > forgetAfter {
		if t == nil && !g.room(now) {
			return 0
		}
		t = &tally{}
		if g.by == nil {
			g.by = map[netip.Prefix]*tally{}
		}
		g.by[key] = t
	}
	t.wrong++
	t.last = now
	if t.wrong >= freeTries {
		t.next = now.Add(min(longestPause, firstPause<<min(t.wrong-freeTries, 20)))
	}
	return 0
}

// right takes back what a guess was charged, since it was right.
func (g *guesses) right(from netip.Addr, known bool) {
	delete(g.by, neighborhood(from))
	if !known {
		g.spare = min(sharedTries, g.spare+1)
	}
}

// room makes room for one more address by forgetting old ones.
func (g *guesses) room(now time.Time) bool {
	if len(g.by) < mostAddresses {
		return true
	}
	for key, t := range g.by {
		if now.Sub(t.last) > forgetAfter {
			delete(g.by, key)
		}
	}
	return len(g.by) < mostAddresses
}

// neighborhood is what counts as one address: with IPv6 anybody has a whole /64.
func neighborhood(a netip.Addr) netip.Prefix {
	a = a.Unmap().WithZone("")
	bits := a.BitLen()
	if a.Is6() && !a.IsLinkLocalUnicast() {
		bits = 64
	}
	p, err := a.Prefix(bits)
	if err != nil { // no address at all: all such share one place
		return netip.Prefix{}
	}
	return p
}
