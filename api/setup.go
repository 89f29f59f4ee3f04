package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"harbormaster/access"
)

// Setup is what the API asks of the camera's side while a table is set up.
type Setup interface {
	// Draft is how far setting up has come: {step, marks, picture}.
	Draft() (any, error)
	// Remember keeps the step and, unless they are nil, the marks under way.
	Remember(step string, marks json.RawMessage) error
	// KeepEmpty keeps a picture of the empty table for marking and calibrating.
	KeepEmpty(picture []byte) error
	// Empty is that picture as JPEG, at most most pixels wide (0: as it is).
	Empty(most int) ([]byte, error)
	// Drafted are the picture and the marks that are to be calibrated with.
	Drafted() (picture, marks []byte, err error)
	// Found is what calibration found, in pixels of that picture.
	Found() (any, error)
	// Change sets right the hexes or field colors of a mat.
	Change(ctx context.Context, player string, change []byte) error
	// Lesson is what to lay where on a mat for teaching, as teaching takes it.
	Lesson(player string) (any, error)
	// Finish forgets the draft.
	Finish() error
}

func (s *Server) setupRoutes() []route {
	return []route{
		{"GET", "/setup", access.Act, s.showSetup},
		{"PATCH", "/setup", access.Act, s.rememberSetup},
		{"POST", "/setup/done", access.Act, s.finishSetup},
		{"POST", "/setup/picture", access.Act, s.keepEmpty},
		{"GET", "/setup/picture.jpg", access.Act, s.showEmpty},
		{"POST", "/setup/look", access.Act, s.judge},
		{"POST", "/setup/calibration", access.Act, s.calibrateDraft},
		{"GET", "/setup/mats", access.Act, s.showFound},
		{"PATCH", "/setup/mats/:player", access.Act, s.changeMat},
		{"GET", "/setup/mats/:player/lesson", access.Act, s.showLesson},
		{"GET", "/setup/cards.pdf", access.Watch, s.giveCards},
		{"POST", "/setup/displays", access.Act, s.testDisplays},
		{"GET", "/setup/cameras", access.Act, s.listCameras},
		{"PUT", "/setup/camera", access.Act, s.chooseCamera},
	}
}

// maySetUp reports whether whoever asks may set the table up: the admin, and
// paired devices for as long as nobody has said that it is set up. Those who
// may not are answered.
func (s *Server) maySetUp(c *gin.Context) bool {
	if caller(c).Level >= access.Admin {
		return true
	}
	kept, err := s.Library.Settings(c.Request.Context())
	if err != nil {
		fail(c, s, err)
		return false
	}
	if v, ok := kept["welcome"]; !ok || string(v) == "true" {
		return true
	}
	write(c, http.StatusForbidden, problem{Code: "admin", Message: "this table is set up: changing that needs the admin password", Hint: "log in with it; harbormaster password reset makes a new one"})
	return false
}

func (s *Server) showSetup(c *gin.Context) {
	d, err := s.Setup.Draft()
	if err != nil {
		fail(c, s, err)
		return
	}
	c.JSON(http.StatusOK, d)
}

// rememberSetup keeps where people are, and the table's language if it is given.
func (s *Server) rememberSetup(c *gin.Context) {
	if !s.maySetUp(c) {
		return
	}
	o, err := body(c, "step", "marks", "language")
	if err != nil {
		fail(c, s, err)
		return
	}
	step := o.Need("step").Text()
	var marks json.RawMessage
	if o.Has("marks") {
		marks = o.Get("marks").JSON()
	}
	language := ""
	if o.Has("language") {
		language = o.Get("language").OneOf("language", Languages...)
	}
	if o.Failed() {
		fail(c, s, o.Err())
		return
	}
	if language != "" {
		data, _ := json.Marshal(language) // a string always can be
		if err := s.Library.Set(c.Request.Context(), map[string]json.RawMessage{"language": data}); err != nil {
			fail(c, s, err)
			return
		}
	}
	if err := s.Setup.Remember(step, marks); err != nil {
		fail(c, s, err)
		return
	}
	s.showSetup(c)
}

// finishSetup ends the first steps: from now on changes of the setup are the admin's.
func (s *Server) finishSetup(c *gin.Context) {
	if !s.maySetUp(c) {
		return
	}
	err := s.Setup.Finish()
	if err == nil {
		err = s.Library.Set(c.Request.Context(), map[string]json.RawMessage{"welcome": json.RawMessage("false")})
	}
	if err != nil {
		fail(c, s, err)
		return
	}
	c.Status(http.StatusNoContent)
}

// onePicture reads the picture of a form; whoever sent none is answered.
func (s *Server) onePicture(c *gin.Context) (picture []byte, ok bool) {
	parts, err := upload(c, "picture")
	if err == nil && len(parts["picture"]) == 0 {
		err = invalid("there is no picture in the request", "send a form with a part \"picture\"")
	}
	if err != nil {
		fail(c, s, err)
		return nil, false
	}
	return parts["picture"], true
}

func (s *Server) keepEmpty(c *gin.Context) {
	if !s.maySetUp(c) {
		return
	}
	picture, ok := s.onePicture(c)
	if !ok {
		return
	}
	if err := s.Setup.KeepEmpty(picture); err != nil {
		fail(c, s, err)
		return
	}
	s.showSetup(c)
}

func (s *Server) showEmpty(c *gin.Context) {
	most, err := size(c, "width", 0, 1, mostWidth)
	if err != nil {
		fail(c, s, err)
		return
	}
	data, err := s.Setup.Empty(most)
	s.picture(c, "image/jpeg", data, time.Time{}, err)
}

// judge says of a picture whether it is sharp and lit well enough, and keeps nothing.
func (s *Server) judge(c *gin.Context) {
	picture, ok := s.onePicture(c)
	if !ok {
		return
	}
	if s.Machine.Judge == nil {
		fail(c, s, notFound("pictures can't be judged from here"))
		return
	}
	lines, err := s.Machine.Judge(picture)
	if err != nil {
		fail(c, s, invalid(err.Error(), ""))
		return
	}
	c.JSON(http.StatusOK, gin.H{"checks": lines})
}

// calibrateDraft calibrates with the picture and marks that were kept.
func (s *Server) calibrateDraft(c *gin.Context) {
	if !s.maySetUp(c) {
		return
	}
	picture, marks, err := s.Setup.Drafted()
	if err == nil {
		_, err = s.Eye.Calibrate(c.Request.Context(), picture, marks)
	}
	if err != nil {
		fail(c, s, err)
		return
	}
	s.showFound(c)
}

func (s *Server) showFound(c *gin.Context) {
	found, err := s.Setup.Found()
	if err != nil {
		fail(c, s, err)
		return
	}
	c.JSON(http.StatusOK, found)
}

func (s *Server) changeMat(c *gin.Context) {
	if !s.maySetUp(c) {
		return
	}
	o, err := body(c, "remove", "add", "fields")
	if err != nil {
		fail(c, s, err)
		return
	}
	change := map[string]json.RawMessage{}
	for _, key := range []string{"remove", "add", "fields"} {
		if o.Has(key) {
			change[key] = o.Get(key).JSON()
		}
	}
	data, err := json.Marshal(change)
	if err == nil {
		err = s.Setup.Change(c.Request.Context(), c.Param("player"), data)
	}
	if err != nil {
		fail(c, s, err)
		return
	}
	s.showFound(c)
}

func (s *Server) showLesson(c *gin.Context) {
	lesson, err := s.Setup.Lesson(c.Param("player"))
	if err != nil {
		fail(c, s, err)
		return
	}
	c.JSON(http.StatusOK, lesson)
}

// mostCards is for how many players cards are printed at once.
const mostCards = 8

func (s *Server) giveCards(c *gin.Context) {
	q := query(c, "players", "paper")
	players, paper := q.number("players", 1, mostCards, 4), q.text("paper")
	if paper == "" {
		paper = "a4"
	}
	if paper != "a4" && paper != "letter" {
		q.fail(fmt.Sprintf("paper is %.20q", paper), "it is a4 or letter")
	}
	if q.err != nil {
		fail(c, s, q.err)
		return
	}
	if s.Machine.Cards == nil {
		fail(c, s, notFound("cards can't be drawn from here"))
		return
	}
	data, err := s.Machine.Cards(int(players), paper)
	if err != nil {
		fail(c, s, err)
		return
	}
	c.Header("Content-Disposition", `inline; filename="harbormaster-cards.pdf"`)
	c.Data(http.StatusOK, "application/pdf", data)
}

// testDisplays lights all lamps for a moment.
func (s *Server) testDisplays(c *gin.Context) {
	if s.Machine.TestDisplays != nil {
		s.Machine.TestDisplays()
	}
	s.showDisplays(c)
}

func (s *Server) listCameras(c *gin.Context) {
	if s.Machine.Cameras == nil {
		fail(c, s, notFound("cameras can't be looked for from here"))
		return
	}
	list, err := s.Machine.Cameras(c.Request.Context())
	if err != nil {
		fail(c, s, err)
		return
	}
	c.JSON(http.StatusOK, list)
}

func (s *Server) chooseCamera(c *gin.Context) {
	if !s.maySetUp(c) {
		return
	}
	o, err := body(c, "address")
	if err != nil {
		fail(c, s, err)
		return
	}
	address := o.Need("address").Text()
	if o.Failed() {
		fail(c, s, o.Err())
		return
	}
	if s.Machine.ChooseCamera == nil {
		fail(c, s, notFound("no camera can be chosen here"))
		return
	}
	if err := s.Machine.ChooseCamera(c.Request.Context(), address); err != nil {
		fail(c, s, err)
		return
	}
	c.Status(http.StatusNoContent)
}
