package session

import "fmt"

// Reason is why a command or question wasn't answered; the edge makes exit
// codes and HTTP codes of it.
type Reason uint8

// The reasons. The zero value is a fault of the program or machine.
const (
	Fault    Reason = iota
	Invalid         // it can't be right at all
	NotFound        // no such play
	Stale           // based on an older number than the play's last event
	Locked          // the play is paused, finished or abandoned
	Nothing         // nothing to undo or redo
	Held            // somebody's correction holds against the camera
	Closing         // the service ends
	Unkept          // the journal couldn't write it: nothing has changed
)

// Failure says why a command wasn't carried out and what to do about it.
type Failure struct {
	Reason Reason
	What   string // what was being done and what was wrong
	Hint   string // how to mend it
	Now    int64  // the number of the play's last event, where it is known
	Err    error  // the cause, if any
}

// Error returns what was wrong, with the cause.
func (f *Failure) Error() string {
	if f.Err != nil {
		return fmt.Sprintf("%s: %v", f.What, f.Err)
	}
	return f.What
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }
