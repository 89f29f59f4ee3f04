package doctor

import (
	"archive/zip"
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
)

// TestRedact: secrets go, what is no secret stays.
func TestRedact(t *testing.T) {
	for text, want := range map[string]string{
		"password: hunter2":                                                  "password: (left out)",
		`{"token":"abc.def","name":"Ann"}`:                                   `{"token":"(left out)","name":"Ann"}`,
		"GET /pair?token=abcdef&x=1":                                         "GET /pair?token=(left out)&x=1",
		"type the PIN 123 456 (good until 20:00)":                            "type the PIN (left out) (good until 20:00)",
		"the admin password is river-boat-7 (kept":                           "the admin password is (left out) (kept",
		"Authorization: Bearer abc123":                                       "Authorization: Bearer (left out)",
		"mqtt://ann:pw@broker:1883":                                          "mqtt://(left out)@broker:1883",
		"-----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY-----\nafter": "(left out)\nafter",
		"-----BEGIN EC PRIVATE KEY-----\nMII":                                "(left out)",
		"our own word s3same here":                                           "our own word (left out) here",
		"spinning pinned opinion":                                            "spinning pinned opinion",
		"listen: \":8080\"\nkeep: 14":                                        "listen: \":8080\"\nkeep: 14",
	} {
		if got := Redact(text, []string{"", "s3same"}); got != want {
			t.Errorf("%q\nbecame %q\nwant   %q", text, got, want)
		}
	}
}

// TestBundle: it holds the report, the machine and what was given, and none of
// the secrets planted everywhere.
func TestBundle(t *testing.T) {
	files := pi()
	files["/boot/firmware/config.txt"] += "wifi psk=planted-1\n"
	m := well(t, files)
	m.Wants.Camera = "http://ann:planted-2@10.0.0.9/"
	r := m.Examine(t.Context())
	var b bytes.Buffer
	given := []File{
		{Name: "config.yaml", Data: []byte("mqtt:\n  password: planted-3\n")},
		{Name: "log.txt", Data: []byte("a device paired with token planted-4\nno name for it: planted-5\n")},
		{Name: "table.jpg", Data: []byte("\xff\xd8 pixels"), Picture: true},
	}
	if err := m.Bundle(&b, r, given, []string{"planted-5"}); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range z.File {
		names = append(names, strings.TrimPrefix(f.Name, "harbormaster/"))
		from, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(from)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(data), "planted") {
			t.Errorf("%s holds a secret:\n%s", f.Name, data)
		}
	}
	if want := []string{"report.txt", "report.json", "machine.txt", "config.yaml", "log.txt", "table.jpg"}; !slices.Equal(names, want) {
		t.Errorf("it holds %q, want %q", names, want)
	}
	if !strings.Contains(string(m.describe()), "Raspberry Pi 4") || !strings.Contains(string(m.describe()), "HD Pro Webcam") {
		t.Errorf("the machine is described by\n%s", m.describe())
	}
}

// TestWrite: what isn't well has its cure below it.
func TestWrite(t *testing.T) {
	var b strings.Builder
	r := Report{Lines: []Line{say("spi", Wrong, "spi.off", "SPI is switched off", "sudo reboot"), say("disk", OK, "disk.room", "enough", "")}}
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	if want := "WRONG  spi          SPI is switched off\n                    → sudo reboot\nok     disk         enough\n"; b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
