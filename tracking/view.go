// Package tracking turns readings of a table into settled changes, and settled
// changes into the legal actions that explain them. It works on readings that
// others made and on rules behind scoring.Game; it has no clock, no goroutine
// and no picture. Everything is a function of values: state and reading in,
// state and changes out.
package tracking

import (
	"slices"

	"harbormaster/mat"
)

// Side is what a camera can see of one player.
type Side struct {
	Player string
	Mat    mat.Mat
	Boats  []string // from the left
	Harbor int      // the harbor master's place
	Agents int
}

// View is what a camera can see of a table, one side a player in order of play.
type View []Side

// Clone returns a copy that shares nothing that can be written to.
func (v View) Clone() View {
	out := slices.Clone(v)
	for i := range out {
		out[i].Mat = out[i].Mat.Clone()
		out[i].Boats = slices.Clone(out[i].Boats)
	}
	return out
}

// HexSight is what a reading says of one hex.
type HexSight struct {
	On         mat.Contents
	Hidden     bool    // something is in the way: nothing is claimed
	Confidence float64 // 0 to 1
}

// BoatSight is what a reading says of one boat.
type BoatSight struct {
	Type       string
	Confidence float64 // 0 to 1
}

// SideSight is what a reading says of one player's side. Nil counters weren't read.
type SideSight struct {
	Player string
	Found  bool
	Hexes  []HexSight // in the template's order
	Boats  []BoatSight

	Harbor           *int
	HarborConfidence float64
	Agents           *int
	AgentsConfidence float64
}

// Hand reports whether something covers part of the mat.
func (s SideSight) Hand() bool {
	return slices.ContainsFunc(s.Hexes, func(h HexSight) bool { return h.Hidden })
}

// Forward reports whether a hex can come from one content to the other by
// play: a worker is placed, a crop laid under it, the worker taken; a crop or
// barn never goes away, and a surveyor stays.
func Forward(from, to mat.Contents) bool {
	switch {
	case from == to:
		return true
	case from.Empty():
		return true
	case from.Barn:
		return to.Barn && to.Surveyor
	case from.Crop == mat.NoCrop:
		return to.Crop != mat.NoCrop // a worker on a bare field
	}
	return to.Crop == from.Crop && (from.Worker || !to.Worker) && (to.Well || !from.Well) && (to.Surveyor || !from.Surveyor)
}
