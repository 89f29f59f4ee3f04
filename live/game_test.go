package live_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"harbormaster/calibration"
	"harbormaster/live"
	"harbormaster/live/follow"
	"harbormaster/mat"
	"harbormaster/scoring/catalog"
	"harbormaster/scoring/riverboat"
	"harbormaster/session"
	"harbormaster/store"
)

// recordedGame are a whole game's pictures of that table, one at each phase's end.
const recordedGame = "../cmd/harbormaster/recorded/game"

// learned is the recorded table's profile, made once for all tests.
var learned = sync.OnceValues(func() (string, error) {
	dir := filepath.Join(scratch, "profile")
	var parts [4][]byte
	for i, name := range []string{"empty.jpg", "marks.json", "teach.jpg", "labels.json"} {
		var err error
		if parts[i], err = os.ReadFile(filepath.Join(recorded, name)); err != nil {
			return "", err
		}
	}
	e := live.Open(dir, time.Now)
	defer e.Close()
	if _, err := e.Calibrate(context.Background(), parts[0], parts[1]); err != nil {
		return "", err
	}
	if _, err := e.Teach(context.Background(), parts[2], parts[3]); err != nil {
		return "", err
	}
	return dir, nil
})

// scratch is the folder of what the tests share.
var scratch string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "harbormaster-live-")
	if err != nil {
		panic(err)
	}
	scratch = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// hall is the service's live side over a database and a camera of a test's own.
type hall struct {
	t     testing.TB
	dir   string
	store *store.Store
	plays *session.Plays
	eye   *live.Eye
	watch *live.Watch
	play  string
	full  atomic.Int32 // so many entries fail, as on a disk that is full for a while
}

// filled are plays that can't be written to for a while.
type filled struct {
	*session.Plays
	full *atomic.Int32
}

func (p filled) Do(ctx context.Context, play string, c session.Command) (*session.View, error) {
	if p.full.Add(-1) >= 0 {
		return nil, errors.New("no space left on the device")
	}
	return p.Plays.Do(ctx, play, c)
}

func openHall(t testing.TB, dir string, camera live.Camera, singles bool) *hall {
	t.Helper()
	profile, err := learned()
	if err != nil {
		t.Fatal(err)
	}
	h := &hall{t: t, dir: dir, eye: live.Open(profile, time.Now)}
	if h.store, err = store.Open(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	if h.plays, err = session.New(t.Context(), h.store, catalog.Game, time.Now, log); err != nil {
		t.Fatal(err)
	}
	keeper := follow.New(follow.Options{Plays: filled{h.plays, &h.full}, Now: time.Now, Log: log, Current: func(context.Context) (string, error) { return h.play, nil }})
	h.watch = live.NewWatch(h.eye, keeper, time.Now, log)
	if camera != nil {
		h.watch.Point(camera, singles)
	}
	return h
}

func (h *hall) close() {
	h.t.Helper()
	h.plays.Close()
	if err := h.eye.Close(); err != nil {
		h.t.Error(err)
	}
	if err := h.store.Close(); err != nil {
		h.t.Error(err)
	}
}

// begin begins a play with the mats of the profile.
func (h *hall) begin() {
	h.t.Helper()
	dir, err := learned()
	if err != nil {
		h.t.Fatal(err)
	}
	profile, err := calibration.Load(dir)
	if err != nil {
		h.t.Fatal(err)
	}
	var lines []string
	start := session.Start{Game: "riverboat"}
	var track riverboat.Track
	for _, m := range profile.Mats {
		lines = append(lines, mat.NewMat(m.Template).String())
		start.Seats = append(start.Seats, session.Seat{Name: m.Name})
		track = riverboat.Track{Steps: m.Harbor.Steps, Notches: m.Harbor.Notches}
	}
	if start.Settings, err = json.Marshal(map[string]any{"harbor_track": track, "mats": lines}); err != nil {
		h.t.Fatal(err)
	}
	v, err := h.plays.Begin(h.t.Context(), start, "tablet", "")
	if err != nil {
		h.t.Fatal(err)
	}
	h.play = v.Play
}

func (h *hall) view() *session.View {
	h.t.Helper()
	v, err := h.plays.View(h.t.Context(), h.play)
	if err != nil {
		h.t.Fatal(err)
	}
	return v
}

// answers are what the people at the recorded table say, by picture.
func answers(t testing.TB) map[string]json.RawMessage {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(recordedGame, "answers.json"))
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]json.RawMessage
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// The recorded game is followed from the first picture to the score: people are
// asked for counters only, and the result is the table's own.
func TestRecordedGame(t *testing.T) {
	h := openHall(t, t.TempDir(), nil, true)
	defer h.close()
	h.begin()
	pictures, err := filepath.Glob(filepath.Join(recordedGame, "*.jpg"))
	if err != nil || len(pictures) == 0 {
		t.Fatalf("no pictures: %v", err)
	}
	slices.Sort(pictures)
	told := answers(t)
	for _, file := range pictures {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		out, _, err := h.watch.Upload(t.Context(), name, data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		v := h.view()
		t.Logf("%s: %d entered, now round %d %s", name, out.Entered, v.Round, v.Phase)
		for _, q := range h.watch.Keeper.Questions(h.play) {
			t.Logf("   ? %s %s %v %v", q.Key, q.Player, q.Spaces, q.Params)
			if q.Key != "follow.counters" {
				continue
			}
			if _, _, err := h.watch.Keeper.Answer(t.Context(), h.play, q.ID, follow.Reply{Answer: "set", Set: told[name], Who: "Ann"}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
	last := filepath.Base(pictures[len(pictures)-1])
	for _, q := range h.watch.Keeper.Questions(h.play) {
		if q.Key == "follow.end" {
			if _, _, err := h.watch.Keeper.Answer(t.Context(), h.play, q.ID, follow.Reply{Answer: "finish", Set: told[last], Who: "Ann"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	v := h.view()
	got := []string{string(v.Status)}
	for _, p := range v.Result.Players {
		got = append(got, fmt.Sprint(p.Name, " ", p.Total))
	}
	if want := []string{"finished", "red 139", "blue 143"}; !slices.Equal(got, want) {
		t.Errorf("the game ends with %v, want %v", got, want)
		for _, p := range v.Result.Players {
			t.Log(p)
		}
	}
}
