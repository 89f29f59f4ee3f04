package web_test

import (
	"slices"
	"testing"
	"time"
)

// lampsNow returns which segments the second display has lit, digit by digit,
// once they aren't those given. The dots blink and are left out.
func (s *service) lampsNow(not []int) []int {
	s.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		var said struct {
			Displays []struct {
				Picture struct {
					Lamps []int `json:"lamps"`
				} `json:"picture"`
			} `json:"displays"`
		}
		s.ask("GET", "/displays", nil, &said)
		lamps := said.Displays[1].Picture.Lamps
		for i := range lamps {
			lamps[i] &= 0x7F
		}
		if !slices.Equal(lamps, not) && slices.Max(lamps) > 0 {
			return lamps
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("the display still shows %v", lamps)
		}
	}
}

// TestDisplaysOnTheDashboard: the dashboard draws the lamps as they are lit and
// follows a game on them, and says of a display that fails that it does.
func TestDisplaysOnTheDashboard(t *testing.T) {
	t.Parallel()
	s := serve(t, "--display", "ht16k33:I2C250@0x70,0x71", "--display", "mirror:?modules=3")
	v := s.begin("agricola", "Ann", "Bo")
	d := open(t, s, "laptop", 1280, 800, "/?play="+v.Play, true)
	d.shows(".dot.off", "ht16k33:I2C250@0x70,0x71: open the I2C bus")
	drawn := func(not []int) []int {
		t.Helper()
		for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
			lamps := s.lampsNow(not)
			got := eval[[]int](d, `[...([...document.querySelectorAll("svg.lamps.digits.seven")].at(-1)?.querySelectorAll("g") || [])].map((digit) =>
  [...digit.querySelectorAll("path")].reduce((bits, e, i) => bits | (e.classList.contains("lit") ? 1 << i : 0), 0))`)
			if slices.Equal(got, lamps) {
				return lamps
			}
			if time.Now().After(deadline) {
				t.Fatalf("the page draws %v, lit are %v", got, lamps)
			}
		}
	}
	before := drawn(nil)
	s.do(&v, "corrections", "correction", map[string]any{"player": "Ann", "set": map[string]any{"sheep": 8}})
	drawn(before)
	d.shows(".dot.off", "It doesn't answer.")
	d.quiet()
}
