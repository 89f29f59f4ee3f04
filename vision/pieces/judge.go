package pieces

import (
	"math"
	"math/rand/v2"

	"harbormaster/mat"
)

// A hex can be in one of these states; all others break the rules.
var states = func() (list []mat.Contents) {
	list = append(list, mat.Contents{}, mat.Contents{Worker: true})
	for _, c := range mat.Crops() {
		list = append(list, mat.Contents{Crop: c}, mat.Contents{Crop: c, Worker: true}, mat.Contents{Crop: c, Well: true},
			mat.Contents{Crop: c, Well: true, Worker: true}, mat.Contents{Crop: c, Well: true, Surveyor: true})
	}
	return append(list, mat.Contents{Barn: true}, mat.Contents{Barn: true, Surveyor: true})
}()

// judge names what lies on a hex: one forest for what lies flat, one for whether a crop
// has a well, then for each base one for who stands there, and one for who stands by a
// well: what tells a worker on turnips from turnips is something else than on
// pumpkins, and a forest that must know both knows each less surely.
type judge struct {
	base, well *forest
	meeple     [numBases]*forest
	byWell     *forest
	// What the features and the light are told by.
	shape *wellShape
	tones map[mat.Crop]tone
}

// Who stands on a hex.
const (
	nobody = iota
	aWorker
	aSurveyor
	meeples
)

func meepleOf(on mat.Contents) int {
	switch {
	case on.Worker:
		return aWorker
	case on.Surveyor:
		return aSurveyor
	}
	return nobody
}

// samplesPerState is how many made examples of each state the trees see.
const samplesPerState = 400

// stateWeight makes up for how often a state is asked about: many more hexes
// are bare or a crop alone than a crop with a well and a surveyor.
func stateShare(on mat.Contents) int {
	switch {
	case on == mat.Contents{}:
		return 5 * samplesPerState
	case on == mat.Contents{Worker: true}, on == mat.Contents{Barn: true}, on == mat.Contents{Barn: true, Surveyor: true}:
		return 2 * samplesPerState
	case !on.Well:
		return 2 * samplesPerState
	}
	return samplesPerState
}

// trainJudge grows the forests on made examples, and on the taught ones as they are.
func trainJudge(k *Knowledge, p *palette, prints []*patch, o mat.Orientation) *judge {
	c := newComposer(k, p, prints, o)
	shape := learnWellShape(c.pieces[inWell], k.examples)
	made := make([][]features, len(states))
	sideBySide(len(states), func(s int) {
		// Each state has its own chance, so the cores' order doesn't matter.
		c := c.fork(uint64(s))
		m := newMeasurer(p, shape, o)
		var q patch
		for n := range stateShare(states[s]) {
			// Severity from none to full, evenly.
			if !c.make(states[s], float64(n%8)/7*1.2, &q) {
				break
			}
			made[s] = append(made[s], m.measure(&q, nil))
		}
	})
	var xs []features
	var ons []mat.Contents
	for s, list := range made {
		for _, x := range list {
			xs, ons = append(xs, x), append(ons, states[s])
		}
	}
	m := newMeasurer(p, shape, o)
	weights := make([]float32, len(xs), len(xs)+len(k.examples))
	for i := range weights {
		weights[i] = 1
	}
	for _, e := range k.examples {
		xs = append(xs, m.measure(&e.patch, nil))
		ons = append(ons, e.on)
		weights = append(weights, 3) // what was really seen counts more than what was made
	}
	grow := func(classes int, asked func(mat.Contents) bool, class func(mat.Contents) int) *forest {
		var samples []sample
		for i := range xs {
			if asked(ons[i]) {
				samples = append(samples, sample{xs[i], uint8(class(ons[i])), weights[i]})
			}
		}
		rand.New(rand.NewPCG(3, 4)).Shuffle(len(samples), func(i, j int) { samples[i], samples[j] = samples[j], samples[i] })
		return growForest(samples, classes, uint64(classes))
	}
	every := func(mat.Contents) bool { return true }
	j := &judge{
		shape: shape, tones: m.taughtTones(k.examples),
		base:   grow(numBases, every, baseOf),
		byWell: grow(meeples, func(on mat.Contents) bool { return on.Well }, meepleOf),
		well: grow(2, func(on mat.Contents) bool { return on.Crop != mat.NoCrop }, func(on mat.Contents) int {
			if on.Well {
				return 1
			}
			return 0
		}),
	}
	for base := range j.meeple {
		j.meeple[base] = grow(meeples, func(on mat.Contents) bool { return baseOf(on) == base && !on.Well }, meepleOf)
	}
	return j
}

// sharpness corrects the forests' modesty: an average of trees that each saw
// hard made examples says 0.75 where it is right nine times in ten. Held
// against pictures made worse in steps (see the test of the confidence).
const sharpness = 1.4

// wellPrior is how much rarer a well is than among the made examples, where a
// third of the crops has one: a mat has five at most.
const wellPrior = 0.15

// chances returns the probability of each of the states by the features.
func (j *judge) chances(x features, out []float32) {
	var base [numBases]float32
	var who [numBases][meeples]float32
	var byWell [meeples]float32
	var well [2]float32
	j.base.predict(x, base[:])
	j.well.predict(x, well[:])
	j.byWell.predict(x, byWell[:])
	for b, p := range base {
		if p > 0.005 { // the others don't matter
			j.meeple[b].predict(x, who[b][:])
		}
	}
	total := float32(1e-12)
	for s, on := range states {
		b, w := baseOf(on), meepleOf(on)
		switch {
		case on.Well:
			out[s] = base[b] * well[1] * wellPrior * byWell[w]
		case on.Crop != mat.NoCrop:
			out[s] = base[b] * well[0] * who[b][w]
		default:
			out[s] = base[b] * who[b][w]
		}
		out[s] = float32(math.Pow(float64(out[s]), sharpness))
		total += out[s]
	}
	for s := range out {
		out[s] /= total
	}
	if well[1]*(1-base[basePrint]-base[baseBarn]) > wellSeen {
		leaveWell(out, 1-sureFrom+0.01)
	}
}

// wellSeen is from which share of the trees that see a well nothing else is sure: that
// wells are rare says nothing about this one. Of 140 wells on 22 tables none was seen by
// fewer; white wood in glare was by up to 0.9.
const wellSeen = 0.7

// leaveWell leaves the states with a well at least that probability together.
func leaveWell(out []float32, least float32) {
	wells := float32(0)
	for s, on := range states {
		if on.Well {
			wells += out[s]
		}
	}
	if wells >= least || wells <= 0 {
		return
	}
	for s, on := range states {
		if on.Well {
			out[s] *= least / wells
		} else {
			out[s] *= (1 - least) / (1 - wells)
		}
	}
}
