// Package agricola keeps the rules of Agricola as far as a companion needs
// them: 14 rounds in 6 stages with their harvests, the shared set of major
// improvements, and the final score. What a table does with its family is
// entered as counters gained and lost. It knows no pictures, no chance and no
// people.
package agricola

import (
	"slices"

	"harbormaster/scoring"
	"harbormaster/scoring/counters"
	"harbormaster/scoring/strict"
)

// Name is the game's name in files and addresses.
const Name = "agricola"

// Game is the rules of Agricola.
type Game struct{}

// Info names the game, its bounds, settings and categories.
func (Game) Info() scoring.Info {
	return scoring.Info{
		Name: Name, Title: "Agricola", MinPlayers: 1, MaxPlayers: 5,
		Categories: []string{"fields", "pastures", "grain", "vegetables", "sheep", "boar", "cattle", "unused",
			"stables", "rooms", "family", "begging", "improvements", "bonus", "cards"},
		Settings: []scoring.Setting{{Key: "costs", Values: []string{CostsTold, CostsPaid}, Default: CostsTold}},
		Messages: messages,
	}
}

// Start sets up a game.
func (Game) Start(setup scoring.Setup) (scoring.State, error) {
	root := strict.ParseSettings(setup.Settings)
	if root.Failed() {
		return nil, root.Err()
	}
	s := &State{Flow: counters.Flow{Round: 1}, Settings: readSettings(root)}
	if root.Failed() {
		return nil, root.Err()
	}
	if err := scoring.CheckPlayers(Game{}.Info(), setup.Players); err != nil {
		return nil, err
	}
	// Where the rules give no start the counters begin at 0; a table enters its
	// first rooms and family in bulk.
	s.Enter(preparation)
	for _, name := range setup.Players {
		p := Player{Name: name, Rooms: Rooms{Material: theRules().Rooms[0].Material}, Improvements: []string{}}
		theRules().sheet.Start(p.slot)
		s.Players = append(s.Players, p)
	}
	return s, nil
}

func readSettings(v strict.Value) Settings {
	s := Settings{Costs: CostsTold}
	o := v.Object("costs")
	if o.Has("costs") {
		s.Costs = o.Get("costs").OneOf("setting", CostsTold, CostsPaid)
	}
	return s
}

// ReadState reads a state file. Everything a game under way adds may be absent.
func (Game) ReadState(data []byte) (scoring.State, error) {
	root := strict.Parse(data)
	if root.Failed() {
		return nil, root.Err()
	}
	r := theRules()
	o := root.Object(append(counters.FlowKeys(), "game", "settings", "players")...)
	o.Need("game").OneOf("game", Name)
	s := &State{Settings: Settings{Costs: CostsTold}}
	if o.Has("settings") {
		s.Settings = readSettings(o.Get("settings"))
	}
	list, objects := counters.ReadPlayers(o, Game{}.Info(), append(r.sheet.Keys(), "improvements")...)
	for i, p := range objects {
		s.Players = append(s.Players, s.readPlayer(p, list[i]))
	}
	s.Flow = counters.ReadFlow(o, r.Rounds, len(list), r.Phases)
	if root.Failed() {
		return nil, root.Err()
	}
	return s, nil
}

func (s *State) readPlayer(o strict.Object, name string) Player {
	p := Player{Name: name, Improvements: []string{}}
	// The material stands beside a counter, so the sheet has to know its key.
	theRules().sheet.Read(o, p.slot, "rooms.material")
	p.Rooms.Material = o.Need("rooms").Map().Need("material").OneOf("material", materials()...)
	for _, v := range o.Need("improvements").List() {
		card := v.OneOf("improvement", majorNames()...)
		// The set is shared: players read before are asked too.
		holder := s.owner(card)
		switch {
		case slices.Contains(p.Improvements, card):
			v.Forbid("agricola.improvement-twice", "card", card, "player", name)
		case holder >= 0:
			v.Forbid("agricola.improvement-twice", "card", card, "player", s.Players[holder].Name)
		}
		p.Improvements = append(p.Improvements, card)
	}
	return p
}

// harvests reports whether a harvest follows the round, and stage returns the
// stage it is in: each ends with a harvest.
func harvests(round int) bool { return slices.Contains(theRules().Harvests, round) }

func stage(round int) int {
	return 1 + len(slices.DeleteFunc(slices.Clone(theRules().Harvests), func(last int) bool { return last >= round }))
}
