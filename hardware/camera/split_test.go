package camera

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

// segment makes one of a JPEG's segments.
func segment(marker byte, body []byte) []byte {
	head := []byte{0xFF, marker, 0, 0}
	binary.BigEndian.PutUint16(head[2:], uint16(len(body)+2))
	return append(head, body...)
}

// with puts segments behind a JPEG's first two bytes.
func with(picture []byte, segments ...[]byte) []byte {
	return slices.Concat(picture[:2], slices.Concat(segments...), picture[2:])
}

// split cuts a stream, and returns what it got and the error at the end.
func split(from io.Reader) (pictures [][]byte, err error) {
	s := newSplitter(from)
	for {
		data, size, err := s.next()
		if err != nil {
			return pictures, err
		}
		if real, err := Check(data); err != nil || real != size {
			return pictures, errors.New("it gave what is no picture, or of another size")
		}
		pictures = append(pictures, data)
	}
}

func TestSplit(t *testing.T) {
	a, b, small := drawn(t, 64, 48, 1), drawn(t, 64, 48, 2), drawn(t, 16, 8, 3)
	thumbnail := segment(0xE1, slices.Concat([]byte("Exif\x00\x00"), small, []byte{0xFF, 0xD9, 0xFF}))
	large := segment(0xE2, bytes.Repeat([]byte{0xFF, 0xD9}, 32000))
	scan := slices.Index(a, sos) - 1 // where its pixels' segment begins
	twoScans := slices.Concat(a[:len(a)-2], a[scan:])
	restarts := slices.Concat(a[:len(a)-2], []byte{0xFF, 0xD0, 1, 2, 0xFF, 0x00, 3, 0xFF, 0xFF, 0xD9})
	for _, c := range []struct {
		name   string
		stream []byte
		want   [][]byte
		end    error
	}{
		{"nothing", nil, nil, io.EOF},
		{"one", a, [][]byte{a}, io.EOF},
		{"several", slices.Concat(a, b, a), [][]byte{a, b, a}, io.EOF},
		{"a thumbnail within", slices.Concat(with(a, thumbnail), b), [][]byte{with(a, thumbnail), b}, io.EOF},
		{"a large segment", slices.Concat(with(a, large, thumbnail), b), [][]byte{with(a, large, thumbnail), b}, io.EOF},
		{"several scans", slices.Concat(twoScans, b), [][]byte{twoScans, b}, io.EOF},
		{"restarts and fill", slices.Concat(restarts, b), [][]byte{restarts, b}, io.EOF},
		{"fill before a marker", with(a, []byte{0xFF, 0xFF, 0xFF}), [][]byte{with(a, []byte{0xFF, 0xFF, 0xFF})}, io.EOF},
		{"parts of a form", slices.Concat([]byte("--x\r\nContent-Type: image/jpeg\r\n\r\n"), a, []byte("\r\n--x\r\n\r\n"), b, []byte("--x--\r\n")), [][]byte{a, b}, io.EOF},
		{"zeros and false starts between", slices.Concat(a, make([]byte, 5000), []byte{0xFF, 0xD8, 0xFF, 0xD8, 0xFF, 0x12}, b), [][]byte{a, b}, io.EOF},
		{"cut off in the pixels", slices.Concat(a, b[:len(b)-30], a), [][]byte{a, a}, io.EOF},
		{"cut off in the pixels, with text", slices.Concat(a, b[:len(b)-30], []byte("\r\n--x\r\n\r\n"), a), [][]byte{a, a}, io.EOF},
		{"cut off in a segment", slices.Concat(a, with(b, large)[:200], b, with(b, large), a), [][]byte{a, b, with(b, large), a}, io.EOF},
		{"cut off before a thumbnail's end", slices.Concat(with(a, thumbnail), with(b, thumbnail)[:len(thumbnail)-30], with(b, thumbnail), a), [][]byte{with(a, thumbnail), with(b, thumbnail), a}, io.EOF},
		{"a thumbnail after damage", slices.Concat(a, with(b, thumbnail)[20:], []byte{0xFF, 0xD8, 0xFF, 0x00}, with(b, thumbnail)[5:], b), [][]byte{a, b}, io.EOF},
		{"another size for good after damage", slices.Concat(a, []byte{0xFF, 0xD8, 0xFF, 0x00}, small, small, small), [][]byte{a, small, small}, io.EOF},
		{"another size", slices.Concat(a, small, a), [][]byte{a, small, a}, io.EOF},
		{"an end at once", []byte{0xFF, 0xD8, 0xFF, 0xD9}, nil, io.EOF},
		{"half of one", a[:len(a)/2], nil, io.ErrUnexpectedEOF},
		{"half a start", append(slices.Clone(a), 0xFF, 0xD8), [][]byte{a}, io.EOF},
		{"endless garbage", bytes.Repeat([]byte{7}, MostBytes+2*room), nil, errBroken},
		{"endless false starts", bytes.Repeat([]byte{0xFF, 0xD8, 0xFF, 0x00}, MostBytes/4+room), nil, errBroken},
		{"an endless picture", slices.Concat(a[:len(a)-2], bytes.Repeat([]byte{7}, MostBytes+room)), nil, errTooLarge},
		{"many pictures' worth of segments", slices.Concat(a[:2], bytes.Repeat(large, MostBytes/len(large)+2)), nil, errTooLarge},
		{"more pixels than fit", slices.Concat(huge(a), b), [][]byte{b}, io.EOF},
	} {
		t.Run(c.name, func(t *testing.T) {
			readers := []io.Reader{bytes.NewReader(c.stream)}
			if len(c.stream) < 1<<18 {
				readers = append(readers, &chunks{data: c.stream, r: rand.New(rand.NewPCG(1, 2))}, iotest.OneByteReader(bytes.NewReader(c.stream)), iotest.DataErrReader(bytes.NewReader(c.stream)))
			}
			for _, r := range readers {
				got, err := split(r)
				if !slices.EqualFunc(got, c.want, bytes.Equal) || !errors.Is(err, c.end) {
					t.Errorf("%T gives %d pictures and %v, want %d and %v", r, len(got), err, len(c.want), c.end)
				}
			}
		})
	}
}

// huge claims 65535 by 65535 pixels.
func huge(picture []byte) []byte {
	out := slices.Clone(picture)
	at := bytes.Index(out, []byte{0xFF, 0xC0})
	copy(out[at+5:], []byte{0xFF, 0xFF, 0xFF, 0xFF})
	return out
}

// chunks gives data in pieces of random sizes, sometimes none.
type chunks struct {
	data []byte
	r    *rand.Rand
}

// Read gives a piece.
func (c *chunks) Read(p []byte) (int, error) {
	if len(c.data) == 0 {
		return 0, io.EOF
	}
	n := c.r.IntN(1 << c.r.IntN(17))
	n = copy(p, c.data[:min(n, len(c.data))])
	c.data = c.data[n:]
	return n, nil
}

func TestSplitErrorOfTheStream(t *testing.T) {
	a := drawn(t, 16, 8, 1)
	got, err := split(io.MultiReader(bytes.NewReader(a), iotest.ErrReader(os.ErrDeadlineExceeded)))
	if len(got) != 1 || !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("it gives %d pictures and %v", len(got), err)
	}
}

// TestSplitRandom: whatever stands between pictures, all come out as they went in.
func TestSplitRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		var stream []byte
		var want [][]byte
		for range rapid.IntRange(0, 6).Draw(t, "pictures") {
			for range r.IntN(200) { // no start can come of these
				stream = append(stream, byte(r.IntN(0xD8)))
			}
			picture := random(r)
			if r.IntN(4) == 0 {
				picture = with(picture, segment(0xE1, random(r)))
			}
			want, stream = append(want, picture), append(stream, picture...)
		}
		got, err := split(&chunks{stream, r})
		if !slices.EqualFunc(got, want, bytes.Equal) || !errors.Is(err, io.EOF) {
			t.Fatalf("of %d pictures %d came, and %v", len(want), len(got), err)
		}
	})
}

// random makes a JPEG as far as its frame goes, with random bytes for pixels.
func random(r *rand.Rand) []byte {
	noise := func(most int) []byte {
		b := make([]byte, r.IntN(most))
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		return b
	}
	parts := [][]byte{{0xFF, 0xD8}}
	for range r.IntN(4) {
		parts = append(parts, segment(byte(0xE0+r.IntN(16)), noise(3000)))
	}
	parts = append(parts, segment(0xC2, []byte{8, 0, 48, 0, 64, 3, 1, 2, 3}))
	for range 1 + r.IntN(3) {
		pixels := bytes.ReplaceAll(noise(5000), []byte{0xFF}, []byte{0xFF, 0})
		parts = append(parts, segment(0xC4, noise(50)), segment(0xDA, noise(20)), pixels)
	}
	return slices.Concat(append(parts, []byte{0xFF, 0xD9})...)
}

func TestCheckRefuses(t *testing.T) {
	a, p := drawn(t, 16, 8, 1), drawnPNG(t)
	wide := slices.Clone(p)
	copy(wide[16:], []byte{0x7F, 0xFF, 0xFF, 0xFF})
	for name, data := range map[string][]byte{
		"it is neither": []byte("hello"), "it is cut off": a[:20], "it is too large": huge(a), "it is a damaged PNG": append(slices.Clone(p[:12]), "IDAT...................."...),
		"it is too large: ": wide, "it is cut": p[:len(p)-1], "it is no JPEG": slices.Concat(a[:2], a),
	} {
		if _, err := Check(data); err == nil || !strings.Contains(err.Error(), "read the picture: "+name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, data := range map[string][]byte{"a JPEG": a, "with more behind it": append(slices.Clone(a), 0, 0)} {
		if size, err := Check(data); err != nil || size != (Size{16, 8}) {
			t.Errorf("%s: %v, %v", name, size, err)
		}
	}
	if size, err := Check(p); err != nil || size != (Size{7, 5}) {
		t.Errorf("a PNG: %v, %v", size, err)
	}
}

// FuzzSplit: nothing in a stream makes the splitter give what isn't in it, or
// give otherwise for coming in pieces.
func FuzzSplit(f *testing.F) {
	tiny := func(pixel byte) []byte { // small seeds, since the fuzzer shortens what it finds byte by byte
		return slices.Concat([]byte{0xFF, 0xD8}, segment(0xC0, []byte{8, 0, 1, 0, 1, 1}), segment(0xDA, nil), []byte{pixel, 0xFF, 0, 0xFF, 0xD9})
	}
	a, b := tiny(1), tiny(2)
	thumbnail := segment(0xE1, a)
	f.Add(slices.Concat(a, b))
	f.Add(slices.Concat([]byte("--x"), with(a, thumbnail), b[:12], a))
	f.Add(slices.Concat(with(a, thumbnail)[:30], a))
	f.Add([]byte{0xFF, 0xD8, 0xFF, 0xE0, 0, 2, 0xFF, 0xD9})
	f.Fuzz(func(t *testing.T, stream []byte) {
		whole, err := split(bytes.NewReader(stream))
		if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Fatal(err)
		}
		rest := stream
		for _, p := range whole {
			i := bytes.Index(rest, p)
			if i < 0 {
				t.Fatalf("a picture of %d bytes isn't in what is left of the stream", len(p))
			}
			rest = rest[i+len(p):]
		}
		pieces, end := split(iotest.HalfReader(iotest.OneByteReader(bytes.NewReader(stream))))
		if !slices.EqualFunc(whole, pieces, bytes.Equal) || !errors.Is(end, err) {
			t.Fatalf("at once %d pictures and %v, in pieces %d and %v", len(whole), err, len(pieces), end)
		}
	})
}

// recorded is a real picture of a table.
func recorded(b testing.TB) []byte {
	b.Helper()
	data, err := os.ReadFile("../../cmd/harbormaster/recorded/table/final.jpg")
	if err != nil {
		b.Fatal(err)
	}
	return data
}

// again gives the same bytes again and again.
type again struct {
	data []byte
	at   int
}

// Read gives what fits.
func (a *again) Read(p []byte) (int, error) {
	n := copy(p, a.data[a.at:])
	a.at = (a.at + n) % len(a.data)
	return n, nil
}

// BenchmarkSplit is one picture of a table out of a stream.
func BenchmarkSplit(b *testing.B) {
	picture := recorded(b)
	b.SetBytes(int64(len(picture)))
	s := newSplitter(&again{data: slices.Concat([]byte("--x\r\n\r\n"), picture)})
	for b.Loop() {
		if _, _, err := s.next(); err != nil {
			b.Fatal(err)
		}
	}
}
