package riverboat

import (
	"slices"

	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/scoring/strict"
)

// Seen is what a picture shows of one player's side of the table. Nil where
// nothing was read.
type Seen struct {
	Player       string
	Mat          mat.Mat // its Template is nil where the mat wasn't found
	Hidden       []string
	Boats        []string
	HarborMaster *int
	Agents       *int
}

// FromPicture puts together a state at the end of a game from what a picture
// shows and a "known" document with what no camera sees: coins, surveyors in
// supply, phase tiles and track VP, and the harbor track unless track gives it.
// What is known wins over what was seen, hex by hex. What neither says is a
// *scoring.Violation that names player and key.
func FromPicture(seen []Seen, track *Track, known []byte) (*State, error) {
	root := strict.Parse(known)
	if root.Failed() {
		return nil, root.Err()
	}
	o := root.Object("harbor_track", "players", "settings")
	s := &State{Round: theRules().Play.Rounds, Settings: defaultSettings()}
	if o.Has("settings") {
		s.Settings = readSettings(o.Get("settings").Object(settingKeys...))
	}
	switch {
	case o.Has("harbor_track"):
		s.Track = readTrack(o.Get("harbor_track"))
	case track != nil:
		s.Track = *track
	default:
		o.Need("harbor_track")
	}
	said := map[string]strict.Object{}
	var names []string
	for _, p := range seen {
		names = append(names, p.Player)
	}
	for _, v := range o.Need("players").List() {
		v = v.Of(v.Peek("name"))
		p := v.Object(append([]string{"name", "riverboats", "phase_tiles", "cards", "hexes"}, counterKeys...)...)
		name := p.Need("name").OneOf("player", names...)
		if _, twice := said[name]; twice {
			v.Forbid("riverboat.known-twice", "name", name)
		}
		said[name] = p
	}
	if root.Failed() {
		return nil, root.Err()
	}
	for _, see := range seen {
		p, err := see.with(said[see.Player], s.Track)
		if err != nil {
			return nil, err
		}
		s.Players = append(s.Players, p)
	}
	if root.Failed() {
		return nil, root.Err()
	}
	return s, s.check()
}

// with returns the player as seen, completed and overruled by what is known.
func (see Seen) with(known strict.Object, track Track) (Player, error) {
	missing := func(key string) error {
		return scoring.Forbid(see.Player, key, "riverboat.known-missing", "key", key)
	}
	p := Player{Name: see.Player}
	if see.Mat.Template == nil {
		return p, scoring.Forbid(see.Player, "mat", "riverboat.known-no-mat")
	}
	p.Mat = see.Mat.Clone()
	unsaid := slices.Clone(see.Hidden)
	if known.Has("hexes") {
		p.setHexes(known.Get("hexes"))
		unsaid = slices.DeleteFunc(unsaid, known.Get("hexes").Map().Has)
	}
	if len(unsaid) > 0 {
		return p, scoring.Forbid(see.Player, unsaid[0], "riverboat.known-hidden", "hexes", unsaid)
	}
	// What a camera sees serves until somebody says otherwise.
	eye := map[string]*int{"harbor_master": see.HarborMaster, "agents": see.Agents}
	for _, key := range counterKeys {
		switch {
		case known.Has(key):
			p.setCounter(key, known.Get(key), track)
		case eye[key] != nil:
			field, _ := p.counter(key)
			*field = *eye[key]
		case key != "workers_in_supply":
			return p, missing(key)
		}
	}
	if !known.Has("phase_tiles") {
		return p, missing("phase_tiles")
	}
	p.Tiles = readTiles(known.Get("phase_tiles"))
	switch {
	case known.Has("riverboats"):
		p.Boats = readBoats(known.Get("riverboats"))
	case see.Boats == nil:
		return p, missing("riverboats")
	default:
		for _, name := range see.Boats {
			b, ok := ParseBoat(name)
			if !ok {
				return p, missing("riverboats")
			}
			p.Boats = append(p.Boats, b)
		}
	}
	if known.Has("cards") {
		p.Cards = readCards(known.Get("cards"))
	}
	if !known.Has("workers_in_supply") {
		p.Workers = p.workersLeft()
	}
	return p, nil
}

// workersLeft is the supply where nobody counted it: the thirteen of the
// start less those in view.
func (p *Player) workersLeft() int {
	onMat := p.Mat.Count(func(c mat.Contents) bool { return c.Worker })
	return max(0, theRules().Start.Workers-onMat-p.Agents)
}
