package doctor

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"time"
)

// built is before this program was: a clock that says less is wrong.
var built = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// clock checks the time. A Pi has no clock of its own that runs on without power.
func (m Machine) clock(context.Context) []Line {
	const check = "clock"
	now := m.Now()
	if now.Before(built) {
		return []Line{say(check, Wrong, "clock.wrong", "the clock says "+now.Format("2006-01-02 15:04")+", which can't be: evenings would get wrong dates", "connect the Pi to a network, then: sudo timedatectl set-ntp true; without a network: sudo date -s '2026-12-31 20:00'", "now", now.UTC().Format(time.RFC3339))}
	}
	text := "it is " + now.Format("2006-01-02 15:04 MST")
	switch {
	case m.exists("/run/systemd/timesync/synchronized"):
		return []Line{say(check, OK, "clock.set", text+", set by the network", "", "now", now.UTC().Format(time.RFC3339))}
	case m.exists("/run/systemd/timesync"):
		return []Line{say(check, Note, "clock.unset", text+", but the network hasn't set the clock since the start", "sudo timedatectl set-ntp true && timedatectl", "now", now.UTC().Format(time.RFC3339))}
	}
	return []Line{say(check, OK, "clock.plausible", text, "", "now", now.UTC().Format(time.RFC3339))}
}

// network says by which addresses and names others find the page.
func (m Machine) network(context.Context) []Line {
	const check = "network"
	host, port, err := net.SplitHostPort(m.Wants.Listen)
	if err != nil {
		return []Line{say(check, Note, "network.unknown", fmt.Sprintf("the service's address %q can't be read", m.Wants.Listen), `set listen: ":8080" in /etc/harbormaster/config.yaml`)}
	}
	if at, err := netip.ParseAddr(host); host == "localhost" || err == nil && at.IsLoopback() {
		return []Line{say(check, Note, "network.alone", "the service listens on "+m.Wants.Listen+", for this machine alone: phones and tablets can't reach it", `set listen: ":8080" in /etc/harbormaster/config.yaml, then: sudo systemctl restart harbormaster`, "listen", m.Wants.Listen)}
	}
	if m.Addresses == nil {
		return nil
	}
	addresses := m.Addresses()
	if len(addresses) == 0 {
		return []Line{say(check, Note, "network.none", "this machine has no address on a network: phones and tablets can't reach it", "plug in a cable, or: sudo nmtui-connect")}
	}
	scheme := "http://"
	if m.Wants.TLS {
		scheme = "https://"
	}
	var list []string
	for _, a := range addresses {
		list = append(list, scheme+net.JoinHostPort(a.String(), port))
	}
	lines := []Line{say(check, OK, "network.address", "others find the page at "+strings.Join(list, " or "), "", "addresses", list)}
	name := m.Hostname + ".local"
	switch {
	case m.Hostname == "" || m.Hostname == "localhost":
		lines = append(lines, say("name", Note, "name.none", "this machine has no name of its own", "sudo hostnamectl set-hostname harbormaster"))
	case m.exists("/run/avahi-daemon/pid"):
		lines = append(lines, say("name", OK, "name.local", fmt.Sprintf("and, but for most Android phones, at %s%s:%s", scheme, name, port), "", "name", name))
	default:
		lines = append(lines, say("name", Note, "name.unannounced", name+" isn't announced on the network", "sudo apt install avahi-daemon", "name", name))
	}
	return lines
}
