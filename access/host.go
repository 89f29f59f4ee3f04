package access

import (
	"net/netip"
	"strconv"
	"strings"
)

// SplitHost returns the name in a Host header, in small letters, without port,
// brackets and closing dot; or false if it is no name or address at all.
func SplitHost(header string) (string, bool) {
	name := header
	if rest, ok := strings.CutPrefix(header, "["); ok { // [::1]:8080
		inside, after, closed := strings.Cut(rest, "]")
		a, err := netip.ParseAddr(inside)
		if !closed || err != nil || !a.Is6() || a.Zone() != "" || after != "" && !isPort(after) {
			return "", false
		}
		return a.String(), true
	}
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		if !isPort(name[i:]) {
			return "", false
		}
		name = name[:i]
	}
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if name == "" || len(name) > 253 {
		return "", false
	}
	for _, label := range strings.Split(name, ".") {
		if label == "" || len(label) > 63 || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			return "", false
		}
	}
	return name, true
}

// isPort reports whether the text is a colon and a port.
func isPort(text string) bool {
	digits, ok := strings.CutPrefix(text, ":")
	n, err := strconv.ParseUint(digits, 10, 16)
	return ok && err == nil && n > 0 && !strings.HasPrefix(digits, "+")
}

// Names are what a machine goes by besides its addresses, in small letters.
type Names []string

// MachineNames returns the names of a machine with this host name: the first
// label alone and with .local, as Avahi has it, and those that were configured.
func MachineNames(hostname string, more []string) Names {
	names := Names{"localhost"}
	if full, ok := SplitHost(hostname); ok {
		first, _, _ := strings.Cut(full, ".")
		names = append(names, first, first+".local", full)
	}
	for _, m := range more {
		if name, ok := SplitHost(m); ok {
			names = append(names, name)
		}
	}
	return names
}

// Allow reports whether a Host header is this machine's. A page of somebody
// else whose name was made to point here (DNS rebinding) comes with that name;
// an address can't be made to point elsewhere.
func (n Names) Allow(header string) bool {
	name, ok := SplitHost(header)
	if !ok {
		return false
	}
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	for _, known := range n {
		if name == known {
			return true
		}
	}
	return false
}

// IsLocalhost reports whether a Host header is the machine's name for itself.
func IsLocalhost(header string) bool {
	name, ok := SplitHost(header)
	if !ok {
		return false
	}
	a, err := netip.ParseAddr(name)
	return name == "localhost" || err == nil && a.IsLoopback()
}
