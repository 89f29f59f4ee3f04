package exchange

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"harbormaster/history"
	"harbormaster/scoring"
	"harbormaster/scoring/catalog"
	"harbormaster/scoring/scoringtest"
	"harbormaster/session"
)

// shelf is a store in memory: it keeps logs and people as the real one does,
// merging what an import brings by UUID, name and play.
type shelf struct {
	players  []history.Player
	pictures map[int64]history.Picture
	places   []history.Place
	cards    []history.Card
	settings map[string]json.RawMessage
	events   []session.Event
	seats    map[string][]int64 // people by seat, by play
}

func (s *shelf) Append(_ context.Context, e session.Event, _ session.Projection) (int64, error) {
	e.Number = int64(len(s.events)+1) * 3 // gaps, as after plays of others
	s.events = append(s.events, e)
	if e.Start != nil {
		for _, seat := range e.Start.Seats {
			s.sit(e.Play, s.person(history.Player{Name: seat.Name}))
		}
		s.place(e.Start.Place)
	}
	return e.Number, nil
}

func (s *shelf) sit(play string, person int64) {
	if s.seats == nil {
		s.seats = map[string][]int64{}
	}
	s.seats[play] = append(s.seats[play], person)
}

// person finds or makes a player.
func (s *shelf) person(p history.Player) int64 {
	for _, known := range s.players {
		if p.UUID != "" && known.UUID == p.UUID || strings.EqualFold(known.Name, p.Name) {
			return known.ID
		}
	}
	p.ID = int64(len(s.players)+1) * 7
	if p.UUID == "" {
		p.UUID, p.Created = fmt.Sprintf("%x", p.Name), noon
	}
	s.players = append(s.players, p)
	return p.ID
}

func (s *shelf) place(name string) bool {
	if name == "" || slices.ContainsFunc(s.places, func(p history.Place) bool { return p.Name == name }) {
		return false
	}
	s.places = append(s.places, history.Place{Name: name})
	return true
}

func (s *shelf) Events(_ context.Context, play string) ([]session.Event, error) {
	var list []session.Event
	for _, e := range s.events {
		if e.Play == play {
			list = append(list, e)
		}
	}
	return list, nil
}

func (s *shelf) Begun(context.Context, string) (string, error) { return "", nil }

func (s *shelf) Newest(context.Context, int) ([]session.Event, int64, error) { return nil, 0, nil }

func (s *shelf) Players(context.Context, bool) ([]history.Player, error) { return s.players, nil }

func (s *shelf) Picture(_ context.Context, id int64) (history.Picture, error) {
	return s.pictures[id], nil
}

func (s *shelf) Places(context.Context) ([]history.Place, error) { return slices.Clone(s.places), nil }

func (s *shelf) Cards(context.Context, string) ([]history.Card, error) {
	return slices.Clone(s.cards), nil
}

func (s *shelf) Settings(context.Context) (map[string]json.RawMessage, error) {
	return s.settings, nil
}

func (s *shelf) Detail(ctx context.Context, id string) (history.Detail, error) {
	events, err := s.Events(ctx, id)
	if err != nil {
		return history.Detail{}, err
	}
	_, p, err := session.Replay(catalog.Game, events)
	if err != nil || p.Outcome == nil {
		return history.Detail{}, err
	}
	return history.Detail{Final: p.Outcome.Result.Players, Rounds: p.Outcome.Rounds}, nil
}

func (s *shelf) Logs(ctx context.Context, f history.Filter) iter.Seq2[history.Log, error] {
	return func(yield func(history.Log, error) bool) {
		logs, err := s.logs(ctx, f)
		for _, l := range logs {
			if !yield(l, nil) {
				return
			}
		}
		if err != nil {
			yield(history.Log{}, err)
		}
	}
}

func (s *shelf) logs(ctx context.Context, f history.Filter) ([]history.Log, error) {
	var logs []history.Log
	for _, e := range s.events {
		if e.Start == nil || f.Game != "" && f.Game != e.Start.Game {
			continue
		}
		events, err := s.Events(ctx, e.Play)
		if err != nil {
			return nil, err
		}
		_, p, err := session.Replay(catalog.Game, events)
		if err != nil {
			return nil, err
		}
		l := history.Log{Events: events, Play: history.Play{ID: e.Play, Game: e.Start.Game, Status: p.Status, Place: e.Start.Place, Note: p.Note, Began: e.At}}
		if o := p.Outcome; o != nil {
			l.Play.Title, l.Play.Ended, l.Play.Source, l.Play.SourceID = o.Title, &o.Ended, o.Source, o.SourceID
			l.Play.Minutes = int(o.Ended.Sub(o.Started).Minutes())
			if !o.Started.IsZero() {
				l.Play.Began = o.Started
			}
		}
		for i, seat := range e.Start.Seats {
			here := history.Seat{Seat: seat}
			here.Player = s.seats[e.Play][i]
			if o := p.Outcome; o != nil {
				here.Total, here.Rank = &o.Result.Players[i].Total, &o.Ranks[i]
				here.Won = slices.Contains(o.Result.Winners, seat.Name)
			}
			l.Play.Seats = append(l.Play.Seats, here)
		}
		logs = append(logs, l)
	}
	slices.SortFunc(logs, func(a, b history.Log) int {
		if c := b.Play.Began.Compare(a.Play.Began); c != 0 {
			return c
		}
		return strings.Compare(b.Play.ID, a.Play.ID)
	})
	return logs, nil
}

// take imports a batch.
func (s *shelf) take(b *history.Batch) history.Report {
	var report history.Report
	ids := map[int64]int64{}
	for _, p := range b.Players {
		n := len(s.players)
		ids[p.ID] = s.person(p)
		report.Players += len(s.players) - n
		if picture, ok := b.Pictures[p.ID]; ok && len(s.players) > n {
			if s.pictures == nil {
				s.pictures = map[int64]history.Picture{}
			}
			s.pictures[ids[p.ID]] = picture
			s.players[n].Picture = true
		}
	}
	for _, name := range b.Places {
		if s.place(name) {
			report.Places++
		}
	}
	for _, c := range b.Cards {
		if !slices.ContainsFunc(s.cards, func(k history.Card) bool { return k.Game == c.Game && k.Name == c.Name }) {
			s.cards = append(s.cards, c)
			report.Cards++
		}
	}
	for key, body := range b.Settings {
		if _, ok := s.settings[key]; !ok {
			if s.settings == nil {
				s.settings = map[string]json.RawMessage{}
			}
			s.settings[key] = body
			report.Settings++
		}
	}
	for _, in := range b.Plays {
		if known, _ := s.Events(context.Background(), in.Events[0].Play); len(known) > 0 {
			report.Skipped++
			continue
		}
		report.Plays++
		numbers := map[int64]int64{}
		for i, e := range in.Events {
			number := int64(len(s.events)+1) * 3
			numbers[e.Number] = number
			e.Number, e.Target = number, numbers[e.Target]
			s.events = append(s.events, e)
			if i == 0 {
				for k, seat := range e.Start.Seats {
					if id := ids[in.Seats[k]]; id != 0 {
						s.sit(e.Play, id)
					} else {
						s.sit(e.Play, s.person(history.Player{Name: seat.Name}))
					}
				}
				s.place(e.Start.Place)
			}
		}
	}
	return report
}

// dot is the smallest picture.
var dot = func() []byte {
	code := Code{{true}}
	data, err := code.PNG(1)
	if err != nil {
		panic(err)
	}
	return data
}()

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// names are hard to write in some of the formats.
var names = []string{"Anna", "Zoë, the \"2nd\"", "=Bob", "李\nnew line", "<b>O'Neil</b>", "-5"}

// played plays a random game as far as the number of actions, with undo,
// corrections and pauses in it, and keeps it on the shelf.
func played(t testing.TB, s *shelf, seed uint64, game string, actions int, finish bool) string {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	ctx := context.Background()
	now := noon.Add(time.Duration(seed%10_000) * time.Hour)
	plays, err := session.New(ctx, s, catalog.Game, func() time.Time { now = now.Add(7*time.Second + 123*time.Microsecond); return now }, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer plays.Close()
	start := session.Start{Game: game, Place: []string{"", "Home", "Café \"=1\""}[r.IntN(3)], Note: "a note, with a comma"}
	for _, i := range r.Perm(len(names))[:2+r.IntN(2)] {
		start.Seats = append(start.Seats, session.Seat{Name: names[i], Color: "red"})
	}
	if game == "riverboat" {
		start.Settings = boat(t, len(start.Seats))
	}
	v, err := plays.Begin(ctx, start, "tablet", fmt.Sprint(seed))
	if err != nil {
		t.Fatal(err)
	}
	do := func(c session.Command) bool {
		c.Based, c.Who = v.Number, "tablet"
		after, err := plays.Do(ctx, v.Play, c)
		if err == nil {
			v = after
		}
		var failure *session.Failure
		if errors.As(err, &failure) && failure.Reason == session.Fault {
			t.Fatal(err)
		}
		return err == nil
	}
	for n := 0; n < actions && len(v.Prompt.Choices) > 0; {
		switch r.IntN(20) {
		case 0:
			do(session.Command{Kind: session.Undone})
		case 1:
			do(session.Command{Kind: session.Redone})
		case 2:
			points := r.IntN(20) - 5
			do(session.Command{Kind: session.Corrected, Why: "forgotten", Correction: &session.Correction{Player: start.Seats[0].Name, Category: v.Result.Players[0].Lines[0].Category, Points: &points}})
		case 3:
			do(session.Command{Kind: session.Paused})
			do(session.Command{Kind: session.Resumed})
		default:
			c := v.Prompt.Choices[r.IntN(len(v.Prompt.Choices))]
			a := scoringtest.RandomAction(r, c, *v.Prompt)
			do(session.Command{Kind: session.Did, Action: &a})
		}
		n++
	}
	if finish {
		do(session.Command{Kind: session.Finished, Why: "enough"})
		do(session.Command{Kind: session.Noted, Why: "the \"last\" word, =1+1"})
	}
	return v.Play
}

// recorded keeps a play that came from another program.
func recorded(t testing.TB, s *shelf, seed int) {
	t.Helper()
	o := &session.Outcome{Result: scoring.NewResult(""), Ranks: []int{1, 2}, Started: noon.Add(time.Duration(seed) * time.Minute), Ended: noon.Add(time.Hour),
		Source: "elsewhere", SourceID: fmt.Sprint(seed), Title: "Chess, \"fast\""}
	start := &session.Start{Seats: []session.Seat{{Name: "Anna"}, {Name: "=Bob"}}}
	for i, seat := range start.Seats {
		p := scoring.PlayerResult{Name: seat.Name, Lines: []scoring.Line{}}
		p.Add(scoring.Line{Category: "total", Points: 1 - i})
		o.Result.Players = append(o.Result.Players, p)
	}
	o.Result.Winners = []string{"Anna"}
	_, err := s.Append(context.Background(), session.Event{Play: fmt.Sprintf("record%d", seed), At: noon, Kind: session.Recorded, Start: start, Record: o}, session.Projection{})
	if err != nil {
		t.Fatal(err)
	}
}

// boat returns settings of the recorded game for a number of players.
func boat(t testing.TB, players int) json.RawMessage {
	t.Helper()
	data, err := os.ReadFile("../cmd/harbormaster/recorded/riverboat.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := bytes.Cut(data, []byte("\n"))
	var first struct {
		Settings struct {
			Track json.RawMessage `json:"harbor_track"`
			Mats  []string        `json:"mats"`
		} `json:"settings"`
	}
	if err := json.Unmarshal(line, &first); err != nil {
		t.Fatal(err)
	}
	mats := first.Settings.Mats
	for len(mats) < players {
		mats = append(mats, mats[0])
	}
	settings, err := json.Marshal(map[string]any{"harbor_track": first.Settings.Track, "mats": mats[:players]})
	if err != nil {
		t.Fatal(err)
	}
	return settings
}
