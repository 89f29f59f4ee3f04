package pieces

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
)

// A forest is extremely randomized trees (Geurts 2006): each split tries a few
// features at random cuts and keeps the best, each leaf keeps the shares of the
// classes it saw. It needs no scaling of features, trains in a second and
// averages into probabilities.
type forest struct {
	Classes int
	Trees   []tree
}

// tree keeps its leaves' shares in one piece: a slice a leaf would be a hundred
// thousand pointers for the collector to follow.
type tree struct {
	Nodes  []node
	Shares []float32
}

// node is a split (Feature >= 0: left where value < Cut, else right), or a
// leaf whose shares, one a class, start at Left in the tree's Shares.
type node struct {
	Feature     int16
	Cut         float32
	Left, Right int32
}

// Enough trees that probabilities move in steps of a few percent, and leaves
// of a few samples so that one odd picture isn't a certainty.
const (
	treeCount = 48
	leafSize  = 3
	maxDepth  = 18
)

type sample struct {
	x features
	y uint8
	w float32
}

func growForest(samples []sample, classes int, seed uint64) *forest {
	f := &forest{Classes: classes}
	if len(samples) == 0 {
		return f
	}
	tries := max(len(samples[0].x)/4, 4)
	f.Trees = make([]tree, treeCount)
	sideBySide(treeCount, func(t int) {
		rnd := rand.New(rand.NewPCG(seed, uint64(t)))
		g := grower{samples: samples, classes: classes, tries: tries, rnd: rnd}
		index := make([]int32, len(samples))
		for i := range index {
			index[i] = int32(i)
		}
		g.grow(index, 0)
		f.Trees[t] = g.tree
	})
	return f
}

type grower struct {
	samples []sample
	classes int
	tries   int
	rnd     *rand.Rand
	tree    tree
}

func (g *grower) grow(index []int32, depth int) int32 {
	me := int32(len(g.tree.Nodes))
	g.tree.Nodes = append(g.tree.Nodes, node{Feature: -1})
	shares := make([]float32, g.classes)
	total := float32(0)
	for _, i := range index {
		shares[g.samples[i].y] += g.samples[i].w
		total += g.samples[i].w
	}
	pure := false
	for _, s := range shares {
		pure = pure || s == total
	}
	feature, cut := -1, float32(0)
	if !pure && depth < maxDepth && len(index) >= 2*leafSize {
		feature, cut = g.split(index)
	}
	if feature < 0 {
		for k := range shares {
			shares[k] /= total
		}
		g.tree.Nodes[me].Left = int32(len(g.tree.Shares))
		g.tree.Shares = append(g.tree.Shares, shares...)
		return me
	}
	at := 0
	for k, i := range index {
		if g.samples[i].x[feature] < cut {
			index[at], index[k] = index[k], index[at]
			at++
		}
	}
	left := g.grow(index[:at], depth+1)
	right := g.grow(index[at:], depth+1)
	g.tree.Nodes[me] = node{Feature: int16(feature), Cut: cut, Left: left, Right: right}
	return me
}

// split returns the best of some random cuts by Gini's impurity, or -1.
func (g *grower) split(index []int32) (int, float32) {
	width := len(g.samples[0].x)
	// A few hundred samples tell a good cut as well as thousands do.
	const enough = 300
	if len(index) > 2*enough {
		some := make([]int32, enough)
		for i := range some {
			some[i] = index[g.rnd.IntN(len(index))]
		}
		index = some
	}
	bestFeature, bestCut, best := -1, float32(0), float32(-1)
	left, right := make([]float32, g.classes), make([]float32, g.classes)
	for range g.tries {
		f := g.rnd.IntN(width)
		low, high := g.samples[index[0]].x[f], g.samples[index[0]].x[f]
		for _, i := range index {
			low, high = min(low, g.samples[i].x[f]), max(high, g.samples[i].x[f])
		}
		if low == high {
			continue
		}
		cut := low + g.rnd.Float32()*(high-low)
		clear(left)
		clear(right)
		n := 0
		for _, i := range index {
			s := &g.samples[i]
			if s.x[f] < cut {
				left[s.y] += s.w
				n++
			} else {
				right[s.y] += s.w
			}
		}
		if n < leafSize || len(index)-n < leafSize {
			continue
		}
		if score := purity(left) + purity(right); score > best {
			bestFeature, bestCut, best = f, cut, score
		}
	}
	return bestFeature, bestCut
}

// purity is the sum of squares over the sum: larger is purer.
func purity(counts []float32) float32 {
	sum, squares := float32(1e-9), float32(0)
	for _, c := range counts {
		sum += c
		squares += c * c
	}
	return squares / sum
}

// predict adds the trees' mean shares for x to out.
func (f *forest) predict(x features, out []float32) {
	clear(out)
	for t := range f.Trees {
		nodes := f.Trees[t].Nodes
		n := &nodes[0]
		for n.Feature >= 0 {
			if x[n.Feature] < n.Cut {
				n = &nodes[n.Left]
			} else {
				n = &nodes[n.Right]
			}
		}
		for k, s := range f.Trees[t].Shares[n.Left:][:f.Classes] {
			out[k] += s
		}
	}
	for k := range out {
		out[k] /= float32(max(len(f.Trees), 1))
	}
}

// sideBySide calls work for each of 0 to n-1, on all cores.
func sideBySide(n int, work func(i int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	all.Wait()
}
