package plantation

import (
	"cmp"
	"fmt"
	"slices"

	"harbormaster/scoring"
)

// Score counts as if the game ended now. The best total wins; a tie is shared.
func (g Game) Score(state scoring.State) scoring.Result {
	r := scoring.NewResult(Name)
	s, err := scoring.Own[*State](state)
	if err != nil {
		return r
	}
	for _, p := range s.Players {
		out := scoring.PlayerResult{Name: p.Name, Lines: make([]scoring.Line, 0, 4)}
		out.Add(s.Settings.cardsLine(p.Cards))
		out.Add(quartersLine(p.Cards))
		out.Add(s.titlesLine(p))
		out.Add(scoring.Line{Category: "cash_crops", Points: p.CashCrops,
			Message: scoring.Msg("plantation.cash-crops", "points", p.CashCrops)})
		r.Players = append(r.Players, out)
	}
	r.CrownMost(func(i int) (int, int) { return r.Players[i].Total, 0 })
	r.Doubts = s.doubts()
	return r
}

// value returns what one copy of a card is worth if it is supported. Cards
// without support still count for others, so it doesn't depend on which have
// it: that makes the choice below simple.
func (s Settings) value(c *card, owned Counts) int {
	points := c.Points
	if n := owned[c.at]; n > 1 {
		points += c.Others * (n - 1)
	}
	for _, w := range c.Bonuses {
		n := owned[w.at]
		if s.Bonuses == BonusKind {
			n = min(n, 1)
		}
		points += n * w.Points
	}
	for _, w := range c.Each {
		points += owned[w.at] * w.Points
	}
	return points
}

// holding is a player's copies of one card, with what one of them is worth.
type holding struct {
	*card
	count, value int
}

// supported splits a player's fields and buildings into those that score and
// those beyond the support of the quarters. As the values don't depend on the
// split, the best choice is the dearest cards first.
func (s Settings) supported(owned Counts) (score, without []holding) {
	all := make([]holding, 0, len(theRules().own))
	support := owned.support()
	for i, c := range theRules().Cards {
		if owned[i] > 0 && (c.Kind == field || c.Kind == building) {
			all = append(all, holding{c, owned[i], s.value(c, owned)})
		}
	}
	slices.SortStableFunc(all, func(a, b holding) int { return s.prefer(a, b) })
	score = make([]holding, 0, len(all))
	// The copy at the limit is split: some of a card may score and some not.
	for _, h := range all {
		n := min(h.count, support)
		support -= n
		if n > 0 {
			score = append(score, holding{h.card, n, h.value})
		}
		if n < h.count {
			without = append(without, holding{h.card, h.count - n, h.value})
		}
	}
	return score, without
}

// prefer orders the cards by who gets support first.
func (s Settings) prefer(a, b holding) int {
	dearest := cmp.Compare(b.value, a.value)
	// Among cards of one kind the dearest still comes first.
	isField := func(h holding) int {
		if h.Kind == field {
			return 1
		}
		return 0
	}
	switch s.Unsupported {
	case SupportWorst:
		return -dearest
	case SupportFields:
		return cmp.Or(isField(b)-isField(a), dearest)
	case SupportBuildings:
		return cmp.Or(isField(a)-isField(b), dearest)
	}
	return dearest
}

// cardsLine counts fields and buildings and says what each copy makes.
func (s Settings) cardsLine(owned Counts) scoring.Line {
	l := scoring.Line{Category: "fields_and_buildings"}
	score, without := s.supported(owned)
	cards, rest := make([]string, 0, len(score)), make([]string, 0, len(without))
	for _, h := range score {
		l.Points += h.count * h.value
		cards = append(cards, fmt.Sprintf("%s %d x %d", h.Name, h.count, h.value))
	}
	// What is left out is named, so that a table can see why the sum is low.
	for _, h := range without {
		rest = append(rest, fmt.Sprintf("%s %d", h.Name, h.count))
	}
	l.Message = scoring.Msg("plantation.cards", "cards", cards, "kinds", len(cards), "without", rest, "left", len(rest),
		"support", owned.support())
	return l
}

// quartersLine counts the cards that support others; they need no support.
func quartersLine(owned Counts) scoring.Line {
	l := scoring.Line{Category: "quarters"}
	count := 0
	for i, c := range theRules().Cards {
		if c.Kind == quarters {
			count += owned[i]
			l.Points += owned[i] * c.Points
		}
	}
	l.Message = scoring.Msg("plantation.quarters", "count", count)
	return l
}
