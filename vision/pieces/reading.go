package pieces

import (
	"errors"
	"fmt"

	"gocv.io/x/gocv"

	"harbormaster/mat"
)

// Answer is a possible content of a hex with its probability.
type Answer struct {
	On     mat.Contents
	Chance float64
}

// Hex is one hex as read.
type Hex struct {
	// Hidden: something is in the way, nothing is claimed.
	Hidden bool
	// Best are the two best answers; Best[0].Chance is the confidence.
	Best [2]Answer
}

// Count is a number as read: a harbor master's step, a number of agents.
type Count struct {
	Known  bool
	Value  int
	Second int // the next best value
	Chance float64
}

// Mat is all that is read of one player's mat.
type Mat struct {
	Hexes        []Hex // in the template's order
	Boats        []Boat
	HarborMaster Count
	Agents       Count
	Problems     []string
}

// Read reads every mat of the table in a picture (8-bit BGR). places are in the
// order of the profile's mats; those not found stay empty. play settles doubts.
func (k *Knowledge) Read(img gocv.Mat, places []Place, play Play) ([]Mat, error) {
	if len(places) != len(k.sheets) {
		return nil, fmt.Errorf("read the mats: %d places for %d mats", len(places), len(k.sheets))
	}
	if k.palette == nil {
		return nil, fmt.Errorf("read the mats: this table's pieces weren't taught yet: run teach with a picture of all pieces and its labels")
	}
	k.makeMeasurers()
	out, seen := make([]Mat, len(places)), make([]sight, len(places))
	// Mats have nothing to do with each other, nor have the things read of one until they
	// are settled: so all cores have something to do, what takes longest begins first.
	parts := [...]func(img gocv.Mat, which int, place Place, seen *sight, out *Mat) error{k.readHexes, k.readAgents, k.readBoats, k.readHarbor}
	failed := make([]error, len(parts)*len(places))
	sideBySide(len(failed), func(n int) {
		part, i := n/len(places), n%len(places)
		if !places[i].Found {
			return
		}
		if err := parts[part](img, i, places[i], &seen[i], &out[i]); err != nil {
			failed[n] = fmt.Errorf("read %s's mat: %w", k.sheets[i].mat.Name, err)
		}
	})
	if err := errors.Join(failed...); err != nil {
		return nil, err
	}
	for i := range places {
		if s := k.sheets[i]; places[i].Found {
			k.settle(s, &out[i], play)
			s.doubtDazzled(s.dazzle(seen[i].means), seen[i].raw, k.measurers[i].pixels, &out[i])
		}
	}
	return out, nil
}

// sight is what a picture shows of one mat.
type sight struct {
	raw, bare Pixels    // rectified; and with the light taken off
	means     []float32 // linear light of each block, blue, green, red
	light     *Light    // relative to the empty picture's
}

func (k *Knowledge) readHexes(img gocv.Mat, which int, place Place, seen *sight, out *Mat) error {
	s := k.sheets[which]
	raw, err := rectify(img, place.ToPicture, s.frame)
	if err != nil {
		return err
	}
	means := s.blockMeans(raw)
	light := s.light(means)
	*seen = sight{raw, s.bare(raw, s.empty, light), means, light}
	out.Hexes = k.hexes(s, k.measurers[which], seen, img, place)
	if n := outsideOf(s, img, place); n > 0 {
		out.Problems = append(out.Problems, fmt.Sprintf("%d of %d hexes of %s's mat lie outside of the picture: show the whole mat.", n, len(s.mids), s.mat.Name))
	}
	return nil
}

// outsideOf counts the hexes whose middles lie outside of the picture.
func outsideOf(s *sheet, img gocv.Mat, place Place) (n int) {
	for i := range s.mids {
		if beyond(img, place.ToPicture.Apply(s.mat.Middle(i))) {
			n++
		}
	}
	return n
}

// beyond reports whether p is outside of the picture.
func beyond(img gocv.Mat, p mat.Point) bool {
	return p.X < 0 || p.Y < 0 || p.X >= float64(img.Cols()) || p.Y >= float64(img.Rows())
}

func (k *Knowledge) readHarbor(img gocv.Mat, which int, place Place, _ *sight, out *Mat) error {
	t := k.tracks[which]
	if t == nil {
		return nil
	}
	p, err := t.see(img, place.ToPicture)
	if err != nil {
		return err
	}
	out.HarborMaster = t.read(p)
	return nil
}

func (k *Knowledge) readAgents(img gocv.Mat, which int, place Place, _ *sight, out *Mat) error {
	a := k.areas[which]
	if a == nil {
		return nil
	}
	seen, err := a.seeBoth(img, place.Table)
	if err != nil {
		return err
	}
	out.Agents = a.count(seen, k.agents)
	return nil
}

func (k *Knowledge) readBoats(img gocv.Mat, which int, place Place, _ *sight, out *Mat) error {
	if k.boats == nil {
		return nil
	}
	p, err := rectifyAt(img, place.ToPicture, k.boats.Board.strip(k.sheets[which].mat, boatPlaces))
	if err != nil {
		return err
	}
	out.Boats = k.boats.read(p)
	return nil
}

// hiddenShare is how much of a hex a hand must cover to hide it; hands are
// followed coarsely, so little.
const hiddenShare = 0.04

func (k *Knowledge) hexes(s *sheet, m *measurer, seen *sight, img gocv.Mat, place Place) []Hex {
	o := s.mat.Template.Orientation()
	cover := k.covered(s, seen.bare, seen.means)
	dazzled := s.dazzled(seen.means)
	out := make([]Hex, len(s.mids))
	var q patch
	chances := make([]float32, len(states))
	var pairs []pair
	for i := range s.mids {
		if beyond(img, place.ToPicture.Apply(s.mat.Middle(i))) || s.coverOf(i, cover) > hiddenShare {
			out[i].Hidden = true
			continue
		}
		s.cut(i, seen.bare, s.print, &q)
		if !dazzled[i] && m.asPrinted(&q) {
			out[i].Best = [2]Answer{{mat.Contents{}, 0.99}, {mat.Contents{Worker: true}, 0.005}}
			continue
		}
		m.x = m.measure(&q, m.x)
		k.judges[o].chances(m.x, chances)
		out[i].Best = bestTwo(chances)
		if taught, ok := m.tones[certainCrop(chances)]; ok {
			on := out[i].Best[0].On
			covered := on.Worker || on.Well || on.Surveyor
			if now, ok := m.toneOf(&q, !covered); ok {
				pairs = append(pairs, pair{hex: i, seen: now, taught: taught, haze: s.hazeOn(i, seen.light), covered: covered})
			}
		}
	}
	s.lookAgain(m, k.judges[o], seen, pairs, out)
	if cover != nil {
		s.doubtNeighbors(out)
	}
	return out
}

// dazzled returns which hexes are so bright, now or when empty, that white wood on
// them may look like their print.
func (s *sheet) dazzled(means []float32) []bool {
	out := make([]bool, len(s.mids))
	for b, o := range s.owner {
		if o >= 0 && (bright(s.lit[3*b:]) || bright(means[3*b:])) {
			out[o] = true
		}
	}
	return out
}

// coverOf returns the share of hex i's blocks, border included, that are covered.
func (s *sheet) coverOf(i int, cover []bool) float64 {
	if cover == nil {
		return 0
	}
	bw, bh := s.canvas.blocks()
	n, hit := 0, 0
	cx, cy := int(s.mids[i][0]), int(s.mids[i][1])
	const reach = hexPixels + 2 // a little beyond: fingers' tips are round
	for by := (cy - reach) / block; by <= (cy+reach)/block; by++ {
		for bx := (cx - reach) / block; bx <= (cx+reach)/block; bx++ {
			x, y := bx*block+block/2-cx, by*block+block/2-cy
			if bx < 0 || by < 0 || bx >= bw || by >= bh || x*x+y*y > reach*reach {
				continue
			}
			n++
			if cover[by*bw+bx] {
				hit++
			}
		}
	}
	return float64(hit) / float64(max(n, 1))
}

// shadowReach is how many hexes from a hidden one a hand's shadow may reach.
const shadowReach = 2

// doubtNeighbors keeps hexes near hidden ones from being sure: they lie in the
// hand's shadow, and what is at their edge may be part of it.
func (s *sheet) doubtNeighbors(hexes []Hex) {
	t := s.mat.Template
	for i := range hexes {
		if hexes[i].Hidden {
			continue
		}
		for j := range hexes {
			if hexes[j].Hidden && t.Space(i).At.Distance(t.Space(j).At) <= shadowReach {
				hexes[i].Best[0].Chance = min(0.9*hexes[i].Best[0].Chance, sureFrom-0.01)
				break
			}
		}
	}
}

func bestTwo(chances []float32) (best [2]Answer) {
	for s, p := range chances {
		a := Answer{states[s], float64(p)}
		switch {
		case a.Chance > best[0].Chance:
			best[1], best[0] = best[0], a
		case a.Chance > best[1].Chance:
			best[1] = a
		}
	}
	return best
}

// Bare returns mat (index) of a picture from above, its hexes about 24 px in
// radius, with the light taken off: what colors are compared on.
func (k *Knowledge) Bare(img gocv.Mat, which int, place Place) (Pixels, error) {
	s := k.sheets[which]
	raw, err := rectify(img, place.ToPicture, s.frame)
	if err != nil {
		return Pixels{}, err
	}
	return s.bare(raw, s.empty, s.light(s.blockMeans(raw))), nil
}
