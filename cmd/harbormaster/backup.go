package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"harbormaster/store"
)

type backupCommand struct {
	settingsFlags
	Out  string `placeholder:"FILE" help:"File to write; by default one with the time in its name, in backups/ below the data folder."`
	JSON bool   `name:"json" help:"Print one JSON document."`
}

// Run backs the database up, beside a running service or without one.
func (c *backupCommand) Run(p *program) error {
	settings, _, err := c.read(nil)
	if err != nil {
		return err
	}
	file, err := store.BackUp(context.Background(), settings.Data, c.Out, time.Now())
	if err != nil {
		return err
	}
	if c.JSON {
		return p.printJSON(map[string]string{"backup": file})
	}
	_, err = fmt.Fprintln(p.out, file)
	return err
}

type restoreCommand struct {
	settingsFlags
	JSON bool   `name:"json" help:"Print one JSON document."`
	File string `arg:"" help:"The backup."`
}

// Run puts a backup in the place of the database, which is kept beside it.
func (c *restoreCommand) Run(p *program) error {
	settings, _, err := c.read(nil)
	if err != nil {
		return err
	}
	kept, err := store.Restore(context.Background(), settings.Data, c.File, time.Now())
	if err != nil {
		return err
	}
	database := filepath.Join(settings.Data, store.Name)
	if c.JSON {
		return p.printJSON(map[string]string{"restored": c.File, "database": database, "kept": kept})
	}
	if _, err := fmt.Fprintf(p.out, "%s is now as in %s\n", database, c.File); err != nil {
		return err
	}
	if kept != "" {
		_, err = fmt.Fprintf(p.out, "what was there before is kept as %s\n", kept)
	}
	return err
}
