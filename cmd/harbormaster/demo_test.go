package main

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"harbormaster/hardware/display"
	"harbormaster/session"
)

// The demo's recorded game goes through a camera, the eye, the rules and the
// answers of its people, and ends with the score that the table had; the play is in
// the history with the picture it was scored by. The displays show it: the terminal's
// text and the mirror the result, the terminal on the way what the table had by then.
func TestDemoFollowsAGame(t *testing.T) {
	p := runCommand(t, nil, "demo", "--listen", "127.0.0.1:0", "--every", "0s")
	told := make(chan struct{})
	go func() { // the display draws more than is kept for who waits
		defer close(told)
		for range p.err.lines {
		}
	}()
	p.out.wait(t, "followed live by a camera")
	p.out.wait(t, "actions entered by the camera")
	total := strings.Fields(p.out.wait(t, "total"))
	if len(total) != 3 || total[1] != "139" || total[2] != "143" {
		t.Errorf("the score is %q", total)
	}
	p.out.wait(t, "The service goes on")

	client := paired(t, p.url)
	ask := func(path string, into any) int {
		t.Helper()
		response, err := client.Get(p.url + path)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		data, err := io.ReadAll(response.Body)
		if err == nil && into != nil && response.StatusCode == http.StatusOK {
			err = json.Unmarshal(data, into)
		}
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		return response.StatusCode
	}
	won := display.Content{Mode: display.Finale, Text: "blue wins", Players: []display.Player{{Name: "red", Points: 139}, {Name: "blue", Points: 143}}}
	log, _ := display.Layout(terminal(t), won, nil, 0)
	awaits(t, "the terminal to show who has won", func() bool {
		return strings.Contains(p.err.String(), "-- score display --\n"+strings.TrimRight(log.Text(), "\n"))
	})
	awaits(t, "the mirror to show who has won", func() bool {
		var said struct {
			Displays []struct{ Picture display.Picture }
		}
		ask("/api/v1/displays", &said)
		for at := time.Duration(0); at < time.Minute; at += 50 * time.Millisecond { // whatever runs through there now
			if want, _ := display.Layout(said.Displays[1].Picture.Face, won, nil, at); want.Equal(said.Displays[1].Picture) {
				return true
			}
		}
		return false
	})
	drawn := map[string]bool{}
	for _, text := range strings.Split(p.err.String(), "-- score display --\n") {
		drawn[text] = true
	}
	if len(drawn) < 20 {
		t.Errorf("on the way the terminal showed only %d things", len(drawn))
	}

	var page struct{ Plays []struct{ ID, Game string } }
	ask("/api/v1/history?game=riverboat&text=demo", &page)
	found := false
	for _, play := range page.Plays {
		var log struct{ Events []session.Event }
		ask("/api/v1/sessions/"+play.ID+"/events", &log)
		seen := 0
		for _, e := range log.Events {
			if e.Origin == session.ByCamera {
				seen++
			}
		}
		if seen == 0 {
			continue
		}
		found = true
		if status := ask("/api/v1/plays/"+play.ID+"/proof", nil); status != http.StatusOK {
			t.Errorf("the picture of the end is answered with %d", status)
		}
	}
	if !found {
		t.Errorf("no play of %d was entered by the camera", len(page.Plays))
	}
	var eye struct {
		Camera struct{ Status string }
		Mats   []struct{ Found bool }
	}
	ask("/api/v1/eye", &eye)
	if eye.Camera.Status != "ok" || len(eye.Mats) != 2 || !eye.Mats[0].Found {
		t.Errorf("the eye's document: %+v", eye)
	}
	p.signal(t, syscall.SIGTERM)
	<-told
	if !strings.Contains(p.err.String(), "(the display is dark)\n") {
		t.Errorf("at the end the display isn't dark:\n%s", p.err)
	}
	if err := p.Wait(); err != nil {
		t.Errorf("after SIGTERM: %v\n%s", err, p.err)
	}
}

// terminal is the face of the demo's terminal display.
func terminal(t *testing.T) display.Face {
	t.Helper()
	s, err := display.Parse("terminal:")
	if err != nil {
		t.Fatal(err)
	}
	return s.Face
}

// awaits waits until something is so.
func awaits(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}
