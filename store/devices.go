package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"harbormaster/history"
)

// AddDevice adds a paired device and returns its id. The store sees no token,
// only its hash.
func (s *Store) AddDevice(ctx context.Context, name string, tokenHash []byte, at time.Time) (int64, error) {
	name, err := tidy("a device", name)
	if err != nil {
		return 0, err
	}
	var id int64
	err = s.in(ctx, "pair a device", func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, `INSERT INTO devices (name, token, paired, seen) VALUES (?, ?, ?, ?)`, name, tokenHash, millis(at), millis(at))
		if err != nil {
			return err
		}
		id, err = r.LastInsertId()
		return err
	})
	return id, err
}

// Device returns the device with this token, if there is one.
func (s *Store) Device(ctx context.Context, tokenHash []byte) (history.Device, bool, error) {
	d, err := scanDevice(s.read.QueryRowContext(ctx, `SELECT id, name, paired, seen FROM devices WHERE token = ?`, tokenHash))
	if errors.Is(err, sql.ErrNoRows) {
		return d, false, nil
	}
	if err != nil {
		return d, false, fmt.Errorf("look for a device: %w", err)
	}
	return d, true, nil
}

// Devices lists the paired devices, the one that was paired last first.
func (s *Store) Devices(ctx context.Context) ([]history.Device, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT id, name, paired, seen FROM devices ORDER BY id DESC`)
	if err != nil {
		return nil, fmt.Errorf("list the devices: %w", err)
	}
	defer rows.Close()
	list := []history.Device{}
	for rows.Next() {
		d, err := scanDevice(rows)
		if err != nil {
			return nil, fmt.Errorf("list the devices: %w", err)
		}
		list = append(list, d)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list the devices: %w", err)
	}
	return list, nil
}

func scanDevice(row interface{ Scan(...any) error }) (history.Device, error) {
	var d history.Device
	var paired, seen int64
	err := row.Scan(&d.ID, &d.Name, &paired, &seen)
	d.Paired, d.Seen = moment(paired), moment(seen)
	return d, err
}

// RenameDevice renames a device.
func (s *Store) RenameDevice(ctx context.Context, id int64, name string) error {
	name, err := tidy("a device", name)
	if err != nil {
		return err
	}
	return s.in(ctx, "rename a device", func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, `UPDATE devices SET name = ? WHERE id = ?`, name, id)
		return touched(r, err, "device", id)
	})
}

// RemoveDevice removes a device: its token is worth nothing from now on.
func (s *Store) RemoveDevice(ctx context.Context, id int64) error {
	return s.in(ctx, "remove a device", func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, `DELETE FROM devices WHERE id = ?`, id)
		return touched(r, err, "device", id)
	})
}

// TouchDevice notes when a device was seen last.
func (s *Store) TouchDevice(ctx context.Context, id int64, at time.Time) error {
	return s.in(ctx, "note that a device was seen", func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, `UPDATE devices SET seen = max(seen, ?) WHERE id = ?`, millis(at), id)
		return touched(r, err, "device", id)
	})
}
