package doctor

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"
)

// File is something that goes into a support bundle.
type File struct {
	Name string
	Data []byte
	// Picture marks pixels, which whoever gives them has cropped to the table;
	// all else is text, and goes in with secrets left out.
	Picture bool
}

// machineFiles are the files of the machine that help to understand a trouble;
// none of them says who plays.
var machineFiles = []string{
	"/proc/device-tree/model", "/etc/os-release", "/proc/version", "/proc/mounts", "/proc/meminfo", "/proc/loadavg", "/proc/uptime",
	"/boot/firmware/config.txt", "/boot/config.txt",
}

// devicePatterns are the devices whose names go into a bundle.
var devicePatterns = []string{"/dev/video*", "/dev/v4l/by-id/*", "/dev/spidev*", "/dev/i2c-*", "/sys/class/video4linux/*/name"}

// Bundle writes a zip for whoever helps: the report, what the machine is, and
// the files given. Secrets are the texts that must not be in it, whatever they
// look like; what looks like a secret is left out as well.
func (m Machine) Bundle(w io.Writer, r Report, files []File, secrets []string) error {
	var text bytes.Buffer
	if err := r.Write(&text); err != nil {
		return err
	}
	document, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	all := []File{{Name: "report.txt", Data: text.Bytes()}, {Name: "report.json", Data: document}, {Name: "machine.txt", Data: m.describe()}}
	z := zip.NewWriter(w)
	for _, f := range append(all, files...) {
		if !f.Picture {
			f.Data = []byte(Redact(string(f.Data), secrets))
		}
		// The time is the report's, so that a bundle depends on nothing else.
		to, err := z.CreateHeader(&zip.FileHeader{Name: "harbormaster/" + f.Name, Method: zip.Deflate, Modified: r.At.Truncate(2 * time.Second)})
		if err != nil {
			return fmt.Errorf("write the bundle: %w", err)
		}
		if _, err := to.Write(f.Data); err != nil {
			return fmt.Errorf("write the bundle: %w", err)
		}
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("write the bundle: %w", err)
	}
	return nil
}

// describe collects what there is to say of the machine.
func (m Machine) describe() []byte {
	var b bytes.Buffer
	for _, file := range machineFiles {
		data, err := m.read(file)
		if err != nil {
			continue // this machine hasn't got it
		}
		fmt.Fprintf(&b, "== %s\n%s\n", file, bytes.TrimRight(data, "\x00\n"))
	}
	for _, pattern := range devicePatterns {
		for _, device := range m.glob(pattern) {
			fmt.Fprintln(&b, device, m.nameOf(device))
		}
	}
	return b.Bytes()
}

// nameOf returns the name in a sysfs file; of devices nothing is read.
func (m Machine) nameOf(path string) string {
	if strings.HasPrefix(path, "/sys/") {
		return m.text(path)
	}
	return ""
}

// What a secret looks like in a log, a config or an address.
var (
	named    = regexp.MustCompile(`(?i)((?:password|passwd|passphrase|secret|token|psk|api[-_]?key|authorization|cookie|pin)["']?\s*(?:=|:\s|:|\sis\s|\s)\s*["']?(?:bearer\s+)?)([^\s"',;&]+(?: [0-9]{3}\b)?)`)
	userInfo = regexp.MustCompile(`(://)[^/\s@]+@`)
	pem      = regexp.MustCompile(`(?s)-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)`)
)

// leftOut stands where a secret was.
const leftOut = "(left out)"

// Redact returns a text without secrets: those given, and whatever looks like one.
func Redact(text string, secrets []string) string {
	longest := slices.Clone(secrets)
	slices.SortFunc(longest, func(a, b string) int { return len(b) - len(a) }) // one may begin another
	for _, s := range longest {
		if s != "" {
			text = strings.ReplaceAll(text, s, leftOut)
		}
	}
	text = pem.ReplaceAllString(text, leftOut)
	text = userInfo.ReplaceAllString(text, "${1}"+leftOut+"@")
	return named.ReplaceAllString(text, "${1}"+leftOut)
}
