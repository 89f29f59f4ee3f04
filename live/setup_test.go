package live_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"harbormaster/live"
	"harbormaster/session"
	"harbormaster/vision"
)

// TestSetUpIsLeftAndGoneOnWith: the picture, the marks and the step are there
// again after a restart, and damage costs no more than they are worth.
func TestSetUpIsLeftAndGoneOnWith(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "profile")
	e := live.Open(dir, time.Now)
	draft := func(e *live.Eye) live.Draft {
		t.Helper()
		d, err := e.Draft()
		if err != nil {
			t.Fatal(err)
		}
		return d.(live.Draft)
	}
	if d := draft(e); d.Step != "" || d.Picture != nil || d.Marks != nil {
		t.Errorf("at the start %+v", d)
	}
	_, err := e.Empty(100)
	wants(t, err, session.NotFound)
	_, err = e.Found()
	wants(t, err, session.NotFound)
	_, err = e.Lesson("red")
	wants(t, err, session.NotFound)
	wants(t, e.Change(t.Context(), "red", []byte(`{"remove":["A1"]}`)), session.NotFound)
	wants(t, e.KeepEmpty([]byte("no picture")), session.Invalid)
	if err := e.KeepEmpty(file(t, "empty.jpg")); err != nil {
		t.Fatal(err)
	}
	if err := e.Remember("marks", json.RawMessage(`{"players":[]}`)); err != nil {
		t.Fatal(err)
	}
	if err := e.Remember("mats", nil); err != nil { // the marks stay
		t.Fatal(err)
	}
	wants(t, e.Remember("mats", json.RawMessage(`"`+strings.Repeat("x", 1<<17)+`"`)), session.Invalid)
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	e = live.Open(dir, time.Now)
	defer e.Close()
	if d := draft(e); d.Step != "mats" || string(d.Marks) != `{"players":[]}` || d.Picture == nil || d.Picture.Width != 2304 {
		t.Errorf("opened again: %+v", d)
	}
	data, err := e.Empty(640)
	if got := picture(t, data, err); got.X != 640 {
		t.Errorf("the picture measures %v", got)
	}
	if err := e.Remember("mats", json.RawMessage("null")); err != nil || draft(e).Marks != nil {
		t.Errorf("marks taken away: %v, %+v", err, draft(e))
	}
	if err := os.WriteFile(filepath.Join(dir, "setup.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if d := draft(e); d.Step != "" {
		t.Errorf("a damaged draft is %+v", d)
	}
	if err := e.Finish(); err != nil {
		t.Fatal(err)
	}
	_, err = e.Empty(100)
	wants(t, err, session.NotFound)
}

// TestAMatIsSetRight: hexes and colors are mended, what was taught stays, also
// where that was broken off, and the picture is read as before.
func TestAMatIsSetRight(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "profile")
	e := live.Open(dir, time.Now)
	defer func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}()
	ctx := t.Context()
	if _, err := e.Calibrate(ctx, file(t, "empty.jpg"), file(t, "marks.json")); err != nil {
		t.Fatal(err)
	}
	lesson, err := e.Lesson("red")
	if err != nil {
		t.Fatal(err)
	}
	labels, err := json.Marshal(lesson)
	if err != nil {
		t.Fatal(err)
	}
	// What is to be laid is what lies on the recorded teaching picture.
	if _, err := e.Teach(ctx, file(t, "teach.jpg"), labels); err != nil {
		t.Fatal(err)
	}
	read := func() map[string]vision.HexReading {
		t.Helper()
		doc, err := e.Read(ctx, "final.jpg", file(t, "final.jpg"))
		if err != nil {
			t.Fatal(err)
		}
		var r vision.Reading
		if err := json.Unmarshal(doc, &r); err != nil {
			t.Fatal(err)
		}
		out := map[string]vision.HexReading{}
		for _, h := range r.Players[0].Hexes {
			out[h.ID] = h
		}
		return out
	}
	before := read()
	found := func() live.FoundMat {
		t.Helper()
		f, err := e.Found()
		if err != nil {
			t.Fatal(err)
		}
		return f.(live.Found).Mats[0]
	}
	whole := found()
	last := whole.Hexes[len(whole.Hexes)-1]
	for _, wrong := range []string{`{"remove":["Z99"]}`, `{"fields":{"A1":"purple"}}`, `{`} {
		wants(t, e.Change(ctx, "red", []byte(wrong)), session.Invalid)
	}
	wants(t, e.Change(ctx, "nobody", []byte(`{"remove":["A1"]}`)), session.Invalid)
	if err := e.Change(ctx, "red", []byte(`{"remove":["`+last.ID+`"],"fields":{"A1":"field-5"}}`)); err != nil {
		t.Fatal(err)
	}
	less := found()
	if len(less.Hexes) != len(whole.Hexes)-1 || less.Hexes[0].Field != "field-5" {
		t.Errorf("%d hexes, A1 is %s", len(less.Hexes), less.Hexes[0].Field)
	}
	if s := e.Status().(live.Status); !s.Taught || s.Seen {
		t.Errorf("after the change: %+v", s)
	}
	after := read()
	for id, h := range after {
		if was := before[id]; id != "A1" && !was.Hidden && was.Confidence > 0.9 && (h.Worker != was.Worker || h.Barn != was.Barn || h.Well != was.Well || (h.Crop == nil) != (was.Crop == nil)) {
			t.Errorf("%s is read as %+v, before as %+v", id, h, was)
		}
	}

	// Broken off between the profile and what was taught: both are found.
	id := func() string {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(dir, "profile.json"))
		var p struct{ ID string }
		if err == nil {
			err = json.Unmarshal(data, &p)
		}
		if err != nil {
			t.Fatal(err)
		}
		return p.ID
	}
	old, err := os.ReadFile(filepath.Join(dir, "pieces.bin"))
	if err != nil {
		t.Fatal(err)
	}
	back, _ := json.Marshal(map[string]any{"add": []any{map[string]any{"q": last.Q, "r": last.R, "field": last.Field}}, "fields": map[string]string{"A1": whole.Hexes[0].Field}})
	if err := e.Change(ctx, "red", back); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "pieces.bin"), filepath.Join(dir, "pieces-"+id()+".bin")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "pieces.bin"), old, 0o600); err != nil {
		t.Fatal(err)
	}
	broken := live.Open(dir, time.Now)
	defer broken.Close()
	if s := broken.Status().(live.Status); !s.Taught || s.Mats[0].Hexes != len(whole.Hexes) {
		t.Errorf("after breaking off: %+v", s)
	}
}
