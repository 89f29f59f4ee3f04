package main

import (
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestServeDrivesDisplays: the terminal display is drawn on standard error and
// dark at the end; one whose bus isn't there stops nothing.
func TestServeDrivesDisplays(t *testing.T) {
	r := runServe(t, nil, "--listen", "127.0.0.1:0", "--data", t.TempDir(), "--display", "ht16k33:I2C250@0x70,0x71", "--display", "terminal:?modules=2")
	for deadline := time.Now().Add(20 * time.Second); !strings.Contains(r.err.String(), "a score display fails") || !strings.Contains(r.err.String(), "-- score display --"); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it said only:\n%s", r.err)
		}
	}
	response, err := http.Get(r.url + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Errorf("with a display that isn't there the service is %s", response.Status)
	}
	if response, err = http.Get(r.url + "/api/v1/displays"); err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	response.Body.Close()
	if err != nil || !strings.Contains(string(body), `"error":"open the I2C bus I2C250: `) || !strings.Contains(string(body), `"address":"terminal:?modules=2"`) {
		t.Errorf("the displays are said to be %s (%v)", body, err)
	}
	r.signal(t, syscall.SIGTERM)
	r.err.wait(t, "(the display is dark)")
	for range r.err.lines {
	}
	if err := r.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
}

// TestWrongDisplays: a mistake in an address ends the service before it starts,
// with all mistakes in one line.
func TestWrongDisplays(t *testing.T) {
	var out, errOut strings.Builder
	code := run([]string{"serve", "--listen", "127.0.0.1:0", "--data", t.TempDir(), "--display", "max7219:?modules=4", "--display", "terminal:?matrix=99"}, strings.NewReader(""), &out, &errOut)
	if code != exitFailed || strings.Count(errOut.String(), "\n") != 1 || !strings.Contains(errOut.String(), "it needs an SPI port") || !strings.Contains(errOut.String(), "matrix must be") {
		t.Errorf("exit code %d, %s", code, errOut.String())
	}
}
