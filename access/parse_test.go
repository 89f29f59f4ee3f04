package access

import (
	"net/netip"
	"strings"
	"testing"
)

func TestSplitHost(t *testing.T) {
	for header, want := range map[string]string{
		"pi": "pi", "Pi.Local:8080": "pi.local", "pi.local.": "pi.local", "192.168.1.5:80": "192.168.1.5", "[::1]:8080": "::1", "[FE80::1]": "fe80::1", "a_b": "a_b",
	} {
		if got, ok := SplitHost(header); !ok || got != want {
			t.Errorf("SplitHost(%q) = %q, %v, want %q", header, got, ok, want)
		}
	}
	for _, header := range []string{"", ":8080", "pi:", "pi:http", "pi:+80", "pi:99999", "pi:0", "a..b", ".", "::1", "[::1", "[pi]", "[127.0.0.1]", "[::1]x", "[fe80::1%eth0]",
		"pi\x00", "pi evil", "pi/evil", "user@pi", "pi,evil.com", "pi:80:80", strings.Repeat("a", 64), strings.Repeat("a.", 200), "münchen.de"} {
		if got, ok := SplitHost(header); ok {
			t.Errorf("SplitHost(%q) = %q, want none", header, got)
		}
	}
}

func TestNames(t *testing.T) {
	names := MachineNames("TablePi.lan", []string{"Games.Example.org", "no name!"})
	for _, header := range []string{"localhost:8080", "tablepi", "TABLEPI.local:80", "tablepi.lan", "games.example.org", "10.0.0.1:8080", "[fd00::1]:8080"} {
		if !names.Allow(header) {
			t.Errorf("%q isn't allowed", header)
		}
	}
	for _, header := range []string{"", "evil.com", "tablepi.evil.com", "evil.tablepi.local", "localhost.evil.com", "127.0.0.1.nip.io", "0x7f.1", "2130706433", "127.1", "no name!"} {
		if names.Allow(header) {
			t.Errorf("%q is allowed", header)
		}
	}
	for _, header := range []string{"localhost", "LOCALHOST:1", "127.0.0.1:8080", "127.8.8.8", "[::1]:80"} {
		if !IsLocalhost(header) {
			t.Errorf("%q isn't localhost", header)
		}
	}
	for _, header := range []string{"0.0.0.0", "10.0.0.1", "localhost.evil.com", "", "tablepi"} {
		if IsLocalhost(header) {
			t.Errorf("%q is localhost", header)
		}
	}
}

func TestReadPIN(t *testing.T) {
	for _, text := range []string{"123456", " 123 456 ", "123-456", "12 34\u00a056"} {
		if pin, ok := readPIN(text); !ok || pin != "123456" {
			t.Errorf("readPIN(%q) = %q, %v", text, pin, ok)
		}
	}
	for _, text := range []string{"", "12345", "1234567", "12345a", "١٢٣٤٥٦", "123456\x00", "+12345"} {
		if pin, ok := readPIN(text); ok {
			t.Errorf("readPIN(%q) = %q, want none", text, pin)
		}
	}
}

func TestNeighborhood(t *testing.T) {
	same := [][2]string{{"2001:db8::1", "2001:db8::ffff:1"}, {"10.0.0.1", "::ffff:10.0.0.1"}}
	for _, pair := range same {
		if a, b := neighborhood(netip.MustParseAddr(pair[0])), neighborhood(netip.MustParseAddr(pair[1])); a != b {
			t.Errorf("%v counts as %v, %v as %v", pair[0], a, pair[1], b)
		}
	}
	if a, b := neighborhood(netip.MustParseAddr("10.0.0.1")), neighborhood(netip.MustParseAddr("10.0.0.2")); a == b {
		t.Error("two addresses count as one")
	}
	if got := neighborhood(netip.Addr{}); got != (netip.Prefix{}) {
		t.Error(got)
	}
}

func TestTokens(t *testing.T) {
	a, b := newToken(), newToken()
	if a == b {
		t.Error("two tokens are the same")
	}
	h, ok := TokenHash(a)
	if !ok || len(h) != 32 {
		t.Errorf("the hash of a token: %x %v", h, ok)
	}
	for _, forged := range []string{"", a[:42], a + "A", strings.Repeat("=", 43), strings.Repeat("é", 22), a[:42] + "\n", strings.Repeat("A", 42) + "B"} {
		if _, ok := TokenHash(forged); ok {
			t.Errorf("%q passes for a token", forged)
		}
	}
}

// FuzzCredentials: whatever stands in cookies, Host headers and PIN fields,
// nothing falls over, and what is taken is what it should look like.
func FuzzCredentials(f *testing.F) {
	for _, seed := range []string{"", "123 456", "pi.local:8080", "[::1]:80", newToken(), "\x00", "evil.com", strings.Repeat("a.", 130)} {
		f.Add(seed)
	}
	names := MachineNames("pi", []string{"games.example.org"})
	f.Fuzz(func(t *testing.T, text string) {
		if pin, ok := readPIN(text); ok && (len(pin) != 6 || strings.ContainsFunc(pin, func(r rune) bool { return r < '0' || r > '9' })) {
			t.Errorf("PIN %q", pin)
		}
		if hash, ok := TokenHash(text); ok && (len(text) != 43 || len(hash) != 32) {
			t.Errorf("token %q", text)
		}
		host, ok := SplitHost(text)
		if ok && strings.ContainsAny(host, " /\\@,\x00\n[]") {
			t.Errorf("host %q", host)
		}
		if _, err := netip.ParseAddr(host); names.Allow(text) && err != nil && host != "localhost" && host != "pi" && host != "pi.local" && host != "games.example.org" {
			t.Errorf("%q is allowed", text)
		}
		if name := DeviceName(text); name == "" || len([]rune(name)) > longName || strings.ContainsAny(name, "\n\x00\r\t") {
			t.Errorf("device %q", name)
		}
	})
}
