package history

import "time"

// Device is a browser or program that was paired.
type Device struct {
	ID     int64     `json:"id"`
	Name   string    `json:"name"`
	Paired time.Time `json:"paired"`
	Seen   time.Time `json:"seen"` // to within some minutes
}
