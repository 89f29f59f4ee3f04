package main

import (
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"time"

	"harbormaster/access"
	"harbormaster/config"
)

// machineAddresses lists the IPv4 addresses by which others on the network
// reach this machine, the likeliest first. IPv6 addresses change by the day
// and are long to type, so nobody is sent to one.
func machineAddresses() []netip.Addr {
	interfaces, err := net.Interfaces()
	if err != nil {
		return nil
	}
	var list, inner []netip.Addr
	for _, i := range interfaces {
		if i.Flags&net.FlagUp == 0 || i.Flags&net.FlagLoopback != 0 {
			continue
		}
		addrs, err := i.Addrs()
		if err != nil {
			continue
		}
		for _, a := range addrs {
			prefix, err := netip.ParsePrefix(a.String())
			if err != nil || !prefix.Addr().Is4() || prefix.Addr().IsLinkLocalUnicast() {
				continue
			}
			if virtual(i.Name) {
				inner = append(inner, prefix.Addr())
			} else {
				list = append(list, prefix.Addr())
			}
		}
	}
	return append(list, inner...)
}

// virtual reports whether an interface is of containers and virtual machines,
// which a phone can't reach.
func virtual(name string) bool {
	return slices.ContainsFunc([]string{"docker", "br-", "veth", "virbr", "lxc", "cni", "podman"}, func(p string) bool { return strings.HasPrefix(name, p) })
}

// addresses returns where others reach the service, best first: nowhere, if
// it listens for this machine alone.
func (s *service) addresses() []string {
	var list []string
	for _, d := range s.doors {
		at, err := netip.ParseAddrPort(d.Addr().String())
		if err != nil {
			continue
		}
		scheme := strings.TrimSuffix(d.url(), d.Addr().String())
		switch {
		case at.Addr().IsUnspecified():
			for _, a := range machineAddresses() {
				list = append(list, scheme+netip.AddrPortFrom(a, at.Port()).String())
			}
		case !at.Addr().IsLoopback():
			list = append(list, scheme+at.String())
		}
	}
	return list
}

// certificate returns the certificate that the config asks for; nil for none.
func (s *service) certificate() (*access.Certificate, error) {
	trouble := func(err error) { s.log.Warn("the certificate", "error", err) }
	switch s.config.TLS.Mode {
	case config.Own:
		return access.OwnCertificate(s.config.TLS.Certificate, s.config.TLS.Key, time.Now, trouble)
	case config.SelfMade:
		return access.SelfMade(s.config.Data, s.certified, time.Now, trouble)
	}
	return nil, nil
}

// certified are the names and addresses that a self-made certificate is for.
func (s *service) certified() ([]string, []netip.Addr) {
	names := []string{"localhost"}
	if host, err := os.Hostname(); err == nil {
		names = access.MachineNames(host, s.settings().Access.Hosts)
	}
	slices.Sort(names)
	addrs := append([]netip.Addr{netip.MustParseAddr("127.0.0.1"), netip.IPv6Loopback()}, machineAddresses()...)
	return slices.Compact(names), addrs
}
