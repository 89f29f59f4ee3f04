package exchange

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"harbormaster/history"
	"harbormaster/scoring/catalog"
)

func sheetOf(t *testing.T, write func(CSV, context.Context, io.Writer, Library) error, s *shelf, c CSV) [][]string {
	t.Helper()
	var b bytes.Buffer
	c.Games = catalog.Game
	if err := write(c, context.Background(), &b, s); err != nil {
		t.Fatal(err)
	}
	rows := read(t, b.String())
	for _, row := range rows {
		for _, cell := range row {
			if begins(cell) && !negative(cell) {
				t.Errorf("a cell is a formula: %q in %q", cell, row)
			}
		}
	}
	return rows
}

// column gives the cells of a column below its head.
func column(t *testing.T, rows [][]string, name string) []string {
	t.Helper()
	for i, head := range rows[0] {
		if head == name {
			var cells []string
			for _, row := range rows[1:] {
				cells = append(cells, row[i])
			}
			return cells
		}
	}
	t.Fatalf("there is no column %q in %q", name, rows[0])
	return nil
}

func TestSheets(t *testing.T) {
	s := evening(t, 3)
	logs, err := s.logs(context.Background(), history.Filter{})
	if err != nil {
		t.Fatal(err)
	}

	plays := sheetOf(t, CSV.WritePlays, s, CSV{})
	if len(plays) != 1+len(logs) {
		t.Fatalf("%d rows for %d plays", len(plays), len(logs))
	}
	for i, id := range column(t, plays, "play") {
		if id != logs[i].Play.ID {
			t.Errorf("row %d is of %s, want %s", i+1, id, logs[i].Play.ID)
		}
	}
	if titles := strings.Join(column(t, plays, "title"), "|"); !strings.Contains(titles, "Riverboat") || !strings.Contains(titles, `Chess, "fast"`) {
		t.Errorf("the titles are %q", titles)
	}

	scores := sheetOf(t, CSV.WriteScores, s, CSV{})
	sums := map[string]int{}
	totals := map[string]string{}
	for i, id := range column(t, scores, "play") {
		key := id + " " + column(t, scores, "seat")[i]
		n, err := strconv.Atoi(column(t, scores, "points")[i])
		if err != nil {
			t.Error(err)
		}
		sums[key] += n
		totals[key] = column(t, scores, "total")[i]
	}
	for key, sum := range sums {
		if strconv.Itoa(sum) != totals[key] {
			t.Errorf("the points of %s make %d, the total is %s", key, sum, totals[key])
		}
	}
	if len(sums) < 6 {
		t.Errorf("only %d players have scores", len(sums))
	}

	events := sheetOf(t, CSV.WriteEvents, s, CSV{Mark: true})
	if len(events) != 1+len(s.events) {
		t.Errorf("%d rows for %d events", len(events), len(s.events))
	}
	one := sheetOf(t, CSV.WriteEvents, s, CSV{Filter: history.Filter{Game: "riverboat"}})
	for _, game := range column(t, one, "game") {
		if game != "riverboat" {
			t.Errorf("there is an event of %s", game)
		}
	}
}

func TestSheetsFail(t *testing.T) {
	s := evening(t, 3)
	s.events[2].Kind = "dreamt"
	c := CSV{Games: catalog.Game}
	for name, write := range map[string]func(context.Context, io.Writer, Library) error{"plays": c.WritePlays, "scores": c.WriteScores, "events": c.WriteEvents} {
		if err := write(context.Background(), io.Discard, s); err == nil {
			t.Errorf("%s: the library's error was swallowed", name)
		}
		if err := write(context.Background(), full{}, evening(t, 3)); !errors.Is(err, bytes.ErrTooLarge) {
			t.Errorf("%s: a full disk gives %v", name, err)
		}
	}
}
