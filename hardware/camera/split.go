package camera

import (
	"bytes"
	"errors"
	"io"
	"slices"
)

// splitter cuts a stream into the JPEGs that are in it. It goes by the JPEGs'
// own structure and by nothing between them, since what is there (the parts'
// headers of a camera's stream) differs from app to app, and is wrong in many.
type splitter struct {
	from   io.Reader
	buffer []byte
	start  int  // of what wasn't dealt with yet
	inside bool // a JPEG begins at start
	walk   walk
	other  int // bytes since the last JPEG that belonged to none

	// After damage the next start that is found may be that of a thumbnail within
	// a JPEG: it is believed if it has the size of the last good one, or if the
	// same size comes twice.
	damaged       bool
	good, doubted Size
}

// room is what a read takes at most, in bytes.
const room = 64 << 10

func newSplitter(from io.Reader) *splitter { return &splitter{from: from} }

// next returns the next whole JPEG, for the caller to keep, and its size. At the end of the
// stream it returns io.EOF, or io.ErrUnexpectedEOF within a JPEG.
func (s *splitter) next() ([]byte, Size, error) {
	for {
		if data := s.cut(); data != nil {
			if size := s.walk.size; s.believed(size) {
				return data, size, nil
			}
			continue
		}
		if len(s.buffer)-s.start > MostBytes {
			return nil, Size{}, errTooLarge
		}
		if s.other > MostBytes {
			return nil, Size{}, errBroken
		}
		if err := s.read(); err != nil {
			if errors.Is(err, io.EOF) && s.inside {
				err = io.ErrUnexpectedEOF
			}
			return nil, Size{}, err
		}
	}
}

// cut returns a copy of the next JPEG that is whole in the buffer; nil if more
// must be read, or no more can be.
func (s *splitter) cut() []byte {
	for s.other <= MostBytes {
		if !s.inside && !s.seek() {
			return nil
		}
		end, err := s.walk.over(s.buffer[s.start:])
		switch {
		case err == nil:
			data := slices.Clone(s.buffer[s.start : s.start+end])
			s.start, s.inside, s.other = s.start+end, false, 0
			return data
		case errors.Is(err, errMore):
			return nil
		}
		// What was taken for one may hide the next one's start.
		s.start, s.inside, s.damaged = s.start+2, false, true
		s.other += 2
	}
	return nil
}

// seek goes to the next start of a JPEG in the buffer, and reports whether there is one.
func (s *splitter) seek() bool {
	i := bytes.Index(s.buffer[s.start:], startOfImage)
	if i >= 0 {
		s.start, s.other = s.start+i, s.other+i
		s.inside, s.walk = true, newWalk()
		return true
	}
	if skip := len(s.buffer) - s.start - (len(startOfImage) - 1); skip > 0 { // the rest may be half a start
		s.start, s.other = s.start+skip, s.other+skip
	}
	return false
}

func (s *splitter) believed(size Size) bool {
	if s.damaged && s.good != (Size{}) && size != s.good && size != s.doubted {
		s.doubted = size
		return false
	}
	s.damaged, s.good, s.doubted = false, size, Size{}
	return true
}

// read appends to the buffer.
func (s *splitter) read() error {
	if cap(s.buffer)-len(s.buffer) < room && s.start > 0 {
		s.buffer = append(s.buffer[:0], s.buffer[s.start:]...)
		s.start = 0
	}
	s.buffer = slices.Grow(s.buffer, room)
	n, err := s.from.Read(s.buffer[len(s.buffer) : len(s.buffer)+room])
	s.buffer = s.buffer[:len(s.buffer)+n]
	if n > 0 {
		return nil // what comes with an error comes again without it
	}
	return err
}
