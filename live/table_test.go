package live_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"harbormaster/live"
	"harbormaster/live/follow"
	"harbormaster/session"
)

// tableOf wires the camera's side over a hall's parts.
func (h *hall) tableOf() *live.Table {
	h.t.Helper()
	t := live.NewTable(h.eye, h.plays, h.store, func(context.Context) (string, error) { return h.play, nil }, nil, time.Now, slog.New(slog.DiscardHandler))
	h.watch = t.Watch
	return t
}

// run runs a table; what it returns ends it.
func run(t *testing.T, table *live.Table) (end func()) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	running := make(chan struct{})
	go func() {
		defer close(running)
		table.Run(ctx)
	}()
	return func() {
		stop()
		<-running
	}
}

// until waits for something that another goroutine brings about.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !is() {
		select {
		case <-t.Context().Done():
			t.Fatalf("the test ended before %s", what)
		case <-tick.C:
		}
	}
}

// A game that nobody followed is counted from one picture, filled in, finished, and
// keeps the picture it was scored by with the places of its hexes.
func TestCountedFromOnePicture(t *testing.T) {
	h := openHall(t, t.TempDir(), nil, false)
	defer h.close()
	table := h.tableOf()
	defer run(t, table)()
	h.begin()
	_, err := table.Count(t.Context(), h.play, nil, "Ann")
	wants(t, err, session.NotFound) // no picture yet
	v, err := table.Count(t.Context(), h.play, file(t, "final.jpg"), "Ann")
	if err != nil {
		t.Fatal(err)
	}
	if v.Round != 4 || v.Phase != "end" {
		t.Errorf("the play stands in round %d, %s", v.Round, v.Phase)
	}
	var known struct {
		Players []map[string]any `json:"players"`
	}
	if err := json.Unmarshal(file(t, "known.json"), &known); err != nil {
		t.Fatal(err)
	}
	players := map[string]any{}
	for _, p := range known.Players {
		name := p["name"].(string)
		delete(p, "name")
		players[name] = p
	}
	set, err := json.Marshal(map[string]any{"players": players})
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range table.Questions(h.play) {
		if q.Key == "follow.end" {
			// Tiles that were dealt to fit the rules don't end a game.
			_, err = table.Answer(t.Context(), h.play, q.ID, follow.Reply{Answer: "finish", Who: "Ann"})
			wants(t, err, session.Invalid)
			if bytes.Contains(q.Form, []byte(`"phase_tiles":[1`)) || !bytes.Contains(q.Form, []byte(`"phase_tiles":[]`)) {
				t.Errorf("the form makes phase tiles up: %s", q.Form)
			}
			if v, err = table.Answer(t.Context(), h.play, q.ID, follow.Reply{Answer: "finish", Set: set, Who: "Ann"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if v.Status != session.Complete || v.Result.Players[0].Total != 139 || v.Result.Players[1].Total != 143 {
		t.Errorf("%s with %+v", v.Status, v.Result.Players)
	}
	until(t, "the picture was kept", func() bool {
		_, err := table.Proof(t.Context(), h.play)
		return err == nil
	})
	p, err := table.Proof(t.Context(), h.play)
	size := picture(t, p.Picture, err)
	var regions struct {
		Width, Height int
		Mats          []struct {
			Mat   string
			Hexes map[string][6][2]float64
		}
	}
	if err := json.Unmarshal(p.Regions, &regions); err != nil {
		t.Fatal(err)
	}
	if regions.Width != size.X || regions.Height != size.Y || len(regions.Mats) != 2 || regions.Mats[0].Mat != "red" {
		t.Errorf("the picture measures %v, its regions %d x %d for %d mats", size, regions.Width, regions.Height, len(regions.Mats))
	}
	for _, m := range regions.Mats {
		if len(m.Hexes) != 35 {
			t.Errorf("%s has %d hexes", m.Mat, len(m.Hexes))
		}
		for id, corners := range m.Hexes {
			for _, c := range corners {
				if c[0] < 0 || c[1] < 0 || c[0] > float64(size.X) || c[1] > float64(size.Y) {
					t.Errorf("%s's %s lies outside the picture: %v", m.Mat, id, corners)
				}
			}
		}
	}
}

// What somebody corrects is kept as an example with what the camera saw and, by
// setting, learned from.
func TestCorrectionsAreExamples(t *testing.T) {
	h := openHall(t, t.TempDir(), nil, false)
	// It learns, so it has a profile of its own.
	dir := filepath.Join(t.TempDir(), "profile")
	if err := h.eye.Close(); err != nil {
		t.Fatal(err)
	}
	h.eye = live.Open(dir, time.Now)
	profile, err := learned()
	if err != nil {
		t.Fatal(err)
	}
	if err := h.eye.Adopt(profile); err != nil {
		t.Fatal(err)
	}
	defer h.close()
	table := h.tableOf()
	defer run(t, table)()
	h.begin()
	if _, err := table.Read(t.Context(), "x.jpg", gamePicture(t, "02-r1-cultivation.jpg")); err != nil {
		t.Fatal(err)
	}
	if err := h.store.Set(t.Context(), map[string]json.RawMessage{live.SettingTeach: json.RawMessage("true")}); err != nil {
		t.Fatal(err)
	}
	before := h.eye.Taught()
	v := h.view()
	if _, err := h.plays.Do(t.Context(), h.play, session.Command{Kind: session.Corrected, Based: v.Number, Who: "Ann", Why: "misread",
		Correction: &session.Correction{Player: "red", Set: []byte(`{"hexes":{"A3":{"worker":true,"crop":null}}}`)}}); err != nil {
		t.Fatal(err)
	}
	until(t, "it was learned", func() bool { return h.eye.Taught() > before })
	list, err := h.store.Examples(t.Context(), h.play)
	if err != nil || len(list) != 1 || list[0].Hex != "A3" || list[0].Mat != "red" {
		t.Fatalf("%v: %+v", err, list)
	}
	picture(t, list[0].Picture, nil)

	// Whose mat is whose can be said, of those who play.
	if err := table.SetMats(t.Context(), h.play, map[string]string{"red": "blue", "blue": "red"}); err != nil {
		t.Error(err)
	}
	err = table.SetMats(t.Context(), h.play, map[string]string{"red": "nobody"})
	var failed *session.Failure
	if !errors.As(err, &failed) || failed.Reason != session.Invalid {
		t.Errorf("a mat of nobody: %v", err)
	}
}

// A lost camera is told of at once.
func TestLostCameraIsNews(t *testing.T) {
	h := openHall(t, t.TempDir(), nil, false)
	defer h.close()
	table := h.tableOf()
	defer run(t, table)()
	var mu sync.Mutex
	state, changed := "ok", make(chan struct{})
	if got := table.CameraStatus().Camera; got != nil {
		t.Errorf("without a camera it is %v", got)
	}
	table.Point(newReel(), false, func() (any, <-chan struct{}) {
		mu.Lock()
		defer mu.Unlock()
		return state, changed
	})
	until(t, "it was pointed", func() bool { return table.CameraStatus().Camera == "ok" })
	for news := table.News(); table.CameraStatus().Camera != "lost"; news = table.News() {
		mu.Lock()
		if state == "ok" {
			state = "lost"
			close(changed)
			changed = make(chan struct{})
		}
		mu.Unlock()
		<-news
	}
}

// A mat that isn't found, one of which little can be made out and a table gone dark
// are said, and the play goes on.
func TestProblemsAreSaid(t *testing.T) {
	glaring := decode(t, gamePicture(t, "02-r1-cultivation.jpg"))
	for i, v := range glaring.Pix {
		if i%4 != 3 { // under twice the light
			glaring.Pix[i] = uint8(255 * math.Min(1, math.Pow(2*math.Pow(float64(v)/255, 2.2), 1/2.2)))
		}
	}
	bright := encode(t, glaring)
	img := decode(t, gamePicture(t, "02-r1-cultivation.jpg"))
	for i := range img.Pix {
		if i%4 != 3 {
			img.Pix[i] /= 12
		}
	}
	dark := encode(t, img)
	for i := range img.Pix {
		if i%4 != 3 {
			img.Pix[i] = 90
		}
	}
	gray := encode(t, img)
	for key, data := range map[string][]byte{"live.unlike": bright, "live.dark": dark, "live.mat-not-found": gray} {
		t.Run(key, func(t *testing.T) {
			r := newReel().add(6, data)
			h := openHall(t, t.TempDir(), r, false)
			defer h.close()
			h.begin()
			h.roll(r)
			s := h.watch.Status()
			if len(s.Problems) != 2 || s.Problems[0].Key != key || s.Problems[0].Mat != "red" {
				t.Errorf("the problems are %+v", s.Problems)
			}
			if v := h.view(); v.Number != 1 {
				t.Errorf("something was entered: %+v", v.Recent)
			}
		})
	}
}
