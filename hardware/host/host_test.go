package host

import (
	"strings"
	"testing"
)

// TestNoSuchBus: a bus that isn't there, or a name that can't be one, is an
// error that names it, and not a typed nil.
func TestNoSuchBus(t *testing.T) {
	var ports Ports
	for name, want := range map[string]string{"SPI251.7": "251", "nonsense": "such as SPI0.0", "": "such as SPI0.0"} {
		if p, err := ports.SPI(name); err == nil || p != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v %v", name, p, err)
		}
	}
	for name, want := range map[string]string{"I2C251": "251", "nonsense": "such as I2C1", "": "such as I2C1"} {
		if b, err := ports.I2C(name); err == nil || b != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v %v", name, b, err)
		}
	}
}
