package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"harbormaster/exchange"
	"harbormaster/scoring/catalog"
	"harbormaster/store"
)

type exportCommand struct {
	settingsFlags
	Format   string `default:"json" enum:"json,bgsplay,plays,scores,events" help:"json: everything. bgsplay: finished plays for the app BG Stats. plays, scores, events: a sheet (CSV)."`
	Out      string `placeholder:"FILE" help:"File to write; by default standard output."`
	Pictures bool   `help:"In json, the players' pictures too."`
	BOM      bool   `name:"bom" help:"Begin a sheet with a byte order mark, for spreadsheets that else take UTF-8 for something else."`
}

// Run writes an export. It works from a copy, so a running service doesn't mind.
func (c *exportCommand) Run(p *program) (err error) {
	ctx := context.Background()
	settings, _, err := c.read(nil)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "harbormaster-export-")
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	defer os.RemoveAll(dir)
	if _, err := store.BackUp(ctx, settings.Data, filepath.Join(dir, store.Name), time.Now()); err != nil {
		return err
	}
	db, err := store.Open(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if c.Out == "" || c.Out == "-" {
		w := bufio.NewWriter(p.out)
		if err := c.write(ctx, w, p, db); err != nil {
			return err
		}
		return w.Flush()
	}
	return replaceFile(c.Out, func(w io.Writer) error { return c.write(ctx, w, p, db) })
}

func (c *exportCommand) write(ctx context.Context, w io.Writer, p *program, db *store.Store) error {
	o := exchange.Options{Pictures: c.Pictures, Program: version, Now: time.Now()}
	sheet := exchange.CSV{Mark: c.BOM, Games: catalog.Game}
	switch c.Format {
	case "bgsplay":
		return exchange.WriteBGStats(ctx, w, db, o, catalog.Game, p.say)
	case "plays":
		return sheet.WritePlays(ctx, w, db)
	case "scores":
		return sheet.WriteScores(ctx, w, db)
	case "events":
		return sheet.WriteEvents(ctx, w, db)
	}
	return exchange.WriteJSON(ctx, w, db, o)
}

// replaceFile writes a file beside its place and moves it there when it is
// whole, so that a full disk leaves no half of it.
func replaceFile(name string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".harbormaster-*")
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	w := bufio.NewWriter(f)
	if err := write(w); err != nil {
		return err
	}
	if err := errors.Join(w.Flush(), f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if err := os.Rename(f.Name(), name); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}
