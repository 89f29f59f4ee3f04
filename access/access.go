// Package access says who may do what: pairing by PIN or QR code, the tokens
// of paired devices, and the admin password. It knows no HTTP and no SQL.
package access

// Level is what somebody may do, each level all of those before it.
type Level uint8

// The levels.
const (
	Watch Level = iota // anybody on the network: scores and drawings, no pictures
	Act                // a paired device: actions, corrections, pictures
	Admin              // who knows the admin password: settings, imports, backups
)
