package live_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"harbormaster/live"
	"harbormaster/session"
	"harbormaster/vision"
)

// reel is a camera that gives pictures one after the other, half a second apart,
// each as soon as it is asked for, and then none.
type reel struct {
	mu     sync.Mutex
	frames [][]byte
	number int64
	at     time.Time
	ended  chan struct{}
	loops  map[int64]int // number of a picture, how often the recording had begun anew; nil: never
}

func newReel() *reel {
	return &reel{at: time.Date(2026, 11, 28, 20, 0, 0, 0, time.UTC), ended: make(chan struct{})}
}

func (r *reel) add(n int, frame []byte) *reel {
	for range n {
		r.frames = append(r.frames, frame)
	}
	return r
}

func (r *reel) Next(ctx context.Context, after int64) (live.Picture, error) {
	r.mu.Lock()
	if int(r.number) < len(r.frames) {
		defer r.mu.Unlock()
		r.number++
		r.at = r.at.Add(500 * time.Millisecond)
		return live.Picture{Data: r.frames[r.number-1], Name: strconv.FormatInt(r.number, 10), At: r.at, Number: r.number, Loop: r.loops[r.number]}, nil
	}
	select {
	case <-r.ended:
	default:
		close(r.ended)
	}
	r.mu.Unlock()
	<-ctx.Done()
	return live.Picture{}, ctx.Err()
}

// roll runs the reel to its end.
func (h *hall) roll(r *reel) {
	h.t.Helper()
	ctx, stop := context.WithCancel(h.t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		h.watch.Run(ctx)
	}()
	select {
	case <-r.ended:
	case <-h.t.Context().Done():
	}
	stop()
	<-done
}

func gamePicture(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(recordedGame, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func decode(t testing.TB, data []byte) *image.RGBA {
	t.Helper()
	img, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Bounds(), img, image.Point{}, draw.Src)
	return out
}

func encode(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 98}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// disc paints what another picture shows around a place.
func disc(onto *image.RGBA, from image.Image, at [2]float64, radius float64) {
	for y := int(at[1] - radius); y <= int(at[1]+radius); y++ {
		for x := int(at[0] - radius); x <= int(at[0]+radius); x++ {
			if dx, dy := float64(x)-at[0], float64(y)-at[1]; dx*dx+dy*dy <= radius*radius {
				onto.Set(x, y, from.At(x, y))
			}
		}
	}
}

// moment is a table between two recorded pictures: workers placed, and one hex of
// each mat planted or not.
type moment struct {
	bare    []byte    // nothing is planted
	planted [2][]byte // a crop on one hex of that mat
	both    []byte
	hand    [2][]byte // something covers much of that mat
	reach   [2][]byte // a hand moving over the first mat, and the second's crop laid meanwhile
	hex     [2]string
	names   [2]string
}

// shared is the moment, made once for all tests.
var shared struct {
	sync.Once
	moment
}

func between(t testing.TB) moment {
	t.Helper()
	shared.Do(func() { shared.moment = makeMoment(t) })
	return shared.moment
}

func makeMoment(t testing.TB) moment {
	t.Helper()
	dir, err := learned()
	if err != nil {
		t.Fatal(err)
	}
	e := live.Open(dir, time.Now)
	defer e.Close()
	var readings [2]vision.Reading
	var pictures [2]*image.RGBA
	for i, name := range []string{"02-r1-cultivation.jpg", "03-r1-planting.jpg"} {
		data := gamePicture(t, name)
		pictures[i] = decode(t, data)
		doc, err := e.Read(t.Context(), name, data)
		if err == nil {
			err = json.Unmarshal(doc, &readings[i])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var m moment
	var at [2][2]float64
	for p := range 2 {
		for k, h := range readings[1].Players[p].Hexes {
			was := readings[0].Players[p].Hexes[k]
			if h.Crop != nil && was.Crop == nil && was.Worker && m.hex[p] == "" {
				m.hex[p], at[p], m.names[p] = h.ID, h.At, readings[1].Players[p].Name
			}
		}
		if m.hex[p] == "" {
			t.Fatal("nothing was planted between the two pictures")
		}
	}
	paint := func(planted []int, hand []int, moved float64) []byte {
		img := image.NewRGBA(pictures[0].Bounds())
		copy(img.Pix, pictures[0].Pix)
		for _, p := range planted {
			disc(img, pictures[1], at[p], 39)
		}
		for _, p := range hand {
			c := readings[0].Players[p].Corners
			disc(img, image.NewUniform(color.RGBA{200, 160, 140, 255}), [2]float64{(c[0][0]+c[2][0])/2 + moved, c[2][1] - 130}, 170)
		}
		return encode(t, img)
	}
	m.bare, m.both = paint(nil, nil, 0), paint([]int{0, 1}, nil, 0)
	for p := range 2 {
		m.planted[p], m.hand[p] = paint([]int{p}, nil, 0), paint(nil, []int{p}, 0)
	}
	m.reach = [2][]byte{paint([]int{1}, []int{0}, 0), paint([]int{1}, []int{0}, 60)}
	return m
}

// Whoever wants to know is told when a recording begins anew, once each time.
func TestRecordingBeginsAnew(t *testing.T) {
	m := between(t)
	r := newReel().add(5, m.bare)
	r.loops = map[int64]int{3: 1, 4: 1, 5: 2}
	h := openHall(t, t.TempDir(), r, true)
	defer h.close()
	h.begin()
	told := 0
	h.watch.Anew = func(context.Context) error {
		told++
		return nil
	}
	h.roll(r)
	if told != 2 {
		t.Errorf("it was told %d times, want 2", told)
	}
}

// planted lists what the camera entered: planted hexes with their player.
func (h *hall) planted() []string {
	h.t.Helper()
	log, err := h.plays.Log(h.t.Context(), h.play)
	if err != nil {
		h.t.Fatal(err)
	}
	var out []string
	for _, e := range log {
		if e.Action != nil && e.Origin == session.ByCamera && e.Action.Do == "plant" {
			out = append(out, e.Action.Player+" "+strings.Join(e.Action.Hexes, " "))
		}
	}
	return out
}

// A crop laid by a hand is in the log once the hand is gone and the table lies
// still; a hand over one mat doesn't keep the other waiting.
func TestFromAPictureToTheLog(t *testing.T) {
	m := between(t)
	a, b := m.names[0]+" "+m.hex[0], m.names[1]+" "+m.hex[1]
	reaching := newReel().add(6, m.bare).add(1, m.hand[0])
	for range 5 {
		reaching.add(1, m.reach[0]).add(1, m.reach[1])
	}
	for _, test := range []struct {
		name string
		reel *reel
		want []string
	}{
		{"a still table", newReel().add(12, m.bare), nil},
		{"a crop under a hand", newReel().add(6, m.bare).add(3, m.hand[0]).add(8, m.planted[0]), []string{a}},
		{"a hand that changes nothing", newReel().add(6, m.bare).add(4, m.hand[0]).add(8, m.bare), nil},
		{"a hand over the other mat stays", reaching, []string{b}},
		{"a crop in one picture only", newReel().add(6, m.bare).add(1, m.planted[0]).add(6, m.bare), nil},
		{"two mats at once", newReel().add(6, m.bare).add(3, m.hand[0]).add(8, m.both), []string{a, b}},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := openHall(t, t.TempDir(), test.reel, false)
			defer h.close()
			h.begin()
			h.roll(test.reel)
			got := h.planted()
			slices.Sort(got)
			slices.Sort(test.want)
			if !slices.Equal(got, test.want) {
				t.Errorf("planted %q, want %q", got, test.want)
				log, _ := h.plays.Log(t.Context(), h.play)
				for _, e := range log[1:] {
					t.Logf("%s %s %s %v %.300s", e.Origin, e.Kind, e.Action.Do, e.Action.Hexes, e.Action.Set)
				}
			}
			for _, q := range h.watch.Keeper.Questions(h.play) {
				if q.Key != "follow.counters" {
					t.Errorf("it asks %s %s %v", q.Key, q.Player, q.Spaces)
				}
			}
			f := h.watch.Figures()
			t.Logf("%d pictures, %d read in %v", f.Pictures, f.Read, f.Reading)
			if f.Failed > 0 {
				t.Errorf("%d pictures failed", f.Failed)
			}
		})
	}
}

// BenchmarkStillTable is what watching a table on which nothing happens takes, a
// picture: at two a second, 10 ms are 2 % of a core.
func BenchmarkStillTable(b *testing.B) {
	m := between(b)
	img := decode(b, m.bare)
	var frames [][]byte
	for n := range 4 { // pictures of a still table are never the same bytes
		img.Set(5+n, 5, color.RGBA{255, 0, 0, 255})
		frames = append(frames, encode(b, img))
	}
	r := newReel()
	for range 8 {
		r.add(1, frames[0]).add(1, frames[1])
	}
	h := openHall(b, b.TempDir(), r, false)
	defer h.close()
	h.begin()
	h.roll(r)
	before := h.watch.Figures()
	r = newReel()
	for n := range b.N {
		r.add(1, frames[n%4])
	}
	h.watch.Point(r, false)
	b.ResetTimer()
	h.roll(r)
	b.StopTimer()
	if read := h.watch.Figures().Read - before.Read; read > 4+int64(b.N)/50 { // anew at first, and once a minute
		b.Errorf("%d pictures of a still table were read", read)
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N)/5, "%core-at-2/s")
}

// BenchmarkFromPictureToEvent is the time from the picture that settles a change to
// its event on the feed.
func BenchmarkFromPictureToEvent(b *testing.B) {
	m := between(b)
	var took []time.Duration
	for range b.N {
		h := openHall(b, b.TempDir(), nil, false)
		h.begin()
		for range 3 {
			h.see(m.bare)
		}
		sub := h.plays.Feed().Subscribe(-1)
		for len(h.planted()) == 0 {
			start := time.Now()
			h.see(m.planted[0])
			select {
			case <-sub.C:
				took = append(took, time.Since(start))
			default:
			}
		}
		sub.Close()
		h.close()
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Milliseconds()), "ms-median")
	b.ReportMetric(float64(took[len(took)*95/100].Milliseconds()), "ms-95%")
}

// see has one picture read and followed as a stream's is.
func (h *hall) see(picture []byte) {
	h.t.Helper()
	if _, err := h.watch.Look(h.t.Context(), live.Picture{Data: picture, Name: fmt.Sprint(len(picture)), At: time.Now()}); err != nil {
		h.t.Fatal(err)
	}
}

// beginning is a camera under which a play begins with a picture.
type beginning struct {
	*reel
	h    *hall
	with int64
}

func (c *beginning) Next(ctx context.Context, after int64) (live.Picture, error) {
	p, err := c.reel.Next(ctx, after)
	if err == nil && p.Number == c.with {
		c.h.begin()
	}
	return p, err
}

// A play that begins over a table that lies still already is told of it, by a
// recorded camera whose last picture comes again too.
func TestAPlayBeginsOverAStillTable(t *testing.T) {
	m := between(t)
	for name, singles := range map[string]bool{"a camera": false, "recorded pictures": true} {
		t.Run(name, func(t *testing.T) {
			r := newReel().add(24, m.bare)
			c := &beginning{reel: r, with: 14}
			h := openHall(t, t.TempDir(), c, singles)
			defer h.close()
			c.h = h
			h.roll(r)
			if v := h.view(); len(v.Recent) == 0 {
				t.Errorf("nothing was entered in the %d pictures after the play began; %d were read", len(r.frames)-14, h.watch.Figures().Read)
			}
			if f := h.watch.Figures(); f.Read > 14 {
				t.Errorf("%d of %d pictures of a still table were read", f.Read, f.Pictures)
			}
		})
	}
}
