package display

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"periph.io/x/conn/v3/i2c/i2ctest"
)

func writtenI2C(ops []i2ctest.IO) string {
	var b strings.Builder
	for _, op := range ops {
		fmt.Fprintf(&b, "%02x: % x\n", op.Addr, op.W)
	}
	return b.String()
}

// failingI2C is a bus on which one write fails, or all from one on.
type failingI2C struct {
	i2ctest.Record
	from, count, writes int
}

func (f *failingI2C) Tx(addr uint16, w, r []byte) error {
	f.writes++
	if f.writes >= f.from && f.writes < f.from+f.count {
		return errBus
	}
	return f.Record.Tx(addr, w, r)
}

// chipI2C is what a chip holds.
type chipI2C struct {
	RAM        [htBytes]byte
	Awake, On  bool
	Brightness byte
}

func replayI2C(ops []i2ctest.IO) map[uint16]*chipI2C {
	chips := map[uint16]*chipI2C{}
	for _, op := range ops {
		c := chips[op.Addr]
		if c == nil {
			c = &chipI2C{RAM: [htBytes]byte{0xFF, 0xFF}, On: true, Awake: true}
			chips[op.Addr] = c
		}
		switch b := op.W[0]; {
		case b < htBytes:
			copy(c.RAM[b:], op.W[1:])
		case b == htWake || b == htSleep:
			c.Awake = b == htWake
		case b == htOn || b == htOff:
			c.On = b == htOn
		case b&0xF0 == htBrightness:
			c.Brightness = b & 0xF
		}
	}
	return chips
}

func darkI2C(chips map[uint16]*chipI2C) bool {
	for _, c := range chips {
		if c.On && c.Awake && c.RAM != [htBytes]byte{} {
			return false
		}
	}
	return true
}

// TestHT16K33Bytes holds every byte of two backpacks.
func TestHT16K33Bytes(t *testing.T) {
	blank := strings.Repeat(" 00", htBytes)
	bus := &i2ctest.Record{}
	d, err := NewHT16K33(bus, Seven, []uint16{0x70, 0x71})
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	for _, a := range []string{"70", "71"} {
		for _, w := range []string{"21", "80", "a0", "e0", "00" + blank, "81"} {
			want.WriteString(a + ": " + w + "\n")
		}
	}
	if diff := cmp.Diff(want.String(), writtenI2C(bus.Ops)); diff != "" {
		t.Errorf("set up (-want +got):\n%s", diff)
	}
	for _, step := range []struct {
		name       string
		picture    Picture
		brightness int
		want       string
	}{
		{"brightness", d.Face().Blank(), 15, "70: ef\n71: ef\n"},
		{"nothing new", d.Face().Blank(), 15, ""},
		{"all digits of the first", text(d.Face(), 0, "1234"), 15, "70: 00 06 00 5b 00 00 00 4f 00 66\n"},
		{"its last and the dot", text(d.Face(), 0, "1235."), 15, "70: 08 ed\n"},
		{"the second", func() Picture {
			p := text(d.Face(), 0, "1235.")
			copy(p.module(1), fonts()[Seven].set(" 8"))
			return p
		}(), 15, "71: 02 7f\n"},
	} {
		bus.Ops = nil
		if err := d.Show(step.picture, step.brightness); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(step.want, writtenI2C(bus.Ops)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.name, diff)
		}
	}
	bus.Ops = nil
	if err := d.Halt(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("70: 80\n70: 20\n71: 80\n71: 20\n", writtenI2C(bus.Ops)); diff != "" {
		t.Errorf("halt (-want +got):\n%s", diff)
	}
}

// TestHT16K33Digits: every digit at every place of both kinds, played against
// a recorded bus.
func TestHT16K33Digits(t *testing.T) {
	codes := map[Kind][]uint16{
		Seven:    {0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f},
		Fourteen: {0x0c3f, 0x0406, 0x00db, 0x008f, 0x00e6, 0x00ed, 0x00fd, 0x1401, 0x00ff, 0x00ef},
	}
	for kind, list := range codes {
		face := Face{Kind: kind, Modules: 1, Cells: 4}
		for digit, code := range list {
			for place, at := range places[kind] {
				ops := []i2ctest.IO{}
				words := []byte{byte(at), byte(code), byte(code >> 8)}
				if code>>8 == 0 {
					words = words[:2]
				}
				for _, w := range [][]byte{{0x21}, {0x80}, {0xa0}, {0xe0}, make([]byte, 17), {0x81}, words, {0x80}, {0x20}} {
					ops = append(ops, i2ctest.IO{Addr: 0x72, W: w})
				}
				bus := &i2ctest.Playback{Ops: ops, DontPanic: true}
				d, err := NewHT16K33(bus, kind, []uint16{0x72})
				if err != nil {
					t.Fatal(err)
				}
				p := face.Blank()
				p.Lamps[place] = fonts()[kind].set(fmt.Sprint(digit))[0]
				if err := errors.Join(d.Show(p, 0), d.Halt(), bus.Close()); err != nil {
					t.Errorf("%s: digit %d at place %d: %v", kind, digit, place, err)
				}
			}
		}
	}
}

// TestHT16K33Partial: after any pictures, the chips hold what a fresh display
// holds that was shown the last one only.
func TestHT16K33Partial(t *testing.T) {
	for _, kind := range []Kind{Seven, Fourteen} {
		partialIsFull(t, kind)
	}
}

func partialIsFull(t *testing.T, kind Kind) {
	t.Helper()
	random := rand.New(rand.NewPCG(3, 4))
	addresses := []uint16{0x70, 0x77}
	bus := &i2ctest.Record{}
	d, err := NewHT16K33(bus, kind, addresses)
	if err != nil {
		t.Fatal(err)
	}
	p := d.Face().Blank()
	for range 200 {
		p = Picture{p.Face, append([]uint16(nil), p.Lamps...)}
		for range random.IntN(3) {
			p.Lamps[random.IntN(len(p.Lamps))] = uint16(random.IntN(1 << 15))
		}
		brightness := random.IntN(3)
		if err := d.Show(p, brightness); err != nil {
			t.Fatal(err)
		}
		fresh := &i2ctest.Record{}
		f, err := NewHT16K33(fresh, kind, addresses)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Show(p, brightness); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(replayI2C(fresh.Ops), replayI2C(bus.Ops)); diff != "" {
			t.Fatalf("%s (-full +partial):\n%s", kind, diff)
		}
	}
}

// TestHT16K33Fails: whichever write fails, that error comes back, and the
// lamps are dark at the end.
func TestHT16K33Fails(t *testing.T) {
	for n := 1; ; n++ {
		bus := &failingI2C{from: n, count: 1}
		d, err := NewHT16K33(bus, Seven, []uint16{0x70, 0x71})
		if err == nil {
			p := text(d.Face(), 0, "12")
			copy(p.module(1), fonts()[Seven].set("34"))
			err = d.Show(p, 3)
			if halted := d.Halt(); err == nil {
				err = halted
			}
		}
		if bus.writes < n {
			if err != nil || n < 15 {
				t.Errorf("after %d writes: %v", n, err)
			}
			break
		}
		if !errors.Is(err, errBus) {
			t.Errorf("write %d failed, but the error is %v", n, err)
		}
		if !darkI2C(replayI2C(bus.Ops)) {
			t.Errorf("write %d failed, and not all lamps are dark:\n%s", n, writtenI2C(bus.Ops))
		}
	}
	_, err := NewHT16K33(&failingI2C{from: 1, count: 1000}, Seven, []uint16{0x70})
	if !errors.Is(err, errBus) || !strings.Contains(err.Error(), "0x70") {
		t.Errorf("a dead bus: %v", err)
	}
	if _, err := NewHT16K33(&i2ctest.Record{}, Matrix, []uint16{0x70}); err == nil {
		t.Error("a face that the chip can't drive was taken")
	}
}
