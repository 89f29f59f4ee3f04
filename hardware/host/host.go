// Package host opens the machine's own buses. It is the one place that imports
// periph's drivers of a host; everything else takes a bus. It goes through the
// kernel's device files, which works on every Pi and without root, and opens
// them by number rather than from a list made at the start, so that a bus that
// turns up later can be opened then.
package host

import (
	"fmt"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/host/v3/sysfs"
)

// Ports opens the machine's buses by the names that the kernel's numbers give:
// SPI0.0 is /dev/spidev0.0, I2C1 is /dev/i2c-1.
type Ports struct{}

// SPI opens an SPI port, such as SPI0.0. Its user closes it.
func (Ports) SPI(name string) (spi.PortCloser, error) {
	var bus, chip int
	if _, err := fmt.Sscanf(name, "SPI%d.%d", &bus, &chip); err != nil {
		return nil, fmt.Errorf("there is no SPI port %q: it is a name such as SPI0.0", name)
	}
	port, err := sysfs.NewSPI(bus, chip)
	if err != nil {
		return nil, err
	}
	return port, nil
}

// I2C opens an I2C bus, such as I2C1. Its user closes it.
func (Ports) I2C(name string) (i2c.BusCloser, error) {
	var number int
	if _, err := fmt.Sscanf(name, "I2C%d", &number); err != nil {
		return nil, fmt.Errorf("there is no I2C bus %q: it is a name such as I2C1", name)
	}
	bus, err := sysfs.NewI2C(number)
	if err != nil {
		return nil, err
	}
	return bus, nil
}
