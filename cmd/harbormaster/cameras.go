package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"harbormaster/hardware/camera"
	"harbormaster/vision"
)

type camerasCommand struct {
	Thumbnails string `placeholder:"DIR" help:"Folder for a small picture of each; without it, a new one for temporary files."`
	JSON       bool   `name:"json" help:"Print one JSON document."`
	Root       string `hidden:"" default:"/" help:"Folder that stands for the machine's root, for tests."`
}

// seenCamera is a camera that was found, with what it shows.
type seenCamera struct {
	camera.Found
	Width     int    `json:"width,omitempty"` // of its pictures, px
	Height    int    `json:"height,omitempty"`
	Thumbnail string `json:"thumbnail,omitempty"` // a JPEG file
}

// thumbnailWidth is that of thumbnails, in pixels: enough to tell two cameras apart.
const thumbnailWidth = 320

// Run lists the cameras of this machine, each with the address for the config
// and a small picture of what it sees.
func (c *camerasCommand) Run(p *program) error {
	ctx, stop := untilSignal()
	defer stop()
	found, err := camera.List(ctx, c.Root)
	if err != nil {
		return err
	}
	list := []seenCamera{}
	for _, f := range found {
		seen := seenCamera{Found: f}
		if f.Problem == "" {
			if err := c.look(ctx, &seen, len(list)+1); err != nil {
				return err
			}
		}
		list = append(list, seen)
	}
	if c.JSON {
		return p.printJSON(struct {
			Cameras []seenCamera `json:"cameras"`
		}{list})
	}
	if len(list) == 0 {
		fmt.Fprintln(p.out, "no camera is plugged in; an IP camera or a phone has an address of its own, see docs/guide.md")
		return nil
	}
	for _, s := range list {
		fmt.Fprintf(p.out, "%s\n  %s\n", s.Address, s.Name)
		if s.Thumbnail != "" {
			fmt.Fprintf(p.out, "  gives %dx%d pixels; see %s\n", s.Width, s.Height, s.Thumbnail)
		}
		if s.Problem != "" {
			fmt.Fprintf(p.out, "  can't be used: %s\n", s.Problem)
		}
		if s.Mend != "" {
			fmt.Fprintf(p.out, "  → %s\n", s.Mend)
		}
	}
	fmt.Fprintf(p.out, "\nPut one into the config, as in: camera: %q\n", list[0].Address)
	return nil
}

// look takes a picture with a camera and writes it small. A camera that gives
// none is no error of the command's.
func (c *camerasCommand) look(ctx context.Context, s *seenCamera, number int) error {
	picture, err := takePicture(ctx, s.Address, c.Root)
	if err != nil {
		s.Problem = err.Error()
		var fault *camera.Fault
		if errors.As(err, &fault) {
			s.Problem, s.Mend = fault.Text, fault.Mend
		}
		return ctx.Err()
	}
	frame, err := vision.Decode(s.Address, picture.Data)
	if err != nil {
		s.Problem = err.Error()
		return nil
	}
	defer frame.Close()
	s.Width, s.Height = frame.Img.Cols(), frame.Img.Rows()
	small, err := frame.JPEG(thumbnailWidth)
	if err != nil {
		return err
	}
	if c.Thumbnails == "" {
		if c.Thumbnails, err = os.MkdirTemp("", "harbormaster-cameras-"); err != nil {
			return fmt.Errorf("make a folder for thumbnails: %w", err)
		}
	}
	if err := os.MkdirAll(c.Thumbnails, 0o755); err != nil {
		return fmt.Errorf("make the folder for thumbnails: %w", err)
	}
	s.Thumbnail = filepath.Join(c.Thumbnails, fmt.Sprintf("camera-%d.jpg", number))
	if err := os.WriteFile(s.Thumbnail, small, 0o644); err != nil {
		return fmt.Errorf("write a thumbnail: %w", err)
	}
	return nil
}

// How a single picture is taken.
const (
	pictureTakes = 25 * time.Second
	settledAfter = 5 // pictures, in which a camera finds its exposure
)

// takePicture opens a camera for one picture. Of a camera that is lost it
// returns the *camera.Fault.
func takePicture(ctx context.Context, address, root string) (camera.Picture, error) {
	c, err := camera.Open(address, camera.Options{Root: root})
	if err != nil {
		return camera.Picture{}, err
	}
	defer func() { _ = c.Close() }() // one that hangs is left behind; this process ends soon
	ctx, cancel := context.WithTimeout(ctx, pictureTakes)
	defer cancel()
	go func() {
		for changed := c.Changed(); c.State().Status != camera.Lost; changed = c.Changed() {
			select {
			case <-changed:
			case <-ctx.Done():
				return
			}
		}
		cancel()
	}()
	var after int64
	if kind := c.State().Kind; kind == "v4l2" || kind == "rpicam" {
		after = settledAfter - 1
	}
	picture, err := c.Next(ctx, after)
	s := c.State()
	switch {
	case err == nil:
		return picture, nil
	case s.Status == camera.Lost:
		return picture, &camera.Fault{Key: s.Key, Text: s.Error, Mend: s.Mend}
	case errors.Is(err, context.DeadlineExceeded):
		return picture, fmt.Errorf("no picture came within %v", pictureTakes)
	}
	return picture, err
}
