package riverboat

import (
	"fmt"

	"harbormaster/mat"
	"harbormaster/scoring/strict"
)

// flowJSON is the form of a Flow in files: players by name, cards by color.
type flowJSON struct {
	First        string        `json:"first"`
	Turn         string        `json:"turn"`
	TrackWorkers int           `json:"track_workers"`
	Card         string        `json:"card,omitempty"`
	CardsTurned  int           `json:"cards_turned"`
	CardsOut     []int         `json:"cards_out"`
	TilesLaid    []int         `json:"tiles_laid"`
	Pending      []pendingJSON `json:"pending"`
	Seats        []seatJSON    `json:"seats"`
}

type pendingJSON struct {
	Do     string `json:"do"`
	Player string `json:"player"`
	Max    int    `json:"max,omitempty"`
	Only   string `json:"only,omitempty"`
	Source string `json:"source,omitempty"`
}

type seatJSON struct {
	Acts   int  `json:"acts"`
	Passed bool `json:"passed"`
}

var pendingNames = [...]string{"", "bonus-worker", "feature", "agents", "phase-bonus", "choose-first"}

func (s *State) flowJSON() *flowJSON {
	f := s.Flow
	if !f.Known {
		return nil
	}
	out := &flowJSON{
		First: s.Players[f.First].Name, Turn: s.Players[f.Turn].Name, TrackWorkers: f.TrackWorkers, Card: f.Card,
		CardsTurned: f.CardsTurned, CardsOut: f.CardsOut.list(), TilesLaid: f.TilesLaid[1:], Pending: []pendingJSON{},
	}
	for _, p := range f.Pending {
		out.Pending = append(out.Pending, pendingJSON{
			Do: pendingNames[p.Kind], Player: s.Players[p.Seat].Name, Max: p.Max, Only: p.Only, Source: p.Source,
		})
	}
	for _, seat := range f.Seats {
		out.Seats = append(out.Seats, seatJSON(seat))
	}
	return out
}

func readFlow(v strict.Value, s *State) Flow {
	o := v.Object("first", "turn", "track_workers", "card", "cards_turned", "cards_out", "tiles_laid", "pending", "seats")
	var names []string
	for _, p := range s.Players {
		names = append(names, p.Name)
	}
	seat := func(v strict.Value) int { return max(0, s.seat(v.OneOf("player", names...))) }
	r := theRules()
	f := Flow{
		Known: true, First: seat(o.Need("first")), Turn: seat(o.Need("turn")),
		TrackWorkers: o.Need("track_workers").Int(0, r.Start.TrackWorkers),
		CardsTurned:  o.Need("cards_turned").Int(0, r.Play.CardsARound),
	}
	if o.Has("card") {
		f.Card = o.Get("card").OneOf("card", cardNames(true)...)
	}
	for i, n := range exactly(o.Need("cards_out"), len(f.CardsOut)) {
		f.CardsOut[i] = uint8(n.Int(0, r.Box.CardsEach))
	}
	for i, n := range exactly(o.Need("tiles_laid"), len(f.TilesLaid)-1) {
		f.TilesLaid[i+1] = n.Int(0, r.Box.Tiles[i+1])
	}
	for _, item := range o.Need("pending").List() {
		p := item.Object("do", "player", "max", "only", "source")
		next := Pending{Seat: seat(p.Need("player"))}
		do := p.Need("do").OneOf("thing to do", pendingNames[1:]...)
		for kind, name := range pendingNames {
			if name == do {
				next.Kind = PendingKind(kind)
			}
		}
		if p.Has("max") {
			next.Max = p.Get("max").Int(0, maxWorkers)
		}
		if p.Has("only") {
			next.Only = p.Get("only").OneOf("estate feature", append([]string{"any"}, features...)...)
		}
		if p.Has("source") {
			next.Source = p.Get("source").Text()
		}
		f.Pending = append(f.Pending, next)
	}
	for _, item := range o.Need("seats").List() {
		x := item.Object("acts", "passed")
		f.Seats = append(f.Seats, Seat{Acts: x.Need("acts").Int(0, maxPlace), Passed: x.Need("passed").Bool()})
	}
	if len(f.Seats) != len(s.Players) {
		o.Get("seats").Forbid("riverboat.flow-seats", "got", len(f.Seats), "players", len(s.Players))
	}
	if s.Phase == NoPhase {
		v.Forbid("riverboat.flow-phase")
	}
	return f
}

// list returns the counts as whole numbers: JSON would write bytes as text.
func (c cardSet) list() []int {
	out := make([]int, len(c))
	for i, n := range c {
		out[i] = int(n)
	}
	return out
}

// exactly returns a list of n values.
func exactly(v strict.Value, n int) []strict.Value {
	list := v.List()
	if len(list) != n {
		v.Forbid("riverboat.flow-length", "got", len(list), "want", n)
		return nil
	}
	return list
}

// cardNames lists the cultivation cards by color: by symbol, and by number if
// all is set, and wild.
func cardNames(all bool) []string {
	var out []string
	for f := mat.Heart; f <= mat.Star; f++ {
		out = append(out, f.String())
	}
	if all {
		for f := mat.Field1; f <= mat.Field5; f++ {
			out = append(out, f.String())
		}
	}
	return append(out, wild)
}

// wild is the name of the cultivation cards that take any field.
const wild = "wild"

// cardIndex returns a card's place in a cardSet; mats by symbol and mats by
// number share the five colors.
func cardIndex(card string) (int, error) {
	if card == wild {
		return len(cardSet{}) - 1, nil
	}
	f, err := mat.ParseField(card)
	if err != nil {
		return 0, fmt.Errorf("read a cultivation card: %w", err)
	}
	return int(f-mat.Heart) % 5, nil
}
