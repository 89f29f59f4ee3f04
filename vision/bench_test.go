package vision

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// benchTable is about what a usual camera gives: two mats, hexes of 30 px.
func benchTable(b *testing.B) (*drawnTable, *calibration.Profile) {
	b.Helper()
	rng := rand.New(rand.NewPCG(4, 4))
	d := drawTable(b, rng, tableOptions{mats: 2, cards: true, orientation: mat.Pointy, tilt: .3, noise: 2, blur: .7, radius: 30})
	b.Cleanup(d.close)
	return d, learnt(b, d)
}

func BenchmarkDecode(b *testing.B) {
	d, _ := benchTable(b)
	data := d.photo(b, motion{})
	b.ResetTimer()
	for b.Loop() {
		f, err := Decode("x", data)
		check(b, err)
		check(b, f.Close())
	}
}

func BenchmarkCalibrate(b *testing.B) {
	d, _ := benchTable(b)
	f, err := Decode("x", d.photo(b, motion{}))
	check(b, err)
	defer f.Close()
	b.ResetTimer()
	for b.Loop() {
		_, err := Calibrate(f, d.marks)
		check(b, err)
	}
}

// BenchmarkLocate is what each way of finding the mats takes.
func BenchmarkLocate(b *testing.B) {
	d, p := benchTable(b)
	for name, mo := range map[string]motion{
		"unmoved": {cover: []int{1, 2, 3, 7, 9, 12}},
		"pushed":  {push: map[int]calibration.Homography{0: pushBy(d, 0, .6, .3, 3)}},
		"nudged":  {camera: calibration.Homography{.99, -.03, 60, .03, .99, -40, 0, 0, 1}},
		"blind":   {blind: true, camera: calibration.Homography{.9, -.3, 300, .3, .9, -50, 0, 0, 1}},
	} {
		b.Run(name, func(b *testing.B) {
			f, err := Decode("x", d.photo(b, mo))
			check(b, err)
			defer f.Close()
			l, err := NewLocator(p)
			check(b, err)
			defer l.Close()
			b.ResetTimer()
			for b.Loop() {
				_, err := l.Locate(f)
				check(b, err)
			}
		})
	}
}

// BenchmarkRead is a whole reading, finding the mats included, of a shared table
// at half its size; its ratio to decoding the same picture is printed with it.
func BenchmarkRead(b *testing.B) {
	s := teachSession(b, "demo")
	f := decodeTest(b, filepath.Join(s.folder, "17-r4-scoring.jpg"))
	var decode, locate, read float64
	for b.Loop() {
		again, err := Decode(f.Name, f.Data)
		check(b, err)
		got, err := s.reader.Read(again)
		check(b, err)
		check(b, again.Close())
		decode, locate, read = decode+got.Timing.Decode, locate+got.Timing.Locate, read+got.Timing.Read
	}
	b.ReportMetric(locate/float64(b.N), "locate-ms")
	b.ReportMetric(read/float64(b.N), "read-ms")
	b.ReportMetric((locate+read)/decode, "x-decode")
}

// BenchmarkTeach is one lesson, from the picture's pixels to what is saved.
func BenchmarkTeach(b *testing.B) {
	s := teachSession(b, "demo")
	f := decodeTest(b, filepath.Join(s.folder, "01-teach.jpg"))
	data, err := os.ReadFile(filepath.Join(s.folder, "teach.json"))
	check(b, err)
	labels, err := ParseLabels(data)
	check(b, err)
	for b.Loop() {
		_, err := Teach(f, s.reader.profile, labels)
		check(b, err)
	}
}
