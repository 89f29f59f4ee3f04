package web_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/chromedp/cdproto/network"
)

// TestPages lets people use the pages as they would at the table, each in a
// service of their own.
func TestPages(t *testing.T) {
	for _, test := range []struct {
		name string
		run  func(t *testing.T, s *service, open func(name string, width, height int64, path string) *device)
	}{
		{"tablet and dashboard", tabletAndDashboard}, {"planting and shipping", plantingAndShipping}, {"phone", phoneCorrects}, {"two tablets", twoTablets},
		{"killed server", killedServer}, {"lost answer", lostAnswer}, {"corrections", corrections}, {"keyboard", keyboard},
		{"new game", newGame}, {"history", pastGame}, {"languages", languages}, {"strangers", strangers},
		{"statistics", statistics}, {"cards", cards}, {"settings", settings}, {"by hand", byHand}, {"weight", weight},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t)
			var all []*device
			test.run(t, s, func(name string, width, height int64, path string) *device {
				d := open(t, s, name, width, height, path, name != "stranger")
				all = append(all, d)
				return d
			})
			for _, d := range all {
				d.quiet()
			}
		})
	}
}

type opener = func(name string, width, height int64, path string) *device

// tabletAndDashboard: what is touched on the tablet shows on the dashboard,
// and so does what is taken back.
func tabletAndDashboard(t *testing.T, s *service, open opener) {
	v := s.play(0)
	tv, tablet := open("tv", 1920, 1080, "/"), open("tablet", 820, 1180, "/table")
	tv.shows(".prompt", "Ann chooses a phase tile (5 left)")
	for _, phase := range []string{"cultivation", "scoring", "planting", "opportunity", "harvesting and shipping"} {
		tablet.press(strings.ToUpper(phase[:1]) + phase[1:])
		tv.shows(".happened li:first-child", "takes the tile of the "+strings.Fields(phase)[0])
		tablet.until(fmt.Sprintf(`![...document.querySelectorAll(".choices button")].some((e) => e.textContent.toLowerCase() === %q)`, phase))
	}
	tablet.shows(".ask", "leftmost worker of the round track")
	tablet.hex("A1")
	tv.shows(".happened li:first-child", "round track's worker on A1")
	tv.until(`document.querySelector('[data-seat="Ann"] [data-hex="A1"].new .worker')`)
	tablet.press("♦ diamond")
	tv.shows(".prompt", "Card 1 of 8, diamond")
	tablet.hex("A3")
	tv.shows(".happened li:first-child", "places a worker on A3")
	before := s.see(v.Play)
	tablet.press("↶ Undo")
	tv.until(`!document.querySelector('[data-seat="Ann"] [data-hex="A3"] .worker')`)
	tablet.press("↷ Redo")
	tv.until(`document.querySelector('[data-seat="Ann"] [data-hex="A3"] .worker')`)
	if now := s.see(v.Play); now.Prompt.Player != before.Prompt.Player || now.Number != before.Number+2 {
		t.Errorf("after undo and redo it is %s's turn at %d, before %s's at %d", now.Prompt.Player, now.Number, before.Prompt.Player, before.Number)
	}
}

// plantingAndShipping: a crop tile laid and a boat loaded by touch.
func plantingAndShipping(t *testing.T, s *service, open opener) {
	v := s.play(0)
	s.upTo(&v, "plant")
	tablet := open("tablet", 1180, 820, "/table")
	hex := v.Prompt.Choices[0].Hexes[0]
	tablet.press("wheat")
	tablet.hex(hex)
	tablet.press("Lay a tile of 1 hex")
	tablet.shows(".happened li:first-child", "plants wheat on "+hex)
	v = s.see(v.Play)
	s.do(&v, "undo", "", nil)
	s.upTo(&v, "ship")
	tablet.shows(".ask", "takes a boat")
	ship := v.Prompt.Choices[slices.IndexFunc(v.Prompt.Choices, func(c choice) bool { return c.Do == "ship" && !c.Coin && len(c.Hexes) > c.Max })]
	tablet.tap(`[data-crop="` + ship.Crops[0] + `"] [data-boat="` + ship.Boat + `"]`)
	for i, hex := range ship.Hexes[:ship.Max] { // fewer than are ripe: which ones, is to be touched
		tablet.until(fmt.Sprintf(`document.querySelectorAll(".pickmat .picked").length === %d`, i))
		tablet.hex(hex)
	}
	tablet.shows(".happened li", "ships from")
	if now := s.see(v.Play); now.Number == v.Number {
		t.Error("nothing was shipped")
	}
}

// upTo does the recorded game's actions up to the first of a kind that isn't done yet.
func (s *service) upTo(v *view, do string) {
	s.t.Helper()
	for _, line := range s.recorded()[len(s.doneIn(v.Play)):] {
		if strings.Contains(line, `"do":"`+do+`"`) {
			return
		}
		s.do(v, "actions", "action", json.RawMessage(line))
	}
	s.t.Fatalf("the recorded game has no %q", do)
}

// doneIn lists what was done in a play and counts.
func (s *service) doneIn(id string) []string {
	s.t.Helper()
	var log struct {
		Entries []struct {
			Kind    string
			Counts  bool
			Message struct{ Key string }
		}
	}
	s.ask("GET", "/sessions/"+id+"/events", nil, &log)
	var done []string
	for _, e := range log.Entries {
		if e.Kind == "did" && e.Counts {
			done = append(done, e.Message.Key)
		}
	}
	return done
}

// phoneCorrects: with two taps a hex is set right, and the points with it.
func phoneCorrects(t *testing.T, s *service, open opener) {
	v := s.play(60)
	tv, phone := open("tv", 1280, 800, "/"), open("phone", 360, 740, "/phone")
	phone.press("Ann")
	phone.hex("E7")
	phone.press("wheat")
	tv.until(`document.querySelector('[data-seat="Ann"] [data-hex="E7"] .crop')`)
	phone.shows("dialog", "E7, spade: wheat")
	phone.press("Close")
	for _, h := range s.see(v.Play).State.Players[0].Mat.Hexes {
		if h.ID == "E7" && (h.Crop == nil || *h.Crop != "wheat") {
			t.Errorf("E7 is %+v", h)
		}
	}
	phone.press("↶ Undo")
	tv.until(`!document.querySelector('[data-seat="Ann"] [data-hex="E7"] .crop')`)
	coins := s.see(v.Play).State.Players[0].Coins
	phone.press("One more: Coins")
	phone.until(fmt.Sprintf(`[...document.querySelectorAll(".stepper")].some((e) => e.textContent.includes("Coins") && e.querySelector(".value").textContent === "%d")`, coins+1))
	if got := s.see(v.Play).State.Players[0].Coins; got != coins+1 {
		t.Errorf("%d coins, want %d", got, coins+1)
	}
}

// twoTablets: one acts while the other is away; what the other had entered is
// refused when it is back, said, and not done.
func twoTablets(t *testing.T, s *service, open opener) {
	v := s.play(0)
	one, two := open("one", 820, 1180, "/table"), open("two", 820, 1180, "/table")
	two.allow("Failed to load resource")
	two.shows(".ask", "Ann chooses")
	two.network(true)
	two.shows(".notice", "can't be reached")
	two.press("Planting")
	two.shows(".notice", "Waiting to be sent: Planting")
	one.press("Cultivation")
	one.shows(".ask", "Bo chooses")
	two.network(false)
	two.shows(".notice.stale", "Somebody else was faster: “Planting” was not entered")
	two.shows(".ask", "Bo chooses a phase tile (4 left)")
	two.until(`![...document.querySelectorAll(".notice")].some((e) => e.textContent.includes("Waiting"))`)
	two.press("Planting")
	one.shows(".ask", "Ann chooses a phase tile (3 left)")
	if done := s.doneIn(v.Play); len(done) != 2 {
		t.Errorf("done: %q", done)
	}
}

// network takes the device off the network, or puts it back.
func (d *device) network(off bool) {
	d.t.Helper()
	_, err := chromedp.Call(d.ctx, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{{Offline: off, DownloadThroughput: -1, UploadThroughput: -1}}})
	d.must(err)
	call(d, network.OverrideNetworkState, network.OverrideNetworkStateParams{Offline: off, DownloadThroughput: -1, UploadThroughput: -1})
}

// killedServer: what was entered meanwhile is done once when it is back.
func killedServer(t *testing.T, s *service, open opener) {
	v := s.play(0)
	tv, tablet := open("tv", 1280, 800, "/"), open("tablet", 820, 1180, "/table")
	for _, d := range []*device{tv, tablet} {
		d.allow("Failed to load resource")
	}
	tablet.shows(".ask", "Ann chooses")
	s.kill()
	tv.shows(".notice.lost", "can't be reached")
	tablet.shows(".notice.lost", "can't be reached")
	tablet.press("Cultivation")
	tablet.shows(".notice", "Waiting to be sent: Cultivation")
	s.start()
	tablet.shows(".ask", "Bo chooses a phase tile (4 left)")
	tv.shows(".prompt", "Bo chooses a phase tile (4 left)")
	tv.until(`!document.querySelector(".notice")`)
	if done := s.doneIn(v.Play); len(done) != 1 {
		t.Errorf("done: %q", done)
	}
}

// lostAnswer: the server did it, but its answer never came: sent again, it
// counts once.
func lostAnswer(t *testing.T, s *service, open opener) {
	v := s.play(0)
	tablet := open("tablet", 820, 1180, "/table")
	tablet.shows(".ask", "Ann chooses")
	eval[bool](tablet, `(() => { const real = fetch; window.sent = []; window.fetch = async (...a) => { const r = await real(...a);
		if (a[1] && a[1].method === "POST") { sent.push(JSON.parse(a[1].body).request); if (sent.length === 1) throw new TypeError("lost"); } return r; }; return true; })()`)
	tablet.press("Cultivation")
	tablet.until(`sent.length === 2`)
	tablet.shows(".ask", "Bo chooses a phase tile (4 left)")
	tablet.until(`!document.querySelector(".notice")`)
	if !eval[bool](tablet, `sent[0] === sent[1]`) {
		t.Error("it was sent again under another name")
	}
	if done := s.doneIn(v.Play); len(done) != 1 {
		t.Errorf("done: %q", done)
	}
}

// corrections: a line of the score by hand, with who and why, and back.
func corrections(t *testing.T, s *service, open opener) {
	v := s.play(60)
	before := s.see(v.Play).Result.Players[0].Total
	tablet := open("tablet", 820, 1180, "/table")
	tablet.press("✎ Correct")
	tablet.fill(`dialog label:nth-child(1) input`, "Cy")
	tablet.fill(`dialog label:nth-child(2) input`, "a coin was under the mat")
	tablet.press("Coins")
	tablet.fill(`dialog form input[type="number"]`, "9")
	tablet.press("Set by hand")
	tablet.shows("dialog li", "the rules count 3")
	if got := s.see(v.Play).Result.Players[0].Total; got != before+6 {
		t.Errorf("%d points, want %d", got, before+6)
	}
	tablet.press("Close")
	tablet.shows(".happened li", "Cy: a coin was under the mat")
	tablet.press("↶ Undo")
	tablet.until(`!document.querySelector(".happened").textContent.includes("Cy: a coin")`)
}

// fill types into a field.
func (d *device) fill(selector, text string) {
	d.t.Helper()
	d.until(`document.querySelector(` + quote(selector) + `)`)
	eval[bool](d, fmt.Sprintf(`(() => { const e = document.querySelector(%s); e.value = %s; e.dispatchEvent(new Event("input", {bubbles: true})); return true; })()`, quote(selector), quote(text)))
}

// keyboard: a round begins, is played and taken back without a pointer: after
// each answer the next one is one Tab away.
func keyboard(t *testing.T, s *service, open opener) {
	v := s.play(0)
	tablet := open("tablet", 1280, 800, "/table")
	tablet.shows(".ask", "Ann chooses")
	answer := `document.activeElement.matches(".choices button, .pickmat [role=button]")`
	tablet.reach(answer)
	for n := 1; n <= 24; n++ {
		tablet.run(chromedp.KeyEvent("\r"))
		tablet.until(fmt.Sprintf(`Number(document.querySelector(".ask").dataset.prompt) >= %d`, v.Number+int64(n)))
		tablet.until(`document.activeElement.matches(".ask")`) // what was pressed is gone, and the next question is read out
		tablet.reach(answer)
	}
	tablet.reach(`document.activeElement.matches("button") && document.activeElement.textContent.includes("Undo")`)
	tablet.run(chromedp.KeyEvent(" "))
	tablet.until(`!document.querySelector(".toolbar button").disabled`) // there is something to redo
	if done := s.doneIn(v.Play); len(done) != 23 {
		t.Errorf("%d things done: %q", len(done), done)
	}
}

// newGame: the same people on the same mats again, with one tap.
func newGame(t *testing.T, s *service, open opener) {
	tablet := open("tablet", 820, 1180, "/new")
	tablet.press("Riverboat")
	tablet.shows(`a[href="/setup"]`, "Set up the table for the camera") // whose mats nobody knows yet
	v := s.play(-1)
	s.do(&v, "finish", "", nil)
	tablet.visit("/new")
	tablet.press("The next goes first")
	tablet.press("Begin: Bo, Ann")
	tablet.shows(".ask", "Bo chooses a phase tile (5 left)")
	tablet.run(chromedp.Navigate(s.url + "/new"))
	tablet.press("Agricola")
	tablet.fill(`form input`, "Cy")
	tablet.press("Add")
	tablet.press("Begin: Bo, Ann, Cy")
	tablet.shows(".ask", "turn up the round's card")
	tablet.visit("/new")
	tablet.press("Plantation Master")
	for i, name := range []string{"Dominique", "Eve", "Flo"} {
		tablet.fill(`form input`, name)
		tablet.press("Add")
		tablet.until(fmt.Sprintf(`document.querySelectorAll(".seatrow").length === %d`, 4+i))
	}
	for what, of := range map[string]string{"colors": `e.getAttribute("class")`, "shapes": `e.firstElementChild.getAttribute("d")`} {
		if n := eval[int](tablet, `new Set([...document.querySelectorAll(".seatrow .shape")].map((e) => `+of+`)).size`); n != 6 {
			t.Errorf("six players have %d %s", n, what)
		}
	}
}

// pastGame: the list, the final table, the game again, what to share.
func pastGame(t *testing.T, s *service, open opener) {
	v := s.play(-1)
	s.do(&v, "finish", "", nil)
	d := open("laptop", 1280, 800, "/history")
	d.shows(".evenings", "Bo 158 ★")
	d.tap(".evenings a")
	d.shows("tfoot", "158 ★")
	d.shows(".share", "Bo")
	d.until(`document.querySelector(".join img").complete && document.querySelector(".join img").naturalWidth > 0`)
	d.press("Fields")
	d.shows(".why", "complete")
	d.until(`document.querySelectorAll(".why .lit").length > 4`)
	d.fill(`input[type="range"]`, "5")
	d.shows("label", "Move 6 of ")
	d.until(`document.querySelectorAll(".replay .mat").length > 0 && document.querySelectorAll(".replay .mat .crop").length === 0`)
	d.visit("/history")
	d.fill(`input[type="search"]`, "nobody of that name")
	d.shows("[role=status]", "0 evenings")
	d.visit("/?play=" + v.Play)
	d.shows(`[data-seat="Bo"] .lead`, "★ won")
	d.visit("/phone?play=" + v.Play)
	d.press("Bo")
	d.shows(".phone .lead", "★ won")
	d.shows(fmt.Sprintf(`.phone a[href="/history/%s"]`, v.Play), "Result")
}

// languages: switched without loading anew, and nothing is missing in any.
func languages(t *testing.T, s *service, open opener) {
	done := s.play(-1)
	s.do(&done, "finish", "", nil)
	var others []string // games that are kept by counters, where most is to be said
	for _, game := range []string{"orleans", "agricola", "plantation"} {
		v := s.begin(game, "Ann", "Bo", "Cy")
		others = append(others, "/?play="+v.Play)
		for range 2 {
			if v.Prompt.Player == "" {
				c := v.Prompt.Choices[0]
				s.do(&v, "actions", "action", map[string]any{"do": c.Do, "kind": c.Kind})
			}
		}
		others = append(others, "/table?play="+v.Play)
	}
	s.play(60)
	d := open("laptop", 1280, 800, "/")
	eval[bool](d, `window.same = true`)
	for _, l := range []struct{ code, undo, prompt string }{{"de", "Rückgängig", "Bestellkarte 2 von 8"}, {"fr", "Annuler", "Retournez la carte de culture 2 sur 8"}} {
		eval[bool](d, fmt.Sprintf(`(() => { const e = document.querySelector("footer select"); e.value = %q; e.dispatchEvent(new Event("change", {bubbles: true})); return true; })()`, l.code))
		d.until(fmt.Sprintf(`document.documentElement.lang === %q`, l.code))
		d.shows(".prompt", l.prompt)
		if !eval[bool](d, `window.same === true`) {
			t.Error("the page was loaded anew")
		}
		for _, path := range append(others, "/table", "/phone", "/new", "/history", "/history/"+done.Play, "/pair", "/statistics", "/cards", "/settings", "/") {
			d.visit(path)
			d.until(fmt.Sprintf(`document.documentElement.lang === %q`, l.code))
			d.settled()
			switch {
			case path == "/table":
				d.shows("button", l.undo)
			case strings.HasPrefix(path, "/history/"):
				d.until(`document.querySelector("tfoot")`)
			}
			if missing := eval[[]string](d, `import(document.querySelector("script[type=module]").src.replace("main.js", "say.js")).then((m) => [...m.missing])`); len(missing) > 0 {
				t.Errorf("%s on %s misses %q", l.code, path, missing)
			}
			if raw := d.raw(l.code); len(raw) > 0 {
				t.Errorf("%s on %s shows %q", l.code, path, raw)
			}
		}
		eval[bool](d, `window.same = true`)
	}
}

// strangers may look, and have to pair before they do anything.
func strangers(t *testing.T, s *service, open opener) {
	s.play(0)
	d := open("stranger", 360, 740, "/table")
	d.shows("h1", "Pair this device")
	d.press("Dashboard")
	d.shows(".prompt", "Ann chooses a phase tile")
	if eval[bool](d, `document.querySelector(".pin") !== null`) {
		t.Error("the PIN is shown to a stranger")
	}
	var code struct{ PIN string }
	s.ask("GET", "/pairing", nil, &code)
	d.visit("/pair")
	d.fill(`input[name="pin"]`, code.PIN)
	d.press("Pair")
	d.shows(".notice.done", "Paired")
	d.press("Table")
	d.press("Cultivation")
	d.shows(".ask", "Bo chooses")
}
