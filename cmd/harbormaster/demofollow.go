package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"harbormaster/live"
	"harbormaster/live/follow"
	"harbormaster/session"
)

// follow has the service follow the recorded game live: its pictures come
// through a camera, one at a time, and an answerer says what people at the table
// would of what no camera sees. It prints the score at the end.
func (c *demoCommand) follow(ctx context.Context, p *program, s *service, dir string) error {
	game, err := fs.Sub(recordedTable, "recorded/game")
	if err != nil {
		return fmt.Errorf("open the recorded game: %w", err)
	}
	folder := filepath.Join(dir, "game")
	if err := os.CopyFS(folder, game); err != nil {
		return fmt.Errorf("lay out the recorded game: %w", err)
	}
	told, err := recordedAnswers(game)
	if err != nil {
		return err
	}
	play, err := s.beginRecorded(ctx)
	if err != nil || play == "" { // a demo on a folder that has it already
		return err
	}
	fmt.Fprintf(p.out, "\nThat evening once more, followed live by a camera: %d pictures, each for %v.\n", len(told.pictures), c.Every)
	answered := make(chan error, 1)
	go func() { answered <- s.answer(ctx, play, told) }()
	// With 0s each comes as soon as the one before was followed.
	if err := s.point(fmt.Sprintf("dir:%s?every=%v", folder, c.Every)); err != nil {
		return err
	}
	if err := <-answered; err != nil || ctx.Err() != nil {
		return err
	}
	v, err := s.plays.View(ctx, play)
	if err != nil {
		return fmt.Errorf("look at the game that was followed: %w", err)
	}
	figures := following{s.table}.Figures()
	fmt.Fprintf(p.out, "%d pictures, %d actions entered by the camera, %d questions for what no camera sees.\n\n", figures.Read, figures.Entered, figures.Questions)
	result := v.Result
	p.say.Explain(&result)
	fmt.Fprint(p.out, p.say.Table(result))
	return nil
}

// recordedAnswer are what the people at the recorded table would say, by picture.
type recordedAnswer struct {
	pictures []string // in order
	told     map[string]json.RawMessage
}

func recordedAnswers(game fs.FS) (recordedAnswer, error) {
	var out recordedAnswer
	data, err := fs.ReadFile(game, "answers.json")
	if err == nil {
		err = json.Unmarshal(data, &out.told)
	}
	if err != nil {
		return out, fmt.Errorf("read the recorded answers: %w", err)
	}
	if out.pictures, err = fs.Glob(game, "*.jpg"); err != nil || len(out.pictures) == 0 {
		return out, fmt.Errorf("list the recorded game's pictures: there are none (%v)", err)
	}
	slices.Sort(out.pictures)
	return out, nil
}

// beginRecorded begins a play on the mats of the profile in use; "" if the folder
// has it already.
func (s *service) beginRecorded(ctx context.Context) (string, error) {
	status, ok := s.eye.Status().(live.Status)
	if !ok || len(status.Mats) == 0 {
		return "", fmt.Errorf("begin the recorded game: the table isn't calibrated")
	}
	settings := map[string]any{}
	var mats []string
	start := session.Start{Game: "riverboat", Place: "the demo"}
	for i, m := range status.Mats {
		mats = append(mats, m.Notation)
		if m.Track != nil {
			settings["harbor_track"] = m.Track
		}
		seat := shapes[i%len(shapes)]
		seat.Name = m.Player
		start.Seats = append(start.Seats, seat)
	}
	settings["mats"] = mats
	var err error
	if start.Settings, err = json.Marshal(settings); err != nil {
		return "", fmt.Errorf("begin the recorded game: %w", err)
	}
	v, err := s.plays.Begin(ctx, start, "demo", "demo-camera")
	if err != nil {
		return "", fmt.Errorf("begin the recorded game: %w", err)
	}
	if v.Status == session.Complete {
		return "", nil
	}
	if len(v.Recent) == 0 {
		return v.Play, nil
	}
	// A demo that was ended in the middle: its pictures begin anew, and so does its play.
	if _, err := s.plays.Do(ctx, v.Play, session.Command{Kind: session.Abandoned, Based: v.Number, Who: "demo"}); err != nil && v.Status != session.Left {
		return "", fmt.Errorf("leave the recorded game that wasn't finished: %w", err)
	}
	if v, err = s.plays.Begin(ctx, start, "demo", ""); err != nil {
		return "", fmt.Errorf("begin the recorded game: %w", err)
	}
	return v.Play, nil
}

// answer answers what the camera asks of the recorded game as its people would,
// until the game is finished. What else is asked is left for whoever watches.
func (s *service) answer(ctx context.Context, play string, told recordedAnswer) error {
	last := told.pictures[len(told.pictures)-1]
	for {
		news := s.table.News()
		for _, q := range s.table.Questions(play) {
			var answer string
			switch {
			case q.Key == "follow.counters":
				answer = "set"
			case q.Key == "follow.end" && q.Picture == last:
				answer = "finish"
			default:
				continue
			}
			v, err := s.table.Answer(ctx, play, q.ID, follow.Reply{Answer: answer, Set: told.told[q.Picture], Who: "demo"})
			if err != nil {
				if ctx.Err() != nil {
					return nil
				}
				return fmt.Errorf("answer for the recorded game's people: %w", err)
			}
			if v.Status == session.Complete {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-news:
		}
	}
}
