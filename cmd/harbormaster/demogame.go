package main

import (
	"context"
	"fmt"
	"os"

	"harbormaster/session"
)

// shapes are the colors and shapes of a demo's seats, in order.
var shapes = []session.Seat{{Color: "red", Shape: "circle"}, {Color: "blue", Shape: "square"}, {Color: "green", Shape: "triangle"}, {Color: "yellow", Shape: "diamond"}}

// enter plays a recorded log into the service, as tablets would, and leaves
// the play finished. A demo on a folder that has it already adds nothing.
func (s *service) enter(ctx context.Context, log []byte) error {
	first, actions, err := readLog(log)
	if err != nil {
		return err
	}
	start := session.Start{Game: first.Game, Settings: first.Settings, Place: "the demo"}
	for i, name := range first.Players {
		seat := shapes[i%len(shapes)]
		seat.Name = name
		start.Seats = append(start.Seats, seat)
	}
	v, err := s.plays.Begin(ctx, start, "demo", "demo")
	if err != nil {
		return fmt.Errorf("begin the recorded game: %w", err)
	}
	if v.Status == session.Complete {
		return nil
	}
	for i, a := range actions {
		if ctx.Err() != nil {
			return nil
		}
		if v, err = s.plays.Do(ctx, v.Play, session.Command{Kind: session.Did, Based: v.Number, Request: fmt.Sprintf("demo-%d", i), Who: "demo", Action: &a}); err != nil {
			return fmt.Errorf("enter the recorded game: %w", err)
		}
	}
	if _, err = s.plays.Do(ctx, v.Play, session.Command{Kind: session.Finished, Based: v.Number, Who: "demo"}); err != nil {
		return fmt.Errorf("finish the recorded game: %w", err)
	}
	return nil
}

// show has the service's camera side see the recorded table: the profile just
// made becomes its own, and the last picture its newest.
func (s *service) show(ctx context.Context, profile, picture string) error {
	if err := s.eye.Adopt(profile); err != nil {
		return fmt.Errorf("take over the recorded table's profile: %w", err)
	}
	data, err := os.ReadFile(picture)
	if err != nil {
		return fmt.Errorf("read the recorded picture: %w", err)
	}
	if _, err := s.eye.Read(ctx, "final.jpg", data); err != nil && ctx.Err() == nil {
		return fmt.Errorf("show the recorded picture: %w", err)
	}
	return nil
}
