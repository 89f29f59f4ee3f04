package access

import (
	"context"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"sync"
	"time"
	"unicode"

	"harbormaster/history"
)

// Devices keeps the paired devices. It never sees a token, only its hash.
type Devices interface {
	AddDevice(ctx context.Context, name string, tokenHash []byte, at time.Time) (id int64, err error)
	Device(ctx context.Context, tokenHash []byte) (history.Device, bool, error)
	Devices(ctx context.Context) ([]history.Device, error)
	RenameDevice(ctx context.Context, id int64, name string) error
	RemoveDevice(ctx context.Context, id int64) error
	TouchDevice(ctx context.Context, id int64, at time.Time) error
}

// Settings are what the owner of the box decides; they may change while it runs.
type Settings struct {
	Open  bool  // whether everybody on the network may read scores
	Local bool  // whether requests from the machine itself are trusted to pair
	Names Names // what the machine goes by
}

const (
	adminLife  = 8 * time.Hour
	mostAdmins = 64               // logged in at once
	touchAfter = 10 * time.Minute // how exact a device's last seen is
	longName   = 60               // runes of a device's name
	busy       = "too many wrong guesses"
)

// Guard lets people in. Its methods may be called from several goroutines.
type Guard struct {
	devices  Devices
	password *Password
	now      func() time.Time
	log      *slog.Logger

	mu       sync.Mutex
	settings Settings
	pairing  pairing
	pins     guesses
	logins   guesses
	admins   map[string]time.Time // hash of a token to its end
	version  int                  // of the password that admins logged in with
	changed  chan struct{}        // closed when somebody may less than before
}

// New returns a guard. It logs who came and went, and no secret.
func New(devices Devices, password *Password, s Settings, now func() time.Time, log *slog.Logger) *Guard {
	return &Guard{devices: devices, password: password, settings: s, now: now, log: log, admins: map[string]time.Time{}, changed: make(chan struct{})}
}

// Settings returns the settings of the moment.
func (g *Guard) Settings() Settings {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.settings
}

// Change puts other settings in force.
func (g *Guard) Change(s Settings) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.settings = s
	g.announce()
}

// Changed returns a channel that is closed when somebody may less than before:
// who is let in for long, as a stream's reader, is looked at again then.
func (g *Guard) Changed() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.changed
}

// announce closes the channel of those who wait for a change.
func (g *Guard) announce() {
	close(g.changed)
	g.changed = make(chan struct{})
}

// Code returns the code that pairs the next device.
func (g *Guard) Code() Code {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.pairing.at(g.now())
}

// Caller is whoever sent a request.
type Caller struct {
	Level  Level
	Device *history.Device // nil: not paired
	Local  bool            // sits at the machine itself
	Fresh  bool            // the device was seen for the first time in a while
}

// Known reports whether the caller is somebody we know, whom the noise of
// strangers' guesses mustn't keep out.
func (c Caller) Known() bool { return c.Local || c.Device != nil }

// Identify says who comes with these tokens, either of which may be empty,
// forged or out of date.
func (g *Guard) Identify(ctx context.Context, device, admin string, local bool) (Caller, error) {
	s := g.Settings()
	c := Caller{Level: Anybody, Local: local && s.Local}
	if s.Open {
		c.Level = Watch
	}
	if hash, ok := TokenHash(device); ok {
		d, found, err := g.devices.Device(ctx, hash)
		if err != nil {
			return c, fmt.Errorf("look up a paired device: %w", err)
		}
		if found {
			c.Device, c.Level = &d, Act
			c.Fresh = g.touch(ctx, d)
		}
	}
	if ok, err := g.admin(admin); err != nil {
		g.log.Error("the admin password can't be read: nobody is admin", "error", err)
	} else if ok {
		c.Level = Admin
	}
	return c, nil
}

// touch notes that a device was seen, now and then. That it couldn't be noted
// (a full disk) must not keep the device out.
func (g *Guard) touch(ctx context.Context, d history.Device) bool {
	now := g.now()
	if now.Sub(d.Seen) < touchAfter {
		return false
	}
	if err := g.devices.TouchDevice(ctx, d.ID, now); err != nil {
		g.log.Warn("can't note when a device was seen", "device", d.ID, "error", err)
	}
	return true
}

// PairPIN pairs a device that gives the PIN, and returns its token.
func (g *Guard) PairPIN(ctx context.Context, from netip.Addr, c Caller, pin, name string) (string, error) {
	digits, ok := readPIN(pin)
	if !ok {
		return "", &Refusal{Reason: Malformed, What: "a PIN has six digits"}
	}
	if err := g.tryPIN(from, c, digits); err != nil {
		return "", err
	}
	return g.pair(ctx, name)
}

func (g *Guard) tryPIN(from netip.Addr, c Caller, pin string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	if wait := g.pins.charge(from, c.Known(), now); wait > 0 {
		return &Refusal{Waiting, busy, "wait, or scan the QR code, or open the page on the machine itself", wait}
	}
	if !g.pairing.tryPIN(pin, now) {
		g.pairing.missed(now)
		g.log.Warn("a wrong PIN", "from", from)
		return &Refusal{Reason: Wrong, What: "that isn't the PIN", Hint: "it changes after each use and now and then: look again"}
	}
	g.pins.right(from, c.Known())
	return nil
}

// PairToken pairs a device that scanned the QR code, and returns its token.
// Nobody guesses 256 bits, so nobody has to wait here.
func (g *Guard) PairToken(ctx context.Context, token, name string) (string, error) {
	g.mu.Lock()
	ok := g.pairing.tryToken(token, g.now())
	g.mu.Unlock()
	if !ok {
		return "", &Refusal{Reason: Wrong, What: "this QR code was used already, or its time is up", Hint: "scan the new one, or type the PIN"}
	}
	return g.pair(ctx, name)
}

// PairLocal pairs a browser on the machine itself, which could as well read
// the PIN.
func (g *Guard) PairLocal(ctx context.Context, c Caller, name string) (string, error) {
	if !c.Local {
		return "", &Refusal{Reason: Elsewhere, What: "only a page opened on the machine itself pairs without a PIN", Hint: "type the PIN or scan the QR code"}
	}
	return g.pair(ctx, name)
}

func (g *Guard) pair(ctx context.Context, name string) (string, error) {
	token := newToken()
	hash, _ := TokenHash(token)
	id, err := g.devices.AddDevice(ctx, DeviceName(name), hash, g.now())
	if err != nil {
		return "", fmt.Errorf("pair a device: %w", err)
	}
	g.log.Info("a device was paired", "device", id)
	return token, nil
}

// DeviceName returns a name as it is kept: one line, not too long, not empty.
func DeviceName(name string) string {
	clean := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsGraphic(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	clean = strings.Join(strings.Fields(clean), " ")
	if r := []rune(clean); len(r) > longName {
		clean = strings.TrimSpace(string(r[:longName]))
	}
	if clean == "" {
		return "a device"
	}
	return clean
}

// Devices lists the paired devices.
func (g *Guard) Devices(ctx context.Context) ([]history.Device, error) { return g.devices.Devices(ctx) }

// Rename gives a device another name.
func (g *Guard) Rename(ctx context.Context, id int64, name string) error {
	return g.devices.RenameDevice(ctx, id, DeviceName(name))
}

// Remove ends a pairing: the device's token is good no more.
func (g *Guard) Remove(ctx context.Context, id int64) error {
	if err := g.devices.RemoveDevice(ctx, id); err != nil {
		return err
	}
	g.log.Info("a device's pairing was ended", "device", id)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.announce()
	return nil
}
