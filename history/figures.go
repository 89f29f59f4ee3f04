package history

// Figures are counts for those who watch the machine.
type Figures struct {
	Finished map[string]int // plays by game
	UnderWay int            // plays that are going on or paused
	Bytes    int64          // size of the database
}
