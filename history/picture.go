package history

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg" // the kinds of pictures that Check knows
	_ "image/png"

	"harbormaster/session"
)

// Bounds of a player's picture.
const (
	MostPicture      = 512 << 10 // bytes
	MostPictureWidth = 2048      // px, and height
)

// Check says why a picture can't be a player's: it is no JPEG or PNG, or too
// big. Pages scale pictures down before they send them.
func (p Picture) Check() error {
	refuse := func(what, hint string) error {
		return &session.Failure{Reason: session.Invalid, What: what, Hint: hint}
	}
	if len(p.Body) > MostPicture {
		return refuse(fmt.Sprintf("the picture has %d KiB", len(p.Body)>>10), fmt.Sprintf("at most %d KiB are allowed: make it smaller", MostPicture>>10))
	}
	c, kind, err := image.DecodeConfig(bytes.NewReader(p.Body))
	if err != nil {
		return refuse("the picture is neither JPEG nor PNG", "send it as one of these")
	}
	if p.Type != "image/"+kind {
		return refuse(fmt.Sprintf("the picture is said to be %.40q but is image/%s", p.Type, kind), "send it with its own type")
	}
	if c.Width > MostPictureWidth || c.Height > MostPictureWidth || c.Width < 1 || c.Height < 1 {
		return refuse(fmt.Sprintf("the picture is %d x %d pixels", c.Width, c.Height), fmt.Sprintf("at most %d each way are allowed: make it smaller", MostPictureWidth))
	}
	return nil
}
