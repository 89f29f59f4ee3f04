package history

import (
	"time"

	"harbormaster/scoring"
	"harbormaster/session"
)

// Detail is one play with its score sheet.
type Detail struct {
	Play
	Events int                    `json:"events"` // how many its log has
	Final  []scoring.PlayerResult `json:"final"`  // in order of the seats; empty while it goes on
	Rounds []session.Round        `json:"rounds"` // what each round ended with
}

// Tally sums up what was scored in finished plays.
type Tally struct {
	Plays  int     `json:"plays"`
	Wins   int     `json:"wins"` // a shared win counts for each winner
	Rate   float64 `json:"rate"` // wins by seat taken, 0 to 1
	Best   int     `json:"best"` // points, as are the next three
	Worst  int     `json:"worst"`
	Mean   float64 `json:"mean"`
	Median float64 `json:"median"`
}

// Streaks count plays won in a row, by when they ended.
type Streaks struct {
	Longest int `json:"longest"`
	Current int `json:"current"` // up to the last play
}

// PlayerTally is one player's.
type PlayerTally struct {
	Player int64  `json:"player"`
	Name   string `json:"name"`
	Tally
	Streaks
}

// GameTally is that of the plays of one game.
type GameTally struct {
	Game string `json:"game"`
	Tally
}

// CountTally is that of plays with so many players.
type CountTally struct {
	Players int `json:"players"`
	Tally
}

// SeatTally is that of one seat; seat 1 is the start player's.
type SeatTally struct {
	Seat int `json:"seat"`
	Tally
}

// Breakdown looks at the same plays from all sides.
type Breakdown struct {
	All      Tally        `json:"all"`
	ByGame   []GameTally  `json:"by_game"`
	ByCount  []CountTally `json:"by_count"`
	BySeat   []SeatTally  `json:"by_seat"`
	Starting Tally        `json:"starting"` // of start players
	Others   Tally        `json:"others"`   // of all who weren't
}

// Overview is the statistics of everybody.
type Overview struct {
	Breakdown
	Players []PlayerTally `json:"players"` // most plays first; hidden ones are left out
}

// PlayerStatistics are one player's.
type PlayerStatistics struct {
	Breakdown
	Player  int64   `json:"player"`
	Name    string  `json:"name"`
	Streaks Streaks `json:"streaks"`
	Form    []Form  `json:"form"` // the last plays, the newest first, at most 20
}

// Form is how one play went for a player.
type Form struct {
	Play  string    `json:"play"`
	Game  string    `json:"game"`
	Ended time.Time `json:"ended"`
	Total int       `json:"total"`
	Won   bool      `json:"won"`
}

// Meeting is how a player fared against another in the plays they both sat at.
type Meeting struct {
	Player int64   `json:"player"` // the other one
	Name   string  `json:"name"`
	Plays  int     `json:"plays"`
	Ahead  int     `json:"ahead"`  // plays in which the player ranked before the other
	Behind int     `json:"behind"` // the other way round; the rest are ties
	Mean   float64 `json:"mean"`   // points more than the other, on average
}

// Category is what one line of the score sheet brought.
type Category struct {
	Game     string  `json:"game"`
	Category string  `json:"category"`
	Plays    int     `json:"plays"` // a play counts once a seat
	Mean     float64 `json:"mean"`  // points a play
	Months   []Month `json:"months"`
}

// Month is one month of a category, in UTC.
type Month struct {
	Month string  `json:"month"` // 2026-11
	Plays int     `json:"plays"`
	Mean  float64 `json:"mean"`
}

// The kinds of records.
const (
	HighestScore  = "highest-score"
	HighestLost   = "highest-lost" // the most points that weren't enough
	LowestWin     = "lowest-win"   // the fewest points that were
	WidestMargin  = "widest-margin"
	ClosestWin    = "closest-win"
	LongestPlay   = "longest-play"  // minutes
	ShortestPlay  = "shortest-play" // minutes
	LongestStreak = "longest-streak"
)

// Record is an extreme and who set it first. Which of the last four are there
// depends on the kind: a streak has no play, a play's length no player.
type Record struct {
	Kind   string     `json:"kind"`
	Game   string     `json:"game,omitempty"`
	Value  int        `json:"value"` // points, plays or minutes
	Play   string     `json:"play,omitempty"`
	At     *time.Time `json:"at,omitempty"` // when the play ended
	Player int64      `json:"player,omitempty"`
	Name   string     `json:"name,omitempty"`
}
