package riverboat

import "slices"

// Phase is a part of a round. The zero value is unknown: a state that was
// written down without saying where the game stands.
type Phase uint8

// The phases: choosing the phase tiles, the five phases of a round, and the
// end after the last round.
const (
	NoPhase Phase = iota
	Tiles
	Cultivation
	Planting
	Harvesting
	Opportunity
	Scoring
	End
)

var phaseNames = [...]string{"", "tiles", "cultivation", "planting", "harvesting", "opportunity", "scoring", "end"}

// String returns the phase's name in files, or "" for unknown.
func (p Phase) String() string { return phaseNames[p] }

// ParsePhase returns the phase of that name.
func ParsePhase(name string) (Phase, bool) {
	i := slices.Index(phaseNames[1:], name)
	return Phase(i + 1), i >= 0
}

// tile returns the number (1 to 5) of the phase tile that rules the phase, or 0.
func (p Phase) tile() int {
	if p < Cultivation || p > Scoring {
		return 0
	}
	return int(p-Cultivation) + 1
}

func tilePhase(tile int) Phase { return Cultivation + Phase(tile-1) }
