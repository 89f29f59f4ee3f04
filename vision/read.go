package vision

import (
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/mat"
	"harbormaster/vision/pieces"
)

// Reader reads pictures of one table. It isn't safe for use by two goroutines
// at once.
type Reader struct {
	profile *calibration.Profile
	locator *Locator
	known   *pieces.Knowledge
}

// NewReader loads what was learnt of the profile's table. Close it.
func NewReader(p *calibration.Profile) (*Reader, error) {
	k, err := pieces.Load(p)
	if err != nil {
		return nil, err
	}
	l, err := NewLocator(p)
	if err != nil {
		return nil, err
	}
	return &Reader{p, l, k}, nil
}

// Close frees what the reader holds.
func (r *Reader) Close() error { return r.locator.Close() }

// Read says what lies where in a frame. A mat that isn't found is listed with
// the reason.
func (r *Reader) Read(f *Frame) (*Reading, error) { return r.ReadDuring(f, Play{}) }

// Play is what a caller knows of the play at the moment of a picture.
type Play = pieces.Play

// ReadDuring is like Read, for who knows something of the play: it settles doubts,
// and what surely contradicts it becomes a problem.
func (r *Reader) ReadDuring(f *Frame, play Play) (*Reading, error) {
	start := time.Now()
	placements, err := r.locator.Locate(f)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(placements, func(p Placement) bool { return p.Found }) {
		if err := f.needColor(); err != nil {
			return nil, fmt.Errorf("read the mats: %w", err)
		}
	}
	located := time.Now()
	places := make([]pieces.Place, len(placements))
	for i, p := range placements {
		places[i] = place(p)
	}
	mats, err := r.known.Read(f.Img, places, play)
	if err != nil {
		return nil, err
	}
	out := &Reading{Picture: f.Name, Width: f.Img.Cols(), Height: f.Img.Rows(), places: placements}
	for i := range mats {
		out.Players = append(out.Players, playerReading(&r.profile.Mats[i], &placements[i], &mats[i]))
	}
	out.Timing = Timing{Decode: ms(f.Decode), Locate: ms(located.Sub(start)), Read: ms(time.Since(located))}
	return out, nil
}

func playerReading(m *calibration.Mat, at *Placement, read *pieces.Mat) PlayerReading {
	p := PlayerReading{Name: m.Name, Found: at.Found, Problems: append(append([]string(nil), at.Problems...), read.Problems...)}
	if !at.Found {
		return p
	}
	p.Corners = Corners(m, at.ToPicture)
	for i, h := range read.Hexes {
		space := m.Template.Space(i)
		middle := at.ToPicture.Apply(m.Middle(i))
		r := HexReading{ID: space.ID, At: [2]float64{round1(middle.X), round1(middle.Y)}, Field: space.Field.String(), Hidden: h.Hidden}
		if !h.Hidden {
			best := answer(h.Best[0])
			r.Crop, r.Worker, r.Barn, r.Well, r.Surveyor, r.Confidence = best.Crop, best.Worker, best.Barn, best.Well, best.Surveyor, best.Confidence
			// Below one in a hundred nobody needs to be asked about it.
			if second := answer(h.Best[1]); second.Confidence >= 0.01 {
				r.Second = &second
			}
		}
		p.Hexes = append(p.Hexes, r)
	}
	for _, b := range read.Boats {
		p.Riverboats = append(p.Riverboats, b.Type)
		p.RiverboatsConfidence = append(p.RiverboatsConfidence, hundredth(b.Chance))
	}
	p.HarborMaster, p.HarborMasterConfidence = count(read.HarborMaster)
	p.Agents, p.AgentsConfidence = count(read.Agents)
	if at.ByCardsAlone && p.unsure() > mostUnsure {
		p.doubt()
	}
	return p
}

// mostUnsure is the share of a mat's hexes that may be unsure where cards alone place it: on
// this profile's mats they are some in a hundred, on another table's many.
const mostUnsure = 0.15

// unsure returns the share of the hexes in view that aren't sure.
func (p *PlayerReading) unsure() float64 {
	n, all := 0, 0
	for _, h := range p.Hexes {
		if !h.Hidden {
			all++
			if h.Confidence < 0.8 {
				n++
			}
		}
	}
	return float64(n) / float64(max(all, 1))
}

// doubt leaves nothing sure: cards fit any mat beside them, also one of another table.
func (p *PlayerReading) doubt() {
	const most = 0.79
	for i := range p.Hexes {
		p.Hexes[i].Confidence = min(p.Hexes[i].Confidence, most)
	}
	for i := range p.RiverboatsConfidence {
		p.RiverboatsConfidence[i] = min(p.RiverboatsConfidence[i], most)
	}
	p.HarborMasterConfidence = min(p.HarborMasterConfidence, most)
}

func answer(a pieces.Answer) HexAnswer {
	out := HexAnswer{Worker: a.On.Worker, Barn: a.On.Barn, Well: a.On.Well, Surveyor: a.On.Surveyor, Confidence: hundredth(a.Chance)}
	if a.On.Crop != mat.NoCrop {
		name := a.On.Crop.String()
		out.Crop = &name
	}
	return out
}

func count(c pieces.Count) (*int, float64) {
	if !c.Known {
		return nil, 0
	}
	return &c.Value, hundredth(c.Chance)
}

// hundredth rounds down: a confidence must not become more than it is.
func hundredth(v float64) float64 { return float64(int(v*100)) / 100 }

// DebugRead writes the pictures of a reading's stages to folder dir: where the
// mats were found, and each mat with the light taken off.
func DebugRead(dir string, f *Frame, p *calibration.Profile) error {
	r, err := NewReader(p)
	if err != nil {
		return err
	}
	defer r.Close()
	placements, err := r.locator.Locate(f)
	if err != nil {
		return err
	}
	if err := DebugLocate(dir, f, p, placements); err != nil {
		return err
	}
	for i, at := range placements {
		if !at.Found {
			continue
		}
		bare, err := r.known.Bare(f.Img, i, place(at))
		if err != nil {
			return err
		}
		if err := writeBare(filepath.Join(dir, fmt.Sprintf("read-mat-%d.png", i+1)), bare); err != nil {
			return err
		}
	}
	return nil
}

func writeBare(path string, p pieces.Pixels) error {
	img, err := gocv.NewMatFromBytes(p.H, p.W, gocv.MatTypeCV8UC3, p.Pix)
	if err != nil {
		return fmt.Errorf("write debug pictures: %w", err)
	}
	defer img.Close()
	data, err := gocv.IMEncode(gocv.PNGFileExt, img)
	if err != nil {
		return fmt.Errorf("write debug pictures: %w", err)
	}
	defer data.Close()
	return calibration.WriteFile(path, data.GetBytes())
}
