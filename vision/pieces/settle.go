package pieces

import (
	"fmt"
	"strconv"
	"strings"

	"harbormaster/mat"
)

// sureFrom is the chance from which an answer counts as sure and is never
// overruled by what else lies on the mat.
const sureFrom = 0.8

// settle applies what the rules say of one mat to its doubtful answers and
// puts into sentences what still doesn't fit. What is impossible on one hex (a
// surveyor without barn or well) isn't among the answers at all.
func (k *Knowledge) settle(s *sheet, m *Mat, play Play) {
	if play.Planted {
		settleBareWorkers(s, m)
	}
	k.settleWells(s, m)
	k.settleCapacity(s, m)
}

// Play is what is known of the play at the moment of a picture. The zero value is
// nothing.
type Play struct {
	// Planted: planting is over and no worker was put on a field since, so that each
	// stands on a crop.
	Planted bool
}

// plantedSurely is how sure it is that no worker stands on bare print once planting is
// over: hands may be slow.
const plantedSurely = 0.95

// settleBareWorkers: when planting is over no worker stands on bare print. A doubtful
// one gives way to its second answer; a sure one stays and is a problem.
func settleBareWorkers(s *sheet, m *Mat) {
	bare := mat.Contents{Worker: true}
	var kept []string
	for i := range m.Hexes {
		h := &m.Hexes[i]
		switch {
		case h.Hidden:
		case h.Best[0].On == bare && (h.Best[0].Chance >= sureFrom || h.Best[1].Chance < 1-sureFrom):
			h.Best[0].Chance = min(h.Best[0].Chance, sureFrom-0.01)
			kept = append(kept, s.mat.Template.Space(i).ID)
		case h.Best[0].On == bare:
			h.prefer(plantedSurely)
		case h.Best[1].On == bare:
			// What was against the first answer mostly falls away.
			left := h.Best[1].Chance * (1 - plantedSurely)
			h.Best[0].Chance = min(h.Best[0].Chance/(1-h.Best[1].Chance+left), max(h.Best[0].Chance, 0.95))
			h.Best[1].Chance = left
		}
	}
	if kept != nil {
		m.Problems = append(m.Problems, fmt.Sprintf("Planting is over, but workers seem to stand on bare fields (%s): look at them again.", strings.Join(kept, ", ")))
	}
}

// settleWells: a player has one well a crop. Of two, the less sure one gives
// way if its second answer is any good.
func (k *Knowledge) settleWells(s *sheet, m *Mat) {
	for _, crop := range mat.Crops() {
		var wells []int
		best := -1
		for i := range m.Hexes {
			h := &m.Hexes[i]
			if h.Hidden || !h.Best[0].On.Well || h.Best[0].On.Crop != crop {
				continue
			}
			wells = append(wells, i)
			if best < 0 || h.Best[0].Chance > m.Hexes[best].Best[0].Chance {
				best = i
			}
		}
		if len(wells) < 2 {
			if best >= 0 {
				denyWells(m.Hexes, best)
			}
			continue
		}
		var kept []string
		for _, i := range wells {
			h := &m.Hexes[i]
			second := h.Best[1].On
			if i != best && h.Best[0].Chance < sureFrom && !(second.Well && second.Crop == crop) {
				h.prefer(m.Hexes[best].Best[0].Chance)
				continue
			}
			kept = append(kept, s.mat.Template.Space(i).ID)
		}
		if len(kept) > 1 {
			for _, i := range wells { // one of them is wrong, however sure
				m.Hexes[i].Best[0].Chance = min(m.Hexes[i].Best[0].Chance, 0.7)
			}
			m.Problems = append(m.Problems, fmt.Sprintf("There are wells on %s of the same crop (%s), a player has one a crop: look at them again.", strings.Join(kept, " and "), crop))
		}
	}
}

// denyWells takes from other hexes' second answers a second well of the crop whose well is
// on hex best, as far as that one is certain.
func denyWells(hexes []Hex, best int) {
	on, certain := hexes[best].Best[0].On, hexes[best].Best[0].Chance
	for i := range hexes {
		h := &hexes[i]
		second := h.Best[1]
		if i == best || h.Hidden || !second.On.Well || second.On.Crop != on.Crop || h.Best[0].On.Well {
			continue
		}
		left := second.Chance * (1 - certain)
		h.Best[0].Chance = max(h.Best[0].Chance, min(h.Best[0].Chance/(1-second.Chance+left), 0.95))
		h.Best[1].Chance = left
	}
}

// prefer makes the second answer the first. against is the probability that the
// first is impossible; the others stay as likely as they are.
func (h *Hex) prefer(against float64) {
	first, second := h.Best[0].Chance*(1-against), h.Best[1].Chance
	others := max(1-h.Best[0].Chance-h.Best[1].Chance, 0)
	h.Best[0], h.Best[1] = h.Best[1], h.Best[0]
	if total := first + second + others; total > 0 {
		h.Best[0].Chance = min(second/total, 0.95)
		h.Best[1].Chance = min(first/total, 1-h.Best[0].Chance)
	}
}

// capacityOf returns the number a boat's type begins with.
func capacityOf(boat string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimRight(boat, "ab"))
	return n, err == nil
}

// settleCapacity: the boats' capacity together is the number of crops without
// a worker, whenever no action is half done. It decides one doubtful boat or hex, and
// never a sure one.
func (k *Knowledge) settleCapacity(s *sheet, m *Mat) {
	if k.boats == nil {
		return
	}
	carried, free := 0, 0
	for _, b := range m.Boats {
		n, ok := capacityOf(b.Type)
		if !ok {
			return // boats of another game
		}
		carried += n
	}
	for i := range m.Hexes {
		if m.Hexes[i].Hidden {
			return
		}
		free += harvested(m.Hexes[i].Best[0].On)
	}
	if carried == free || k.settleBoat(m, free-carried) || settleWorker(m, carried-free) {
		return
	}
	m.Problems = append(m.Problems, fmt.Sprintf("The boats carry %d, but %d crops have no worker: an action is half done, or a hex or a boat is read wrong.", carried, free))
}

// harvested is 1 for a crop without a worker.
func harvested(on mat.Contents) int {
	if on.Crop != mat.NoCrop && !on.Worker {
		return 1
	}
	return 0
}

// settleBoat changes the least sure boat to its second type if that makes up
// the difference.
func (k *Knowledge) settleBoat(m *Mat, missing int) bool {
	at := -1
	for i, b := range m.Boats {
		one, ok1 := capacityOf(b.Type)
		two, ok2 := capacityOf(b.Second)
		if ok1 && ok2 && b.Chance < sureFrom && two-one == missing && (at < 0 || b.Chance < m.Boats[at].Chance) {
			at = i
		}
	}
	if at < 0 {
		return false
	}
	b := &m.Boats[at]
	b.Type, b.Second, b.Chance, b.Fallback = b.Second, b.Type, sureFrom, 1-sureFrom
	return true
}

// fairSecond is how probable a second answer must be to be preferred: actions
// are half done now and then, so this rule is no proof.
const fairSecond = 0.25

// settleWorker prefers the second answer of the one doubtful hex where that
// makes up the difference of one crop.
func settleWorker(m *Mat, missing int) bool {
	at := -1
	for i := range m.Hexes {
		h := &m.Hexes[i]
		if h.Best[0].Chance < sureFrom && h.Best[1].Chance >= fairSecond && harvested(h.Best[1].On)-harvested(h.Best[0].On) == missing {
			if at >= 0 {
				return false // two could be it: ask
			}
			at = i
		}
	}
	if at < 0 {
		return false
	}
	m.Hexes[at].prefer(0.7)
	return true
}
