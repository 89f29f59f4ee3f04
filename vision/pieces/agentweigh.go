package pieces

import "math"

// signs is all that an area says of how many agents stand in it.
type signs struct {
	length   Count
	measures []measure
	crisp    bool // what becomes crisp is among the measures
	sides    int  // lit sides of wood; -1: not known
	sameLamp bool // under another lamp than the taught one other sides are lit
}

// measure is a number of agents as measured, a fraction, and how such numbers stray.
type measure struct {
	err *measureErr
	x   float64
}

// measureErr is how what is measured of n agents strays. It isn't even: agents that
// touch hide part of each other and those that lie throw hardly a shadow, so each further
// one adds less; and on an area whose paper or light isn't the taught one's all of
// them measure more alike, which widens the upper side. The figures are fitted to agents in pictures of many
// tables, the chance of the true number being the greater, and checked on tables left out.
type measureErr struct {
	mean, hidden float64 // of one agent; less by this for each further one
	low, high    float64 // standard deviations below and above, of n
	least        float64 // standard deviation that even one has
	other        float64 // chance, against the best, of being anything
}

var (
	bySharpErr          = &measureErr{mean: 1.03, hidden: 0.011, low: 0.03, high: 0.055, least: 0.19, other: 0.006}
	bySharpOtherLampErr = &measureErr{mean: 0.94, hidden: 0.01, low: 0.04, high: 0.07, least: 0.19, other: 0.006}
	byAreaErr           = &measureErr{mean: 1.02, hidden: 0.01, low: 0.145, high: 0.22, least: 0.13, other: 0.1}
	byWoodErr           = &measureErr{mean: 0.91, low: 0.075, high: 0.075, least: 0.1, other: 0.13}
)

// off returns how many standard deviations the measure is off what n agents give.
func (m measure) off(n int) float64 {
	k := float64(n)
	mean, sigma := k*(m.err.mean-m.err.hidden*max(k-1, 0)), m.err.low
	if m.x > mean {
		sigma = m.err.high
	}
	return (m.x - mean) / math.Hypot(m.err.least, sigma*k)
}

// fit is how well the measure fits n agents.
func (m measure) fit(n int) float64 {
	d := m.off(n)
	return m.err.other + math.Exp(-d*d/2)
}

// fitSides is how well the lit sides fit n agents.
func (s *signs) fitSides(n int) float64 {
	switch {
	case s.sides < 0 || n == s.sides:
		return 1
	case !s.sameLamp && n > s.sides: // some aren't lit
		return 0.6
	case abs(n-s.sides) == 1: // a side in two parts, or in the shadow of another agent
		return 0.04
	}
	return 0.015
}

// fitLength is how well the blobs' lengths fit n agents.
func (s *signs) fitLength(n int) float64 {
	const any, weight = 0.25, 2.1
	switch n {
	case s.length.Value:
		return any + weight*s.length.Chance
	case s.length.Second:
		return any + weight*(1-s.length.Chance)/2
	}
	return any
}

// weigh takes the number that fits all signs best. Something is there; only where what is
// crisp is known it may be a mere shadow.
func (s *signs) weigh() Count {
	most := float64(max(s.sides, s.length.Value, s.length.Second))
	for _, m := range s.measures {
		most = max(most, m.x)
	}
	chances := make([]float64, int(1.2*most)+3)
	total := 0.0
	for n := range chances {
		p := s.fitSides(n) * s.fitLength(n)
		for _, m := range s.measures {
			p *= m.fit(n)
		}
		if n == 0 && !s.crisp {
			p *= 0.1
		}
		chances[n] = p
		total += p
	}
	best, second := -1, -1
	for n, p := range chances {
		switch {
		case best < 0 || p > chances[best]:
			best, second = n, best
		case second < 0 || p > chances[second]:
			second = n
		}
	}
	c := Count{Known: true, Value: best, Second: second, Chance: min(chances[best]/total, 0.99)}
	if s.contradicts(best) {
		c.Chance = min(c.Chance, sureFrom-0.05)
	}
	return c
}

// contradicts reports whether a sign speaks against n agents: another number of lit
// sides, or a measure too far off, as where a shadow without an agent is counted, or
// a picture is out of focus.
func (s *signs) contradicts(n int) bool {
	if s.sides >= 0 && s.sides != n && s.sameLamp {
		return true
	}
	const tooFar = 3
	for _, m := range s.measures {
		if math.Abs(m.off(n)) > tooFar {
			return true
		}
	}
	return false
}
