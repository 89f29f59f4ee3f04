// Package follow has a play follow what a camera sees: it gives the readings of
// the table to the follower of the game, enters what that says was done, and keeps
// the questions that only people can answer. It knows no pixels and no HTTP;
// pictures are what readings and close-ups came from.
package follow

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
	"harbormaster/session"
	"harbormaster/tracking"
	"harbormaster/tracking/river"
)

// Plays is what following asks of the plays.
type Plays interface {
	View(ctx context.Context, play string) (*session.View, error)
	Do(ctx context.Context, play string, c session.Command) (*session.View, error)
	Look(ctx context.Context, play, player string, saw map[string]string) (*session.View, error)
}

// Settings are how a table wants to be followed.
type Settings struct {
	// Propose has every change wait for one tap; else what has one explanation is
	// entered at once.
	Propose bool
	// Seats says whose mat is whose, by the mats' names, where neither names nor
	// the order of play do. Nil: nobody said.
	Seats map[string]string
}

// Sighting is what was read in one picture.
type Sighting struct {
	Picture string // its name or number, to be told apart by
	At      time.Time
	Sights  []tracking.SideSight // one a mat, by the names of the mats
	// Single says that there may be no other picture of this state, so that one
	// confident reading settles a change.
	Single bool
	// Undisturbed says that nothing moved over the table since the last one.
	Undisturbed bool
	// Second is what else may lie on a hex of a mat; nil: nobody knows.
	Second func(mat, hex string) (mat.Contents, bool)
	// CloseUp is a JPEG of a hex of a mat, or nil. It is called before See returns.
	CloseUp func(mat, hex string) []byte
}

// Options are what a Keeper is made of. All but Before and Settings must be set.
type Options struct {
	Plays Plays
	// Current returns the play that is going on; "": none.
	Current func(ctx context.Context) (string, error)
	// Before returns the play of this game that ended last, if that was not long ago;
	// "" or a nil function: none. What lay on its mats may still lie there.
	Before func(ctx context.Context) (string, error)
	// Settings returns how the play is to be followed; nil: as usual.
	Settings func(ctx context.Context, play string) Settings
	Now      func() time.Time
	Log      *slog.Logger
}

// Keeper keeps the play that is going on as the camera sees it.
type Keeper struct {
	Options

	work   sync.Mutex // held by whoever sees or answers
	bound  bool
	river  river.Follower
	view   *session.View                // of the play as last known
	state  *riverboat.State             // what the view says
	seats  []int                        // by mat, its seat
	names  []string                     // of the mats
	again  string                       // a proposal or sudden change that is waiting, by its moves
	offer  river.Follower               // the follower as it is once that is entered
	clear  map[river.Place]mat.Contents // what was last seen surely, or said by people, on a hex
	given  string                       // the play that was given a reading, or can't be; "": none
	laid   map[string][]mat.Contents    // by mat, what lay there when a play was let go
	laidBy string                       // that play
	left   map[string][]mat.Contents    // of laid, what is to be cleared first
	berths map[berth]bool               // harbor masters that were asked about

	mu      sync.Mutex // guards what follows, for a moment only
	changed chan struct{}
	dirty   bool // there is something to tell
	list    []*Question
	play    string            // the play that is followed; "": none
	last    string            // the play that was followed last
	ending  string            // the play, if it may be over and the last picture shows it as it stands
	mats    map[string]string // of that play, the names of the mats by player
	problem scoring.Message
	unsure  map[string][]string // by player, hexes that are hidden or doubtful
	count   int                 // numbers the questions
	counts  Counts
}

// Counts are figures since the start.
type Counts struct {
	Readings  int64 // given to a play
	Entered   int64 // actions that the camera entered
	Questions int64 // asked
	Answered  int64 // by people
	Withdrawn int64 // settled without an answer
	GaveUp    int64 // searches for an explanation that ended before all was tried
}

// New returns a keeper that has seen nothing.
func New(o Options) *Keeper {
	return &Keeper{Options: o, changed: make(chan struct{})}
}

// Outcome is what a sighting brought.
type Outcome struct {
	Play    string // that it was given to; "": none
	Entered int    // actions
	Asked   int    // questions that are new
	// More says that another reading is wanted, since something is about to change.
	More bool
}

// tries bounds how often a reading is explained anew because people entered
// something meanwhile.
const tries = 4

// See takes in what was read in a picture. An error says what kept it from being
// entered; the next picture tries again.
func (k *Keeper) See(ctx context.Context, s Sighting) (Outcome, error) {
	k.work.Lock()
	defer k.work.Unlock()
	defer k.tell()
	var out Outcome
	for range tries {
		ready, err := k.bind(ctx, s.Sights)
		if err != nil || !ready {
			return out, err
		}
		out.Play = k.view.Play
		now, left := s, false
		now.Sights, left = k.awaitClear(s.Sights)
		again, err := k.step(ctx, now, &out)
		if left {
			k.sayLeft()
		}
		if err != nil || !again {
			return out, err
		}
	}
	return out, nil // people are entering things: the next picture will do
}

// bind has the keeper follow the play that is going on, as it stands now. False:
// there is none that this camera can follow.
func (k *Keeper) bind(ctx context.Context, sights []tracking.SideSight) (bool, error) {
	id, err := k.Current(ctx)
	if err != nil {
		return false, fmt.Errorf("look for the play that is going on: %w", err)
	}
	k.given = ""
	if id == "" {
		k.unbind(scoring.Message{})
		return false, nil
	}
	v, err := k.Plays.View(ctx, id)
	if err != nil {
		return false, fmt.Errorf("look at the play: %w", err)
	}
	if !followable(v) {
		k.unbind(scoring.Message{})
		return false, nil
	}
	k.given = id
	if k.bound && k.view.Play == id && k.sameMats(sights) {
		if v.Number != k.view.Number {
			return true, k.stand(v)
		}
		return true, nil
	}
	state, err := read(v)
	if err != nil {
		return false, err
	}
	seats, problem := seatsOf(state, sights, k.settings(ctx, id).Seats)
	if problem.Key != "" {
		k.unbind(problem)
		k.given = id
		return false, nil
	}
	templates := make([]*mat.Template, len(state.Players))
	for i, p := range state.Players {
		templates[i] = p.Mat.Template
	}
	k.unbind(scoring.Message{})
	if err := k.begins(ctx, v, sights); err != nil {
		return false, err // nothing is bound yet: the next reading tries again
	}
	k.river = river.New(templates, state.Track, tracking.Steady()).Stand(state)
	for _, p := range v.Held {
		k.river = k.river.Hold(p.Player, []string{p.Space})
	}
	k.river = k.river.Keep(places(v.Held))
	k.given, k.bound, k.view, k.state, k.seats = id, true, v, state, seats
	for _, s := range sights {
		k.names = append(k.names, s.Player)
	}
	mats := map[string]string{}
	for i, seat := range seats {
		mats[state.Players[seat].Name] = k.names[i]
	}
	k.mu.Lock()
	k.play, k.last, k.mats, k.dirty = id, id, mats, true
	k.mu.Unlock()
	return true, nil
}

// places are where corrections hold, as the follower takes them.
func places(held []session.Place) []river.Place {
	out := make([]river.Place, len(held))
	for i, p := range held {
		out[i] = river.Place(p)
	}
	return out
}

func (k *Keeper) settings(ctx context.Context, play string) Settings {
	if k.Options.Settings == nil {
		return Settings{}
	}
	return k.Options.Settings(ctx, play)
}

// unbind lets go of the play that was followed; its questions go with it.
func (k *Keeper) unbind(problem scoring.Message) {
	k.leave()
	k.given, k.berths = "", nil
	k.bound, k.view, k.state, k.seats, k.names, k.again, k.clear = false, nil, nil, nil, nil, "", map[river.Place]mat.Contents{}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.counts.Withdrawn += int64(len(k.list))
	k.dirty = k.dirty || k.play != "" || problem.Key != k.problem.Key
	k.play, k.list, k.unsure, k.problem = "", nil, nil, problem
}

func read(v *session.View) (*riverboat.State, error) {
	s, err := riverboat.Game{}.ReadState(v.State)
	if err != nil {
		return nil, fmt.Errorf("read how the play stands: %w", err)
	}
	return scoring.Own[*riverboat.State](s)
}

// stand takes over what others entered or took back.
func (k *Keeper) stand(v *session.View) error {
	state, err := read(v)
	if err != nil {
		return err
	}
	k.river = k.river.Stand(state).Keep(places(v.Held))
	places := touched(k.state, state)
	k.withdrawn(places)
	for _, p := range state.Players {
		for j, on := range p.Mat.On {
			if place := (river.Place{Player: p.Name, Space: p.Mat.Space(j).ID}); places[place] {
				k.clear[place] = on
			}
		}
	}
	k.view, k.state, k.again = v, state, ""
	return nil
}

// step explains one reading to the play as it stands. True: the play has moved
// on meanwhile, and the reading is to be explained anew.
func (k *Keeper) step(ctx context.Context, s Sighting, out *Outcome) (again bool, err error) {
	sights := k.ordered(s.Sights)
	if err := k.lookHeld(ctx, sights); err != nil {
		return false, err
	}
	pace := tracking.Steady()
	if s.Single {
		pace = tracking.Single()
	}
	next, line, err := k.river.At(pace).Look(sights, nil)
	if err != nil {
		return false, fmt.Errorf("follow the play: %w", err)
	}
	k.seen(line, sights)
	out.More = next.Pending()
	if len(line.Moves) == 0 {
		k.river = next
		k.drop(waiting...)
		out.Asked += k.ask(line, s, nil)
		k.askEnd(s)
		return false, nil
	}
	if key := k.waits(ctx, s, line, next); key != "" {
		k.offer = next
		out.Asked += k.propose(key, line, s)
		return false, nil
	}
	before := k.state
	v, n, err := k.enter(ctx, line.Moves)
	out.Entered += n
	k.mu.Lock()
	k.counts.Entered += int64(n)
	k.mu.Unlock()
	var failed *session.Failure
	switch {
	case errors.As(err, &failed) && failed.Reason == session.Stale:
		return true, nil
	case errors.As(err, &failed) && failed.Reason == session.Held:
		k.river = next // it has seen it; stand puts back what people said
		return false, k.stand(v)
	case err != nil:
		return false, fmt.Errorf("enter what the camera saw: %w", err)
	}
	state, err := read(v)
	if err != nil {
		return false, err
	}
	k.river, k.view, k.state = next.Entered(state), v, state
	k.drop(waiting...)
	k.past()
	out.Asked += k.ask(line, s, before)
	k.askEnd(s)
	return false, nil
}

// Assumed is the reason given for what no picture shows, but must or may have
// been done before what it shows.
const Assumed = "assumed"

// Camera is who enters what the camera sees.
const Camera = "camera"

// enter enters moves one after the other and returns the play after those that
// were taken, and how many they are.
func (k *Keeper) enter(ctx context.Context, moves []river.Move) (v *session.View, n int, err error) {
	v = k.view
	for _, m := range moves {
		c := session.Command{Kind: session.Did, Based: v.Number, Origin: session.ByCamera, Who: Camera, Action: &m.Action}
		if m.Assumed {
			c.Why = Assumed
		}
		next, err := k.Plays.Do(ctx, v.Play, c)
		if next != nil {
			v = next
		}
		if err != nil {
			return v, n, err
		}
		n++
	}
	return v, n, nil
}

// waits says why a change isn't entered at once; "": it is.
func (k *Keeper) waits(ctx context.Context, s Sighting, line river.Line, next river.Follower) string {
	if k.settings(ctx, k.view.Play).Propose {
		return keyProposed
	}
	forward, back := hexesChanged(k.river.Settled(), next.Settled())
	switch {
	case back > 0 && (back+next.Leaving() >= mostMended || over(k.state)):
		return keyCleared
	case s.Undisturbed && !s.Single && forward+back >= mostSudden:
		return keySudden
	case s.Undisturbed && !s.Single && unexplained(line) >= 0:
		return keyUnmoved
	}
	return ""
}

// unexplained is the index of the first question about what no rule explains; -1: none.
func unexplained(line river.Line) int {
	return slices.IndexFunc(line.Questions, func(q river.Question) bool { return q.Key == keyUnexplained })
}

// mostMended is from how many hexes that look as play can't make them it is no
// misreading that was mended, but pieces that somebody took away.
const mostMended = 3

// mostSudden is how many hexes may change without anything having moved over
// the table: more is a lamp or a bump rather than play.
const mostSudden = 4

// hexesChanged counts the hexes that changed as play can bring about, and others.
func hexesChanged(a, b tracking.View) (forward, back int) {
	for i := range b {
		for j, c := range b[i].Mat.On {
			switch was := a[i].Mat.On[j]; {
			case c == was:
			case tracking.Forward(was, c):
				forward++
			default:
				back++
			}
		}
	}
	return forward, back
}

// lookHeld tells the play what is seen at places where a correction holds.
func (k *Keeper) lookHeld(ctx context.Context, sights []tracking.SideSight) error {
	saw := map[string]map[string]string{}
	for _, p := range k.view.Held {
		if text := sightOf(k.state, sights, p); text != "" {
			if saw[p.Player] == nil {
				saw[p.Player] = map[string]string{}
			}
			saw[p.Player][p.Space] = text
		}
	}
	for player, places := range saw {
		if _, err := k.Plays.Look(ctx, k.view.Play, player, places); err != nil {
			return fmt.Errorf("tell the play what is seen where somebody corrected it: %w", err)
		}
	}
	return nil
}

// seen notes what can't be made out, and figures.
func (k *Keeper) seen(line river.Line, sights []tracking.SideSight) {
	unsure := map[string][]string{}
	for i, s := range sights {
		name := k.state.Players[i].Name
		m := k.state.Players[i].Mat
		for j, h := range s.Hexes {
			place := river.Place{Player: name, Space: m.Space(j).ID}
			if !h.Hidden && h.Confidence >= sure {
				k.clear[place] = h.On
			}
			if h.Hidden || h.Confidence < sure && !h.On.Empty() && !k.known(place, h.On, m.On[j]) {
				unsure[name] = append(unsure[name], m.Space(j).ID)
			}
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.dirty = k.dirty || !maps.EqualFunc(unsure, k.unsure, slices.Equal)
	k.unsure, k.problem = unsure, scoring.Message{}
	k.counts.Readings++
	if line.GaveUp {
		k.counts.GaveUp++
	}
}

// known reports whether a doubtful reading of a hex leaves no doubt of what the
// play has there: people said it, or it was seen surely before and looks the same.
func (k *Keeper) known(place river.Place, seen, has mat.Contents) bool {
	if slices.Contains(k.view.Held, session.Place(place)) {
		return true
	}
	before, ok := k.clear[place]
	return ok && before == has && seen == has
}

// sure is the confidence from which a reading needs no second look.
const sure = 0.8

// tell has those who wait for changes look.
func (k *Keeper) tell() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.dirty {
		close(k.changed)
		k.changed, k.dirty = make(chan struct{}), false
	}
}

// Changed returns a channel that is closed when the questions or what is unsure
// may have changed.
func (k *Keeper) Changed() <-chan struct{} {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.changed
}
