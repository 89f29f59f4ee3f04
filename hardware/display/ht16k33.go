package display

import (
	"bytes"
	"fmt"

	"periph.io/x/conn/v3/i2c"
)

// Commands of the chip.
const (
	htRAM        = 0x00 // plus the first byte to write
	htSleep      = 0x20
	htWake       = 0x21
	htOff        = 0x80
	htOn         = 0x81
	htRows       = 0xA0 // its interrupt pin drives lamps
	htBrightness = 0xE0 // plus 0 to 15
	htBytes      = 16
)

// places are where the digits of a backpack are in the chip's RAM: the
// seven-segment one has its colon in the middle.
var places = map[Kind][digitsOnHT]int{Seven: {0, 2, 6, 8}, Fourteen: {0, 2, 4, 6}}

// HT16K33 is some backpacks of four digits on one I2C bus, one a module.
type HT16K33 struct {
	chips      []i2c.Dev
	face       Face
	ram        [][htBytes]byte // what the chips hold
	known      bool            // ram and brightness are what the chips hold
	brightness int
}

// NewHT16K33 sets up the backpacks at these addresses, with all lamps dark. The
// bus stays its opener's to close. A chip that isn't there is an error.
func NewHT16K33(bus i2c.Bus, kind Kind, addresses []uint16) (*HT16K33, error) {
	if _, ok := places[kind]; !ok || len(addresses) == 0 {
		return nil, fmt.Errorf("set up a HT16K33: it drives digits of 7 or 14 segments, not %q, at one address or more", kind)
	}
	h := &HT16K33{face: Face{Kind: kind, Modules: len(addresses), Cells: digitsOnHT}, ram: make([][htBytes]byte, len(addresses))}
	for _, a := range addresses {
		h.chips = append(h.chips, i2c.Dev{Bus: bus, Addr: a})
	}
	if err := h.Refresh(); err != nil {
		h.quench()
		return nil, fmt.Errorf("set up the HT16K33 %w", err)
	}
	return h, nil
}

// Face says what there is to draw on.
func (h *HT16K33) Face() Face { return h.face }

// Refresh sets all chips up anew, dark until their RAM is filled.
func (h *HT16K33) Refresh() error {
	h.known = false
	for i := range h.chips {
		for _, words := range [][]byte{{htWake}, {htOff}, {htRows}, {htBrightness | byte(h.brightness)}, append([]byte{htRAM}, h.ram[i][:]...), {htOn}} {
			if err := h.tx(i, words); err != nil {
				return err
			}
		}
	}
	h.known = true
	return nil
}

// Show brings the lamps to a picture. Of each chip goes out what lies between
// the first and the last byte that changed.
func (h *HT16K33) Show(p Picture, brightness int) error {
	if err := h.face.fits(p); err != nil {
		return err
	}
	ram := make([][htBytes]byte, len(h.chips))
	for i := range ram {
		for x, lamps := range p.module(i) {
			at := places[p.Kind][x]
			ram[i][at], ram[i][at+1] = byte(lamps), byte(lamps>>8)
		}
	}
	if !h.known {
		h.ram, h.brightness = ram, brightness
		return h.Refresh()
	}
	h.known = false
	for i := range h.chips {
		if brightness != h.brightness {
			if err := h.tx(i, []byte{htBrightness | byte(brightness)}); err != nil {
				return err
			}
		}
		if err := h.send(i, ram[i]); err != nil {
			return err
		}
	}
	h.ram, h.brightness, h.known = ram, brightness, true
	return nil
}

// send writes what changed of a chip's RAM.
func (h *HT16K33) send(i int, ram [htBytes]byte) error {
	was := h.ram[i]
	if bytes.Equal(was[:], ram[:]) {
		return nil
	}
	first, last := 0, htBytes-1
	for was[first] == ram[first] {
		first++
	}
	for was[last] == ram[last] {
		last--
	}
	return h.tx(i, append([]byte{htRAM + byte(first)}, ram[first:last+1]...))
}

// Halt leaves all lamps dark.
func (h *HT16K33) Halt() error {
	h.known = false
	if err := h.quench(); err != nil {
		return fmt.Errorf("turn dark the HT16K33 %w", err)
	}
	return nil
}

// quench turns all chips dark, also those after one that fails, and tries each
// twice; the first error is returned.
func (h *HT16K33) quench() error {
	var first error
	for i := range h.chips {
		for _, command := range []byte{htOff, htSleep} {
			err := h.tx(i, []byte{command})
			if err == nil {
				continue
			}
			if first == nil {
				first = err
			}
			_ = h.tx(i, []byte{command}) // the first error is the one that is told
		}
	}
	return first
}

func (h *HT16K33) tx(i int, words []byte) error {
	if err := h.chips[i].Tx(words, nil); err != nil {
		return fmt.Errorf("at 0x%02x: %w", h.chips[i].Addr, err)
	}
	return nil
}
