// Package apriltag finds AprilTag 36h11 cards in gray pictures and gives
// their bit patterns for printing. It is the only place that binds the C
// library libapriltag; it knows nothing of mats.
package apriltag

/*
#cgo pkg-config: apriltag
#include <stdlib.h>
#include <apriltag/apriltag.h>
#include <apriltag/tag36h11.h>

// A zarray keeps its elements by value; this saves Go from its generic getter.
static apriltag_detection_t *detection_at(zarray_t *a, int i) {
	apriltag_detection_t *d;
	zarray_get(a, i, &d);
	return d;
}

// The image lives in Go's memory for the time of one call, which is allowed
// because nothing in it points back into Go.
static zarray_t *detect(apriltag_detector_t *d, uint8_t *pixels, int width, int height, int stride) {
	image_u8_t im = { .width = width, .height = height, .stride = stride, .buf = pixels };
	return apriltag_detector_detect(d, &im);
}

// The library allocates with malloc or calloc and doesn't export its own destroyer.
static void free_image(image_u8_t *im) { free(im->buf); free(im); }
*/
import "C"

import (
	"fmt"
	"runtime"
	"unsafe"

	"harbormaster/mat"
)

// Tag is one card found: its number and the corners of its black square,
// clockwise from the card's own top left, in pixels of the picture.
type Tag struct {
	ID      int
	Corners [4]mat.Point
	// Margin is how clearly black and white were told apart, about 0 to 255;
	// below 20 or so a card is doubtful.
	Margin float64
}

// Detector looks for cards. It isn't safe for use by two goroutines at once.
// Close it: it holds C memory.
type Detector struct {
	family   *C.apriltag_family_t
	detector *C.apriltag_detector_t
}

// NewDetector returns a detector that looks for quads in a picture made
// smaller by decimate (1: full size, 2: four times faster and good for cards
// of 25 px and more); bits are always read at full size.
func NewDetector(decimate float64) *Detector {
	d := &Detector{family: C.tag36h11_create(), detector: C.apriltag_detector_create()}
	// Correcting one bit of 36 keeps made-up cards out: art and tiles give
	// many quads, and at two bits some of those become a number.
	C.apriltag_detector_add_family_bits(d.detector, d.family, 1)
	d.detector.quad_decimate = C.float(decimate)
	d.detector.nthreads = 1
	return d
}

// Close frees the C memory.
func (d *Detector) Close() error {
	if d.detector != nil {
		C.apriltag_detector_destroy(d.detector)
		C.tag36h11_destroy(d.family)
		d.detector, d.family = nil, nil
	}
	return nil
}

// Detect returns the cards in a gray picture of width x height pixels, rows
// stride bytes apart.
func (d *Detector) Detect(gray []uint8, width, height, stride int) ([]Tag, error) {
	if width < 1 || height < 1 || stride < width || len(gray) < stride*(height-1)+width {
		return nil, fmt.Errorf("look for cards: %d bytes aren't a picture of %dx%d with rows of %d", len(gray), width, height, stride)
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&gray[0])
	found := C.detect(d.detector, (*C.uint8_t)(unsafe.Pointer(&gray[0])), C.int(width), C.int(height), C.int(stride))
	defer C.apriltag_detections_destroy(found)
	var tags []Tag
	for i := range int(C.zarray_size(found)) {
		t := C.detection_at(found, C.int(i))
		tag := Tag{ID: int(t.id), Margin: float64(t.decision_margin)}
		for k := range 4 {
			// The library goes from the bottom left by the bottom right (see
			// its homography); clockwise from the top left is its reverse.
			tag.Corners[k] = mat.Point{X: float64(t.p[3-k][0]), Y: float64(t.p[3-k][1])}
		}
		tags = append(tags, tag)
	}
	return tags, nil
}

// Pattern returns the picture of card id as rows of cells, true where black,
// with the white rim that belongs to it: 10x10 cells, the black square on the
// inner 8x8.
func Pattern(id int) ([][]bool, error) {
	family := C.tag36h11_create()
	defer C.tag36h11_destroy(family)
	if id < 0 || id >= int(family.ncodes) {
		return nil, fmt.Errorf("draw card %d: 36h11 has cards 0 to %d", id, int(family.ncodes)-1)
	}
	im := C.apriltag_to_image(family, C.int(id))
	defer C.free_image(im)
	pixels := unsafe.Slice((*uint8)(unsafe.Pointer(im.buf)), int(im.stride)*int(im.height))
	rows := make([][]bool, int(im.height))
	for y := range rows {
		rows[y] = make([]bool, int(im.width))
		for x := range rows[y] {
			rows[y][x] = pixels[y*int(im.stride)+x] < 128
		}
	}
	return rows, nil
}
