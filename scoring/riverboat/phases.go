package riverboat

import (
	"slices"

	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/scoring/strict"
)

// The actions of the five phases.

// turnCard turns up the next cultivation card: seven a color and five wild are
// in the game, eight a round, never reshuffled.
func (t *step) turnCard(_ int, a scoring.Action) error {
	if t.Flow.Card != "" {
		return scoring.Forbid("", "", "riverboat.card-open", "card", t.Flow.Card)
	}
	return t.openCard(a.Card)
}

func (t *step) openCard(card string) error {
	if !slices.Contains(t.cardNames(), card) {
		return scoring.Forbid("", card, "riverboat.no-such-card", "card", card, "nearest", strict.Nearest(card, t.cardNames()))
	}
	i, err := cardIndex(card)
	if err != nil {
		return err
	}
	box := theRules().Box
	most := box.CardsEach
	if card == wild {
		most = box.WildCards
	}
	if int(t.Flow.CardsOut[i]) >= most {
		return scoring.Forbid("", card, "riverboat.cards-used-up", "card", card, "most", most)
	}
	t.Flow.CardsOut[i]++
	t.Flow.CardsTurned++
	t.Flow.Card = card
	return nil
}

// cardNames lists the cultivation cards as the mats of this table call them.
func (s *State) cardNames() []string {
	for i := range s.Players {
		if m := s.Players[i].Mat; m.Len() > 0 && m.Space(0).Field >= mat.Field1 {
			return cardNames(true)[mat.Star:]
		}
	}
	return cardNames(false)
}

// work places a worker from supply by the card on the table, or anywhere for
// a coin. The first worker of a card may name the card, so that a table needn't
// enter it by itself.
func (t *step) work(seat int, a scoring.Action) error {
	p := &t.Players[seat]
	i, err := p.emptyField(a)
	if err != nil {
		return err
	}
	switch {
	case t.Flow.Card == "" && a.Card == "":
		return scoring.Forbid(p.Name, "", "riverboat.no-card-open")
	case t.Flow.Card == "":
		if err := t.openCard(a.Card); err != nil {
			return err
		}
	case a.Card != "" && a.Card != t.Flow.Card:
		return scoring.Forbid(p.Name, a.Card, "riverboat.card-open", "card", t.Flow.Card)
	}
	if t.Flow.Seats[seat].Acts > 0 {
		return scoring.Forbid(p.Name, a.Hexes[0], "riverboat.card-answered", "card", t.Flow.Card)
	}
	if p.Workers == 0 {
		return scoring.Forbid(p.Name, a.Hexes[0], "riverboat.no-worker")
	}
	if !a.Coin && !slices.Contains(t.workFields(seat), a.Hexes[0]) {
		return scoring.Forbid(p.Name, a.Hexes[0], "riverboat.wrong-color", "card", t.Flow.Card, "field", p.Mat.Space(i).Field.String())
	}
	if err := t.pay(seat, a); err != nil {
		return err
	}
	p.Workers--
	p.Mat.On[i].Worker = true
	t.Flow.Seats[seat].Acts = 1
	t.Flow.Turn = (seat + 1) % len(t.Players)
	return nil
}

// plant lays a crop tile of one to three connected hexes wholly under workers
// on bare fields. Crops: one for all hexes, or one a hex in their order; a tile
// shows one or two. A coin takes a chosen one- or two-hex tile from its pile.
func (t *step) plant(seat int, a scoring.Action) error {
	p := &t.Players[seat]
	at, err := p.hexes(a.Hexes, 1, 3)
	if err != nil {
		return err
	}
	for k, i := range at {
		if c := p.Mat.On[i]; !c.Worker || c.Crop != mat.NoCrop {
			return scoring.Forbid(p.Name, a.Hexes[k], "riverboat.not-under-worker", "hex", a.Hexes[k])
		}
	}
	if !p.connected(at) {
		return scoring.Forbid(p.Name, a.Hexes[0], "riverboat.not-connected", "hexes", a.Hexes)
	}
	crops, err := tileCrops(p.Name, a)
	if err != nil {
		return err
	}
	n := len(at)
	if box := theRules().Box; t.Flow.TilesLaid[n] >= box.Tiles[n] {
		return scoring.Forbid(p.Name, "", "riverboat.tiles-used-up", "size", n, "most", box.Tiles[n])
	}
	if a.Coin && n == 3 {
		return scoring.Forbid(p.Name, "", "riverboat.no-coin-for-three")
	}
	if err := t.pay(seat, a); err != nil {
		return err
	}
	for k, i := range at {
		p.Mat.On[i].Crop = crops[k]
	}
	t.Flow.TilesLaid[n]++
	t.points(seat, theRules().Play.TilePoints[n], a.Hexes, "riverboat.points-tile-laid", "size", n)
	t.Flow.Turn = (seat + 1) % len(t.Players)
	return nil
}

func tileCrops(player string, a scoring.Action) ([]mat.Crop, error) {
	if n := len(a.Crops); n != 1 && n != len(a.Hexes) {
		return nil, scoring.Forbid(player, "", "riverboat.crop-count", "got", n, "hexes", len(a.Hexes))
	}
	out := make([]mat.Crop, len(a.Hexes))
	kinds := map[mat.Crop]bool{}
	for k := range out {
		name := a.Crops[min(k, len(a.Crops)-1)]
		crop, err := mat.ParseCrop(name)
		if err != nil {
			return nil, scoring.Forbid(player, a.Hexes[k], "file.unknown-name", "what", "crop", "name", name,
				"nearest", strict.Nearest(name, cropNames()), "known", cropNames())
		}
		out[k], kinds[crop] = crop, true
	}
	if len(kinds) > 2 {
		return nil, scoring.Forbid(player, a.Hexes[0], "riverboat.three-crops")
	}
	return out, nil
}

// connected reports whether the hexes hang together, side by side.
func (p *Player) connected(at []int) bool {
	reached := []int{at[0]}
	for k := 0; k < len(reached); k++ {
		for _, j := range p.Mat.Neighbors(reached[k]) {
			if slices.Contains(at, j) && !slices.Contains(reached, j) {
				reached = append(reached, j)
			}
		}
	}
	return len(reached) == len(at)
}

// ship takes a boat and loads it with exactly its capacity of workers from one
// crop; they go back to supply. A coin takes the boat from its pile, whatever
// lies face up. The first nine harvested of a crop bring an estate feature.
func (t *step) ship(seat int, a scoring.Action) error {
	p := &t.Players[seat]
	boat, ok := ParseBoat(a.Boat)
	if !ok {
		return scoring.Forbid(p.Name, a.Boat, "file.unknown-name", "what", "boat", "name", a.Boat,
			"nearest", strict.Nearest(a.Boat, BoatNames()), "known", BoatNames())
	}
	if t.boatsLeft(boat) == 0 {
		return scoring.Forbid(p.Name, a.Boat, "riverboat.boats-used-up", "boat", a.Boat, "most", theRules().Box.BoatsEach)
	}
	if did := t.Flow.Seats[seat].Acts; did >= t.Settings.actions(t.Round, theRules().Play.BoatsARound) {
		return scoring.Forbid(p.Name, a.Boat, "riverboat.boats-this-round", "most", did)
	}
	at, err := p.hexes(a.Hexes, boat.Capacity(), boat.Capacity())
	if err != nil {
		return err
	}
	crop := p.Mat.On[at[0]].Crop
	for k, i := range at {
		switch c := p.Mat.On[i]; {
		case c.Crop == mat.NoCrop || !c.Worker:
			return scoring.Forbid(p.Name, a.Hexes[k], "riverboat.nothing-to-harvest", "hex", a.Hexes[k])
		case c.Crop != crop:
			return scoring.Forbid(p.Name, a.Hexes[k], "riverboat.mixed-harvest", "crop", crop.String(), "other", c.Crop.String())
		}
	}
	if err := t.pay(seat, a); err != nil {
		return err
	}
	before := p.harvested(crop)
	for _, i := range at {
		p.Mat.On[i].Worker = false
	}
	p.Workers += len(at)
	p.Boats = append(p.Boats, boat)
	t.Flow.Seats[seat].Acts++
	t.Flow.Turn = (seat + 1) % len(t.Players)
	t.bring(seat, theRules().Boats[boat].benefit, "boat-"+a.Boat)
	if mark := theRules().Play.HarvestBonusAt; before < mark && p.harvested(crop) >= mark {
		t.pend(Pending{Kind: Feature, Seat: seat, Only: "any", Source: crop.String()})
	}
	return nil
}

// opportunity takes a face-up card with the bonus of its space, or for a coin a
// chosen card of the pile. The card may stay unnamed.
func (t *step) opportunity(seat int, a scoring.Action) error {
	p := &t.Players[seat]
	name := a.Card
	if name == "" {
		name = t.freshCard()
	} else if err := t.checkCardFree(p.Name, name); err != nil {
		return err
	}
	i := slices.IndexFunc(theRules().Spaces, func(b benefit) bool { return b.Name == a.Space })
	switch {
	case a.Coin && a.Space != "":
		return scoring.Forbid(p.Name, a.Space, "riverboat.coin-or-space")
	case !a.Coin && i < 0:
		return scoring.Forbid(p.Name, a.Space, "file.unknown-name", "what", "space", "name", a.Space,
			"nearest", strict.Nearest(a.Space, spaceNames()), "known", spaceNames())
	}
	if err := t.pay(seat, a); err != nil {
		return err
	}
	p.Cards = append(p.Cards, Card{Name: name})
	t.Flow.Seats[seat].Acts = 1
	t.Flow.Turn = (seat + 1) % len(t.Players)
	if i < 0 {
		return nil
	}
	b := theRules().Spaces[i]
	source := "space-" + b.Name
	t.agents(seat, b.Agents, source) // this worker is no choice, unlike a boat's
	b.Agents = 0
	t.bring(seat, b, source)
	return nil
}

// survey puts a surveyor on a barn, a well or a card of one's own, once each,
// and scores it at once.
func (t *step) survey(seat int, a scoring.Action) error {
	p := &t.Players[seat]
	if p.Surveyors == 0 {
		return scoring.Forbid(p.Name, "", "riverboat.no-surveyor")
	}
	if did := t.Flow.Seats[seat].Acts; did >= t.Settings.actions(t.Round, theRules().Play.SurveysARound) {
		return scoring.Forbid(p.Name, "", "riverboat.surveys-this-round", "most", did)
	}
	score := t.surveyHex
	if a.Kind == "card" {
		score = t.surveyCard
	}
	p.Surveyors-- // it has left the supply by the time a card may count it
	t.Flow.Seats[seat].Acts++
	return score(seat, a)
}

func (t *step) surveyHex(seat int, a scoring.Action) error {
	p := &t.Players[seat]
	at, err := p.hexes(a.Hexes, 1, 1)
	if err != nil {
		return err
	}
	id, c := a.Hexes[0], p.Mat.On[at[0]]
	kind := "barn"
	if c.Well {
		kind = "well"
	}
	switch {
	case !c.Barn && !c.Well:
		return scoring.Forbid(p.Name, id, "riverboat.nothing-to-survey", "hex", id)
	case c.Surveyor:
		return scoring.Forbid(p.Name, id, "riverboat.scored-already", "what", kind)
	case a.Kind != "" && a.Kind != kind:
		return scoring.Forbid(p.Name, id, "riverboat.other-kind", "hex", id, "kind", a.Kind, "is", kind)
	}
	counted := p.counted(at[0])
	p.Mat.On[at[0]].Surveyor = true
	t.points(seat, p.each(at[0])*len(counted), p.ids(counted), "riverboat.points-"+kind, "hex", id)
	return nil
}

func (t *step) surveyCard(seat int, a scoring.Action) error {
	p := &t.Players[seat]
	i := slices.IndexFunc(p.Cards, func(c Card) bool { return c.Name == a.Card })
	if i < 0 {
		return scoring.Forbid(p.Name, a.Card, "riverboat.card-not-held", "card", a.Card, "nearest", strict.Nearest(a.Card, p.unscoredCards()))
	}
	if p.Cards[i].Scored {
		return scoring.Forbid(p.Name, a.Card, "riverboat.scored-already", "what", "card")
	}
	rule, defined := t.cardRule(a.Card)
	switch {
	case defined && a.Points != nil && *a.Points != rule.points(p):
		return scoring.Forbid(p.Name, a.Card, "riverboat.card-defined", "card", a.Card, "points", rule.points(p), "typed", *a.Points)
	case !defined && a.Points == nil:
		return scoring.Forbid(p.Name, a.Card, "riverboat.card-points", "card", a.Card)
	case !defined && (*a.Points < 0 || *a.Points > maxTyped):
		return scoring.Forbid(p.Name, a.Card, "file.range", "value", *a.Points, "low", 0, "high", maxTyped, "key", "points")
	}
	p.Cards[i].Scored = true
	if !defined {
		t.points(seat, *a.Points, nil, "riverboat.points-card", "card", a.Card)
		return nil
	}
	t.points(seat, rule.points(p), nil, "riverboat.points-card", "card", a.Card)
	t.bringExtra(seat, rule)
	return nil
}

// bringExtra gives what a card brings beside its points.
func (t *step) bringExtra(seat int, c CardRule) {
	switch c.Extra {
	case "":
	case "agent":
		t.pend(Pending{Kind: SendAgents, Seat: seat, Max: c.Count, Source: c.Name})
	case "coin":
		t.coins(seat, c.Count, c.Name)
	case "harbor":
		t.harbor(seat, c.Count, c.Name)
	default:
		only := c.Extra
		if only == "feature" {
			only = "any"
		}
		for range c.Count {
			t.pend(Pending{Kind: Feature, Seat: seat, Only: only, Source: c.Name})
		}
	}
}
