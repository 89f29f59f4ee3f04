package tracking

import (
	"cmp"
	"container/heap"
	"slices"
	"strings"

	"harbormaster/scoring"
)

// Rules is what explaining needs to know of a game beside what every game
// offers. All are functions of their arguments.
type Rules interface {
	scoring.Game
	// View returns what a camera would see of the state.
	View(scoring.State) View
	// Key is the same text for states between which no rule can tell a difference.
	Key(scoring.State) string
	// Price says how unlikely an action is: 1 for one that a camera sees,
	// less for what it can't see, more for what is rare.
	Price(scoring.Action) float64
	// Late returns what people may carry out at the table only later, though
	// the state has it already.
	Late(awards []scoring.Award) []Lag
}

// Lag is steps of a harbor master that may not have been made yet.
type Lag struct {
	Player string
	Steps  int
	Usual  bool // it is often so; else it costs rareLag
}

// Hypothesis is one way in which the game may stand.
type Hypothesis struct {
	State scoring.State
	Owed  []int   // by seat: steps the harbor master was given and hasn't been moved
	Cost  float64 // how unlikely it is beside the others
}

// Step is one action of an explanation with what it earned.
type Step struct {
	Action scoring.Action
	Awards []scoring.Award
}

// Explanation is a way from a hypothesis to what is seen.
type Explanation struct {
	Start Hypothesis
	Steps []Step
	End   Hypothesis
}

// Sought is what is to be explained.
type Sought struct {
	View View
	Free [][]bool // by seat and hex: covered, so anything that play allows may lie there
	// Odd says how badly a state fits what people told of the counters, in the
	// unit of Price. Nil: nobody told anything.
	Odd func(scoring.State) float64
	// Deny says that an action can't have happened, by what people told. May be nil.
	Deny func(scoring.Action) bool
	// Typed are the points to type in where an action of that player needs them.
	Typed map[string]int
}

// Effort bounds a search, so that it ends in time on a small computer.
type Effort struct {
	Nodes  int     // states looked at, in all
	After  int     // states looked at once there is an explanation
	Margin float64 // explanations that cost so much more than the best are given too
	Most   int     // explanations, at most
}

// Usual is the effort for one picture.
func Usual() Effort { return Effort{Nodes: 3000, After: 500, Margin: 1.2, Most: 64} }

// node is a state on the way.
type node struct {
	state    scoring.State
	view     View
	owed     []int
	by       Step
	before   *node
	cost     float64 // so far
	guess    float64 // cost with the least that is still to come
	terminal bool
	order    int // nodes of one cost in the order they were made, so that results don't vary
}

type queue []*node

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	if q[i].guess != q[j].guess {
		return q[i].guess < q[j].guess
	}
	return q[i].order < q[j].order
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(*node)) }
func (q *queue) Pop() any {
	old := *q
	n := old[len(old)-1]
	*q = old[:len(old)-1]
	return n
}

// search is one run of Explain.
type search struct {
	rules  Rules
	sought Sought
	open   queue
	closed map[string]bool
	made   int
}

// Explain finds the cheapest ways by legal actions from the hypotheses to what
// is sought, best first. GaveUp says that it stopped before all were tried.
func Explain(rules Rules, from []Hypothesis, sought Sought, effort Effort) (found []Explanation, gaveUp bool) {
	x := &search{rules: rules, sought: sought, closed: map[string]bool{}}
	for _, h := range from {
		owed := slices.Clone(h.Owed)
		if owed == nil {
			owed = make([]int, len(sought.View))
		}
		x.push(&node{state: h.State, view: rules.View(h.State), owed: owed, cost: h.Cost})
	}
	looked, limit := 0, effort.Nodes
	best := 0.0
	for x.open.Len() > 0 {
		n := heap.Pop(&x.open).(*node)
		if len(found) > 0 && n.guess > best+effort.Margin {
			break
		}
		if n.terminal {
			if len(found) == 0 {
				best = n.cost
				limit = min(limit, looked+effort.After)
			}
			if found = append(found, n.explanation()); len(found) == effort.Most {
				return found, true
			}
			continue
		}
		key := x.key(n)
		if x.closed[key] {
			continue
		}
		x.closed[key] = true
		if looked++; looked > limit {
			return x.rest(found, effort), true
		}
		x.finish(n)
		for _, a := range x.candidates(n) {
			x.try(n, a)
		}
	}
	return found, false
}

// rest adds the ends that were reached and not proved to be the best when the
// search gave up: odd counters make the right one dear.
func (x *search) rest(found []Explanation, effort Effort) []Explanation {
	slices.SortFunc(x.open, func(a, b *node) int {
		return cmp.Or(cmp.Compare(a.guess, b.guess), cmp.Compare(a.order, b.order))
	})
	for _, n := range x.open {
		if !n.terminal {
			continue
		}
		if len(found) == effort.Most || len(found) > 0 && n.cost > found[0].End.Cost+effort.Margin {
			break
		}
		found = append(found, n.explanation())
	}
	return found
}

func (x *search) key(n *node) string {
	var b strings.Builder
	b.WriteString(x.rules.Key(n.state))
	for _, o := range n.owed {
		b.WriteByte(byte('0' + o))
	}
	return b.String()
}

// push puts a node in the queue if what is sought can still be reached from it.
func (x *search) push(n *node) {
	left, ok := x.left(n)
	if !ok {
		return
	}
	x.made++
	n.order = x.made
	n.guess = max(n.guess, n.cost+left)
	heap.Push(&x.open, n)
}

// finish puts the node in the queue again as an end, if it is one, at the price
// of how odd it is.
func (x *search) finish(n *node) {
	owed, ok := x.reached(n)
	if !ok {
		return
	}
	end := *n
	end.owed, end.terminal = owed, true
	if x.sought.Odd != nil {
		end.cost += x.sought.Odd(n.state)
	}
	end.guess = end.cost
	x.made++
	end.order = x.made
	heap.Push(&x.open, &end)
}

func (x *search) try(n *node, a scoring.Action) {
	if x.sought.Deny != nil && x.sought.Deny(a) {
		return
	}
	state, awards, err := x.rules.Apply(n.state, a)
	if err != nil {
		return
	}
	m := &node{
		state: state, view: x.rules.View(state), owed: n.owed, by: Step{a, awards}, before: n,
		cost: n.cost + x.rules.Price(a), guess: n.guess,
	}
	for _, lag := range x.rules.Late(awards) {
		// Whether the harbor master was moved yet shows in what is sought.
		seat := x.seat(lag.Player)
		if m.view[seat].Harbor <= x.sought.View[seat].Harbor {
			continue
		}
		m.owed = slices.Clone(m.owed)
		m.owed[seat] += lag.Steps
		if !lag.Usual {
			m.cost += rareLag
		}
	}
	x.push(m)
}

// rareLag is the price of a harbor master who wasn't moved with the boat.
const rareLag = 0.8

func (n *node) explanation() Explanation {
	e := Explanation{End: Hypothesis{State: n.state, Owed: n.owed, Cost: n.cost}}
	at := n
	for ; at.before != nil; at = at.before {
		e.Steps = append(e.Steps, at.by)
	}
	e.Start = Hypothesis{State: at.state, Owed: at.owed, Cost: at.cost}
	slices.Reverse(e.Steps)
	return e
}

func (x *search) free(seat, hex int) bool {
	return seat < len(x.sought.Free) && x.sought.Free[seat] != nil && x.sought.Free[seat][hex]
}

// left returns the least price of what is still to be done, and whether play
// can bring it about at all.
func (x *search) left(n *node) (price float64, ok bool) {
	actions := 0
	for i, to := range x.sought.View {
		side := n.view[i]
		planted := 0
		for k, c := range side.Mat.On {
			want := to.Mat.On[k]
			if c == want || x.free(i, k) {
				continue
			}
			if !Forward(c, want) {
				return 0, false
			}
			if want.Surveyor != c.Surveyor {
				actions++
			}
			if want.Well != c.Well {
				actions++
			}
			if want.Barn != c.Barn {
				actions++
			}
			if want.Crop != c.Crop {
				planted++
			}
			if c.Empty() && !want.Barn {
				actions++
			}
		}
		actions += (planted + 2) / 3
		if len(to.Boats) < len(side.Boats) || !slices.Equal(side.Boats, to.Boats[:len(side.Boats)]) {
			return 0, false
		}
		actions += len(to.Boats) - len(side.Boats)
		if side.Harbor-n.owed[i] > to.Harbor || side.Agents > to.Agents {
			return 0, false
		}
	}
	return 0.9 * float64(actions), true
}

// reached reports whether the node shows what is sought, and what the harbor
// masters then still have to be moved.
func (x *search) reached(n *node) ([]int, bool) {
	owed := make([]int, len(n.owed))
	for i, to := range x.sought.View {
		side := n.view[i]
		for k, c := range side.Mat.On {
			if c != to.Mat.On[k] && !x.free(i, k) {
				return nil, false
			}
		}
		owed[i] = side.Harbor - to.Harbor
		if owed[i] < 0 || owed[i] > n.owed[i] || side.Agents != to.Agents || len(side.Boats) != len(to.Boats) {
			return nil, false
		}
	}
	return owed, true
}
