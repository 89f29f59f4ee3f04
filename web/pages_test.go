package web_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/chromedp/cdproto/network"
)

// statistics: from the evenings to the figures, another player's meetings, and
// one game's alone.
func statistics(t *testing.T, s *service, open opener) {
	s.pastEvenings()
	d := open("laptop", 1280, 800, "/history")
	d.press("Statistics")
	d.shows("tbody th", "Dominique")
	d.until(`document.querySelectorAll(".plot .won").length >= 15`) // a win an evening, of those drawn
	d.shows(".versus", "Cy")
	var meetings struct {
		Meetings []struct {
			Name          string
			Ahead, Behind int
		}
	}
	s.ask("GET", fmt.Sprintf("/statistics/head-to-head?player=%d", s.person("Ann")), nil, &meetings)
	first := meetings.Meetings[0] // a player's own wins stand beside the own name, the other's beside the other's
	want := fmt.Sprintf("Ann %d %d %s", first.Ahead, first.Behind, first.Name)
	if got := eval[string](d, `[...document.querySelectorAll(".versus > :not(svg)")].slice(0, 4).map((e) => e.textContent).join(" ")`); got != want {
		t.Errorf("head to head shows %q instead of %q", got, want)
	}
	d.pick(`.panel label select`, fmt.Sprint(s.person("Cy")))
	d.until(`[...document.querySelectorAll(".versus .other")].every((e) => e.textContent !== "Cy") && document.querySelector(".versus .other")`)
	d.shows(".records", "Widest margin · Riverboat")
	d.press("Agricola")
	d.until(`document.querySelectorAll(".records li").length > 0 && !document.querySelector(".records").textContent.includes("Riverboat")`)
}

// pick chooses an option.
func (d *device) pick(selector, value string) {
	d.t.Helper()
	d.until(`document.querySelector(` + quote(selector) + `)`)
	eval[bool](d, fmt.Sprintf(`(() => { const e = document.querySelector(%s); e.value = %s; e.dispatchEvent(new Event("change", {bubbles: true})); return e.value === %[2]s; })()`, quote(selector), quote(value)))
}

// cards: one is defined with the form, is in the next game, and is picked by
// its name in its phase.
func cards(t *testing.T, s *service, open opener) {
	d := open("tablet", 820, 1180, "/cards")
	d.fill(`form input`, "Barn inspector")
	d.press("for what you own")
	d.pick(`form select`, "well")
	d.fill(`form input[type="number"]`, "3")
	d.shows(".ask", "Barn inspector: 3 VP for each: well")
	d.press("Save")
	d.shows(".cards", "3 VP for each: well")
	s.play(0) // whose mats the next one has
	d.visit("/new")
	d.press("Begin: Ann, Bo")
	d.shows(".ask", "Ann chooses")
	v := s.see(eval[string](d, `new URLSearchParams(location.search).get("play")`))
	for _, kind := range []string{"planting", "cultivation", "harvesting", "opportunity", "scoring"} {
		s.do(&v, "actions", "action", map[string]any{"do": "tile", "kind": kind, "player": v.Prompt.Player})
	}
	s.do(&v, "corrections", "correction", map[string]any{"set": map[string]any{"phase": "opportunity"}})
	before := s.see(v.Play)
	d.shows(".choices", "Barn inspector")
	d.press("Barn inspector")
	d.until(`document.querySelector("[aria-pressed=true] b")`)
	d.tap(`[data-do="opportunity"]`)
	d.shows(".happened li", "Barn inspector")
	if now := s.see(v.Play); now.Number == before.Number {
		t.Error("no card was taken")
	}
}

// settings: what needs no password, what does, and what is imported.
func settings(t *testing.T, s *service, open opener) {
	s.play(0)
	d := open("laptop", 1280, 800, "/settings")
	d.press("Deutsch")
	d.shows("h1", "Einstellungen")
	d.press("Dunkel")
	d.until(`getComputedStyle(document.documentElement).colorScheme === "dark"`)
	d.press("English")
	d.fill(`input[type="password"]`, "surely not this one")
	d.allow("Failed to load resource")
	d.press("Log in")
	d.shows("[role=alert]", "The password is wrong")
	d.fill(`input[type="password"]`, s.password())
	d.press("Log in")
	d.shows("h2", "Paired devices")
	d.until(`[...document.querySelectorAll("h2 + .cards input")].some((e) => e.value === "laptop")`)
	d.put(`[aria-label="Where it stands"], label:nth-child(2) > input`, "Attic")
	d.shows(".notice.done", "Saved")
	var kept struct{ Place string }
	s.ask("GET", "/settings", nil, &kept)
	if kept.Place != "Attic" {
		t.Errorf("the place is %q", kept.Place)
	}
	d.press("Log out")
	d.shows("h2", "More settings")
}

// put changes a field as if somebody had typed and left it.
func (d *device) put(selector, text string) {
	d.t.Helper()
	d.until(`document.querySelector(` + quote(selector) + `)`)
	eval[bool](d, fmt.Sprintf(`(() => { const e = document.querySelector(%s); e.value = %s; e.dispatchEvent(new Event("change", {bubbles: true})); return true; })()`, quote(selector), quote(text)))
}

// byHand: a game kept by counters. Touches add up to one entry a counter, which
// is sent once the finger rests or somebody goes on.
func byHand(t *testing.T, s *service, open opener) {
	v := s.begin("agricola", "Ann", "Bo")
	s.do(&v, "actions", "action", map[string]any{"do": "next"})
	d := open("tablet", 820, 1180, "/table?play="+v.Play)
	for range 3 {
		d.press("Gain 1: Grain")
	}
	d.press("Lose 1: Grain")
	d.until(`document.querySelector('[aria-label="Grain"] .value').textContent === "2"`)
	d.press("Gain 5: Wood")
	d.shows(".happened li", "Ann gains 5 wood")
	d.shows(".happened li", "Ann gains 2 grain")
	now := s.see(v.Play)
	if now.Number != v.Number+2 {
		t.Errorf("%d entries for two counters", now.Number-v.Number)
	}
	d.press("Gain 1: Sheep")
	d.press("Done")
	d.shows(".ask", "Bo places a family member")
	d.shows(".happened li", "Ann gains 1 sheep")
	d.press("Gain 1: Reed")
	d.press("↶ Undo") // takes back what isn't sent
	d.until(`document.querySelector('[aria-label="Reed"] .value').textContent === "0"`)
	if done := s.doneIn(v.Play); slices.Contains(done[len(done)-1:], "reed") || len(done) != 5 {
		t.Errorf("done: %q", done)
	}
}

// weight: all of a dashboard, as it comes over the network, is below 200 KB;
// and points are large enough for the far end of the room.
func weight(t *testing.T, s *service, open opener) {
	s.fourAtTheTable()
	d := open("stranger", 1920, 1080, "/")
	var sum atomic.Int64
	if err := chromedp.Listen(d.ctx, func(event any) {
		if e, is := event.(*network.EventLoadingFinished); is {
			sum.Add(int64(e.EncodedDataLength))
		}
	}); err != nil {
		t.Fatal(err)
	}
	call(d, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true})
	d.visit("/")
	d.shows(".prompt", "takes a crop tile")
	d.settled()
	if n := sum.Load(); n < 50_000 || n > 200_000 {
		t.Errorf("the dashboard weighs %d bytes", n)
	} else {
		t.Logf("the dashboard weighs %d KB", n/1000)
	}
	for _, height := range []int64{1080, 720} {
		d.size(height*16/9, height)
		if px := eval[float64](d, `Math.min(...[...document.querySelectorAll(".points")].map((e) => parseFloat(getComputedStyle(e).fontSize)))`); px < 90 {
			t.Errorf("on a screen %d px high points are %.0f px tall", height, px)
		}
	}
}

// BenchmarkShown measures how long it takes from sending an action until a
// dashboard has drawn what it did.
func BenchmarkShown(b *testing.B) {
	s := serve(b)
	v := s.play(0)
	d := open(b, s, "tv", 1920, 1080, "/", true)
	d.shows(".prompt", "Ann chooses")
	eval[bool](d, `new MutationObserver(() => requestAnimationFrame(() => { window.drawn = Date.now(); })).observe(document.querySelector(".happened"), {subtree: true, childList: true, characterData: true}), true`)
	lines := s.recorded()
	var took []time.Duration
	for b.Loop() {
		if len(took) == len(lines) {
			break
		}
		eval[bool](d, `window.drawn = 0, true`)
		sent := time.Now()
		s.do(&v, "actions", "action", json.RawMessage(lines[len(took)]))
		d.until(`window.drawn`)
		took = append(took, time.UnixMilli(int64(eval[float64](d, `window.drawn`))).Sub(sent))
	}
	slices.Sort(took)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(took[len(took)/2].Milliseconds()), "ms/median")
	b.ReportMetric(float64(took[len(took)*95/100].Milliseconds()), "ms/95th")
}

// raw finds keys that a page shows instead of words, and English words on a
// page that speaks another language.
func (d *device) raw(language string) []string {
	d.t.Helper()
	found := eval[[]string](d, `[...new Set(document.body.innerText.match(/[a-z]+_[a-z]+|\b(page|session|play|riverboat|orleans|agricola|plantation)\.[a-z-]+|\b(phase|category|choice|boat)-[a-z0-9]+/g) || [])]`)
	text := " " + strings.ToLower(eval[string](d, `document.body.innerText`)) + " "
	for _, word := range []string{"turnip", "wheat", "potato", "pumpkin", "worker", "barn", "coins", "phase of", "chooses", "takes", "the game", "victory", "settings", "sheep", "score track"} {
		if strings.Contains(text, word) {
			found = append(found, language+" says "+word)
		}
	}
	return found
}
