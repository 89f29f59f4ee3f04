package pieces

import (
	"fmt"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// Knowledge is what was learnt of one table's mats and pieces.
type Knowledge struct {
	sheets   []*sheet
	examples []*example
	palette  *palette
	judges   map[mat.Orientation]*judge
	boats    *boatReader
	tracks   []*track
	areas    []*agentArea
}

// Place is where a mat lies in a picture.
type Place struct {
	Found     bool
	ToPicture calibration.Homography // mat plane to this picture
	Table     calibration.Homography // pixels of the empty picture to this picture
}

// NewKnowledge starts with the mats as printed, from the empty picture (8-bit BGR).
func NewKnowledge(mats []*calibration.Mat, empty gocv.Mat) (*Knowledge, error) {
	var empties []Pixels
	for _, m := range mats {
		p, err := rectify(empty, m.ToPicture, hexFrame(m))
		if err != nil {
			return nil, fmt.Errorf("look at the empty mat %s: %w", m.Name, err)
		}
		empties = append(empties, p)
	}
	return &Knowledge{sheets: newSheets(mats, empties), judges: map[mat.Orientation]*judge{}}, nil
}

// Teach adds the labeled hexes of mat (index) in a picture.
func (k *Knowledge) Teach(img gocv.Mat, which int, place Place, labels map[string]mat.Contents) error {
	s := k.sheets[which]
	seen, raw, err := k.look(img, which, place)
	if err != nil {
		return err
	}
	for i := range s.mat.Template.Len() {
		space := s.mat.Template.Space(i)
		e := &example{field: space.Field, on: labels[space.ID]}
		s.cut(i, seen, s.print, &e.patch)
		s.markClipped(i, raw, e)
		k.examples = append(k.examples, e)
	}
	return nil
}

// look rectifies a mat in a picture and takes the light off.
func (k *Knowledge) look(img gocv.Mat, which int, place Place) (bare, raw Pixels, err error) {
	s := k.sheets[which]
	raw, err = rectify(img, place.ToPicture, s.frame)
	if err != nil {
		return bare, raw, err
	}
	now := s.light(s.blockMeans(raw), nil)
	return s.bare(raw, s.empty, now), raw, nil
}

// Train learns from all examples so far.
func (k *Knowledge) Train() {
	if len(k.sheets) == 0 {
		return
	}
	var prints []*patch
	for _, s := range k.sheets {
		for i := range s.mids {
			p := &patch{}
			s.cut(i, s.print, s.print, p)
			prints = append(prints, p)
		}
	}
	for _, s := range k.sheets {
		o := s.mat.Template.Orientation()
		if k.judges[o] == nil {
			if k.palette == nil {
				k.palette = learnPalette(k.examples, insidePixels(o))
			}
			k.judges[o] = trainJudge(k, k.palette, prints, o)
		}
	}
}

// Answer is a possible content of a hex with its probability.
type Answer struct {
	On     mat.Contents
	Chance float64
}

// ReadHexes reads mat (index) in a picture: for each hex the answers, best first.
func (k *Knowledge) ReadHexes(img gocv.Mat, which int, place Place) ([][2]Answer, error) {
	s := k.sheets[which]
	bare, _, err := k.look(img, which, place)
	if err != nil {
		return nil, err
	}
	o := s.mat.Template.Orientation()
	m := newMeasurer(k.palette, o)
	out := make([][2]Answer, len(s.mids))
	var q patch
	var x features
	chances := make([]float32, len(states))
	for i := range s.mids {
		s.cut(i, bare, s.print, &q)
		x = m.measure(&q, x)
		k.judges[o].chances(x, chances)
		out[i] = bestTwo(chances)
	}
	return out, nil
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

// TeachBoats learns the boats that lie along the top of mat (index), from the left.
func (k *Knowledge) TeachBoats(img, empty gocv.Mat, which int, place Place, types []string) error {
	m := k.sheets[which].mat
	board := &boatBoard{}
	if k.boats != nil {
		board = &k.boats.Board
	} else {
		var err error
		if board, err = findBoats(m, empty, img, place, len(types)); err != nil {
			return err
		}
	}
	p, err := rectifyAt(img, place.ToPicture, board.strip(m, boatPlaces))
	if err != nil {
		return err
	}
	k.boats = learnBoats(k.boats, *board, p, types)
	return nil
}

// ReadBoats reads the boats along the top of mat (index), from the left.
func (k *Knowledge) ReadBoats(img gocv.Mat, which int, place Place) ([]Boat, error) {
	if k.boats == nil {
		return nil, nil
	}
	p, err := rectifyAt(img, place.ToPicture, k.boats.Board.strip(k.sheets[which].mat, boatPlaces))
	if err != nil {
		return nil, err
	}
	return k.boats.read(p), nil
}
