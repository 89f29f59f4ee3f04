package pieces

import (
	"math"
	"slices"
)

// agentRuler is what a teaching picture says of how large an agent is, with its
// shadow.
type agentRuler struct {
	Length float64 // hex radii
	// Area is how many square hex radii differ from the empty area by each code or
	// more, an agent; nil until taught. It adds up where agents touch, as lengths don't.
	Area []float64
	Wood woodRuler
	// Sharp is unknown in what was taught before it was measured.
	Sharp sharpRuler
}

// usualAgents is the ruler until a teaching picture says better.
func usualAgents() agentRuler { return agentRuler{Length: 0.9} }

// count says how many stand in the area: by how much is crisp and how much differs, in
// taught agents, and by the blobs' lengths, as the count that stays the same over most
// thresholds. Each counts as much as it can be trusted.
func (a *agentArea) count(seen areaSeen, ruler agentRuler) Count {
	p, even, diff := seen.raw, seen.even, a.sharpest(seen)
	if a.thresholds(diff) != nil {
		a.disown(even, diff)
	}
	trust := a.trust(p)
	var looks []agentLook
	for _, t := range a.thresholds(diff) {
		looks = append(looks, agentLook{t, a.blobs(diff, t)})
	}
	if len(looks) == 0 { // nothing there differs by more than noise
		return Count{Known: true, Second: 1, Chance: 0.995 * trust}
	}
	told := signs{length: byLength(looks, ruler.Length), sides: -1, sameLamp: a.sameLamp(p)}
	if x, ok := ruler.byArea(looks); ok && told.sameLamp {
		told.measures = append(told.measures, measure{byAreaErr, x})
	}
	if wood, known := ruler.Wood.count(a, even); known {
		told.sides = wood.sides
		if wood.sides < 0 || !told.sameLamp {
			told.measures = append(told.measures, measure{byWoodErr, wood.byArea})
		}
	}
	doubtful := false
	if x, crowded, known := ruler.Sharp.count(a, even, diff); known {
		err := bySharpErr
		if !told.sameLamp {
			err = bySharpOtherLampErr
		}
		told.measures, told.crisp = append(told.measures, measure{err, x}), true
		doubtful = crowded
	}
	c := told.length
	if len(told.measures) > 0 {
		c = told.weigh()
	} else if ruler.Area == nil { // nobody showed what an agent looks like
		doubtful = true
	}
	if doubtful {
		c.Chance = min(c.Chance, sureFrom-0.05)
	}
	c.Chance *= trust
	return c
}

// agentLook is what is seen at one threshold.
type agentLook struct {
	threshold uint8
	blobs     []agentBlob
}

// byLength takes at each threshold the number that the blobs' lengths say. Its
// chance is its share of the two longest runs.
func byLength(looks []agentLook, length float64) Count {
	runs := map[int]int{}
	run, last := 0, -1
	for _, l := range looks {
		n := 0
		for _, b := range l.blobs {
			// Agents that touch stand a little more than a length apart.
			n += 1 + max(0, int(math.Round((b.long-length)/(1.15*length))))
		}
		if run++; n != last {
			run, last = 1, n
		}
		runs[n] = max(runs[n], run)
	}
	best, second := -1, -1
	for n := range runs {
		if best < 0 || runs[n] > runs[best] || runs[n] == runs[best] && n > best {
			best = n
		}
	}
	for n := range runs {
		if n != best && (second < 0 || runs[n] > runs[second] || runs[n] == runs[second] && n > second) {
			second = n
		}
	}
	if second < 0 {
		return Count{Known: true, Value: best, Second: best + 1, Chance: 0.99}
	}
	return Count{Known: true, Value: best, Second: second, Chance: float64(runs[best]) / float64(runs[best]+runs[second]+1)}
}

// leastArea is how many square hex radii of an agent must show at a threshold for
// it to be counted by area.
const leastArea = 0.3

// sameLamp reports whether the area is about as bright as it was when empty:
// another lamp throws other shadows.
func (a *agentArea) sameLamp(p Pixels) bool {
	for c := range 3 {
		var now, was [256]int
		for i, in := range a.inside {
			if in {
				now[p.Pix[3*i+c]]++
				was[a.empty.Pix[3*i+c]]++
			}
		}
		if ratio := medianIn(&now) / math.Max(medianIn(&was), 1); ratio < 0.9 || ratio > 1.1 {
			return false
		}
	}
	return true
}

// byArea returns the number of agents, a fraction, as measured.
func (r *agentRuler) byArea(looks []agentLook) (x float64, ok bool) {
	n, total := 0, 0.0
	for _, l := range looks {
		if int(l.threshold) >= len(r.Area) || r.Area[l.threshold] < leastArea {
			continue
		}
		sum := 0.0
		for _, b := range l.blobs {
			sum += b.area
		}
		// Low thresholds see all of an agent and hardly mind how deep its shadow is.
		w := r.Area[l.threshold] * r.Area[l.threshold] * r.Area[l.threshold]
		x += w * sum / r.Area[l.threshold]
		n, total = n+1, total+w
	}
	if n < 3 {
		return 0, false
	}
	return x / total, true
}

// leastPeak is the least difference in codes that a meeple reaches, evened to
// the light of the empty picture: wood has a dark side and throws a shadow, even
// under a dim lamp. Printed lines a part of a pixel off stay below it.
const leastPeak = 24

// Thresholds that counting looks at, codes.
const (
	leastThreshold = 9
	mostThreshold  = 96
)

// thresholds are those at which something may be seen: from above the noise to
// below what the strongest shadow reaches. None: the area is as when empty.
func (a *agentArea) thresholds(diff []uint8) []uint8 {
	low := math.Max(leastThreshold, 3.5*a.noise(diff))
	peak := float64(a.peak(diff))
	if peak < max(1.5*low, leastPeak) {
		return nil
	}
	const steps = 12
	out := make([]uint8, steps)
	for i := range out {
		out[i] = uint8(low * math.Pow(0.85*peak/low, float64(i)/(steps-1)))
	}
	return out
}

// learn takes the ruler from an area with known many agents: the area from all of
// them together, the length from those thresholds where all stand apart.
func (r *agentRuler) learn(a *agentArea, p Pixels, known int) {
	seen := a.look(p)
	even, diff := seen.even, a.sharpest(seen)
	a.disown(even, diff)
	var lengths []float64
	for _, t := range a.thresholds(diff) {
		if blobs := a.blobs(diff, t); len(blobs) == known {
			for _, b := range blobs {
				lengths = append(lengths, b.long)
			}
		}
	}
	if len(lengths) > 0 {
		slices.Sort(lengths)
		// A fallen or half-lit one is no ruler: keep to what a meeple can be.
		r.Length = math.Min(math.Max(lengths[len(lengths)/2], 0.7), 1.2)
	}
	area := make([]float64, mostThreshold)
	for t := leastThreshold; t < mostThreshold; t++ {
		for _, b := range a.blobs(diff, uint8(t)) {
			area[t] += b.area / float64(known)
		}
	}
	if area[leastThreshold] >= leastArea {
		r.Area = area
	}
	r.Wood.learn(a, even, known)
	r.Sharp.learn(a, even, diff, known)
}
