package display

import (
	"fmt"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// Wiring is how the lamps of a module hang on its MAX7219.
type Wiring string

// The wirings. The names of the matrices are those that sellers and libraries
// use; which one a board has shows at once when it is tried.
const (
	Digits  Wiring = "digits"  // eight digits, the first register the rightmost
	FC16    Wiring = "fc16"    // a register is a row, the highest bit on the left
	Parola  Wiring = "parola"  // a register is a row, the lowest bit on the left
	Generic Wiring = "generic" // a register is a column, the lowest bit on top
)

// Registers of the chip; 1 to 8 are the digits or rows.
const (
	maxNoOp       = 0x0
	maxDecode     = 0x9
	maxBrightness = 0xA
	maxScanLimit  = 0xB
	maxRun        = 0xC // 0: all dark, registers are kept
	maxTest       = 0xF
	maxRows       = 8
)

// maxSpeed is well below the chip's 10 MHz: long wires and level shifters are
// slower than the chip, and a picture is some 80 bytes a module at most.
const maxSpeed = physic.MegaHertz

// MAX7219 is a chain of modules on one SPI port. The chip can't answer, so a
// missing one isn't noticed.
type MAX7219 struct {
	conn       spi.Conn
	face       Face
	wiring     Wiring
	firstLeft  bool
	rows       [maxRows][]byte // what the chips hold, by register and place in the chain
	known      bool            // rows and brightness are what the chips hold
	brightness int
}

// NewMAX7219 sets up all chips of a chain, with all lamps dark. The face is of
// eight cells a module. The first module of the chain is the first of the face,
// but for a matrix, which is fed from the right unless firstLeft says otherwise.
// The port stays its opener's to close.
func NewMAX7219(port spi.Port, face Face, wiring Wiring, firstLeft bool) (*MAX7219, error) {
	if face.Cells != maxRows || face.Modules < 1 || face.Kind == Fourteen {
		return nil, fmt.Errorf("set up a MAX7219: it drives modules of 8 digits or columns, not of %d (%s)", face.Cells, face.Kind)
	}
	c, err := port.Connect(maxSpeed, spi.Mode0, 8)
	if err != nil {
		return nil, fmt.Errorf("connect to the MAX7219: %w", err)
	}
	m := &MAX7219{conn: c, face: face, wiring: wiring, firstLeft: firstLeft}
	for i := range m.rows {
		m.rows[i] = make([]byte, face.Modules)
	}
	if err := m.Refresh(); err != nil {
		m.quench()
		return nil, fmt.Errorf("set up the MAX7219: %w", err)
	}
	return m, nil
}

// Face says what there is to draw on.
func (m *MAX7219) Face() Face { return m.face }

// Refresh sets all chips up anew. They are dark while their registers are
// filled, so that nobody sees what was in them.
func (m *MAX7219) Refresh() error {
	m.known = false
	for _, set := range [][2]byte{{maxTest, 0}, {maxRun, 0}, {maxDecode, 0}, {maxScanLimit, maxRows - 1}, {maxBrightness, byte(m.brightness)}} {
		if err := m.all(set[0], set[1]); err != nil {
			return err
		}
	}
	for i, row := range m.rows {
		if err := m.send(i, row, nil); err != nil {
			return err
		}
	}
	if err := m.all(maxRun, 1); err != nil {
		return err
	}
	m.known = true
	return nil
}

// Show brings the lamps to a picture. A register goes out if it changed on any
// chip; the chips on which it didn't get a no-op.
func (m *MAX7219) Show(p Picture, brightness int) error {
	if err := m.face.fits(p); err != nil {
		return err
	}
	rows := m.registers(p)
	if !m.known {
		m.rows, m.brightness = rows, brightness
		return m.Refresh()
	}
	m.known = false
	if brightness != m.brightness {
		if err := m.all(maxBrightness, byte(brightness)); err != nil {
			return err
		}
		m.brightness = brightness
	}
	for i, row := range rows {
		if err := m.send(i, row, m.rows[i]); err != nil {
			return err
		}
	}
	m.rows, m.known = rows, true
	return nil
}

// Halt leaves all lamps dark.
func (m *MAX7219) Halt() error {
	m.known = false
	if err := m.quench(); err != nil {
		return fmt.Errorf("turn the MAX7219 dark: %w", err)
	}
	return nil
}

// quench turns all lamps dark, also those of a chip that a disturbance has put
// into its test, which lights all whatever else is set. A disturbed bus may lose
// one word, so each is tried again; the first error is returned.
func (m *MAX7219) quench() error {
	var first error
	for _, register := range []byte{maxRun, maxTest} {
		err := m.all(register, 0)
		if err == nil {
			continue
		}
		if first == nil {
			first = err
		}
		_ = m.all(register, 0) // the first error is the one that is told
	}
	return first
}

// all writes a register of all chips.
func (m *MAX7219) all(register, value byte) error {
	words := make([]byte, 0, 2*m.face.Modules)
	for range m.face.Modules {
		words = append(words, register, value)
	}
	return m.conn.Tx(words, nil)
}

// send writes row i where it differs from what was there (nil: everywhere). The
// word sent first ends in the last chip.
func (m *MAX7219) send(i int, row, was []byte) error {
	words := make([]byte, 0, 2*len(row))
	changed := false
	for chip := len(row) - 1; chip >= 0; chip-- {
		if was != nil && was[chip] == row[chip] {
			words = append(words, maxNoOp, 0)
			continue
		}
		changed = true
		words = append(words, byte(i+1), row[chip])
	}
	if !changed {
		return nil
	}
	return m.conn.Tx(words, nil)
}

// registers returns what the chips must hold for a picture, by register and
// place in the chain.
func (m *MAX7219) registers(p Picture) [maxRows][]byte {
	var rows [maxRows][]byte
	for i := range rows {
		rows[i] = make([]byte, p.Modules)
	}
	for module := range p.Modules {
		chip := module
		if p.Kind == Matrix && !m.firstLeft {
			chip = p.Modules - 1 - module
		}
		for x, lamps := range p.module(module) {
			switch m.wiring {
			case Digits:
				rows[maxRows-1-x][chip] = segmentByte(lamps)
			case Generic:
				rows[x][chip] = byte(lamps)
			default: // a bit of each row
				bit := byte(1) << (maxRows - 1 - x)
				if m.wiring == Parola {
					bit = 1 << x
				}
				for y := range rows {
					if lamps&(1<<y) != 0 {
						rows[y][chip] |= bit
					}
				}
			}
		}
	}
	return rows
}

// segmentByte puts the segments a to g and the dot in the chip's order: from
// the lowest bit g, f, e, d, c, b, a, dot.
func segmentByte(lamps uint16) byte {
	b := byte(lamps) & 0x80
	for i := range 7 {
		b |= byte(lamps>>i&1) << (6 - i)
	}
	return b
}
