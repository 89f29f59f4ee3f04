package store

import (
	"context"
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"harbormaster/history"
	"harbormaster/session"
)

var proof = history.Proof{At: evening, Picture: pixel, Regions: json.RawMessage(`{"width":1}`)}

func example(play string) history.Example {
	return history.Example{Play: play, At: evening, Mat: "player-1", Hex: "A1", On: json.RawMessage(`{"crop":"corn"}`), Picture: pixel}
}

// What the camera saw is kept with the play: in backups, and gone with it.
func TestProofs(t *testing.T) {
	s := open(t)
	ctx := context.Background()
	play := played(t, over(t, s), start("Ann", "Bo"), "")
	_, err := s.Proof(ctx, play)
	refused(t, err, session.NotFound)
	for _, p := range []history.Proof{{At: evening, Regions: proof.Regions}, {At: evening, Picture: pixel, Regions: json.RawMessage("{")}} {
		refused(t, s.KeepProof(ctx, play, p), session.Invalid)
	}
	if err := s.KeepProof(ctx, "nothing", proof); err == nil {
		t.Error("a picture of no play is kept")
	}
	if err := s.KeepProof(ctx, play, history.Proof{At: evening, Picture: []byte("old"), Regions: proof.Regions}); err != nil {
		t.Fatal(err)
	}
	if err := s.KeepProof(ctx, play, proof); err != nil { // in the place of the old one
		t.Fatal(err)
	}
	if err := s.KeepExample(ctx, example(play)); err != nil {
		t.Fatal(err)
	}
	got, err := s.Proof(ctx, play)
	if diff := cmp.Diff(proof, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	list, err := s.Examples(ctx, play)
	if diff := cmp.Diff([]history.Example{example(play)}, list); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}

	other := t.TempDir()
	file, err := BackUp(ctx, s.dir, filepath.Join(other, "copy.db"), evening)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(ctx, other, file, evening); err != nil {
		t.Fatal(err)
	}
	copied, err := Open(ctx, other)
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	if _, err := copied.Proof(ctx, play); err != nil {
		t.Errorf("the backup lacks the picture: %v", err)
	}

	if err := s.RemovePlay(ctx, play); err != nil {
		t.Fatal(err)
	}
	_, err = s.Proof(ctx, play)
	refused(t, err, session.NotFound)
	if list, err := s.Examples(ctx, play); err != nil || len(list) != 0 {
		t.Errorf("examples of a play that is gone: %v, %v", list, err)
	}
}
