package calibration

// Note is a sentence that calibration has to say, and what pages say it by in
// their own language.
type Note struct {
	Key    string         `json:"key"` // such as "calibrate.dark"
	Params map[string]any `json:"params,omitempty"`
	Text   string         `json:"text"`
	// Found says that it is about which hexes and colors were found: once a
	// person has set those right, there is no more to say.
	Found bool `json:"found,omitempty"`
}

// Problems returns the sentences of the profile's notes.
func (p *Profile) Problems() []string {
	var out []string
	for _, n := range p.Notes {
		out = append(out, n.Text)
	}
	return out
}
