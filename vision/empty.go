package vision

import (
	"time"

	"harbormaster/calibration"
)

// EmptyReading is the document that calibrate prints: where each hex of the
// empty table lies, and its field. took is what finding the mats took. Problems
// are listed with the mat they are about, or with the picture. Mats that weren't found come last.
func EmptyReading(f *Frame, p *calibration.Profile, took time.Duration) Reading {
	r := Reading{
		Picture: f.Name, Width: p.Picture.Width, Height: p.Picture.Height,
		Timing: Timing{Decode: ms(f.Decode), Locate: ms(took)},
	}
	about := map[string][]string{}
	var missing []PlayerReading
	for _, n := range p.Notes {
		if who, ok := n.Params["player"].(string); ok {
			about[who] = append(about[who], n.Text)
		} else if who, ok := n.Params["missing"].(string); ok {
			missing = append(missing, PlayerReading{Name: who, Problems: []string{n.Text}})
		} else {
			r.Problems = append(r.Problems, n.Text)
		}
	}
	for i := range p.Mats {
		m := &p.Mats[i]
		r.Players = append(r.Players, PlayerReading{
			Name: m.Name, Found: true, Corners: Corners(m, m.ToPicture), Hexes: PlaceHexes(m, m.ToPicture, 1), Problems: about[m.Name],
		})
	}
	r.Players = append(r.Players, missing...)
	return r
}

// PlaceHexes lists the hexes of a mat that lies at toPicture, with nothing on
// them and the same confidence each.
func PlaceHexes(m *calibration.Mat, toPicture calibration.Homography, confidence float64) []HexReading {
	out := make([]HexReading, m.Template.Len())
	for i := range out {
		s := m.Template.Space(i)
		q := toPicture.Apply(m.Middle(i))
		out[i] = HexReading{ID: s.ID, At: [2]float64{round1(q.X), round1(q.Y)}, Field: s.Field.String(), Confidence: confidence}
	}
	return out
}

func ms(d time.Duration) float64 { return round1(d.Seconds() * 1000) }
