package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"harbormaster/access"
	"harbormaster/history"
	"harbormaster/live/follow"
	"harbormaster/scoring"
	"harbormaster/session"
)

// Following is what the API asks of whoever has the plays follow the camera.
type Following interface {
	// CameraStatus is how the camera and what watches with it are doing.
	CameraStatus() CameraStatus
	// News is closed when that, the questions or what is unsure may have changed.
	News() <-chan struct{}
	Questions(play string) []follow.Question
	// QuestionPicture is the close-up kept with a question, JPEG, or nil.
	QuestionPicture(play, id string) []byte
	Answer(ctx context.Context, play, id string, r follow.Reply) (*session.View, error)
	// Unsure names the players whose score isn't known well enough.
	Unsure(play string) []string
	// Count takes over what lies on the table as the end of the game, from a picture
	// or, without one, the newest.
	Count(ctx context.Context, play string, picture []byte, who string) (*session.View, error)
	// SetMats says whose mat is whose, by the mats' names; nil: by name or order of play.
	SetMats(ctx context.Context, play string, seats map[string]string) error
	Proof(ctx context.Context, play string) (history.Proof, error)
	Figures() FollowFigures
}

// CameraStatus is how the camera and what watches with it are doing.
type CameraStatus struct {
	Camera    any                 `json:"camera"` // as the camera says it; null: none is set
	Play      string              `json:"play,omitempty"`
	Questions int                 `json:"questions"`
	Unsure    map[string][]string `json:"unsure"`
	Mats      []WatchedMat        `json:"mats"`
	Problems  []EyeProblem        `json:"problems"`
	Read      time.Time           `json:"read,omitzero"`
}

// WatchedMat is one mat as the camera's side sees it.
type WatchedMat struct {
	Mat    string `json:"mat"`
	Found  bool   `json:"found"`
	Moving bool   `json:"moving"`
}

// EyeProblem is what keeps the camera's side from following a play.
type EyeProblem struct {
	Mat string `json:"mat,omitempty"`
	scoring.Message
	Text string `json:"text"` // filled in here
}

// FollowFigures are counts since the start.
type FollowFigures struct {
	Pictures, Read, Failed                                           int64
	Reading, Late                                                    time.Duration
	Readings, Entered, Questions, Answered, Withdrawn, SearchesEnded int64
}

// followRoutes are the addresses of following a play. Those with pictures need
// pairing.
func (s *Server) followRoutes() []route {
	return []route{
		{"GET", "/eye", access.Watch, s.showCamera},
		{"GET", "/plays/:id/questions", access.Watch, s.listQuestions},
		{"GET", "/plays/:id/questions/:question/picture.jpg", access.Act, s.questionPicture},
		{"POST", "/plays/:id/questions/:question/answer", access.Act, s.answerQuestion},
		{"POST", "/plays/:id/count", access.Act, s.countPlay},
		{"PUT", "/plays/:id/mats", access.Act, s.setMats},
		{"GET", "/plays/:id/proof", access.Act, s.showProof},
		{"GET", "/plays/:id/proof/regions", access.Act, s.showRegions},
	}
}

// following returns what follows the camera, or answers that nothing does.
func (s *Server) following(c *gin.Context) Following {
	if s.Follow == nil {
		fail(c, s, &session.Failure{Reason: session.NotFound, What: "no camera is followed here", Hint: "set camera in the config"})
	}
	return s.Follow
}

// openQuestion is a question with its sentences.
type openQuestion struct {
	follow.Question
	Text    string       `json:"text"`
	Answers []openAnswer `json:"answers"`
}

type openAnswer struct {
	follow.Answer
	Text string `json:"text"`
}

// questions are the open ones of a play, with their sentences.
func (s *Server) questions(play string) []openQuestion {
	list := []openQuestion{}
	for _, q := range s.Follow.Questions(play) {
		one := openQuestion{Question: q, Text: s.Say.Sentence(q.Message), Answers: []openAnswer{}}
		for _, a := range q.Answers {
			one.Answers = append(one.Answers, openAnswer{a, s.Say.Sentence(a.Message)})
		}
		list = append(list, one)
	}
	return list
}

// unsure names the players of a play whose score isn't known well enough.
func (s *Server) unsure(play string) []string {
	if s.Follow == nil {
		return nil
	}
	return s.Follow.Unsure(play)
}

// cameraStatus is the status with its sentences.
func (s *Server) cameraStatus() CameraStatus {
	status := s.Follow.CameraStatus()
	for i := range status.Problems {
		status.Problems[i].Text = s.Say.Sentence(status.Problems[i].Message)
	}
	return status
}

func (s *Server) showCamera(c *gin.Context) {
	if s.following(c) != nil {
		c.JSON(http.StatusOK, s.cameraStatus())
	}
}

func (s *Server) listQuestions(c *gin.Context) {
	if s.following(c) == nil {
		return
	}
	v, err := s.Plays.View(c.Request.Context(), c.Param("id"))
	if err != nil {
		fail(c, s, err)
		return
	}
	c.JSON(http.StatusOK, gin.H{"session": v.Play, "number": v.Number, "questions": s.questions(v.Play), "unsure": append([]string{}, s.unsure(v.Play)...)})
}

func (s *Server) questionPicture(c *gin.Context) {
	f := s.following(c)
	if f == nil {
		return
	}
	data := f.QuestionPicture(c.Param("id"), c.Param("question"))
	if data == nil {
		fail(c, s, notFound("this question isn't open, or has no picture"))
		return
	}
	s.picture(c, "image/jpeg", data, time.Time{}, nil)
}

func (s *Server) answerQuestion(c *gin.Context) {
	f := s.following(c)
	if f == nil {
		return
	}
	o, err := body(c, "answer", "set", "who")
	if err != nil {
		fail(c, s, err)
		return
	}
	r := follow.Reply{Answer: o.Need("answer").Text(), Who: s.who(c, optional(o, "who"))}
	if o.Has("set") {
		r.Set = o.Get("set").JSON()
	}
	if o.Failed() {
		fail(c, s, o.Err())
		return
	}
	v, err := f.Answer(c.Request.Context(), c.Param("id"), c.Param("question"), r)
	if err != nil {
		fail(c, s, err)
		return
	}
	c.JSON(http.StatusOK, s.present(v))
}

// countPlay takes a form with a picture, or an empty body for the newest one.
func (s *Server) countPlay(c *gin.Context) {
	f := s.following(c)
	if f == nil {
		return
	}
	var parts map[string][]byte
	if c.ContentType() == "multipart/form-data" {
		var err error
		if parts, err = upload(c, "picture"); err != nil {
			fail(c, s, err)
			return
		}
	}
	v, err := f.Count(c.Request.Context(), c.Param("id"), parts["picture"], s.who(c, ""))
	if err != nil {
		fail(c, s, err)
		return
	}
	c.JSON(http.StatusOK, s.present(v))
}

func (s *Server) setMats(c *gin.Context) {
	f := s.following(c)
	if f == nil {
		return
	}
	o, err := body(c, "mats")
	if err != nil {
		fail(c, s, err)
		return
	}
	var mats map[string]string
	if v := o.Need("mats"); !o.Failed() && !v.Null() {
		if err := json.Unmarshal(v.JSON(), &mats); err != nil {
			fail(c, s, invalid("\"mats\" must be an object of players' names by mats' names", `such as {"player-1": "Ann"}`))
			return
		}
	}
	if o.Failed() {
		fail(c, s, o.Err())
		return
	}
	if err := f.SetMats(c.Request.Context(), c.Param("id"), mats); err != nil {
		fail(c, s, err)
		return
	}
	c.Status(http.StatusNoContent)
}

func (s *Server) proof(c *gin.Context) (history.Proof, bool) {
	f := s.following(c)
	if f == nil {
		return history.Proof{}, false
	}
	p, err := f.Proof(c.Request.Context(), c.Param("id"))
	if err != nil {
		fail(c, s, err)
		return p, false
	}
	return p, true
}

func (s *Server) showProof(c *gin.Context) {
	if p, ok := s.proof(c); ok {
		s.picture(c, "image/jpeg", p.Picture, p.At, nil)
	}
}

// noRegions is what a play without such a picture has: no mat to light a hex
// of. That isn't a failure, since pages ask it of every play they show.
var noRegions = json.RawMessage(`{"width": 0, "height": 0, "mats": []}`)

func (s *Server) showRegions(c *gin.Context) {
	regions := noRegions
	if s.Follow != nil {
		p, err := s.Follow.Proof(c.Request.Context(), c.Param("id"))
		var failure *session.Failure
		switch {
		case err == nil:
			regions = p.Regions
		case !errors.As(err, &failure) || failure.Reason != session.NotFound:
			fail(c, s, err)
			return
		}
	}
	s.document(c, regions, nil)
}

// sendNews sends what the camera's side has to tell: its status, and the
// questions of the play that follows it.
//
//	event: camera     data: the status of the camera's side
//	event: questions  data: {"session": id, "questions": [...], "unsure": [names]}
func (s *Server) sendNews(out *sse, last *news) error {
	status := s.cameraStatus()
	data, err := json.Marshal(status)
	if err != nil {
		return fmt.Errorf("write the status of the camera: %w", err)
	}
	if string(data) != last.camera {
		last.camera = string(data)
		out.message("camera", 0, data)
	}
	plays := []string{status.Play}
	if last.play != status.Play {
		plays = append(plays, last.play) // its questions are gone
	}
	last.play = status.Play
	for _, play := range plays {
		if play == "" {
			continue
		}
		data, err := json.Marshal(gin.H{"session": play, "questions": s.questions(play), "unsure": append([]string{}, s.unsure(play)...)})
		if err != nil {
			return fmt.Errorf("write the questions: %w", err)
		}
		if string(data) != last.questions {
			last.questions = string(data)
			out.message("questions", 0, data)
		}
	}
	return nil
}

// news is what a stream was last sent of the camera's side.
type news struct{ camera, questions, play string }

// changes returns the channel that tells of news; nil, which never does, where
// nothing is followed.
func (s *Server) changes() <-chan struct{} {
	if s.Follow == nil {
		return nil
	}
	return s.Follow.News()
}
