package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// send posts a form of parts; a part that begins with @ is a file of the
// recorded table.
func (s *service) send(path string, parts ...string) {
	s.t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for i := 0; i+1 < len(parts); i += 2 {
		data := []byte(parts[i+1])
		if name, ok := strings.CutPrefix(parts[i+1], "@"); ok {
			var err error
			if data, err = os.ReadFile(filepath.Join(recordedTable, name)); err != nil {
				s.t.Fatal(err)
			}
		}
		part, err := w.CreateFormFile(parts[i], "file")
		if err == nil {
			_, err = part.Write(data)
		}
		if err != nil {
			s.t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		s.t.Fatal(err)
	}
	a, err := s.client.Post(s.url+"/api/v1"+path, w.FormDataContentType(), &b)
	if err != nil {
		s.t.Fatal(err)
	}
	defer a.Body.Close()
	if a.StatusCode != http.StatusOK {
		var said bytes.Buffer
		_, _ = said.ReadFrom(a.Body) // only to tell more
		s.t.Fatalf("%s: %s %s", path, a.Status, said.String())
	}
}

// setUp sets the recorded table up, as the first steps do.
func (s *service) setUp() {
	s.t.Helper()
	var parts [2][]byte
	for i, name := range []string{"marks.json", "labels.json"} {
		var err error
		if parts[i], err = os.ReadFile(filepath.Join(recordedTable, name)); err != nil {
			s.t.Fatal(err)
		}
	}
	s.send("/setup/picture", "picture", "@empty.jpg")
	s.ask("PATCH", "/setup", map[string]any{"step": "marks", "marks": json.RawMessage(parts[0])}, nil)
	s.ask("POST", "/setup/calibration", nil, nil)
	s.send("/calibration/teach", "picture", "@teach.jpg", "labels", string(parts[1]))
}

// login makes a device the admin's.
func (d *device) login(s *service) {
	d.t.Helper()
	if !eval[bool](d, fmt.Sprintf(`fetch("/api/v1/login", {method: "POST", body: JSON.stringify({password: %s})}).then((r) => r.ok)`, quote(s.password()))) {
		d.t.Fatal("the admin password isn't taken")
	}
}

// speaks fails the test if what is shown lacks sentences in a language.
func (d *device) speaks(where string) {
	d.t.Helper()
	for _, language := range []string{"de", "fr", "en"} {
		eval[bool](d, fmt.Sprintf(`(() => { const e = document.querySelector("footer select"); e.value = %q; e.dispatchEvent(new Event("change", {bubbles: true})); return true; })()`, language))
		d.until(fmt.Sprintf(`document.documentElement.lang === %q`, language))
		d.settled()
		if keys := eval[[]string](d, `import(document.querySelector("script[type=module]").src.replace("main.js", "say.js")).then((m) => [...m.missing])`); len(keys) > 0 {
			d.t.Errorf("%s in %s misses %q", where, language, keys)
		}
	}
}

// TestSetupScreens looks at every step of setting up, and at the doctor's page, in
// every size and language.
func TestSetupScreens(t *testing.T) {
	t.Parallel()
	s := serve(t, "--display", "mirror:?modules=2")
	s.setUp()
	d := open(t, s, "screens", 1280, 800, "/setup", true)
	for _, p := range []struct{ step, there string }{
		{"language", ".choices"}, {"camera", ".panel"}, {"cards", "#print"}, {"marks", ".photo"}, {"mats", "[data-found]"}, {"teach", ".lesson .mat"}, {"displays", ".dot"}, {"done", "input[type=file]"},
	} {
		s.ask("PATCH", "/setup", map[string]any{"step": p.step}, nil)
		d.visit("/setup")
		d.until(fmt.Sprintf(`document.querySelector('[data-here=%q] %s')`, p.step, p.there))
		if p.step == "done" {
			d.upload("final.jpg")
			d.until(`document.querySelector("[data-reading]")`)
		}
		d.screens("setup-" + p.step)
		d.speaks(p.step)
	}
	d.login(s)
	d.visit("/doctor")
	d.until(`document.querySelector(".report li")`)
	d.screens("doctor")
	d.speaks("the doctor")
	d.quiet()
}

// TestDoctorPage: it is the admin's, each line says what mends it, and the
// command is copied by its button.
func TestDoctorPage(t *testing.T) {
	t.Parallel()
	s := serve(t, "HARBORMASTER_CAMERA=rpicam:") // which needs a program that machines without a camera port lack
	d := open(t, s, "laptop", 1280, 800, "/doctor", true)
	d.shows("h1", "Is the machine well?")
	d.until(`document.querySelector("input[type=password]") && !document.querySelector(".report")`)
	d.fill("input[type=password]", s.password())
	d.press("Log in")
	d.shows(`[data-check="network.alone"]`, "phones and tablets can't reach it") // tests listen on 127.0.0.1 alone
	d.shows(`[data-check="network.alone"]`, "Set listen:")                       // a sentence is no command, so there is nothing to copy
	d.until(`document.querySelector('[data-check="camera.no-rpicam"] code') && !document.querySelector('[data-check="network.alone"] code')`)
	eval[bool](d, `(() => { window.kept = ""; document.addEventListener("copy", () => { window.kept = String(getSelection()); }); Object.defineProperty(navigator, "clipboard", {value: {writeText: async (text) => { window.kept = text; }}}); return true; })()`)
	d.tap(`[data-check="camera.no-rpicam"] .mend button`)
	d.shows(`[data-check="camera.no-rpicam"] .mend button`, "Copied")
	if kept, want := eval[string](d, `kept`), eval[string](d, `document.querySelector('[data-check="camera.no-rpicam"] code').textContent`); kept != want || !strings.Contains(kept, "sudo apt install") {
		t.Errorf("copied %q, shown %q", kept, want)
	}
	bundle := eval[string](d, `document.querySelector('a[download]').getAttribute("href")`)
	if ok := eval[bool](d, fmt.Sprintf(`fetch(%q).then(async (r) => r.ok && (await r.arrayBuffer()).byteLength > 200 && r.headers.get("Content-Type") === "application/zip")`, bundle)); !ok {
		t.Errorf("there is no bundle at %s", bundle)
	}
	d.quiet()
}
