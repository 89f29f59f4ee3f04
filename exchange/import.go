package exchange

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	"harbormaster/scoring"
	"harbormaster/session"
)

// Read reads a file that somebody wants to bring in: the program's own
// document, or a file of BG Stats. What is in it decides, not its name. An error is a
// *Problem, or that of the context.
func Read(ctx context.Context, data []byte, games []scoring.Game, find session.Games, now time.Time) (*Reading, error) {
	if own(data) {
		b, err := ReadJSON(ctx, data, find)
		if err != nil {
			return nil, err
		}
		return &Reading{Batch: *b}, nil
	}
	return ReadBGStats(data, games, now)
}

// own reports whether a file looks like the program's own: its first key is
// "format". A file that is no JSON object goes the same way.
func own(data []byte) bool {
	dec := json.NewDecoder(bytes.NewReader(data))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return !bytes.HasPrefix(data, []byte("\ufeff"))
	}
	key, err := dec.Token()
	return err != nil || key == "format"
}
