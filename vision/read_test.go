package vision

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/mat"
	"harbormaster/vision/pieces"
)

var update = flag.Bool("update", false, "write the golden readings anew")

// The shared sessions whose scaled-down pictures are in testdata.
var sharedSessions = []string{"demo", "flat"}

// taught is a session's profile, calibrated and taught once for all tests.
type taught struct {
	once    sync.Once
	dir     string
	profile *calibration.Profile
	err     error
}

var taughtSessions = map[string]*taught{"demo": {}, "flat": {}}

func TestMain(m *testing.M) {
	flag.Parse()
	code := m.Run()
	for _, s := range taughtSessions {
		if s.dir != "" {
			_ = os.RemoveAll(s.dir)
		}
	}
	os.Exit(code)
}

func session(t testing.TB, name string) *calibration.Profile {
	t.Helper()
	s := taughtSessions[name]
	s.once.Do(func() { s.err = s.make(name) })
	check(t, s.err)
	return s.profile
}

func (s *taught) make(name string) (err error) {
	if s.dir, err = os.MkdirTemp("", "harbormaster-test-"); err != nil {
		return err
	}
	from := filepath.Join("testdata", name)
	data, err := os.ReadFile(filepath.Join(from, "marks.json"))
	if err != nil {
		return err
	}
	marks, err := calibration.ParseMarks(data)
	if err != nil {
		return err
	}
	empty, err := DecodeFile(filepath.Join(from, "00-empty.jpg"))
	if err != nil {
		return err
	}
	defer empty.Close()
	p, err := Calibrate(empty, marks)
	if err != nil {
		return err
	}
	if err := SaveProfile(s.dir, empty, p); err != nil {
		return err
	}
	if s.profile, err = calibration.Load(s.dir); err != nil {
		return err
	}
	return teachSession(s.profile, name)
}

func teachSession(p *calibration.Profile, name string) error {
	data, err := os.ReadFile(filepath.Join("testdata", name, "teach.json"))
	if err != nil {
		return err
	}
	labels, err := ParseLabels(data)
	if err != nil {
		return err
	}
	f, err := DecodeFile(filepath.Join("testdata", name, "01-teach.jpg"))
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = Teach(f, p, labels)
	return err
}

// truth is what lies on a shared picture.
type truth struct {
	Players []struct {
		Name  string
		Hexes []struct {
			ID                           string
			Crop                         *string
			Worker, Barn, Well, Surveyor bool
		}
	}
}

// laterPictures returns the pictures of a session with a truth beside them.
func laterPictures(t testing.TB, name string) (paths []string) {
	t.Helper()
	truths, err := filepath.Glob(filepath.Join("testdata", name, "[0-9]*.json"))
	check(t, err)
	for _, f := range truths {
		paths = append(paths, strings.TrimSuffix(f, ".json")+".jpg")
	}
	if len(paths) == 0 {
		t.Fatalf("testdata/%s has no pictures", name)
	}
	return paths
}

// truthOf returns the contents of each hex by player and name.
func truthOf(t testing.TB, picture string) map[string]mat.Contents {
	t.Helper()
	data, err := os.ReadFile(strings.TrimSuffix(picture, ".jpg") + ".json")
	check(t, err)
	var tr truth
	check(t, json.Unmarshal(data, &tr))
	out := map[string]mat.Contents{}
	for _, p := range tr.Players {
		for _, h := range p.Hexes {
			on := mat.Contents{Worker: h.Worker, Barn: h.Barn, Well: h.Well, Surveyor: h.Surveyor}
			if h.Crop != nil {
				on.Crop, err = mat.ParseCrop(*h.Crop)
				check(t, err)
			}
			out[p.Name+" "+h.ID] = on
		}
	}
	return out
}

// TestReadGolden reads the shared pictures and compares with goldens that people
// can read. Confidences, pixels and the fields' numbers (any will do) aren't in them, only
// what is claimed to lie there.
func TestReadGolden(t *testing.T) {
	for _, name := range sharedSessions {
		r, err := NewReader(session(t, name))
		check(t, err)
		defer r.Close()
		for _, picture := range laterPictures(t, name) {
			f, err := DecodeFile(picture)
			check(t, err)
			reading, err := r.Read(f)
			check(t, err)
			check(t, f.Close())
			got, golden := claims(reading), strings.TrimSuffix(picture, ".jpg")+".golden"
			if *update {
				check(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := os.ReadFile(golden)
			check(t, err)
			if got != string(want) {
				t.Errorf("%s:\ngot\n%s\nwant\n%s", picture, got, want)
			}
			wrong := 0
			on := truthOf(t, picture)
			for _, p := range reading.Players {
				for _, h := range p.Hexes {
					if !h.Hidden && hexOn(h) != on[p.Name+" "+h.ID] {
						wrong++
						if h.Confidence >= 0.8 {
							t.Errorf("%s: %s %s is surely read as %+v, it is %+v", picture, p.Name, h.ID, hexOn(h), on[p.Name+" "+h.ID])
						}
					}
				}
			}
			if wrong > 0 {
				t.Errorf("%s: %d hexes wrong", picture, wrong)
			}
		}
	}
}

func hexOn(h HexReading) mat.Contents {
	on := mat.Contents{Worker: h.Worker, Barn: h.Barn, Well: h.Well, Surveyor: h.Surveyor}
	if h.Crop != nil {
		on.Crop, _ = mat.ParseCrop(*h.Crop)
	}
	return on
}

func claims(r *Reading) string {
	var b strings.Builder
	for _, p := range r.Players {
		fmt.Fprintf(&b, "%s: harbor master %d, agents %d, boats %s\n", p.Name, *p.HarborMaster, *p.Agents, strings.Join(p.Riverboats, " "))
		for _, h := range p.Hexes {
			on, what := hexOn(h), ""
			if on.Crop != mat.NoCrop {
				what += " " + on.Crop.String()
			}
			for _, x := range []struct {
				is   bool
				name string
			}{{on.Barn, "barn"}, {on.Well, "well"}, {on.Worker, "worker"}, {on.Surveyor, "surveyor"}, {h.Hidden, "hidden"}} {
				if x.is {
					what += " " + x.name
				}
			}
			fmt.Fprintf(&b, "  %s%s\n", h.ID, what)
		}
		for _, s := range p.Problems {
			fmt.Fprintf(&b, "  ! %s\n", s)
		}
	}
	return b.String()
}

// TestConfidenceIsAProbability makes pictures worse in steps until 200 hexes
// are wrong: of what is said with some confidence at least that share is right.
func TestConfidenceIsAProbability(t *testing.T) {
	bands := []struct {
		from, to    float64
		right, said int
	}{{0.5, 0.8, 0, 0}, {0.8, 0.95, 0, 0}, {0.95, 1.01, 0, 0}}
	wrong := 0
	const enough = 200
	for step := 1; step <= 12 && wrong < enough; step++ {
		for _, name := range sharedSessions {
			r, err := NewReader(session(t, name))
			check(t, err)
			defer r.Close()
			for _, picture := range laterPictures(t, name) {
				f, err := DecodeFile(picture)
				check(t, err)
				on := truthOf(t, picture)
				// Where the mats lie is another question.
				placements, err := r.locator.Locate(f)
				check(t, err)
				places := make([]pieces.Place, len(placements))
				for i, p := range placements {
					places[i] = place(p)
				}
				for _, how := range []string{"blur", "noise", "dark", "shift"} {
					bad := f.Img.Clone()
					worsen(t, &bad, how, step)
					moved := shifted(places, how, step)
					mats, err := r.known.Read(bad, moved, Play{})
					check(t, err)
					check(t, bad.Close())
					for i, m := range mats {
						for j, h := range m.Hexes {
							id := r.profile.Mats[i].Name + " " + r.profile.Mats[i].Template.Space(j).ID
							if h.Hidden {
								continue
							}
							right := h.Best[0].On == on[id]
							if !right {
								wrong++
							}
							for k := range bands {
								if c := h.Best[0].Chance; c >= bands[k].from && c < bands[k].to {
									bands[k].said++
									if right {
										bands[k].right++
									}
								}
							}
						}
					}
				}
				check(t, f.Close())
			}
		}
	}
	if wrong < enough {
		t.Errorf("only %d hexes were read wrong: make the pictures worse", wrong)
	}
	for _, b := range bands {
		share := float64(b.right) / math.Max(float64(b.said), 1)
		t.Logf("confidence %.2f to %.2f: %.1f %% of %d right", b.from, math.Min(b.to, 1), 100*share, b.said)
		if share < b.from {
			t.Errorf("of %d hexes with a confidence of %.2f to %.2f only %.3f are right", b.said, b.from, b.to, share)
		}
	}
}

// worsen spoils a picture by the step.
func worsen(t testing.TB, img *gocv.Mat, how string, step int) {
	t.Helper()
	switch how {
	case "blur":
		sigma := 0.8 * float64(step)
		check(t, gocv.GaussianBlur(*img, img, image.Pt(0, 0), sigma, sigma, gocv.BorderReflect))
	case "noise", "dark":
		data, err := img.DataPtrUint8()
		check(t, err)
		gain, spread := 1.0, 9*float64(step)
		if how == "dark" { // with the noise of a lifted exposure
			gain, spread = math.Pow(0.75, float64(step)), 2+float64(step)
		}
		state := uint32(step)
		for i, v := range data {
			sum := 0.0 // of four even numbers: normal enough
			for range 4 {
				state = state*1664525 + 1013904223
				sum += float64(state>>8)/(1<<24) - 0.5
			}
			data[i] = uint8(math.Min(math.Max(float64(v)*gain+sum*1.73*spread+0.5, 0), 255))
		}
	}
}

// shifted moves the mats by the step, as a bad location would.
func shifted(places []pieces.Place, how string, step int) []pieces.Place {
	if how != "shift" {
		return places
	}
	out := append([]pieces.Place(nil), places...)
	for i := range out {
		out[i].ToPicture = calibration.Translation(0.9*float64(step), -0.6*float64(step)).Mul(out[i].ToPicture)
	}
	return out
}

// TestTeachingPilesUp teaches the same picture from the beginning: cores share that work,
// and however they take turns the same is learnt, to the last digit of what is read. Then it
// is taught once more: nothing gets worse.
func TestTeachingPilesUp(t *testing.T) {
	picture := laterPictures(t, "demo")[2]
	f, err := DecodeFile(picture)
	check(t, err)
	defer f.Close()
	read := func(p *calibration.Profile) (*Reading, string) {
		r, err := NewReader(p)
		check(t, err)
		defer r.Close()
		reading, err := r.Read(f)
		check(t, err)
		reading.Timing = Timing{}
		out, err := json.Marshal(reading)
		check(t, err)
		return reading, string(out)
	}
	once := session(t, "demo")
	dir := t.TempDir()
	check(t, os.CopyFS(dir, os.DirFS(once.Dir())))
	check(t, os.Remove(filepath.Join(dir, pieces.File)))
	p, err := calibration.Load(dir)
	check(t, err)
	check(t, teachSession(p, "demo"))
	_, want := read(once)
	if _, got := read(p); got != want {
		at := 0
		for at < min(len(got), len(want)) && got[at] == want[at] {
			at++
		}
		t.Errorf("taught again the same picture reads …%s…, before …%s…", got[max(at-80, 0):min(at+40, len(got))], want[max(at-80, 0):min(at+40, len(want))])
	}

	before, err := os.Stat(filepath.Join(dir, pieces.File))
	check(t, err)
	check(t, teachSession(p, "demo"))
	after, err := os.Stat(filepath.Join(dir, pieces.File))
	check(t, err)
	if after.Size() <= before.Size() {
		t.Errorf("after a second lesson the file has %d bytes, before %d", after.Size(), before.Size())
	}
	golden, err := os.ReadFile(strings.TrimSuffix(picture, ".jpg") + ".golden")
	check(t, err)
	reading, _ := read(p)
	if got := claims(reading); got != string(golden) {
		t.Errorf("after a second lesson:\ngot\n%s\nwant\n%s", got, golden)
	}
}

func TestDamagedPieces(t *testing.T) {
	p := session(t, "flat")
	path := filepath.Join(p.Dir(), pieces.File)
	whole, err := os.ReadFile(path)
	check(t, err)
	defer func() { check(t, os.WriteFile(path, whole, 0o644)) }()
	for _, n := range []int{0, 1, 11, 200, len(whole) / 2, len(whole) - 1} {
		check(t, os.WriteFile(path, whole[:n], 0o644))
		if _, err := NewReader(p); err == nil || !strings.Contains(err.Error(), "teach") {
			t.Errorf("a file of %d of %d bytes: %v", n, len(whole), err)
		}
	}
	changed := append([]byte(nil), whole...)
	changed[len(changed)/2] ^= 0x55
	check(t, os.WriteFile(path, changed, 0o644))
	if _, err := NewReader(p); err == nil {
		t.Error("a changed byte isn't noticed")
	}
	check(t, os.Remove(path))
	if _, err := NewReader(p); !errors.Is(err, pieces.ErrNotTaught) {
		t.Errorf("without the file: %v", err)
	}
}

func TestParseLabels(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"player":"red","hexes":{"A1":{"crop":"corn","well":true}},"riverboats":["1"],"harbor_master":5,"agents":2}`, ""},
		{`{"player":"red","hexes":{"A1":{"crop":null}}}`, ""},
		{`{"hexes":{}}`, "player is missing"},
		{`{"player":"red","hexes":{"A1":{"crop":"maize"}}}`, "A1"},
		{`{"player":"red","hexes":{"A1":{"barm":true}}}`, "barm"},
		{`{"player":"red","agents":-1}`, "-1 agents"},
		{`{"player":`, "read the labels"},
	} {
		_, err := ParseLabels([]byte(c.text))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}

// BenchmarkRead times reading what lies on two mats, once they are found.
func BenchmarkRead(b *testing.B) {
	r, err := NewReader(session(b, "demo"))
	check(b, err)
	defer r.Close()
	f, err := DecodeFile(laterPictures(b, "demo")[1])
	check(b, err)
	defer f.Close()
	placements, err := r.locator.Locate(f)
	check(b, err)
	places := make([]pieces.Place, len(placements))
	for i, p := range placements {
		places[i] = place(p)
	}
	b.ResetTimer()
	for b.Loop() {
		_, err := r.known.Read(f.Img, places, Play{})
		check(b, err)
	}
}
