package web_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// scratch is a folder for what tests share, and ends are what is left to do
// when they are over, the last first.
var (
	scratch string
	ends    []func()
)

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "harbormaster-web-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	for _, end := range slices.Backward(ends) {
		end()
	}
	_ = os.RemoveAll(scratch) // a folder for temporary files
	os.Exit(code)
}

// program builds the real binary, once for all tests.
var program = sync.OnceValues(func() (string, error) {
	path := filepath.Join(scratch, "harbormaster")
	if out, err := exec.Command("go", "build", "-o", path, "harbormaster/cmd/harbormaster").CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the program: %w\n%s", err, out)
	}
	return path, nil
})

// lasting runs things on one thread that lives as long as the tests do. The
// kernel ends what is started there when the thread ends, whatever ends it.
var lasting = sync.OnceValue(func() func(func()) {
	jobs := make(chan func())
	go func() {
		runtime.LockOSThread()
		for job := range jobs {
			job()
		}
	}()
	return func(f func()) {
		done := make(chan struct{})
		jobs <- func() { defer close(done); f() }
		<-done
	}
})

// service is the program, serving, with a paired client of its own.
type service struct {
	t       testing.TB
	dir     string   // its data
	flags   []string // of the program; those with a = after HARBORMASTER_ are its environment
	address string
	url     string
	process *exec.Cmd
	said    *bytes.Buffer // by the process, on standard error
	client  *http.Client
}

// serve starts the program on an empty data folder and a free port, which it
// keeps over restarts.
func serve(t testing.TB, flags ...string) *service {
	t.Helper()
	s := &service{t: t, dir: t.TempDir(), flags: flags, address: "127.0.0.1:0", client: &http.Client{}}
	t.Cleanup(func() {
		s.kill()
		if t.Failed() {
			t.Logf("the service ended with %v and said:\n%s", s.process.ProcessState, s.said)
		}
	})
	s.start()
	s.address = strings.TrimPrefix(s.url, "http://")
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	at, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	jar.SetCookies(at, s.pair("test"))
	s.client.Jar = jar
	return s
}

// pair pairs one more device and returns its cookies.
func (s *service) pair(name string) []*http.Cookie {
	s.t.Helper()
	a, err := http.Post(s.url+"/api/v1/pairing", "application/json", strings.NewReader(`{"here": true, "name": "`+name+`"}`))
	if err != nil {
		s.t.Fatal(err)
	}
	defer a.Body.Close()
	if a.StatusCode != http.StatusCreated {
		s.t.Fatalf("pair: %s", a.Status)
	}
	return a.Cookies()
}

// start starts the program and waits until it listens. It ends with the tests,
// whatever ends them.
func (s *service) start() {
	s.t.Helper()
	path, err := program()
	if err != nil {
		s.t.Fatal(err)
	}
	setting := func(v string) bool { return strings.HasPrefix(v, "HARBORMASTER_") }
	s.process = exec.Command(path, append([]string{"serve", "--listen", s.address, "--data", s.dir}, slices.DeleteFunc(slices.Clone(s.flags), setting)...)...)
	s.process.Env = slices.DeleteFunc(os.Environ(), setting)
	for _, f := range s.flags {
		if setting(f) {
			s.process.Env = append(s.process.Env, f)
		}
	}
	s.process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := s.process.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	s.said = &bytes.Buffer{}
	s.process.Stderr = s.said
	lasting()(func() { err = s.process.Start() })
	if err != nil {
		s.t.Fatal(err)
	}
	first, err := bufio.NewReader(out).ReadString('\n')
	address, listens := strings.CutPrefix(strings.TrimSpace(first), "listening on ")
	if err != nil || !listens {
		s.kill()
		s.t.Fatalf("the program says %q, %v\n%s", first, err, s.said)
	}
	s.url = strings.TrimSuffix(address, "/")
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
		Choices     []choice
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

// choice is what they look at of an answer to a prompt.
type choice struct {
	Do, Boat, Kind string
	Coin           bool
	Max            int
	Hexes, Crops   []string
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
	s.ask("POST", "/sessions", map[string]any{"game": "riverboat", "settings": start.Settings, "who": "test", "seats": seats("Ann", "Bo")}, &v)
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
	body := map[string]any{"based": v.Number, "who": "test", "why": "as it lies there"}
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
