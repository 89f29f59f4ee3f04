package lattice

import "harbormaster/mat"

// mostAdopted is how many of its places, of ten, a lattice may take from elsewhere: more
// is another printing.
const mostAdopted = 2

// Adopt takes over the places of another mat of the same printing, in the order and with
// the origin of Hexes, if this lattice nearly has them and nothing here speaks against
// the rest: each place to come in must be seen and not look like bare print, each to go
// must not stand out as a hex. It reports whether it did.
func (l *Lattice) Adopt(hexes []mat.Axial) bool {
	mine := map[mat.Axial]bool{}
	for _, a := range l.Hexes {
		mine[a.Add(l.first)] = true
	}
	layout, shared := l.laid(hexes, mine)
	if differ := len(mine) + len(layout) - 2*shared; differ == 0 || differ*10 > mostAdopted*len(layout) {
		return false
	}
	for a := range layout {
		if _, seen := l.places.sides[a]; !mine[a] && (!seen || l.places.favor(a, layout) < -against) {
			return false
		}
	}
	for a := range mine {
		if !layout[a] && l.places.favor(a, mine) > against {
			return false
		}
	}
	l.Hexes = l.Hexes[:0]
	for a := range layout {
		l.Hexes = append(l.Hexes, a)
	}
	l.originate()
	return true
}

// against is what must speak against a place that all other mats have, in sides, to leave
// it out; and for one that none of them has, to keep it.
const against = 0.8

// laid lays hexes over mine where most of them meet.
func (l *Lattice) laid(hexes []mat.Axial, mine map[mat.Axial]bool) (best map[mat.Axial]bool, shared int) {
	for from := range mine {
		for _, to := range hexes {
			by := mat.Axial{Q: from.Q - to.Q, R: from.R - to.R}
			n := 0
			for _, a := range hexes {
				if mine[a.Add(by)] {
					n++
				}
			}
			if n <= shared {
				continue
			}
			shared, best = n, map[mat.Axial]bool{}
			for _, a := range hexes {
				best[a.Add(by)] = true
			}
		}
	}
	return best, shared
}
