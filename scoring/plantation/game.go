// Package plantation keeps the rules of the card game Plantation Master: the
// turns in which players pick cards, the few cards that act at once, and the
// final score. Where the text is silent a setting says how the table plays. It
// knows no pictures, no chance and no people.
package plantation

import (
	"harbormaster/scoring"
	"harbormaster/scoring/counters"
	"harbormaster/scoring/strict"
)

// Name is the game's name in files and addresses.
const Name = "plantation"

// maxPoints keeps absurd numbers out; four Cash Crops can't make that many.
const maxPoints = 999

// Game is the rules of Plantation Master.
type Game struct{}

// Info names the game, its bounds, settings and categories. The text doesn't
// say how many can play; with more than six the deck is gone in ten turns.
func (Game) Info() scoring.Info {
	return scoring.Info{
		Name: Name, Title: "Plantation Master", MinPlayers: 2, MaxPlayers: 6,
		Categories: []string{"fields_and_buildings", "quarters", "titles", "cash_crops"},
		Settings:   settingList(), Messages: messages,
	}
}

// Start sets up a game: the whole deck face down.
func (Game) Start(setup scoring.Setup) (scoring.State, error) {
	root := strict.ParseSettings(setup.Settings)
	if root.Failed() {
		return nil, root.Err()
	}
	s := &State{Flow: counters.Flow{Round: 1}, Settings: readSettings(root), Row: noCards(), Out: noCards()}
	if root.Failed() {
		return nil, root.Err()
	}
	if err := scoring.CheckPlayers(Game{}.Info(), setup.Players); err != nil {
		return nil, err
	}
	s.Enter(roll)
	for _, name := range setup.Players {
		s.Players = append(s.Players, Player{Name: name, Cards: noCards()})
	}
	return s, nil
}

// ReadState reads a state file. Everything a game under way adds may be absent.
func (Game) ReadState(data []byte) (scoring.State, error) {
	root := strict.Parse(data)
	if root.Failed() {
		return nil, root.Err()
	}
	o := root.Object(append(counters.FlowKeys(), "game", "settings", "left", "row", "out", "event", "players")...)
	// The game's name is checked here too: people call ReadState directly.
	o.Need("game").OneOf("game", Name)
	s := &State{Settings: defaultSettings(), Row: noCards(), Out: noCards()}
	if o.Has("settings") {
		s.Settings = readSettings(o.Get("settings"))
	}
	list, objects := counters.ReadPlayers(o, Game{}.Info(), "cards", "cash_crop_points")
	for i, p := range objects {
		s.Players = append(s.Players, Player{Name: list[i], Cards: readCounts(p.Need("cards"), theRules().own),
			CashCrops: p.Need("cash_crop_points").Int(0, maxPoints)})
	}
	s.readFlow(o)
	if root.Failed() {
		return nil, root.Err()
	}
	// These two look at the whole table, so everything must be read before.
	s.checkCopies(o)
	s.checkFlow(o)
	if root.Failed() {
		return nil, root.Err()
	}
	return s, nil
}

// readFlow reads what only a game under way has.
func (s *State) readFlow(o strict.Object) {
	all, events := []string{}, []string{}
	for _, c := range theRules().Cards {
		all = append(all, c.Name)
		if c.Kind == loss {
			events = append(events, c.Name)
		}
	}
	s.Flow = counters.ReadFlow(o, theRules().deck, len(s.Players), phases())
	if o.Has("left") {
		s.Left = o.Get("left").Int(0, theRules().deck)
	}
	if o.Has("row") {
		s.Row = readCounts(o.Get("row"), all)
	}
	if o.Has("out") {
		s.Out = readCounts(o.Get("out"), all)
	}
	if o.Has("event") {
		s.Event = o.Get("event").OneOf("card", events...)
	}
}

// readCounts reads cards by name; none of a card may be written as 0 or left
// out.
func readCounts(v strict.Value, known []string) Counts {
	out := noCards()
	o := v.Map()
	for _, name := range o.Keys() {
		n := o.Get(name).Int(0, theRules().deck)
		if i, err := counters.Pick(scoring.Action{}, "", "card", name, known); err != nil {
			v.Forbid("file.unknown-name", "what", "card", "name", name,
				"nearest", strict.Nearest(name, known), "known", known)
		} else {
			out[theRules().index[known[i]]] = n
		}
	}
	return out
}

// checkCopies refuses more copies of a card than the deck holds. The player
// named is the one with whom it becomes too many.
func (s *State) checkCopies(o strict.Object) {
	for i, c := range theRules().Cards {
		n := s.Row[i] + s.Out[i]
		if n > c.Copies {
			o.Get("out").Forbid("plantation.copies", "card", c.Name, "got", n, "copies", c.Copies)
		}
		for _, p := range s.Players {
			if n += p.Cards[i]; n > c.Copies {
				o.Get("cards").Of(p.Name).Forbid("plantation.copies", "card", c.Name, "got", n, "copies", c.Copies)
			}
		}
	}
}

// checkFlow refuses a table at which play couldn't go on.
func (s *State) checkFlow(o strict.Object) {
	if !s.Known() { // a state written down for its score
		return
	}
	unseen, row := s.unseen().total(), s.Row.total()
	fits := true
	// In each phase something must be left to do, or nobody could be asked.
	switch s.Phase {
	case reveal:
		fits = s.Left > 0 && s.Left <= unseen && s.Settings.Row == RowRevealed
	case pick:
		fits = s.Left > 0 && s.Left <= s.pool().total() && (s.Settings.Row == RowPicked || s.Left == row)
	case losing:
		fits = s.Event != "" && s.Left <= s.pool().total() && (s.Settings.Row == RowPicked || s.Left == row) &&
			len(s.targets(s.Players[s.Turn], cardOf(s.Event))) > 0
	case roll:
		fits = unseen > 0
	}
	// A row that isn't kept can't hold cards: they would be counted twice.
	if s.Settings.Row == RowPicked && row > 0 {
		fits = false
	}
	if !fits {
		o.Get("phase").Forbid("plantation.table", "phase", s.Phase, "left", s.Left, "row", row, "deck", unseen)
	}
}
