package vision

import "encoding/json"

// Reading is what lies on the table in one picture, in the shape that read
// and calibrate print (contracts.md).
type Reading struct {
	Picture string          `json:"picture"`
	Width   int             `json:"width"`  // px, after EXIF orientation
	Height  int             `json:"height"` // px
	Timing  Timing          `json:"timing_ms"`
	Players []PlayerReading `json:"players"`
	// Problems are sentences on the picture as a whole.
	Problems []string `json:"problems,omitempty"`

	places []Placement // where the mats lie, for Proof
}

// Timing says where the time went, in milliseconds of one thread.
type Timing struct {
	Decode float64 `json:"decode"` // JPEG to 8-bit BGR
	Locate float64 `json:"locate"` // finding the mats
	Read   float64 `json:"read"`   // the rest
}

// PlayerReading is one player's mat.
type PlayerReading struct {
	Name    string        `json:"name"`
	Found   bool          `json:"found"`
	Corners [4][2]float64 `json:"corners"` // of the mat, clockwise from its player's top left, px
	Hexes   []HexReading  `json:"hexes"`
	// HarborMaster is the step of the harbor master, nil where it can't be said.
	HarborMaster           *int      `json:"harbor_master"`
	HarborMasterConfidence float64   `json:"harbor_master_confidence"`
	Riverboats             []string  `json:"riverboats"`
	RiverboatsConfidence   []float64 `json:"riverboats_confidence"`
	// Agents is the number of agents in New Orleans, nil where it can't be said.
	Agents           *int     `json:"agents"`
	AgentsConfidence float64  `json:"agents_confidence"`
	Problems         []string `json:"problems"`
}

// HexReading is one hex.
type HexReading struct {
	ID         string     `json:"id"`
	At         [2]float64 `json:"at"`    // its middle, px
	Field      string     `json:"field"` // as learnt from the empty mat
	Crop       *string    `json:"crop"`
	Worker     bool       `json:"worker"`
	Barn       bool       `json:"barn"`
	Well       bool       `json:"well"`
	Surveyor   bool       `json:"surveyor"`
	Hidden     bool       `json:"hidden"`     // something is in the way: nothing is claimed
	Confidence float64    `json:"confidence"` // probability that all that is said is right, 0..1
	// Second is the second best answer where there is one worth asking about.
	Second *HexAnswer `json:"second,omitempty"`
}

// HexAnswer is one answer to what lies on a hex, with its probability.
type HexAnswer struct {
	Crop       *string `json:"crop"`
	Worker     bool    `json:"worker"`
	Barn       bool    `json:"barn"`
	Well       bool    `json:"well"`
	Surveyor   bool    `json:"surveyor"`
	Confidence float64 `json:"confidence"`
}

// MarshalJSON writes empty lists as [] and not as null, so that scripts can
// loop over them without asking first.
func (p PlayerReading) MarshalJSON() ([]byte, error) {
	type plain PlayerReading
	q := plain(p)
	if q.Hexes == nil {
		q.Hexes = []HexReading{}
	}
	if q.Riverboats == nil {
		q.Riverboats = []string{}
	}
	if q.RiverboatsConfidence == nil {
		q.RiverboatsConfidence = []float64{}
	}
	if q.Problems == nil {
		q.Problems = []string{}
	}
	return json.Marshal(q)
}
