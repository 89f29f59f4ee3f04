package vision

import "harbormaster/calibration"

// Placement is where one mat of the profile lies in a picture.
type Placement struct {
	Found bool
	// ToPicture takes the mat plane to pixels of this picture.
	ToPicture calibration.Homography
	// Table takes pixels of the empty picture to pixels of this picture near
	// this player's part of the boards (agents area): the boards needn't
	// have moved with the mat.
	Table calibration.Homography
	// ByCardsAlone: too little of the print was seen to tell that it is this mat.
	ByCardsAlone bool
	// Problems says why the mat wasn't found, or what is odd about its place.
	Problems []string
}
