package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"harbormaster/config"
	"harbormaster/hardware/display"
	"harbormaster/live/follow"
	"harbormaster/mat"
	"harbormaster/scoreboard"
	"harbormaster/session"
	"harbormaster/tracking"
)

// TestServeDrivesDisplays: the terminal display is drawn on standard error and
// dark at the end; one whose bus isn't there stops nothing.
func TestServeDrivesDisplays(t *testing.T) {
	r := runServe(t, nil, "--listen", "127.0.0.1:0", "--data", t.TempDir(), "--display", "ht16k33:I2C250@0x70,0x71", "--display", "terminal:?modules=2")
	for deadline := time.Now().Add(20 * time.Second); !strings.Contains(r.err.String(), "a score display fails") || !strings.Contains(r.err.String(), "-- score display --"); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it said only:\n%s", r.err)
		}
	}
	response, err := http.Get(r.url + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Errorf("with a display that isn't there the service is %s", response.Status)
	}
	if response, err = http.Get(r.url + "/api/v1/displays"); err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	response.Body.Close()
	if err != nil || !strings.Contains(string(body), `"error":"open the I2C bus I2C250: `) || !strings.Contains(string(body), `"address":"terminal:?modules=2"`) {
		t.Errorf("the displays are said to be %s (%v)", body, err)
	}
	r.signal(t, syscall.SIGTERM)
	r.err.wait(t, "(the display is dark)")
	for range r.err.lines {
	}
	if err := r.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
}

// TestWrongDisplays: a mistake in an address ends the service before it starts,
// with all mistakes in one line.
func TestWrongDisplays(t *testing.T) {
	var out, errOut strings.Builder
	code := run([]string{"serve", "--listen", "127.0.0.1:0", "--data", t.TempDir(), "--display", "max7219:?modules=4", "--display", "terminal:?matrix=99"}, strings.NewReader(""), &out, &errOut)
	if code != exitFailed || strings.Count(errOut.String(), "\n") != 1 || !strings.Contains(errOut.String(), "it needs an SPI port") || !strings.Contains(errOut.String(), "matrix must be") {
		t.Errorf("exit code %d, %s", code, errOut.String())
	}
}

// drawing is a writer that keeps what is drawn, for several goroutines.
type drawing struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (d *drawing) Write(data []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.text.Write(data)
}

func (d *drawing) ends(with string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return strings.HasSuffix(d.text.String(), with)
}

// serving runs a service without doors until the test ends; what it says of itself goes to err.
func serving(t *testing.T, settings config.Config, err io.Writer) *service {
	t.Helper()
	words, failed := speakerOf("en")
	if failed != nil {
		t.Fatal(failed)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s, failed := (&program{out: io.Discard, err: err, say: words}).newService(ctx, settings)
	if failed != nil {
		cancel()
		t.Fatal(failed)
	}
	begun, ended := make(chan struct{}), make(chan error, 1)
	close(begun)
	go func() { ended <- s.run(ctx, nil, begun) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return s
}

// TestWhatTheEyeDoubtsIsADash: in the service as it is wired, the score of a
// player a hex of whose mat is hidden from the camera is a dash on every
// display, and the score again once the camera sees it; nothing is entered.
func TestWhatTheEyeDoubtsIsADash(t *testing.T) {
	words, err := speakerOf("en")
	if err != nil {
		t.Fatal(err)
	}
	drawn := &drawing{}
	settings := config.Default()
	settings.Data, settings.Displays = t.TempDir(), []string{"terminal:?modules=3", "mirror:?modules=3"}
	ctx := t.Context()
	s := serving(t, settings, drawn)
	first, _, err := readLog(recordedGame)
	if err != nil {
		t.Fatal(err)
	}
	v, err := s.plays.Begin(ctx, session.Start{Game: first.Game, Settings: first.Settings, Seats: []session.Seat{{Name: "Ann"}, {Name: "Bo"}}}, "test", "")
	if err != nil {
		t.Fatal(err)
	}
	var table struct {
		Mats []string `json:"mats"`
	}
	if err := json.Unmarshal(first.Settings, &table); err != nil {
		t.Fatal(err)
	}
	var sights []tracking.SideSight
	for i, notation := range table.Mats {
		m, err := mat.Parse(notation)
		if err != nil {
			t.Fatal(err)
		}
		zero, none := 0, 0
		sights = append(sights, tracking.SideSight{Player: first.Players[i], Found: true, Harbor: &zero, HarborConfidence: 0.99, Agents: &none, AgentsConfidence: 0.99,
			Hexes: slices.Repeat([]tracking.HexSight{{Confidence: 0.95}}, m.Len())})
	}
	look := func(hidden bool) {
		t.Helper()
		sights[1].Hexes[3].Hidden = hidden // of Bo's mat
		if _, err := s.table.Watch.Keeper.See(ctx, follow.Sighting{At: time.Now(), Sights: sights}); err != nil {
			t.Fatal(err)
		}
	}
	shows := func(unsure ...string) {
		t.Helper()
		c := scoreboard.Content(v, words, unsure)
		still := display.Face{Kind: display.Seven, Modules: 3, Cells: 8, Still: true}
		log, _ := display.Layout(still, c, nil, 0)
		for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
			mirror := s.displays.Status()[1].Picture
			lit, _ := display.Layout(mirror.Face, c, nil, 0)
			dimmed, _ := display.Layout(mirror.Face, c, nil, 900*time.Millisecond) // the dot of whose turn it is blinks
			if drawn.ends(log.Text()) && (mirror.Equal(lit) || mirror.Equal(dimmed)) {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("unsure %q: the mirror shows\n%swant\n%s", unsure, mirror.Text(), lit.Text())
			}
		}
	}
	shows()
	look(true)
	shows("Bo")
	look(false)
	shows()
	// In the language and as bright as people have set.
	if err := s.store.Set(ctx, map[string]json.RawMessage{"language": []byte(`"de"`), "brightness": []byte("11")}); err != nil {
		t.Fatal(err)
	}
	if words, err = speakerOf("de"); err != nil {
		t.Fatal(err)
	}
	shows()
	for deadline := time.Now().Add(20 * time.Second); s.displays.Status()[1].Brightness != 11; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("set to 11 it is %d bright", s.displays.Status()[1].Brightness)
		}
	}
	if now, err := s.plays.View(ctx, v.Play); err != nil || now.Number != v.Number {
		t.Errorf("looking has entered something: %v (%v)", now, err)
	}
}
