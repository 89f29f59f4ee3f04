package main

import (
	"fmt"
	"os"
	"strconv"

	"harbormaster/calibration"
	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
	"harbormaster/vision"
)

// sure is the confidence from which a reading needs no second look.
const sure = 0.8

// scorePicture reads a picture, adds what no camera sees, scores, and draws the
// proof if one is wanted.
func (c *scoreCommand) scorePicture(p *program) (scoring.Result, error) {
	var none scoring.Result
	known, err := os.ReadFile(c.Known)
	if err != nil {
		return none, fmt.Errorf("read what is known: %w", err)
	}
	profile, reader, err := openProfile(c.Profile)
	if err != nil {
		return none, err
	}
	defer reader.Close()
	frame, err := vision.DecodeFile(c.Picture)
	if err != nil {
		return none, err
	}
	defer frame.Close()
	reading, err := reader.Read(frame)
	if err == nil && !surelyPlanting(reading) {
		// Workers stand on bare fields only until planting ends: that settles doubts.
		reading, err = reader.ReadDuring(frame, vision.Play{Planted: true})
	}
	if err != nil {
		return none, err
	}
	if c.Debug != "" {
		if err := vision.DebugRead(c.Debug, frame, profile); err != nil {
			return none, err
		}
	}
	seen, err := seenBy(profile, reading)
	if err != nil {
		return none, err
	}
	state, err := riverboat.FromPicture(seen, trackOf(profile), known)
	if err != nil {
		return none, inFile(p, c.Picture+" with "+c.Known, err)
	}
	result := riverboat.Game{}.Score(state)
	result.Doubts = append(result.Doubts, doubtsOf(reading, seen, state)...)
	p.say.Explain(&result)
	if c.Proof != "" {
		drawn, err := reader.Proof(frame, reading, p.proofMats(state, result, reading))
		if err != nil {
			return none, err
		}
		if err := calibration.WriteFile(c.Proof, drawn); err != nil {
			return none, fmt.Errorf("write the proof: %w", err)
		}
	}
	return result, nil
}

// surelyPlanting reports whether some worker surely stands on a bare field.
func surelyPlanting(reading *vision.Reading) bool {
	for _, p := range reading.Players {
		for _, h := range p.Hexes {
			if !h.Hidden && h.Worker && h.Crop == nil && h.Confidence >= sure {
				return true
			}
		}
	}
	return false
}

// seenBy hands a reading to the rules: names instead of pixels.
func seenBy(profile *calibration.Profile, reading *vision.Reading) ([]riverboat.Seen, error) {
	var out []riverboat.Seen
	for i, p := range reading.Players {
		s := riverboat.Seen{Player: p.Name, HarborMaster: p.HarborMaster, Agents: p.Agents}
		if !p.Found {
			out = append(out, s)
			continue
		}
		s.Mat = mat.NewMat(profile.Mats[i].Template)
		s.Boats = append([]string{}, p.Riverboats...)
		for k, h := range p.Hexes {
			if h.Hidden {
				s.Hidden = append(s.Hidden, h.ID)
				continue
			}
			on := mat.Contents{Worker: h.Worker, Barn: h.Barn, Well: h.Well, Surveyor: h.Surveyor}
			if h.Crop != nil {
				crop, err := mat.ParseCrop(*h.Crop)
				if err != nil {
					return nil, fmt.Errorf("take over what lies on %s: %w", h.ID, err)
				}
				on.Crop = crop
			}
			s.Mat.On[k] = on
		}
		out = append(out, s)
	}
	return out, nil
}

// trackOf returns the harbor track as marked, or nil.
func trackOf(profile *calibration.Profile) *riverboat.Track {
	for _, m := range profile.Mats {
		if h := m.Harbor; h != nil {
			return &riverboat.Track{Steps: h.Steps, Notches: h.Notches}
		}
	}
	return nil
}

// doubtsOf lists what the eye wasn't sure of, unless somebody said otherwise.
func doubtsOf(reading *vision.Reading, seen []riverboat.Seen, state *riverboat.State) []scoring.Doubt {
	var out []scoring.Doubt
	for i, p := range reading.Players {
		var unsure []string
		for k, h := range p.Hexes {
			if !h.Hidden && h.Confidence < sure && state.Players[i].Mat.On[k] == seen[i].Mat.On[k] {
				unsure = append(unsure, h.ID)
			}
		}
		if len(unsure) > 0 {
			out = append(out, scoring.Doubt{Player: p.Name, Spaces: unsure, Message: scoring.Msg("doubt.unsure")})
		}
		for _, sentence := range p.Problems {
			out = append(out, scoring.Doubt{Player: p.Name, Message: scoring.Msg("doubt.eye", "problem", sentence)})
		}
	}
	return out
}

// proofMats says what to draw: complete colors, barns' rings, wells' groups,
// doubtful hexes, the boats reached, and the points beside them.
func (p *program) proofMats(state *riverboat.State, result scoring.Result, reading *vision.Reading) []vision.ProofMat {
	var out []vision.ProofMat
	for i, r := range result.Players {
		m := vision.ProofMat{Title: r.Name, Total: strconv.Itoa(r.Total), Boats: state.Reached(i)}
		for _, l := range r.Lines {
			m.Lines = append(m.Lines, vision.ProofLine{
				Name: p.say.Name(result.Game, "category-"+l.Category), Points: strconv.Itoa(l.Points), Note: l.Note,
			})
			if l.Category == "fields" {
				m.Outlines = append(m.Outlines, vision.Outline{Hexes: l.Spaces, Paint: vision.PaintField})
			}
		}
		for _, f := range state.Features(i) {
			paint := vision.PaintRing
			if f.Well {
				paint = vision.PaintGroup
			}
			m.Outlines = append(m.Outlines, vision.Outline{Hexes: f.Counted, Paint: paint, At: f.Hex, Label: strconv.Itoa(f.Worth)})
		}
		for _, h := range reading.Players[i].Hexes {
			if !h.Hidden && h.Confidence < sure {
				m.Outlines = append(m.Outlines, vision.Outline{Hexes: []string{h.ID}, Paint: vision.PaintDoubt, At: h.ID, Label: "?"})
			}
		}
		out = append(out, m)
	}
	return out
}
