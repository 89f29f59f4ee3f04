package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	"harbormaster/api"
	"harbormaster/hardware/display"
	"harbormaster/hardware/host"
	"harbormaster/history"
	"harbormaster/scoreboard"
	"harbormaster/scoring/riverboat"
	"harbormaster/scoring/say"
	"harbormaster/session"
)

// parseDisplays reads the addresses of the displays; all that is wrong with
// them is told at once.
func parseDisplays(addresses []string) ([]display.Settings, error) {
	var list []display.Settings
	var wrong []error
	for _, a := range addresses {
		s, err := display.Parse(a)
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		list = append(list, s)
	}
	return list, errors.Join(wrong...)
}

// newDisplays returns the runner of the displays that the config names.
// Terminals draw on w, beside the log: standard output has readers of its own.
func newDisplays(addresses []string, w io.Writer) (*display.Runner, error) {
	settings, err := parseDisplays(addresses)
	if err != nil {
		return nil, err
	}
	return display.NewRunner(settings, host.Ports{}, w, display.Clock{Now: time.Now, After: time.After}), nil
}

// light has the displays follow the plays until ctx ends, and leaves them dark.
func (s *service) light(ctx context.Context, p *program) {
	board := &scoreboard.Board{Plays: s.plays, Words: s.words(p.say), Show: s.displays.Show, Log: s.log,
		Clock: display.Clock{Now: time.Now, After: time.After}, Current: s.underWay, Greeting: s.greeting, Unsure: s.table.Unsure}
	s.displays.Changed = func(d display.Status) {
		if d.Error != "" {
			s.log.Warn("a score display fails and is tried again; the game goes on", "display", d.Address, "error", d.Error)
			return
		}
		s.log.Info("a score display works again", "display", d.Address)
	}
	var running sync.WaitGroup
	running.Go(func() { board.Follow(ctx) })
	running.Go(func() { s.displays.Run(ctx) })
	running.Go(func() { s.brighten(ctx) })
	running.Wait()
}

// words returns what speaks the language that the table is set to, as of now;
// usual is for a table that isn't.
func (s *service) words(usual *say.Speaker) func(context.Context) *say.Speaker {
	spoken := map[string]*say.Speaker{}
	return func(ctx context.Context) *say.Speaker {
		var language string
		if !s.set(ctx, "language", &language) {
			return usual
		}
		if spoken[language] == nil {
			speaker, err := speakerOf(language)
			if err != nil {
				s.log.Warn("the displays don't speak the table's language", "error", err)
				speaker = usual
			}
			spoken[language] = speaker
		}
		return spoken[language]
	}
}

// tasteEvery is how often is looked whether somebody has set the brightness anew.
const tasteEvery = 2 * time.Second

// brighten keeps the displays as bright as somebody has set them on the page,
// until ctx ends; while nobody has, their addresses say it.
func (s *service) brighten(ctx context.Context) {
	for {
		level := -1
		if !s.set(ctx, "brightness", &level) {
			level = -1
		}
		s.displays.Brighten(level)
		select {
		case <-ctx.Done():
			return
		case <-time.After(tasteEvery):
		}
	}
}

// set reads one of the settings that people make on the page. It reports
// whether somebody has made it.
func (s *service) set(ctx context.Context, key string, to any) bool {
	kept, err := s.store.Settings(ctx)
	if err != nil {
		if ctx.Err() == nil {
			s.log.Warn("what people have set isn't known to the displays", "error", err)
		}
		return false
	}
	body, made := kept[key]
	return made && json.Unmarshal(body, to) == nil
}

// underWay returns the newest play that isn't finished; "" if there is none.
func (s *service) underWay(ctx context.Context) (string, error) {
	page, err := s.store.Plays(ctx, history.Filter{Status: session.Playing}, "", 1)
	if err != nil || len(page.Plays) == 0 {
		return "", err
	}
	return page.Plays[0].ID, nil
}

// sameEvening is how long after its end a game may still lie on the table.
const sameEvening = 12 * time.Hour

// endedLast returns the play of Riverboat that ended last; "": none did this evening.
func (s *service) endedLast(ctx context.Context) (string, error) {
	now := time.Now()
	page, err := s.store.Plays(ctx, history.Filter{Game: riverboat.Name, Status: session.Complete, From: now.Add(-2 * sameEvening)}, "", 1)
	if err != nil || len(page.Plays) == 0 {
		return "", err
	}
	p := page.Plays[0]
	if p.Source != "" || p.Ended == nil || now.Sub(*p.Ended) > sameEvening {
		return "", nil
	}
	return p.ID, nil
}

// greeting says where to find the page, and the PIN that pairs a phone.
func (s *service) greeting() scoreboard.Greeting {
	code := s.guard.Code()
	g := scoreboard.Greeting{PIN: code.Spaced(), Changed: code.Changed}
	if list := s.addresses(); len(list) > 0 {
		g.Address = list[0]
	} else if len(s.doors) > 0 {
		g.Address = s.doors[0].url()
	}
	return g
}

// displayStatus is how the displays are doing, as the API says it.
func (s *service) displayStatus() []api.Display {
	list := []api.Display{}
	for _, d := range s.displays.Status() {
		list = append(list, api.Display{Address: d.Address, Driver: d.Driver, Error: d.Error, Failing: d.Failing, Errors: d.Errors, Picture: d.Picture})
	}
	return list
}
