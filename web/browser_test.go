package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience bounds how long a page may take for anything, on a busy machine; no
// test measures time.
const patience = 60 * time.Second

// chromium starts the one Chromium of all tests, the first time it is asked
// for; TestMain ends it. Its devices share nothing but the process.
var chromium = sync.OnceValues(func() (context.Context, error) {
	path, err := exec.LookPath("chromium")
	if err != nil {
		return nil, fmt.Errorf("the pages are tested in a browser: run scripts/setup.sh, or apt-get install chromium: %w", err)
	}
	flags := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("lang", "en"),
		chromedp.Flag("disable-features", "Translate,SpareRendererForSitePerProcess,MediaRouter,OptimizationHints"), // no process is made before it is needed
		// The browser itself asks nobody either: every name but ours leads nowhere.
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"), chromedp.Flag("no-proxy-server", true),
		chromedp.UserDataDir(filepath.Join(scratch, "chromium")))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), flags...)
	ctx, closeAll := chromedp.NewContext(ctx)
	ends = append(ends, stop, closeAll)
	if lasting()(func() { err = chromedp.Do(ctx) }); err != nil {
		return nil, fmt.Errorf("start %s: %w", path, err)
	}
	return ctx, nil
})

// device is a page in a browser of its own, as far as cookies go.
type device struct {
	t    testing.TB
	name string
	ctx  context.Context
	base string

	mu      sync.Mutex
	wrong   []string // what the console and the network had to complain of
	allowed string   // complaints with this in them belong to the test
}

// open opens a device of that size on a page, paired if asked to.
func open(t testing.TB, s *service, name string, width, height int64, path string, paired bool) *device {
	t.Helper()
	b, err := chromium()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(b, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	d := &device{t: t, name: name, ctx: ctx, base: s.url}
	if err := chromedp.Do(ctx); err != nil { // makes the page, which outlives what is done in it
		t.Fatal(err)
	}
	if err := chromedp.Listen(ctx, d.hear); err != nil {
		t.Fatal(err)
	}
	call(d, network.Enable, network.EnableParams{})
	call(d, log.Enable, cdp.Empty{})
	call(d, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	if name != "tv" { // the one that counts up
		call(d, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}})
	}
	call(d, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: counting})
	if paired {
		for _, c := range s.pair(name) {
			call(d, network.SetCookie, network.SetCookieParams{Name: c.Name, Value: c.Value, URL: s.url, HTTPOnly: new(true), SameSite: network.CookieSameSiteStrict})
		}
	}
	d.size(width, height)
	d.visit(path)
	return d
}

// counting counts the answers that a page still waits for, so that tests
// touch nothing that is about to move.
const counting = `(() => { const real = fetch; window.awaited = 0; window.fetch = (...a) => { awaited++; return real(...a).finally(() => { awaited--; }); }; })()`

func quote(s string) string {
	data, _ := json.Marshal(s) // a string always can be
	return string(data)
}

// hear keeps what no page may ever do: complain, throw, or ask another host.
func (d *device) hear(event any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	add := func(format string, a ...any) { d.wrong = append(d.wrong, fmt.Sprintf(format, a...)) }
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		add("exception: %s %+v", e.ExceptionDetails.Text, e.ExceptionDetails.Exception)
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning || e.Type == runtime.ConsoleAPICalledTypeAssert {
			for _, a := range e.Args {
				add("console: %s %s", a.Value, a.Description)
			}
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError && !(d.allowed != "" && strings.Contains(e.Entry.Text, d.allowed)) {
			add("log: %s %s", e.Entry.Text, e.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		u, err := url.Parse(e.Request.URL)
		if err != nil || "http://"+u.Host != d.base && u.Scheme != "data" && u.Scheme != "blob" {
			add("it asks another host: %s", e.Request.URL)
		}
	}
}

// allow lets the browser complain of what the test brings about.
func (d *device) allow(what string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.allowed = what
}

// quiet fails the test if the page had anything to complain of.
func (d *device) quiet() {
	d.t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, w := range d.wrong {
		d.t.Errorf("%s: %s", d.name, w)
	}
	d.wrong = nil
}

func (d *device) run(actions ...chromedp.Action[chromedp.Void]) {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(d.ctx, patience)
	defer cancel()
	d.must(chromedp.Do(ctx, actions...))
}

// must ends the test with what the page shows, if something failed.
func (d *device) must(err error) {
	d.t.Helper()
	if err == nil {
		return
	}
	shown, _ := chromedp.Run(d.ctx, chromedp.Evaluate[string](`document.body.innerText`)) // only to tell more
	d.shot("failed")
	d.t.Fatalf("%s: %v\nit complained of %q\nit shows:\n%s", d.name, err, d.wrong, shown)
}

// call asks something of the browser itself.
func call[P, R any](d *device, c cdp.Command[P, R], params P) {
	d.t.Helper()
	_, err := chromedp.Call(d.ctx, c, params)
	d.must(err)
}

// eval runs a script, waits for its promise, and returns what it gives.
func eval[T any](d *device, script string) T {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(d.ctx, patience)
	defer cancel()
	found, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		err = fmt.Errorf("%.200s: %w", script, err)
	}
	d.must(err)
	return found
}

// until waits until a script gives something true.
func (d *device) until(script string) {
	d.t.Helper()
	d.within(patience, script)
}

// within is until for what takes longer by its nature.
func (d *device) within(patience time.Duration, script string) {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(d.ctx, patience)
	defer cancel()
	_, err := chromedp.Run(ctx, chromedp.Poll[bool]("Boolean("+script+")", chromedp.WithPollingInterval(20*time.Millisecond), chromedp.WithPollingTimeout(patience-5*time.Second)))
	if err != nil {
		err = fmt.Errorf("wait for %s: %w", script, err)
	}
	d.must(err)
}

// settled waits until the page waits for no answer and no picture.
func (d *device) settled() {
	d.t.Helper()
	d.until(`!awaited && document.fonts.status === "loaded" && [...document.images].every((i) => i.complete)`)
}

// shows waits until an element's text holds the words.
func (d *device) shows(selector, words string) {
	d.t.Helper()
	d.until(fmt.Sprintf(`[...document.querySelectorAll(%s)].some((e) => e.textContent.includes(%s))`, quote(selector), quote(words)))
}

// tap touches the middle of the first element that fits and may be touched,
// as a finger does.
func (d *device) tap(selector string) {
	d.t.Helper()
	find := fmt.Sprintf(`[...document.querySelectorAll(%s)].find((e) => !e.disabled)`, quote(selector))
	d.touch(find)
}

// press touches the button with these words.
func (d *device) press(words string) {
	d.t.Helper()
	d.touch(saying(words))
}

// saying finds the button or link with these words.
func saying(words string) string {
	return fmt.Sprintf(`[...document.querySelectorAll("button:not(:disabled), a")].findLast((e) => [e.textContent.trim().startsWith(%[1]s), e.textContent.trim().endsWith(%[1]s), e.getAttribute("aria-label") === %[1]s].some(Boolean))`, quote(words))
}

// touch waits until the element is there and the page stands still, and
// touches its middle.
func (d *device) touch(find string) {
	d.t.Helper()
	at := d.still(find)
	d.run(chromedp.TapXY(at.X, at.Y))
}

// still waits until the element is there and the page stands still, and returns
// the element's middle.
func (d *device) still(find string) point {
	d.t.Helper()
	return eval[point](d, `(async () => {
		// Two frames are drawn between two looks: on a busy machine the page may be about to
		// move and not have come to it.
		const pause = () => new Promise((done) => { setTimeout(done, 400); requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 15))); });
		let why = "it isn't there";
		for (let last = null, end = performance.now() + `+fmt.Sprint((patience-5*time.Second).Milliseconds())+`; performance.now() < end; await pause()) {
			const e = `+find+`;
			if (!e || awaited || document.getAnimations().some((a) => a.playState === "running") || ![...document.images].every((i) => i.complete)) {
				if (e) why = awaited + " answers, pictures or animations are waited for: " + [...document.images].filter((i) => !i.complete).map((i) => i.src);
				last = null;
				continue;
			}
			e.scrollIntoView({block: "center", behavior: "instant"});
			const b = e.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2;
			const hit = document.elementFromPoint(x, y);
			if (last && last.e === e && last.x === x && last.y === y && hit && (e.contains(hit) || hit.contains(e))) return {x, y};
			why = "it is at " + x + ", " + y + (hit ? " under " + hit.outerHTML.slice(0, 80) : "") + (last ? ", and was at " + last.x + ", " + last.y : "");
			last = {e, x, y};
		}
		throw new Error("there is nothing to touch, or it doesn't hold still: " + why);
	})()`)
}

type point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// hex touches a hex of the mat that is shown for picking.
func (d *device) hex(id string) {
	d.t.Helper()
	d.tap(`[data-hex="` + id + `"][role="button"]`)
}

// shots is the folder that pictures of pages are wanted in; "": none are.
func shots() string { return os.Getenv("HARBORMASTER_SHOTS") }

// shot writes what the page looks like into the folder that
// HARBORMASTER_SHOTS names, for people to look at.
func (d *device) shot(name string) {
	dir := shots()
	if dir == "" {
		return
	}
	picture, err := chromedp.Run(d.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		d.t.Logf("no picture of %s: %v", d.name, err)
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o600); err != nil {
		d.t.Error(err)
	}
}

// check has axe-core look the page over, by all its rules or some.
func (d *device) check(name, which string) {
	d.t.Helper()
	if !eval[bool](d, `Boolean(window.axe)`) {
		eval[bool](d, string(axe())+`; true`)
	}
	type violation struct {
		ID     string `json:"id"`
		Impact string `json:"impact"`
		Help   string `json:"help"`
		Nodes  []struct {
			HTML           string `json:"html"`
			FailureSummary string `json:"failureSummary"`
		} `json:"nodes"`
	}
	found := eval[[]violation](d, `axe.run(document, {resultTypes: ["violations"], ...`+which+`}).then((r) => r.violations.map((v) => ({id: v.id, impact: v.impact, help: v.help, nodes: v.nodes.map((n) => ({html: n.html, failureSummary: n.failureSummary}))})))`)
	for _, v := range found {
		if v.Impact == "serious" || v.Impact == "critical" {
			d.t.Errorf("%s: %s (%s): %s", name, v.ID, v.Impact, v.Help)
			for _, n := range v.Nodes[:min(3, len(v.Nodes))] {
				d.t.Errorf("   %s\n   %s", n.HTML, n.FailureSummary)
			}
		}
	}
}

var axe = sync.OnceValue(func() []byte {
	data, err := os.ReadFile("testdata/vendor/axe/axe.min.js")
	if err != nil {
		panic(err)
	}
	return data
})

// size gives the device another screen.
func (d *device) size(width, height int64) {
	d.t.Helper()
	call(d, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: height, DeviceScaleFactor: 1, Mobile: width < 600})
}

// visit loads a page anew.
func (d *device) visit(path string) {
	d.t.Helper()
	d.run(chromedp.Navigate(d.base + path))
	d.until(`document.querySelector("main")`)
}
