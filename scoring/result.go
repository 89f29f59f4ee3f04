package scoring

import "cmp"

// Result is the score of every player, line by line.
type Result struct {
	Game    string         `json:"game"`
	Players []PlayerResult `json:"players"`
	Winners []string       `json:"winners"`
	// Notes are about the whole, such as how a tie for the win was broken.
	Notes []Note `json:"notes,omitempty"`
	// Warnings are the Doubts as sentences, filled in at the edge.
	Warnings []string `json:"warnings"`
	// Doubts are what looks odd about the state but is no error.
	Doubts []Doubt `json:"doubts,omitempty"`
}

// NewResult returns the result of a game before anything was counted.
func NewResult(game string) Result {
	return Result{Game: game, Players: []PlayerResult{}, Winners: []string{}, Warnings: []string{}}
}

// PlayerResult is one player's score: Total is always the sum of the lines.
type PlayerResult struct {
	Name  string `json:"name"`
	Lines []Line `json:"lines"`
	// Worth says for every barn and well what a surveyor would score on it now.
	Worth map[string]int `json:"worth,omitzero"`
	Total int            `json:"total"`
}

// Line is one category's points, the hexes that earned them, and why.
type Line struct {
	Category string   `json:"category"`
	Points   int      `json:"points"`
	Spaces   []string `json:"spaces,omitempty"`
	// Note is the message as a sentence, filled in at the edge.
	Note string `json:"note,omitempty"`
	Message
}

// Note is a message with its sentence, filled in at the edge.
type Note struct {
	Note string `json:"note,omitempty"`
	Message
}

// Doubt is something odd about one player's state.
type Doubt struct {
	Player string   `json:"player,omitempty"`
	Spaces []string `json:"spaces,omitempty"`
	Message
}

// Add appends a line and keeps the total.
func (p *PlayerResult) Add(l Line) {
	p.Lines = append(p.Lines, l)
	p.Total += l.Points
}

// CrownMost names as winners all players with the highest rank, where rank
// gives what counts first, then what breaks ties (see cmp.Compare).
func (r *Result) CrownMost(rank func(i int) (points, tiebreak int)) {
	r.Winners = r.Winners[:0]
	var bestPoints, bestTie int
	for i, p := range r.Players {
		points, tie := rank(i)
		order := cmp.Or(cmp.Compare(points, bestPoints), cmp.Compare(tie, bestTie))
		if len(r.Winners) == 0 || order > 0 {
			r.Winners, bestPoints, bestTie = append(r.Winners[:0], p.Name), points, tie
		} else if order == 0 {
			r.Winners = append(r.Winners, p.Name)
		}
	}
}
