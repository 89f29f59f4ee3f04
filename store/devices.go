package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"harbormaster/history"
)

// AddDevice adds a paired device. Its token is known here by its hash only.
func (s *Store) AddDevice(ctx context.Context, name string, tokenHash []byte, at time.Time) (id int64, err error) {
	err = s.in(ctx, "add a device", func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, `INSERT INTO devices (name, token, paired, seen) VALUES (?, ?, ?, ?)`, name, tokenHash, millis(at), millis(at))
		if err != nil {
			return err
		}
		id, err = r.LastInsertId()
		return err
	})
	return id, err
}

// Device returns the device whose token has this hash, if there is one.
func (s *Store) Device(ctx context.Context, tokenHash []byte) (history.Device, bool, error) {
	d, err := device(s.read.QueryRowContext(ctx, `SELECT id, name, paired, seen FROM devices WHERE token = ?`, tokenHash))
	if errors.Is(err, sql.ErrNoRows) {
		return d, false, nil
	}
	if err != nil {
		return d, false, fmt.Errorf("look up a device: %w", err)
	}
	return d, true, nil
}

// Devices lists the devices, the one seen last first.
func (s *Store) Devices(ctx context.Context) ([]history.Device, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT id, name, paired, seen FROM devices ORDER BY seen DESC, id DESC`)
	if err != nil {
		return nil, fmt.Errorf("list the devices: %w", err)
	}
	defer rows.Close()
	list := []history.Device{}
	for rows.Next() {
		d, err := device(rows)
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

func device(row interface{ Scan(...any) error }) (history.Device, error) {
	var d history.Device
	var paired, seen int64
	err := row.Scan(&d.ID, &d.Name, &paired, &seen)
	d.Paired, d.Seen = moment(paired), moment(seen)
	return d, err
}

// RenameDevice gives a device another name.
func (s *Store) RenameDevice(ctx context.Context, id int64, name string) error {
	return s.in(ctx, "rename a device", func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, `UPDATE devices SET name = ? WHERE id = ?`, name, id)
		return touched(r, err, "device", id)
	})
}

// RemoveDevice forgets a device: its token is good no more.
func (s *Store) RemoveDevice(ctx context.Context, id int64) error {
	return s.in(ctx, "remove a device", func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, `DELETE FROM devices WHERE id = ?`, id)
		return touched(r, err, "device", id)
	})
}

// TouchDevice notes when a device was seen.
func (s *Store) TouchDevice(ctx context.Context, id int64, at time.Time) error {
	return s.in(ctx, "note when a device was seen", func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, `UPDATE devices SET seen = ? WHERE id = ?`, millis(at), id)
		return touched(r, err, "device", id)
	})
}
