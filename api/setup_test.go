package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"harbormaster/api"
	"harbormaster/session"
)

// paperSetup is a camera's side that keeps a draft in memory and has found one
// hex.
type paperSetup struct {
	step, marks, picture string
	changes              []string
}

func (p *paperSetup) Draft() (any, error) {
	d := map[string]any{"step": p.step}
	if p.marks != "" {
		d["marks"] = json.RawMessage(p.marks)
	}
	if p.picture != "" {
		d["picture"] = map[string]int{"width": 10, "height": 10}
	}
	return d, nil
}

func (p *paperSetup) Remember(step string, marks json.RawMessage) error {
	p.step = step
	if marks != nil {
		p.marks = strings.TrimPrefix(string(marks), "null")
	}
	return nil
}

func (p *paperSetup) KeepEmpty(picture []byte) error {
	if string(picture) == "broken" {
		return &session.Failure{Reason: session.Invalid, What: "this is no picture"}
	}
	p.picture = string(picture)
	return nil
}

func (p *paperSetup) Empty(int) ([]byte, error) { return []byte(p.picture), p.none() }

func (p *paperSetup) none() error {
	if p.picture == "" {
		return &session.Failure{Reason: session.NotFound, What: "there is no picture yet"}
	}
	return nil
}

func (p *paperSetup) Drafted() (picture, marks []byte, err error) {
	return []byte(p.picture), []byte(p.marks), p.none()
}

func (p *paperSetup) Found() (any, error) {
	if err := p.none(); err != nil {
		return nil, err
	}
	outline := [][]float64{{1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}}
	return map[string]any{"width": 10, "height": 10, "notes": []any{}, "mats": []any{map[string]any{
		"player": "red", "orientation": "pointy", "agents_area": []any{}, "notes": []any{map[string]any{"key": "calibrate.dark", "text": "It is dark.", "params": map[string]any{"player": "red"}}},
		"hexes":  []any{map[string]any{"id": "A1", "q": 0, "r": 0, "field": "field-1", "at": []float64{5, 5}, "outline": outline}},
		"beside": []any{map[string]any{"q": 1, "r": 0, "at": []float64{5, 5}, "outline": outline}},
		"track":  map[string]any{"first": []float64{1, 1}, "last": []float64{9, 1}, "steps": 20, "notches": []int{2}}}}}, nil
}

func (p *paperSetup) Change(_ context.Context, player string, change []byte) error {
	p.changes = append(p.changes, player+" "+string(change))
	return nil
}

func (p *paperSetup) Lesson(player string) (any, error) {
	if player != "red" {
		return nil, &session.Failure{Reason: session.NotFound, What: "there is no such mat"}
	}
	return map[string]any{"player": player, "hexes": map[string]any{"A1": map[string]any{"crop": "corn", "worker": true}}, "riverboats": []string{"1"}, "harbor_master": 5}, nil
}

func (p *paperSetup) Finish() error {
	p.step, p.marks, p.picture = "", "", ""
	return nil
}

// TestSettingUp goes through all that the first steps ask of the service.
func TestSettingUp(t *testing.T) {
	paper, lit := &paperSetup{}, 0
	s := serve(t, func(o *api.Options) {
		o.Eye, o.Setup = drawnEye{}, paper
		o.Machine.Judge = func(picture []byte) (any, error) {
			if string(picture) == "broken" {
				return nil, errors.New("this is no picture")
			}
			return []any{map[string]any{"key": "picture.good", "check": "picture", "state": "ok", "text": "it is sharp"}}, nil
		}
		o.Machine.Cards = func(players int, paper string) ([]byte, error) {
			if players != 3 || paper != "letter" {
				t.Errorf("%d players on %s", players, paper)
			}
			return []byte("%PDF"), nil
		}
		o.Machine.TestDisplays = func() { lit++ }
		o.Machine.Cameras = func(context.Context) (any, error) {
			return map[string]any{"fixed": false, "cameras": []any{map[string]any{"address": "v4l2:/dev/video0", "name": "C920", "kind": "v4l2"}}}, nil
		}
		o.Machine.ChooseCamera = func(_ context.Context, address string) error {
			if address != "v4l2:/dev/video0" {
				return &session.Failure{Reason: session.Invalid, What: "there is no such camera"}
			}
			return nil
		}
	})
	var draft struct {
		Step    string
		Marks   json.RawMessage
		Picture *struct{ Width int }
	}
	s.ask("GET", "/api/v1/setup", nil).wants(t, 200, &draft)
	if draft.Step != "" || draft.Picture != nil {
		t.Errorf("at the start %+v", draft)
	}
	for _, path := range []string{"/setup/picture.jpg", "/setup/mats"} {
		s.ask("GET", "/api/v1"+path, nil).refused(t, 404, "not-found")
	}
	s.ask("POST", "/api/v1/setup/calibration", nil).refused(t, 404, "not-found")

	picture, kind := form(t, "picture", "picture")
	s.ask("POST", "/api/v1/setup/look", picture, "Content-Type", kind).wants(t, 200)
	s.ask("POST", "/api/v1/setup/picture", picture, "Content-Type", kind).wants(t, 200, &draft)
	if draft.Picture == nil {
		t.Error("the picture wasn't kept")
	}
	broken, brokenKind := form(t, "picture", "broken")
	for _, path := range []string{"/setup/picture", "/setup/look"} {
		s.ask("POST", "/api/v1"+path, broken, "Content-Type", brokenKind).refused(t, 422, "invalid")
		s.ask("POST", "/api/v1"+path, `{}`).refused(t, 422, "invalid")
	}
	s.ask("GET", "/api/v1/setup/picture.jpg?width=100", nil).wants(t, 200)
	s.ask("GET", "/api/v1/setup/picture.jpg?width=x", nil).refused(t, 422, "invalid")

	s.ask("PATCH", "/api/v1/setup", `{"step":"marks","marks":{"players":[]},"language":"de"}`).wants(t, 200, &draft)
	if draft.Step != "marks" || string(draft.Marks) != `{"players":[]}` {
		t.Errorf("kept %+v", draft)
	}
	var settings struct{ Language string }
	if s.ask("GET", "/api/v1/settings", nil).wants(t, 200, &settings); settings.Language != "de" {
		t.Errorf("the table speaks %q", settings.Language)
	}
	for _, wrong := range []string{`{}`, `{"step":"x","language":"xx"}`, `{"step":"x","pictures":1}`} {
		if a := s.ask("PATCH", "/api/v1/setup", wrong); a.status != 422 {
			t.Errorf("%s is answered with %d", wrong, a.status)
		}
	}
	paper.marks = "marks" // what the drawn eye wants to see
	s.ask("POST", "/api/v1/setup/calibration", nil).wants(t, 200)
	s.ask("GET", "/api/v1/setup/mats", nil).wants(t, 200)
	s.ask("PATCH", "/api/v1/setup/mats/red", `{"remove":["A1"],"add":[{"q":1,"r":0,"field":"field-2"}]}`).wants(t, 200)
	s.ask("PATCH", "/api/v1/setup/mats/red", `{"move":["A1"]}`).wants(t, 422)
	if len(paper.changes) != 1 || !strings.HasPrefix(paper.changes[0], "red {") || !strings.Contains(paper.changes[0], `"remove":["A1"]`) || strings.Contains(paper.changes[0], "fields") {
		t.Errorf("changed %q", paper.changes)
	}
	s.ask("GET", "/api/v1/setup/mats/red/lesson", nil).wants(t, 200)
	s.ask("GET", "/api/v1/setup/mats/nobody/lesson", nil).refused(t, 404, "not-found")
	s.ask("GET", "/api/v1/setup/cards.pdf?players=3&paper=letter", nil).wants(t, 200)
	for _, wrong := range []string{"players=0", "players=9", "paper=a3", "color=red"} {
		s.ask("GET", "/api/v1/setup/cards.pdf?"+wrong, nil).refused(t, 422, "invalid")
	}
	s.ask("GET", "/api/v1/setup/cameras", nil).wants(t, 200)
	s.ask("PUT", "/api/v1/setup/camera", `{"address":"v4l2:/dev/video0"}`).wants(t, 204)
	s.ask("PUT", "/api/v1/setup/camera", `{"address":"nowhere:"}`).refused(t, 422, "invalid")
	s.ask("PUT", "/api/v1/setup/camera", `{}`).wants(t, 422)
	s.ask("POST", "/api/v1/setup/displays", nil).wants(t, 200)
	if lit != 1 {
		t.Errorf("the displays were lit %d times", lit)
	}
	s.ask("POST", "/api/v1/setup/done", nil).wants(t, 204)
	var after struct{ Welcome bool }
	if s.ask("GET", "/api/v1/settings", nil).wants(t, 200, &after); after.Welcome || paper.step != "" {
		t.Errorf("after the end: %+v, %q", after, paper.step)
	}
}

// TestOnceSetUpItIsTheAdmins: paired devices may set up until somebody says that
// it is done.
func TestOnceSetUpItIsTheAdmins(t *testing.T) {
	g := serveGuarded(t, func(o *api.Options) { o.Eye, o.Setup = drawnEye{}, &paperSetup{} })
	stranger, tablet := g.browser(lan), g.browser(lan)
	stranger.ask("PATCH", "/api/v1/setup", `{"step":"marks"}`).refused(t, 401, "unpaired")
	tablet.ask("POST", "/api/v1/pairing", map[string]any{"pin": g.guard.Code().PIN}).wants(t, 201)
	tablet.ask("PATCH", "/api/v1/setup", `{"step":"marks"}`).wants(t, 200)
	tablet.ask("POST", "/api/v1/setup/done", nil).wants(t, 204)
	for _, r := range []struct{ method, path string }{
		{"PATCH", "/setup"}, {"POST", "/setup/done"}, {"POST", "/setup/picture"}, {"POST", "/setup/calibration"}, {"PATCH", "/setup/mats/red"}, {"PUT", "/setup/camera"},
	} {
		tablet.ask(r.method, "/api/v1"+r.path, `{"step":"marks"}`).refused(t, 403, "admin")
	}
	tablet.ask("GET", "/api/v1/setup", nil).wants(t, 200)
	tablet.ask("POST", "/api/v1/login", map[string]any{"password": g.password}).wants(t, 200)
	tablet.ask("PATCH", "/api/v1/setup", `{"step":"marks"}`).wants(t, 200)
}
