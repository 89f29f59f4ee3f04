package camera

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestParse(t *testing.T) {
	port := portSettings{focus: -1, quality: 93}
	near := portSettings{camera: 1, focus: 1.25, exposure: 20000, gain: 2, awb: "1.8,1.5", quality: 80, rotate: 180}
	for _, c := range []struct {
		address string
		want    Settings
		from    string
	}{
		{"v4l2:/dev/v4l/by-id/usb-046d_C920-video-index0", Settings{Kind: "v4l2", Device: "/dev/v4l/by-id/usb-046d_C920-video-index0"}, ""},
		{"v4l2:/dev/video2?size=1920x1080&fps=7.5", Settings{Kind: "v4l2", Device: "/dev/video2", Width: 1920, Height: 1080, Rate: 7.5}, ""},
		{"rpicam:", Settings{Kind: "rpicam", Width: 2304, Height: 1296, Rate: 5, port: port}, ""},
		{"rpicam:?size=4608x2592&fps=2&camera=1&focus=1.25&exposure=20000&gain=2&awb=1.8,1.5&quality=80&rotate=180", Settings{Kind: "rpicam", Width: 4608, Height: 2592, Rate: 2, port: near}, ""},
		{"dir:/pictures", Settings{Kind: "dir", Folder: "/pictures", Every: 2 * time.Second}, ""},
		{"dir:a folder?every=100ms&loop", Settings{Kind: "dir", Folder: "a folder", Every: 100 * time.Millisecond, Loop: true}, ""},
		{"dir:x?every=step&loop=no", Settings{Kind: "dir", Folder: "x"}, ""},
		{"upload:", Settings{Kind: "upload"}, ""},
		{"http://phone:8080/video", Settings{Kind: "http", Every: time.Second}, "http://phone:8080/video"},
		{"https://[fe80::1]/shot.cgi?every=9&x=#every=3s", Settings{Kind: "https", Every: 3 * time.Second, Address: "https://[fe80::1]/shot.cgi?..."}, "https://[fe80::1]/shot.cgi?every=9&x="},
		{"http://me:p%40ss@10.0.0.2/", Settings{Kind: "http", Every: time.Second, Address: "http://10.0.0.2/"}, "http://me:p%40ss@10.0.0.2/"},
		{"rtsp://me:secret@10.0.0.2:554/h264?channel=1#every=1s", Settings{Kind: "rtsp", Every: time.Second, Address: "rtsp://10.0.0.2:554/h264?..."}, "rtsp://me:secret@10.0.0.2:554/h264?channel=1"},
	} {
		got, err := Parse(c.address)
		if err != nil {
			t.Errorf("%s: %v", c.address, err)
			continue
		}
		if c.want.Address == "" {
			c.want.Address = c.address
		}
		if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(portSettings{}), cmpopts.IgnoreFields(Settings{}, "from"), cmp.AllowUnexported(Settings{})); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.address, diff)
		}
		if c.from != "" && got.from.String() != c.from {
			t.Errorf("%s is asked as %s", c.address, got.from)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for address, want := range map[string]string{
		"":                             "there is no such kind",
		"video0":                       "there is no such kind; there are dir:",
		"file:/x":                      "there is no such kind",
		"v4l2:":                        "it needs a device file below /dev, such as v4l2:/dev/v4l/by-id",
		"v4l2:/dev/../etc/passwd":      "below /dev",
		"v4l2:video0":                  "below /dev",
		"v4l2:/dev/video0?focus=1":     `it has no setting "focus"; there are size, fps`,
		"v4l2:/dev/video0?size=big":    "size must be",
		"v4l2:/dev/video0?size=1x1":    "size must be",
		"v4l2:/dev/video0?fps=0":       "fps must be a number from 0.1 to 120",
		"v4l2:/dev/video0?fps=NaN":     "fps must be",
		"v4l2:/dev/video0?fps=5&fps=6": "fps is given twice",
		"v4l2:/dev/video0\nx":          "a line break",
		"rpicam:0":                     "nothing stands after the colon",
		"rpicam:?awb=blue":             "awb must be one of auto",
		"rpicam:?focus=-1":             "focus must be a number from 0 to 32",
		"rpicam:?rotate=90":            "rotate must be 0 or 180",
		"rpicam:?exposure=1.5":         "exposure must be",
		"rpicam:?quality=8.5":          "whole number",
		"rpicam:?%zz":                  "what stands after the ? can't be read",
		"dir:":                         "it needs a folder",
		"dir:x?every=soon":             "every must be a time from 10ms to 1h",
		"dir:x?every=1ms":              "every must be",
		"dir:x?loop=maybe":             "loop must be yes or no",
		"dir:x?every=-2s":              "every must be",
		"upload:x":                     "nothing stands after the colon",
		"upload:?every=1s":             "there are none",
		"http:phone":                   "it needs a host after //",
		"http:///video":                "it needs a host",
		"http://phone/#size=3":         `it has no setting "size"; there are every`,
		"http://phone/#every=0":        "every must be",
		"rtsp://me:se/cr@et@10.0.0.2/": "a password with @, / or :",
		"http://me:secret@phone:port/": "it needs a host",
		"http://me:secret@phone/?pw=secret#secret=1": "it has no setting",
		"nothing://me:secret@phone/":                 "there is no such kind",
	} {
		got, err := Parse(address)
		if err == nil {
			t.Errorf("%q is taken, as %+v", address, got)
			continue
		}
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %q", address, err, want)
		}
		if strings.Contains(strings.ReplaceAll(err.Error(), `setting "secret"`, ""), "secret") || strings.Contains(err.Error(), "se/cr") {
			t.Errorf("%q: the error tells the password: %v", address, err)
		}
	}
}

func TestPublic(t *testing.T) {
	for address, want := range map[string]string{
		"http://a/b":                "http://a/b",
		"http://u:p@a/b?x=1#e=1":    "http://a/b?...",
		"http://u:p@a/b#every=1s":   "http://a/b#every=1s",
		"rtsp://u:p/@?#@a/b":        "rtsp://a/b",
		"http://a/b?mail=me@home":   "http://home",
		"v4l2:/dev/video0?size=1x1": "v4l2:/dev/video0?size=1x1",
		"dir:/a@b":                  "dir:/a@b",
		"http:u:p@a/b":              "...:a/b",
		"htp://u:p@a/b":             "htp://a/b",
		"u:p@a/b":                   "...:a/b",
		"u@a/b":                     "...a/b",
		"video0":                    "video0",
		"":                          "",
	} {
		if got := Public(address); got != want {
			t.Errorf("%s is shown as %s, want %s", address, got, want)
		}
	}
}

func TestSecrets(t *testing.T) {
	for address, want := range map[string][]string{
		"http://me:p%40ss@a/b?pwd=hush&x=1#every=1s": {"me:p%40ss", "p@ss", "pwd=hush&x=1"},
		"rtsp://me:p@a/?c=1":                         {"me:p"},
		"https://a/b":                                {},
		"dir:/secret?loop":                           nil,
		"what":                                       nil,
	} {
		if diff := cmp.Diff(want, Secrets(address), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got)\n%s", address, diff)
		}
	}
}
