package web_test

import (
	"fmt"
	"testing"
)

// TestScreens looks at every page in every size, in light and dark: nothing
// hangs over the side, nothing complains, and axe-core finds nothing serious.
// With HARBORMASTER_SHOTS set to a folder it writes pictures there.
func TestScreens(t *testing.T) {
	t.Parallel()
	s := serve(t)
	done := s.play(-1)
	s.do(&done, "finish", "", nil)
	s.play(60)
	for _, p := range []struct{ name, path, there string }{
		{"dashboard", "/", ".seat"}, {"table", "/table", ".choices button, .pickmat"}, {"phone", "/phone", ".phone"}, {"new", "/new", "#begin"},
		{"history", "/history", ".evenings li"}, {"play", "/history/" + done.Play, ".plot"}, {"pair", "/pair", ".phone"},
	} {
		t.Run(p.name, func(t *testing.T) {
			d := open(t, s, "screens", 1280, 800, p.path, true)
			d.until(fmt.Sprintf(`document.querySelector(%q)`, p.there))
			for _, width := range []int64{360, 820, 1280, 1920} {
				d.size(width, map[int64]int64{360: 740, 820: 1180, 1280: 800, 1920: 1080}[width])
				for _, theme := range []string{"light", "dark"} {
					name := fmt.Sprintf("%s-%d-%s", p.name, width, theme)
					eval[bool](d, fmt.Sprintf(`document.documentElement.dataset.theme = %q, true`, theme))
					d.settled()
					d.shot(name)
					if wide := eval[float64](d, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
						t.Errorf("%s: the page is %.0f px wider than the screen", name, wide)
					}
					if width == 360 && theme == "light" || width == 1920 && theme == "dark" {
						d.check(name)
					}
				}
			}
			d.quiet()
		})
	}
}
