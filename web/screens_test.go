package web_test

import (
	"fmt"
	"testing"
)

// TestScreens looks at every page in every size, in light and dark: nothing
// hangs over the side, nothing complains, and axe-core finds nothing serious.
// With HARBORMASTER_SHOTS set to a folder it writes pictures there.
func TestScreens(t *testing.T) {
	s := serve(t)
	done := s.play(-1)
	s.do(&done, "finish", "", nil)
	s.play(60)
	b := browser(t)
	d := open(t, b, s, "screens", 1280, 800, "/", true)
	for _, p := range []struct{ name, path, there string }{
		{"dashboard", "/", ".seat"}, {"table", "/table", ".choices button, .pickmat"}, {"phone", "/phone", ".phone"}, {"new", "/new", "#begin"},
		{"history", "/history", ".evenings li"}, {"play", "/history/" + done.Play, ".plot"}, {"pair", "/pair", ".phone"},
	} {
		for i, width := range []int64{360, 820, 1280, 1920} {
			theme := []string{"light", "dark"}[i%2]
			d.size(width, []int64{740, 1180, 800, 1080}[i])
			eval[bool](d, fmt.Sprintf(`localStorage.setItem("harbormaster.theme", '"%s"'), true`, theme))
			d.visit(p.path)
			d.until(fmt.Sprintf(`document.querySelector(%q)`, p.there))
			name := fmt.Sprintf("web-%s-%d", p.name, width)
			d.shot(name)
			if eval[bool](d, `document.documentElement.scrollWidth > innerWidth`) {
				t.Errorf("%s: the page is wider than the screen", name)
			}
			if i == 0 || i == 3 { // once in light, once in dark
				d.check(name)
			}
		}
	}
	d.quiet()
}
