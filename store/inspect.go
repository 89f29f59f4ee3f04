package store

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
)

// Inspect says whether the database in a folder is sound, beside a running
// service or without one, and changes nothing. Without a database the error
// wraps fs.ErrNotExist; a damaged one's error says how to get the last good
// backup back.
func Inspect(ctx context.Context, dir string) error {
	db, err := openToLook(dir)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := sound(ctx, db, "quick_check"); err != nil {
		return damaged(ctx, dir, err)
	}
	return nil
}

// openToLook opens a folder's database for reading only.
func openToLook(dir string) (*sql.DB, error) {
	file := filepath.Join(dir, Name)
	f, err := os.Open(file) // SQLite's own error doesn't tell a missing file from a forbidden one
	if err != nil {
		return nil, fmt.Errorf("find the database: %w", err)
	}
	if err := f.Close(); err != nil {
		return nil, fmt.Errorf("find the database: %w", err)
	}
	return openToCopy(file)
}
