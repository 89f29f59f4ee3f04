package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
)

// mostSetting bounds the value of a setting, in bytes.
const mostSetting = 16 << 10

// Settings returns what people set at the table, by key. What the keys mean is
// known to those who ask.
func (s *Store) Settings(ctx context.Context) (map[string]json.RawMessage, error) {
	return settings(ctx, s.read)
}

// SettingsIn returns the settings kept in a folder's database, beside a running
// service or without one, and changes nothing. Without a database the error
// wraps fs.ErrNotExist.
func SettingsIn(ctx context.Context, dir string) (map[string]json.RawMessage, error) {
	db, err := openToLook(dir)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	return settings(ctx, db)
}

func settings(ctx context.Context, db *sql.DB) (map[string]json.RawMessage, error) {
	rows, err := db.QueryContext(ctx, `SELECT key, body FROM settings`)
	if err != nil {
		return nil, fmt.Errorf("read the settings: %w", err)
	}
	defer rows.Close()
	all := map[string]json.RawMessage{}
	for rows.Next() {
		var key, body string
		if err := rows.Scan(&key, &body); err != nil {
			return nil, fmt.Errorf("read the settings: %w", err)
		}
		all[key] = json.RawMessage(body)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read the settings: %w", err)
	}
	return all, nil
}

// Set sets several settings at once, all or none; those set to null are gone.
func (s *Store) Set(ctx context.Context, settings map[string]json.RawMessage) error {
	for key, body := range settings {
		if err := settingFits(key, body); err != nil {
			return err
		}
	}
	return s.in(ctx, "keep the settings", func(tx *sql.Tx) error {
		for key, body := range settings {
			query, args := `INSERT INTO settings (key, body) VALUES (?, ?) ON CONFLICT DO UPDATE SET body = excluded.body`, []any{key, string(body)}
			if string(body) == "null" {
				query, args = `DELETE FROM settings WHERE key = ?`, []any{key}
			}
			if _, err := tx.ExecContext(ctx, query, args...); err != nil {
				return err
			}
		}
		return nil
	})
}

// settingFits says why a setting can't be kept.
func settingFits(key string, body json.RawMessage) error {
	if key == "" {
		return invalid("a setting needs a key", "")
	}
	if err := bounded("a setting's key", key, mostShort); err != nil {
		return err
	}
	if !json.Valid(body) || len(body) > mostSetting {
		return invalid(fmt.Sprintf("the setting %s is no JSON, or longer than %d bytes", key, mostSetting), "")
	}
	return nil
}
