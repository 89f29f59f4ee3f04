package riverboat

import (
	"slices"

	"harbormaster/mat"
	"harbormaster/scoring"
)

// check refuses what can't lie on a table, by the rules of the box: the list
// of the state file's description, no more. What is merely odd is a doubt.
func (s *State) check() error {
	for i := range s.Players {
		if err := s.Players[i].checkMat(); err != nil {
			return err
		}
	}
	if err := s.checkPiles(); err != nil {
		return err
	}
	return s.checkTiles()
}

// checkHex says whether these contents may lie on one hex together.
func checkHex(player, id string, c mat.Contents) error {
	switch {
	case c.Barn && c.Crop != mat.NoCrop:
		return scoring.Forbid(player, id, "riverboat.barn-and-crop", "crop", c.Crop.String())
	case c.Barn && c.Worker:
		return scoring.Forbid(player, id, "riverboat.barn-and-worker")
	case c.Barn && c.Well:
		return scoring.Forbid(player, id, "riverboat.barn-and-well")
	case c.Well && c.Crop == mat.NoCrop:
		return scoring.Forbid(player, id, "riverboat.well-without-crop")
	case c.Surveyor && !c.Barn && !c.Well:
		return scoring.Forbid(player, id, "riverboat.surveyor-alone")
	}
	return nil
}

func (p *Player) checkMat() error {
	var wellOf [mat.NumCrops + 1]string
	for i, c := range p.Mat.On {
		id := p.Mat.Space(i).ID
		if err := checkHex(p.Name, id, c); err != nil {
			return err
		}
		if !c.Well {
			continue
		}
		if other := wellOf[c.Crop]; other != "" {
			return scoring.Forbid(p.Name, id, "riverboat.two-wells", "crop", c.Crop.String(), "other", other)
		}
		wellOf[c.Crop] = id
	}
	return nil
}

// checkPiles names the player with whom a pile of the box runs over, since
// one of the counts up to there is wrong.
func (s *State) checkPiles() error {
	box := theRules().Box
	var barns, wells, coins, surveyors, cards int
	boats := make([]int, len(theRules().Boats))
	for i := range s.Players {
		p := &s.Players[i]
		barns += p.owned("barn")
		wells += p.owned("well")
		coins += p.Coins
		surveyors += p.Surveyors + p.surveyorsPlaced()
		cards += len(p.Cards)
		for _, pile := range []struct {
			place, thing string
			have, most   int
		}{
			{"mat", "barns", barns, box.Barns}, {"mat", "wells", wells, box.Wells}, {"coins", "coins", coins, box.Coins},
			{"surveyors_in_supply", "surveyors", surveyors, box.Surveyors}, {"cards", "cards", cards, box.OpportunityCards},
		} {
			if pile.have > pile.most {
				return scoring.Forbid(p.Name, pile.place, "riverboat.box-"+pile.thing, "have", pile.have, "most", pile.most)
			}
		}
		for _, b := range p.Boats {
			if boats[b]++; boats[b] > box.BoatsEach {
				return scoring.Forbid(p.Name, "riverboats", "riverboat.box-boats", "boat", b.String(), "have", boats[b], "most", box.BoatsEach)
			}
		}
	}
	return nil
}

func (s *State) checkTiles() error {
	holder := map[int]string{}
	for _, p := range s.Players {
		for _, n := range p.Tiles.List() {
			if other, twice := holder[n]; twice {
				return scoring.Forbid(p.Name, "phase_tiles", "riverboat.tile-held-twice", "tile", n, "other", other)
			}
			holder[n] = p.Name
		}
	}
	for n := 1; n <= 5; n++ {
		if _, held := holder[n]; !held && s.Phase != Tiles {
			return scoring.Forbid("", "phase_tiles", "riverboat.tile-missing", "tile", n)
		}
	}
	return nil
}

// doubts lists what is odd about the state, though it can be scored.
func (s *State) doubts() []scoring.Doubt {
	var out []scoring.Doubt
	doubt := func(player string, spaces []string, key string, pairs ...any) {
		out = append(out, scoring.Doubt{Player: player, Spaces: spaces, Message: scoring.Msg(key, pairs...)})
	}
	info := Game{}.Info()
	if n := len(s.Players); n < info.MinPlayers || n > info.MaxPlayers {
		doubt("", nil, "doubt.players", "got", n, "low", info.MinPlayers, "high", info.MaxPlayers)
	}
	if !slices.IsSorted(s.Track.Notches) {
		doubt("", nil, "riverboat.doubt-notch-order")
	}
	if n := len(s.Track.Notches); n > 0 && slices.Max(s.Track.Notches) > s.Track.Steps {
		doubt("", nil, "riverboat.doubt-notch-beyond", "steps", s.Track.Steps)
	}
	workers := s.Flow.TrackWorkers
	for i := range s.Players {
		p := &s.Players[i]
		if s.seat(p.Name) != i {
			doubt(p.Name, nil, "doubt.same-name", "name", p.Name)
		}
		p.matDoubts(s, doubt)
		mine := p.Workers + p.Agents + p.Mat.Count(func(c mat.Contents) bool { return c.Worker })
		if workers += mine; mine > maxWorkers {
			doubt(p.Name, nil, "riverboat.doubt-workers", "have", mine, "most", maxWorkers)
		}
		if most := s.mostBoats(); len(p.Boats) > most {
			doubt(p.Name, nil, "riverboat.doubt-boats", "have", len(p.Boats), "most", most, "round", s.Round)
		}
		if len(p.Boats) > len(s.Track.Notches) {
			doubt(p.Name, nil, "riverboat.doubt-notches", "boats", len(p.Boats), "notches", len(s.Track.Notches))
		}
	}
	if most := theRules().Box.Workers; workers > most {
		doubt("", nil, "riverboat.doubt-all-workers", "have", workers, "most", most)
	}
	return out
}

func (p *Player) matDoubts(s *State, doubt func(player string, spaces []string, key string, pairs ...any)) {
	if bare := p.bareWorkers(); len(bare) > 0 && s.Phase != Cultivation && s.Phase != Planting {
		doubt(p.Name, bare, "riverboat.doubt-bare-worker")
	}
	capacity, harvested := 0, 0
	for _, b := range p.Boats {
		capacity += b.Capacity()
	}
	for _, c := range mat.Crops() {
		harvested += p.harvested(c)
	}
	if capacity != harvested {
		doubt(p.Name, nil, "riverboat.doubt-capacity", "capacity", capacity, "harvested", harvested)
	}
	if p.Mat.Template == nil || p.Mat.Len() == 0 {
		doubt(p.Name, nil, "riverboat.doubt-no-hexes")
		return
	}
	var wrong []string
	for i := range p.Mat.Len() {
		if id := p.Mat.Space(i).ID; id != p.Mat.PlaceName(i) {
			wrong = append(wrong, id)
		}
	}
	if len(wrong) > 0 {
		doubt(p.Name, wrong, "riverboat.doubt-hex-names")
	}
}

// mostBoats is what a player can have taken by the end of the round, at a
// table that plays three actions in the last: a state file needn't say.
func (s *State) mostBoats() int {
	n := s.Round * theRules().Play.BoatsARound
	if s.Round == theRules().Play.Rounds {
		n++
	}
	return n
}
