package live

import (
	"fmt"

	"harbormaster/mat"
	"harbormaster/tracking"
	"harbormaster/vision"
)

// Sights hands a reading on to who follows the game: names instead of pixels.
func Sights(r *vision.Reading) ([]tracking.SideSight, error) {
	var out []tracking.SideSight
	for _, p := range r.Players {
		s := tracking.SideSight{
			Player: p.Name, Found: p.Found, Harbor: p.HarborMaster, HarborConfidence: p.HarborMasterConfidence,
			Agents: p.Agents, AgentsConfidence: p.AgentsConfidence,
		}
		for _, h := range p.Hexes {
			see := tracking.HexSight{Hidden: h.Hidden, Confidence: h.Confidence}
			if !h.Hidden {
				see.On = mat.Contents{Worker: h.Worker, Barn: h.Barn, Well: h.Well, Surveyor: h.Surveyor}
				if h.Crop != nil {
					crop, err := mat.ParseCrop(*h.Crop)
					if err != nil {
						return nil, fmt.Errorf("take over what lies on %s's %s: %w", p.Name, h.ID, err)
					}
					see.On.Crop = crop
				}
			}
			s.Hexes = append(s.Hexes, see)
		}
		for k, name := range p.Riverboats {
			boat := tracking.BoatSight{Type: name, Confidence: 1}
			if k < len(p.RiverboatsConfidence) {
				boat.Confidence = p.RiverboatsConfidence[k]
			}
			s.Boats = append(s.Boats, boat)
		}
		out = append(out, s)
	}
	return out, nil
}
