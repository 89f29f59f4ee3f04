package main

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"harbormaster/access"
	"harbormaster/config"
)

// output collects what a process says, line by line, for whoever waits for one.
type output struct {
	mu    sync.Mutex
	text  strings.Builder
	lines chan string
}

func collect(r io.Reader) *output {
	o := &output{lines: make(chan string, 1000)}
	go func() {
		defer close(o.lines)
		s := bufio.NewScanner(r)
		for s.Scan() {
			o.mu.Lock()
			o.text.WriteString(s.Text() + "\n")
			o.mu.Unlock()
			o.lines <- s.Text()
		}
	}()
	return o
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// wait waits for a line that holds the text.
func (o *output) wait(t *testing.T, text string) string {
	t.Helper()
	for line := range o.lines {
		if strings.Contains(line, text) {
			return line
		}
	}
	t.Fatalf("it ended without saying %q:\n%s", text, o)
	return ""
}

// running is the real program, serving.
type running struct {
	*exec.Cmd
	out, err *output
	url      string
}

func runServe(t *testing.T, env []string, args ...string) *running {
	t.Helper()
	return runCommand(t, env, append([]string{"serve"}, args...)...)
}

// runCommand runs a command that serves.
func runCommand(t *testing.T, env []string, args ...string) *running {
	t.Helper()
	r := &running{Cmd: binary(t, args...)}
	r.Env = append(r.Environ(), env...)
	stdout, err := r.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	stderr, err := r.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = r.Process.Kill() // it may have ended long ago
		_ = r.Wait()
	})
	r.out, r.err = collect(stdout), collect(stderr)
	first, ok := <-r.out.lines
	if !ok {
		for range r.err.lines {
		}
		t.Fatalf("it said nothing but:\n%s", r.err)
	}
	if r.url, ok = strings.CutPrefix(first, "listening on "); !ok {
		t.Fatalf("the first line is %q", first)
	}
	return r
}

func (r *running) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := r.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// TestEndsWithStreamsOpen: SIGTERM ends the service with exit code 0 though
// readers hang on, and though one sends its request byte by byte.
func TestEndsWithStreamsOpen(t *testing.T) {
	r := runServe(t, nil, "--listen", "127.0.0.1:0", "--data", t.TempDir())
	for range 20 {
		response, err := http.Get(r.url + "/api/v1/events")
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		if line, err := bufio.NewReader(response.Body).ReadString('\n'); err != nil || !strings.HasPrefix(line, "retry:") {
			t.Fatalf("a stream begins with %q, %v", line, err)
		}
	}
	slow, write := io.Pipe()
	defer write.Close()
	go func() {
		response, err := http.Post(r.url+"/api/v1/pairing", "application/json", slow)
		if err == nil {
			response.Body.Close()
		}
	}()
	if _, err := write.Write([]byte("{")); err != nil {
		t.Fatal(err)
	}
	r.signal(t, syscall.SIGTERM)
	ended := make(chan error, 1)
	go func() { ended <- r.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("ended with %v:\n%s", err, r.err)
		}
	case <-time.After(20 * time.Second): // far beyond the two seconds, for a busy machine
		t.Fatal("it doesn't end")
	}
}

func TestReload(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.yaml")
	put := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("listen: 127.0.0.1:0\ndata: " + t.TempDir() + "\n")
	r := runServe(t, []string{"HARBORMASTER_BACKUPS_KEEP=3"}, "--config", file)
	games := func() int {
		response, err := http.Get(r.url + "/api/v1/games")
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response.StatusCode
	}
	if got := games(); got != 200 {
		t.Fatalf("reading is answered with %d", got)
	}
	put("access:\n  opne: false\n")
	r.signal(t, syscall.SIGHUP)
	if line := r.err.wait(t, "everything stays as it was"); !strings.Contains(line, `did you mean \"access.open\"`) {
		t.Errorf("a config with a mistake: %s", line)
	}
	if got := games(); got != 200 {
		t.Errorf("after a config with a mistake reading is answered with %d", got)
	}
	put("access:\n  open: false\nlisten: 127.0.0.1:1\n")
	r.signal(t, syscall.SIGHUP)
	r.err.wait(t, "access.open")
	if line := r.err.wait(t, "wait for a restart"); !strings.Contains(line, "listen") {
		t.Errorf("what waits for a restart: %s", line)
	}
	if got := games(); got != 401 {
		t.Errorf("with reading closed it is answered with %d", got)
	}
	r.signal(t, syscall.SIGTERM)
	if err := r.Wait(); err != nil {
		t.Error(err)
	}
}

// TestPasswordResetWhileRunning: the running service takes the new password,
// and neither the old nor the new one is ever said where it might be kept.
func TestPasswordResetWhileRunning(t *testing.T) {
	dir := t.TempDir()
	r := runServe(t, []string{"HARBORMASTER_LOG_LEVEL=debug"}, "--listen", "127.0.0.1:0", "--data", dir)
	password := func() string {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(dir, access.PasswordFile))
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(data))
	}
	login := func(password string) int {
		t.Helper()
		body, err := json.Marshal(map[string]string{"password": password})
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.Post(r.url+"/api/v1/login", "application/json", bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response.StatusCode
	}
	old := password()
	if got := login(old); got != 200 {
		t.Fatalf("the password is answered with %d", got)
	}
	var out, errOut bytes.Buffer
	if code := run([]string{"password", "reset", "--data", dir}, strings.NewReader(""), &out, &errOut); code != exitOK {
		t.Fatalf("password reset: %d %s", code, errOut.String())
	}
	now := password()
	if now == old || login(old) != 403 || login(now) != 200 {
		t.Error("the running service didn't take the new password")
	}
	if code := run([]string{"pin", "--url", r.url}, strings.NewReader(""), &out, &errOut); code != exitOK {
		t.Fatalf("pin: %d %s", code, errOut.String())
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	pin := strings.ReplaceAll(lines[1], " ", "")
	if len(pin) != 6 {
		t.Errorf("pin and password reset say %q", lines)
	}
	r.signal(t, syscall.SIGTERM)
	if err := r.Wait(); err != nil {
		t.Error(err)
	}
	for _, secret := range []string{old, now} {
		for name, said := range map[string]string{"the service": r.out.String() + r.err.String(), "the command": out.String() + errOut.String()} {
			if strings.Contains(said, secret) {
				t.Errorf("%s said a password", name)
			}
		}
	}
	if strings.Contains(r.out.String()+r.err.String(), pin) {
		t.Error("the service wrote the PIN where it may be kept")
	}
	if !strings.Contains(r.err.String(), access.PasswordFile) {
		t.Errorf("nobody learns where the password is:\n%s", r.err)
	}
}

func TestTLS(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "config.yaml")
	if err := os.WriteFile(file, []byte("listen: 127.0.0.1:0\ntls:\n  mode: self-made\n  http: localhost:0\ndata: "+dir), 0o600); err != nil {
		t.Fatal(err)
	}
	r := runServe(t, nil, "--config", file)
	second := r.out.wait(t, "listening on http://")
	if !strings.HasPrefix(r.url, "https://") {
		t.Fatalf("with TLS it listens on %s", r.url)
	}
	made, err := os.ReadFile(filepath.Join(dir, "tls-certificate.pem"))
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(made) {
		t.Fatal("the certificate isn't one")
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true}}
	for _, url := range []string{r.url, strings.TrimPrefix(second, "listening on ")} {
		response, err := client.Get(url + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != 200 {
			t.Errorf("%s: %s", url, response.Status)
		}
	}
	var out, errOut bytes.Buffer
	if code := run([]string{"pin", "--json", "--url", r.url}, strings.NewReader(""), &out, &errOut); code != exitOK || !strings.Contains(out.String(), `"pin":"`) {
		t.Errorf("pin over TLS: %d %s %s", code, &out, &errOut)
	}
	r.signal(t, syscall.SIGTERM)
	if err := r.Wait(); err != nil {
		t.Error(err)
	}
}

func TestDataFolder(t *testing.T) {
	no, yes := func(string) bool { return false }, func(string) bool { return true }
	for _, c := range []struct {
		env      map[string]string
		mayWrite func(string) bool
		want     string
	}{
		{map[string]string{"HOME": "/home/ann"}, yes, "/var/lib/harbormaster"},
		{map[string]string{"HOME": "/home/ann"}, no, "/home/ann/.local/state/harbormaster"},
		{map[string]string{"HOME": "/home/ann", "XDG_STATE_HOME": "/state"}, no, "/state/harbormaster"},
		{map[string]string{"HOME": "/home/ann", "XDG_STATE_HOME": "not/absolute"}, no, "/home/ann/.local/state/harbormaster"},
		{nil, no, "/var/lib/harbormaster"},
	} {
		if got := dataFolder(func(name string) string { return c.env[name] }, c.mayWrite); got != c.want {
			t.Errorf("%v: %s, want %s", c.env, got, c.want)
		}
	}
}

func TestLocalURL(t *testing.T) {
	for listen, want := range map[string]string{":8080": "http://127.0.0.1:8080", "0.0.0.0:1": "http://127.0.0.1:1", "[::]:1": "http://[::1]:1", "localhost:1": "http://127.0.0.1:1", "192.168.1.5:1": ""} {
		c := config.Default()
		c.Listen = listen
		if got, err := localURL(c); got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q %v, want %q", listen, got, err, want)
		}
	}
}
