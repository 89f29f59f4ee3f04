package camera

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"slices"

	"gocv.io/x/gocv"
)

// encodeQuality is that of pictures which don't come as JPEGs.
const encodeQuality = 95

// opened by OpenCV: a video device or a stream.
type captured struct {
	from   *gocv.VideoCapture
	stream bool     // read through FFmpeg
	count  float64  // of the pictures grabbed from a stream
	img    gocv.Mat // reused from picture to picture
	tables []byte   // see standardTables
}

// How long FFmpeg may take, in ms; gocv has no names for these.
const (
	openTimeout gocv.VideoCaptureProperties = 53
	readTimeout gocv.VideoCaptureProperties = 54
	ffmpegMs                                = 8000
)

// openVideo opens a device file or the address of a stream. Its error has no address in it.
func openVideo(address string, api gocv.VideoCaptureAPI) (video, error) {
	tables, err := standardTables()
	if err != nil {
		return nil, err
	}
	var v *gocv.VideoCapture
	if api == gocv.VideoCaptureFFmpeg {
		v, err = gocv.VideoCaptureFileWithAPIParams(address, api, []gocv.VideoCaptureProperties{openTimeout, ffmpegMs, readTimeout, ffmpegMs})
	} else {
		v, err = gocv.VideoCaptureFileWithAPI(address, api)
	}
	if err != nil { // which repeats the address, password and all
		return nil, errors.Join(errors.New("OpenCV can't open it"), v.Close())
	}
	return &captured{from: v, stream: api == gocv.VideoCaptureFFmpeg, img: gocv.NewMat(), tables: tables}, nil
}

func (c *captured) set(p gocv.VideoCaptureProperties, value float64) { c.from.Set(p, value) }

func (c *captured) get(p gocv.VideoCaptureProperties) float64 { return c.from.Get(p) }

// grab doesn't go by gocv's Grab, which keeps quiet about failures.
func (c *captured) grab() bool {
	if !c.stream {
		return c.from.Read(&c.img)
	}
	before := c.count
	if err := c.from.Grab(1); err != nil { // decoded, but not yet turned into pixels for us
		return false
	}
	c.count = c.from.Get(gocv.VideoCapturePosFrames)
	return c.count != before
}

func (c *captured) picture() ([]byte, error) {
	if c.stream && !c.from.Retrieve(&c.img) || c.img.Empty() {
		return nil, errors.New("the picture can't be fetched")
	}
	return encoded(c.img, c.tables)
}

func (c *captured) close() error { return errors.Join(c.img.Close(), c.from.Close()) }

// encoded returns what OpenCV fetched as a JPEG. One row of bytes is a JPEG
// that the camera made; more are pixels.
func encoded(img gocv.Mat, tables []byte) ([]byte, error) {
	if img.Rows() == 1 && img.Type() == gocv.MatTypeCV8UC1 {
		data, err := img.DataPtrUint8()
		if err != nil {
			return nil, fmt.Errorf("fetch the picture: %w", err)
		}
		return complete(data, tables)
	}
	b, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, img, []int{gocv.IMWriteJpegQuality, encodeQuality})
	if err != nil {
		return nil, fmt.Errorf("encode the picture: %w", err)
	}
	defer b.Close()
	return slices.Clone(b.GetBytes()), nil
}

// complete copies a webcam's JPEG without what stands behind it in the buffer.
// Many leave out the tables that are always the same; not all that will read the
// picture know them, so they are put in.
func complete(data, tables []byte) ([]byte, error) {
	if !bytes.HasPrefix(data, startOfImage) {
		return nil, errBroken
	}
	w := newWalk()
	end, err := w.over(data)
	if err != nil {
		return nil, err
	}
	if w.tables {
		return slices.Clone(data[:end]), nil
	}
	return slices.Concat(data[:2], tables, data[2:end]), nil
}

// standardTables returns the segment with the Huffman tables that the JPEG
// standard gives as an example, and that everybody takes. Go's encoder writes them.
func standardTables() ([]byte, error) {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewRGBA(image.Rect(0, 0, 1, 1)), nil); err != nil {
		return nil, fmt.Errorf("make the JPEG tables: %w", err)
	}
	at := bytes.Index(b.Bytes(), []byte{fill, dht})
	if at < 0 {
		return nil, errors.New("make the JPEG tables: there are none")
	}
	rest := b.Bytes()[at:]
	return slices.Clone(rest[:2+int(rest[2])<<8+int(rest[3])]), nil
}
