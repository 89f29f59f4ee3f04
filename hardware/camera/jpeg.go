package camera

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// MostBytes bounds an encoded picture. A JPEG of twelve million pixels has
// about five million bytes.
const MostBytes = 16 << 20

// mostPixels bounds what a decoder would have to make room for.
const mostPixels = 100_000_000

// Size is that of a picture in px, as it is stored.
type Size struct{ Width, Height int }

// What may be wrong with bytes that should be a picture.
var (
	errMore     = errors.New("it is cut off")
	errBroken   = errors.New("it is no JPEG, or a damaged one")
	errTooLarge = fmt.Errorf("it is too large: at most %d MB and %d million pixels are taken", MostBytes>>20, mostPixels/1_000_000)
)

var pngStart = []byte("\x89PNG\r\n\x1a\n")

// Check returns the size of a whole JPEG or PNG, or why it isn't one. It reads
// the frame of the file and none of its pixels.
func Check(data []byte) (Size, error) {
	var size Size
	var err error
	switch {
	case len(data) > MostBytes:
		err = errTooLarge
	case bytes.HasPrefix(data, pngStart):
		size, err = checkPNG(data)
	case bytes.HasPrefix(data, startOfImage):
		w := newWalk()
		if _, err = w.over(data); err == nil {
			size = w.size
		}
	default:
		err = errors.New("it is neither a JPEG nor a PNG")
	}
	if err != nil {
		return Size{}, fmt.Errorf("read the picture: %w", err)
	}
	return size, nil
}

// checkPNG goes from chunk to chunk up to the end.
func checkPNG(data []byte) (Size, error) {
	const head, tail = 8, 4 // of a chunk: length and name; sum
	var size Size
	for at := len(pngStart); ; {
		if len(data)-at < head+tail {
			return Size{}, errMore
		}
		n, name := int(binary.BigEndian.Uint32(data[at:])), string(data[at+4:at+head])
		if n > len(data)-at-head-tail {
			return Size{}, errMore
		}
		switch {
		case size == Size{}:
			if name != "IHDR" || n != 13 {
				return Size{}, errors.New("it is a damaged PNG")
			}
			size = Size{int(binary.BigEndian.Uint32(data[at+head:])), int(binary.BigEndian.Uint32(data[at+head+4:]))}
			if !size.fits() {
				return Size{}, errTooLarge
			}
		case name == "IEND":
			return size, nil
		}
		at += head + n + tail
	}
}

func (s Size) fits() bool {
	return s.Width > 0 && s.Height > 0 && s.Width <= mostPixels/s.Height
}

// The markers of a JPEG that matter here, each after a byte 0xFF.
const (
	escaped    = 0x00 // not a marker: a byte 0xFF of the pixels
	tem        = 0x01
	sof0       = 0xC0 // up to 0xCF the frame's size, but for the three below
	dht        = 0xC4
	jpg        = 0xC8
	dac        = 0xCC
	rst0, rst7 = 0xD0, 0xD7
	soi, eoi   = 0xD8, 0xD9
	sos        = 0xDA // the pixels follow
	fill       = 0xFF
)

var startOfImage = []byte{fill, soi, fill}

// walk goes through a JPEG from segment to segment. It may be shown more and
// more of the same bytes. Whatever is within a segment, such as a thumbnail with
// its own end, is stepped over.
type walk struct {
	at      int  // what was looked at
	pixels  bool // within the pixels
	scanned bool // there were pixels
	tables  bool // there were Huffman tables
	size    Size
}

func newWalk() walk { return walk{at: 2} }

// over returns where the JPEG at the beginning of data ends. Its error is
// errMore if the end isn't there yet, errBroken, or errTooLarge.
func (w *walk) over(data []byte) (end int, err error) {
	for {
		if w.pixels {
			i := bytes.IndexByte(data[w.at:], fill)
			if i < 0 {
				w.at = len(data)
				return 0, errMore
			}
			w.at += i
		}
		if len(data)-w.at < 2 {
			return 0, errMore
		}
		if data[w.at] != fill {
			return 0, errBroken
		}
		marker := data[w.at+1]
		switch {
		case marker == fill:
			w.at++
			continue
		case marker >= rst0 && marker <= rst7, marker == tem && !w.pixels, marker == escaped && w.pixels:
			w.at += 2
			continue
		case marker == eoi && w.scanned:
			return w.at + 2, nil
		case marker < sof0, marker == soi, marker == eoi: // a new one begins, or it never had pixels
			return 0, errBroken
		}
		w.pixels = false
		if len(data)-w.at < 4 {
			return 0, errMore
		}
		n := int(binary.BigEndian.Uint16(data[w.at+2:])) // with its own two bytes
		if n < 2 {
			return 0, errBroken
		}
		if len(data)-w.at < 2+n {
			return 0, errMore
		}
		if err := w.segment(marker, data[w.at+4:w.at+2+n]); err != nil {
			return 0, err
		}
		w.at += 2 + n
	}
}

// segment looks into the two kinds of segments that matter.
func (w *walk) segment(marker byte, body []byte) error {
	switch {
	case marker == dht:
		w.tables = true
	case marker == sos:
		if w.size == (Size{}) {
			return errBroken
		}
		w.pixels, w.scanned = true, true
	case marker >= sof0 && marker <= 0xCF && marker != dht && marker != jpg && marker != dac:
		if len(body) < 6 {
			return errBroken
		}
		w.size = Size{int(binary.BigEndian.Uint16(body[3:])), int(binary.BigEndian.Uint16(body[1:]))}
		if w.size.Width == 0 || w.size.Height == 0 {
			return errBroken
		}
		if !w.size.fits() {
			return errTooLarge
		}
	}
	return nil
}
