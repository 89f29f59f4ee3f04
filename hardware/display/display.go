package display

import (
	"errors"
	"fmt"
	"io"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/spi"
)

// Display is lamps that can be brought to a picture. One goroutine uses it.
type Display interface {
	// Face says what there is to draw on.
	Face() Face
	// Show brings the lamps to a picture and a brightness (0 to 15), and sends
	// only what has changed. After an error it isn't known what is lit.
	Show(p Picture, brightness int) error
	// Refresh sets the chips up anew and sends everything again, for a display
	// that lost its power or caught a disturbance and can't say so.
	Refresh() error
	// Halt leaves all lamps dark. It tries its best after any error, and
	// returns the first.
	Halt() error
}

// Ports opens buses by name; package host has the machine's own.
type Ports interface {
	SPI(name string) (spi.PortCloser, error)
	I2C(name string) (i2c.BusCloser, error)
}

// Opened is a display with the port that was opened for it.
type Opened struct {
	Display
	port io.Closer // nil: none
}

// Close leaves the display dark and closes its port.
func (o *Opened) Close() error {
	err := o.Halt()
	if o.port != nil {
		err = errors.Join(err, o.port.Close())
	}
	return err
}

// Open opens the display that the settings ask for; a terminal draws on w.
func Open(s Settings, ports Ports, w io.Writer) (*Opened, error) {
	switch s.Driver {
	case "max7219":
		port, err := ports.SPI(s.Bus)
		if err != nil {
			return nil, fmt.Errorf("open the SPI port %s: %w", s.Bus, err)
		}
		d, err := NewMAX7219(port, s.Face, s.Wiring, s.FirstLeft)
		if err != nil {
			return nil, errors.Join(err, port.Close())
		}
		return &Opened{d, port}, nil
	case "ht16k33":
		bus, err := ports.I2C(s.Bus)
		if err != nil {
			return nil, fmt.Errorf("open the I2C bus %s: %w", s.Bus, err)
		}
		d, err := NewHT16K33(bus, s.Face.Kind, s.Chips)
		if err != nil {
			return nil, errors.Join(err, bus.Close())
		}
		return &Opened{d, bus}, nil
	case "terminal":
		return &Opened{Display: NewTerminal(w, s.Face, s.Redraw)}, nil
	case "mirror":
		return &Opened{Display: &Mirror{face: s.Face}}, nil
	}
	return nil, fmt.Errorf("there is no display of the kind %q", s.Driver)
}
