package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// beginWatched begins a play with the mats of the table that was set up.
func (s *service) beginWatched() view {
	s.t.Helper()
	var eye struct {
		Mats []struct {
			Player, Notation string
			Track            json.RawMessage
		}
	}
	s.ask("GET", "/calibration", nil, &eye)
	var mats []string
	var seats []any
	for _, m := range eye.Mats {
		mats = append(mats, m.Notation)
		seats = append(seats, map[string]any{"name": m.Player})
	}
	var v view
	s.ask("POST", "/sessions", map[string]any{"game": "riverboat", "who": "test", "seats": seats,
		"settings": map[string]any{"harbor_track": eye.Mats[0].Track, "mats": mats}}, &v)
	return v
}

// TestQuestions: pictures raise questions in the running program. They come up
// on tablet and phone and are answered there: a form that is filled in, a
// close-up by keyboard, and by hand where it is something else.
func TestQuestions(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.setUp()
	v := s.beginWatched()
	tablet := open(t, s, "tablet", 1180, 820, "/table", true)
	phone := open(t, s, "phone", 360, 740, "/phone", true)
	phone.press("red")
	s.send("/pictures", "picture", "@../game/02-r1-cultivation.jpg")
	tablet.shows(`[data-key="follow.counters"] h2`, "How do coins")
	phone.shows(`[data-key="follow.counters"] h2`, "How do coins")
	tablet.shows(".happened .what", "Taken over as the camera sees it")
	tablet.screens("question-form")
	tablet.size(1180, 820)
	tablet.fill(`[data-form="red"] input[name="coins"]`, "5")
	tablet.press("Enter these")
	tablet.until(`!document.querySelector(".question")`)
	phone.until(`!document.querySelector(".question")`)
	v = s.see(v.Play)
	if got := v.State.Players[0].Coins; got != 5 {
		t.Errorf("%d coins, entered 5", got)
	}

	// Every change waits for a tap.
	s.login()
	s.ask("PATCH", "/settings", map[string]any{"follow": "propose"}, nil)
	s.seeOnly(point{810, 773})
	tablet.until(`(() => { const i = document.querySelector('[data-key="follow.proposed"] img'); return i && i.complete && i.naturalWidth > 0; })()`)
	tablet.shows(".question .doing", "Red plants turnip on A7")
	tablet.screens("question")
	phone.screens("question-phone")
	tablet.size(1180, 820)
	tablet.reach(`document.activeElement.dataset.answer === "enter"`)
	tablet.run(chromedp.KeyEvent("\r"))
	tablet.until(`!document.querySelector(".question")`)
	for _, h := range s.see(v.Play).State.Players[0].Mat.Hexes {
		if h.ID == "A7" && (h.Crop == nil || *h.Crop != "turnip") {
			t.Errorf("A7 has %+v", h)
		}
	}

	s.seeOnly(point{810, 773}, point{1856, 813})
	tablet.shows(".question .doing", "Blue plants wheat on B6")
	if eval[bool](phone, `Boolean(document.querySelector(".question"))`) {
		t.Error("red is asked on the phone what blue did")
	}
	tablet.tap(`[data-answer="other"]`)
	tablet.shows("dialog h2", "blue · B6")
	tablet.press("Close")
	tablet.until(`!document.querySelector(".question")`)
	s.endsWithAProof(tablet)
	for _, d := range []*device{tablet, phone} {
		d.quiet()
	}
}

// endsWithAProof counts a game that nobody followed from one picture, finishes it on
// the tablet, and opens the line of the fields: the picture that was scored lies beside
// it with the hexes that earned it lit.
func (s *service) endsWithAProof(tablet *device) {
	t := s.t
	t.Helper()
	v := s.beginWatched()
	tablet.visit("/table?play=" + v.Play)
	s.send("/plays/"+v.Play+"/count", "picture", "@../game/17-r4-scoring.jpg")
	tablet.shows(`[data-key="follow.end"] h2`, "Is the game over?")
	for player, counters := range map[string]map[string]string{
		"red":  {"coins": "8", "surveyors_in_supply": "2", "track_vp": "67"},
		"blue": {"coins": "10", "surveyors_in_supply": "0", "track_vp": "71"},
	} {
		for counter, n := range counters {
			tablet.fill(`[data-form="`+player+`"] input[name="`+counter+`"]`, n)
		}
	}
	// Nobody told who holds the phase tiles, and none is made up.
	tablet.until(`document.querySelector('[data-answer="finish"]').disabled && !document.querySelector('.counted [aria-pressed="true"]')`)
	for player, tiles := range map[string][]int{"red": {2, 4}, "blue": {1, 3, 5}} {
		for _, n := range tiles {
			tablet.tap(fmt.Sprintf(`[data-form=%q] [role="group"] button:nth-of-type(%d)`, player, n))
		}
	}
	tablet.tap(`[data-key="follow.end"] [data-answer="finish"]`)
	tablet.until(`!document.querySelector(".question")`)
	if now := s.see(v.Play); now.Status != "finished" || now.Result.Players[0].Total != 139 || now.Result.Players[1].Total != 143 {
		t.Errorf("the play is %s, the result %+v; the table itself has 139 and 143", now.Status, now.Result)
	}
	tablet.visit("/history/" + v.Play)
	tablet.press("Fields")
	tablet.shows(".why", "35")
	tablet.until(`(() => { const i = document.querySelector(".proof img"); return i && i.complete && i.naturalWidth > 0; })()`)
	if lit := eval[int](tablet, `document.querySelectorAll(".proof polygon").length`); lit < 60 {
		t.Errorf("%d hexes are lit in the picture, both have nearly all their fields", lit)
	}
	tablet.shot("proof")
}

// seeOnly has the service see the end of cultivation with the hexes at these places as
// they are at the end of planting: so few things have been done.
func (s *service) seeOnly(places ...point) {
	s.t.Helper()
	var pictures [2]image.Image
	for i, name := range []string{"02-r1-cultivation.jpg", "03-r1-planting.jpg"} {
		f, err := os.Open(filepath.Join(recordedTable, "../game", name))
		if err != nil {
			s.t.Fatal(err)
		}
		pictures[i], _, err = image.Decode(f)
		f.Close()
		if err != nil {
			s.t.Fatal(err)
		}
	}
	now := image.NewRGBA(pictures[0].Bounds())
	draw.Draw(now, now.Bounds(), pictures[0], image.Point{}, draw.Src)
	const half = 42 // px: a hex and its border
	for _, p := range places {
		at := image.Rect(int(p.X)-half, int(p.Y)-half, int(p.X)+half, int(p.Y)+half)
		draw.Draw(now, at, pictures[1], at.Min, draw.Src)
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, now, &jpeg.Options{Quality: 97}); err != nil {
		s.t.Fatal(err)
	}
	s.send("/pictures", "picture", b.String())
}

// reach presses Tab until the focus is where the script says.
func (d *device) reach(find string) {
	d.t.Helper()
	for range 80 {
		d.run(chromedp.KeyEvent("\t"))
		if eval[bool](d, `Boolean(`+find+`)`) {
			return
		}
	}
	d.t.Fatalf("the Tab key doesn't get to %s", find)
}
