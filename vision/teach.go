package vision

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"harbormaster/calibration"
	"harbormaster/mat"
	"harbormaster/vision/pieces"
)

// Labels say what lies on one mat of a teaching picture. Hexes that aren't
// named are empty.
type Labels struct {
	Player       string
	Hexes        map[string]mat.Contents
	Riverboats   []string
	HarborMaster *int
	Agents       *int
}

type labelsJSON struct {
	Player string `json:"player"`
	Hexes  map[string]struct {
		Crop     *string `json:"crop"`
		Worker   bool    `json:"worker"`
		Barn     bool    `json:"barn"`
		Well     bool    `json:"well"`
		Surveyor bool    `json:"surveyor"`
	} `json:"hexes"`
	Riverboats   []string `json:"riverboats"`
	HarborMaster *int     `json:"harbor_master"`
	Agents       *int     `json:"agents"`
}

// ParseLabels reads a labels file. Unknown keys and crops are refused by name.
func ParseLabels(data []byte) (*Labels, error) {
	var j labelsJSON
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&j); err != nil {
		return nil, fmt.Errorf("read the labels: %w", err)
	}
	if j.Player == "" {
		return nil, errors.New("read the labels: player is missing: name the player whose mat shows the pieces")
	}
	l := &Labels{Player: j.Player, Riverboats: j.Riverboats, HarborMaster: j.HarborMaster, Agents: j.Agents}
	if j.Hexes != nil {
		l.Hexes = map[string]mat.Contents{}
	}
	for id, h := range j.Hexes {
		on := mat.Contents{Worker: h.Worker, Barn: h.Barn, Well: h.Well, Surveyor: h.Surveyor}
		if h.Crop != nil && *h.Crop != "" {
			c, err := mat.ParseCrop(*h.Crop)
			if err != nil {
				return nil, fmt.Errorf("read the labels: hex %s: %w", id, err)
			}
			on.Crop = c
		}
		l.Hexes[id] = on
	}
	if l.Agents != nil && *l.Agents < 0 {
		return nil, fmt.Errorf("read the labels: %d agents can't be", *l.Agents)
	}
	return l, nil
}

// Teach learns the pieces on a picture with labels, adds them to what the
// profile's folder holds, and returns notes on what couldn't be learnt.
func Teach(f *Frame, p *calibration.Profile, labels *Labels) (warnings []calibration.Note, err error) {
	which := -1
	for i := range p.Mats {
		if p.Mats[i].Name == labels.Player {
			which = i
		}
	}
	if which < 0 {
		return nil, fmt.Errorf("teach: the profile has no player %q: the labels name one of its mats", labels.Player)
	}
	data, err := p.ReadFile(calibration.EmptyPicture)
	if err != nil {
		return nil, err
	}
	empty, err := Decode(calibration.EmptyPicture, data)
	if err != nil {
		return nil, err
	}
	defer empty.Close()
	unlock, err := calibration.Lock(p.Dir()) // of two lessons at once each must know the other's
	if err != nil {
		return nil, fmt.Errorf("teach: %w", err)
	}
	defer func() { err = errors.Join(err, unlock()) }()
	k, err := pieces.Load(p)
	known := err == nil
	if errors.Is(err, pieces.ErrNotTaught) {
		k, err = pieces.New(p, empty.Img)
	}
	if err != nil {
		return nil, err
	}
	placements, err := Locate(f, p)
	if err != nil {
		return nil, err
	}
	at := placements[which]
	if !at.Found {
		why := "show all of it"
		if len(at.Problems) > 0 {
			why = at.Problems[0]
		}
		return nil, fmt.Errorf("teach: %s's mat wasn't found in %s: %s", labels.Player, f.Name, why)
	}
	if err := f.needColor(); err != nil {
		return nil, fmt.Errorf("teach: %w", err)
	}
	if known && labels.Hexes != nil {
		if err := fits(k, f, placements, which, &p.Mats[which], labels); err != nil {
			return nil, err
		}
	}
	warnings, err = k.Teach(pieces.Lesson{
		Img: f.Img, Empty: empty.Img, Mat: which, Place: place(at),
		Hexes: labels.Hexes, Boats: labels.Riverboats, HarborMaster: labels.HarborMaster, Agents: labels.Agents,
	})
	if err != nil {
		return nil, err
	}
	return warnings, k.Save(p.Dir())
}

// fits refuses labels that what was learnt before surely contradicts on many hexes: those
// of another picture, or of a few hexes, which would teach that all others are empty.
func fits(k *pieces.Knowledge, f *Frame, placements []Placement, which int, m *calibration.Mat, labels *Labels) error {
	places := make([]pieces.Place, len(placements))
	places[which] = place(placements[which])
	mats, err := k.Read(f.Img, places, pieces.Play{})
	if err != nil {
		return fmt.Errorf("compare the labels with the picture: %w", err)
	}
	const certain, few = 0.9, 4
	var against []string
	for i, h := range mats[which].Hexes {
		id := m.Template.Space(i).ID
		if !h.Hidden && h.Best[0].Chance >= certain && h.Best[0].On != labels.Hexes[id] {
			against = append(against, id)
		}
	}
	if len(against) <= max(few, len(mats[which].Hexes)/8) {
		return nil
	}
	return fmt.Errorf("teach: the labels don't fit %s: on %d hexes of %s's mat (%s) something else surely lies. Name all that lies on the mat, since a hex that isn't named counts as empty, and check that the labels belong to this picture", f.Name, len(against), m.Name, strings.Join(against, ", "))
}

func place(at Placement) pieces.Place {
	return pieces.Place{Found: at.Found, ToPicture: at.ToPicture, Table: at.Table}
}
