package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"harbormaster/access"
)

// Eye is what the API asks of the camera's side. Documents come as JSON, in the
// shapes of the command line.
type Eye interface {
	Status() any
	// Calibrate saves a profile from a picture of the empty table and marks,
	// which may be empty, and returns the reading of the empty table.
	Calibrate(ctx context.Context, picture, marks []byte) (json.RawMessage, error)
	// Teach learns from a picture with labels; no picture means the newest.
	Teach(ctx context.Context, picture, labels []byte) (any, error)
	// Read reads a picture, which becomes the newest.
	Read(ctx context.Context, name string, picture []byte) (json.RawMessage, error)
	// Preview is the calibrated table with its lattice drawn, as PNG.
	Preview() ([]byte, error)
	Picture(most int) ([]byte, time.Time, error)
	CloseUp(player, hex string, side int) ([]byte, time.Time, error)
	Reading() (json.RawMessage, error)
}

// Sizes of pictures on the way in and out.
const (
	mostUpload   = 64 << 20         // bytes of an uploaded picture with what belongs to it
	uploadTime   = 10 * time.Minute // for sending, and for learning from it on a small machine
	mostWidth    = 8192             // px of a picture sent
	closeUpSide  = 320              // px, unless asked for otherwise
	mostCloseUp  = 1024             // px
	leastCloseUp = 32               // px
)

// eyeRoutes are the addresses of the camera's side. All that show or take
// pictures need pairing.
func (s *Server) eyeRoutes() []route {
	return []route{
		{"GET", "/calibration", access.Act, s.eyeStatus},
		{"POST", "/calibration", access.Admin, s.calibrate},
		{"POST", "/calibration/teach", access.Act, s.teach},
		{"GET", "/calibration/preview.png", access.Act, s.preview},
		{"POST", "/pictures", access.Act, s.readPicture},
		{"GET", "/pictures/last.jpg", access.Act, s.lastPicture},
		{"GET", "/pictures/last/reading", access.Act, s.showReading},
		{"GET", "/pictures/last/:player/:hex", access.Act, s.closeUp},
	}
}

// uploads are the routes that take pictures, and so larger bodies.
var uploads = []string{"/api/v1/calibration", "/api/v1/calibration/teach", "/api/v1/pictures",
	"/api/v1/setup/picture", "/api/v1/setup/look", "/api/v1/plays/:id/count"}

func (s *Server) eyeStatus(c *gin.Context) { c.JSON(http.StatusOK, s.Eye.Status()) }

func (s *Server) calibrate(c *gin.Context) {
	parts, err := upload(c, "picture", "marks")
	if err == nil && len(parts["picture"]) == 0 {
		err = invalid("there is no picture in the request", "send a form with a part \"picture\", and \"marks\" if there are any")
	}
	if err != nil {
		fail(c, s, err)
		return
	}
	doc, err := s.Eye.Calibrate(c.Request.Context(), parts["picture"], parts["marks"])
	s.document(c, doc, err)
}

func (s *Server) teach(c *gin.Context) {
	parts, err := upload(c, "picture", "labels")
	if err == nil && len(parts["labels"]) == 0 {
		err = invalid("there are no labels in the request", "send a form with a part \"labels\", and \"picture\" unless the newest is meant")
	}
	if err != nil {
		fail(c, s, err)
		return
	}
	lesson, err := s.Eye.Teach(c.Request.Context(), parts["picture"], parts["labels"])
	if err != nil {
		fail(c, s, err)
		return
	}
	c.JSON(http.StatusOK, lesson)
}

func (s *Server) readPicture(c *gin.Context) {
	picture, ok := s.onePicture(c)
	if !ok {
		return
	}
	start := time.Now()
	doc, err := s.Eye.Read(c.Request.Context(), "uploaded.jpg", picture)
	s.metrics.looked(time.Since(start), err)
	s.document(c, doc, err)
}

func (s *Server) showReading(c *gin.Context) {
	doc, err := s.Eye.Reading()
	s.document(c, doc, err)
}

func (s *Server) document(c *gin.Context, doc json.RawMessage, err error) {
	if err != nil {
		fail(c, s, err)
		return
	}
	c.Data(http.StatusOK, "application/json; charset=utf-8", doc)
}

func (s *Server) preview(c *gin.Context) {
	data, err := s.Eye.Preview()
	s.picture(c, "image/png", data, time.Time{}, err)
}

func (s *Server) lastPicture(c *gin.Context) {
	most, err := size(c, "width", 0, 1, mostWidth)
	if err != nil {
		fail(c, s, err)
		return
	}
	data, at, err := s.Eye.Picture(most)
	s.picture(c, "image/jpeg", data, at, err)
}

func (s *Server) closeUp(c *gin.Context) {
	side, err := size(c, "side", closeUpSide, leastCloseUp, mostCloseUp)
	if err != nil {
		fail(c, s, err)
		return
	}
	data, at, err := s.Eye.CloseUp(c.Param("player"), c.Param("hex"), side)
	s.picture(c, "image/jpeg", data, at, err)
}

// picture answers with a picture that no cache may keep.
func (s *Server) picture(c *gin.Context, kind string, data []byte, at time.Time, err error) {
	if err != nil {
		fail(c, s, err)
		return
	}
	c.Header("Cache-Control", "no-store, private")
	if !at.IsZero() {
		c.Header("Last-Modified", at.UTC().Format(http.TimeFormat))
	}
	c.Data(http.StatusOK, kind, data)
}

// size reads a number of pixels from the query.
func size(c *gin.Context, name string, usual, low, high int) (int, error) {
	text := c.Query(name)
	if text == "" {
		return usual, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return 0, invalid(fmt.Sprintf("%s=%q is no number of pixels", name, text), fmt.Sprintf("give %d to %d", low, high))
	}
	return n, nil
}

// upload reads the parts of a form that have one of the names, in memory and
// never into a file: pictures of living rooms must not be left lying about.
func upload(c *gin.Context, names ...string) (map[string][]byte, error) {
	form, err := c.Request.MultipartReader()
	if err != nil {
		return nil, invalid("the request isn't a form with parts", "send multipart/form-data")
	}
	parts := map[string][]byte{}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return parts, nil
		}
		if err != nil {
			return nil, broken(err)
		}
		name := part.FormName()
		known := false
		for _, n := range names {
			known = known || n == name
		}
		if _, twice := parts[name]; !known || twice {
			return nil, invalid(fmt.Sprintf("the form has a part %q that is unknown or there twice", name), fmt.Sprintf("the parts are %v", names))
		}
		if parts[name], err = io.ReadAll(part); err != nil {
			return nil, broken(err)
		}
	}
}

// broken is the error for a form that was cut off or is too big.
func broken(err error) error {
	var tooBig *http.MaxBytesError
	if errors.As(err, &tooBig) {
		return err
	}
	return invalid("the form is cut off or broken", "send it again")
}
