package vision

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"harbormaster/calibration"
	"harbormaster/calibration/apriltag"
	"harbormaster/mat"
	"harbormaster/vision/lattice"
)

// The hex radius as a share of the square root of the area between the marks:
// from a mat of a hundred hexes on a tenth of it up to seven hexes that fill it.
const (
	leastShare = 0.03
	mostShare  = 0.17
)

// Calibrate finds the mats and all their hexes in a picture of the empty
// table. Without marks the cards in view say whose mats there are. What it
// isn't sure of it says in the profile's Notes and in the reading; it fails
// only where not a single lattice is found.
func Calibrate(f *Frame, marks *calibration.Marks) (*calibration.Profile, error) {
	c := &calibrator{frame: f, profile: &calibration.Profile{Picture: f.Size()}}
	if err := c.cards(marks); err != nil {
		return nil, err
	}
	if marks == nil {
		var seen []int
		for id := range c.tags {
			seen = append(seen, id)
		}
		slices.Sort(seen)
		if marks = calibration.MarksFromTags(seen); len(marks.Players) == 0 {
			return nil, fmt.Errorf("calibrate: no mat in view: there is no marks file, and only %d cards were seen: lay four printed cards beside each mat, or tap the mats' corners", len(seen))
		}
	}
	var failed, names []string
	var found []foundMat
	for _, p := range marks.Players {
		r, l, cards, err := c.find(p)
		if errors.Is(err, lattice.ErrNone) || errors.Is(err, errNoPlace) {
			failed = append(failed, fmt.Sprintf("%s's mat: %v", p.Name, err))
			names = append(names, p.Name)
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("calibrate %s's mat: %w", p.Name, err)
		}
		found = append(found, foundMat{p, r, l, cards})
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("calibrate: %s: check that the picture shows the empty table in focus and that the marks belong to it", strings.Join(failed, "; "))
	}
	c.agreeHexes(found)
	for _, f := range found {
		m, err := c.mat(f)
		if err != nil {
			return nil, fmt.Errorf("calibrate %s's mat: %w", f.player.Name, err)
		}
		c.profile.Mats = append(c.profile.Mats, *m)
	}
	agreeOutlines(c.profile.Mats)
	for i, s := range failed {
		c.say("missing", map[string]any{"missing": names[i]}, "%s: check its marks, its light and the focus, and calibrate again.", s)
	}
	if err := c.frame.needColor(); err != nil {
		return nil, fmt.Errorf("calibrate: %w", err)
	}
	if err := c.fields(); err != nil {
		return nil, err
	}
	c.compare()
	if err := c.inspect(); err != nil {
		return nil, err
	}
	return c.profile, nil
}

// calibrator is one calibration under way.
type calibrator struct {
	frame   *Frame
	profile *calibration.Profile
	tags    map[int]apriltag.Tag
	share   float64 // of the mat found last, 0 before
}

// say notes something: its key after "calibrate.", parameters by name, and the
// sentence. The key "found-..." is for what a person can set right.
func (c *calibrator) say(key string, params map[string]any, format string, args ...any) {
	c.profile.Notes = append(c.profile.Notes, calibration.Note{
		Key: "calibrate." + key, Params: params, Text: fmt.Sprintf(format, args...), Found: strings.HasPrefix(key, "found-"),
	})
}

// errNoPlace says that marks don't tell where a mat is.
var errNoPlace = errors.New("its place isn't known")

// cards looks for cards where they are needed. Half size finds those of usual
// size ten times faster; full size is for far ones.
func (c *calibrator) cards(marks *calibration.Marks) error {
	want := map[int]bool{}
	if marks != nil {
		for _, p := range marks.Players {
			for _, id := range p.Tags {
				want[id] = true
			}
		}
		if len(want) == 0 {
			return nil
		}
	}
	c.tags = map[int]apriltag.Tag{}
	for _, decimate := range [2]float64{2, 1} {
		d := apriltag.NewDetector(decimate)
		tags, err := cardsIn(d, c.frame.Img, whole(c.frame.Img))
		_ = d.Close()
		if err != nil {
			return fmt.Errorf("calibrate: %w", err)
		}
		for _, t := range tags {
			if old, ok := c.tags[t.ID]; !ok || t.Margin > old.Margin {
				c.tags[t.ID] = t
			}
			delete(want, t.ID)
		}
		if len(want) == 0 && len(c.tags) >= 3 {
			break
		}
	}
	return nil
}

// foundMat is one mat whose lattice was found.
type foundMat struct {
	player  calibration.MarkedPlayer
	rough   rough
	lattice *lattice.Lattice
	cards   []calibration.Card
}

// find finds one mat's lattice, and its cards where it has some.
func (c *calibrator) find(p calibration.MarkedPlayer) (r rough, l *lattice.Lattice, cards []calibration.Card, err error) {
	if len(p.Tags) > 0 {
		var four [4]apriltag.Tag
		if four, err = c.fourCards(p); err != nil {
			return r, nil, nil, err
		}
		for _, t := range four {
			if _, seen := c.tags[t.ID]; seen {
				cards = append(cards, calibration.Card{ID: t.ID, Corners: t.Corners})
			}
		}
		r, err = roughFromCards(four)
	} else {
		r, err = roughFromCorners(p.Corners)
	}
	if err != nil {
		return r, nil, nil, fmt.Errorf("%w: %w", errNoPlace, err)
	}
	if l, err = c.lattice(r); err != nil {
		return r, nil, nil, err
	}
	c.share = l.Share
	return r, l, cards, nil
}

// agreeHexes: mats of one table are of one printing. A mat that differs by a hex or two
// from what two others and more agree on takes theirs, where nothing seen speaks against it.
func (c *calibrator) agreeHexes(found []foundMat) {
	same := func(a, b *lattice.Lattice) bool {
		return a.Orientation == b.Orientation && slices.Equal(a.Hexes, b.Hexes)
	}
	usual, most := -1, 1
	for i := range found {
		n := 0
		for k := range found {
			if same(found[i].lattice, found[k].lattice) {
				n++
			}
		}
		if n > most {
			usual, most = i, n
		}
	}
	if usual < 0 || most*2 <= len(found) {
		return // no majority
	}
	model := found[usual].lattice
	for _, f := range found {
		if f.lattice.Orientation != model.Orientation || same(f.lattice, model) {
			continue
		}
		had := len(f.lattice.Hexes)
		if f.lattice.Adopt(model.Hexes) {
			c.say("found-agreed", map[string]any{"player": f.player.Name, "count": had, "taken": len(model.Hexes)}, "%s's mat: %d hexes were found and %d taken as on the other mats: look at the drawn lattice; if it is wrong there, mend the light and calibrate again.", f.player.Name, had, len(model.Hexes))
		}
	}
}

// mat makes the mat of what was found of it.
func (c *calibrator) mat(f foundMat) (*calibration.Mat, error) {
	p, r, l := f.player, f.rough, f.lattice
	m := &calibration.Mat{Name: p.Name, Tags: p.Tags, AgentsArea: p.AgentsArea, Cards: f.cards}
	var err error
	m.ToPicture = r.toPicture.Mul(l.ToImage)
	back := l.ToImage.Inverse()
	for i, q := range r.quad {
		m.Corners[i] = back.Apply(q)
	}
	fromPicture := m.ToPicture.Inverse()
	if h := p.Harbor; h != nil {
		m.Harbor = &calibration.Harbor{First: fromPicture.Apply(h.First), Last: fromPicture.Apply(h.Last), Steps: h.Steps, Notches: h.Notches}
	}
	spaces := make([]mat.Space, len(l.Hexes))
	for i, a := range l.Hexes {
		spaces[i].At = a
	}
	if m.Template, err = mat.NewTemplate(l.Orientation, spaces); err != nil {
		return nil, err
	}
	if len(p.Tags) > 0 {
		if m.Corners, err = outline(c.frame.Img, m); err != nil {
			return nil, err
		}
	}
	if l.Sides < lattice.SidesDoubtful {
		c.say("found-borders", map[string]any{"player": p.Name}, "%s's mat: the hexes' borders hardly stand out, so some hexes may be wrong: look at the drawn lattice, mend focus and light, and calibrate again.", p.Name)
	}
	return m, nil
}

// lattice looks first for hexes of the size that the mat before had: mats of
// one table are of one printing, and that is ten times faster.
func (c *calibrator) lattice(r rough) (*lattice.Lattice, error) {
	img, err := r.draw(c.frame.Img)
	if err != nil {
		return nil, err
	}
	defer img.Close()
	if c.share > 0 {
		l, err := lattice.Find(img, lattice.Range{Least: c.share / 1.15, Most: c.share * 1.15, Aspect: r.aspect})
		if err == nil && l.Sides >= 2*lattice.SidesDoubtful {
			return l, nil
		}
		if err != nil && !errors.Is(err, lattice.ErrNone) {
			return nil, err
		}
	}
	return lattice.Find(img, lattice.Range{Least: leastShare, Most: mostShare, Aspect: r.aspect})
}

// fourCards returns the player's cards; one that isn't seen is put where the
// other three make a parallelogram.
func (c *calibrator) fourCards(p calibration.MarkedPlayer) ([4]apriltag.Tag, error) {
	var cards [4]apriltag.Tag
	var missing []int
	for i, id := range p.Tags {
		t, ok := c.tags[id]
		if !ok {
			missing = append(missing, i)
		}
		cards[i] = t
	}
	switch len(missing) {
	case 0:
	case 1:
		i := missing[0]
		a, b, d := cards[(i+1)%4], cards[(i+2)%4], cards[(i+3)%4]
		for k := range 4 {
			cards[i].Corners[k] = mat.Point{X: a.Corners[k].X + d.Corners[k].X - b.Corners[k].X, Y: a.Corners[k].Y + d.Corners[k].Y - b.Corners[k].Y}
		}
		cards[i].ID = p.Tags[i]
		c.say("card", map[string]any{"player": p.Name, "number": p.Tags[i]}, "%s's mat: card %d isn't seen: lay it flat and in the light, whole in the picture.", p.Name, p.Tags[i])
	default:
		var ids []string
		for _, i := range missing {
			ids = append(ids, fmt.Sprint(p.Tags[i]))
		}
		return cards, fmt.Errorf("%w: cards %s aren't seen: lay them flat and in the light, whole in the picture", errNoPlace, strings.Join(ids, ", "))
	}
	return cards, nil
}

// compare tells of mats that differ from most: of one printing they have
// equally many hexes.
func (c *calibrator) compare() {
	count := map[int]int{}
	for _, m := range c.profile.Mats {
		count[m.Template.Len()]++
	}
	usual, most := 0, 0
	for n, times := range count {
		if times > most || times == most && n > usual {
			usual, most = n, times
		}
	}
	for _, m := range c.profile.Mats {
		if n := m.Template.Len(); n != usual {
			c.say("found-count", map[string]any{"player": m.Name, "count": n, "usual": usual}, "%s's mat: %d hexes were found, on the other mats %d: look at the drawn lattice; if one is missing or made up, mend the light there and calibrate again.", m.Name, n, usual)
		}
		if m.Harbor == nil {
			c.say("no-track", map[string]any{"player": m.Name}, "%s's mat: no harbor track is marked, so the harbor master will be asked for: mark its first and last place.", m.Name)
		}
		outside := 0
		for i := range m.Template.Len() {
			if q := m.ToPicture.Apply(m.Middle(i)); q.X < 0 || q.Y < 0 || q.X > float64(c.profile.Picture.Width) || q.Y > float64(c.profile.Picture.Height) {
				outside++
			}
		}
		if outside > 0 {
			c.say("outside", map[string]any{"player": m.Name, "count": outside}, "%s's mat: %d hexes lie outside the picture: turn the camera until the whole mat is in view.", m.Name, outside)
		}
	}
}

// Corners returns the mat's rough corners in the picture in which the mat
// plane lies at toPicture.
func Corners(m *calibration.Mat, toPicture calibration.Homography) [4][2]float64 {
	var out [4][2]float64
	for i, c := range m.Corners {
		q := toPicture.Apply(c)
		out[i] = [2]float64{round1(q.X), round1(q.Y)}
	}
	return out
}

func round1(v float64) float64 { return math.Round(v*10) / 10 }
