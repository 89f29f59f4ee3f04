package camera

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Settings are a camera as somebody asked for it.
type Settings struct {
	Address string // fit to be shown: without password or query of an IP camera
	Kind    string // v4l2, rpicam, http, https, rtsp, dir, upload
	Device  string // of v4l2: a path below /dev
	Folder  string // of dir
	// Width and Height that are asked for, in px; 0: what the camera likes.
	Width, Height int
	Rate          float64 // pictures a second; 0: what the camera likes
	// Every is the time between pictures of a folder, between questions to an
	// address that gives one picture at a time, and at least between pictures of
	// rtsp; 0, of a folder: the next picture comes when somebody waits for it.
	Every time.Duration
	Loop  bool // a folder begins anew after its last picture

	port portSettings
	from *url.URL // of http, https and rtsp, with its secrets
}

// portSettings are what only the Pi's camera port has.
type portSettings struct {
	camera   int     // number, in the order of rpicam-hello --list-cameras
	focus    float64 // in dioptres, 1/m; negative: by itself, once at the start
	exposure int     // in µs; 0: by itself
	gain     float64 // 0: by itself
	awb      string  // a light's name, or the gains of red and blue, "1.8,1.5"
	quality  int     // of the JPEGs, 1 to 100
	rotate   int     // degrees, 0 or 180
}

// Bounds and defaults.
const (
	portWidth, portHeight = 2304, 1296 // the Camera Module 3's own, two by two pixels together
	portRate              = 5          // more only heats: the table stands still
	portQuality           = 93
	folderEvery           = 2 * time.Second
	askEvery              = time.Second
	rtspEvery             = 500 * time.Millisecond
	shortestEvery         = 10 * time.Millisecond
	longestEvery          = time.Hour
)

// lights are the names that rpicam-vid has for --awb.
var lights = []string{"auto", "incandescent", "tungsten", "fluorescent", "indoor", "daylight", "cloudy"}

// kinds lists the kinds of cameras with the settings of their own, and an example.
var kinds = map[string]struct {
	keys    []string
	example string
}{
	"v4l2":   {[]string{"size", "fps"}, "v4l2:/dev/v4l/by-id/usb-..."},
	"rpicam": {[]string{"size", "fps", "camera", "focus", "exposure", "gain", "awb", "quality", "rotate"}, "rpicam:"},
	"http":   {[]string{"every"}, "http://192.168.1.20:8080/video"},
	"https":  {[]string{"every"}, "https://camera.example/snapshot.jpg"},
	"rtsp":   {[]string{"every"}, "rtsp://192.168.1.20/stream"},
	"dir":    {[]string{"every", "loop"}, "dir:/home/pi/pictures?every=2s"},
	"upload": {nil, "upload:"},
}

// Kinds returns the kinds of cameras, in order of name.
func Kinds() []string { return slices.Sorted(maps.Keys(kinds)) }

// Parse reads an address, such as "v4l2:/dev/v4l/by-id/usb-...?size=1920x1080",
// "rpicam:?focus=1.2", "http://phone:8080/video", "dir:/pictures?every=2s&loop"
// or "upload:". What stands after ? is for us, but for http, https and rtsp,
// where it is the camera's own and ours stands after #, as in
// "http://camera/snapshot.cgi?channel=1#every=1s". The error says what is wrong
// and what is allowed, without any password.
func Parse(address string) (Settings, error) {
	s := Settings{Address: Public(address)}
	wrong := func(format string, args ...any) (Settings, error) {
		return Settings{}, fmt.Errorf("the camera %q: %s", s.Address, fmt.Sprintf(format, args...))
	}
	name, rest, ok := strings.Cut(address, ":")
	kind, known := kinds[name]
	if !ok || !known {
		return wrong("there is no such kind; there are %s", strings.Join(examples(), ", "))
	}
	if strings.ContainsFunc(address, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return wrong("it has a line break or another character that can't be in an address")
	}
	s.Kind = name
	mark := "?"
	if s.remote() {
		mark = "#"
	}
	place, query, _ := strings.Cut(rest, mark)
	values, err := url.ParseQuery(query)
	if err != nil {
		return wrong("what stands after the %s can't be read: %v", mark, err)
	}
	for key, given := range values {
		if !slices.Contains(kind.keys, key) {
			return wrong("it has no setting %q; there are %s", key, cmp.Or(strings.Join(kind.keys, ", "), "none"))
		}
		if len(given) > 1 {
			return wrong("%s is given twice", key)
		}
	}
	if err := s.place(name+":"+place, place); err != nil {
		return wrong("%v, such as %s", err, kind.example)
	}
	for _, read := range []func(url.Values) error{s.paced, s.sized, s.portSet} {
		if err := read(values); err != nil {
			return wrong("%v", err)
		}
	}
	return s, nil
}

// Public returns an address as it may be shown: user, password and query of an
// IP camera are left out. It takes anything, also what can't be parsed.
func Public(address string) string {
	kind, rest, ok := strings.Cut(address, ":")
	switch kind {
	case "v4l2", "rpicam", "dir", "upload":
		return address
	}
	if !ok {
		kind, rest = "", address
	}
	slashes := ""
	if strings.HasPrefix(rest, "//") {
		slashes, rest = "//", rest[2:]
	}
	if at := strings.LastIndex(rest, "@"); at >= 0 { // a password may hold any character, so rather too much is cut
		rest = rest[at+1:]
		if slashes == "" {
			kind = "..." // it may be a user's name
		}
	}
	where, _, secret := strings.Cut(rest, "?")
	where, ours, fragment := strings.Cut(where, "#")
	switch {
	case secret:
		where += "?..."
	case fragment:
		where += "#" + ours
	}
	if ok {
		kind += ":"
	}
	return kind + slashes + where
}

// Secrets returns the parts of an address that are nobody's business, for
// leaving them out of other texts; without those too short to be told from words.
func Secrets(address string) []string {
	s, err := Parse(address)
	if err != nil || s.from == nil {
		return nil
	}
	password, _ := s.from.User.Password()
	list := []string{s.from.User.String(), password, s.from.RawQuery}
	return slices.DeleteFunc(list, func(text string) bool { return len(text) < 4 })
}

func examples() []string {
	var list []string
	for _, name := range Kinds() {
		list = append(list, kinds[name].example)
	}
	return list
}

func (s Settings) remote() bool { return s.Kind == "http" || s.Kind == "https" || s.Kind == "rtsp" }

// streams reports whether pictures come without being asked for, so that their
// staying away means something.
func (s Settings) streams() bool { return s.Kind != "dir" && s.Kind != "upload" }

// place reads where the camera is.
func (s *Settings) place(whole, place string) error {
	switch s.Kind {
	case "v4l2":
		if s.Device = place; !strings.HasPrefix(place, "/dev/") || path.Clean(place) != place {
			return fmt.Errorf("it needs a device file below /dev")
		}
	case "dir":
		if s.Folder = place; place == "" {
			return fmt.Errorf("it needs a folder")
		}
	case "http", "https", "rtsp":
		u, err := url.Parse(whole)
		if err != nil || u.Hostname() == "" || u.Opaque != "" {
			return fmt.Errorf("it needs a host after // (a password with @, / or : in it is written with %%40, %%2F or %%3A)")
		}
		s.from = u
	default:
		if place != "" {
			return fmt.Errorf("nothing stands after the colon but settings")
		}
	}
	return nil
}

// paced reads how often pictures come.
func (s *Settings) paced(v url.Values) error {
	switch s.Kind {
	case "dir":
		s.Every = folderEvery
	case "http", "https":
		s.Every = askEvery
	case "rtsp":
		s.Every = rtspEvery
	}
	switch loop := v.Get("loop"); {
	case !v.Has("loop") || loop == "no":
	case loop == "" || loop == "yes":
		s.Loop = true
	default:
		return fmt.Errorf("loop must be yes or no, but it is %q", loop)
	}
	text := v.Get("every")
	switch {
	case !v.Has("every"):
		return nil
	case s.Kind == "dir" && (text == "step" || text == "0" || text == "0s"):
		s.Every = 0
		return nil
	}
	every, err := time.ParseDuration(text)
	if err != nil || every < shortestEvery || every > longestEvery {
		return fmt.Errorf("every must be a time from %v to 1h, such as 2s, but it is %q", shortestEvery, text)
	}
	s.Every = every
	return nil
}

var sizeText = regexp.MustCompile(`^([0-9]{3,4})x([0-9]{3,4})$`)

// sized reads how large the pictures are, and how many a second.
func (s *Settings) sized(v url.Values) (err error) {
	if s.Kind == "rpicam" {
		s.Width, s.Height, s.Rate = portWidth, portHeight, portRate
	}
	if v.Has("size") {
		m := sizeText.FindStringSubmatch(v.Get("size"))
		if m == nil {
			return fmt.Errorf("size must be width and height in pixels, such as 1920x1080, but it is %q", v.Get("size"))
		}
		s.Width, _ = strconv.Atoi(m[1]) // digits
		s.Height, _ = strconv.Atoi(m[2])
	}
	s.Rate, err = number(v, "fps", s.Rate, 0.1, 120)
	return err
}

// portSet reads what only the camera port has.
func (s *Settings) portSet(v url.Values) (err error) {
	if s.Kind != "rpicam" {
		return nil
	}
	p := &s.port
	*p = portSettings{focus: -1, quality: portQuality}
	whole := func(key string, usual, low, high int) int {
		if err != nil {
			return 0
		}
		var n float64
		if n, err = number(v, key, float64(usual), float64(low), float64(high)); err == nil && n != float64(int(n)) {
			err = fmt.Errorf("%s must be a whole number, but it is %q", key, v.Get(key))
		}
		return int(n)
	}
	p.camera = whole("camera", 0, 0, 9)
	p.exposure = whole("exposure", 0, 10, 10_000_000)
	p.quality = whole("quality", portQuality, 1, 100)
	p.rotate = whole("rotate", 0, 0, 180)
	if err != nil {
		return err
	}
	if p.rotate != 0 && p.rotate != 180 {
		return fmt.Errorf("rotate must be 0 or 180, but it is %q", v.Get("rotate"))
	}
	if p.focus, err = number(v, "focus", -1, 0, 32); err != nil {
		return fmt.Errorf("%w (one divided by the distance in meters)", err)
	}
	if p.gain, err = number(v, "gain", 0, 1, 64); err != nil {
		return err
	}
	p.awb = v.Get("awb")
	if v.Has("awb") && !slices.Contains(lights, p.awb) && !gains.MatchString(p.awb) {
		return fmt.Errorf("awb must be one of %s, or the gains of red and blue, such as 1.8,1.5, but it is %q", strings.Join(lights, ", "), p.awb)
	}
	return nil
}

var gains = regexp.MustCompile(`^[0-9]{1,2}(\.[0-9]{1,4})?,[0-9]{1,2}(\.[0-9]{1,4})?$`)

// number reads a number within bounds.
func number(v url.Values, key string, usual, low, high float64) (float64, error) {
	if !v.Has(key) {
		return usual, nil
	}
	n, err := strconv.ParseFloat(v.Get(key), 64)
	if err != nil || !(n >= low && n <= high) {
		return 0, fmt.Errorf("%s must be a number from %g to %g, but it is %q", key, low, high, v.Get(key))
	}
	return n, nil
}
