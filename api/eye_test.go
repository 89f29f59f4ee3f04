package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"harbormaster/api"
	"harbormaster/session"
)

// drawnEye is a camera's side that has seen one mat with one hex.
type drawnEye struct{ blind bool }

const drawnReading = `{"picture":"p.jpg","width":10,"height":10,"timing_ms":{"decode":1},"players":[{"name":"red","found":true,"corners":[[0,0],[0,0],[0,0],[0,0]],
 "hexes":[{"id":"A1","at":[5,5],"field":"field-1","crop":null,"worker":false,"barn":false,"well":false,"surveyor":false,"hidden":false,"confidence":1}],
 "harbor_master":null,"riverboats":[],"agents":null,"problems":[]}]}`

var takenAt = time.Date(2026, 11, 30, 20, 0, 0, 0, time.UTC)

func (e drawnEye) none() error {
	if e.blind {
		return &session.Failure{Reason: session.NotFound, What: "there is no picture yet", Hint: "take one"}
	}
	return nil
}

func (e drawnEye) Status() any {
	return map[string]any{"calibrated": !e.blind, "taught": true, "seen": !e.blind, "problems": []string{}, "mats": []any{
		map[string]any{"player": "red", "hexes": 1, "harbor": true, "agents": false, "notation": "pointy / 0,0 1.", "track": map[string]any{"steps": 20, "notches": []int{2}}}}}
}

func (e drawnEye) Calibrate(_ context.Context, picture, marks []byte) (json.RawMessage, error) {
	if string(picture) != "picture" || string(marks) != "marks" {
		return nil, fmt.Errorf("got picture %q and marks %q", picture, marks)
	}
	return json.RawMessage(drawnReading), nil
}

func (e drawnEye) Teach(_ context.Context, picture, labels []byte) (any, error) {
	if len(picture) != 0 || string(labels) != "labels" {
		return nil, fmt.Errorf("got picture %q and labels %q", picture, labels)
	}
	return map[string]any{"player": "red", "hexes": 3, "boats": 1, "warnings": []string{}}, nil
}

func (e drawnEye) Read(_ context.Context, _ string, picture []byte) (json.RawMessage, error) {
	if string(picture) == "broken" {
		return nil, errors.New("something inside")
	}
	return json.RawMessage(drawnReading), nil
}

func (e drawnEye) Preview() ([]byte, error) { return []byte("png"), e.none() }

func (e drawnEye) Picture(most int) ([]byte, time.Time, error) {
	return fmt.Appendf(nil, "jpeg %d", most), takenAt, e.none()
}

func (e drawnEye) CloseUp(player, hex string, side int) ([]byte, time.Time, error) {
	return fmt.Appendf(nil, "%s %s %d", player, hex, side), takenAt, e.none()
}

func (e drawnEye) Reading() (json.RawMessage, error) {
	return json.RawMessage(drawnReading), e.none()
}

// form makes a multipart body of names and contents in turn.
func form(t *testing.T, parts ...string) (body []byte, contentType string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for i := 0; i+1 < len(parts); i += 2 {
		part, err := w.CreateFormFile(parts[i], "file")
		if err == nil {
			_, err = part.Write([]byte(parts[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), w.FormDataContentType()
}

func TestTheCamerasSide(t *testing.T) {
	s := serve(t, func(o *api.Options) { o.Eye = drawnEye{} })
	s.ask("GET", "/api/v1/calibration", nil).wants(t, 200)
	for path, want := range map[string]string{
		"/calibration/preview.png":             "png",
		"/pictures/last.jpg":                   "jpeg 0",
		"/pictures/last.jpg?width=800":         "jpeg 800",
		"/pictures/last/red/A1":                "red A1 320",
		"/pictures/last/J%2F%C3%B6/A1?side=64": "J/ö A1 64",
	} {
		a := s.ask("GET", "/api/v1"+path, nil)
		if a.status != 200 || string(a.body) != want || !strings.Contains(a.header.Get("Cache-Control"), "no-store") {
			t.Errorf("%s: %d %q %v, want %q that isn't stored", path, a.status, a.body, a.header, want)
		}
	}
	s.ask("GET", "/api/v1/pictures/last/reading", nil).wants(t, 200)
	for _, test := range []struct {
		path   string
		parts  []string
		status int
	}{
		{"/calibration", []string{"picture", "picture", "marks", "marks"}, 200},
		{"/calibration/teach", []string{"labels", "labels"}, 200},
		{"/pictures", []string{"picture", "good"}, 200},
		{"/pictures", []string{"picture", "broken"}, 500},
		{"/pictures", []string{"picture", "good", "picture", "good"}, 422},
		{"/pictures", []string{"photo", "good"}, 422},
		{"/pictures", nil, 422},
		{"/calibration", []string{"marks", "marks"}, 422},
		{"/calibration/teach", []string{"picture", "picture"}, 422},
		{"/pictures", []string{"picture", strings.Repeat("x", 65<<20)}, 413},
	} {
		body, kind := form(t, test.parts...)
		a := s.ask("POST", "/api/v1"+test.path, body, "Content-Type", kind)
		if a.status != test.status {
			t.Errorf("%s with %.60q: %d %s, want %d", test.path, test.parts, a.status, a.body, test.status)
		}
		if strings.Contains(string(a.body), "inside") {
			t.Errorf("a fault told what is for the log only: %s", a.body)
		}
	}
	body, kind := form(t, "picture", "good")
	s.ask("POST", "/api/v1/pictures", body[:len(body)-20], "Content-Type", kind).refused(t, 422, "invalid")
	s.ask("POST", "/api/v1/pictures", `{}`).refused(t, 422, "invalid")
	for _, path := range []string{"/pictures/last.jpg?width=0", "/pictures/last.jpg?width=x", "/pictures/last/red/A1?side=5000"} {
		s.ask("GET", "/api/v1"+path, nil).refused(t, 422, "invalid")
	}
}

func TestNoPictureYet(t *testing.T) {
	s := serve(t, func(o *api.Options) { o.Eye = drawnEye{blind: true} })
	for _, path := range []string{"/calibration/preview.png", "/pictures/last.jpg", "/pictures/last/red/A1", "/pictures/last/reading"} {
		s.ask("GET", "/api/v1"+path, nil).refused(t, http.StatusNotFound, "not-found")
	}
}
