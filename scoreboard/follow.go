package scoreboard

import (
	"context"
	"log/slog"
	"time"

	"harbormaster/hardware/display"
	"harbormaster/scoring/say"
	"harbormaster/session"
)

// Plays is what following needs of the plays.
type Plays interface {
	View(ctx context.Context, play string) (*session.View, error)
	Feed() *session.Feed
}

// Greeting is what is shown while nobody plays.
type Greeting struct {
	Address string          // of the page; empty: none
	PIN     string          // that pairs a phone; empty: none
	Changed <-chan struct{} // closed when there is another; may be nil
}

// Board follows the plays. All fields but Unsure must be set.
type Board struct {
	Plays Plays
	// Current returns the play that was going on when the service ended last; "": none.
	Current  func(context.Context) (play string, err error)
	Greeting func() Greeting
	// Unsure names the players of a play whose score isn't known well enough;
	// nil: the scores of all are.
	Unsure func(play string) []string
	// Words speaks the language that the table is set to.
	Words func(context.Context) *say.Speaker
	Show  func(display.Content)
	Clock display.Clock
	Log   *slog.Logger
}

const (
	finaleTime = 15 * time.Minute // after which the result makes room for the greeting
	greetAnew  = 30 * time.Second // the machine may have got another address
	lookAgain  = 2 * time.Second  // what isn't sure may have become so without an event
)

// Follow shows the play in which something happened last, until ctx ends.
func (b *Board) Follow(ctx context.Context) {
	play, err := b.Current(ctx)
	if err != nil && ctx.Err() == nil {
		b.Log.Warn("the displays don't know which play is going on, and wait for its next event", "error", err)
	}
	for ctx.Err() == nil {
		s := b.Plays.Feed().Subscribe(-1)
		play = b.listen(ctx, s.C, play)
		s.Close()
		select { // it was cut off as too slow, or the plays are closed
		case <-ctx.Done():
		case <-b.Clock.After(time.Second):
		}
	}
}

// listen shows a play and those that follow, until there is no more to hear;
// it returns the last. "" is none.
func (b *Board) listen(ctx context.Context, events <-chan session.Event, play string) string {
	var shown display.Content
	first := true
	for {
		c, again, changed := b.content(ctx, play)
		if first || !same(c, shown) {
			b.Show(c)
			shown, first = c, false
		}
		select {
		case <-ctx.Done():
			return play
		case e, ok := <-events:
			if !ok {
				return play
			}
			if counts(e.Kind) {
				play = e.Play
			}
		case <-changed:
		case <-b.Clock.After(again):
		}
	}
}

// content is what is to be shown now, when to look again, and what says sooner.
func (b *Board) content(ctx context.Context, play string) (display.Content, time.Duration, <-chan struct{}) {
	if play != "" {
		v, err := b.Plays.View(ctx, play)
		if err != nil {
			b.Log.Warn("the displays can't show the play", "play", play, "error", err)
		}
		if v != nil {
			var unsure []string
			if b.Unsure != nil {
				unsure = b.Unsure(play)
			}
			c := Content(v, b.Words(ctx), unsure)
			over := b.Clock.Now().Sub(v.Changed) >= finaleTime
			if c.Mode == display.Scores || c.Mode == display.Finale && !over {
				return c, lookAgain, nil
			}
		}
	}
	g := b.Greeting()
	return display.Content{Mode: display.Greeting, Text: g.Address, PIN: g.PIN}, greetAnew, g.Changed
}

// counts reports whether an event says that people are at this play now, and
// not leafing through old ones.
func counts(k session.Kind) bool { return k != session.Noted && k != session.Recorded }

// same reports whether two contents look the same.
func same(a, b display.Content) bool {
	if a.Mode != b.Mode || a.Text != b.Text || a.PIN != b.PIN || a.Round != b.Round || a.Phase != b.Phase || len(a.Players) != len(b.Players) {
		return false
	}
	for i := range a.Players {
		if a.Players[i] != b.Players[i] {
			return false
		}
	}
	return true
}
