package api_test

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"harbormaster/history"
)

func TestPlayers(t *testing.T) {
	s := serve(t)
	var ann history.Player
	a := s.ask("POST", "/api/v1/players", map[string]any{"name": "  Änn   Lee ", "color": "#c00", "shape": "star"})
	a.wants(t, http.StatusCreated, &ann)
	if ann.Name != "Änn Lee" || ann.UUID == "" || a.header.Get("Location") != fmt.Sprintf("/api/v1/players/%d", ann.ID) {
		t.Fatalf("added %+v at %s", ann, a.header.Get("Location"))
	}
	at := fmt.Sprintf("/api/v1/players/%d", ann.ID)
	v := s.begin("orleans", "änn lee", "Bo") // whatever the case
	ann = history.Player{}
	s.ask("PATCH", at, map[string]any{"name": "Anna", "shape": ""}).wants(t, 200, &ann)
	if ann.Name != "Anna" || ann.Color != "#c00" || ann.Shape != "" {
		t.Errorf("changed to %+v", ann)
	}
	var d history.Detail
	s.ask("GET", "/api/v1/history/"+v.Play, nil).wants(t, 200, &d)
	if d.Seats[0].Name != "änn lee" || d.Seats[0].Person != "Anna" || d.Seats[0].Player != ann.ID {
		t.Errorf("the play is that of %+v, want the player who was renamed", d.Seats[0])
	}
	var list struct{ Players []history.Player }
	s.ask("GET", "/api/v1/players", nil).wants(t, 200, &list)
	if len(list.Players) != 2 || list.Players[1].Name != "Bo" {
		t.Errorf("the players are %+v, want Bo among them, who sat down", list.Players)
	}
	var gone struct{ Hidden bool }
	if s.ask("DELETE", at, nil).wants(t, 200, &gone); !gone.Hidden {
		t.Error("a player who is in the history was removed, not hidden")
	}
	s.ask("GET", "/api/v1/players", nil).wants(t, 200, &list)
	if len(list.Players) != 1 {
		t.Errorf("after hiding there are %+v", list.Players)
	}
	if s.ask("GET", "/api/v1/players?hidden=true", nil).wants(t, 200, &list); len(list.Players) != 2 {
		t.Errorf("with the hidden ones there are %+v", list.Players)
	}
	if hint := s.ask("POST", "/api/v1/players", map[string]any{"name": "ANNA"}).refused(t, 422, "invalid").Error.Hint; !strings.Contains(hint, "again") {
		t.Errorf("the name of a hidden player gets the hint %q", hint)
	}
	var cy history.Player
	s.ask("POST", "/api/v1/players", map[string]any{"name": "Cy"}).wants(t, 201, &cy)
	at = fmt.Sprintf("/api/v1/players/%d", cy.ID)
	if s.ask("DELETE", at, nil).wants(t, 200, &gone); gone.Hidden {
		t.Error("a player who never played was hidden, not removed")
	}
	s.ask("GET", at, nil).refused(t, 404, "not-found")
}

func TestPlayersThatCantBe(t *testing.T) {
	s := serve(t)
	s.ask("POST", "/api/v1/players", map[string]any{"name": "Ann"}).wants(t, 201)
	s.ask("POST", "/api/v1/players", map[string]any{"name": "Bo"}).wants(t, 201)
	for name, c := range map[string]struct {
		method, path string
		body         any
		status       int
	}{
		"a name twice":              {"POST", "/players", `{"name":"aNN"}`, 422},
		"no name":                   {"POST", "/players", `{}`, 422},
		"an empty name":             {"POST", "/players", `{"name":"   "}`, 422},
		"a name of the wrong type":  {"POST", "/players", `{"name":7}`, 422},
		"a name that is too long":   {"POST", "/players", `{"name":"` + strings.Repeat("ä", 81) + `"}`, 422},
		"a bell in a name":          {"POST", "/players", `{"name":"a\u0007b"}`, 422},
		"a color that is too long":  {"POST", "/players", `{"name":"Cy","color":"` + strings.Repeat("x", 41) + `"}`, 422},
		"an unknown key":            {"POST", "/players", `{"name":"Cy","colour":"red"}`, 422},
		"no JSON":                   {"POST", "/players", `name=Cy`, 422},
		"renamed to another's name": {"PATCH", "/players/1", `{"name":"bo"}`, 422},
		"an unknown player":         {"PATCH", "/players/99", `{"name":"x"}`, 404},
		"no number":                 {"GET", "/players/x", nil, 404},
		"a negative number":         {"GET", "/players/-1", nil, 404},
		"a huge number":             {"GET", "/players/99999999999999999999", nil, 404},
		"removing nobody":           {"DELETE", "/players/99", nil, 404},
		"a picture of nobody":       {"GET", "/players/99/picture", nil, 404},
		"no picture":                {"GET", "/players/1/picture", nil, 404},
		"an unknown parameter":      {"GET", "/players?hiden=true", nil, 422},
		"neither true nor false":    {"GET", "/players?hidden=perhaps", nil, 422},
	} {
		t.Run(name, func(t *testing.T) {
			s := *s
			s.t = t
			s.ask(c.method, "/api/v1"+c.path, c.body).refused(t, c.status, map[int]string{404: "not-found", 422: codeOf(c.body, name)}[c.status])
		})
	}
	// A script in a name is a name.
	var p history.Player
	const script = `<script>alert(1)</script>`
	if s.ask("POST", "/api/v1/players", map[string]any{"name": script}).wants(t, 201, &p); p.Name != script {
		t.Errorf("the name became %q", p.Name)
	}
	r := s.ask("POST", "/api/v1/sessions", map[string]any{"game": "orleans", "seats": []any{map[string]any{"name": "A", "player": 77}, map[string]any{"name": "B"}}}).refused(t, 422, "invalid")
	if !strings.Contains(r.Error.Message, "77") || r.Error.Hint == "" {
		t.Errorf("a seat for a player who doesn't exist gets %+v", r.Error)
	}
	s.ask("POST", "/api/v1/sessions", map[string]any{"game": "orleans", "seats": []any{map[string]any{"name": "ann"}, map[string]any{"name": "ANN"}}}).refused(t, 422, "invalid")
}

// codeOf: what a body's form forbids is a rule of reading, the rest is the store's.
func codeOf(body any, name string) string {
	switch name {
	case "no name", "a name of the wrong type", "an unknown key", "no JSON":
		return "rule"
	}
	return "invalid"
}

func portrait(t *testing.T, width, height int, kind string) []byte {
	t.Helper()
	var out bytes.Buffer
	img := image.NewGray(image.Rect(0, 0, width, height))
	var err error
	if kind == "png" {
		err = png.Encode(&out, img)
	} else {
		err = jpeg.Encode(&out, img, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestPlayerPictures(t *testing.T) {
	s := serve(t)
	s.ask("POST", "/api/v1/players", map[string]any{"name": "Ann"}).wants(t, 201)
	const at = "/api/v1/players/1/picture"
	for _, kind := range []string{"png", "jpeg"} {
		data := portrait(t, 64, 48, kind)
		s.ask("PUT", at, data).wants(t, 204)
		a := s.ask("GET", at, nil)
		if a.wants(t, 200); !bytes.Equal(a.body, data) || a.header.Get("Content-Type") != "image/"+kind {
			t.Errorf("got %d bytes of %s back", len(a.body), a.header.Get("Content-Type"))
		}
	}
	var p history.Player
	if s.ask("GET", "/api/v1/players/1", nil).wants(t, 200, &p); !p.Picture {
		t.Error("the player has no picture")
	}
	for name, data := range map[string][]byte{
		"nothing":     {},
		"text":        []byte("<svg onload='alert(1)'/>"),
		"half a PNG":  portrait(t, 64, 48, "png")[:20],
		"too wide":    portrait(t, 2049, 1, "png"),
		"too many KB": append(portrait(t, 8, 8, "png"), make([]byte, 513<<10)...),
	} {
		t.Run(name, func(t *testing.T) {
			s := *s
			s.t = t
			s.ask("PUT", at, data).refused(t, 422, "invalid")
		})
	}
	s.ask("PUT", at, make([]byte, 2<<20)).refused(t, 413, "too-big")
	s.ask("DELETE", at, nil).wants(t, 204)
	s.ask("GET", at, nil).refused(t, 404, "not-found")
}

func TestPlaces(t *testing.T) {
	s := serve(t)
	var p history.Place
	s.ask("POST", "/api/v1/places", map[string]any{"name": "Kitchen"}).wants(t, 201, &p)
	s.ask("POST", "/api/v1/places", map[string]any{"name": "kitchen"}).refused(t, 422, "invalid")
	s.ask("POST", "/api/v1/sessions", map[string]any{"game": "orleans", "place": "KITCHEN", "seats": []any{map[string]any{"name": "A"}, map[string]any{"name": "B"}}}).wants(t, 201)
	s.ask("PATCH", "/api/v1/places/1", map[string]any{"name": "Garden"}).wants(t, 204)
	var list struct{ Places []history.Place }
	s.ask("GET", "/api/v1/places", nil).wants(t, 200, &list)
	if len(list.Places) != 1 || list.Places[0] != (history.Place{ID: 1, Name: "Garden", Plays: 1}) {
		t.Errorf("the places are %+v", list.Places)
	}
	s.ask("DELETE", "/api/v1/places/1", nil).refused(t, 422, "invalid")
	s.ask("POST", "/api/v1/places", map[string]any{"name": "Club"}).wants(t, 201, &p)
	at := fmt.Sprintf("/api/v1/places/%d", p.ID)
	s.ask("PATCH", at, map[string]any{"name": "garden"}).refused(t, 422, "invalid")
	s.ask("DELETE", at, nil).wants(t, 204)
	s.ask("DELETE", at, nil).refused(t, 404, "not-found")
	s.ask("PATCH", at, map[string]any{"name": "x"}).refused(t, 404, "not-found")
}

func TestCards(t *testing.T) {
	s := serve(t)
	card := map[string]any{"game": "riverboat", "name": "Our card", "body": map[string]any{"kind": "fixed", "points": 5}}
	var c history.Card
	s.ask("POST", "/api/v1/cards", card).wants(t, 201, &c)
	card["name"] = "OUR  card"
	s.ask("POST", "/api/v1/cards", card).refused(t, 422, "invalid")
	card["name"] = "Another"
	s.ask("PUT", "/api/v1/cards/1", card).wants(t, 200, &c)
	var list struct{ Cards []history.Card }
	s.ask("GET", "/api/v1/cards?game=riverboat", nil).wants(t, 200, &list)
	if len(list.Cards) != 1 || list.Cards[0].Name != "Another" {
		t.Errorf("the cards are %+v", list.Cards)
	}
	if s.ask("GET", "/api/v1/cards?game=orleans", nil).wants(t, 200, &list); len(list.Cards) != 0 {
		t.Errorf("the cards of another game are %+v", list.Cards)
	}
	card["game"] = "chess"
	s.ask("POST", "/api/v1/cards", card).refused(t, 422, "invalid")
	card["game"], card["body"] = "riverboat", []int{1}
	s.ask("POST", "/api/v1/cards", card).refused(t, 422, "invalid")
	for _, body := range []map[string]any{{"note": "x"}, {}, {"kind": "fixed"}, {"kind": "fixed", "points": 500}, {"kind": "owned", "points": 1, "thing": "cow"}} {
		card["body"] = body
		s.ask("POST", "/api/v1/cards", card).refused(t, 422, "rule")
	}
	card["body"] = map[string]any{"name": "Somebody else", "kind": "fixed", "points": 5}
	s.ask("POST", "/api/v1/cards", card).refused(t, 422, "invalid")
	s.ask("DELETE", "/api/v1/cards/1", nil).wants(t, 204)
	s.ask("DELETE", "/api/v1/cards/1", nil).refused(t, 404, "not-found")
}

func TestSettings(t *testing.T) {
	s := serve(t)
	var all map[string]any
	s.ask("GET", "/api/v1/settings", nil).wants(t, 200, &all)
	if all["theme"] != "system" || all["brightness"] != 4.0 {
		t.Errorf("before anybody sets them they are %v", all)
	}
	s.ask("PATCH", "/api/v1/settings", `{"theme":"dark","brightness":0,"table":"The long one","welcome":false}`).wants(t, 200, &all)
	if all["theme"] != "dark" || all["brightness"] != 0.0 || all["table"] != "The long one" || all["welcome"] != false {
		t.Errorf("set to %v", all)
	}
	if s.ask("PATCH", "/api/v1/settings", `{"theme":null}`).wants(t, 200, &all); all["theme"] != "system" || all["brightness"] != 0.0 {
		t.Errorf("set back to %v", all)
	}
	for _, bad := range []string{`{"theme":"pink"}`, `{"brightness":16}`, `{"brightness":"8"}`, `{"them":"dark"}`, `{"welcome":1}`, `{"theme":"dark","brightness":99}`, `[]`} {
		s.ask("PATCH", "/api/v1/settings", bad).refused(t, 422, "rule")
	}
	s.ask("PATCH", "/api/v1/settings", `{"table":"`+strings.Repeat("x", 201)+`"}`).refused(t, 422, "invalid")
	if s.ask("GET", "/api/v1/settings", nil).wants(t, 200, &all); all["theme"] != "system" {
		t.Errorf("a refused change left %v", all)
	}
}
