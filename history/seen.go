package history

import (
	"encoding/json"
	"time"
)

// Proof is the picture that a play was scored by, with where things are in it.
type Proof struct {
	At      time.Time // when it was taken
	Picture []byte    // JPEG
	// Regions says where the hexes are, by player, in px of the picture.
	Regions json.RawMessage
}

// Example is a hex of which somebody has said what lies on it.
type Example struct {
	Play    string
	At      time.Time
	Mat     string          // the mat's name in the profile
	Hex     string          // its name
	On      json.RawMessage // what lies there, as in a state file
	Picture []byte          // JPEG of what the camera saw
}
