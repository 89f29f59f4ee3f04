package display

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	for address, want := range map[string]Settings{
		"max7219:SPI0.0": {Driver: "max7219", Bus: "SPI0.0", Face: Face{Seven, 1, 8, false}, Wiring: Digits, Brightness: 4},
		"max7219:SPI0.0?modules=4&seats=2,1&rotate=180":                  {Driver: "max7219", Bus: "SPI0.0", Face: Face{Seven, 4, 8, false}, Wiring: Digits, Brightness: 4, Seats: []int{2, 1}, UpsideDown: true},
		"max7219:SPI10.1?matrix=4":                                       {Driver: "max7219", Bus: "SPI10.1", Face: Face{Matrix, 4, 8, false}, Wiring: FC16, Brightness: 4},
		"max7219:SPI0.0?matrix=8&order=generic&first=left&brightness=15": {Driver: "max7219", Bus: "SPI0.0", Face: Face{Matrix, 8, 8, false}, Wiring: Generic, FirstLeft: true, Brightness: 15},
		"ht16k33:I2C1":                        {Driver: "ht16k33", Bus: "I2C1", Chips: []uint16{0x70}, Face: Face{Seven, 1, 4, false}, Wiring: Digits, Brightness: 4},
		"ht16k33:I2C1@0x70,0x71?segments=14":  {Driver: "ht16k33", Bus: "I2C1", Chips: []uint16{0x70, 0x71}, Face: Face{Fourteen, 2, 4, false}, Wiring: Digits, Brightness: 4},
		"terminal:":                           {Driver: "terminal", Face: Face{Seven, 7, 8, true}, Wiring: Digits, Brightness: 4},
		"terminal:?matrix=4&redraw=yes":       {Driver: "terminal", Face: Face{Matrix, 4, 8, false}, Wiring: FC16, Brightness: 4, Redraw: true},
		"mirror:?modules=2":                   {Driver: "mirror", Face: Face{Seven, 2, 8, false}, Wiring: Digits, Brightness: 4},
		"mirror:?night=22:30-07:00&dim=1":     {Driver: "mirror", Face: Face{Seven, 5, 8, false}, Wiring: Digits, Brightness: 4, Night: Night{22*time.Hour + 30*time.Minute, 7 * time.Hour, 1}},
		"terminal:?segments=14&brightness=0":  {Driver: "terminal", Face: Face{Fourteen, 7, 8, true}, Wiring: Digits},
		"max7219:SPI0.0?matrix=1&order=fc16&": {Driver: "max7219", Bus: "SPI0.0", Face: Face{Matrix, 1, 8, false}, Wiring: FC16, Brightness: 4},
	} {
		want.Address = address
		got, err := Parse(address)
		if err != nil {
			t.Errorf("%s: %v", address, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", address, diff)
		}
	}
	for address, want := range map[string]string{
		"":                                   "there are ht16k33:I2C1@0x70,0x71, max7219:SPI0.0?modules=4, mirror:?modules=4, terminal:",
		"max7219":                            "no such kind",
		"max7219:":                           "it needs an SPI port, such as max7219:SPI0.0?modules=4",
		"max7219:I2C1":                       "it needs an SPI port",
		"max7219:SPI0.0?modules=0":           "modules must be a whole number from 1 to 16, but it is \"0\"",
		"max7219:SPI0.0?module=4":            `it has no setting "module"; there are modules, matrix, order, first, brightness`,
		"max7219:SPI0.0?modules=2&matrix=2":  "not both",
		"max7219:SPI0.0?modules=2&modules=3": "given twice",
		"max7219:SPI0.0?order=fc16":          "for a matrix",
		"max7219:SPI0.0?matrix=2&order=odd":  "fc16, generic or parola",
		"max7219:SPI0.0?matrix=2&first=top":  "left or right",
		"max7219:SPI0.0?rotate=90":           "0 or 180",
		"max7219:SPI0.0?seats=1,1":           "each once",
		"max7219:SPI0.0?night=late":          "22:00-07:00",
		"max7219:SPI0.0?dim=3":               "say when",
		"max7219:SPI0.0?brightness=16":       "from 0 to 15",
		"max7219:SPI0.0?%zz":                 "can't be read",
		"ht16k33:0x70":                       "it needs an I2C bus",
		"ht16k33:I2C1@0x20":                  "0x70 to 0x77",
		"ht16k33:I2C1@":                      "0x70 to 0x77",
		"ht16k33:I2C1@0x70,,0x71":            "0x70 to 0x77",
		"mirror:?night=22:00-22:00&dim=1":    "two times",
		"ht16k33:I2C1@0x70,112":              "given twice",
		"ht16k33:I2C1?segments=16":           "7 or 14",
		"terminal:stdout":                    "nothing stands between",
		"terminal:?redraw=maybe":             "yes or no",
		"terminal:?segments=14&matrix=2":     "no segments",
	} {
		if _, err := Parse(address); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", address, err, want)
		}
	}
}

// TestNight: dimmed over midnight and not, by the time given.
func TestNight(t *testing.T) {
	at := func(hour, minute int) time.Time { return time.Date(2026, 11, 30, hour, minute, 0, 0, time.UTC) }
	over := Settings{Brightness: 8, Night: Night{22 * time.Hour, 7 * time.Hour, 1}}
	within := Settings{Brightness: 8, Night: Night{1 * time.Hour, 2 * time.Hour, 12}}
	for _, c := range []struct {
		s    Settings
		now  time.Time
		want int
	}{
		{over, at(21, 59), 8}, {over, at(22, 0), 1}, {over, at(0, 0), 1}, {over, at(6, 59), 1}, {over, at(7, 0), 8},
		{within, at(1, 30), 8}, // night never brightens
		{within, at(2, 30), 8}, {Settings{Brightness: 3}, at(0, 0), 3},
	} {
		if got := c.s.At(c.now); got != c.want {
			t.Errorf("%s, night %v: %d, want %d", c.now.Format("15:04"), c.s.Night, got, c.want)
		}
	}
}
