package exchange

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"harbormaster/history"
	"harbormaster/scoring/catalog"
	"harbormaster/scoring/say"
	"harbormaster/session"
)

// linked reads the play that a link carries.
func linked(t *testing.T, link string) map[string]any {
	t.Helper()
	if len(link) >= mostLink {
		t.Errorf("the link is %d long", len(link))
	}
	u, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	if u.Host != "app.bgstatsapp.com" || u.Path != "/createPlay.html" || strings.Contains(link, "+") {
		t.Errorf("the link is %s", link)
	}
	var v map[string]any
	if err := json.Unmarshal([]byte(u.Query().Get("data")), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func ended(names ...string) history.Play {
	end := noon.Add(95 * 60 * 1e9)
	p := history.Play{ID: "k3jd92mfk2l1o0qa", Game: "orleans", Status: session.Complete, Place: "Café + Bar", Note: "well & good", Began: noon, Ended: &end, Minutes: 95}
	for i, name := range names {
		total, rank := 100-i, i+1
		p.Seats = append(p.Seats, history.Seat{Seat: session.Seat{Name: name}, Total: &total, Rank: &rank, Won: i == 0})
	}
	return p
}

func TestLink(t *testing.T) {
	p := ended("Anna", "Zoë")
	p.Seats[0].Player = 7
	link, err := Link(p, catalog.Game, map[int64]history.Player{7: {ID: 7, UUID: "u-7", Name: "Anna B."}}, "coins 7 & more")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"sourceName": "Harbormaster", "sourcePlayId": "k3jd92mfk2l1o0qa", "playDate": "2026-11-30 12:00:00", "durationMin": 95.0, "location": "Café + Bar", "comments": "coins 7 & more",
		"game": map[string]any{"name": "Orléans", "sourceGameId": "orleans", "bggId": 164928.0, "highestWins": true, "noPoints": false},
		"players": []any{
			map[string]any{"name": "Anna B.", "sourcePlayerId": "u-7", "startPlayer": true, "winner": true, "score": 100.0, "rank": 1.0},
			map[string]any{"name": "Zoë", "sourcePlayerId": derived("player", "zoë"), "startPlayer": false, "winner": false, "score": 99.0, "rank": 2.0},
		},
	}
	if diff := cmp.Diff(want, linked(t, link)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	p.Game = "riverboat"
	if link, err = Link(p, catalog.Game, nil, ""); err != nil {
		t.Fatal(err)
	}
	if game := linked(t, link)["game"].(map[string]any); game["bggId"] != nil {
		t.Errorf("a number was made up: %v", game)
	}
	for _, player := range linked(t, link)["players"].([]any) {
		for _, key := range []string{"winner", "startPlayer"} {
			if _, ok := player.(map[string]any)[key].(bool); !ok {
				t.Errorf("%s isn't sent: %v", key, player)
			}
		}
	}
}

func TestLinkFits(t *testing.T) {
	long := strings.Repeat("漢", 80)
	p := ended("Anna", "Bob", "Cleo")
	p.Place = long
	link, err := Link(p, catalog.Game, nil, strings.Repeat("comment 漢 ", 400))
	if err != nil {
		t.Fatal(err)
	}
	if v := linked(t, link); v["location"] != long || v["comments"] == nil {
		t.Error("more was left out than need be")
	}
	p = ended(long, long+"2", long+"3", long+"4", long+"5", long+"6", long+"7")
	p.Place = long
	if link, err = Link(p, catalog.Game, nil, strings.Repeat("漢", 3000)); err != nil {
		t.Fatal(err)
	}
	if v := linked(t, link); len(v["players"].([]any)) != 7 || v["comments"] != nil {
		t.Errorf("the comments must go before the players: %v", v)
	}
	var crowd []string
	for i := range 100 {
		crowd = append(crowd, fmt.Sprintf("%s%d", long, i))
	}
	if _, err := Link(ended(crowd...), catalog.Game, nil, ""); err == nil {
		t.Error("100 players were taken")
	}
	p.Status = session.Playing
	if _, err := Link(p, catalog.Game, nil, ""); err == nil {
		t.Error("a play under way was taken")
	}
}

func TestBoxes(t *testing.T) {
	var numbers map[string]int
	if err := json.Unmarshal(boxes, &numbers); err != nil {
		t.Fatal(err)
	}
	for game, n := range numbers {
		if _, err := catalog.Game(game); err != nil || n <= 0 {
			t.Errorf("%s %d: %v", game, n, err)
		}
	}
}

func TestSummary(t *testing.T) {
	words, err := say.New("en", catalog.Messages()...)
	if err != nil {
		t.Fatal(err)
	}
	s := evening(t, 3)
	logs, err := s.logs(context.Background(), history.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	finished := 0
	for _, l := range logs {
		o, err := result(context.Background(), s, l.Play)
		if err != nil {
			t.Fatal(err)
		}
		if o == nil {
			continue
		}
		finished++
		words.Explain(&o.Result)
		text := Summary(l.Play, *o, catalog.Game, words)
		for i, p := range o.Result.Players {
			if want := fmt.Sprintf("%d. %s: %d", o.Ranks[i], oneLine(p.Name), p.Total); !strings.Contains(text, want) {
				t.Errorf("%q isn't in\n%s", want, text)
			}
		}
		if strings.Contains(text, "category-") || !strings.Contains(text, "2026-11-30") && l.Play.Source == "" && l.Play.Began.Day() == 30 {
			t.Errorf("the summary is\n%s", text)
		}
	}
	if finished < 2 {
		t.Errorf("%d plays are finished", finished)
	}
	if got, want := Summary(ended(), session.Outcome{}, catalog.Game, words), "Orléans, 2026-11-30, Café + Bar, 95 min\n\n\nwell & good\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
