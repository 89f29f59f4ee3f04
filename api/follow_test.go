package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"harbormaster/api"
	"harbormaster/history"
	"harbormaster/live/follow"
	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/session"
	"harbormaster/tracking"
)

// desk is a camera's side that sees what a test lays out: the keeper is the
// service's own.
type desk struct {
	*follow.Keeper
	plays *session.Plays
	store interface {
		Proof(ctx context.Context, play string) (history.Proof, error)
	}
	mu     sync.Mutex
	play   string
	sights []tracking.SideSight
	mats   map[string]string
	lost   bool
	news   chan struct{}
}

func (d *desk) CameraStatus() api.CameraStatus {
	d.mu.Lock()
	defer d.mu.Unlock()
	is := d.Status()
	out := api.CameraStatus{Camera: map[string]any{"status": "ok"}, Play: is.Play, Questions: is.Questions, Unsure: is.Unsure, Mats: []api.WatchedMat{{Mat: "player-1", Found: true}}, Problems: []api.EyeProblem{}}
	if d.lost {
		out.Camera = map[string]any{"status": "lost", "error": "it is unplugged"}
		out.Problems = append(out.Problems, api.EyeProblem{Mat: "player-1", Message: scoring.Msg("live.dark", "mat", "player-1")})
	}
	return out
}

func (d *desk) News() <-chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.news
}

// tell has the streams look.
func (d *desk) tell(lost bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lost = lost
	close(d.news)
	d.news = make(chan struct{})
}

func (d *desk) QuestionPicture(play, id string) []byte { return d.CloseUp(play, id) }

func (d *desk) Answer(ctx context.Context, play, id string, r follow.Reply) (*session.View, error) {
	v, _, err := d.Keeper.Answer(ctx, play, id, r)
	return v, err
}

func (d *desk) Count(ctx context.Context, play string, picture []byte, who string) (*session.View, error) {
	if len(picture) > 0 && string(picture) != "picture" {
		return nil, &session.Failure{Reason: session.Invalid, What: "it is no picture"}
	}
	return d.Keeper.Count(ctx, play, d.sighting(), who)
}

func (d *desk) SetMats(_ context.Context, _ string, seats map[string]string) error {
	d.mats = seats
	return nil
}

func (d *desk) Proof(ctx context.Context, play string) (history.Proof, error) {
	return d.store.Proof(ctx, play)
}

func (d *desk) Figures() api.FollowFigures { return api.FollowFigures{Pictures: 7, Late: time.Second} }

func (d *desk) sighting() follow.Sighting {
	s := follow.Sighting{Picture: "p", At: time.Now(), Single: true, CloseUp: func(string, string) []byte { return []byte("close-up") }}
	for _, side := range d.sights {
		side.Hexes = append([]tracking.HexSight{}, side.Hexes...)
		s.Sights = append(s.Sights, side)
	}
	return s
}

const sevenHexes = "pointy / 0,0 h. h. s. s. c. c. d."

// follows serves with a desk and a play on two small mats.
func follows(t *testing.T) (*service, *desk) {
	t.Helper()
	d := &desk{news: make(chan struct{})}
	s := serve(t, func(o *api.Options) {
		d.plays = o.Plays
		d.Keeper = follow.New(follow.Options{Plays: o.Plays, Now: time.Now, Log: slog.New(slog.DiscardHandler),
			Current: func(context.Context) (string, error) { return d.play, nil }})
		o.Follow = d
	})
	d.store = s.store
	var v session.View
	s.ask("POST", "/api/v1/sessions", map[string]any{"game": "riverboat", "seats": []session.Seat{{Name: "Ann"}, {Name: "Bo"}},
		"settings": json.RawMessage(`{"harbor_track":{"steps":20,"notches":[2,4,6]},"mats":["` + sevenHexes + `"]}`)}).wants(t, 201, &v)
	d.play = v.Play
	for _, name := range []string{"player-1", "player-2"} {
		zero := 0
		side := tracking.SideSight{Player: name, Found: true, Harbor: &zero, HarborConfidence: 0.99, Agents: &zero, AgentsConfidence: 0.99}
		for range 7 {
			side.Hexes = append(side.Hexes, tracking.HexSight{Confidence: 0.95})
		}
		d.sights = append(d.sights, side)
	}
	return s, d
}

func (d *desk) lay(t *testing.T, seat, hex int, on mat.Contents) {
	t.Helper()
	d.sights[seat].Hexes[hex].On = on
	if _, err := d.See(t.Context(), d.sighting()); err != nil {
		t.Fatal(err)
	}
}

type questions struct {
	Session   string
	Number    int64
	Unsure    []string
	Questions []struct {
		ID, Key, Text, Player string
		Spaces                []string
		Points                int
		CloseUp               bool `json:"close_up"`
		Form                  json.RawMessage
		Answers               []struct {
			ID, Text string
			Actions  []scoring.Action
		}
	}
}

// A barn that turns into a crop can't come about by play: it is asked, with the
// close-up and what each answer would enter, and answered.
func TestQuestionsOverHTTP(t *testing.T) {
	s, d := follows(t)
	d.lay(t, 0, 0, mat.Contents{Barn: true})
	d.lay(t, 0, 0, mat.Contents{Crop: mat.Corn})
	for range 5 {
		d.lay(t, 0, 0, mat.Contents{Crop: mat.Corn})
	}
	path := "/api/v1/plays/" + d.play + "/questions"
	var list questions
	s.ask("GET", path, nil).wants(t, 200, &list)
	if len(list.Questions) == 0 {
		t.Fatal("nothing is asked")
	}
	q := list.Questions[0]
	if q.Text == "" || q.Player != "Ann" || len(q.Answers) < 2 || !q.CloseUp {
		t.Errorf("asked: %+v", q)
	}
	if a := s.ask("GET", path+"/"+q.ID+"/picture.jpg", nil); a.status != 200 || string(a.body) != "close-up" {
		t.Errorf("its picture: %d %q", a.status, a.body)
	}
	s.ask("GET", path+"/99/picture.jpg", nil).refused(t, 404, "not-found")
	s.ask("POST", path+"/99/answer", map[string]any{"answer": "keep"}).refused(t, 404, "not-found")
	s.ask("POST", path+"/"+q.ID+"/answer", map[string]any{"answer": "perhaps"}).refused(t, 422, "invalid")
	s.ask("POST", path+"/"+q.ID+"/answer", map[string]any{}).refused(t, 422, "rule")
	s.ask("POST", path+"/"+q.ID+"/answer", map[string]any{"answer": q.Answers[len(q.Answers)-1].ID, "who": "Bo"}).wants(t, 200)
	var after questions
	s.ask("GET", path, nil).wants(t, 200, &after)
	for _, left := range after.Questions {
		if left.ID == q.ID {
			t.Errorf("it is still asked: %+v", left)
		}
	}
	s.ask("GET", "/api/v1/plays/nothing/questions", nil).refused(t, 404, "not-found")
}

// A game that nobody followed is counted: the table is taken over, the rest filled
// in, and it is in the history with its score.
func TestCountedOverHTTP(t *testing.T) {
	s, d := follows(t)
	d.sights[0].Hexes[0] = tracking.HexSight{On: mat.Contents{Barn: true}, Confidence: 0.95}
	d.sights[0].Hexes[1] = tracking.HexSight{On: mat.Contents{Crop: mat.Corn}, Confidence: 0.5} // hardly made out
	d.sights[1].Hexes[3].Hidden = true
	d.sights[0].Boats = []tracking.BoatSight{{Type: "1", Confidence: 0.99}}
	play := "/api/v1/plays/" + d.play
	s.ask("PUT", play+"/mats", map[string]any{"mats": map[string]string{"player-1": "Bo"}}).wants(t, 204)
	if d.mats["player-1"] != "Bo" {
		t.Errorf("the mats are %v", d.mats)
	}
	s.ask("PUT", play+"/mats", map[string]any{"mats": nil}).wants(t, 204)
	s.ask("PUT", play+"/mats", map[string]any{"mats": []int{1}}).refused(t, 422, "invalid")
	body, kind := form(t, "picture", "no picture")
	s.ask("POST", play+"/count", body, "Content-Type", kind).refused(t, 422, "invalid")
	body, kind = form(t, "picture", "picture")
	s.ask("POST", play+"/count", body, "Content-Type", kind).wants(t, 200)
	var v session.View
	s.ask("POST", play+"/count", nil).wants(t, 200, &v)
	var list questions
	s.ask("GET", play+"/questions", nil).wants(t, 200, &list)
	var keys []string
	for _, q := range list.Questions {
		keys = append(keys, q.Key)
	}
	if got := strings.Join(keys, " "); !strings.Contains(got, "tracking.unsure") || !strings.Contains(got, "follow.hidden") || !strings.Contains(got, "follow.end") {
		t.Errorf("asked: %q", got)
	}
	if got := strings.Join(list.Unsure, " "); !strings.Contains(got, "Ann") {
		t.Errorf("unsure: %q", got)
	}
	for _, q := range list.Questions {
		if q.Key != "follow.end" {
			continue
		}
		if !strings.Contains(string(q.Form), `"coins"`) {
			t.Errorf("the form is %s", q.Form)
		}
		s.ask("POST", play+"/questions/"+q.ID+"/answer", map[string]any{"answer": "finish", "set": json.RawMessage(`{"planets":{}}`)}).refused(t, 422, "invalid")
		s.ask("POST", play+"/questions/"+q.ID+"/answer", map[string]any{"answer": "finish",
			"set": json.RawMessage(`{"players":{"Ann":{"coins":4,"track_vp":50,"phase_tiles":[1,2,3]},"Bo":{"coins":2,"track_vp":60,"phase_tiles":[4,5]}}}`)}).wants(t, 200, &v)
	}
	if v.Status != session.Complete || v.Result.Players[0].Lines[0].Points != 50 {
		t.Errorf("the play is %s with %+v", v.Status, v.Result.Players)
	}
	s.ask("GET", "/api/v1/history/"+d.play, nil).wants(t, 200)

	s.ask("GET", play+"/proof", nil).refused(t, 404, "not-found")
	if err := s.store.KeepProof(t.Context(), d.play, history.Proof{At: time.Now(), Picture: []byte("jpeg"), Regions: []byte(`{"width":10,"height":10,"mats":[{"mat":"Ann","hexes":{"A1":[[1,2]]}}]}`)}); err != nil {
		t.Fatal(err)
	}
	if a := s.ask("GET", play+"/proof", nil); string(a.body) != "jpeg" || !strings.Contains(a.header.Get("Cache-Control"), "no-store") {
		t.Errorf("the proof: %q %v", a.body, a.header)
	}
	s.ask("GET", play+"/proof/regions", nil).wants(t, 200)
}

// A stream is told at once of a lost camera and of questions.
func TestTheCamerasSideOnTheStream(t *testing.T) {
	s, d := follows(t)
	d.lay(t, 0, 0, mat.Contents{Barn: true})
	r, err := http.NewRequestWithContext(t.Context(), "GET", s.url+"/api/v1/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := s.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	next := func(event, holds string) {
		t.Helper()
		for lines.Scan() {
			if lines.Text() != "event: "+event || !lines.Scan() {
				continue
			}
			if strings.Contains(lines.Text(), holds) {
				return
			}
		}
		t.Fatalf("the stream ended without %s with %s", event, holds)
	}
	next("camera", `"status":"ok"`)
	next("questions", `"session":"`+d.play+`"`)
	d.tell(true)
	next("camera", `it is unplugged`)
	d.lay(t, 0, 2, mat.Contents{Barn: true})
	d.tell(false)
	next("questions", `"spaces":["A3"]`)
	var eye api.CameraStatus
	s.ask("GET", "/api/v1/eye", nil).wants(t, 200, &eye)
	if eye.Play != d.play {
		t.Errorf("the eye's document: %+v", eye)
	}
	if a := s.ask("GET", "/metrics", nil); !strings.Contains(string(a.body), "harbormaster_camera_pictures_total 7") {
		t.Error("the metrics lack the camera's pictures")
	}
}

// Without a camera's side its addresses say so.
func TestNothingFollows(t *testing.T) {
	s := serve(t)
	for _, path := range []string{"/eye", "/plays/x/questions", "/plays/x/questions/1/picture.jpg", "/plays/x/proof"} {
		s.ask("GET", "/api/v1"+path, nil).refused(t, 404, "not-found")
	}
	// Pages ask this of every play: one without a picture has no mats in it.
	var regions struct{ Mats []any }
	if s.ask("GET", "/api/v1/plays/x/proof/regions", nil).wants(t, 200, &regions); regions.Mats == nil || len(regions.Mats) > 0 {
		t.Errorf("the regions of no picture: %+v", regions)
	}
	s.ask("POST", "/api/v1/plays/x/questions/1/answer", map[string]any{"answer": "keep"}).refused(t, 404, "not-found")
	s.ask("POST", "/api/v1/plays/x/count", nil).refused(t, 404, "not-found")
	s.ask("PUT", "/api/v1/plays/x/mats", map[string]any{"mats": nil}).refused(t, 404, "not-found")
}
