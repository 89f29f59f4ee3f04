package main

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"harbormaster/session"
)

// The demo's recorded game goes through a camera, the eye, the rules and the
// answers of its people, and ends with the score that the table had; the play is in
// the history with the picture it was scored by.
func TestDemoFollowsAGame(t *testing.T) {
	p := runCommand(t, nil, "demo", "--listen", "127.0.0.1:0", "--display", "none", "--every", "0s")
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
	if err := p.Wait(); err != nil {
		t.Errorf("after SIGTERM: %v\n%s", err, p.err)
	}
}
