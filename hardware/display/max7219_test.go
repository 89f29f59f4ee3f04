package display

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/conntest"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spitest"
)

// written joins what was written as hex, one transaction a line.
func written(ops []conntest.IO) string {
	var b strings.Builder
	for _, op := range ops {
		fmt.Fprintf(&b, "% x\n", op.W)
	}
	return b.String()
}

// errBus is what the failing buses of these tests say.
var errBus = errors.New("the wire is loose")

// failing is an SPI port on which writes fail, from a number on for a count.
type failing struct {
	spitest.Record
	from, count int // from 1
	writes      int
}

func (f *failing) Connect(s physic.Frequency, m spi.Mode, bits int) (spi.Conn, error) {
	c, err := f.Record.Connect(s, m, bits)
	return &failingConn{c, f}, err
}

type failingConn struct {
	spi.Conn
	port *failing
}

func (c *failingConn) Tx(w, r []byte) error {
	c.port.writes++
	if n := c.port.writes; n >= c.port.from && n < c.port.from+c.port.count {
		return errBus
	}
	return c.Conn.Tx(w, r)
}

// chain is what the chips of a chain hold after some transactions.
type chain []map[byte]byte

func replayChain(modules int, ops []conntest.IO) chain {
	c := make(chain, modules)
	for i := range c {
		c[i] = map[byte]byte{maxTest: 1, maxRun: 1, 1: 0xFF} // as bad as it can be
	}
	for _, op := range ops {
		for i := range modules { // the word sent first goes to the last chip
			if register, value := op.W[2*i], op.W[2*i+1]; register != maxNoOp {
				c[modules-1-i][register] = value
			}
		}
	}
	return c
}

func (c chain) dark() bool {
	for _, chip := range c {
		lit := false
		for row := byte(1); row <= maxRows; row++ {
			lit = lit || chip[row] != 0
		}
		if chip[maxTest] != 0 || chip[maxRun] != 0 && lit {
			return false
		}
	}
	return true
}

var sevenTwo = Face{Kind: Seven, Modules: 2, Cells: 8}

func text(f Face, module int, s string) Picture {
	p := f.Blank()
	copy(p.module(module), fonts()[f.Kind].set(s))
	return p
}

// TestMAX7219Bytes holds every byte of a chain of two: set up, a digit that
// changes, brightness, dark.
func TestMAX7219Bytes(t *testing.T) {
	port := &spitest.Record{}
	d, err := NewMAX7219(port, sevenTwo, Digits, false)
	if err != nil {
		t.Fatal(err)
	}
	want := `0f 00 0f 00
0c 00 0c 00
09 00 09 00
0b 07 0b 07
0a 00 0a 00
01 00 01 00
02 00 02 00
03 00 03 00
04 00 04 00
05 00 05 00
06 00 06 00
07 00 07 00
08 00 08 00
0c 01 0c 01
`
	if diff := cmp.Diff(want, written(port.Ops)); diff != "" {
		t.Errorf("set up (-want +got):\n%s", diff)
	}
	for _, step := range []struct {
		name       string
		picture    Picture
		brightness int
		want       string
	}{
		{"brightness", sevenTwo.Blank(), 9, "0a 09 0a 09\n"},
		{"nothing new", sevenTwo.Blank(), 9, ""},
		{"the first digit of the first module", text(sevenTwo, 0, "8"), 9, "00 00 08 7f\n"},
		{"the first of the second instead", text(sevenTwo, 1, "8."), 9, "08 ff 08 00\n"},
		{"its last", text(sevenTwo, 1, "8.      1"), 9, "01 30 00 00\n"},
	} {
		port.Ops = nil
		if err := d.Show(step.picture, step.brightness); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if diff := cmp.Diff(step.want, written(port.Ops)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.name, diff)
		}
	}
	port.Ops = nil
	if err := d.Halt(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("0c 00 0c 00\n0f 00 0f 00\n", written(port.Ops)); diff != "" {
		t.Errorf("halt (-want +got):\n%s", diff)
	}
}

// TestMAX7219Digits: every digit at every place, played against a recorded bus.
func TestMAX7219Digits(t *testing.T) {
	codes := []byte{0x7e, 0x30, 0x6d, 0x79, 0x33, 0x5b, 0x5f, 0x70, 0x7f, 0x7b} // of the data sheet
	face := Face{Kind: Seven, Modules: 1, Cells: 8}
	for digit, code := range codes {
		for place := range 8 {
			var ops []conntest.IO
			for _, w := range [][]byte{{0xf, 0}, {0xc, 0}, {9, 0}, {0xb, 7}, {0xa, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}, {6, 0}, {7, 0}, {8, 0}, {0xc, 1},
				{byte(8 - place), code}, {0xc, 0}, {0xf, 0}} {
				ops = append(ops, conntest.IO{W: w})
			}
			port := &spitest.Playback{Playback: conntest.Playback{Ops: ops, D: conn.Half, DontPanic: true}}
			d, err := NewMAX7219(port, face, Digits, false)
			if err != nil {
				t.Fatal(err)
			}
			p := face.Blank()
			p.Lamps[place] = fonts()[Seven].set(fmt.Sprint(digit))[0]
			if err := errors.Join(d.Show(p, 0), d.Halt(), port.Close()); err != nil {
				t.Errorf("digit %d at place %d: %v", digit, place, err)
			}
		}
	}
}

// TestMatrixWirings: one lamp, near the top left of a row of two, on each wiring.
func TestMatrixWirings(t *testing.T) {
	face := Face{Kind: Matrix, Modules: 2, Cells: 8}
	p := face.Blank()
	p.Lamps[2] = 1 << 1 // column 2, row 1
	for _, c := range []struct {
		wiring    Wiring
		firstLeft bool
		want      string
	}{
		{FC16, false, "02 20 00 00\n"}, // row 1 is register 2; the left module is the last chip, whose word goes first
		{FC16, true, "00 00 02 20\n"},
		{Parola, false, "02 04 00 00\n"},
		{Generic, false, "03 02 00 00\n"}, // column 2 is register 3
	} {
		port := &spitest.Record{}
		d, err := NewMAX7219(port, face, c.wiring, c.firstLeft)
		if err != nil {
			t.Fatal(err)
		}
		port.Ops = nil
		if err := d.Show(p, 0); err != nil {
			t.Fatal(err)
		}
		if got := written(port.Ops); got != c.want {
			t.Errorf("%s, first left %t: %q, want %q", c.wiring, c.firstLeft, got, c.want)
		}
	}
}

// TestPartialIsFull: after any pictures, the chips hold what a fresh display
// holds that was shown the last one only.
func TestPartialIsFull(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		face   Face
		wiring Wiring
		first  bool
	}{{sevenTwo, Digits, false}, {Face{Kind: Matrix, Modules: 4, Cells: 8}, FC16, false}, {Face{Kind: Matrix, Modules: 3, Cells: 8}, Generic, true}, {Face{Kind: Matrix, Modules: 1, Cells: 8}, Parola, false}} {
		port := &spitest.Record{}
		d, err := NewMAX7219(port, c.face, c.wiring, c.first)
		if err != nil {
			t.Fatal(err)
		}
		p, full := c.face.Blank(), 0
		for range 200 {
			p = Picture{p.Face, append([]uint16(nil), p.Lamps...)}
			for range random.IntN(4) {
				p.Lamps[random.IntN(len(p.Lamps))] = uint16(random.IntN(256))
			}
			brightness := random.IntN(3)
			before := len(port.Ops)
			if err := d.Show(p, brightness); err != nil {
				t.Fatal(err)
			}
			if len(port.Ops)-before > 8 {
				full++
			}
			fresh := &spitest.Record{}
			f, err := NewMAX7219(fresh, c.face, c.wiring, c.first)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Show(p, brightness); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(replayChain(c.face.Modules, fresh.Ops), replayChain(c.face.Modules, port.Ops)); diff != "" {
				t.Fatalf("(-full +partial):\n%s", diff)
			}
		}
		if full > 20 {
			t.Errorf("%d of 200 updates weren't partial", full)
		}
	}
}

// TestMAX7219Fails: whichever write fails, that error comes back, and the
// lamps are dark at the end.
func TestMAX7219Fails(t *testing.T) {
	for n := 1; ; n++ {
		port := &failing{from: n, count: 1}
		d, err := NewMAX7219(port, sevenTwo, Digits, false)
		if err == nil {
			err = d.Show(text(sevenTwo, 0, "1234"), 3)
			if halted := d.Halt(); err == nil {
				err = halted
			}
		}
		if port.writes < n {
			if err != nil || n < 20 {
				t.Errorf("after %d writes: %v", n, err)
			}
			break
		}
		if !errors.Is(err, errBus) {
			t.Errorf("write %d failed, but the error is %v", n, err)
		}
		if c := replayChain(2, port.Ops); !c.dark() {
			t.Errorf("write %d failed, and not all lamps are dark: %v", n, c)
		}
	}
	// A bus that is dead from the start is told by the constructor.
	if _, err := NewMAX7219(&failing{from: 1, count: 1000}, sevenTwo, Digits, false); !errors.Is(err, errBus) {
		t.Errorf("a dead bus: %v", err)
	}
	used := &spitest.Record{Initialized: true}
	if _, err := NewMAX7219(used, sevenTwo, Digits, false); err == nil {
		t.Error("a port that is in use was taken")
	}
	if _, err := NewMAX7219(&spitest.Record{}, Face{Kind: Fourteen, Modules: 1, Cells: 4}, Digits, false); err == nil {
		t.Error("a face that the chip can't drive was taken")
	}
}

// TestMAX7219Recovers: after an error, the next picture goes out whole.
func TestMAX7219Recovers(t *testing.T) {
	port := &failing{from: 16, count: 2}
	d, err := NewMAX7219(port, sevenTwo, Digits, false)
	if err != nil {
		t.Fatal(err)
	}
	p := text(sevenTwo, 1, "42")
	if err := d.Show(p, 5); !errors.Is(err, errBus) {
		t.Fatalf("no error: %v", err)
	}
	port.from = 1000
	port.Ops = nil
	if err := d.Show(p, 5); err != nil {
		t.Fatal(err)
	}
	c := replayChain(2, port.Ops)
	if c.dark() || c[1][8] != segmentByte(p.module(1)[0]) || c[0][maxBrightness] != 5 {
		t.Errorf("after the second try: %v", c)
	}
	if err := d.Show(Face{Kind: Seven, Modules: 1, Cells: 8}.Blank(), 5); err == nil {
		t.Error("a picture of another face was shown")
	}
}
