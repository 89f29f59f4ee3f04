package vision

import (
	"errors"
	"fmt"
	"image"
	"math"
	"sync"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/calibration/apriltag"
	"harbormaster/mat"
)

// Locator finds the mats of one profile in pictures. It keeps what it needs of
// the profile's files; it isn't safe for use by two goroutines at once.
type Locator struct {
	profile *calibration.Profile
	prints  *prints
	cards   *apriltag.Detector
}

// NewLocator reads the profile's files. Close it: it holds C memory.
func NewLocator(p *calibration.Profile) (*Locator, error) {
	data, err := p.ReadFile(printsFile)
	if err != nil {
		return nil, err
	}
	pr, err := decodePrints(data)
	if err != nil {
		return nil, err
	}
	if len(pr.Mats) != len(p.Mats) || len(pr.Boards) != len(p.Mats) {
		return nil, fmt.Errorf("find the mats: the profile has %d mats and prints of %d: calibrate again", len(p.Mats), len(pr.Mats))
	}
	return &Locator{profile: p, prints: pr, cards: apriltag.NewDetector(2)}, nil
}

// Close frees what the locator holds.
func (l *Locator) Close() error { return l.cards.Close() }

// Locate finds each mat of the profile in the frame; one that isn't found says
// why. It tries what is cheap first: the print where it last was, then cards
// near where they were, then cards anywhere, then the print some way off (coarsely, then
// by feeling for it), then the print anywhere.
func Locate(f *Frame, p *calibration.Profile) ([]Placement, error) {
	l, err := NewLocator(p)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	return l.Locate(f)
}

// Locate is like the function Locate, for many pictures of one profile.
func (l *Locator) Locate(f *Frame) ([]Placement, error) {
	s := l.look(f)
	// Mats have nothing to do with each other while they are looked for where they were.
	if err := sideBySide(len(s.places), func(i int) error { return s.try((*locating).unmoved, i) }); err != nil {
		return nil, err
	}
	for _, step := range []func(*locating, int) (bool, error){(*locating).byNearCards, (*locating).byCardsAnywhere, (*locating).likeTheOthers} {
		for i := range s.places {
			if err := s.try(step, i); err != nil {
				return nil, err
			}
		}
	}
	for _, step := range []func(*locating, int) (bool, error){(*locating).pushed, (*locating).felt} {
		if err := sideBySide(len(s.places), func(i int) error { return s.try(step, i) }); err != nil {
			return nil, err
		}
	}
	for i := range s.places {
		if err := s.try((*locating).anywhere, i); err != nil {
			return nil, err
		}
	}
	for i := range s.places {
		if !s.places[i].Found {
			s.places[i].Problems = append(s.places[i].Problems, s.whyNot(i))
		}
	}
	return s.places, s.tables()
}

// look begins to look at a picture.
func (l *Locator) look(f *Frame) *locating {
	return &locating{Locator: l, frame: f, places: make([]Placement, len(l.profile.Mats)), tags: map[int]apriltag.Tag{}}
}

// sideBySide calls work for each of 0 to n-1, each in a goroutine of its own.
func sideBySide(n int, work func(i int) error) error {
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { errs[i] = work(i) })
	}
	all.Wait()
	return errors.Join(errs...)
}

// try looks for mat i, unless it was found, by one step.
func (s *locating) try(step func(*locating, int) (bool, error), i int) (err error) {
	if s.places[i].Found {
		return nil
	}
	if s.places[i].Found, err = step(s, i); err != nil {
		return fmt.Errorf("find %s's mat: %w", s.profile.Mats[i].Name, err)
	}
	return nil
}

// locating is one picture under way.
type locating struct {
	*Locator
	frame    *Frame
	places   []Placement
	tags     map[int]apriltag.Tag
	searched bool // the whole picture for cards

	mu    sync.Mutex
	small map[int]*view // by scale
}

// resize is the scale of this picture against the empty one: a camera may give
// smaller pictures of the same view.
func (s *locating) resize() calibration.Homography {
	size := s.frame.Size()
	return calibration.Scaling(float64(size.Width)/float64(s.profile.Picture.Width), float64(size.Height)/float64(s.profile.Picture.Height))
}

// expected is where mat i lies if nothing moved.
func (s *locating) expected(i int) calibration.Homography {
	return s.resize().Mul(s.profile.Mats[i].ToPicture)
}

// accept checks guess against the print and keeps what the print says.
func (s *locating) accept(i int, guess calibration.Homography, coarse bool) (bool, error) {
	pr := s.prints.Mats[i]
	m := &s.profile.Mats[i]
	low, high := m.Bounds()
	middle := mat.Point{X: (low.X + high.X) / 2, Y: (low.Y + high.Y) / 2}
	found, err := s.settle(pr, guess, middle, coarse)
	if err != nil || found == nil {
		return false, err
	}
	s.places[i].ToPicture = found.toPicture
	return true, nil
}

// Agreement that makes a place sure. That eight of fifty patches agree by
// chance to 2 px, each of them anywhere within 6, happens once in millions.
const (
	leastAgreeing = 8
	leastShareOf  = 0.35 // of the patches found at all
	mostCoarse    = 0.8  // of the coarse patches; fewer may be those of a print that repeats itself
	exactly       = 0.45 // px of the sheet that the fine patches are off then, at most
)

// settle fits the print near guess; nil where too little of it agrees. A print may repeat
// itself: where less than two thirds of it agree it is looked for farther off, too, and
// what agrees best counts.
func (s *locating) settle(pr *print, guess calibration.Homography, middle mat.Point, coarse bool) (*fitted, error) {
	near, err := s.settleNear(pr, guess, middle, coarse)
	if err != nil || near == nil || coarse || 3*near.inliers >= 2*near.looked {
		return near, err
	}
	far, err := s.settleNear(pr, guess, middle, true)
	if err != nil || far == nil || far.share() <= near.share() {
		return near, err
	}
	return far, nil
}

// settleNear fits the print near guess, coarsely first or not.
func (s *locating) settleNear(pr *print, guess calibration.Homography, middle mat.Point, coarse bool) (*fitted, error) {
	px := guess.Scale(middle) / pr.Sheet.Scale // px of the picture for one of the sheet
	if !(px > 0.05 && px < 20) {
		return nil, nil // no camera sees a mat like that
	}
	unlikely := false
	if coarse {
		v, err := s.view(pr, guess, shrink*px, coarseReach*shrink*px)
		if err != nil || v == nil {
			return nil, err
		}
		f := fitMatches(guess, pr.find(v, guess, true, pr.Coarse), 1.6*shrink*px, middle)
		if f.inliers < 5 {
			return nil, nil
		}
		unlikely = float64(f.inliers) < mostCoarse*float64(len(pr.Coarse))
		guess = f.toPicture
	}
	v, err := s.view(pr, guess, 1, (fineReach+fineHalf)*px)
	if err != nil || v == nil {
		return nil, err
	}
	// A part of the patches is enough where most of them are seen; the rest is
	// for mats that are half covered. The order of patches is by detail, so a
	// part of them is taken from all over.
	few := len(pr.Fine)
	if few > fewPatches {
		few = fewPatches
	}
	f := s.agreed(pr, v, guess, middle, spread(pr.Fine, few))
	if f == nil || f.inliers < few*2/3 {
		f = s.agreed(pr, v, guess, middle, pr.Fine)
	}
	if f != nil && (f.rms > 0.5*px || distance(f.toPicture.Apply(middle), guess.Apply(middle)) > 2*px) {
		f = s.agreed(pr, v, f.toPicture, middle, pr.Fine) // patches cut out anew where it moved
	}
	if f != nil && unlikely && f.rms > exactly*px {
		return nil, nil // patches that look alike, each a little off
	}
	return f, nil
}

// fewPatches are looked for first.
const fewPatches = 24

// spread returns n of the patches, taken evenly from the list.
func spread(patches []patch, n int) []patch {
	out := make([]patch, 0, n)
	for i := range n {
		out = append(out, patches[i*len(patches)/n])
	}
	return out
}

// agreed looks for the patches and fits them; nil where too few agree.
func (s *locating) agreed(pr *print, v *view, guess calibration.Homography, middle mat.Point, patches []patch) *fitted {
	px := guess.Scale(middle) / pr.Sheet.Scale
	matches := pr.find(v, guess, false, patches)
	f := fitMatches(guess, matches, 1.5*px, middle)
	if need := min(leastAgreeing, max(5, len(pr.Fine)/3)); f.inliers < need || float64(f.inliers) < leastShareOf*float64(len(matches)) {
		return nil
	}
	f.looked = len(patches)
	return &f
}

// view shows the picture, each of its pixels the mean of about scale x scale; nil where
// hardly anything of the print, with margin px round it, lies in it by guess.
func (s *locating) view(pr *print, guess calibration.Homography, scale, margin float64) (*view, error) {
	sh := pr.Sheet
	low, high := box(guess.ApplyAll([]mat.Point{sh.Low, {X: sh.High.X, Y: sh.Low.Y}, sh.High, {X: sh.Low.X, Y: sh.High.Y}}))
	img := s.frame.Img
	part := rect(low, high, margin+2).Intersect(whole(img))
	if part.Dx() < 32 || part.Dy() < 32 {
		return nil, nil
	}
	if scale <= 1.5 {
		colors, err := img.DataPtrUint8()
		if err != nil {
			return nil, fmt.Errorf("look at the picture: %w", err)
		}
		return &view{colors: colors, width: img.Cols(), height: img.Rows(), scale: 1}, nil
	}
	return s.shrunk(max(2, int(math.Round(scale))))
}

// shrunk is the whole picture, each of its pixels the gray mean of scale x scale: made once
// for all mats and boards that are looked for some way off.
func (s *locating) shrunk(scale int) (*view, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v := s.small[scale]; v != nil {
		return v, nil
	}
	size := image.Pt(s.frame.Img.Cols()/scale, s.frame.Img.Rows()/scale)
	if size.X < 8 || size.Y < 8 {
		return nil, nil
	}
	region := s.frame.Img.Region(image.Rectangle{Max: size.Mul(scale)})
	defer region.Close()
	small := gocv.NewMat()
	defer small.Close()
	if err := gocv.Resize(region, &small, size, 0, 0, gocv.InterpolationArea); err != nil {
		return nil, fmt.Errorf("make the picture smaller: %w", err)
	}
	if err := gocv.CvtColor(small, &small, gocv.ColorBGRToGray); err != nil {
		return nil, fmt.Errorf("make the picture gray: %w", err)
	}
	v := &view{gray: small.ToBytes(), width: size.X, height: size.Y, scale: float64(scale)}
	if s.small == nil {
		s.small = map[int]*view{}
	}
	s.small[scale] = v
	return v, nil
}

// unmoved is for most pictures: nothing moved since the last one.
func (s *locating) unmoved(i int) (bool, error) {
	found, err := s.accept(i, s.expected(i), false)
	if found || err != nil {
		return found, err
	}
	return s.still(i)
}

// That a patch looks nearly as it did, exactly where it was, out of all the places it is
// looked for, happens once in hundreds by chance: four of them are proof.
const (
	stillOnes  = 4
	stillScore = 0.9
	stillReach = 0.5 // px of the sheet
)

// still is for mats with little print that can be found again, most of it in shadows now:
// too few patches to fit a place to, but those that are seen didn't move at all.
func (s *locating) still(i int) (bool, error) {
	pr, guess := s.prints.Mats[i], s.expected(i)
	low, high := s.profile.Mats[i].Bounds()
	px := guess.Scale(mat.Point{X: (low.X + high.X) / 2, Y: (low.Y + high.Y) / 2}) / pr.Sheet.Scale
	if !(px > 0.05 && px < 20) {
		return false, nil
	}
	v, err := s.view(pr, guess, 1, (fineReach+fineHalf)*px)
	if err != nil || v == nil {
		return false, err
	}
	still := 0
	matches := pr.find(v, guess, false, pr.Fine)
	for _, m := range matches {
		if m.score >= stillScore && distance(guess.Apply(m.plane), m.picture) < stillReach*px {
			still++
		}
	}
	if still < stillOnes || still*3 < len(matches)*2 {
		return false, nil
	}
	s.places[i].ToPicture = guess
	return true, nil
}

// likeTheOthers is for a nudged camera: what the others did, this one did too.
func (s *locating) likeTheOthers(i int) (bool, error) {
	h, ok := s.motion()
	if !ok {
		return false, nil
	}
	return s.accept(i, h.Mul(s.profile.Mats[i].ToPicture), true)
}

// motion is how the picture of the table as a whole changed, empty picture to
// this one, told by the mats found; false where they don't agree or none is found.
func (s *locating) motion() (calibration.Homography, bool) {
	var from, to []mat.Point
	for i, p := range s.places {
		if !p.Found {
			continue
		}
		m := &s.profile.Mats[i]
		for _, c := range m.Corners {
			from, to = append(from, m.ToPicture.Apply(c)), append(to, p.ToPicture.Apply(c))
		}
	}
	if len(from) == 0 {
		return calibration.Homography{}, false
	}
	if h, ok := similar(from, to); ok {
		worst := 0.0
		for i := range from {
			worst = math.Max(worst, distance(h.Apply(from[i]), to[i]))
		}
		if worst < 12 || len(from) == 4 {
			return h, true
		}
	}
	h, err := calibration.FromPoints(from, to)
	return h, err == nil
}

// pushed looks for the print as far off as a mat gets pushed or turned in play.
func (s *locating) pushed(i int) (bool, error) { return s.accept(i, s.expected(i), true) }

// whyNot is the sentence for a mat that wasn't found.
func (s *locating) whyNot(i int) string {
	m := &s.profile.Mats[i]
	if len(m.Tags) > 0 {
		seen := 0
		for _, id := range m.Tags {
			if _, ok := s.tags[id]; ok {
				seen++
			}
		}
		return fmt.Sprintf("%s's mat isn't found: %d of its %d cards are seen and its print isn't recognized: check that the whole mat is in view and in focus and that this profile belongs to this table; if the camera or the table changed, calibrate again.", m.Name, seen, len(m.Tags))
	}
	return fmt.Sprintf("%s's mat isn't found: its print isn't recognized anywhere: check that the whole mat is in view and in focus and that this profile belongs to this table; if the camera or the table changed, calibrate again.", m.Name)
}

// tables finds the boards near the agents areas. They are looked for where they
// were, then where the table as a whole went; without print the table's motion counts.
func (s *locating) tables() error {
	whole, moved := s.motion()
	if !moved {
		whole = s.resize()
	}
	return sideBySide(len(s.places), func(i int) error { return s.table(i, whole) })
}

// table finds the board near mat i's agents area, where whole is the table's motion.
func (s *locating) table(i int, whole calibration.Homography) error {
	p := &s.places[i]
	p.Table = whole
	pr := s.prints.Boards[i]
	if pr == nil || len(pr.Fine) == 0 {
		return nil
	}
	middle := mat.Point{X: (pr.Sheet.Low.X + pr.Sheet.High.X) / 2, Y: (pr.Sheet.Low.Y + pr.Sheet.High.Y) / 2}
	was := s.resize()
	type guess struct {
		calibration.Homography
		coarse bool
	}
	tries := []guess{{was, false}, {was, true}}
	// A push of a mat says nothing of the boards, a nudge of the camera does.
	if px := was.Scale(middle) / pr.Sheet.Scale; distance(whole.Apply(middle), was.Apply(middle)) > fineReach/2*px {
		tries = []guess{{was, false}, {whole, false}, {whole, true}, {was, true}}
	}
	for _, try := range tries {
		f, err := s.settle(pr, try.Homography, middle, try.coarse)
		if err != nil {
			return fmt.Errorf("find the boards: %w", err)
		}
		if f != nil {
			p.Table = f.toPicture
			break
		}
	}
	return nil
}
