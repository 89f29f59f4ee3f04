package config

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// TestCommentedFile: the shipped file says the defaults, names every key, and
// explains each.
func TestCommentedFile(t *testing.T) {
	read, err := (Config{}).Read(Commented)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Default(), read, cmp.Transformer("none", func(l []string) int { return len(l) })); diff != "" {
		t.Errorf("the file isn't the defaults (-defaults +file):\n%s", diff)
	}
	if err := read.Check(); err != nil {
		t.Error(err)
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(Commented, &doc); err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	var walk func(prefix string, n *yaml.Node)
	walk = func(prefix string, n *yaml.Node) {
		for i := 0; i+1 < len(n.Content); i += 2 {
			name, value := n.Content[i], n.Content[i+1]
			if value.Kind == yaml.MappingNode {
				walk(name.Value+".", value)
				continue
			}
			found[prefix+name.Value] = true
			if name.HeadComment == "" && prefix+name.Value != "tls.key" { // explained with the certificate
				t.Errorf("%s%s isn't explained", prefix, name.Value)
			}
		}
	}
	walk("", doc.Content[0])
	for _, k := range keys {
		if !found[k.name] {
			t.Errorf("the file lacks %s", k.name)
		}
	}
}

func TestRead(t *testing.T) {
	want := Default()
	want.Listen = "127.0.0.1:9000"
	want.TLS = TLS{Mode: Own, Certificate: "/etc/c.pem", Key: "/etc/k.pem", HTTP: ":8081"}
	want.Access = Access{Hosts: []string{"games.example.org", "pi.lan"}}
	want.Backups.Keep = 3
	want.Displays = []string{"ht16k33:I2C1@0x70,0x71", "terminal:"}
	got, err := Default().Read([]byte(`
listen: 127.0.0.1:9000
tls: {mode: own, certificate: /etc/c.pem, key: /etc/k.pem, http: ":8081"}
access:
  open: false
  local: false
  hosts: [games.example.org, pi.lan]
backups:
  keep: 3
log:
displays:
- "ht16k33:I2C1@0x70,0x71"
- "terminal:"
`))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, nothing := range []string{"", "# only a comment\n", "---\n", "\ufeff"} {
		if got, err := Default().Read([]byte(nothing)); err != nil || !cmp.Equal(got, Default()) {
			t.Errorf("%q: %+v %v", nothing, got, err)
		}
	}
	if got, err := Default().Read([]byte("tls:\n  mode: off\n")); err != nil || got.TLS.Mode != Off {
		t.Errorf("off without quotes: %+v %v", got, err)
	}
}

// TestMistakes: each says the line, the key, what is allowed and what is there.
func TestMistakes(t *testing.T) {
	for file, want := range map[string]string{
		"lisen: ':80'":                        `line 1: there is no key "lisen"; did you mean "listen"?`,
		"\nopen: true":                        `line 2: there is no key "open"; did you mean "access.open"?`,
		"backup:\n  keep: 3":                  `line 1: there is no key "backup"; did you mean "backups"?`,
		"access:\n  keep: 3":                  `line 2: there is no key "access.keep"; did you mean "backups.keep"?`,
		"zzz: 1":                              `there are listen, data,`,
		"access.open: true":                   `there is no key "access.open"`,
		"listen: 8080":                        `line 1: listen must be an address and port, such as ":8080" or "127.0.0.1:8080", but it is "8080"`,
		"listen: ':99999'":                    `but it is ":99999"`,
		"listen: ':http'":                     `listen must be`,
		"listen:":                             `but it is empty`,
		"listen: [a]":                         `but it is a list`,
		"listen: {a: b}":                      `something with keys of its own`,
		"tls: on":                             `line 1: tls must hold keys`,
		"tls:\n  mode: letsencrypt":           `line 2: tls.mode must be off, self-made or own, but it is "letsencrypt"`,
		"access:\n  open: maybe":              `access.open must be true or false, but it is maybe`,
		"access:\n  open: 'true'":             `access.open must be true or false`,
		"access:\n  hosts: pi":                `access.hosts must be a list of host names without port`,
		"access:\n  hosts: ['pi:80']":         `but it is ["pi:80"]`,
		"access:\n  hosts: [[pi]]":            `a list with something else in it`,
		"backups:\n  keep: 0":                 `backups.keep must be a whole number from 1 to 365, but it is 0`,
		"backups:\n  keep: 1.5":               `but it is 1.5`,
		"backups:\n  keep: '3'":               `backups.keep must be`,
		"backups:\n  hour: 24":                `backups.hour must be an hour from 0 to 23, but it is 24`,
		"log:\n  level: loud":                 `debug, info, warn or error`,
		"displays: [terminal]":                `displays must be a list of kind:place`,
		"camera: video0":                      `camera must be kind:place`,
		`camera: "htp://me:hush@phone/video"`: `camera must be kind:place, where the kind is v4l2, rpicam, http, https, rtsp, dir or upload, or nothing, but it is ...@phone/video`,
		"listen: ':1'\nlisten: ':2'":          `line 2: listen is given twice, first on line 1`,
		"listen: ':1'\n\tdata: x":             `this isn't YAML`,
		"listen: 'a":                          `this isn't YAML`,
		"- a":                                 `the config must hold keys`,
		"listen: ':1'\n---\nlisten: ':2'":     `a second document`,
		"a: &a [*a]":                          `there is no key "a"`,
		"data: &x /tmp\nprofile: *x":          `a reference`,
		"\x00":                                `this isn't YAML`,
		strings.Repeat("# x\n", 100_000):      `is it the right file?`,
		"backups: {keep: 0, hour: 99}\nx: y":  `backups.keep must be a whole number from 1 to 365, but it is 0; line 1: backups.hour must be`,
	} {
		got, err := Default().Read([]byte(file))
		var mistakes Mistakes
		if !errors.As(err, &mistakes) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v\nwant %s", file, err, want)
		}
		if !cmp.Equal(got, Default()) {
			t.Errorf("%.40q changed settings in spite of its mistakes", file)
		}
	}
}

func TestEnvironment(t *testing.T) {
	got, doubts, err := Default().Environment([]string{"PATH=/bin", "HARBORMASTER_LISTEN=:1", "HARBORMASTER_ACCESS_OPEN=FALSE", "HARBORMASTER_ACCESS_HOSTS=a.org, b.org",
		"HARBORMASTER_BACKUPS_KEEP=5", "HARBORMASTER_DISPLAYS=ht16k33:I2C1@0x70,0x71,terminal:", "HARBORMASTER_SOAK=1", "HARBORMASTER_LISTN=:2"})
	if err != nil {
		t.Fatal(err)
	}
	want := Default()
	want.Listen, want.Access.Open, want.Access.Hosts, want.Backups.Keep = ":1", false, []string{"a.org", "b.org"}, 5
	want.Displays = []string{"ht16k33:I2C1@0x70,0x71", "terminal:"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(doubts) != 1 || !strings.Contains(doubts[0], "HARBORMASTER_LISTN, which is no setting; did you mean HARBORMASTER_LISTEN?") {
		t.Errorf("doubts: %q", doubts)
	}
	for _, line := range []string{"HARBORMASTER_BACKUPS_KEEP=many", "HARBORMASTER_ACCESS_OPEN=perhaps", "HARBORMASTER_LISTEN=", "HARBORMASTER_TLS_MODE=on"} {
		if _, _, err := Default().Environment([]string{line}); err == nil || !strings.Contains(err.Error(), "must be") {
			t.Errorf("%s: %v", line, err)
		}
	}
}

func TestSet(t *testing.T) {
	if c, err := Default().Set("listen", "127.0.0.1:0"); err != nil || c.Listen != "127.0.0.1:0" {
		t.Errorf("%+v %v", c, err)
	}
	for name, text := range map[string]string{"listen": "nonsense", "nothing": "x"} {
		if _, err := Default().Set(name, text); err == nil {
			t.Errorf("%s=%s passes", name, text)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, bad := range []func(*Config){
		func(c *Config) { c.TLS.Mode = Own },
		func(c *Config) { c.TLS.Key = "k" },
		func(c *Config) { c.TLS.HTTP = ":1" },
		func(c *Config) { c.TLS.Mode, c.TLS.HTTP = SelfMade, c.Listen },
	} {
		c := Default()
		bad(&c)
		if c.Check() == nil {
			t.Errorf("%+v passes", c)
		}
	}
}

func TestChanged(t *testing.T) {
	now := Default()
	now.Access.Hosts, now.Log.Level, now.Listen, now.Camera = []string{"a"}, "warn", ":1", "rpicam:"
	live, restart := Changed(Default(), now)
	if diff := cmp.Diff([][]string{{"access.hosts", "log.level"}, {"camera", "listen"}}, [][]string{live, restart}); diff != "" {
		t.Error(diff)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(Commented)
	f.Add([]byte("tls: {mode: own}\n? [a]\n: b\n"))
	f.Add([]byte("a: &a {<<: *a}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := Default().Read(data)
		if err != nil && !cmp.Equal(got, Default()) {
			t.Errorf("changed in spite of %v", err)
		}
		if err == nil && (got.Backups.Keep < 1 || got.Backups.Hour > 23 || !isAddress(got.Listen)) {
			t.Errorf("took %+v", got)
		}
	})
}
