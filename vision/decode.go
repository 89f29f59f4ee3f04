// Package vision finds mats and their hexes in pictures. It decodes frames,
// calibrates a profile from a picture of the empty table, finds the mats again
// in later pictures and draws what it saw. It knows nothing of pieces (see
// its sub-package pieces) and of rules.
package vision

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
)

// What a picture may measure: below the least nothing can be read, and above
// the most one picture would take the memory of a small machine (64 megapixels
// are 190 MB; phones give up to 50).
const (
	leastSide     = 100 // px
	mostPixels    = 64e6
	mostFileBytes = 64 << 20
)

// Frame is one picture as 8-bit BGR, after EXIF orientation. It owns its
// pixels: Close it.
type Frame struct {
	Name   string // file name without folder
	Img    gocv.Mat
	Decode time.Duration // what decoding took, one thread
	Data   []byte        // the file's bytes as given
}

// Size returns the picture's size in pixels.
func (f *Frame) Size() calibration.Size {
	return calibration.Size{Width: f.Img.Cols(), Height: f.Img.Rows()}
}

// needColor returns an error for a grey picture: hexes and pieces are told by color.
func (f *Frame) needColor() error {
	pix, err := f.Img.DataPtrUint8()
	if err != nil {
		return fmt.Errorf("look at the picture's colors: %w", err)
	}
	const step, faint = 3 * 97, 6 // every so many pixels; codes that noise and JPEG make of grey
	colored, all := 0, 0
	for i := 0; i+2 < len(pix); i += step {
		all++
		if max(pix[i], pix[i+1], pix[i+2])-min(pix[i], pix[i+1], pix[i+2]) > faint {
			colored++
		}
	}
	if colored*500 > all {
		return nil
	}
	return fmt.Errorf("the picture %s is grey: fields and pieces are told by their colors, so take it in color (cameras that see at night turn grey in the dark: give them light)", f.Name)
}

// Close frees the pixels.
func (f *Frame) Close() error { return f.Img.Close() }

// DecodeFile reads the picture at path.
func DecodeFile(path string) (*Frame, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("read the picture: %w", err)
	}
	if info.IsDir() || info.Size() > mostFileBytes {
		return nil, fmt.Errorf("read the picture %s: it is a folder or larger than %d MB: give a JPEG or PNG", path, mostFileBytes>>20)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the picture: %w", err)
	}
	return Decode(filepath.Base(path), data)
}

// Decode turns the bytes of a JPEG or PNG into a frame. What is no picture,
// cut off, tiny or huge is refused before any pixel is made.
func Decode(name string, data []byte) (*Frame, error) {
	size, err := pictureSize(data)
	if err != nil {
		return nil, fmt.Errorf("read the picture %s: %w", name, err)
	}
	if min(size.Width, size.Height) < leastSide {
		return nil, fmt.Errorf("read the picture %s: %dx%d pixels are too few to see a mat: use the camera's full picture", name, size.Width, size.Height)
	}
	if size.Width*size.Height > mostPixels {
		return nil, fmt.Errorf("read the picture %s: %dx%d pixels are more than the %.0f megapixels this program takes: use a smaller picture", name, size.Width, size.Height, mostPixels/1e6)
	}
	gocv.SetNumThreads(1)
	start := time.Now()
	img, err := gocv.IMDecode(data, gocv.IMReadColor)
	took := time.Since(start)
	if err != nil || img.Empty() {
		_ = img.Close()
		return nil, fmt.Errorf("read the picture %s: OpenCV can't decode it: take it again", name)
	}
	return &Frame{Name: name, Img: img, Decode: took, Data: data}, nil
}

// pictureSize reads the size from the file's header and checks that the file
// goes on to its end: decoders fill a cut-off picture with gray and say nothing.
func pictureSize(data []byte) (calibration.Size, error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		return jpegSize(data)
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")):
		return pngSize(data)
	case len(data) == 0:
		return calibration.Size{}, fmt.Errorf("the file is empty: take it again")
	}
	return calibration.Size{}, fmt.Errorf("it is neither a JPEG nor a PNG: give one of those")
}

var errCutOff = fmt.Errorf("it is cut off: copy it again or take it again")

func pngSize(data []byte) (calibration.Size, error) {
	if len(data) < 33 || !bytes.Contains(data[max(0, len(data)-64):], []byte("IEND")) {
		return calibration.Size{}, errCutOff
	}
	return calibration.Size{Width: int(binary.BigEndian.Uint32(data[16:])), Height: int(binary.BigEndian.Uint32(data[20:]))}, nil
}

// jpegSize walks the segments up to the first scan. Thumbnails have headers of
// their own inside a segment, which walking steps over.
func jpegSize(data []byte) (size calibration.Size, err error) {
	for at := 2; ; {
		for at < len(data) && data[at] == 0xff && at+1 < len(data) && data[at+1] == 0xff {
			at++ // fill bytes
		}
		if at+4 > len(data) || data[at] != 0xff {
			return size, errCutOff
		}
		marker, length := data[at+1], int(binary.BigEndian.Uint16(data[at+2:]))
		switch {
		case marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc:
			if at+9 > len(data) {
				return size, errCutOff
			}
			size = calibration.Size{Width: int(binary.BigEndian.Uint16(data[at+7:])), Height: int(binary.BigEndian.Uint16(data[at+5:]))}
		case marker == 0xda:
			// In the scan 0xff is always followed by 0 or a restart mark, so
			// the end mark can't be there by chance.
			if !bytes.Contains(data[at:], []byte{0xff, 0xd9}) {
				return size, errCutOff
			}
			if size == (calibration.Size{}) {
				return size, fmt.Errorf("its header names no size: take it again")
			}
			return size, nil
		}
		at += 2 + length
	}
}

// OpenCVVersion returns the version of the OpenCV library in use.
func OpenCVVersion() string { return gocv.OpenCVVersion() }
