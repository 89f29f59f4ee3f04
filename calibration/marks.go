package calibration

import (
	"bytes"
	"encoding/json"
	"fmt"

	"harbormaster/mat"
)

// MarkedHarbor is a harbor track as tapped, in pixels of the empty picture.
type MarkedHarbor struct {
	First   mat.Point
	Last    mat.Point
	Steps   int
	Notches []int
}

// MarkedPlayer is what a user marked of one player's mat.
type MarkedPlayer struct {
	Name string
	// Tags are the numbers of the cards beside the mat, clockwise from the top
	// left seen by the player; or there are Corners, the mat's own, in pixels.
	Tags       []int
	Corners    []mat.Point
	Harbor     *MarkedHarbor
	AgentsArea []mat.Point // px
}

// Marks is what a user marks once on the picture of the empty table, players
// in order of play.
type Marks struct{ Players []MarkedPlayer }

type marksJSON struct {
	Players []struct {
		Name    string       `json:"name"`
		Tags    []int        `json:"tags"`
		Corners [][2]float64 `json:"corners"`
		Harbor  *struct {
			First   *[2]float64 `json:"first"`
			Last    *[2]float64 `json:"last"`
			Steps   int         `json:"steps"`
			Notches []int       `json:"notches"`
		} `json:"harbor"`
		AgentsArea [][2]float64 `json:"agents_area"`
	} `json:"players"`
}

// ParseMarks reads a marks file. Unknown keys, players without a place, tags
// used twice and tracks without an end are refused by name.
func ParseMarks(data []byte) (*Marks, error) {
	var j marksJSON
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&j); err != nil {
		return nil, fmt.Errorf("read the marks: %w", err)
	}
	if len(j.Players) == 0 {
		return nil, fmt.Errorf("read the marks: no players: name each with its tags or corners")
	}
	m := &Marks{}
	names, tags := map[string]bool{}, map[int]string{}
	for i, pj := range j.Players {
		p := MarkedPlayer{Name: pj.Name, Tags: pj.Tags}
		if p.Name == "" {
			return nil, fmt.Errorf("read the marks: player %d has no name", i+1)
		}
		if names[p.Name] {
			return nil, fmt.Errorf("read the marks: two players are called %q", p.Name)
		}
		names[p.Name] = true
		switch {
		case len(pj.Tags) > 0 && len(pj.Corners) > 0:
			return nil, fmt.Errorf("read the marks: %s has both tags and corners: give one of them", p.Name)
		case len(pj.Tags) > 0 && len(pj.Tags) != 4:
			return nil, fmt.Errorf("read the marks: %s has %d tags, want the four cards beside the mat", p.Name, len(pj.Tags))
		case len(pj.Tags) == 0 && len(pj.Corners) != 4:
			return nil, fmt.Errorf("read the marks: %s has %d corners and no tags, want four corners clockwise from the top left seen by the player", p.Name, len(pj.Corners))
		}
		for _, t := range p.Tags {
			if t < 0 || t >= TagCount {
				return nil, fmt.Errorf("read the marks: %s has tag %d, 36h11 has 0 to %d", p.Name, t, TagCount-1)
			}
			if who, twice := tags[t]; twice {
				return nil, fmt.Errorf("read the marks: tag %d is at both %s and %s", t, who, p.Name)
			}
			tags[t] = p.Name
		}
		for _, c := range pj.Corners {
			p.Corners = append(p.Corners, point(c))
		}
		if h := pj.Harbor; h != nil {
			if h.First == nil || h.Last == nil || h.Steps < 1 || *h.First == *h.Last {
				return nil, fmt.Errorf("read the marks: %s's harbor needs first, last (two places) and steps of 1 or more", p.Name)
			}
			for _, n := range h.Notches {
				if n < 0 || n > h.Steps {
					return nil, fmt.Errorf("read the marks: %s's harbor has a notch at %d, the track ends at %d", p.Name, n, h.Steps)
				}
			}
			p.Harbor = &MarkedHarbor{point(*h.First), point(*h.Last), h.Steps, h.Notches}
		}
		if n := len(pj.AgentsArea); n > 0 && n < 3 {
			return nil, fmt.Errorf("read the marks: %s's agents_area has %d corners, want three or more", p.Name, n)
		}
		for _, c := range pj.AgentsArea {
			p.AgentsArea = append(p.AgentsArea, point(c))
		}
		m.Players = append(m.Players, p)
	}
	return m, nil
}

// TagCount is how many cards the AprilTag family 36h11 has.
const TagCount = 587

// MarksFromTags makes the marks of a table without a marks file from the
// cards in view: cards 0-3 are player-1's, 4-7 player-2's and so on. Players
// of whom fewer than three cards are seen are left out.
func MarksFromTags(seen []int) *Marks {
	count := map[int]int{}
	for _, id := range seen {
		count[id/4]++
	}
	m := &Marks{}
	for n := range (TagCount + 3) / 4 {
		if count[n] >= 3 {
			m.Players = append(m.Players, MarkedPlayer{Name: fmt.Sprintf("player-%d", n+1), Tags: []int{4 * n, 4*n + 1, 4*n + 2, 4*n + 3}})
		}
	}
	return m
}
