package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"harbormaster/scoring/catalog"
	"harbormaster/scoring/scoringtest"
	"harbormaster/session"
)

// kill ends the process as a power cut would.
func (r *running) kill() {
	_ = r.Process.Signal(syscall.SIGKILL)
	_ = r.Wait()
}

// player is a client that plays games by chance and remembers what was
// acknowledged, and the one command of which it doesn't know.
type player struct {
	rand    *rand.Rand
	http    *http.Client
	name    string
	play    string
	plays   map[string]bool // all that it began
	seen    session.View
	sent    int
	acked   map[string]acknowledged // by request
	pending *sentCommand
}

// acknowledged is the event that a command was answered with.
type acknowledged struct {
	play   string
	number int64
}

type sentCommand struct {
	address, request string
	body             map[string]any
}

// turn sends one command. It returns false when the service is gone.
func (c *player) turn(url string) bool {
	if c.pending == nil {
		c.pending = c.next()
	}
	data, err := json.Marshal(c.pending.body)
	if err != nil {
		panic(err)
	}
	response, err := c.http.Post(url+c.pending.address, "application/json", bytes.NewReader(data))
	if err != nil {
		return false
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return false // it may have been kept or not: sent again after the restart
	}
	if response.StatusCode/100 == 2 {
		var v session.View
		if err := json.Unmarshal(body, &v); err != nil {
			panic(fmt.Sprintf("%v: %s", err, body))
		}
		if _, repeated := c.acked[c.pending.request]; !repeated {
			c.acked[c.pending.request] = acknowledged{v.Play, v.Number}
		}
		c.seen, c.play = v, v.Play
		c.plays[v.Play] = true
	} else if response.StatusCode >= 500 {
		panic(fmt.Sprintf("%s: %s", response.Status, body))
	}
	c.pending = nil
	return true
}

// next makes up a command: mostly an answer to the prompt, now and then an undo
// or a correction, and a new game when one is over.
func (c *player) next() *sentCommand {
	c.sent++
	request := fmt.Sprintf("%s-%d", c.name, c.sent)
	if c.play == "" || c.seen.Status != session.Playing {
		return &sentCommand{"/api/v1/sessions", request, map[string]any{"request": request,
			"game": "orleans", "seats": []session.Seat{{Name: "Ann"}, {Name: "Bo"}}}}
	}
	what, body := "actions", map[string]any{"request": request, "based": c.seen.Number, "who": c.name}
	switch prompt := c.seen.Prompt; {
	case c.seen.Number > 200 && c.rand.IntN(50) == 0 || len(prompt.Choices) == 0:
		what, body["why"] = "finish", "enough"
	case c.rand.IntN(10) == 0:
		what = "undo"
	case c.rand.IntN(10) == 0:
		what = "corrections"
		body["why"], body["correction"] = "forgotten", session.Correction{Player: "Ann", Set: json.RawMessage(fmt.Sprintf(`{"coins":%d}`, c.rand.IntN(30)))}
	default:
		body["action"] = scoringtest.RandomAction(c.rand, prompt.Choices[c.rand.IntN(len(prompt.Choices))], *prompt)
	}
	return &sentCommand{"/api/v1/sessions/" + c.play + "/" + what, request, body}
}

// TestKilledInTheMiddle plays over HTTP with several clients, kills the service
// at random moments, and finds after each start every acknowledged event, none
// twice, and the state that the log alone gives.
func TestKilledInTheMiddle(t *testing.T) {
	rounds := 10
	if os.Getenv("HARBORMASTER_SOAK") != "" {
		rounds = 100
	}
	dir := t.TempDir()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	var players []*player
	for n := range 3 {
		players = append(players, &player{rand: rand.New(rand.NewPCG(seed, uint64(n+1))), name: fmt.Sprintf("tablet-%d", n), acked: map[string]acknowledged{}, plays: map[string]bool{}})
	}
	for range rounds {
		p := runServe(t, nil, "--listen", "127.0.0.1:0", "--data", dir)
		checkKept(t, p.url, players, func(c *player) []string { return []string{c.play} })
		for _, c := range players {
			if c.http == nil { // its pairing outlives the kills too
				c.http = paired(t, p.url)
			}
		}
		var group sync.WaitGroup
		for _, c := range players {
			group.Go(func() {
				for c.turn(p.url) {
				}
			})
		}
		time.Sleep(time.Duration(20+r.IntN(400)) * time.Millisecond)
		p.kill()
		group.Wait()
	}
	p := runServe(t, nil, "--listen", "127.0.0.1:0", "--data", dir)
	checkKept(t, p.url, players, func(c *player) []string { return slices.Collect(maps.Keys(c.plays)) })
	acked := 0
	for _, c := range players {
		acked += len(c.acked)
	}
	if acked < rounds {
		t.Errorf("only %d events were acknowledged in %d rounds: nothing was tried", acked, rounds)
	}
	t.Logf("%d events acknowledged in %d rounds", acked, rounds)
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := p.Wait(); err != nil {
		t.Errorf("after SIGTERM: %v\n%s", err, p.err)
	}
}

// checkKept compares what clients were told of some of their plays with what
// the service has.
func checkKept(t *testing.T, url string, players []*player, which func(*player) []string) {
	t.Helper()
	looked := map[string]bool{}
	numbers := map[string]int64{} // request to the number of its event
	for _, c := range players {
		for _, play := range which(c) {
			if play == "" { // it has begun none yet
				continue
			}
			looked[play] = true
			var log struct{ Events []session.Event }
			get(t, url+"/api/v1/sessions/"+play+"/events", &log)
			for _, e := range log.Events {
				if e.Request == "" {
					continue
				}
				if first, twice := numbers[e.Request]; twice {
					t.Errorf("the command %s is there twice: events %d and %d", e.Request, first, e.Number)
				}
				numbers[e.Request] = e.Number
			}
			if !slices.IsSortedFunc(log.Events, func(a, b session.Event) int { return int(a.Number - b.Number) }) {
				t.Errorf("the log of play %s isn't in order", play)
			}
			replayed, _, err := session.Replay(catalog.Game, log.Events)
			if err != nil {
				t.Errorf("play %s: %v", play, err)
				continue
			}
			var now session.View
			get(t, url+"/api/v1/sessions/"+play, &now)
			if diff := cmp.Diff(string(replayed.State), string(now.State)); diff != "" {
				t.Errorf("play %s isn't what its log says (-log +service):\n%s", play, diff)
			}
			if c.play == play && c.pending == nil && c.seen.Number != now.Number {
				t.Errorf("play %s is at event %d, its player knows %d", play, now.Number, c.seen.Number)
			}
		}
	}
	for _, c := range players {
		for request, ack := range c.acked {
			if looked[ack.play] && numbers[request] != ack.number {
				t.Errorf("the command %s was acknowledged as event %d and is %d", request, ack.number, numbers[request])
			}
		}
	}
}

// paired returns a client that the service knows as a paired device.
func paired(t *testing.T, url string) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	response, err := client.Post(url+"/api/v1/pairing", "application/json", strings.NewReader(`{"here":true}`))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusCreated {
		t.Fatalf("pairing is answered with %s", response.Status)
	}
	return client
}

func get(t *testing.T, url string, into any) {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%s answers %s", url, response.Status)
	}
	if err := json.NewDecoder(response.Body).Decode(into); err != nil {
		t.Fatalf("%s: %v", url, err)
	}
}
