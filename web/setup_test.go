package web_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// recordedTable are the pictures of a table that a camera saw.
const recordedTable = "../cmd/harbormaster/recorded/table"

// learning bounds how long the pieces may take to be learnt on a busy machine.
const learning = 4 * time.Minute

// marked is a mat as it lies in the recorded pictures: corners, first and last place
// of the harbor track, and its part of New Orleans, in px.
type marked struct {
	player                string
	corners, track, agent []point
}

var recordedMarks = []marked{
	{"red", []point{{209.8, 639.6}, {1014.6, 622}, {1024.4, 1127.6}, {212.4, 1143.8}}, []point{{247.3, 691.4}, {977.9, 675.5}}, []point{{807.5, 370.8}, {1134.5, 363.6}, {1137.5, 505.4}, {809.6, 512.6}}},
	{"blue", []point{{1285.5, 616.1}, {2089.5, 598.6}, {2108.9, 1102.1}, {1297.7, 1121.6}}, []point{{1324.4, 667.9}, {2054.3, 651.9}}, []point{{1144.4, 363.4}, {1471.3, 356.4}, {1475.4, 498.1}, {1147.5, 505.2}}},
}

// upload chooses a picture of the recorded table.
func (d *device) upload(name string) {
	d.t.Helper()
	d.until(`document.querySelector("input[type=file]:not(:disabled)")`)
	file, err := filepath.Abs(filepath.Join(recordedTable, name))
	d.must(err)
	found, err := chromedp.Call(d.ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: `document.querySelector("input[type=file]")`})
	d.must(err)
	call(d, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{file}, ObjectID: found.Result.ObjectID})
}

// saved waits until what was set up on the page is kept.
func (d *device) saved() {
	d.t.Helper()
	d.until(`document.querySelector(".here").getAttribute("aria-busy") === "false"`)
}

// onPhoto returns where a place of the picture is on the screen.
func (d *device) onPhoto(p point) point {
	d.t.Helper()
	return eval[point](d, fmt.Sprintf(`(() => { const i = document.querySelector(".photo img"), b = i.getBoundingClientRect();
		return {x: b.x + %f * b.width / i.getAttribute("width"), y: b.y + %f * b.height / i.getAttribute("height")}; })()`, p.X, p.Y))
}

// drag takes a point of the photo to a place of the picture, by a finger or by
// a mouse.
func (d *device) drag(i int, to point, finger bool) {
	d.t.Helper()
	d.until(fmt.Sprintf(`document.querySelector('[data-point="%d"]') && document.querySelector(".photo img").complete`, i))
	d.still(one(".photo")) // else the point goes where the photo was
	from := eval[point](d, fmt.Sprintf(`(() => { const b = document.querySelector('[data-point="%d"]').getBoundingClientRect(); return {x: b.x + b.width / 2 + 5, y: b.y + b.height / 2 - 4}; })()`, i))
	end := d.onPhoto(to)
	end.X, end.Y = end.X+5, end.Y-4 // taken a little beside its middle, as fingers do
	for step, at := range []point{from, {(from.X + end.X) / 2, (from.Y + end.Y) / 2}, end, end} {
		if finger {
			p := input.DispatchTouchEventParams{Type: []input.DispatchTouchEventType{input.DispatchTouchEventTypeTouchStart, input.DispatchTouchEventTypeTouchMove, input.DispatchTouchEventTypeTouchMove, input.DispatchTouchEventTypeTouchEnd}[step]}
			p.TouchPoints = []*input.TouchPoint{}
			if step < 3 {
				p.TouchPoints = append(p.TouchPoints, &input.TouchPoint{X: at.X, Y: at.Y})
			}
			call(d, input.DispatchTouchEvent, p)
			continue
		}
		p := input.DispatchMouseEventParams{Type: []input.DispatchMouseEventType{input.DispatchMouseEventTypeMousePressed, input.DispatchMouseEventTypeMouseMoved, input.DispatchMouseEventTypeMouseMoved, input.DispatchMouseEventTypeMouseReleased}[step], X: at.X, Y: at.Y, Button: input.MouseButtonLeft}
		if step < 3 {
			p.Buttons = 1
		}
		call(d, input.DispatchMouseEvent, p)
	}
	d.saved()
}

// click clicks on the button with these words, as people at a laptop do. A touch
// would become a long one, which presses nothing, where the page is busy with a
// large photo between its start and its end.
func (d *device) click(words string) {
	d.t.Helper()
	d.clickOn(saying(words))
}

// one finds the first element that fits.
func one(selector string) string { return `document.querySelector(` + quote(selector) + `)` }

func (d *device) clickOn(find string) {
	d.t.Helper()
	at := d.still(find)
	d.run(chromedp.MouseClickXY(at.X, at.Y))
}

// draft is what the service keeps of setting up.
type draft struct {
	Step  string
	Marks struct {
		Players []struct {
			Name    string
			Corners [][2]float64
			Tags    []int
			Harbor  *struct{ First, Last [2]float64 }
			Agents  [][2]float64 `json:"agents_area"`
		}
	}
}

func (s *service) draft() draft {
	s.t.Helper()
	var d draft
	s.ask("GET", "/setup", nil, &d)
	return d
}

// near fails the test unless the point lies where it was put, to within the px
// that a screen's px are of the picture's.
func near(t testing.TB, what string, got [2]float64, want point, px float64) {
	t.Helper()
	if math.Hypot(got[0]-want.X, got[1]-want.Y) > px {
		t.Errorf("%s is kept at %v, was put at %v", what, got, want)
	}
}

// TestSetup goes from an empty data folder to a first reading: corners dragged with a
// finger, with the mouse and with the arrow keys, left in the middle and gone
// on with on another device.
func TestSetup(t *testing.T) {
	t.Parallel()
	s := serve(t)
	laptop := open(t, s, "laptop", 1280, 800, "/", true)
	laptop.click("Set up the table for the camera")
	laptop.click("Deutsch")
	laptop.shows("h2", "Sprache")
	laptop.click("English")
	laptop.shows("h2", "Language")
	laptop.click("Go on")
	laptop.shows("h2", "Camera")
	laptop.camera(s)
	laptop.click("Go on with pictures from the phone")
	laptop.click("Letter")
	a, err := s.client.Get(s.url + eval[string](laptop, `document.querySelector("#print").getAttribute("href")`))
	if err != nil {
		t.Fatal(err)
	}
	a.Body.Close()
	if a.StatusCode != http.StatusOK || a.Header.Get("Content-Type") != "application/pdf" || !strings.Contains(a.Request.URL.RawQuery, "letter") {
		t.Errorf("the cards at %s: %s, %s", a.Request.URL, a.Status, a.Header)
	}
	laptop.click("The cards lie there")
	laptop.upload("empty.jpg")
	laptop.shows(".check-ok", "The picture is sharp")
	laptop.click("I tap their corners")
	laptop.shows(".ask", "Red: drag the points to the four corners")
	for i, c := range recordedMarks[0].corners {
		laptop.drag(i, c, i%2 == 0)
	}
	for i, c := range recordedMarks[0].corners {
		near(t, fmt.Sprintf("corner %d", i+1), s.draft().Marks.Players[0].Corners[i], c, 6)
	}
	laptop.quiet()

	// Left here, and gone on with by another device.
	phone := open(t, s, "phone", 360, 740, "/setup", true)
	phone.until(`document.querySelector('[data-here="marks"] .photo')`)
	phone.clickOn(one(`[data-task="red-track"]`))
	phone.drag(0, recordedMarks[0].track[0], true)
	phone.drag(1, recordedMarks[0].track[1], true)
	phone.click("Next mark")
	for i, c := range recordedMarks[0].agent {
		phone.drag(i, c, true)
	}
	phone.click("Next mark")
	phone.shows(".ask", "Blue: drag the points to the four corners")
	phone.quiet()

	// By keyboard alone: the arrow keys take a point where it belongs.
	laptop.visit("/setup")
	laptop.clickOn(one(`[data-task="blue-corners"]`))
	laptop.arrows(s, 0, recordedMarks[1].corners[0])
	for i, c := range recordedMarks[1].corners[1:] {
		laptop.drag(i+1, c, false)
	}
	for _, task := range []struct {
		name   string
		points []point
	}{{"track", recordedMarks[1].track}, {"agents", recordedMarks[1].agent}} {
		laptop.clickOn(one(`[data-task="blue-` + task.name + `"]`))
		for i, c := range task.points {
			laptop.drag(i, c, false)
		}
	}
	kept := s.draft()
	for i, p := range kept.Marks.Players {
		if p.Harbor == nil || len(p.Agents) != 4 {
			t.Fatalf("%s's marks are %+v", p.Name, p)
		}
		near(t, p.Name+"'s first place", p.Harbor.First, recordedMarks[i].track[0], 14)
		near(t, p.Name+"'s agents", p.Agents[2], recordedMarks[i].agent[2], 14)
	}
	laptop.click("All is marked")
	laptop.click("Find the hexes")
	laptop.shows(".tabs button", "35 hexes")
	if n := eval[int](laptop, `document.querySelectorAll("[data-found]").length`); n != 35 {
		t.Errorf("%d hexes are drawn", n)
	}
	setRight(t, s, laptop)
	laptop.click("The hexes are right")

	laptop.until(`document.querySelector('[data-here="teach"] .lesson [data-hex="B1"] .worker')`)
	laptop.upload("teach.jpg")
	laptop.until(`document.querySelector("canvas.shot") && document.querySelector("canvas.shot").width === 480`) // it is decoded and drawn
	laptop.click("Learn from this picture")
	laptop.within(learning, `document.querySelector("[data-right]")`)
	if right := eval[int](laptop, `Number(document.querySelector("[data-right]").dataset.right)`); right < 34 {
		t.Errorf("%d of 35 hexes are read as they were laid", right)
	}
	laptop.click("Go on")
	laptop.shows("h2", "Displays")
	laptop.click("Go on")
	laptop.upload("final.jpg")
	laptop.until(`document.querySelectorAll("[data-reading] .mat .crop").length > 20`)
	laptop.click("New game with these mats")
	laptop.shows("summary", "As the camera knows them")
	var settings struct{ Welcome bool }
	if s.ask("GET", "/settings", nil, &settings); settings.Welcome {
		t.Error("the first steps are still offered")
	}
	laptop.quiet()
}

// camera chooses a camera by its address, sees what it sees, and does without it again.
func (d *device) camera(s *service) {
	d.t.Helper()
	data, err := os.ReadFile(filepath.Join(recordedTable, "empty.jpg"))
	d.must(err)
	phone := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "image/jpeg")
		_, _ = w.Write(data) // who went away sees the next
	}))
	defer phone.Close()
	d.fill(`input[placeholder]`, "nowhere:")
	d.allow("422")
	d.click("Use it")
	d.until(`document.querySelector("[role=alert]:not(:empty)")`)
	d.fill(`input[placeholder]`, phone.URL+"/shot.jpg")
	d.click("Use it")
	d.until(`(() => { const i = document.querySelector("img.live"); return i && i.complete && i.naturalWidth > 0; })()`)
	d.shows(".check-ok", "The picture is sharp")
	d.click("Use no camera")
	d.until(`!document.querySelector("img.live")`)
}

// arrows takes a point of the photo to a place with the arrow keys.
func (d *device) arrows(s *service, i int, to point) {
	d.t.Helper()
	d.until(fmt.Sprintf(`document.querySelector('[data-point="%d"]')`, i))
	eval[bool](d, fmt.Sprintf(`document.querySelector('[data-point="%d"]').focus(), true`, i))
	at := func() point {
		return eval[point](d, `(() => { const s = document.activeElement.style, i = document.querySelector(".photo img");
			return {x: parseFloat(s.left) * i.getAttribute("width") / 100, y: parseFloat(s.top) * i.getAttribute("height") / 100}; })()`)
	}
	for _, axis := range []struct {
		less, more string
		far        func(point) float64
	}{{kb.ArrowLeft, kb.ArrowRight, func(p point) float64 { return to.X - p.X }}, {kb.ArrowUp, kb.ArrowDown, func(p point) float64 { return to.Y - p.Y }}} {
		for range 200 {
			far := axis.far(at())
			if math.Abs(far) <= 3 {
				break
			}
			key := axis.more
			if far < 0 {
				key = axis.less
			}
			var with []chromedp.KeyOption
			if math.Abs(far) > 40 {
				with = append(with, chromedp.KeyModifiers(chromedp.ModifierShift))
			}
			d.run(chromedp.KeyEvent(key, with...))
		}
	}
	d.saved()
	near(d.t, fmt.Sprintf("point %d", i+1), s.draft().Marks.Players[1].Corners[i], to, 8)
}

// setRight gives a hex another color, takes one away and puts it back.
func setRight(t *testing.T, s *service, d *device) {
	t.Helper()
	type found struct {
		Mats []struct {
			Player string
			Hexes  []struct{ ID, Field string }
		}
	}
	see := func() (f found) {
		s.ask("GET", "/setup/mats", nil, &f)
		return f
	}
	before := see()
	other := map[bool]string{true: "Color 2", false: "Color 1"}[before.Mats[0].Hexes[0].Field == "field-1"]
	d.clickOn(one(`[data-found="A1"]`))
	d.click(other)
	d.clickOn(one(`[data-found="E7"]`))
	d.click("This is no hex: take it away")
	d.click("Save 2 changes")
	d.shows(".tabs button", "34 hexes")
	d.shows("[role=alert]", "different numbers of hexes")
	if now := see(); now.Mats[0].Hexes[0].Field == before.Mats[0].Hexes[0].Field || len(now.Mats[0].Hexes) != 34 {
		t.Errorf("after the change: %+v", now.Mats[0])
	}
	d.clickOn(one("[data-adding]"))
	d.until(`document.querySelectorAll("[data-place]").length > 10`)
	// The place that was E7's has the largest x and y.
	d.clickOn(`[...document.querySelectorAll("[data-place]")].find((e) => e.dataset.place === ` + quote(lastPlace(s)) + `)`)
	d.click("Color " + strings.TrimPrefix(before.Mats[0].Hexes[34].Field, "field-"))
	d.clickOn(one(`[data-found="A1"]`))
	d.click("Color " + strings.TrimPrefix(before.Mats[0].Hexes[0].Field, "field-"))
	d.click("Save 2 changes")
	d.until(`[...document.querySelectorAll(".tabs button")].every((e) => e.textContent.includes("35 hexes"))`)
	after, want := jsonOf(t, see()), jsonOf(t, before)
	if after != want {
		t.Errorf("after it was put back:\n%s\nbefore:\n%s", after, want)
	}
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// lastPlace names the place right of E6, where E7 was.
func lastPlace(s *service) string {
	s.t.Helper()
	var f struct {
		Mats []struct {
			Hexes []struct {
				ID   string
				Q, R int
			}
		}
	}
	s.ask("GET", "/setup/mats", nil, &f)
	for _, h := range f.Mats[0].Hexes {
		if h.ID == "E6" {
			return fmt.Sprintf("%d,%d", h.Q+1, h.R)
		}
	}
	s.t.Fatal("there is no E6")
	return ""
}
