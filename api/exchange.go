package api

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"net/http"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"harbormaster/access"
	"harbormaster/exchange"
	"harbormaster/history"
	"harbormaster/scoring"
	"harbormaster/scoring/strict"
)

// Archive is what exports and imports ask of the database.
type Archive interface {
	exchange.Library
	// Log returns one play with its whole log.
	Log(ctx context.Context, id string) (history.Log, error)
	// Import takes over a batch, all of it or nothing; TryImport only says what that would do.
	Import(ctx context.Context, b history.Batch) (history.Report, error)
	TryImport(ctx context.Context, b history.Batch) (history.Report, error)
}

// exchangeRoutes are exports (Act: they hold everything), imports (Admin) and
// what a single finished play is shared with (Watch: it shows no more than the
// history does, and the phone that scans the code isn't paired).
func (s *Server) exchangeRoutes() []route {
	return []route{
		{"GET", "/exports/json", access.Act, s.export("harbormaster", "json", "application/json", s.writeJSON)},
		{"GET", "/exports/schema.json", access.Anybody, s.showSchema},
		{"GET", "/exports/plays.csv", access.Act, s.export("plays", "csv", "text/csv; charset=utf-8", s.sheet(exchange.CSV.WritePlays))},
		{"GET", "/exports/scores.csv", access.Act, s.export("scores", "csv", "text/csv; charset=utf-8", s.sheet(exchange.CSV.WriteScores))},
		{"GET", "/exports/events.csv", access.Act, s.export("events", "csv", "text/csv; charset=utf-8", s.sheet(exchange.CSV.WriteEvents))},
		{"GET", "/exports/bgsplay", access.Act, s.export("harbormaster", "bgsplay", "application/json", s.writeBGStats)},
		{"POST", "/imports", access.Admin, s.importFile},
		{"GET", "/history/:id/bgstats", access.Watch, s.toBGStats},
		{"GET", "/history/:id/bgstats.svg", access.Watch, s.codeSVG},
		{"GET", "/history/:id/bgstats.png", access.Watch, s.codePNG},
		{"GET", "/history/:id/summary", access.Watch, s.summary},
	}
}

// importPath is where files are sent: the one address that takes big ones.
const importPath = "/api/v1/imports"

// importTime bounds how long an import may take, from its first byte to the
// answer: the rules replay everything, and small computers take their time.
const importTime = 20 * time.Minute

// export answers with a file that is written while it is sent.
func (s *Server) export(name, ending, kind string, write func(ctx context.Context, w io.Writer, l exchange.Library, o order) error) gin.HandlerFunc {
	return func(c *gin.Context) {
		o, err := ordered(c)
		if err != nil {
			fail(c, s, err)
			return
		}
		var library exchange.Library = s.Library
		if len(o.plays) > 0 {
			library = some{s.Library, o.plays}
		}
		// Nothing is sent before there is this much: what goes wrong early can
		// still be told.
		out := &file{c: c, name: fmt.Sprintf("%s-%s.%s", name, time.Now().Format(time.DateOnly), ending), kind: kind}
		w := bufio.NewWriterSize(out, 256<<10)
		err = write(c.Request.Context(), w, library, o)
		if err == nil {
			err = w.Flush()
		}
		switch {
		case err == nil:
		case !out.begun:
			fail(c, s, err)
		default:
			s.Log.Error("an export broke off", "route", c.FullPath(), "error", err)
			panic(http.ErrAbortHandler) // breaks the connection, so that nobody takes half a file for a whole one
		}
	}
}

// file is the body of an answer that is saved as a file. Its head goes out with its first bytes.
type file struct {
	c          *gin.Context
	name, kind string
	begun      bool
}

// Write sends bytes, each time with a new deadline: a long export may take
// its time, a reader that has gone away may not.
func (f *file) Write(data []byte) (int, error) {
	if !f.begun {
		f.begun = true
		f.c.Header("Content-Type", f.kind)
		f.c.Header("Content-Disposition", fmt.Sprintf("attachment; filename=%q", f.name))
		f.c.Header("Cache-Control", "no-store")
		f.c.Status(http.StatusOK)
	}
	// A connection that knows no deadlines is one of a test.
	_ = http.NewResponseController(f.c.Writer).SetWriteDeadline(time.Now().Add(time.Minute))
	return f.c.Writer.Write(data)
}

// some is a library of which only some plays count.
type some struct {
	Library
	plays []string
}

// Logs gives the plays that were named.
func (l some) Logs(ctx context.Context, _ history.Filter) iter.Seq2[history.Log, error] {
	return func(yield func(history.Log, error) bool) {
		for _, id := range l.plays {
			if log, err := l.Log(ctx, id); !yield(log, err) || err != nil {
				return
			}
		}
	}
}

func (s *Server) options(o order) exchange.Options {
	return exchange.Options{Filter: o.filter, Some: len(o.plays) > 0, Pictures: o.pictures, Program: s.Version, Now: time.Now()}
}

func (s *Server) writeJSON(ctx context.Context, w io.Writer, l exchange.Library, o order) error {
	return exchange.WriteJSON(ctx, w, l, s.options(o))
}

func (s *Server) writeBGStats(ctx context.Context, w io.Writer, l exchange.Library, o order) error {
	return exchange.WriteBGStats(ctx, w, l, s.options(o), s.game, s.Say)
}

func (s *Server) sheet(write func(exchange.CSV, context.Context, io.Writer, exchange.Library) error) func(context.Context, io.Writer, exchange.Library, order) error {
	return func(ctx context.Context, w io.Writer, l exchange.Library, o order) error {
		return write(exchange.CSV{Filter: o.filter, Mark: o.mark, Games: s.game}, ctx, w, l)
	}
}

func (s *Server) showSchema(c *gin.Context) {
	c.Data(http.StatusOK, "application/schema+json", exchange.Schema)
}

// game finds the rules of a game by its name.
func (s *Server) game(name string) (scoring.Game, error) {
	var known []string
	for _, g := range s.Games {
		if g.Info().Name == name {
			return g, nil
		}
		known = append(known, g.Info().Name)
	}
	return nil, scoring.Forbid("", "game", "file.game", "name", name, "nearest", strict.Nearest(name, known), "known", known)
}

// importFile takes over a file: the program's own document or one of BG Stats.
func (s *Server) importFile(c *gin.Context) {
	q := query(c, "dry")
	dry := q.yes("dry")
	if q.err != nil {
		fail(c, s, q.err)
		return
	}
	// One at a time: each may need several times its size in memory.
	s.importing.Lock()
	defer s.importing.Unlock()
	data, err := io.ReadAll(c.Request.Body)
	if err != nil {
		fail(c, s, fmt.Errorf("read the import: %w", err))
		return
	}
	ctx := c.Request.Context()
	reading, err := exchange.Read(ctx, data, s.Games, s.game, time.Now())
	if err != nil {
		fail(c, s, err)
		return
	}
	data = nil // up to 64 MB that the import no longer needs
	known, err := reading.DropKnown(ctx, s.Library)
	if err != nil {
		fail(c, s, err)
		return
	}
	KeepSettings(reading)
	take := s.Library.Import
	if dry {
		take = s.Library.TryImport
	}
	report, err := take(ctx, reading.Batch)
	if err != nil {
		fail(c, s, err)
		return
	}
	notes := append([]string{}, reading.Notes...)
	if report.Skipped > 0 {
		notes = append(notes, fmt.Sprintf("%d plays are here already and stay as they are", report.Skipped))
	}
	report.Skipped += known
	s.Log.Info("imported", "dry", dry, "players", report.Players, "plays", report.Plays, "skipped", report.Skipped)
	c.JSON(http.StatusOK, gin.H{"dry": dry, "added": gin.H{"players": report.Players, "places": report.Places, "cards": report.Cards, "settings": report.Settings, "plays": report.Plays},
		"skipped": report.Skipped, "notes": notes})
}

// unread turns what is wrong with a file into the one shape of errors.
func (s *Server) unread(p *exchange.Problem) problem {
	return problem{Code: "file", Message: p.Sentence(s.Say.Error), Hint: p.Hint, Place: p.Where}
}

// KeepSettings takes those settings out of a reading that this program
// doesn't know, or whose values it wouldn't take from people either.
func KeepSettings(r *exchange.Reading) {
	for key, value := range r.Batch.Settings {
		i := slices.IndexFunc(settingKeys, func(k setting) bool { return k.key == key })
		fits := i >= 0
		if fits {
			v := strict.Parse(value)
			text, isText := settingKeys[i].read(v).(string)
			fits = !v.Failed() && (!isText || len(text) <= mostSettingText)
		}
		if !fits {
			delete(r.Batch.Settings, key)
			r.Note("the setting %.40q was left out, since this version doesn't take it", key)
		}
	}
}
