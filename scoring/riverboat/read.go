package riverboat

import (
	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/scoring/strict"
)

// Bounds past which a count is absurd rather than rare.
const (
	maxTrack   = 100 // places of a harbor track
	maxWorkers = 17  // of one player: thirteen, and all four of the round track; more is a doubt
	maxPoints  = 999 // on the score track; Apply keeps below it too, so that what it writes can be read
	maxTyped   = 99  // of one opportunity card
	maxPlace   = 999 // coordinates of a hex
)

// ReadState reads a state file: the frame that people write by hand, or the
// full form that MarshalJSON gives. Everything the rules of the box forbid is
// a *scoring.Violation with player and place.
func (Game) ReadState(data []byte) (scoring.State, error) {
	root := strict.Parse(data)
	if root.Failed() {
		return nil, root.Err()
	}
	o := root.Object("game", "round", "phase", "settings", "harbor_track", "players", "flow")
	o.Need("game").OneOf("game", Name)
	s := &State{Round: theRules().Play.Rounds, Settings: defaultSettings()}
	if o.Has("round") {
		s.Round = o.Get("round").Int(1, theRules().Play.Rounds)
	}
	if o.Has("phase") {
		s.Phase, _ = ParsePhase(o.Get("phase").OneOf("phase", phaseNames[1:]...))
	}
	if o.Has("settings") {
		s.Settings = readSettings(o.Get("settings").Object(settingKeys...))
	}
	s.Track = readTrack(o.Need("harbor_track"))
	players := o.Need("players").List()
	if len(players) == 0 && !root.Failed() {
		o.Get("players").Forbid("riverboat.no-players")
	}
	for _, v := range players {
		s.Players = append(s.Players, readPlayer(v, s.Track))
	}
	if o.Has("flow") && !root.Failed() {
		s.Flow = readFlow(o.Get("flow"), s)
	}
	if root.Failed() {
		return nil, root.Err()
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	if p := s.ask(); s.Flow.Known && !p.Over && len(p.Choices) == 0 {
		return nil, scoring.Forbid("", "flow", "riverboat.flow-stuck", "phase", s.Phase.String())
	}
	return s, nil
}

func readTrack(v strict.Value) Track {
	o := v.Object("steps", "notches")
	t := Track{Steps: o.Need("steps").Int(1, maxTrack), Notches: []int{}}
	for _, n := range o.Need("notches").List() {
		t.Notches = append(t.Notches, n.Int(0, maxTrack))
	}
	return t
}

func readPlayer(v strict.Value, track Track) Player {
	v = v.Of(v.Peek("name"))
	o := v.Object("name", "mat", "harbor_master", "riverboats", "agents", "coins", "surveyors_in_supply",
		"workers_in_supply", "phase_tiles", "track_vp", "cards")
	p := Player{Name: o.Need("name").Text()}
	if p.Name == "" {
		o.Get("name").Forbid("file.player-name")
	}
	p.Mat = readMat(o.Need("mat"))
	for _, key := range counterKeys {
		if key == "workers_in_supply" && !o.Has(key) {
			continue
		}
		p.setCounter(key, o.Need(key), track)
	}
	p.Boats = readBoats(o.Need("riverboats"))
	p.Tiles = readTiles(o.Need("phase_tiles"))
	if o.Has("cards") {
		p.Cards = readCards(o.Get("cards"))
	}
	if !o.Has("workers_in_supply") && !v.Failed() {
		p.Workers = p.workersLeft()
	}
	return p
}

// counterKeys are a player's counters by their names in files.
var counterKeys = []string{"harbor_master", "agents", "coins", "surveyors_in_supply", "workers_in_supply", "track_vp"}

func (p *Player) counter(key string) (field *int, most int) {
	box := theRules().Box
	switch key {
	case "agents":
		return &p.Agents, box.Workers
	case "coins":
		return &p.Coins, box.Coins
	case "surveyors_in_supply":
		return &p.Surveyors, box.Surveyors
	case "workers_in_supply":
		return &p.Workers, box.Workers
	case "track_vp":
		return &p.Points, maxPoints
	}
	return &p.HarborMaster, maxTrack
}

func (p *Player) setCounter(key string, v strict.Value, track Track) {
	field, most := p.counter(key)
	if key == "harbor_master" {
		most = track.Steps
	}
	*field = v.Int(0, most)
}

func readBoats(v strict.Value) []Boat {
	out := []Boat{}
	for _, item := range v.List() {
		b, _ := ParseBoat(item.OneOf("boat", BoatNames()...))
		out = append(out, b)
	}
	return out
}

func readTiles(v strict.Value) TileSet {
	var set TileSet
	for _, item := range v.List() {
		n := item.Int(1, 5)
		if set.Has(n) {
			item.Forbid("riverboat.tile-twice", "tile", n)
		}
		set |= 1 << n
	}
	return set
}

func readCards(v strict.Value) []Card {
	var out []Card
	for _, item := range v.List() {
		o := item.Object("name", "scored")
		out = append(out, Card{Name: o.Need("name").Text(), Scored: o.Need("scored").Bool()})
	}
	if most := theRules().Box.OpportunityCards; len(out) > most {
		v.Forbid("riverboat.too-many-cards", "most", most)
	}
	return out
}

func readMat(v strict.Value) mat.Mat {
	o := v.Object("orientation", "hexes")
	orientation := mat.Pointy
	if o.Need("orientation").OneOf("orientation", "pointy", "flat") == "flat" {
		orientation = mat.Flat
	}
	var spaces []mat.Space
	var on []mat.Contents
	byID, byAt := map[string]bool{}, map[mat.Axial]string{}
	for _, item := range o.Need("hexes").List() {
		h := item.At(item.Peek("id")).Object("id", "q", "r", "field", "crop", "worker", "barn", "well", "surveyor")
		id := h.Need("id").Text()
		at := mat.Axial{Q: h.Need("q").Int(-maxPlace, maxPlace), R: h.Need("r").Int(-maxPlace, maxPlace)}
		field, _ := mat.ParseField(h.Need("field").OneOf("field", mat.FieldNames()...))
		contents := mat.Contents{Crop: readCrop(h.Need("crop"))}
		for _, f := range flags(&contents) {
			*f.on = h.Need(f.key).Bool()
		}
		if v.Failed() {
			break
		}
		if id == "" {
			h.Get("id").Forbid("riverboat.hex-name")
		}
		if byID[id] {
			h.Forbid("riverboat.hex-twice", "hex", id)
		}
		if other, twice := byAt[at]; twice {
			h.Forbid("riverboat.place-twice", "hex", id, "other", other, "q", at.Q, "r", at.R)
		}
		byID[id], byAt[at] = true, id
		spaces, on = append(spaces, mat.Space{ID: id, At: at, Field: field}), append(on, contents)
	}
	if v.Failed() {
		return mat.Mat{}
	}
	t, err := mat.NewTemplate(orientation, spaces)
	if err != nil {
		v.Fail(err)
		return mat.Mat{}
	}
	return mat.Mat{Template: t, On: on}
}

func readCrop(v strict.Value) mat.Crop {
	if v.Null() {
		return mat.NoCrop
	}
	crop, _ := mat.ParseCrop(v.OneOf("crop", cropNames()...))
	return crop
}

// flag is one of a hex's yes-or-no contents by its key in files.
type flag struct {
	key string
	on  *bool
}

func flags(c *mat.Contents) []flag {
	return []flag{{"worker", &c.Worker}, {"barn", &c.Barn}, {"well", &c.Well}, {"surveyor", &c.Surveyor}}
}
