package riverboat

import (
	"cmp"
	"slices"

	"harbormaster/mat"
	"harbormaster/scoring"
)

// Name is the game's name in files.
const Name = "riverboat"

// Game is the rules of Riverboat, of the English rulebook.
type Game struct{}

// Info names the game, its settings and the lines of its result.
func (Game) Info() scoring.Info {
	return scoring.Info{
		Name: Name, Title: "Riverboat", MinPlayers: 2, MaxPlayers: 4, Messages: messages,
		Categories: []string{"track", "coins", "fields", "features", "harbor", "agents"},
		Settings: []scoring.Setting{
			{Key: "round4_actions", Values: []string{"2", "3"}, Default: "2"},
			{Key: "full_color", Values: []string{FullColorAny, FullColorSkip}, Default: FullColorAny},
			{Key: "harbor_start", Default: "0"},
			{Key: "opportunity_cards"},
		},
	}
}

// Score counts as if the game ended now.
func (g Game) Score(state scoring.State) scoring.Result {
	result := scoring.NewResult(Name)
	s, err := scoring.Own[*State](state)
	if err != nil {
		return result
	}
	harbor := s.rank(func(p *Player) int { return p.HarborMaster })
	agents := s.rank(func(p *Player) int { return p.Agents })
	for i := range s.Players {
		p := &s.Players[i]
		r := scoring.PlayerResult{Name: p.Name, Lines: make([]scoring.Line, 0, 6)}
		r.Add(scoring.Line{Category: "track", Points: p.Points, Message: scoring.Msg("riverboat.line-track")})
		r.Add(scoring.Line{Category: "coins", Points: p.Coins, Message: scoring.Msg("riverboat.line-coins", "count", p.Coins)})
		r.Add(p.fieldsLine())
		r.Add(p.featuresLine())
		r.Add(s.harborLine(i, harbor))
		r.Add(s.agentsLine(i, agents))
		r.Worth = p.worths()
		result.Players = append(result.Players, r)
	}
	result.CrownMost(func(i int) (int, int) { return result.Players[i].Total, 0 })
	result.Doubts = s.doubts()
	return result
}

// rank orders the seats by a count, most first; a tie goes to the earlier
// phase tile of the last round.
func (s *State) rank(count func(*Player) int) []int {
	order := make([]int, len(s.Players))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := &s.Players[i], &s.Players[j]
		return cmp.Or(cmp.Compare(count(b), count(a)), cmp.Compare(a.Tiles.First(), b.Tiles.First()))
	})
	return order
}

// tied names the players with the same count as player i, the others.
func (s *State) tied(i int, count func(*Player) int) []string {
	var out []string
	for j := range s.Players {
		if j != i && count(&s.Players[j]) == count(&s.Players[i]) {
			out = append(out, s.Players[j].Name)
		}
	}
	return out
}

// tieBroken notes who else had as many and what broke the tie: the phase tile,
// or, before anybody holds one, no more than the order of play.
func tieBroken(line *scoring.Line, tied []string, p *Player) {
	line.Params["players"] = tied
	if p.Tiles == 0 {
		line.Key += "-seat"
		return
	}
	line.Key += "-tie"
	line.Params["tile"] = p.Tiles.First()
}

// fieldsLine: 7 for each color whose every hex is under a crop or a barn.
func (p *Player) fieldsLine() scoring.Line {
	const colors = int(mat.Field5) + 1
	var printed, covered [colors]int
	for i, c := range p.Mat.On {
		f := p.Mat.Space(i).Field
		printed[f]++
		if c.Crop != mat.NoCrop || c.Barn {
			covered[f]++
		}
	}
	line := scoring.Line{Category: "fields"}
	var complete []string
	for f := mat.Heart; int(f) < colors; f++ {
		if printed[f] > 0 && covered[f] == printed[f] {
			complete = append(complete, f.String())
			line.Points += theRules().End.Field
		}
	}
	if len(complete) == 0 {
		line.Message = scoring.Msg("riverboat.line-no-fields")
		return line
	}
	line.Spaces = make([]string, 0, p.Mat.Len())
	for i := range p.Mat.On {
		if f := p.Mat.Space(i).Field; printed[f] == covered[f] && f != mat.NoField {
			line.Spaces = append(line.Spaces, p.Mat.Space(i).ID)
		}
	}
	line.Message = scoring.Msg("riverboat.line-fields", "fields", complete)
	return line
}

// featuresLine: 2 for each barn and well without a surveyor and each surveyor
// in supply.
func (p *Player) featuresLine() scoring.Line {
	unscored := p.spaces(func(c mat.Contents) bool { return (c.Barn || c.Well) && !c.Surveyor })
	return scoring.Line{
		Category: "features", Spaces: unscored, Points: theRules().End.Feature * (len(unscored) + p.Surveyors),
		Message: scoring.Msg("riverboat.line-features", "unscored", len(unscored), "surveyors", p.Surveyors),
	}
}

// harborLine: the boats at notches reached or passed; their full capacity for
// the one farthest player, half of the sum, rounded up, for all others.
func (s *State) harborLine(seat int, order []int) scoring.Line {
	p := &s.Players[seat]
	line := scoring.Line{Category: "harbor"}
	boats := make([]string, 0, len(p.Boats))
	for i, b := range p.Boats {
		if s.Track.reached(i, p.HarborMaster) {
			boats = append(boats, b.String())
			line.Points += b.Capacity()
		}
	}
	sum := line.Points
	key := "riverboat.line-harbor-full"
	if order[0] != seat {
		key = "riverboat.line-harbor-half"
		line.Points = (sum + 1) / 2
	}
	count := func(p *Player) int { return p.HarborMaster }
	line.Message = scoring.Msg(key, "boats", boats, "count", len(boats), "sum", sum, "place", p.HarborMaster)
	if tied := s.tied(seat, count); len(tied) > 0 && p.HarborMaster == s.Players[order[0]].HarborMaster {
		tieBroken(&line, tied, p)
	}
	return line
}

// agentsLine: 20, 10, 5, 0 by number of agents, whatever the number of players;
// at least one agent needed.
func (s *State) agentsLine(seat int, order []int) scoring.Line {
	p := &s.Players[seat]
	line := scoring.Line{Category: "agents"}
	if p.Agents == 0 {
		line.Message = scoring.Msg("riverboat.line-no-agents")
		return line
	}
	place := slices.Index(order, seat)
	if table := theRules().End.Agents; place < len(table) {
		line.Points = table[place]
	}
	line.Message = scoring.Msg("riverboat.line-agents", "place", place+1, "count", p.Agents)
	if tied := s.tied(seat, func(p *Player) int { return p.Agents }); len(tied) > 0 {
		tieBroken(&line, tied, p)
	}
	return line
}

// worths says for every barn and well what a surveyor would score on it now.
func (p *Player) worths() map[string]int {
	out := map[string]int{}
	for i, c := range p.Mat.On {
		if c.Barn || c.Well {
			out[p.Mat.Space(i).ID] = p.each(i) * len(p.counted(i))
		}
	}
	return out
}

// each returns what one hex counts for the barn or well of hex i.
func (p *Player) each(i int) int {
	if p.Mat.On[i].Well {
		return 1
	}
	return theRules().End.BarnEach
}

// counted returns the hexes that score for a surveyor on the barn or well of
// hex i: around a barn those of the most common crop, for a well its crop's
// connected group.
func (p *Player) counted(i int) []int {
	if p.Mat.On[i].Well {
		return p.group(i)
	}
	var around [mat.NumCrops + 1]int
	best := mat.NoCrop
	for _, j := range p.Mat.Neighbors(i) {
		c := p.Mat.On[j].Crop
		if around[c]++; c != mat.NoCrop && (best == mat.NoCrop || around[c] > around[best]) {
			best = c
		}
	}
	var out []int
	for _, j := range p.Mat.Neighbors(i) {
		if best != mat.NoCrop && p.Mat.On[j].Crop == best {
			out = append(out, j)
		}
	}
	return out
}

// group returns the hexes connected to hex i that bear its crop, itself
// included, by flood fill.
func (p *Player) group(i int) []int {
	crop := p.Mat.On[i].Crop
	seen := make([]bool, len(p.Mat.On))
	seen[i] = true
	out := append(make([]int, 0, 16), i)
	for k := 0; k < len(out); k++ {
		for _, j := range p.Mat.Neighbors(out[k]) {
			if !seen[j] && p.Mat.On[j].Crop == crop {
				seen[j] = true
				out = append(out, j)
			}
		}
	}
	return out
}

func (p *Player) ids(at []int) []string {
	out := make([]string, len(at))
	for k, i := range at {
		out[k] = p.Mat.Space(i).ID
	}
	return out
}

// FeatureWorth is a barn or well with what a surveyor on it would count.
type FeatureWorth struct {
	Hex     string
	Well    bool
	Counted []string // the hexes that score
	Worth   int
}

// Features returns the barns and wells of a seat in the order of its mat.
func (s *State) Features(seat int) []FeatureWorth {
	var out []FeatureWorth
	p := &s.Players[seat]
	for i, c := range p.Mat.On {
		if c.Barn || c.Well {
			counted := p.counted(i)
			out = append(out, FeatureWorth{p.Mat.Space(i).ID, c.Well, p.ids(counted), p.each(i) * len(counted)})
		}
	}
	return out
}

// Reached returns how many of a seat's boats, counted from the left, lie at
// notches that its harbor master has reached or passed.
func (s *State) Reached(seat int) int {
	p := &s.Players[seat]
	n := 0
	for n < len(p.Boats) && s.Track.reached(n, p.HarborMaster) {
		n++
	}
	return n
}
