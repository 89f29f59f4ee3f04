package live

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"harbormaster/calibration"
	"harbormaster/mat"
	"harbormaster/vision"
)

// Found is what calibration found, in pixels of the picture of the empty table.
type Found struct {
	Width  int                `json:"width"`
	Height int                `json:"height"`
	Mats   []FoundMat         `json:"mats"`
	Notes  []calibration.Note `json:"notes"` // about the picture as a whole
}

// FoundMat is one player's mat.
type FoundMat struct {
	Player      string             `json:"player"`
	Orientation string             `json:"orientation"`
	Hexes       []FoundHex         `json:"hexes"`
	Beside      []FoundHex         `json:"beside"` // places without a hex that touch one
	Track       *FoundTrack        `json:"track,omitempty"`
	AgentsArea  [][2]float64       `json:"agents_area"`
	Notes       []calibration.Note `json:"notes"`
}

// FoundHex is one hex, or a place for one.
type FoundHex struct {
	ID      string        `json:"id,omitempty"`
	Q       int           `json:"q"`
	R       int           `json:"r"`
	Field   string        `json:"field,omitempty"`
	At      [2]float64    `json:"at"` // the middle
	Outline [6][2]float64 `json:"outline"`
}

// FoundTrack is a harbor track.
type FoundTrack struct {
	First   [2]float64 `json:"first"`
	Last    [2]float64 `json:"last"`
	Steps   int        `json:"steps"`
	Notches []int      `json:"notches"`
}

// Found returns what calibration found. It doesn't wait for whoever reads.
func (e *Eye) Found() (any, error) {
	p, err := calibration.Load(e.dir)
	if err != nil {
		return nil, uncalibrated()
	}
	f := Found{Width: p.Picture.Width, Height: p.Picture.Height, Mats: []FoundMat{}, Notes: notesFor(p, "")}
	for i := range p.Mats {
		f.Mats = append(f.Mats, foundMat(p, &p.Mats[i]))
	}
	return f, nil
}

func foundMat(p *calibration.Profile, m *calibration.Mat) FoundMat {
	out := FoundMat{Player: m.Name, Orientation: m.Template.Orientation().String(), Beside: []FoundHex{}, AgentsArea: [][2]float64{}, Notes: notesFor(p, m.Name)}
	hex := func(a mat.Axial) FoundHex {
		h := FoundHex{Q: a.Q, R: a.R, At: inPicture(m, m.Layout().Middle(a))}
		for i, c := range m.Layout().Corners(a) {
			h.Outline[i] = inPicture(m, c)
		}
		return h
	}
	for i := range m.Template.Len() {
		s := m.Template.Space(i)
		h := hex(s.At)
		h.ID, h.Field = s.ID, s.Field.String()
		out.Hexes = append(out.Hexes, h)
	}
	for _, a := range m.Beside() {
		out.Beside = append(out.Beside, hex(a))
	}
	if t := m.Harbor; t != nil {
		out.Track = &FoundTrack{inPicture(m, t.First), inPicture(m, t.Last), t.Steps, append([]int{}, t.Notches...)}
	}
	for _, q := range m.AgentsArea {
		out.AgentsArea = append(out.AgentsArea, [2]float64{tenth(q.X), tenth(q.Y)})
	}
	return out
}

// notesFor returns the notes about one mat; "" stands for those about none.
func notesFor(p *calibration.Profile, player string) []calibration.Note {
	out := []calibration.Note{}
	for _, n := range p.Notes {
		if who, _ := n.Params["player"].(string); who == player {
			out = append(out, n)
		}
	}
	return out
}

func inPicture(m *calibration.Mat, q mat.Point) [2]float64 {
	q = m.ToPicture.Apply(q)
	return [2]float64{tenth(q.X), tenth(q.Y)}
}

func tenth(v float64) float64 { return math.Round(v*10) / 10 }

// changeJSON is a change as pages send it.
type changeJSON struct {
	Remove []string `json:"remove"`
	Add    []struct {
		Q     int       `json:"q"`
		R     int       `json:"r"`
		Field mat.Field `json:"field"`
	} `json:"add"`
	Fields map[string]mat.Field `json:"fields"`
}

// Change sets right the hexes or field colors of a player's mat, saves the
// profile and takes it into use. What was taught is kept; what was read in the newest
// picture is dropped, as it names hexes that may be others now.
func (e *Eye) Change(ctx context.Context, player string, change []byte) error {
	var j changeJSON
	if err := json.Unmarshal(change, &j); err != nil {
		return refuse(fmt.Errorf("read the change: %w", err), "")
	}
	c := calibration.Change{Remove: j.Remove, Fields: j.Fields}
	for _, a := range j.Add {
		c.Add = append(c.Add, calibration.Added{At: mat.Axial{Q: a.Q, R: a.R}, Field: a.Field})
	}
	e.work.Lock()
	defer e.work.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	if e.profile == nil {
		return uncalibrated()
	}
	if err := vision.Change(e.profile, player, c); err != nil {
		return refuse(err, "")
	}
	e.keep(nil)
	return e.load()
}
