package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"harbormaster/api"
	"harbormaster/exchange"
	"harbormaster/scoring/catalog"
	"harbormaster/store"
)

type importCommand struct {
	settingsFlags
	Dry  bool   `help:"Only say what would be added."`
	JSON bool   `name:"json" help:"Print one JSON document."`
	File string `arg:"" help:"An export (json), or a file of BG Stats (.bgsplay); - reads it from standard input."`
}

// Run takes over a file, all of it or nothing.
func (c *importCommand) Run(p *program) (err error) {
	ctx := context.Background()
	data, err := c.read(p)
	if err != nil {
		return err
	}
	reading, err := exchange.Read(ctx, data, catalog.Games(), catalog.Game, time.Now())
	var problem *exchange.Problem
	if errors.As(err, &problem) {
		return fmt.Errorf("%s: %s; %s", c.File, problem.Sentence(p.say.Error), problem.Hint)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	settings, _, err := c.settingsFlags.read(nil)
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, settings.Data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	known, err := reading.DropKnown(ctx, db)
	if err != nil {
		return err
	}
	api.KeepSettings(reading)
	take := db.Import
	if c.Dry {
		take = db.TryImport
	}
	report, err := take(ctx, reading.Batch)
	if err != nil {
		return inFile(p, c.File, err)
	}
	report.Skipped += known
	if c.JSON {
		return p.printJSON(map[string]any{"dry": c.Dry, "report": report, "notes": append([]string{}, reading.Notes...)})
	}
	done := "added"
	if c.Dry {
		done = "would add"
	}
	fmt.Fprintf(p.out, "%s: %d plays, %d players, %d places, %d cards, %d settings; already here: %d plays\n", done, report.Plays, report.Players, report.Places, report.Cards, report.Settings, report.Skipped)
	for _, note := range reading.Notes {
		if _, err := fmt.Fprintln(p.out, note); err != nil {
			return err
		}
	}
	return nil
}

func (c *importCommand) read(p *program) ([]byte, error) {
	in := p.in
	if c.File != "-" {
		f, err := os.Open(c.File)
		if err != nil {
			return nil, fmt.Errorf("import: %w", err)
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, exchange.MostBytes+1))
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", c.File, err)
	}
	if len(data) > exchange.MostBytes {
		return nil, fmt.Errorf("import %s: it is larger than %d MB; export fewer plays at a time", c.File, exchange.MostBytes>>20)
	}
	return data, nil
}
