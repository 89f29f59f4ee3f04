package access

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"harbormaster/history"
)

// Memory keeps devices until the program ends: for tests.
type Memory struct {
	mu     sync.Mutex
	last   int64
	list   []history.Device
	hashes map[string]int64
}

// AddDevice adds a device.
func (m *Memory) AddDevice(_ context.Context, name string, tokenHash []byte, at time.Time) (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.hashes == nil {
		m.hashes = map[string]int64{}
	}
	m.last++
	m.hashes[string(tokenHash)] = m.last
	m.list = append(m.list, history.Device{ID: m.last, Name: name, Paired: at, Seen: at})
	return m.last, nil
}

// Device returns the device with this token.
func (m *Memory) Device(_ context.Context, tokenHash []byte) (history.Device, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := m.at(m.hashes[string(tokenHash)])
	if i < 0 {
		return history.Device{}, false, nil
	}
	return m.list[i], true, nil
}

// Devices lists them all.
func (m *Memory) Devices(context.Context) ([]history.Device, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.list), nil
}

// RenameDevice renames a device.
func (m *Memory) RenameDevice(_ context.Context, id int64, name string) error {
	return m.change(id, func(i int) { m.list[i].Name = name })
}

// RemoveDevice removes a device.
func (m *Memory) RemoveDevice(_ context.Context, id int64) error {
	return m.change(id, func(i int) { m.list = slices.Delete(m.list, i, i+1) })
}

// TouchDevice notes when a device was seen.
func (m *Memory) TouchDevice(_ context.Context, id int64, at time.Time) error {
	return m.change(id, func(i int) { m.list[i].Seen = at })
}

func (m *Memory) change(id int64, do func(i int)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := m.at(id)
	if i < 0 {
		return fmt.Errorf("there is no device %d", id)
	}
	do(i)
	return nil
}

func (m *Memory) at(id int64) int {
	return slices.IndexFunc(m.list, func(d history.Device) bool { return d.ID == id })
}
