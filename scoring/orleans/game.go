// Package orleans keeps the rules of Orléans as far as a companion needs them:
// the seven phases of its 18 rounds, what census and hour-glass tiles do to
// the counters, and the final score. What a table does with its followers and
// buildings is entered as counters gained and lost. It knows no pictures, no
// chance and no people.
package orleans

import (
	"harbormaster/scoring"
	"harbormaster/scoring/counters"
	"harbormaster/scoring/strict"
)

// Name is the game's name in files and addresses.
const Name = "orleans"

// Game is the rules of Orléans.
type Game struct{}

// Info names the game, its bounds and categories.
func (Game) Info() scoring.Info {
	return scoring.Info{
		Name: Name, Title: "Orléans", MinPlayers: 2, MaxPlayers: 4,
		Categories: []string{"coins", "goods", "stations_and_citizens"}, Messages: messages,
	}
}

// Start sets up a game. It has no settings.
func (Game) Start(setup scoring.Setup) (scoring.State, error) {
	if len(setup.Settings) > 0 {
		root := strict.Parse(setup.Settings)
		if !root.Failed() {
			root.Object()
		}
		if root.Failed() {
			return nil, root.Err()
		}
	}
	if err := scoring.CheckPlayers(Game{}.Info(), setup.Players); err != nil {
		return nil, err
	}
	// Where the rules give no start the counters begin at 0; a table that starts
	// with coins enters them.
	s := &State{Flow: counters.Flow{Round: 1}, LastCitizen: true}
	s.Enter(hourGlass)
	for _, name := range setup.Players {
		p := Player{Name: name}
		theRules().sheet.Start(p.slot)
		s.Players = append(s.Players, p)
	}
	return s, nil
}

// ReadState reads a state file. Everything a game under way adds may be absent.
func (Game) ReadState(data []byte) (scoring.State, error) {
	root := strict.Parse(data)
	if root.Failed() {
		return nil, root.Err()
	}
	r := theRules()
	o := root.Object(append(counters.FlowKeys(), "game", "settings", "event", "last_citizen_available", "players")...)
	// The game's name is checked here too: people call ReadState directly.
	o.Need("game").OneOf("game", Name)
	// Settings may stand there, as in the other games, but there are none.
	if o.Has("settings") {
		o.Get("settings").Object()
	}
	s := &State{LastCitizen: o.Need("last_citizen_available").Bool()}
	list, objects := counters.ReadPlayers(o, Game{}.Info(), append(r.sheet.Keys(), "unfed")...)
	for i, p := range objects {
		s.Players = append(s.Players, readPlayer(p, list[i]))
	}
	s.Flow = counters.ReadFlow(o, r.Rounds, len(list), r.Phases)
	if o.Has("event") {
		s.Event = o.Get("event").OneOf("event", r.Events...)
	}
	if s.Known() && s.Event == "" && needsTile(s.Phase) {
		o.Forbid("file.missing", "key", "event")
	}
	if root.Failed() {
		return nil, root.Err()
	}
	return s, nil
}

// needsTile reports whether the round's tile is on the table in the phase, so
// that play couldn't go on without knowing it.
func needsTile(phase string) bool { return phase != hourGlass && phase != startPlayer && phase != end }

func readPlayer(o strict.Object, name string) Player {
	p := Player{Name: name}
	theRules().sheet.Read(o, p.slot)
	if o.Has("unfed") {
		p.Unfed = o.Get("unfed").Bool()
	}
	// Each fits its own bounds, but together they are the ten of one color.
	if most := theRules().Stations; p.Stations+p.Lost > most {
		o.Get("stations_lost").Forbid("orleans.stations", "stations", p.Stations, "lost", p.Lost, "most", most)
	}
	return p
}

// leader returns the only seat with the most of something, or -1.
func leader(players []Player, of func(Player) int) int {
	best, most := -1, -1
	for i, p := range players {
		switch n := of(p); {
		case n > most:
			best, most = i, n
		case n == most:
			best = -1
		}
	}
	return best
}

// pending returns the first seat, from the first player to the left, that owes
// a torture or hasn't paid for the harvest, or -1.
func (s *State) pending() int {
	for i := range s.Players {
		seat := (s.First + i) % len(s.Players)
		if p := s.Players[seat]; p.Owes > 0 || p.Unfed {
			return seat
		}
	}
	return -1
}
