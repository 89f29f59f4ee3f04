package web_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// program is the real binary, built once for all tests.
var program string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "harbormaster-web-")
	if err != nil {
		panic(err)
	}
	program = filepath.Join(dir, "harbormaster")
	code := 1
	if out, err := exec.Command("go", "build", "-o", program, "harbormaster/cmd/harbormaster").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the program: %v\n%s", err, out)
	} else {
		code = m.Run()
	}
	_ = os.RemoveAll(dir) // a folder for temporary files
	os.Exit(code)
}

// service is the program, serving, with a paired client of its own.
type service struct {
	t       *testing.T
	dir     string // its data
	address string
	url     string
	process *exec.Cmd
	client  *http.Client
}

// serve starts the program on an empty data folder and a free port, which it
// keeps over restarts.
func serve(t *testing.T) *service {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &service{t: t, dir: t.TempDir(), address: address, url: "http://" + address, client: &http.Client{Jar: jar}}
	t.Cleanup(s.kill)
	s.start()
	s.ask("POST", "/pairing", map[string]any{"here": true, "name": "test"}, nil)
	return s
}

// start starts the program and waits until it listens.
func (s *service) start() {
	s.t.Helper()
	s.process = exec.Command(program, "serve", "--listen", s.address, "--data", s.dir)
	out, err := s.process.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	var said bytes.Buffer
	s.process.Stderr = &said
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
	first, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || !strings.HasPrefix(first, "listening on ") {
		s.kill()
		s.t.Fatalf("the program says %q, %v\n%s", first, err, said.String())
	}
	go io.Copy(io.Discard, out) //nolint:errcheck // ends with the program
}

// kill ends the program as a pulled plug would.
func (s *service) kill() {
	if s.process != nil && s.process.Process != nil {
		_ = s.process.Process.Kill() // it may have ended
		_ = s.process.Wait()
	}
}

// ask asks the API and reads the answer into into, unless that is nil.
func (s *service) ask(method, path string, body, into any) {
	s.t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		s.t.Fatal(err)
	}
	r, err := http.NewRequest(method, s.url+"/api/v1"+path, bytes.NewReader(data))
	if err != nil {
		s.t.Fatal(err)
	}
	a, err := s.client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer a.Body.Close()
	found, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode >= 300 {
		s.t.Fatalf("%s %s: %s %s %v", method, path, a.Status, found, err)
	}
	if into != nil {
		if err := json.Unmarshal(found, into); err != nil {
			s.t.Fatal(err)
		}
	}
}

// view is what the tests look at of a play.
type view struct {
	Play   string
	Number int64
	Status string
	Phase  string
	Undo   *struct{ Message struct{ Key string } }
	Prompt struct {
		Key, Player string
		Choices     []struct {
			Do, Boat string
			Hexes    []string
		}
	}
	State struct {
		Players []struct {
			Name  string
			Coins int
			Mat   struct {
				Hexes []struct {
					ID           string
					Crop         *string
					Worker, Barn bool
				}
			}
		}
	}
	Result struct {
		Players []struct {
			Name  string
			Total int
		}
	}
}

// recorded lists the actions of the recorded game, a line of JSON each.
func (s *service) recorded() []string {
	s.t.Helper()
	return s.recording()[1:]
}

func (s *service) recording() []string {
	s.t.Helper()
	log, err := os.ReadFile("../cmd/harbormaster/recorded/riverboat.jsonl")
	if err != nil {
		s.t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(log)), "\n")
}

// play begins the recorded game and does its first actions; all of them for -1.
func (s *service) play(actions int) view {
	s.t.Helper()
	var start struct{ Settings json.RawMessage }
	if err := json.Unmarshal([]byte(s.recording()[0]), &start); err != nil {
		s.t.Fatal(err)
	}
	var v view
	s.ask("POST", "/sessions", map[string]any{"game": "riverboat", "settings": start.Settings, "who": "test", "seats": []any{
		map[string]any{"name": "Ann", "color": "red", "shape": "circle"}, map[string]any{"name": "Bo", "color": "blue", "shape": "square"}}}, &v)
	lines := s.recorded()
	if actions < 0 {
		actions = len(lines)
	}
	for _, line := range lines[:actions] {
		s.do(&v, "actions", "action", json.RawMessage(line))
	}
	return v
}

// do sends a command about a play and keeps the play after it.
func (s *service) do(v *view, what, key string, value any) {
	s.t.Helper()
	body := map[string]any{"based": v.Number, "who": "test"}
	if key != "" {
		body[key] = value
	}
	at := "/sessions/" + v.Play + "/" + what
	*v = view{}
	s.ask("POST", at, body, v)
}

// see returns a play as it stands.
func (s *service) see(id string) view {
	s.t.Helper()
	var v view
	s.ask("GET", "/sessions/"+id, nil, &v)
	return v
}
