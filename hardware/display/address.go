package display

import (
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Settings are a display as somebody asked for it.
type Settings struct {
	Address string   // as it was given
	Driver  string   // "max7219", "ht16k33", "terminal", "mirror"
	Bus     string   // "SPI0.0", "I2C1"; empty for the last two
	Chips   []uint16 // I2C addresses, one a module
	Face    Face
	Wiring  Wiring // of a MAX7219
	// FirstLeft: the matrix next to the Pi is the leftmost, not the rightmost.
	FirstLeft  bool
	Brightness int   // 0 to 15
	UpsideDown bool  // it hangs upside down
	Seats      []int // which seat each module shows, from 1; nil: all in order
	Night      Night
	Redraw     bool // a terminal draws over what it drew before
}

// Night is when a display is dimmed, in the clock's own time zone. The zero
// value is never.
type Night struct {
	From, To   time.Duration // since midnight; From may be after To
	Brightness int           // 0 to 15
}

// At returns how bright the display is at a time, 0 to 15.
func (s Settings) At(now time.Time) int {
	n := s.Night
	day := time.Duration(now.Hour())*time.Hour + time.Duration(now.Minute())*time.Minute + time.Duration(now.Second())*time.Second
	dim := n.From <= day && day < n.To
	if n.From > n.To { // over midnight
		dim = day >= n.From || day < n.To
	}
	if dim {
		return min(n.Brightness, s.Brightness)
	}
	return s.Brightness
}

// Bounds and defaults of the settings.
const (
	brightest     = 15
	usual         = 4 // bright enough for a room, and little current
	mostModules   = 16
	firstChip     = 0x70
	lastChip      = 0x77
	logModules    = 7 // of the terminal, which draws those in use: six players, and the round
	pageModules   = 5 // of the mirror: four players, and the round; more take turns
	digitsOnMAX   = 8
	digitsOnHT    = 4
	columnsMatrix = 8
)

// The names of buses, by the kernel's numbers.
var (
	spiName = regexp.MustCompile(`^SPI[0-9]{1,3}\.[0-9]{1,2}$`)
	i2cName = regexp.MustCompile(`^I2C[0-9]{1,3}$`)
)

// commonKeys are the settings that every display has.
var commonKeys = []string{"brightness", "rotate", "seats", "night", "dim"}

// drivers lists the drivers with the settings of their own, and an example.
var drivers = map[string]struct {
	keys    []string
	example string
}{
	"max7219":  {[]string{"modules", "matrix", "order", "first"}, "max7219:SPI0.0?modules=4"},
	"ht16k33":  {[]string{"segments"}, "ht16k33:I2C1@0x70,0x71"},
	"terminal": {[]string{"modules", "matrix", "segments", "redraw"}, "terminal:"},
	"mirror":   {[]string{"modules", "matrix", "segments"}, "mirror:?modules=4"},
}

// Parse reads an address, such as "max7219:SPI0.0?modules=4",
// "max7219:SPI0.0?matrix=4&order=fc16", "ht16k33:I2C1@0x70,0x71?segments=14" or
// "terminal:". The error says what is wrong, and what is allowed.
func Parse(address string) (Settings, error) {
	s := Settings{Address: address, Brightness: usual}
	wrong := func(format string, args ...any) (Settings, error) {
		return Settings{}, fmt.Errorf("the display %q: %s", address, fmt.Sprintf(format, args...))
	}
	name, rest, ok := strings.Cut(address, ":")
	driver, known := drivers[name]
	if !ok || !known {
		return wrong("there is no such kind; there are %s", strings.Join(examples(), ", "))
	}
	place, query, _ := strings.Cut(rest, "?")
	s.Driver = name
	values, err := url.ParseQuery(query)
	if err != nil {
		return wrong("what stands after the ? can't be read: %v", err)
	}
	for key, given := range values {
		if allowed := slices.Concat(driver.keys, commonKeys); !slices.Contains(allowed, key) {
			return wrong("it has no setting %q; there are %s", key, strings.Join(allowed, ", "))
		}
		if len(given) > 1 {
			return wrong("%s is given twice", key)
		}
	}
	if err := s.place(place); err != nil {
		return wrong("%v, such as %s", err, driver.example)
	}
	for _, read := range []func(url.Values) error{s.shape, s.mounted, s.dimmed} {
		if err := read(values); err != nil {
			return wrong("%v", err)
		}
	}
	return s, nil
}

func examples() []string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(drivers)) {
		list = append(list, drivers[name].example)
	}
	return list
}

// place reads where the display is.
func (s *Settings) place(place string) error {
	switch s.Driver {
	case "max7219":
		if s.Bus = place; !spiName.MatchString(place) {
			return fmt.Errorf("it needs an SPI port")
		}
	case "ht16k33":
		bus, chips, named := strings.Cut(place, "@")
		if s.Bus = bus; !i2cName.MatchString(bus) {
			return fmt.Errorf("it needs an I2C bus")
		}
		if !named {
			chips = "0x70"
		}
		for _, text := range strings.Split(chips, ",") {
			chip, err := strconv.ParseUint(text, 0, 16)
			if err != nil || chip < firstChip || chip > lastChip {
				return fmt.Errorf("%q isn't an address from 0x70 to 0x77", text)
			}
			if slices.Contains(s.Chips, uint16(chip)) {
				return fmt.Errorf("%s is given twice", text)
			}
			s.Chips = append(s.Chips, uint16(chip))
		}
	default:
		if place != "" {
			return fmt.Errorf("nothing stands between : and ?")
		}
	}
	return nil
}

// shape reads what it has to draw on.
func (s *Settings) shape(v url.Values) error {
	modules, err := number(v, "modules", 1, 1, mostModules)
	if err != nil {
		return err
	}
	matrix, err := number(v, "matrix", 0, 1, mostModules)
	if err != nil {
		return err
	}
	if v.Has("modules") && v.Has("matrix") {
		return fmt.Errorf("it has either modules of digits or a matrix, not both")
	}
	kind := Seven
	switch segments := v.Get("segments"); {
	case segments != "" && matrix > 0:
		return fmt.Errorf("a matrix has no segments")
	case segments == "14":
		kind = Fourteen
	case segments != "" && segments != "7":
		return fmt.Errorf("segments must be 7 or 14, but it is %q", segments)
	}
	switch {
	case v.Has("modules"):
	case s.Driver == "terminal":
		modules = logModules
	case s.Driver == "mirror":
		modules = pageModules
	}
	if v.Has("redraw") {
		if s.Redraw = v.Get("redraw") != "no"; s.Redraw && v.Get("redraw") != "yes" {
			return fmt.Errorf("redraw must be yes or no, but it is %q", v.Get("redraw"))
		}
	}
	s.Face = Face{Kind: kind, Modules: modules, Cells: digitsOnMAX, Still: s.Driver == "terminal" && !s.Redraw}
	s.Wiring = Digits
	if s.Driver == "ht16k33" {
		s.Face.Modules, s.Face.Cells = len(s.Chips), digitsOnHT
	}
	if matrix > 0 {
		s.Face.Kind, s.Face.Modules, s.Face.Cells, s.Wiring = Matrix, matrix, columnsMatrix, FC16
	}
	return s.wired(v)
}

// wired reads how a row of matrices is wired.
func (s *Settings) wired(v url.Values) error {
	order, first := v.Get("order"), v.Get("first")
	if (order != "" || first != "") && s.Face.Kind != Matrix {
		return fmt.Errorf("order and first are for a matrix")
	}
	if order != "" {
		if s.Wiring = Wiring(order); !slices.Contains([]Wiring{FC16, Generic, Parola}, s.Wiring) {
			return fmt.Errorf("order must be fc16, generic or parola, but it is %q", order)
		}
	}
	if s.FirstLeft = first == "left"; first != "" && first != "left" && first != "right" {
		return fmt.Errorf("first must be left or right, but it is %q", first)
	}
	return nil
}

// mounted reads how it hangs, how bright it is, and whom it shows.
func (s *Settings) mounted(v url.Values) (err error) {
	if s.Brightness, err = number(v, "brightness", usual, 0, brightest); err != nil {
		return err
	}
	switch rotate := v.Get("rotate"); rotate {
	case "", "0":
	case "180":
		s.UpsideDown = true
	default:
		return fmt.Errorf("rotate must be 0 or 180, but it is %q", rotate)
	}
	if !v.Has("seats") {
		return nil
	}
	for _, text := range strings.Split(v.Get("seats"), ",") {
		seat, err := strconv.Atoi(text)
		if err != nil || seat < 1 || seat > mostModules || slices.Contains(s.Seats, seat) {
			return fmt.Errorf("seats must be numbers of seats, each once, such as 2,1,3, but it is %q", v.Get("seats"))
		}
		s.Seats = append(s.Seats, seat)
	}
	return nil
}

// dimmed reads when it is dimmed.
func (s *Settings) dimmed(v url.Values) (err error) {
	if s.Night.Brightness, err = number(v, "dim", 0, 0, brightest); err != nil {
		return err
	}
	night := v.Get("night")
	if night == "" {
		if v.Has("dim") {
			return fmt.Errorf("dim says how bright it is by night; say when with night=22:00-07:00")
		}
		return nil
	}
	from, to, _ := strings.Cut(night, "-")
	start, err1 := time.Parse("15:04", from)
	end, err2 := time.Parse("15:04", to)
	if err1 != nil || err2 != nil || from == to {
		return fmt.Errorf("night must be two times, such as 22:00-07:00, but it is %q", night)
	}
	midnight := time.Date(start.Year(), start.Month(), start.Day(), 0, 0, 0, 0, time.UTC)
	s.Night.From, s.Night.To = start.Sub(midnight), end.Sub(midnight)
	return nil
}

// number reads a whole number within bounds.
func number(v url.Values, key string, usual, low, high int) (int, error) {
	if !v.Has(key) {
		return usual, nil
	}
	n, err := strconv.Atoi(v.Get(key))
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("%s must be a whole number from %d to %d, but it is %q", key, low, high, v.Get(key))
	}
	return n, nil
}
