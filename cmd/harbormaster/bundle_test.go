package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"harbormaster/access"
	"harbormaster/doctor"
)

// TestServeIsExamined: the running service says that its camera is lost, and why,
// and its bundle holds neither the camera's password nor the admin's; be it the
// config's camera or one that was chosen on a page.
func TestServeIsExamined(t *testing.T) {
	const camera = "http://me:hush@127.0.0.1:1/cam"
	t.Run("config", func(t *testing.T) { examineServe(t, []string{"HARBORMASTER_CAMERA=" + camera}, "") })
	t.Run("chosen", func(t *testing.T) { examineServe(t, nil, camera) })
}

func examineServe(t *testing.T, env []string, choose string) {
	t.Helper()
	data := t.TempDir()
	r := runServe(t, env, "--listen", "127.0.0.1:0", "--data", data, "--display", "mirror:")
	password, err := os.ReadFile(filepath.Join(data, access.PasswordFile))
	if err != nil {
		t.Fatal(err)
	}
	secret := strings.TrimSpace(string(password))
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	admin := http.Client{Jar: jar}
	ask := func(method, path, body string) []byte {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), method, r.url+"/api/v1"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := admin.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		got, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode/100 != 2 {
			t.Fatalf("%s %s: %s %s (%v)", method, path, answer.Status, got, err)
		}
		return got
	}
	ask("POST", "/login", `{"password":"`+secret+`"}`)
	if choose != "" {
		ask("PUT", "/setup/camera", `{"address":"`+choose+`"}`)
	}
	var lost doctor.Line
	for deadline := time.Now().Add(20 * time.Second); lost.Key == ""; time.Sleep(10 * time.Millisecond) {
		var report doctor.Report
		if err := json.Unmarshal(ask("GET", "/doctor", ""), &report); err != nil {
			t.Fatal(err)
		}
		for _, l := range report.Lines {
			if l.Key == "picture.none" {
				lost = l
			}
		}
		if lost.Key != "" && report.Healthy || time.Now().After(deadline) {
			t.Fatalf("of a lost camera it says %+v", report)
		}
	}
	if lost.State != doctor.Wrong || !strings.Contains(lost.Text, "the camera doesn't answer") || lost.Mend == "" {
		t.Errorf("of a lost camera it says %+v", lost)
	}
	given := ask("GET", "/doctor/bundle.zip", "")
	z, err := zip.NewReader(bytes.NewReader(given), int64(len(given)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		from, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(from)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "hush") || strings.Contains(string(text), secret) {
			t.Errorf("%s in the bundle holds a password", f.Name)
		}
		if strings.HasSuffix(f.Name, ".jpg") {
			t.Errorf("there is a picture, %s, of no camera", f.Name)
		}
	}
	r.signal(t, syscall.SIGTERM)
	for range r.err.lines {
	}
	if err := r.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
}
