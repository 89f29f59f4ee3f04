package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"harbormaster/config"
	"harbormaster/doctor"
	"harbormaster/hardware/camera"
)

// TestCameraKinds: the config takes all kinds of cameras that there are.
func TestCameraKinds(t *testing.T) {
	for _, kind := range camera.Kinds() {
		if _, err := config.Default().Set("camera", kind+":place"); err != nil {
			t.Error(err)
		}
	}
	if _, err := config.Default().Set("camera", "other:place"); err == nil {
		t.Error("the config takes a camera of a kind that there isn't")
	}
}

// TestDoctorJudgesEveryKind: whatever the config names as camera, its picture is
// judged as the same picture from a file is.
func TestDoctorJudgesEveryKind(t *testing.T) {
	table, err := filepath.Abs("recorded/table")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(table, "empty.jpg")
	picture, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if user, password, _ := r.BasicAuth(); user != "me" || password != "hush" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", "image/jpeg")
		if _, err := w.Write(picture); err != nil {
			t.Error(err)
		}
	}))
	defer server.Close()
	root := t.TempDir()
	for name, text := range map[string]string{
		"usr/bin/rpicam-vid":                "#!/bin/sh\nfor i in 1 2 3 4 5; do cat " + file + "; done; exec sleep 1000\n",
		"sys/class/video4linux/video0/name": "unicam-image\n",
		"pictures/03-b.jpg":                 string(picture),
		"config.yaml":                       "",
	} {
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	examine := func(address string, more ...string) (lines []doctor.Line) {
		t.Setenv("HARBORMASTER_CAMERA", address)
		var out, errOut strings.Builder
		run(append([]string{"doctor", "--json", "--root", root, "--data", root, "--config", filepath.Join(root, "config.yaml")}, more...), strings.NewReader(""), &out, &errOut)
		var report doctor.Report
		if err := json.Unmarshal([]byte(out.String()), &report); err != nil {
			t.Fatalf("%v: %s%s", err, out.String(), errOut.String())
		}
		if strings.Contains(out.String()+errOut.String(), "hush") {
			t.Errorf("of %s it tells the password", camera.Public(address))
		}
		for _, l := range report.Lines {
			if l.Check == "picture" {
				lines = append(lines, l)
			}
		}
		return lines
	}
	want := examine("", "--picture", file)
	if len(want) == 0 {
		t.Fatal("a picture from a file isn't judged")
	}
	address := strings.Replace(server.URL, "//", "//me:hush@", 1)
	for _, from := range []string{"rpicam:", "dir:" + filepath.Join(root, "pictures"), address + "/shot.jpg"} {
		if diff := cmp.Diff(want, examine(from)); diff != "" {
			t.Errorf("from %s (-want +got)\n%s", camera.Public(from), diff)
		}
	}
	if got := examine(strings.Replace(address, "hush", "wrong", 1)); len(got) != 1 || got[0].Key != "picture.none" || !strings.Contains(got[0].Mend, "mend them in the address") {
		t.Errorf("with a wrong password it says %+v", got)
	}
	if got := examine("upload:"); len(got) != 0 {
		t.Errorf("of uploads it says %+v", got)
	}
}
