package river

import (
	"encoding/json"
	"slices"
	"testing"

	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
	"harbormaster/scoring/say"
	"harbormaster/tracking"
)

const empty7 = "pointy / 0,0 h. h. s. s. c. c. d."

// scene follows scripted readings of one player's mat beside another's that
// stays as it is.
type scene struct {
	t *testing.T
	f Follower
}

func begin(t *testing.T, line string, boats ...string) *scene {
	t.Helper()
	m := parse(t, line)
	s := &scene{t: t, f: New([]*mat.Template{m.Template, m.Template}, riverboat.Track{Steps: 20, Notches: []int{2, 4, 6}}, tracking.Single())}
	s.see(line, 0, 0, boats...)
	return s
}

func parse(t *testing.T, line string) mat.Mat {
	t.Helper()
	m, err := mat.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func (s *scene) see(line string, harbor, agents int, boats ...string) Line {
	s.t.Helper()
	out := s.look(s.reading(line, harbor, agents, boats...))
	return out
}

func (s *scene) reading(line string, harbor, agents int, boats ...string) []tracking.SideSight {
	zero := 0
	var hexes, none []tracking.HexSight
	for _, c := range parse(s.t, line).On {
		hexes = append(hexes, tracking.HexSight{On: c, Confidence: 0.95})
		none = append(none, tracking.HexSight{Confidence: 0.95})
	}
	red := tracking.SideSight{Player: "red", Found: true, Hexes: hexes, Harbor: &harbor, HarborConfidence: 0.99, Agents: &agents, AgentsConfidence: 0.99}
	for _, b := range boats {
		red.Boats = append(red.Boats, tracking.BoatSight{Type: b, Confidence: 0.95})
	}
	blue := tracking.SideSight{Player: "blue", Found: true, Hexes: none, Harbor: &zero, HarborConfidence: 0.99, Agents: &zero, AgentsConfidence: 0.99}
	return []tracking.SideSight{red, blue}
}

func (s *scene) look(r []tracking.SideSight) Line {
	s.t.Helper()
	next, line, err := s.f.Look(r, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	s.f = next
	return line
}

// did lists what a line names, without crops and points.
func did(l Line) []string {
	out := []string{}
	for _, a := range l.Actions {
		text := a.Do
		if a.Boat != "" {
			text += " " + a.Boat
		}
		for _, h := range a.Hexes {
			text += " " + h
		}
		out = append(out, text)
	}
	return out
}

func (s *scene) want(l Line, actions []string, questions ...string) {
	s.t.Helper()
	if got := did(l); !slices.Equal(got, actions) {
		s.t.Errorf("did %q, want %q", got, actions)
	}
	keys := []string{}
	for _, q := range l.Questions {
		keys = append(keys, q.Key)
	}
	if !slices.Equal(keys, append([]string{}, questions...)) {
		s.t.Errorf("asked %q, want %q", keys, questions)
	}
}

// Two hexes covered at once: one tile of two or two of one? The shorter is
// named, and since they score differently it is asked.
func TestOneTileOrTwo(t *testing.T) {
	s := begin(t, "pointy / 0,0 h! h! s. s. c. c. d!")
	l := s.see("pointy / 0,0 hC! hT! s. s. c. c. d!", 0, 0)
	s.want(l, []string{"plant A1 A2"}, "tracking.several")
	if p := l.Actions[0].Points; p == nil || *p != 1 {
		t.Errorf("points %v, want 1", p)
	}
	// With the points told there is no doubt at all.
	s = begin(t, "pointy / 0,0 h! h! s. s. c. c. d!")
	next, l, err := s.f.Look(s.reading("pointy / 0,0 hC! hT! s. s. c. c. d!", 0, 0), []byte(`{"players":[{"name":"red","track_vp":0}]}`))
	if err != nil {
		t.Fatal(err)
	}
	s.f = next
	s.want(l, []string{"plant A1", "plant A2"})
}

// A second doubt of the kind is a question of its own, also while nobody has
// answered the first: the two don't settle each other.
func TestOneTileOrTwoOnceMore(t *testing.T) {
	s := begin(t, "pointy / 0,0 h! h! s. s. c! c! d!")
	s.want(s.see("pointy / 0,0 hC! hT! s. s. c! c! d!", 0, 0), []string{"plant A1 A2"}, "tracking.several")
	s.want(s.see("pointy / 0,0 hC! hT! s. s. cK! cW! d!", 0, 0), []string{"plant A5 A6"}, "tracking.several")
}

// What is asked is what differs, of whom it differs, and in no language: what the
// other player did meanwhile is no doubt, and the close-up shows the right mat.
func TestOnlyWhatDiffersIsAsked(t *testing.T) {
	s := begin(t, "pointy / 0,0 h! h! s. s. c. c. d!")
	r := s.reading("pointy / 0,0 h! h! s. s. c. c. d!", 0, 0)
	r[1].Hexes[0].On.Worker = true
	s.look(r)
	r = s.reading("pointy / 0,0 hC! hT! s. s. c. c. d!", 0, 0)
	r[1].Hexes[0].On.Worker, r[1].Hexes[0].On.Crop = true, mat.Corn
	l := s.look(r)
	if len(l.Questions) != 1 {
		t.Fatalf("asked %+v", l.Questions)
	}
	q := l.Questions[0]
	slices.Sort(q.Spaces)
	if q.Player != "red" || !slices.Equal(q.Spaces, []string{"A1", "A2"}) {
		t.Errorf("asked of %s about %v", q.Player, q.Spaces)
	}
	if len(q.Ways) != 2 || q.Ways[0].Text != "red: A1+A2" || q.Ways[1].Text != "red: A1 & A2" {
		t.Errorf("the ways are %+v", q.Ways)
	}
}

// Hexes that don't touch can't be one tile.
func TestApartIsTwoTiles(t *testing.T) {
	s := begin(t, "pointy / 0,0 h! h. s! s. c. c. d!")
	s.want(s.see("pointy / 0,0 hC! h. sC! s. c. c. d!", 0, 0), []string{"plant A1", "plant A3"})
}

// A boat, the workers it took, the harbor master and the barn it brought.
func TestBoatWithAllItBrings(t *testing.T) {
	s := begin(t, "pointy / 0,0 hC! hC! sC! sC! cT! cT! d.")
	l := s.see("pointy / 0,0 hC hC sC sC cT! cT! d#", 0, 0, "4")
	s.want(l, []string{"ship 4 A1 A2 A3 A4", "barn A7"})
	l = s.see("pointy / 0,0 hC hC sC sC cT cT d#", 2, 0, "4", "2a")
	s.want(l, []string{"ship 2a A5 A6", "harbor"})
}

// A boat read as its twin is put right by the harbor master's steps.
func TestTwinIsSettledByTheHarborMaster(t *testing.T) {
	s := begin(t, "pointy / 0,0 hC! hC! sT! sT! cT! cT! dK!")
	s.want(s.see("pointy / 0,0 hC! hC! sT! sT! cT! cT! dK", 3, 0, "1"), []string{"ship 1 A7", "harbor"})
	r := s.reading("pointy / 0,0 hC hC sT! sT! cT! cT! dK", 5, 0, "1", "2b")
	r[0].Boats[1].Confidence = 0.6
	l := s.look(r)
	s.want(l, []string{"ship 2a A1 A2", "harbor"})
}

// An unsure reading counts where the rules make no sense without it.
func TestRulesConfirmAnUnsureReading(t *testing.T) {
	s := begin(t, "pointy / 0,0 hC! hC! sT! sT! cT! cT! d.")
	r := s.reading("pointy / 0,0 hC hC sT! sT! cT! cT! d.", 2, 0, "2a")
	r[0].Hexes[1].Confidence = 0.5
	s.want(s.look(r), []string{"ship 2a A1 A2", "harbor"})
}

// A crop without boat or worker is asked about and taken as seen.
func TestUnexplainedIsAsked(t *testing.T) {
	s := begin(t, "pointy / 0,0 hC! hC! sT! s. c. c. d.")
	l := s.see("pointy / 0,0 hC! hC! sT! sK c. c. d.", 0, 0)
	s.want(l, []string{"bulk"}, "tracking.unexplained")
	if q := l.Questions[0]; q.Player != "red" || !slices.Equal(q.Spaces, []string{"A4"}) {
		t.Errorf("asked of %s about %v", q.Player, q.Spaces)
	}
	var set struct {
		Players map[string]struct{ Hexes map[string]any }
	}
	if err := json.Unmarshal(l.Actions[0].Set, &set); err != nil || len(set.Players["red"].Hexes) != 1 {
		t.Errorf("the bulk action sets %s (%v)", l.Actions[0].Set, err)
	}
}

// A barn that is steadily gone is asked about once and kept.
func TestContraryIsAskedOnce(t *testing.T) {
	s := begin(t, "pointy / 0,0 hC! hC! sT! s. c. c. d#")
	for range 4 {
		s.want(s.see("pointy / 0,0 hC! hC! sT! s. c. c. d#", 0, 0), []string{})
	}
	gone := "pointy / 0,0 hC! hC! sT! s. c. c. d."
	s.want(s.see(gone, 0, 0), []string{})
	l := s.see(gone, 0, 0)
	s.want(l, []string{}, "tracking.contrary")
	if !l.State.Players[0].Mat.On[6].Barn {
		t.Error("the barn is given up before anybody was asked")
	}
	s.want(s.see(gone, 0, 0), []string{})
}

// Under a hand nothing is taken over that the rules don't explain, and the
// next free picture shows it all.
func TestHandWaits(t *testing.T) {
	s := begin(t, "pointy / 0,0 hC! hC! sT! sT! c. c. d.")
	r := s.reading("pointy / 0,0 hC hC sT! sT! c. c. d.", 2, 0, "2a")
	r[0].Hexes[0] = tracking.HexSight{Hidden: true}
	l := s.look(r)
	s.want(l, []string{})
	if n := len(l.State.Players[0].Boats); n != 0 {
		t.Errorf("%d boats under a hand", n)
	}
	s.want(s.see("pointy / 0,0 hC hC sT! sT! c. c. d.", 2, 0, "2a"), []string{"ship 2a A1 A2", "harbor"})
}

// A tile that reaches under a hand isn't taken for the part that shows.
func TestTileUnderAHandWaits(t *testing.T) {
	s := begin(t, "pointy / 0,0 h! h! s. s! c. c. d.")
	r := s.reading("pointy / 0,0 hC! h! s. s! c. c. d.", 0, 0)
	r[0].Hexes[1] = tracking.HexSight{Hidden: true}
	s.want(s.look(r), []string{})
	if l := s.see("pointy / 0,0 hC! hT! s. s! c. c. d.", 0, 0); l.Actions[0].Hexes[1] != "A2" {
		t.Errorf("did %v", did(l))
	}
	r = s.reading("pointy / 0,0 hC! hT! s. sK! c. c. d.", 0, 0)
	r[0].Hexes[6] = tracking.HexSight{Hidden: true}
	s.want(s.look(r), []string{"plant A4"})
}

// Where whole phases were missed, what is seen is taken over at once, nothing
// is asked, and the counters are known to be missing.
func TestMissedPhases(t *testing.T) {
	s := begin(t, empty7)
	l := s.see("pointy / 0,0 hC! hC! sT! sT! cK! cK! dC!", 0, 0)
	s.want(l, []string{"bulk"})
	if !l.Missed {
		t.Error("the counters aren't said to be missing")
	}
	s.want(s.see("pointy / 0,0 hC hC sT! sT! cK! cK! dC!", 2, 0, "2a"), []string{"ship 2a A1 A2", "harbor"})
}

// What can hardly be made out then is asked about.
func TestMissedPhasesAskWhatIsUnsure(t *testing.T) {
	s := begin(t, empty7)
	r := s.reading("pointy / 0,0 hC! hC! sT! sT! cK! cK! dC!", 0, 0)
	r[0].Hexes[3].Confidence = 0.5
	l := s.look(r)
	s.want(l, []string{"bulk"}, "tracking.unsure")
	if !slices.Equal(l.Questions[0].Spaces, []string{"A4"}) || l.State.Players[0].Mat.On[3].Crop != mat.Turnip {
		t.Errorf("asked about %v", l.Questions[0].Spaces)
	}
}

func TestMisuse(t *testing.T) {
	m := parse(t, empty7)
	f := New([]*mat.Template{m.Template}, riverboat.Track{}, tracking.Single())
	if _, _, err := f.Look(nil, nil); err == nil {
		t.Error("a reading of nobody is taken")
	}
	s := begin(t, empty7)
	for _, known := range []string{`[]`, `{"players":1}`, `{"players":[{"name":"green","coins":1}]}`, `{"players":[{"name":"red","coins":-1}]}`, `{"players":[{"name":"red","gold":1}]}`} {
		if _, _, err := s.f.Look(s.reading(empty7, 0, 0), []byte(known)); err == nil {
			t.Errorf("%s is taken", known)
		}
	}
}

// Every question has its sentence.
func TestQuestionsHaveSentences(t *testing.T) {
	speaker, err := say.New("en", tracking.Messages())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []scoring.Message{
		scoring.Msg("tracking.several", "ways", []string{"a"}), scoring.Msg("tracking.unexplained", "spaces", []string{"A1"}, "what", []string{"barn"}),
		scoring.Msg("tracking.unmoved", "spaces", []string{"A1"}, "what", []string{"barn"}),
		scoring.Msg("tracking.contrary", "spaces", []string{"A1"}), scoring.Msg("tracking.unsure", "spaces", []string{"A1"}),
	} {
		if err := speaker.Check(m); err != nil {
			t.Error(err)
		}
	}
}
