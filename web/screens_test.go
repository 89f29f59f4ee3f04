package web_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// screens looks at what a page shows in every size, in light and dark. What is
// as it was in the other theme is only pictured.
func (d *device) screens(page string) {
	d.t.Helper()
	for _, width := range []int64{360, 820, 1280, 1920} {
		d.size(width, map[int64]int64{360: 740, 820: 1180, 1280: 800, 1920: 1080}[width])
		for _, theme := range []string{"light", "dark"} {
			if theme == "dark" && width < 1920 && shots() == "" {
				continue
			}
			name := fmt.Sprintf("%s-%d-%s", page, width, theme)
			eval[bool](d, fmt.Sprintf(`document.getElementById("night").media = %q, true`, map[string]string{"light": "not all", "dark": "all"}[theme]))
			d.settled()
			d.shot(name)
			if wide := eval[float64](d, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
				d.t.Errorf("%s: the page is %.0f px wider than the screen", name, wide)
			}
			switch {
			case width == 360 && theme == "light":
				d.check(name, `{}`)
			case width == 1920 && theme == "dark":
				d.check(name, `{runOnly: ["color-contrast"]}`)
			}
		}
	}
}

// TestScreens looks at every page in every size, in light and dark: nothing
// hangs over the side, nothing complains, and axe-core finds nothing serious.
// With HARBORMASTER_SHOTS set to a folder it writes pictures there.
func TestScreens(t *testing.T) {
	t.Parallel()
	s := serve(t, "--display", "mirror:?modules=2", "HARBORMASTER_CAMERA=dir:../cmd/harbormaster/recorded/table?every=1s")
	s.pastEvenings()
	s.ask("POST", "/cards", map[string]any{"game": "riverboat", "name": "Corn buyer", "body": map[string]any{"kind": "harvested", "crop": "corn", "points": 2}}, nil)
	done := s.play(-1)
	s.do(&done, "finish", "", nil)
	four := s.fourAtTheTable()
	counters := s.begin("agricola", "Ann", "Bo", "Cy")
	s.do(&counters, "actions", "action", map[string]any{"do": "next"})
	two := s.play(60)
	for _, p := range []struct{ name, path, there string }{
		{"dashboard", "/?play=" + two.Play, ".seat"}, {"four", "/?play=" + four.Play, ".seat"}, {"table", "/table?play=" + two.Play, ".choices button"},
		{"planting", "/table?play=" + four.Play, ".pickmat"}, {"counters", "/table?play=" + counters.Play, ".stepper"}, {"phone", "/phone?play=" + two.Play, ".phone"},
		{"new", "/new", "#begin"}, {"history", "/history", ".evenings li"}, {"play", "/history/" + done.Play, ".plot"}, {"statistics", "/statistics", ".plot"},
		{"cards", "/cards", "form"}, {"settings", "/settings", "form"}, {"pair", "/pair", ".phone"},
	} {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			d := open(t, s, "screens", 1280, 800, p.path, true)
			d.until(fmt.Sprintf(`document.querySelector(%q)`, p.there))
			if p.name == "phone" {
				d.press("Ann")
				d.until(`document.querySelector(".phone .points")`)
			}
			if p.name == "play" {
				d.press("Fields")
			}
			d.screens(p.name)
			d.quiet()
		})
	}
}

// begin begins a play of a game that needs no mats.
func (s *service) begin(game string, names ...string) view {
	s.t.Helper()
	var v view
	s.ask("POST", "/sessions", map[string]any{"game": game, "seats": seats(names...), "who": "test"}, &v)
	return v
}

var looks = [][2]string{{"red", "circle"}, {"blue", "square"}, {"green", "triangle"}, {"yellow", "diamond"}}

func seats(names ...string) []any {
	var list []any
	for i, name := range names {
		list = append(list, map[string]any{"name": name, "color": looks[i][0], "shape": looks[i][1]})
	}
	return list
}

// fourAtTheTable begins a game of four that is in its third round, where
// somebody is about to plant.
func (s *service) fourAtTheTable() view {
	s.t.Helper()
	two := s.play(0)
	var full struct {
		State map[string]any
	}
	s.ask("GET", "/sessions/"+two.Play, nil, &full)
	old, crops := full.State["players"].([]any), []string{"turnip", "wheat", "corn", "potato", "pumpkin"}
	var players []any
	for i, name := range []string{"Ann", "Bo", "Cy", "Dominique"} {
		var hexes []any
		for n, h := range old[i%2].(map[string]any)["mat"].(map[string]any)["hexes"].([]any) {
			hex := maps.Clone(h.(map[string]any))
			switch k := (n*7 + i*5) % 11; {
			case n == 20+i:
				hex["barn"], hex["surveyor"] = true, i%2 == 0
			case n == 6 || n == 13:
				hex["worker"] = true
			case k < 4:
				hex["crop"], hex["worker"], hex["well"] = crops[(n+i)%5], k == 1, n == 30+i
			}
			hexes = append(hexes, hex)
		}
		players = append(players, map[string]any{"name": name, "mat": map[string]any{"orientation": "pointy", "hexes": hexes}, "harbor_master": []int{9, 4, 12, 7}[i], "riverboats": []string{"4", "2a", "3b"}[:1+i%3],
			"agents": 3 - i%3, "coins": 2 + i, "surveyors_in_supply": 1, "workers_in_supply": 7, "phase_tiles": [][]int{{2}, {1}, {3, 5}, {4}}[i], "track_vp": []int{48, 61, 33, 57}[i]})
	}
	s.do(&two, "abandon", "", nil)
	var v view
	s.ask("POST", "/sessions", map[string]any{"game": "riverboat", "seats": seats("Ann", "Bo", "Cy", "Dominique"), "place": "Kitchen",
		"state": map[string]any{"game": "riverboat", "round": 3, "phase": "planting", "harbor_track": full.State["harbor_track"], "players": players}}, &v)
	s.do(&v, "corrections", "correction", map[string]any{"set": map[string]any{"round": 3, "phase": "planting"}})
	hex := v.Prompt.Choices[0].Hexes[0]
	s.do(&v, "actions", "action", map[string]any{"do": "plant", "player": v.Prompt.Player, "hexes": []string{hex}, "crops": []string{"wheat"}})
	return v
}

// pastEvenings takes over a year of evenings, as a file of another program has them.
func (s *service) pastEvenings() {
	s.t.Helper()
	names, plays := []string{"Ann", "Bo", "Cy", "Dominique"}, []any{}
	for n := range 18 {
		var scores []any
		game, most := 1+n%5/4, 0 // every fifth evening something else
		points := []int{118 + n*37%53, 109 + n*23%61, 124 + n*11%43, 101 + n*29%67}[:2+n%3]
		for _, p := range points {
			most = max(most, p)
		}
		for i, p := range points {
			scores = append(scores, map[string]any{"playerRefId": i + 1, "score": fmt.Sprint(p), "winner": p == most, "seatOrder": i + 1})
		}
		plays = append(plays, map[string]any{"uuid": fmt.Sprintf("E%d", n), "gameRefId": game, "playDate": fmt.Sprintf("2026-%02d-%02d 19:30:00", 1+n/2, 3+n%2*14), "durationMin": 70 + n*7%40, "playerScores": scores})
	}
	people := []any{}
	for i, name := range names {
		people = append(people, map[string]any{"id": i + 1, "uuid": "P" + name, "name": name})
	}
	file, err := json.Marshal(map[string]any{"about": "", "locations": []any{}, "players": people, "plays": plays, "userInfo": map[string]any{"meRefId": 1},
		"games": []any{map[string]any{"id": 1, "uuid": "G1", "name": "Riverboat", "highestWins": true}, map[string]any{"id": 2, "uuid": "G2", "name": "Agricola", "highestWins": true}}})
	if err != nil {
		s.t.Fatal(err)
	}
	s.login()
	s.ask("POST", "/imports", json.RawMessage(file), nil)
	s.ask("DELETE", "/login", nil, nil)
	for i, name := range names {
		s.ask("PATCH", fmt.Sprintf("/players/%d", s.person(name)), map[string]any{"color": looks[i][0], "shape": looks[i][1]}, nil)
	}
}

// password is what the service has written down for its owner.
func (s *service) password() string {
	s.t.Helper()
	data, err := os.ReadFile(filepath.Join(s.dir, "admin-password"))
	if err != nil {
		s.t.Fatal(err)
	}
	return strings.TrimSpace(string(data))
}

func (s *service) login() {
	s.t.Helper()
	s.ask("POST", "/login", map[string]any{"password": s.password()}, nil)
}

func (s *service) person(name string) int {
	s.t.Helper()
	var list struct {
		Players []struct {
			ID   int
			Name string
		}
	}
	s.ask("GET", "/players", nil, &list)
	for _, p := range list.Players {
		if p.Name == name {
			return p.ID
		}
	}
	s.t.Fatalf("nobody is called %s", name)
	return 0
}
