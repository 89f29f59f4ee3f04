package access

import (
	"fmt"
	"net/netip"
	"time"
)

// Login checks the admin password and returns a token with its end.
func (g *Guard) Login(from netip.Addr, c Caller, password string) (token string, end time.Time, err error) {
	if len(password) > longestPassword {
		return "", time.Time{}, &Refusal{Reason: Malformed, What: fmt.Sprintf("a password has at most %d characters", longestPassword)}
	}
	g.mu.Lock()
	wait := g.logins.charge(from, c.Known(), g.now())
	g.mu.Unlock()
	if wait > 0 {
		return "", time.Time{}, &Refusal{Waiting, busy, "wait, or use a paired device, or the machine itself; harbormaster password reset makes a new password", wait}
	}
	ok, version, err := g.password.Check(password) // slow on purpose, so without the lock
	if err != nil {
		return "", time.Time{}, fmt.Errorf("check the admin password: %w", err)
	}
	if !ok {
		g.log.Warn("a wrong admin password", "from", from)
		return "", time.Time{}, &Refusal{Reason: Wrong, What: "that isn't the admin password",
			Hint: "it is in the file " + PasswordFile + " of the data folder; harbormaster password reset makes a new one"}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	g.logins.right(from, c.Known())
	g.forget(version, now)
	if len(g.admins) >= mostAdmins {
		return "", time.Time{}, &Refusal{Reason: Waiting, What: "too many are logged in", Hint: "log out elsewhere", Wait: time.Hour}
	}
	token = newToken()
	end = now.Add(adminLife)
	hash, _ := TokenHash(token)
	g.admins[string(hash)] = end
	g.log.Info("somebody logged in as admin", "from", from)
	return token, end, nil
}

// Logout ends an admin's token.
func (g *Guard) Logout(token string) {
	hash, ok := TokenHash(token)
	if !ok {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.admins, string(hash))
}

// admin reports whether the token is that of a logged in admin.
func (g *Guard) admin(token string) (bool, error) {
	hash, ok := TokenHash(token)
	if !ok {
		return false, nil
	}
	version, err := g.password.Version()
	if err != nil {
		return false, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.forget(version, g.now())
	_, ok = g.admins[string(hash)]
	return ok, nil
}

// forget drops admins whose time is up; all of them after a new password.
func (g *Guard) forget(version int, now time.Time) {
	if version != g.version {
		clear(g.admins)
		g.version = version
	}
	for hash, end := range g.admins {
		if !now.Before(end) {
			delete(g.admins, hash)
		}
	}
}
