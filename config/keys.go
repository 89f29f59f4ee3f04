package config

import (
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// key is one setting: its name with dots, where it is kept, and what it may be.
type key struct {
	name    string
	of      func(*Config) any // pointer to a string, bool, int or list of strings
	allowed string            // in words, for people
	check   func(v any) bool  // nil: anything of its type
	live    bool              // can change while the service runs
}

// keys is the one list of all settings.
var keys = []key{
	{"listen", func(c *Config) any { return &c.Listen }, `an address and port, such as ":8080" or "127.0.0.1:8080"`, isAddress, false},
	{"data", func(c *Config) any { return &c.Data }, "a folder", isPath, false},
	{"tls.mode", func(c *Config) any { return &c.TLS.Mode }, "off, self-made or own", oneOf(Off, SelfMade, Own), false},
	{"tls.certificate", func(c *Config) any { return &c.TLS.Certificate }, "a PEM file", isPath, false},
	{"tls.key", func(c *Config) any { return &c.TLS.Key }, "a PEM file", isPath, false},
	{"tls.http", func(c *Config) any { return &c.TLS.HTTP }, `an address and port, such as ":8081", or nothing`, maybe(isAddress), false},
	{"access.open", func(c *Config) any { return &c.Access.Open }, "true or false", nil, true},
	{"access.local", func(c *Config) any { return &c.Access.Local }, "true or false", nil, true},
	{"access.hosts", func(c *Config) any { return &c.Access.Hosts }, "a list of host names without port, such as games.example.org", all(isHost), true},
	{"backups.keep", func(c *Config) any { return &c.Backups.Keep }, "a whole number from 1 to 365", between(1, 365), true},
	{"backups.hour", func(c *Config) any { return &c.Backups.Hour }, "an hour from 0 to 23", between(0, 23), true},
	{"log.level", func(c *Config) any { return &c.Log.Level }, "debug, info, warn or error", oneOf("debug", "info", "warn", "error"), true},
	{"profile", func(c *Config) any { return &c.Profile }, "a folder", isPath, false},
	{"camera", func(c *Config) any { return &c.Camera }, "kind:place, where the kind is v4l2, rpicam, http, https, rtsp, dir or upload, or nothing", maybe(isCamera), false},
	{"displays", func(c *Config) any { return &c.Displays }, "a list of kind:place, such as terminal:", all(isDevice), false},
}

// sections are the keys that hold other keys.
var sections = []string{"tls", "access", "backups", "log"}

// set puts a value in its place, if it is what the key allows.
func (k key) set(c *Config, v any) bool {
	if k.check != nil && !k.check(v) {
		return false
	}
	switch at := k.of(c).(type) {
	case *string:
		s, ok := v.(string)
		if ok {
			*at = s
		}
		return ok
	case *bool:
		b, ok := v.(bool)
		if ok {
			*at = b
		}
		return ok
	case *int:
		n, ok := v.(int)
		if ok {
			*at = n
		}
		return ok
	case *[]string:
		l, ok := v.([]string)
		if ok {
			*at = l
		}
		return ok
	}
	return false
}

// parse turns the text of a flag or of the environment into a value of the
// key's type; a list is separated by commas.
func (k key) parse(text string) (any, bool) {
	switch k.of(&Config{}).(type) {
	case *bool:
		b, err := strconv.ParseBool(strings.ToLower(text))
		return b, err == nil
	case *int:
		n, err := strconv.Atoi(strings.TrimSpace(text))
		return n, err == nil
	case *[]string:
		var list []string
		for _, one := range splitList(text) {
			if one = strings.TrimSpace(one); one != "" {
				list = append(list, one)
			}
		}
		return list, true
	}
	return text, true
}

// splitList splits at commas, but not at one before a number: the two chips
// of ht16k33:I2C1@0x70,0x71 are one display.
func splitList(text string) []string {
	var list []string
	for i, part := range strings.Split(text, ",") {
		if i > 0 && part != "" && part[0] >= '0' && part[0] <= '9' && strings.Contains(list[len(list)-1], ":") {
			list[len(list)-1] += "," + part
			continue
		}
		list = append(list, part)
	}
	return list
}

func (k key) wrong(value string) string {
	if i := strings.LastIndex(value, "@"); i >= 0 && k.name == "camera" { // before it may be a password
		value = "..." + value[i:]
	}
	if len(value) > 60 {
		value = value[:60] + "..."
	}
	return fmt.Sprintf("%s must be %s, but it is %s", k.name, k.allowed, value)
}

func find(name string) (key, bool) {
	i := slices.IndexFunc(keys, func(k key) bool { return k.name == name })
	if i < 0 {
		return key{}, false
	}
	return keys[i], true
}

func oneOf(list ...string) func(any) bool {
	return func(v any) bool {
		s, ok := v.(string)
		return ok && slices.Contains(list, s)
	}
}

func between(low, high int) func(any) bool {
	return func(v any) bool {
		n, ok := v.(int)
		return ok && n >= low && n <= high
	}
}

func maybe(check func(any) bool) func(any) bool {
	return func(v any) bool { return v == "" || check(v) }
}

func all(check func(any) bool) func(any) bool {
	return func(v any) bool {
		list, ok := v.([]string)
		return ok && !slices.ContainsFunc(list, func(s string) bool { return !check(s) })
	}
}

// isAddress takes port 0 too, which tests and the demo use: any free port.
func isAddress(v any) bool {
	s, _ := v.(string)
	host, port, err := net.SplitHostPort(s)
	if err != nil {
		return false
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || strconv.FormatUint(n, 10) != port {
		return false
	}
	if _, err := netip.ParseAddr(host); host == "" || err == nil {
		return true
	}
	return isHost(host)
}

func isHost(v any) bool {
	s, _ := v.(string)
	return s != "" && len(s) <= 253 && strings.Trim(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz0123456789-_.") == "" &&
		!strings.Contains(s, "..") && !strings.HasPrefix(s, ".")
}

func isPath(v any) bool {
	s, ok := v.(string)
	return ok && !strings.Contains(s, "\x00")
}

// isCamera takes the kinds of cameras that there are. What else is wrong with an
// address is said by who opens it.
func isCamera(v any) bool {
	s, _ := v.(string)
	kind, _, _ := strings.Cut(s, ":")
	return isDevice(v) && slices.Contains([]string{"v4l2", "rpicam", "http", "https", "rtsp", "dir", "upload"}, kind)
}

func isDevice(v any) bool {
	s, _ := v.(string)
	kind, _, ok := strings.Cut(s, ":")
	return ok && kind != "" && strings.Trim(kind, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" && !strings.ContainsAny(s, "\x00\n")
}
