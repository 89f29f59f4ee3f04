package river

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
	"harbormaster/tracking"
)

// recorded is one session of table pictures as the eye read it, with the
// truth beside it: no picture is needed to follow it again.
type recorded struct {
	Track   riverboat.Track `json:"harbor_track"`
	Final   []map[string]any
	Players []struct {
		Name        string
		Orientation mat.Orientation
		Hexes       [][4]any
	}
	Pictures []picture
}

type picture struct {
	Picture string
	Hand    bool
	Action  *scoring.Action
	Read    []struct {
		Found      bool
		On         string
		Sure       []float64
		Harbor     *int
		HarborSure float64 `json:"harbor_sure"`
		Boats      []string
		BoatsSure  []float64 `json:"boats_sure"`
		Agents     *int
		AgentsSure float64 `json:"agents_sure"`
	}
	Truth []truth
}

type truth struct {
	On                       string
	Harbor, Agents           int
	Boats                    []string
	Coins, Surveyors, Points int
	Tiles                    []int
}

func load(t testing.TB, name string) recorded {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var r recorded
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r recorded) templates(t testing.TB) []*mat.Template {
	t.Helper()
	var out []*mat.Template
	for _, p := range r.Players {
		var spaces []mat.Space
		for _, h := range p.Hexes {
			field, err := mat.ParseField(h[3].(string))
			if err != nil {
				t.Fatal(err)
			}
			spaces = append(spaces, mat.Space{ID: h[0].(string), At: mat.Axial{Q: int(h[1].(float64)), R: int(h[2].(float64))}, Field: field})
		}
		template, err := mat.NewTemplate(p.Orientation, spaces)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, template)
	}
	return out
}

// contents reads one hex as the mats' notation writes it.
func contents(code string) mat.Contents {
	var c mat.Contents
	for _, letter := range code {
		switch letter {
		case '!':
			c.Worker = true
		case '#':
			c.Barn = true
		case 'o':
			c.Well = true
		case '^':
			c.Surveyor = true
		default:
			c.Crop = mat.Crop(max(0, strings.IndexRune(".TWCPK", letter)))
		}
	}
	return c
}

func (r recorded) sights(p picture) []tracking.SideSight {
	var out []tracking.SideSight
	for i, read := range p.Read {
		s := tracking.SideSight{
			Player: r.Players[i].Name, Found: read.Found, Harbor: read.Harbor, HarborConfidence: read.HarborSure / 100,
			Agents: read.Agents, AgentsConfidence: read.AgentsSure / 100,
		}
		for k, code := range strings.Fields(read.On) {
			h := tracking.HexSight{Hidden: code == "?", Confidence: read.Sure[k] / 100}
			if !h.Hidden {
				h.On = contents(code)
			}
			s.Hexes = append(s.Hexes, h)
		}
		for k, b := range read.Boats {
			s.Boats = append(s.Boats, tracking.BoatSight{Type: b, Confidence: read.BoatsSure[k] / 100})
		}
		out = append(out, s)
	}
	return out
}

// known is what the people at the table would say at that picture.
func (r recorded) known(p picture) []byte {
	var players []map[string]any
	for i, t := range p.Truth {
		players = append(players, map[string]any{
			"name": r.Players[i].Name, "coins": t.Coins, "surveyors_in_supply": t.Surveyors, "phase_tiles": t.Tiles, "track_vp": t.Points,
		})
	}
	data, _ := json.Marshal(map[string]any{"players": players})
	return data
}

// wrong lists where the state isn't what lies on the table.
func (r recorded) wrong(p picture, s *riverboat.State) []string {
	var out []string
	for i, t := range p.Truth {
		is := s.Players[i]
		for k, code := range strings.Fields(t.On) {
			if want := contents(code); is.Mat.On[k] != want {
				out = append(out, fmt.Sprintf("%s %s is %+v, not %s", is.Name, is.Mat.Space(k).ID, is.Mat.On[k], code))
			}
		}
		var boats []string
		for _, b := range is.Boats {
			boats = append(boats, b.String())
		}
		if !slices.Equal(boats, t.Boats) {
			out = append(out, fmt.Sprintf("%s boats %v, not %v", is.Name, boats, t.Boats))
		}
		if is.HarborMaster != t.Harbor || is.Agents != t.Agents {
			out = append(out, fmt.Sprintf("%s harbor master %d, not %d; agents %d, not %d", is.Name, is.HarborMaster, t.Harbor, is.Agents, t.Agents))
		}
	}
	return out
}

// follow runs a whole session and returns its lines.
func (r recorded) follow(t testing.TB, told bool) []Line {
	t.Helper()
	f := New(r.templates(t), r.Track, tracking.Single())
	var out []Line
	for _, p := range r.Pictures {
		var known []byte
		if told {
			known = r.known(p)
		}
		next, line, err := f.Look(r.sights(p), known)
		if err != nil {
			t.Fatalf("%s: %v", p.Picture, err)
		}
		f, out = next, append(out, line)
	}
	return out
}

// Each recorded session is followed with and without the answers of the people
// at the table. Every picture without a hand shows exactly what the state then
// says, and no question is asked: there is none that the rules can't settle.
func TestSessions(t *testing.T) {
	for _, name := range []string{"demo", "live", "rough", "four", "flat"} {
		for _, told := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s told %v", name, told), func(t *testing.T) {
				r := load(t, name)
				lines := r.follow(t, told)
				for i, line := range lines {
					p := r.Pictures[i]
					for _, q := range line.Questions {
						t.Errorf("%s: asked %v", p.Picture, q)
					}
					if p.Hand {
						r.nothingWrong(t, i, line.State)
						continue
					}
					for _, w := range r.wrong(p, line.State) {
						t.Errorf("%s: %s", p.Picture, w)
					}
				}
				if name == "live" {
					r.named(t, lines, told)
				} else if told { // the live session's game goes on after its last picture
					r.scores(t, lines)
				}
			})
		}
	}
}

// nothingWrong: under a hand a place may keep the state it last showed.
func (r recorded) nothingWrong(t *testing.T, at int, s *riverboat.State) {
	t.Helper()
	for i := range s.Players {
		before := make([]string, s.Players[i].Mat.Len())
		if at > 0 {
			before = strings.Fields(r.Pictures[at-1].Truth[i].On)
		}
		for k, code := range strings.Fields(r.Pictures[at].Truth[i].On) {
			if is := s.Players[i].Mat.On[k]; is != contents(code) && is != contents(before[k]) {
				t.Errorf("%s: %s's %s is %+v, which is neither %q nor %q", r.Pictures[at].Picture, s.Players[i].Name, s.Players[i].Mat.Space(k).ID, is, before[k], code)
			}
		}
	}
}

// scores: what the last picture shows, with what the people at the table know,
// scores what the whole game scored.
func (r recorded) scores(t *testing.T, lines []Line) {
	t.Helper()
	data, err := json.Marshal(lines[len(lines)-1].State)
	if err != nil {
		t.Fatal(err)
	}
	state, err := riverboat.Game{}.ReadState(data) // as a file, like everybody else gets it
	if err != nil {
		t.Fatal(err)
	}
	result := riverboat.Game{}.Score(state)
	for i, p := range result.Players {
		for _, l := range p.Lines {
			if want := r.Final[i][l.Category]; want != float64(l.Points) {
				t.Errorf("%s's %s scores %d, want %v", p.Name, l.Category, l.Points, want)
			}
		}
	}
	for _, d := range result.Doubts {
		t.Errorf("%s %v %v", d.Player, d.Spaces, d.Message)
	}
}

// named: with a picture after every action each is named, on the picture that
// first shows it or, where a hand is in the way, on the next, followed by what
// it brought.
func (r recorded) named(t *testing.T, lines []Line, told bool) {
	t.Helper()
	named := map[string]bool{}
	brought := map[string][]string{
		"42-r2-029-ship.jpg":        {"harbor 1", "ship 4", "barn"},
		"46-r2-032-opportunity.jpg": {"opportunity", "harbor 2"},
	}
	for i, line := range lines {
		p := r.Pictures[i]
		want := p.Action
		var did []string
		for _, a := range line.Actions {
			named[actionKey(a)] = true
			if a.Do == scoring.Bulk {
				t.Errorf("%s: taken over in bulk: %s", p.Picture, a.Set)
			}
			word := strings.TrimSpace(a.Do + " " + a.Boat)
			if a.Count > 0 {
				word += fmt.Sprint(" ", a.Count)
			}
			did = append(did, word)
		}
		if b, ok := brought[p.Picture]; ok && !slices.Equal(did, b) {
			t.Errorf("%s: %v, want %v", p.Picture, did, b)
		}
		// What leaves nothing on the table can only be told.
		if want == nil || p.Hand || !told && len(want.Hexes) == 0 && want.Space != "harbor2" {
			continue
		}
		if !named[actionKey(*want)] {
			t.Errorf("%s: %s isn't named by then, but %v", p.Picture, actionKey(*want), line.Actions)
		}
	}
	if n := len(named); n > 40 {
		t.Errorf("%d actions are named, more than were done", n)
	}
}

func actionKey(a scoring.Action) string {
	points := 0
	if a.Points != nil {
		points = *a.Points
	}
	return fmt.Sprint(a.Player, a.Do, a.Boat, a.Kind, a.Space, slices.Sorted(slices.Values(a.Hexes)), points)
}

// A round of which a stream shows every action is entered as it was played: each
// picture is read three times, and nothing that the rules can settle is asked.
func TestRoundIsEnteredFromAStream(t *testing.T) {
	r := load(t, "live")
	s := riverboat.Found(seen(first(t, r)), r.Track)
	s, err := s.Told(r.known(r.Pictures[0]))
	if err != nil {
		t.Fatal(err)
	}
	f := New(r.templates(t), r.Track, tracking.Steady()).Stand(s)
	play := s
	for _, p := range r.Pictures {
		for range 3 {
			next, line, err := f.Look(r.sights(p), nil)
			if err != nil {
				t.Fatalf("%s: %v", p.Picture, err)
			}
			for _, q := range line.Questions {
				t.Errorf("%s: asked %s %s %v", p.Picture, q.Player, q.Key, q.Params)
			}
			var at scoring.State = play
			for _, m := range line.Moves {
				t.Logf("%s: %s %s %v", p.Picture, m.Player, m.Do, m.Hexes)
				if at, _, err = (riverboat.Game{}).Apply(at, m.Action); err != nil {
					t.Fatalf("%s: %v", p.Picture, err)
				}
			}
			if len(line.Moves) > 0 {
				play = at.(*riverboat.State)
				next = next.Entered(play)
			}
			f = next
		}
	}
	for _, wrong := range r.wrong(r.Pictures[len(r.Pictures)-1], play) {
		t.Error(wrong)
	}
}

func first(t testing.TB, r recorded) tracking.View {
	t.Helper()
	table, err := tracking.NewTable(r.templates(t), r.sights(r.Pictures[0]))
	if err != nil {
		t.Fatal(err)
	}
	return table.View()
}
