package vision

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"harbormaster/calibration"
	"harbormaster/vision/pieces"
)

// recordedTable is the demo's table: whole pictures as a camera gives them.
const recordedTable = "../cmd/harbormaster/recorded/table"

// stages are what is timed, each on that table's last picture.
type stages struct {
	data, teach []byte
	marks       *calibration.Marks
	labels      *Labels
	profile     *calibration.Profile
	reader      *Reader
	frame       *Frame
	places      []pieces.Place
}

func newStages(b *testing.B) *stages {
	b.Helper()
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(recordedTable, name))
		check(b, err)
		return data
	}
	s := &stages{data: read("final.jpg"), teach: read("teach.jpg")}
	var err error
	s.marks, err = calibration.ParseMarks(read("marks.json"))
	check(b, err)
	s.labels, err = ParseLabels(read("labels.json"))
	check(b, err)
	empty, err := Decode("empty.jpg", read("empty.jpg"))
	check(b, err)
	defer empty.Close()
	p, err := Calibrate(empty, s.marks)
	check(b, err)
	dir := b.TempDir()
	check(b, SaveProfile(dir, empty, p))
	s.profile, err = calibration.Load(dir)
	check(b, err)
	s.learn(b)
	s.reader, err = NewReader(s.profile)
	check(b, err)
	s.frame, err = Decode("final.jpg", s.data)
	check(b, err)
	placements, err := s.reader.locator.Locate(s.frame)
	check(b, err)
	for _, p := range placements {
		s.places = append(s.places, place(p))
	}
	b.Cleanup(func() {
		check(b, s.frame.Close())
		check(b, s.reader.Close())
	})
	return s
}

// learn teaches from the beginning.
func (s *stages) learn(b *testing.B) {
	_ = os.Remove(filepath.Join(s.profile.Dir(), pieces.File))
	f, err := Decode("teach.jpg", s.teach)
	check(b, err)
	defer f.Close()
	_, err = Teach(f, s.profile, s.labels)
	check(b, err)
}

func (s *stages) decode(b *testing.B) {
	f, err := Decode("final.jpg", s.data)
	check(b, err)
	check(b, f.Close())
}

// locate finds the mats by one of the ways alone.
func (s *stages) locate(b *testing.B, by func(*locating, int) (bool, error)) {
	l := s.reader.locator.look(s.frame)
	for i := range l.places {
		found, err := by(l, i)
		check(b, err)
		if !found {
			b.Fatalf("%s's mat isn't found", s.profile.Mats[i].Name)
		}
		l.places[i].Found = true
	}
	check(b, l.tables())
}

// BenchmarkStages times each stage of the way from a picture to what lies on
// it, in turn with decoding that picture's JPEG: medians of both in ms, and their
// ratio, which other work on the machine changes less than the times.
func BenchmarkStages(b *testing.B) {
	s := newStages(b)
	for _, stage := range []struct {
		name string
		run  func(b *testing.B)
	}{
		{"decode", s.decode},
		{"locate-by-print", func(b *testing.B) { s.locate(b, (*locating).unmoved) }},
		{"locate-by-near-cards", func(b *testing.B) { s.locate(b, (*locating).byNearCards) }},
		{"locate-by-cards-anywhere", func(b *testing.B) { s.locate(b, (*locating).byCardsAnywhere) }},
		{"locate-pushed", func(b *testing.B) { s.locate(b, (*locating).pushed) }},
		{"locate-by-print-anywhere", func(b *testing.B) { s.locate(b, (*locating).anywhere) }},
		{"read", func(b *testing.B) {
			_, err := s.reader.known.Read(s.frame.Img, s.places, Play{})
			check(b, err)
		}},
		{"locate-and-read", func(b *testing.B) {
			_, err := s.reader.Read(s.frame)
			check(b, err)
		}},
		{"load-profile", func(b *testing.B) {
			r, err := NewReader(s.profile)
			check(b, err)
			check(b, r.Close())
		}},
		{"calibrate", func(b *testing.B) {
			f, err := DecodeFile(filepath.Join(recordedTable, "empty.jpg"))
			check(b, err)
			defer f.Close()
			_, err = Calibrate(f, s.marks)
			check(b, err)
		}},
		{"teach", s.learn},
	} {
		b.Run(stage.name, func(b *testing.B) {
			var took, decode []time.Duration
			timed := func(times *[]time.Duration, run func(*testing.B)) {
				start := time.Now()
				run(b)
				*times = append(*times, time.Since(start))
			}
			for b.Loop() {
				timed(&decode, s.decode)
				timed(&took, stage.run)
			}
			median := func(times []time.Duration) float64 {
				slices.Sort(times)
				return float64(times[len(times)/2]) / 1e6
			}
			b.ReportMetric(0, "ns/op") // the sum of both says nothing
			b.ReportMetric(median(took), "ms")
			b.ReportMetric(median(took)/median(decode), "x-decode")
		})
	}
}
